"""A novice: rules of thumb over what a seat sees."""

import random
from collections.abc import Sequence

from msgspec.structs import replace

from stova.cards import Card, Suit, card_set
from stova.engine.actions import Action, Bid, Cut, Discard, Knock, NameTrump, Pass, Play
from stova.engine.tables import CardTables
from stova.engine.view import View

ACE = 11
"""Card points from which a card is worth keeping for a trick it wins."""


def novice(view: View, seed: int) -> Action:
    """One of `view.legal`, by rules of thumb; where they don't care, by the seed."""
    if len(view.legal) == 1:
        return view.legal[0]
    match view.legal[0]:
        case Play():
            return Play(_play(view, [action.card for action in view.legal if isinstance(action, Play)]))
        case Cut() | Knock():
            return random.Random(seed).choice(view.legal)
        case Discard():
            return Discard(
                _discard(view, max(len(action.cards) for action in view.legal if isinstance(action, Discard)))
            )
        case NameTrump():
            return max(view.legal, key=lambda action: _suit_value(view, action))
        case Bid() | Pass():
            return max(view.legal, key=_bid_value)


def _bid_value(action: Action) -> tuple[int, bool]:
    """Bid rather than pass, and in clubs, which score most."""
    return (action.length, action.suit is Suit.CLUBS) if isinstance(action, Bid) else (0, False)


def _suit_value(view: View, action: Action) -> tuple[bool, int]:
    assert isinstance(action, NameTrump)
    return _strength(view.hand, action.suit)


def _strength(hand: Sequence[Card], suit: Suit) -> tuple[bool, int]:
    """Clubs, which score most, before the suit with more and higher cards of its own."""
    return suit is Suit.CLUBS, sum(13 + card % 13 for card in hand if card.suit is suit)


def _discard(view: View, most: int) -> tuple[Card, ...]:
    """Plain cards below the ace: of the shortest suit first, and those that bring most points home."""
    trump = view.trump if view.trump is not None else max(Suit, key=lambda suit: _strength(view.hand, suit)[1])
    tables = view.game.tables(replace(view, trump=trump))
    plain = [card for card in view.hand if not tables.trumps >> card & 1]
    lengths = {card: sum(other.suit is card.suit for other in plain) for card in plain}
    loose = [card for card in plain if tables.points[card] < ACE]
    chosen = sorted(loose, key=lambda card: (lengths[card], -tables.points[card]))[:most]
    return tuple(sorted(chosen))


def _play(view: View, legal: Sequence[Card]) -> Card:
    tables = view.game.tables(view)
    if not view.trick:
        return _lead(view, tables, legal)
    winning = view.trick[view.best]
    winner = (view.leader + view.best) % view.game.seats
    last = len(view.trick) == view.game.seats - 1
    beating = [card for card in legal if tables.beaten_by[winning] >> card & 1]
    if winner in _friends(view) and (last or not tables.beaten_by[winning] & _unseen(view)):
        return _give(tables, [card for card in legal if card not in beating] or legal)
    if beating and (last or winner not in _friends(view)):
        return _win(view, tables, beating, last=last)
    return _throw(tables, legal)


def _friends(view: View) -> frozenset[int]:
    """The seats that play this deal with me: my side, or all against a declarer who plays alone."""
    sides, me = view.game.sides, view.seat or 0
    alone = len(set(sides)) == len(sides)
    if not alone or view.declarer is None:
        return frozenset(seat for seat, side in enumerate(sides) if side == sides[me])
    return frozenset(seat for seat in range(len(sides)) if (seat == view.declarer) == (me == view.declarer))


def _unseen(view: View) -> int:
    """The cards that may still be in other hands."""
    seen = card_set(view.hand) | card_set(view.trick) | card_set(view.discards or ())
    for trick in view.tricks:
        seen |= card_set(trick.cards)
    return card_set(view.game.pack) & ~seen


def _lead(view: View, tables: CardTables, legal: Sequence[Card]) -> Card:
    """As declarer trumps from the top while others hold some; else a card nobody beats in its suit; else a low one."""
    unseen = _unseen(view)
    trumps = [card for card in legal if tables.trumps >> card & 1]
    plain = [card for card in legal if card not in trumps]
    if view.declarer in _friends(view) and trumps and unseen & tables.trumps:
        top = max(trumps, key=tables.order.__getitem__)
        if view.declarer == view.seat or not tables.beaten_by[top] & unseen:
            return top
    masters = [card for card in plain if not tables.beaten_by[card] & tables.follow[card] & unseen]
    if masters:
        return max(masters, key=tables.points.__getitem__)
    return _throw(tables, plain or legal)


def _win(view: View, tables: CardTables, beating: Sequence[Card], *, last: bool) -> Card:
    """Win cheaply: last to play with the plain card worth most, else with a sure card or the lowest that does."""
    plain = [card for card in beating if not tables.trumps >> card & 1]
    if last and plain:
        return max(plain, key=tables.points.__getitem__)
    sure = [card for card in plain if not tables.beaten_by[card] & tables.follow[card] & _unseen(view)]
    return sure[0] if sure else min(beating, key=tables.order.__getitem__)


def _give(tables: CardTables, legal: Sequence[Card]) -> Card:
    """Points on a friend's trick: the plain card worth most, an ace last as it may win a trick of its own."""
    plain = [card for card in legal if not tables.trumps >> card & 1]
    return max(plain or legal, key=lambda card: (tables.points[card] < ACE, tables.points[card], -tables.order[card]))


def _throw(tables: CardTables, legal: Sequence[Card]) -> Card:
    """The card that costs least: few points, low; a trump counts as much as a king and a bit."""
    return min(legal, key=lambda card: (tables.points[card] + 5 * (tables.trumps >> card & 1), tables.order[card]))
