"""Trading for cards that lie open. Rules: ST-15, ST-20, ST-29, ST-30."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from stova.cards import CARDS, RANKS, Card, Suit
from stova.engine.actions import Action, LeadTrader, Play, Trade
from stova.engine.state import State
from stova.errors import IllegalAction
from stova.games.styrivolt.board import Asking, board_of, change_hand, holds, others_after, with_board
from stova.games.styrivolt.powers import PACK, PERMANENT, Power, is_stikkar, power
from stova.rules.phases import go_to, turn

BIRD = PERMANENT[0]


ALL_TRADES: tuple[Trade, ...] = tuple(
    Trade(card, taken)
    for card in PACK
    for taken in PACK
    if card.suit is taken.suit
    and card != taken
    and (card.rank == "5" or (card.rank in ("K", "Q") and taken in PERMANENT))
)
"""Every trade there can be."""


def card_of(rank: str, suit: Suit) -> Card:
    """The card of a rank and suit."""
    return CARDS[13 * suit + RANKS.index(rank)]


def five_trades(state: State, seat: int) -> Iterator[Trade]:
    """What the seat's chosen fives can be traded for. Rule: ST-15."""
    board = board_of(state)
    for suit, cards in zip(board.chosen, board.exposed, strict=True):
        five = card_of("5", suit)
        if holds(state, seat, five):
            yield from (Trade(five, card) for card in cards)


def claimant(laid_first: Sequence[Card], card: Card) -> Card:
    """The card that claims a stikkar laid open: the king of its suit, the queen for the lower of two. Rule: ST-29."""
    own = sorted((other for other in laid_first if other.suit is card.suit), key=PERMANENT.index)
    return card_of("K" if own[0] == card else "Q", card.suit)


def laid_trades(state: State, seat: int) -> Iterator[Trade]:
    """The stikkar laid by the cutter that the seat can claim."""
    board = board_of(state)
    for card in board.laid:
        king = claimant(board.laid_first, card)
        if holds(state, seat, king):
            yield Trade(king, card)


def seen(state: State, card: Card) -> bool:
    """Whether all have seen where a card is: in a trick, or open on the table."""
    open_cards = (card for cards in board_of(state).exposed for card in cards)
    return card in open_cards or any(card in trick.cards for trick in state.tricks)


def queen_trades(state: State, seat: int) -> Iterator[Trade]:
    """The unclaimed stikkar that the seat can claim with a queen instead of the king. Rule: ST-29."""
    board = board_of(state)
    for card in board.laid:
        queen, king = card_of("Q", card.suit), claimant(board.laid_first, card)
        if king.rank == "K" and not seen(state, king) and holds(state, seat, queen):
            yield Trade(queen, card)


def trade(state: State, seat: int, action: Trade) -> State:
    """The state after a trade: the card given lies where the one taken lay, or with the stock for one laid open."""
    board = board_of(state)
    if action.taken in board.laid:
        laid = tuple(card for card in board.laid if card != action.taken)
        state = replace(with_board(state, laid=laid), talon=(*state.talon, action.card))
    else:
        exposed = tuple(
            tuple(action.card if card == action.taken else card for card in cards) for cards in board.exposed
        )
        state = with_board(state, exposed=exposed)
    return change_hand(state, seat, down=(action.card,), up=(action.taken,))


def no_trade(state: State, card: Card, taken: Card) -> IllegalAction | None:
    """What stands in the way of any trade of a card for another; None if nothing does."""
    board = board_of(state)
    if not holds(state, turn(state), card):
        return IllegalAction("ST-15", f"You don't hold {card.title}.")
    if taken not in (*board.laid, *(lying for cards in board.exposed for lying in cards)):
        return IllegalAction("ST-15", f"{taken.title.capitalize()} doesn't lie open.")
    return None


def cannot_trade(state: State, action: Trade) -> IllegalAction:
    """Why a trade isn't allowed."""
    plain = no_trade(state, action.card, action.taken)
    if plain is not None:
        return plain
    if action.card.rank == "5":
        return IllegalAction("ST-15", f"{action.card.title.capitalize()} can't be traded for that card now.")
    if action.taken in board_of(state).laid:
        return IllegalAction(
            "ST-29",
            "Its king claims a stikkar laid open, the queen the lower of two, in trick one and before the stock.",
        )
    return IllegalAction("ST-30", "The king of hearts takes the bird only in the last trick, and where that is played.")


