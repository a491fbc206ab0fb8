"""What the results of deals are made of: card points and tricks by side, and deals that nobody bid for."""

from typing import Literal

from stova.engine.result import Result
from stova.engine.state import State


def taken(state: State) -> tuple[list[int], list[int]]:
    """The card points and the tricks of each side, from tricks alone."""
    sides = state.game.sides
    points, tricks = [0] * len(set(sides)), [0] * len(set(sides))
    for seat, won in enumerate(state.points):
        points[sides[seat]] += won
    for trick in state.tricks:
        tricks[sides[trick.winner]] += 1
    return points, tricks


def passed_out(state: State, rule: str, redeal: Literal["same", "next"] = "same") -> Result:
    """Nobody bid: the same dealer or the next one deals again."""
    nothing = (0,) * state.game.side_count
    return Result(points=nothing, tricks=nothing, score=nothing, made="passed out", rule=rule, redeal=redeal)
