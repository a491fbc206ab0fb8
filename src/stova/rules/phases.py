"""Going from phase to phase."""

from collections.abc import Iterable

from msgspec.structs import replace

from stova.engine.actions import Action
from stova.engine.state import State

BIDDING = "bid or pass"
"""What is done in an auction."""


def advance(state: State) -> State:
    """The state at the beginning of the next phase, or over after the last."""
    return go_to(state, state.phase + 1)


def go_to(state: State, phase: int) -> State:
    """The state at the beginning of `game.phases[phase]`, or over if there is none."""
    phases = state.game.phases
    if phase == len(phases):
        return replace(state, phase=phase, to_act=None)
    return phases[phase].enter(replace(state, phase=phase))


def end(state: State) -> State:
    """The state with the deal over."""
    return go_to(state, len(state.game.phases))


def in_order(state: State, actions: Iterable[Action]) -> tuple[Action, ...]:
    """Actions of the game in the order of their numbers."""
    return tuple(sorted(actions, key=state.game.numbers.__getitem__))


def turn(state: State) -> int:
    """The seat to act, in a phase that asks one."""
    assert state.to_act is not None
    return state.to_act


def next_seat(state: State, seat: int) -> int:
    """The seat clockwise of `seat`."""
    return (seat + 1) % len(state.game.sides)