def lamb_barred(state: State, card: Card) -> bool:
    """Whether the card is a lamb and the seat to act hasn't won a trick. Rule: ST-8."""
    board = board_of(state)
    lamb = power(card, board.chosen, board.ranks) == Power.LAMB
    return lamb and all(trick.winner != state.to_act for trick in state.tricks)


def barred(state: State, card: Card) -> IllegalAction | None:
    """Why a card may not be led, if so. Rules: ST-8, ST-15."""
    if lamb_barred(state, card):
        return IllegalAction("ST-8", "A lamb may be led only by a player who has won a trick in this deal.")
    if card.rank != "5":
        return None
    ways = [own for own in five_trades(state, turn(state)) if own.card == card]
    leads = [own for own in ways if not lamb_barred(state, own.taken)]
    if ways and not leads:
        return barred(state, ways[0].taken)
    if ways:
        return IllegalAction(
            "ST-15", f"A trader that is led is traded: say for what, as in play {card} for {leads[0].taken}."
        )
    return None


@dataclass(frozen=True, kw_only=True)
class OwnTrades:
    """Trades at one's own turn: a five; in the first trick a king for a stikkar laid open; in the last one the bird."""

    rule: str
    asking: int
    """The phase that puts questions."""

    kinds = (Trade,)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return ALL_TRADES

    def legal(self, state: State) -> tuple[Action, ...]:
        seat = turn(state)
        found: list[Action] = list(five_trades(state, seat))
        if not state.tricks and not board_of(state).takers:
            found += laid_trades(state, seat)
        if self._bird_for_king(state):
            found.append(Trade(card_of("K", Suit.HEARTS), BIRD))
        return tuple(dict.fromkeys(found))

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        assert isinstance(action, Trade)
        return None if action in self.legal(state) else cannot_trade(state, action)

    def apply(self, state: State, action: Action) -> State:
        assert isinstance(action, Trade)
        seat = turn(state)
        if action.card.rank == "K" and action.taken not in board_of(state).laid:
            return go_to(with_board(state, asking=Asking("bird", others_after(seat), seat)), self.asking)
        return note_trade(trade(state, seat, action), seat, action)

    def allowed_by(self, state: State, action: Action) -> str:
        assert isinstance(action, Trade)
        if action.card.rank == "5":
            return self.rule
        return "ST-29" if action.taken in board_of(state).laid else "ST-30"

    def _bird_for_king(self, state: State) -> bool:
        """Rule: ST-30."""
        board = board_of(state)
        if state.game.options.king_takes_bird == "no" or len(state.tricks) < 8 or Suit.HEARTS not in board.chosen:
            return False
        lies = BIRD in board.exposed[board.chosen.index(Suit.HEARTS)]
        return lies and holds(state, turn(state), card_of("K", Suit.HEARTS))


def note_trade(state: State, seat: int, action: Trade) -> State:
    """Remember that a trader from the cards just taken was traded for a stikkar. Rule: ST-21."""
    board = board_of(state)
    taking = board.taking
    if taking is None or taking.seat != seat or action.card not in taking.taken:
        return state
    if not is_stikkar(action.taken, board.chosen):
        return state
    return with_board(state, taking=replace(taking, traded_for_stikkar=True))


@dataclass(frozen=True, kw_only=True)
class TraderLead:
    """Leading a trader: it is traded, and the card got is led. Rule: ST-15."""

    rule: str

    kinds = (LeadTrader,)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return tuple(LeadTrader(action.card, action.taken) for action in ALL_TRADES if action.card.rank == "5")

    def legal(self, state: State) -> tuple[Action, ...]:
        if state.trick:
            return ()
        trades = five_trades(state, turn(state))
        return tuple(LeadTrader(own.card, own.taken) for own in trades if not lamb_barred(state, own.taken))

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        assert isinstance(action, LeadTrader)
        if action in self.legal(state):
            return None
        if state.trick:
            return IllegalAction(self.rule, "A trader is traded for a lead only when you lead.")
        if lamb_barred(state, action.taken):
            return barred(state, action.taken)
        return cannot_trade(state, Trade(action.card, action.taken))

    def apply(self, state: State, action: Action) -> State:
        assert isinstance(action, LeadTrader)
        state = trade(state, turn(state), Trade(action.card, action.taken))
        return state.game.phases[state.phase].apply(state, Play(action.taken))

    def allowed_by(self, state: State, action: Action) -> str:
        return self.rule
