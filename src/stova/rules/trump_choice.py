"""Choosing trumps without bids: forehand must, each may, or each may accept the suit that was turned."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from stova.cards import Card, Suit
from stova.engine.actions import Accept, Action, NameTrump, Pass
from stova.engine.state import State
from stova.errors import IllegalAction
from stova.rules.phases import advance, end, next_seat, turn

CHOICES: dict[str, tuple[Action, ...]] = {
    "forced": tuple(map(NameTrump, Suit)),
    "pass_or_play": (Pass(), *map(NameTrump, Suit)),
    "turned": (Pass(), Accept()),
}


@dataclass(frozen=True, kw_only=True)
class TrumpChoice:
    """From forehand: who names trumps, or accepts those turned, is the declarer.

    With `forced` forehand must name them. With `pass_or_play` all may pass and the deal is over; with `turned` forehand
    then has to play the suit of the card drawn.
    """

    rule: str
    way: Literal["forced", "pass_or_play", "turned"]

    kinds = (NameTrump, Accept, Pass)

    @property
    def doing(self) -> str:
        return {"forced": "name trumps", "pass_or_play": "name trumps or pass", "turned": "accept or pass"}[self.way]

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return (Pass(), Accept(), *map(NameTrump, Suit))

    def enter(self, state: State) -> State:
        return replace(state, to_act=next_seat(state, state.dealer))

    def legal(self, state: State) -> tuple[Action, ...]:
        return CHOICES[self.way]

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        if action in CHOICES[self.way]:
            return None
        if isinstance(action, Pass):
            return IllegalAction(self.rule, "Forehand must name trumps.")
        wanted = "accept or pass" if self.way == "turned" else "name trumps"
        return IllegalAction(self.rule, f"Here you {wanted}.")

    def apply(self, state: State, action: Action) -> State:
        assert isinstance(action, NameTrump | Accept | Pass)
        seat = turn(state)
        state = replace(state, calls=(*state.calls, (seat, action)))
        if isinstance(action, NameTrump):
            return advance(replace(state, declarer=seat, trump=action.suit))
        if isinstance(action, Accept):
            return self._turned(state, seat)
        if seat != state.dealer:
            return replace(state, to_act=next_seat(state, seat))
        return self._turned(state, next_seat(state, state.dealer)) if self.way == "turned" else end(state)

    def _turned(self, state: State, declarer: int) -> State:
        assert state.drawn is not None
        return advance(replace(state, declarer=declarer, trump=state.drawn.suit))
