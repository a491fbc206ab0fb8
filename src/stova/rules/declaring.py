"""Who will be declarer: play or pass, fold or stay."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from stova.cards import Card, Suit
from stova.engine.actions import Action, Declare, Fold, Pass, Stay
from stova.engine.state import State
from stova.errors import IllegalAction
from stova.rules.phases import advance, end, next_seat, turn


@dataclass(frozen=True, kw_only=True)
class PlayOrPass:
    """From forehand, one turn each: the first who plays is the declarer, with `trump` as trumps."""

    rule: str
    trump: Suit

    doing = "declare or pass"
    kinds = (Declare, Pass)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return (Pass(), Declare())

    def enter(self, state: State) -> State:
        return replace(state, to_act=next_seat(state, state.dealer))

    def legal(self, state: State) -> tuple[Action, ...]:
        return (Pass(), Declare())

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        return None

    def apply(self, state: State, action: Action) -> State:
        assert isinstance(action, Declare | Pass)
        seat = turn(state)
        state = replace(state, calls=(*state.calls, (seat, action)), to_act=next_seat(state, seat))
        if isinstance(action, Declare):
            return advance(replace(state, declarer=seat, trump=self.trump))
        return end(state) if seat == state.dealer else state


@dataclass(frozen=True, kw_only=True)
class FoldOrStay:
    """The declarer may give the deal up before the first lead."""

    rule: str

    doing = "fold or stay"
    kinds = (Fold, Stay)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return (Fold(), Stay())

    def enter(self, state: State) -> State:
        return replace(state, to_act=state.declarer)

    def legal(self, state: State) -> tuple[Action, ...]:
        return (Fold(), Stay())

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        return None

    def apply(self, state: State, action: Action) -> State:
        return end(state) if isinstance(action, Fold) else advance(state)


@dataclass(frozen=True, kw_only=True)
class FoldBeforeOwnCard:
    """The declarer may give the deal up instead of playing to the first trick."""

    rule: str

    kinds = (Fold,)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return (Fold(),)

    def legal(self, state: State) -> tuple[Action, ...]:
        return () if self.refusal(state, Fold()) else (Fold(),)

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        if turn(state) != state.declarer:
            return IllegalAction(self.rule, "Only the declarer may fold.")
        if state.tricks:
            return IllegalAction(self.rule, "You may fold only before your first card.")
        return None

    def apply(self, state: State, action: Action) -> State:
        return end(state)

    def allowed_by(self, state: State, action: Action) -> str:
        return self.rule


def folded(state: State) -> bool:
    """Whether the deal ended with a fold."""
    return bool(state.history) and isinstance(state.history[-1][1], Fold)
