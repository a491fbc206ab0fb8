"""Which rule something may be done by."""

from typing import Protocol, runtime_checkable

from stova.engine.actions import Action, BidContract, Play
from stova.engine.state import State
from stova.rules.contracts import ContractAuction
from stova.rules.tricks import Tricks


@runtime_checkable
class ByRules(Protocol):
    """A phase whose actions are allowed by several rules."""

    def allowed_by(self, state: State, action: Action) -> str:
        """The rule by which it may be done."""


def allowed_by(state: State, action: Action) -> str:
    """The rule by which the seat to act may do something: the aside's that offers it, or else the phase's."""
    phase = state.game.phases[state.phase]
    if isinstance(phase, ByRules):
        return phase.allowed_by(state, action)
    if isinstance(phase, Tricks) and not isinstance(action, Play):
        return phase.aside(action).allowed_by(state, action)
    if isinstance(phase, ContractAuction) and isinstance(action, BidContract):
        return phase.contracts_rule
    return phase.rule
