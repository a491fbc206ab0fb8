"""Questions that several seats could answer, put to each in turn whatever it holds. Rules: ST-20, ST-29, ST-30."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from stova.cards import Card, Suit
from stova.engine.actions import Action, Stay, Trade
from stova.engine.state import State
from stova.errors import IllegalAction
from stova.games.styrivolt.board import TRADER, Asking, board_of, holds, with_board
from stova.games.styrivolt.stock import pairs
from stova.games.styrivolt.trading import (
    ALL_TRADES,
    BIRD,
    card_of,
    claimant,
    five_trades,
    laid_trades,
    no_trade,
    note_trade,
    queen_trades,
    seen,
    trade,
)
from stova.rules.phases import advance, in_order, turn


@dataclass(frozen=True, kw_only=True)
class Ask:
    """Each seat in turn may trade, or stays."""

    rule = "ST-20"
    doing = "trade for a card that lies open, or stay"
    kinds = (Trade, Stay)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return (*ALL_TRADES, Stay())

    def enter(self, state: State) -> State:
        board = board_of(state)
        asking = board.asking
        if asking is None and _queen_due(state):
            seats = tuple((state.dealer + step) % 4 for step in (1, 2, 3, 4))
            asking = Asking("queen", seats, state.dealer)
            state = with_board(state, asking=asking, queen_asked=True)
        if asking is None:
            return advance(state)
        if asking.seats:
            return replace(state, to_act=asking.seats[0])
        return advance(with_board(_answered(state, asking), asking=None))

    def legal(self, state: State) -> tuple[Action, ...]:
        return in_order(state, (*self._trades(state), Stay()))

    def _trades(self, state: State) -> tuple[Trade, ...]:
        board, seat = board_of(state), turn(state)
        assert board.asking is not None
        match board.asking.about:
            case "bird":
                five = card_of("5", Suit.HEARTS)
                return (Trade(five, BIRD),) if holds(state, seat, five) else ()
            case "queen":
                return tuple(queen_trades(state, seat))
            case "taking":
                open_pairs = {card for place in pairs(board) for card in board.exposed[place]}
                fives = tuple(own for own in five_trades(state, seat) if own.taken in open_pairs)
                claims = tuple(laid_trades(state, seat)) if not state.tricks and not board.takers else ()
                return (*fives, *claims)

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        if action in self.legal(state):
            return None
        assert isinstance(action, Trade)
        return no_trade(state, action.card, action.taken) or IllegalAction(
            self.rule, f"{action.card.title.capitalize()} can't be traded for that now; say stay to let things be."
        )

    def apply(self, state: State, action: Action) -> State:
        board = board_of(state)
        asking = board.asking
        assert asking is not None
        if isinstance(action, Trade):
            state = trade(state, turn(state), action)
            return advance(with_board(state, asking=None)) if asking.about == "bird" else self.enter(state)
        return self.enter(with_board(state, asking=replace(asking, seats=asking.seats[1:])))

    def allowed_by(self, state: State, action: Action) -> str:
        board = board_of(state)
        assert board.asking is not None
        if board.asking.about == "bird":
            return "ST-30"
        of_pair = isinstance(action, Trade) and action.card.rank == TRADER
        return self.rule if of_pair or (isinstance(action, Stay) and pairs(board)) else "ST-29"


def _answered(state: State, asking: Asking) -> State:
    """What was waiting for the answers happens: the king takes the bird nobody claimed. Rule: ST-30."""
    if asking.about != "bird":
        return state
    action = Trade(card_of("K", Suit.HEARTS), BIRD)
    return note_trade(trade(state, asking.by, action), asking.by, action)


def _queen_due(state: State) -> bool:
    """Whether the first trick left a stikkar unclaimed that the queen may take instead of the king. Rule: ST-29."""
    board = board_of(state)
    if state.game.options.queen_if_king_in_stock == "no" or board.queen_asked or board.takers:
        return False
    kings = (claimant(board.laid_first, card) for card in board.laid)
    unclaimed = any(king.rank == "K" and not seen(state, king) for king in kings)
    return len(state.tricks) == 1 and not state.trick and unclaimed
