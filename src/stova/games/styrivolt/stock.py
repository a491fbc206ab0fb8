"""Taking the stock. Rules: ST-18 to ST-22."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from stova.cards import Card, CardSet, card_set, cards_in
from stova.engine.actions import Action, Back, Both, PutAway, TakeExposed, TakeStock
from stova.engine.state import State
from stova.errors import IllegalAction
from stova.games.styrivolt.board import Asking, Board, Taking, board_of, change_hand, others_after, with_board
from stova.games.styrivolt.powers import PACK, is_stikkar
from stova.games.styrivolt.trading import card_of
from stova.rules.phases import advance, go_to, in_order, turn

TRICKS = 9
STOCK = 12
GIVEN = ("5", "K")
"""The ranks that come to lie open for others; they stay when the stock goes."""


def pairs(board: Board) -> tuple[int, ...]:
    """The chosen suits, by index, for which lamb and stikkar both lie open. Rule: ST-20."""
    return tuple(
        place
        for place, cards in enumerate(board.exposed)
        if len(cards) == 2 and cards[0].rank == "7" and is_stikkar(cards[1], board.chosen)
    )


def left_over(board: Board) -> tuple[Card, ...]:
    """What goes with the stock unasked: the rest of broken pairs, and stikkar laid open and unclaimed."""
    broken = (cards for place, cards in enumerate(board.exposed) if len(cards) == 2 and place not in pairs(board))
    rest = (card for cards in broken for card in cards if card.rank not in GIVEN)
    return (*rest, *board.laid)


def entitled(state: State, seat: int) -> bool:
    """Whether the hand dealt to the seat had no stikkar, and it hasn't taken yet. Rules: ST-18, ST-22."""
    board = board_of(state)
    return seat not in board.takers and not any(is_stikkar(card, board.chosen) for card in state.dealt[seat])


@dataclass(frozen=True, kw_only=True)
class StockAside:
    """Taking the stock, or later what was put down for it, at one's own turn."""

    asking: int
    """The phase that puts questions."""
    late: bool

    kinds = (TakeStock,)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return (TakeStock(),)

    def legal(self, state: State) -> tuple[Action, ...]:
        return () if self.refusal(state, TakeStock()) else (TakeStock(),)

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        board = board_of(state)
        if not entitled(state, turn(state)):
            return IllegalAction("ST-18", "Only who was dealt no stikkar may take the stock, and only once.")
        if not self.late and (board.first_taken_in if board.takers else len(state.tricks)):
            return IllegalAction("ST-18", "The stock is first taken during the first trick.")
        along = len(pairs(board)) + len(left_over(board)) if board.stock_lies else 0
        if len(state.talon) + along < TRICKS - len(state.tricks):
            return IllegalAction("ST-22", "Too few cards lie there to play the deal out with.")
        return None

    def apply(self, state: State, action: Action) -> State:
        seat = turn(state)
        board = board_of(state)
        claims = bool(board.laid) and not state.tricks and not board.takers
        asking = Asking("taking", others_after(seat), seat) if claims or pairs(board) else None
        return go_to(with_board(state, taking=Taking(seat), asking=asking), self.asking)

    def allowed_by(self, state: State, action: Action) -> str:
        return "ST-22" if board_of(state).takers else "ST-18"


@dataclass(frozen=True, kw_only=True)
class CarryOut:
    """The taker chooses which of lamb and stikkar to take along, and then takes the stock. Rules: ST-19, ST-20."""

    rule = "ST-20"
    doing = "take one of the two cards along with the stock"
    kinds = (TakeExposed,)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return tuple(map(TakeExposed, PACK))

    def enter(self, state: State) -> State:
        taking = board_of(state).taking
        if taking is None or taking.put_down is not None:
            return advance(state)
        if self._open(state):
            return replace(state, to_act=taking.seat)
        return advance(carry_out(state, taking))

    def _open(self, state: State) -> tuple[Card, ...]:
        """The next pair to choose from."""
        board = board_of(state)
        assert board.taking is not None
        along = board.taking.along
        waiting = (board.exposed[place] for place in pairs(board) if not set(board.exposed[place]) & set(along))
        return next(waiting, ())

    def legal(self, state: State) -> tuple[Action, ...]:
        return in_order(state, map(TakeExposed, self._open(state)))

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        if action in self.legal(state):
            return None
        return IllegalAction(self.rule, f"Take one of {' and '.join(map(str, self._open(state)))}.")

    def apply(self, state: State, action: Action) -> State:
        assert isinstance(action, TakeExposed)
        taking = board_of(state).taking
        assert taking is not None
        return self.enter(with_board(state, taking=replace(taking, along=(*taking.along, action.card))))


def carry_out(state: State, taking: Taking) -> State:
    """The hand goes face down in the stock's place, and the stock with what goes along is the hand."""
    board = board_of(state)
    along = (*taking.along, *(left_over(board) if board.stock_lies else ()))
    put_down = cards_in(state.hands[taking.seat])
    taken = (*state.talon, *along)
    done = replace(
        taking,
        along=along,
        put_down=put_down,
        taken=taken,
        of_stock=board.stock_lies,
        gave_trader=bool(traders_for_stikkar(board) & state.hands[taking.seat]),
    )
    state = with_board(
        state,
        taking=done,
        exposed=tuple(tuple(card for card in cards if card not in along) for cards in board.exposed),
        laid=tuple(card for card in board.laid if card not in along),
        takers=(*board.takers, taking.seat),
        first_taken_in=len(state.tricks) if board.first_taken_in is None else board.first_taken_in,
        stock_lies=False,
        put_down=(*board.put_down, (taking.seat, put_down)),
    )
    return change_hand(replace(state, talon=put_down), taking.seat, down=put_down, up=taken)


