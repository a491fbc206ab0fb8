"""What a view of Stýrivolt tells of its hidden cards: what was laid open, traded, taken, put down and put away."""

from collections.abc import Iterator

from stova.cards import CardSet, card_set
from stova.engine.actions import PLAYED, Action, Expose, FaceDown, LeadTrader, Play, Stay, Trade
from stova.engine.state import State
from stova.engine.view import View
from stova.engine.ways import Walk
from stova.games.styrivolt.board import RANKED
from stova.games.styrivolt.hidden.along import Along
from stova.games.styrivolt.hidden.search import begin, searches
from stova.games.styrivolt.hidden.taking import carry_out, carry_out_before, take
from stova.games.styrivolt.known import lacked


def hidden(view: View, sample: State) -> Iterator[Walk]:
    """All that is known of the hidden cards, for every way the search for suits may have gone."""
    for search in searches(view):
        deal = Along(walk=begin(view, search), search=search, laid=view.own.laid_first)
        _go_along(deal)
        yield deal.walk


def _go_along(deal: Along) -> None:
    walk, view = deal.walk, deal.walk.view
    due = lacked(view)
    for seat in range(4):
        walk.note_hand(seat)
    for seat, action in view.history:
        carry_out_before(deal, seat, action)
        if isinstance(action, Play) and action.card.rank in view.own.fours:
            _four_dealt(walk, seat, RANKED[action.card.rank])
        _do(deal, seat, action)
        if isinstance(action, PLAYED):
            walk.bar(walk.leading_to(seat), next(due))
    if deal.taker in view.own.takers:
        carry_out(deal)
    walk.together = [RANKED[rank] for rank in view.own.fours]


def _four_dealt(walk: Walk, seat: int, four: CardSet) -> None:
    """If a seat plays one of four that have been together, and its hand is the one it was dealt, it was dealt all four.

    Draws would hardly ever put several such fours together by chance. Whoever traded or took leads from more than what
    it was dealt; a card that lay open may have been led for a trader, when the others had come together with it.
    """
    shown = (action.cards for _, action in walk.view.history if isinstance(action, Expose))
    if walk.leading_to(seat) == [seat] and not four & card_set(card for cards in shown for card in cards):
        for index, route in enumerate(walk.routes):
            if route.origin != seat:
                walk.never[index] |= four


def _do(deal: Along, seat: int, action: Action | FaceDown) -> None:
    walk = deal.walk
    match action:
        case Expose():
            deal.expose(action.cards)
        case Play():
            walk.see(action.card, seat)
        case LeadTrader():
            walk.see(action.card, seat)
            deal.lay_for(action.card, action.taken)
            walk.note_hand(seat, besides=1 << action.taken)
        case Trade():
            _trade(deal, seat, action)
        case Stay():
            _answer(deal)
        case _:
            take(deal, seat, action)


def _trade(deal: Along, seat: int, trade: Trade) -> None:
    """A trade, or the announcement of one: the bird for the king, which others are asked about first. Rule: ST-30."""
    if trade.card.rank == "K" and deal.lies_open(trade.taken):
        deal.king, deal.answers = (seat, trade), 0
        elsewhere = (index for index, route in enumerate(deal.walk.routes) if route.place != seat)
        deal.walk.bar(elsewhere, 1 << trade.card)
        return
    if deal.king is not None and trade.taken == deal.king[1].taken:
        deal.king = None
    deal.change(seat, trade)


def _answer(deal: Along) -> None:
    """A seat lets things be; once all three have, the king takes the bird."""
    deal.answers += 1
    if deal.king is not None and deal.answers == 3:
        deal.change(*deal.king)
        deal.king = None
