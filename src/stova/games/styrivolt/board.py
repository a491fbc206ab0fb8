"""What lies on a table of Stýrivolt, and what a seat sees of it."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from stova.cards import Card, CardSet, Suit, card_set, cards_in
from stova.engine.state import State
from stova.games.styrivolt.powers import PACK, power

TRADER = "5"
"""The rank of which four together change nothing. Rule: ST-11."""
RANKED: Mapping[str, CardSet] = {
    rank: card_set(card for card in PACK if card.rank == rank)
    for rank in dict.fromkeys(card.rank for card in PACK)
    if rank != TRADER
}
"""The four cards of every rank that can be together to some effect. Rule: ST-11."""


class Taking(Struct, frozen=True, gc=False):
    """A seat is taking, or has just taken, what lies in the stock's place.

    `put_down` is the hand put down, None until the taking is carried out, `taken` what came for it, `along` those of
    these that had lain open. `fresh` until anything but a trade is done with the new hand.
    """

    seat: int
    along: tuple[Card, ...] = ()
    put_down: tuple[Card, ...] | None = None
    taken: tuple[Card, ...] = ()
    of_stock: bool = True
    """Whether it was the stock that lay there, not a hand put down for it."""
    gave_trader: bool = False
    """Whether a trader for a stikkar was put down."""
    traded_for_stikkar: bool = False
    fresh: bool = True
    put_away: bool = False


class Asking(Struct, frozen=True, gc=False):
    """A question put to several seats in turn."""

    about: Literal["taking", "queen", "bird"]
    seats: tuple[int, ...]
    """Whom it is still to be put to, the next first."""
    by: int
    """Whose doing it was."""


class Board(Struct, frozen=True, kw_only=True, gc=False):
    """What is on the table besides hands, stock and tricks."""

    chosen: tuple[Suit, ...] = ()
    """In the order found."""
    turned: tuple[Card, ...] = ()
    """What the dealer turned from the stock to find them."""
    exposed: tuple[tuple[Card, ...], ...] = ()
    """The cards lying open for each chosen suit; a card traded in lies in the place of what it was traded for."""
    looked: tuple[Card, ...] = ()
    """What the cutter looked at."""
    laid: tuple[Card, ...] = ()
    """The stikkar the cutter laid open, unless claimed."""
    laid_first: tuple[Card, ...] = ()
    """The same, claimed or not."""
    fours: tuple[tuple[str, int], ...] = ()
    """Ranks of which four have been together in a hand, with each seat that knows it: by that hand, or by having held
    a card whose value they changed."""
    announced: tuple[str, ...] = ()
    takers: tuple[int, ...] = ()
    """The seats that have taken the stock or what was put down for it, in order."""
    first_taken_in: int | None = None
    """In which trick, from 0, the stock was first taken."""
    stock_lies: bool = True
    """Whether it is the stock that lies in the stock's place."""
    taking: Taking | None = None
    asking: Asking | None = None
    queen_asked: bool = False
    went_on: int = 0
    """The number of tricks after which the leader last said to go on."""
    put_down: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    """What seats put down, with the seat."""

    @property
    def ranks(self) -> tuple[str, ...]:
        """The ranks of which four have been together."""
        return tuple(sorted({rank for rank, _ in self.fours})) if self.fours else ()


class SeenBoard(Struct, frozen=True, kw_only=True, gc=False):
    """The board as a seat or an onlooker sees it. Fields named as in `Board` mean the same there."""

    chosen: tuple[Suit, ...]
    turned: tuple[Card, ...]
    """For the dealer, or for all when the search is open."""
    turned_count: int
    exposed: tuple[tuple[Card, ...], ...]
    looked: tuple[Card, ...]
    """For the cutter."""
    looked_count: int
    laid: tuple[Card, ...]
    laid_first: tuple[Card, ...]
    fours: tuple[str, ...]
    """Those announced, those the seat has had itself, and those that changed a card it has held."""
    announced: tuple[str, ...]
    takers: tuple[int, ...]
    stock: int
    """How many cards lie in the stock's place."""
    put_down: tuple[Card, ...]
    """What the seat itself put down."""
    asking: Literal["taking", "queen", "bird"] | None

    @property
    def ranks(self) -> tuple[str, ...]:
        """The ranks known to have been together."""
        return self.fours


def board_of(state: State) -> Board:
    """The board of a state."""
    return state.own or Board()


def with_board(state: State, **changes: object) -> State:
    """The state with its board changed."""
    return replace(state, own=replace(board_of(state), **changes))


def see_together(state: State) -> State:
    """The state after noticing which hands hold four of a rank, or a card that such four changed. Rule: ST-11."""
    board = board_of(state)
    found = {(rank, seat) for seat, hand in enumerate(state.hands) for rank, four in RANKED.items() if not four & ~hand}
    ranks = {rank for rank, _ in found}.union(board.ranks)
    told = {(rank, seat) for seat, hand in enumerate(state.hands) for rank in ranks if _tells(board, hand, rank)}
    return with_board(state, fours=tuple(sorted(found | told | set(board.fours))))


def _tells(board: Board, hand: CardSet, rank: str) -> bool:
    """Whether a hand has a card whose value the four of its rank changed, however it came by the card."""
    cards = cards_in(hand & RANKED[rank])
    return any(power(card, board.chosen) != power(card, board.chosen, (rank,)) for card in cards)


def change_hand(state: State, seat: int, *, down: Sequence[Card] = (), up: Sequence[Card] = ()) -> State:
    """The state with cards out of and into a hand."""
    hands = list(state.hands)
    hands[seat] = hands[seat] & ~card_set(down) | card_set(up)
    return see_together(replace(state, hands=tuple(hands)))


def others_after(seat: int) -> tuple[int, ...]:
    """The other seats, clockwise."""
    return tuple((seat + step) % 4 for step in (1, 2, 3))


def holds(state: State, seat: int, card: Card) -> bool:
    """Whether the seat holds the card."""
    hand: CardSet = state.hands[seat]
    return bool(hand >> card & 1)


def show(state: State, seat: int | None) -> SeenBoard:
    """The board as `seat` sees it; None is an onlooker."""
    board = board_of(state)
    open_search = state.game.options.open_search == "yes"
    dealer = seat is not None and seat == state.dealer
    cutter = seat is not None and seat == (state.dealer - 1) % 4
    own = {rank for rank, knows in board.fours if knows == seat}
    return SeenBoard(
        chosen=board.chosen if dealer or open_search else board.chosen[: len(board.exposed)],
        turned=board.turned if dealer or open_search else (),
        turned_count=len(board.turned),
        exposed=board.exposed,
        looked=board.looked if cutter else (),
        looked_count=len(board.looked),
        laid=board.laid,
        laid_first=board.laid_first,
        fours=tuple(sorted(own | set(board.announced))),
        announced=board.announced,
        takers=board.takers,
        stock=len(state.talon),
        put_down=tuple(card for holder, cards in board.put_down if holder == seat for card in cards),
        asking=None if board.asking is None else board.asking.about,
    )