def traders_for_stikkar(board: Board) -> CardSet:
    """The chosen fives for whose suit a stikkar lies open."""
    return card_set(
        card_of("5", suit)
        for suit, lying in zip(board.chosen, board.exposed, strict=True)
        if any(is_stikkar(card, board.chosen) for card in lying)
    )


def no_stikkar(board: Board, cards: Sequence[Card]) -> bool:
    """Whether none of these is a stikkar."""
    return not any(is_stikkar(card, board.chosen) for card in cards)


@dataclass(frozen=True, kw_only=True)
class ChangeBack:
    """Taking one's own hand again instead of a stock without stikkar. Rule: ST-21."""

    kinds = (Back,)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return (Back(),)

    def legal(self, state: State) -> tuple[Action, ...]:
        return () if self.refusal(state, Back()) else (Back(),)

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        board = board_of(state)
        taking = board.taking
        if taking is None or taking.seat != turn(state) or not taking.fresh:
            return IllegalAction("ST-21", "You may change back only just after you have taken.")
        if not no_stikkar(board, taking.taken):
            return IllegalAction("ST-21", "There is a stikkar in what you took, so you stay with it.")
        if taking.gave_trader or taking.traded_for_stikkar:
            return IllegalAction(
                "ST-21", "A trader for a stikkar was given away or used, so you stay with what you took."
            )
        return None

    def apply(self, state: State, action: Action) -> State:
        board = board_of(state)
        taking = board.taking
        assert taking is not None
        assert taking.put_down is not None
        seat = taking.seat
        pile = tuple(card for card in cards_in(state.hands[seat]) if card not in taking.along)
        state = with_board(
            state,
            exposed=tuple(_put_back(board, place, taking.along) for place in range(2)),
            laid=tuple(card for card in board.laid_first if card in (*board.laid, *taking.along)),
            stock_lies=taking.of_stock,
            taking=None,
            put_down=(*_others(board, seat), (seat, pile)),
        )
        state = replace(state, talon=pile)
        return change_hand(state, seat, down=cards_in(state.hands[seat]), up=taking.put_down)

    def allowed_by(self, state: State, action: Action) -> str:
        return "ST-21"


def _others(board: Board, seat: int) -> tuple[tuple[int, tuple[Card, ...]], ...]:
    """What the other seats put down."""
    return tuple(own for own in board.put_down if own[0] != seat)


def _put_back(board: Board, place: int, along: Sequence[Card]) -> tuple[Card, ...]:
    suit, lying = board.chosen[place], board.exposed[place]
    came = [card for card in along if card.suit is suit and card not in board.laid_first]
    return tuple(sorted((*lying, *came), key=lambda card: card.rank != "7"))


@dataclass(frozen=True, kw_only=True)
class KeepBoth:
    """Keeping stock and hand when neither is any good. Rule: ST-21."""

    kinds = (Both,)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return (Both(),)

    def legal(self, state: State) -> tuple[Action, ...]:
        return () if self.refusal(state, Both()) else (Both(),)

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        board = board_of(state)
        taking = board.taking
        if taking is None or taking.seat != turn(state) or not taking.fresh:
            return IllegalAction("ST-21", "You may keep both only just after you have taken.")
        assert taking.put_down is not None
        cards = (*taking.taken, *taking.put_down)
        if taking.gave_trader or taking.traded_for_stikkar or not no_stikkar(board, cards):
            return IllegalAction("ST-21", "There is a stikkar, or a trader for one, among the cards.")
        if traders_for_stikkar(board) & state.hands[taking.seat]:
            return IllegalAction("ST-21", "There is a trader for a stikkar among the cards.")
        return None

    def apply(self, state: State, action: Action) -> State:
        board = board_of(state)
        assert board.taking is not None
        seat = board.taking.seat
        state = with_board(state, taking=replace(board.taking, fresh=False), put_down=_others(board, seat))
        return change_hand(replace(state, talon=()), seat, up=state.talon)

    def allowed_by(self, state: State, action: Action) -> str:
        return "ST-21"


@dataclass(frozen=True, kw_only=True)
class Away:
    """Putting one card away when the stock leaves more than the others hold. Rule: ST-19."""

    kinds = (PutAway,)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return tuple(map(PutAway, PACK))

    def legal(self, state: State) -> tuple[Action, ...]:
        return tuple(map(PutAway, cards_in(state.hands[turn(state)]))) if self._may(state) else ()

    def _may(self, state: State) -> bool:
        taking, seat = board_of(state).taking, turn(state)
        if taking is None or taking.seat != seat or taking.put_away:
            return False
        played = {(state.leader + place) % 4 for place in range(len(state.trick))}
        held = (state.hands[other].bit_count() + (other in played) for other in others_after(seat))
        return state.hands[seat].bit_count() > max(held)

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        assert isinstance(action, PutAway)
        if not self._may(state):
            return IllegalAction("ST-19", "You may put one card away only after taking more than the others hold.")
        if not state.hands[turn(state)] >> action.card & 1:
            return IllegalAction("ST-19", f"You don't hold {action.card.title}.")
        return None

    def apply(self, state: State, action: Action) -> State:
        assert isinstance(action, PutAway)
        board, seat = board_of(state), turn(state)
        assert board.taking is not None
        state = with_board(
            state,
            taking=replace(board.taking, fresh=False, put_away=True),
            put_down=(*board.put_down, (seat, (action.card,))),
        )
        return change_hand(replace(state, talon=(*state.talon, action.card)), seat, down=(action.card,))

    def allowed_by(self, state: State, action: Action) -> str:
        return "ST-19"
