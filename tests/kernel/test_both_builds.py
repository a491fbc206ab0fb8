"""The search is compiled twice, for any processor and with BMI2: both look at the same positions and find the same.

The build with sanitizers has the portable one alone.
"""

import random
from dataclasses import replace
from functools import partial

import pytest

from kernel.test_expect import expect
from kernel.test_full_deals import BONUSES, SHAPES
from kernel.test_solve import LONGER, random_question
from naive_play import Naive, deal
from stova import kernel
from stova.kernel import Goal, Policy

pytestmark = pytest.mark.skipif(
    not kernel.FAST and not kernel.SANITIZED, reason="this processor has no BMI2, so there is one search only"
)
LIMITS = (1, 10, 100, 1 << 62)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("goal", Goal)
@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_endings(policy: Policy, seats: int, goal: Goal) -> None:
    rng = random.Random(f"both {policy} {seats} {goal}")
    for nodes in LIMITS * (2 if kernel.SANITIZED else 3):
        question, play = random_question(policy, seats, goal, rng, LONGER)
        high = 1 if goal is Goal.BONUSES else 15_000
        for cards in (2**64 - 1, 0):
            ask = partial(question.asked, play, high=high, nodes=nodes, cards=cards)
            assert ask(portable=False) == ask(portable=True)


@pytest.mark.parametrize("goal", [Goal.POINTS, Goal.TRICKS, Goal.BALANCE])
@pytest.mark.parametrize("shape", SHAPES)
def test_whole_deals(shape: str, goal: Goal) -> None:
    seats, length, covered = SHAPES[shape]
    rng, nodes = random.Random(f"both {shape} {goal}"), 0
    for policy in Policy:
        question, _ = random_question(policy, seats, goal, rng)
        question = replace(question, bonuses=BONUSES if goal is Goal.BALANCE else ())
        play = deal(question.game, length, rng, covered=covered)
        one, other = (question.asked(play, nodes=5_000, portable=portable) for portable in (False, True))
        assert one == other
        nodes += one[1]
    assert nodes > 5_000


@pytest.mark.parametrize("goal", [Goal.POINTS, Goal.BALANCE])
@pytest.mark.parametrize("policy", Policy)
def test_estimates(policy: Policy, goal: Goal) -> None:
    game, rng = Naive(seats=4, policy=policy, last_trick_points=10), random.Random(f"both {policy}")
    plays = [deal(game, 8, rng) for _ in range(10)]
    one, other = (expect(game, plays, goal, ending=4, chance=16, repeats=3, portable=p) for p in (False, True))
    assert one == other
