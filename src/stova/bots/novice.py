"""A novice: rules of thumb over what a seat sees."""

import random
from collections.abc import Sequence
from functools import partial

from stova.bots.calling import Enough, Good, call
from stova.bots.checks import require_choice
from stova.bots.judging import elsewhere, friends, masters, strength, suits_after, tables_if
from stova.cards import Card, card_set
from stova.engine.actions import (
    Action,
    Both,
    Call,
    Discard,
    Exchange,
    Fold,
    GoOn,
    NoRoem,
    Play,
    PutAway,
    Roem,
    Stay,
    Stop,
    Take,
    TakeExposed,
    TakeStock,
    Trade,
)
from stova.engine.tables import CardTables
from stova.engine.view import View

ACE = 11
"""Card points from which a card is worth keeping for a trick it wins."""
HOPELESS = 0.35
"""How strong a declarer's hand must be not to fold: with less folding is no worse, among novices."""
ENOUGH = Enough(
    alone={2: 0.42, 3: 0.64},
    length=0.45,
    together=0.36,
    turned=0.75,
    contracts=(0.25, 0.39, 0.75, 0.75),
    holding=0.14,
)
"""How strong a hand must be for what it says. A suit that was turned somebody has to play in the end, and it needn't be
this side; who bids over a contract has a good hand."""


def novice(view: View, seed: int) -> Action:
    """One of `view.legal`, by rules of thumb; where they don't care, by the seed.

    Raises RulesError for who has nothing to choose, or no seed.
    """
    require_choice(view, seed)
    legal = view.legal
    if len(legal) == 1:
        return legal[0]
    before = aside(view)
    if before is not None:
        return before
    plays = [action.card for action in legal if isinstance(action, Play)]
    if plays:
        return Play(_play(view, plays))
    match legal[0]:
        case Discard() | Exchange():
            return put_down(view, partial(strength, view))
        case action if isinstance(action, Call):
            return call(view, partial(strength, view), ENOUGH, lowest=True)
        case Fold():
            return Fold() if strength(view, None) < HOPELESS else Stay()
        case Stop():
            return _go_on(view)
        case Roem() | NoRoem():
            return Roem()
        case TakeExposed():
            return _stronger(view)
        case _:
            return random.Random(seed).choice(legal)


def aside(view: View) -> Action | None:
    """What is worth doing before a card is played: a trade, a better hand, one card fewer."""
    for action in view.legal:
        if isinstance(action, Trade | TakeStock | Both):
            return action
    away = [action for action in view.legal if isinstance(action, PutAway)]
    if away:
        order = view.game.tables(view).order
        return min(away, key=lambda action: order[action.card])
    return None


def _stronger(view: View) -> Action:
    """The stronger of the cards that lie open: a stikkar rather than a lamb, which takes tricks only when it is led."""
    order = view.game.tables(view).order
    return max(view.legal, key=lambda action: order[action.card] if isinstance(action, TakeExposed) else -1)


def _go_on(view: View) -> Action:
    """Play for all tricks when most of the hand can't be beaten."""
    sure = masters(view.game.tables(view), view.hand, elsewhere(view))
    return GoOn() if 2 * len(sure) > len(view.hand) else Stop()


def put_down(view: View, good: Good) -> Action:
    """Put down the plain cards that serve least, as many as one may; a talon that may be seen before is taken.

    Trumps that aren't named yet will be the best suit.
    """
    if Take() in view.legal:
        return Take()
    sizes = sorted({len(action.cards) for action in view.legal if isinstance(action, Discard | Exchange)})
    tables = tables_if(view, max(suits_after(view, view.bid), key=good) if view.trump is None else None)
    cards = _least(view, tables, sizes[-1])
    size = max((size for size in sizes if size <= len(cards)), default=sizes[0])
    chosen = tuple(sorted((*cards, *_spare(view, tables, cards))[:size]))
    return next(action for action in view.legal if isinstance(action, Discard | Exchange) and action.cards == chosen)


def _least(view: View, tables: CardTables, most: int) -> list[Card]:
    """Plain cards, aces last: of the shortest suit first, and those that bring most points home."""
    plain = [card for card in view.hand if not tables.trumps >> card & 1]
    lengths = {card: sum(other.suit is card.suit for other in plain) for card in plain}
    points = tables.points
    return sorted(plain, key=lambda card: (points[card] >= ACE, lengths[card], -points[card]))[:most]


def _spare(view: View, tables: CardTables, chosen: Sequence[Card]) -> list[Card]:
    """The rest of the hand, the weakest first."""
    return sorted((card for card in view.hand if card not in chosen), key=tables.order.__getitem__)


def _play(view: View, legal: Sequence[Card]) -> Card:
    tables = view.game.tables(view)
    if not view.trick:
        return _lead(view, tables, legal)
    winning = view.trick[view.best]
    winner = (view.leader + view.best) % view.game.seats
    last = len(view.trick) == view.game.seats - 1
    beating = [card for card in legal if tables.beaten_by[winning] >> card & 1]
    friendly = winner in friends(view)
    if friendly and (last or not tables.beaten_by[winning] & elsewhere(view)):
        return _give(tables, [card for card in legal if card not in beating] or legal)
    if beating and not friendly:
        return _win(view, tables, beating, last=last)
    return _throw(tables, legal)


def _lead(view: View, tables: CardTables, legal: Sequence[Card]) -> Card:
    """As declarer trumps from the top while others hold some; else a card nobody beats in its suit; else a low one."""
    others = elsewhere(view)
    if card_set(view.game.pack) == tables.follow[legal[0]]:
        return min(legal, key=lambda card: ((tables.beaten_by[card] & others).bit_count(), tables.order[card]))
    trumps = [card for card in legal if tables.trumps >> card & 1]
    plain = [card for card in legal if card not in trumps]
    if view.declarer in friends(view) and trumps and others & tables.trumps:
        top = max(trumps, key=tables.order.__getitem__)
        if view.declarer == view.seat or not tables.beaten_by[top] & others:
            return top
    sure = masters(tables, plain, others)
    return max(sure, key=tables.points.__getitem__) if sure else _throw(tables, plain or legal)


def _win(view: View, tables: CardTables, beating: Sequence[Card], *, last: bool) -> Card:
    """Win cheaply: last to play with the plain card worth most, else with a sure card or the lowest that does."""
    plain = [card for card in beating if not tables.trumps >> card & 1]
    if last and plain:
        return max(plain, key=tables.points.__getitem__)
    sure = masters(tables, plain, elsewhere(view))
    return sure[0] if sure else min(beating, key=tables.order.__getitem__)


def _give(tables: CardTables, legal: Sequence[Card]) -> Card:
    """Points on a friend's trick: the plain card worth most, an ace last as it may win a trick of its own."""
    plain = [card for card in legal if not tables.trumps >> card & 1]
    return max(plain or legal, key=lambda card: (tables.points[card] < ACE, tables.points[card], -tables.order[card]))


def _throw(tables: CardTables, legal: Sequence[Card]) -> Card:
    """The card that costs least: few points, low; a trump counts as much as a king and a bit."""
    return min(legal, key=lambda card: (tables.points[card] + 5 * (tables.trumps >> card & 1), tables.order[card]))
