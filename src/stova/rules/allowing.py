"""Which rule something may be done by."""

from typing import Protocol, runtime_checkable

from stova.engine.actions import Action
from stova.engine.state import State


@runtime_checkable
class ByRules(Protocol):
    """A phase whose actions are allowed by several rules."""

    def allowed_by(self, state: State, action: Action) -> str:
        """The rule by which it may be done."""


def allowed_by(state: State, action: Action) -> str:
    """The rule by which the seat to act may do something: the aside's that offers it, or else the phase's."""
    phase = state.game.phases[state.phase]
    return phase.allowed_by(state, action) if isinstance(phase, ByRules) else phase.rule
