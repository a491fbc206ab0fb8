"""State: the truth about one deal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from stova.cards import Card, CardSet, Suit
from stova.engine.actions import Action, Bid, BidContract, Call
from stova.engine.result import Result, Sheet
from stova.engine.text import of_state
from stova.errors import IllegalAction, RulesError, shown

if TYPE_CHECKING:
    from stova.engine.game import Game
    from stova.engine.view import View


class Trick(Struct, frozen=True, gc=False):
    """A finished trick: its cards in the order played, from `leader` clockwise, and the seat that won it."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


def tricks_by_seat(tricks: Sequence[Trick], seats: int) -> tuple[int, ...]:
    """How many of these tricks each seat has taken."""
    winners = [trick.winner for trick in tricks]
    return tuple(map(winners.count, range(seats)))


class State(Struct, frozen=True, kw_only=True, gc=False):
    """One deal, from the cut to its score; immutable. Seats are 0..n-1, clockwise.

    Programs use the methods below; the fields are for the phases of `stova.rules` and are hidden from seats by `view`.
    """

    game: "Game"
    dealer: int
    phase: int = 0
    """Index into `game.phases`; their number when the deal is over."""
    to_act: int | None = None
    """The seat whose turn it is, None when the deal is over."""
    pack: tuple[Card, ...] = ()
    """The pack as shuffled, top first; empty for a deal from given hands."""
    dealt: tuple[tuple[Card, ...], ...] = ()
    """The cards dealt to each seat, and last those dealt to the talon, in the order dealt; empty until then."""
    hands: tuple[CardSet, ...] = ()
    """The cards each seat may play now."""
    drawn: Card | None = None
    """A card drawn from a second pack, in games that turn a suit."""
    talon: tuple[Card, ...] = ()
    """Cards dealt to the table, in the order they'd be taken."""
    discards: tuple[Card, ...] | None = None
    """What the declarer put down for the talon; None until the exchange."""
    calls: tuple[tuple[int, Call], ...] = ()
    declarer: int | None = None
    bid: Bid | BidContract | None = None
    trump: Suit | None = None
    leader: int = 0
    trick: tuple[Card, ...] = ()
    best: int = 0
    """Index in `trick` of the card that is winning it."""
    tricks: tuple[Trick, ...] = ()
    points: tuple[int, ...] = ()
    """Card points won in tricks, by seat."""
    own: Any = None
    """What this game alone keeps on its table."""
    history: tuple[tuple[int, Action], ...] = ()
    """Every action so far with the seat that did it."""
    sheet: Sheet | None = None
    """The match's sheet before this deal; None outside a match."""

    def __str__(self) -> str:
        """The deal as it stands, with all hands, in a few lines to be printed."""
        return of_state(self)

    @property
    def is_over(self) -> bool:
        return self.to_act is None

    @property
    def result(self) -> Result:
        """What the deal came to.

        Raises RulesError while it goes on.
        """
        if self.to_act is not None:
            raise RulesError("a deal has no result before it is over")
        return self.game.score(self)

    @property
    def doing(self) -> str | None:
        """What the seat to act is asked, to complete `It is time to …`; None when the deal is over."""
        return None if self.is_over else self.game.phases[self.phase].doing

    def legal_actions(self) -> tuple[Action, ...]:
        """What the seat to act may do, in the order of the game's numbers; nothing when the deal is over."""
        return () if self.to_act is None else self.game.phases[self.phase].legal(self)

    def refusal(self, action: Action) -> IllegalAction | None:
        """Why the seat to act may not do this; None when it may."""
        if self.to_act is None:
            return IllegalAction(self.game.phases[-1].rule, "The deal is over.")
        phase = self.game.phases[self.phase]
        if not isinstance(action, phase.kinds):
            if not isinstance(action, Action):
                return IllegalAction("", f"{shown(action)} is no action; game.action(text) makes one of a text.")
            return IllegalAction(phase.rule, f"It is time to {phase.doing}.")
        if not self.game.has(action):
            like = next(str(own) for own in reversed(self.game.actions) if isinstance(own, type(action)))
            why = f"{shown(action)} is not an action of {self.game.name}; game.action({like!r}) makes one like it."
            return IllegalAction("", why)
        return phase.refusal(self, action)

    def apply(self, action: Action) -> "State":
        """The state after the seat to act has done this.

        Raises IllegalAction with the rule and the reason when it may not.
        """
        refused = self.refusal(action)
        if refused is not None:
            raise refused
        seat, own = self.to_act, self.game.actions[self.game.numbers[action]]
        assert seat is not None
        return self.game.phases[self.phase].apply(replace(self, history=(*self.history, (seat, own))), own)

    def view(self, seat: int | None) -> "View":
        """All that `seat` may know of this; None is an onlooker.

        Raises RulesError for a seat the game hasn't.
        """
        return self.game.view(self, seat)


class Phase(Protocol):
    """A stretch of a deal, as pure functions of a State. Phases are frozen and hold a game's options for them."""

    @property
    def rule(self) -> str:
        """The rule this phase is about, for refusing what belongs elsewhere."""

    @property
    def doing(self) -> str:
        """What a seat does here, to complete `It is time to …`."""

    @property
    def kinds(self) -> tuple[type, ...]:
        """The types of its actions."""

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        """Every action it can ever offer, whatever the options: the game's numbers are made of these."""

    def enter(self, state: State) -> State:
        """The state as the phase begins: whose turn it is, or `advance(state)` when there is nothing to do."""

    def legal(self, state: State) -> tuple[Action, ...]:
        """What the seat to act may do."""

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        """Why an action of its kinds isn't legal; None when it is."""

    def apply(self, state: State, action: Action) -> State:
        """The state after a legal action, which `state.history` already ends with."""
