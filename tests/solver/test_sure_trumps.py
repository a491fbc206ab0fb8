"""A bound that rests on trumps above all others' holds only where they are (glance.hpp).

In these endings, found among 12,000, the search gave another value when it didn't note such trumps.
"""

import random

import pytest

import stova
from agreement import searched
from stova import State
from stova.engine.actions import Play
from stova.solver import Goal, solve


def ending(name: str, rng: random.Random) -> State:
    """A deal played at random until 20 cards are left, or some more."""
    game, cards = stova.game(name), rng.choice([20, 24, 28])
    while True:
        state = game.deal(key=rng.randbytes(32))
        while not (state.is_over or (state.points and not state.trick and left(state) <= cards)):
            state = state.apply(rng.choice(state.legal_actions()))
        if not state.is_over and isinstance(state.legal_actions()[0], Play):
            return state


def left(state: State) -> int:
    return sum(hand.bit_count() for hand in state.hands)


@pytest.mark.parametrize(
    ("name", "goal", "number"),
    [
        ("sjavs", "tricks", 1866),
        ("sjavs3", "tricks", 696),
        ("sjavs", "score", 835),
        ("sjavs3", "points", 1988),
    ],
)
def test_values(name: str, goal: Goal, number: int) -> None:
    state = ending(name, random.Random(f"{name} {goal} {number}"))
    assert dict(solve(state, goal=goal).values) == searched(state, goal, reduced=False)
