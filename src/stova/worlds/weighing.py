"""Weighing worlds by how likely what the other seats did in them is under a model of players."""

import math
from collections.abc import Callable, Iterable, Iterator
from numbers import Real
from typing import TypeAlias

from stova.engine.actions import Action
from stova.engine.again import played_through
from stova.engine.state import State
from stova.engine.view import View
from stova.errors import RulesError, require_kind, require_whole, shown

Model: TypeAlias = Callable[[View, Action], float]
"""The probability, 0 to 1, that a player with this view does this, one of `view.legal`."""


def weights(worlds: Iterable[State], *, seat: int | None, model: Model) -> list[float]:
    """How likely each world is, the other worlds being all else there is: they add up to 1 if there are any.

    Every world is played again, and the probabilities of all that seats other than `seat` chose are multiplied, as
    `model` gives them for the views these seats then had. Where every world is impossible under the model all are
    equally likely.
    Raises RulesError for a probability that is none, a seat there isn't, what is no world or no model, and worlds that
    the seat can tell apart.
    """
    require_kind("the worlds to weigh", worlds, Iterable)
    if not callable(model):
        raise RulesError(f"a model is a function of a view and an action, not {shown(model)}")
    logs = [sum(_logs(world, seat, model)) for world in _of_one_view(worlds, seat)]
    top = max(logs, default=0.0)
    if top == -math.inf:
        return [1 / len(logs)] * len(logs)
    shares = [math.exp(log - top) for log in logs]
    total = math.fsum(shares)
    return [share / total for share in shares]


def _of_one_view(worlds: Iterable[State], seat: int | None) -> Iterator[State]:
    seen: View | None = None
    for world in worlds:
        require_kind("a world", world, State)
        if seat is not None:
            require_whole("the seat", seat, 0, world.game.seats - 1)
        view = world.view(seat)
        if seen is not None and view != seen:
            raise RulesError("worlds must be of one deal at one turn, and differ only in what is hidden from the seat")
        seen = view
        yield world


def _logs(world: State, seat: int | None, model: Model) -> Iterator[float]:
    """The logarithm of the probability of each choice made from the deal on."""
    for state, actor, action in played_through(world):
        if actor != seat:
            yield _log(model, state.view(actor), action)


def _log(model: Model, view: View, action: Action) -> float:
    if len(view.legal) == 1:
        return 0.0
    probability = model(view, action)
    if not (isinstance(probability, Real) and 0 <= probability <= 1):
        raise RulesError(f"a model's probabilities are 0 to 1, not {shown(probability)}")
    return math.log(probability) if probability > 0 else -math.inf
