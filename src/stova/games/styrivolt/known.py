"""What a view of Stýrivolt tells of where cards are now, and of what a seat can't have."""

from collections.abc import Iterator

from msgspec.structs import replace

from stova.cards import CardSet, card_set
from stova.engine.actions import Back, Both, Expose, FaceDown, LeadTrader, Play, PutAway, TakeExposed, TakeStock, Trade
from stova.engine.known import Known
from stova.engine.view import View, plays
from stova.games.styrivolt.board import RANKED
from stova.games.styrivolt.powers import PACK


def known(view: View) -> Known:
    """What lies open, what was taken in sight, and what the viewer saw go into the stock's place."""
    own, held, along = view.own, [0] * 4, 0
    exposed = card_set(card for _, action in view.history if isinstance(action, Expose) for card in action.cards)
    lying_open, pile = _lying_open(view), _stock_at_first(view, exposed)
    for seat, action in view.history:
        match action:
            case Play() | LeadTrader():
                held[seat] &= ~(1 << action.card)
            case Trade() if not lying_open >> action.taken & 1:
                held = [cards & ~(1 << action.taken | 1 << action.card) for cards in held]
                held[seat] |= 1 << action.taken
            case TakeStock() if seat in own.takers:
                held[seat], pile, along = pile, held[seat], 0
            case TakeExposed() if seat in own.takers:
                along |= 1 << action.card
                held[seat] |= along
            case Back():
                held[seat], pile = pile, held[seat] & ~along
            case Both():
                held[seat], pile = held[seat] | pile, 0
            case FaceDown():
                held[seat] = 0
        if seat == view.seat and seat in own.takers and isinstance(action, TakeStock | Back | PutAway):
            pile = card_set(own.put_down)
    return Known(
        held=tuple(cards & card_set(view.hand) if seat == view.seat else cards for seat, cards in enumerate(held)),
        covering=(0,) * 4,
        away=pile | lying_open,
    )


def _stock_at_first(view: View, exposed: CardSet) -> CardSet:
    """What the viewer knows of the stock: cards looked at, turned or laid open, and those that claimed stikkar.

    These are claimed before the stock is first taken. Rule: ST-29.
    """
    stock = card_set((*view.own.turned, *view.own.looked, *view.own.laid_first)) & ~exposed
    for _, action in view.history:
        if isinstance(action, Trade) and not exposed >> action.taken & 1:
            stock = stock & ~(1 << action.taken) | 1 << action.card
    return stock


def lacking(view: View) -> tuple[CardSet, ...]:
    """By seat, the cards it can't have, by what it played since it last took what lay in the stock's place."""
    lacks, due = [0] * 4, lacked(view)
    for seat, action in view.history:
        match action:
            case TakeStock():
                lacks[seat] = 0
            case Play() | LeadTrader():
                lacks[seat] |= next(due)
    return tuple(lacks)


def lacked(view: View) -> Iterator[CardSet]:
    """For each card played, those that would have been due rather than it, had its seat held them. Rule: ST-16.

    Of which ranks four had been together isn't certain: nothing is told by the powers that those may have. Rule: ST-11.
    """
    tables = view.game.tables_of(view), view.game.tables_of(replace(view, own=replace(view.own, fours=())))
    together = [_perhaps_together(view, seat) for seat in range(4)]
    for _, seat, card, trick in plays(view):
        cards = 0 if any(own.rank in view.own.fours for own in (card, *trick)) else card_set(PACK) & ~together[seat]
        for own in tables:
            cards &= own.lacking(card, trick, cards)
        yield cards


def _perhaps_together(view: View, seat: int) -> CardSet:
    """The cards of which the seat may have had four together, without having had to tell."""
    takers, shown = view.own.takers, [0] * 4
    # What it put down for the stock others may have taken since, and shown.
    its = {seat, *(takers[takers.index(seat) :] if seat in takers else ())}
    shown[view.seat or 0] = card_set(view.hand)
    for other, action in view.history:
        if isinstance(action, Play | Trade | LeadTrader):
            shown[other] |= 1 << action.card
        if isinstance(action, LeadTrader):
            shown[other] |= 1 << action.taken
    elsewhere = _lying_open(view)
    for other in set(range(4)) - its:
        elsewhere |= shown[other]
    for other in its:
        elsewhere &= ~shown[other]
    return sum(four for four in RANKED.values() if not four & elsewhere)


def _lying_open(view: View) -> CardSet:
    return card_set((*view.own.laid, *(card for cards in view.own.exposed for card in cards)))
