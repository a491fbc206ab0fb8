"""Going from phase to phase."""

from msgspec.structs import replace

from stova.engine.state import State


def advance(state: State) -> State:
    """The state at the beginning of the next phase, or over after the last."""
    return go_to(state, state.phase + 1)


def go_to(state: State, phase: int) -> State:
    """The state at the beginning of `game.phases[phase]`, or over if there is none."""
    phases = state.game.phases
    if phase == len(phases):
        return replace(state, phase=phase, to_act=None)
    return phases[phase].enter(replace(state, phase=phase))


def turn(state: State) -> int:
    """The seat to act, in a phase that asks one."""
    assert state.to_act is not None
    return state.to_act


def next_seat(state: State, seat: int) -> int:
    """The seat clockwise of `seat`."""
    return (seat + 1) % len(state.game.sides)
