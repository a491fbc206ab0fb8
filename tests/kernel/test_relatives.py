"""Positions bound others whose cards lie alike by whose rank a bound rests (relatives.hpp, memory.hpp).

Few plays tell whether all such cards are noted. These do, found among tens of thousands: for each kind of card some to
which the search gave another value when it didn't note that kind.
"""

import random
from dataclasses import replace

import pytest

from kernel.naive_solve import Question
from kernel.test_solve import ask, random_question, solved
from naive_play import Play
from stova import kernel
from stova.kernel import Goal, Policy

LENGTHS = {3: (7, 0), 4: (6, 0)}
PLAYS = {
    "won a trick over others of its suit": [
        (Policy.FOLLOW, 3, Goal.POINTS, 93),
        (Policy.FOLLOW, 3, Goal.TRICKS, 41),
    ],
    "wasn't tried, since another does as well": [
        (Policy.FOLLOW, 4, Goal.POINTS, 2146),
        (Policy.OVERTRUMP, 3, Goal.POINTS, 5650),
        (Policy.OVERTRUMP, 4, Goal.POINTS, 5721),
    ],
    "held the trick for partner, who therefore needn't beat it": [
        (Policy.OVERTRUMP_OPPONENTS, 4, Goal.POINTS, 30),
        (Policy.OVERTRUMP_OPPONENTS, 4, Goal.TRICKS, 144),
    ],
    "is sure to win when its party leads": [
        (Policy.FOLLOW, 4, Goal.POINTS, 12),
        (Policy.FOLLOW_BEAT_IF_RUFFING, 4, Goal.TRICKS, 115),
    ],
    "is sure to win when the others lead": [
        (Policy.FOLLOW, 3, Goal.POINTS, 176),
        (Policy.FOLLOW_ELSE_RUFF_AND_BEAT, 3, Goal.TRICKS, 114),
    ],
    "lies above one that won": [
        (Policy.FOLLOW, 3, Goal.BALANCE, 115),
        (Policy.OVERTRUMP, 3, Goal.POINTS, 39),
    ],
    "is a trump that must be beaten": [
        (Policy.FOLLOW_ELSE_RUFF_AND_BEAT, 3, Goal.BALANCE, 62),
        (Policy.OVERTRUMP, 4, Goal.POINTS, 2),
    ],
    "was needed for the other bound alone": [
        (Policy.FOLLOW, 3, Goal.POINTS, 888),
        (Policy.FOLLOW, 4, Goal.TRICKS, 1307),
        (Policy.FOLLOW_ELSE_RUFF_AND_BEAT, 3, Goal.TRICKS, 114),
        (Policy.OVERTRUMP_OPPONENTS, 4, Goal.POINTS, 177),
    ],
}


def play_of(policy: Policy, seats: int, goal: Goal, number: int) -> tuple[Question, Play]:
    return random_question(policy, seats, goal, random.Random(f"{policy} {seats} {goal} {number} 6"), LENGTHS)


def with_bonuses(seats: int, number: int) -> tuple[Question, Play]:
    """A play with bonuses for cards of different hands."""
    rng = random.Random(f"named {seats} {number}")
    length = rng.choice([4, 5, 6, 7])
    lengths = {3: (length + 1, 0), 4: (length, 0)}
    question, play = random_question(Policy.FOLLOW, seats, Goal.BALANCE, rng, lengths)
    bonuses = []
    for _ in range(rng.randint(2, 8)):
        who = rng.sample(range(seats), rng.randint(2, seats))
        if all(play.hands[seat] for seat in who):
            cards = frozenset(rng.choice(list(play.hands[seat])) for seat in who)
            bonuses.append((cards, rng.choice([20, 50, 100])))
    return replace(question, bonuses=tuple(bonuses)), play


@pytest.mark.parametrize("which", PLAYS)
def test_the_rank_counts_of_a_card_that(which: str) -> None:
    for case in PLAYS[which]:
        question, play = play_of(*case)
        assert solved(question, play, reduced=True) == solved(question, play, reduced=False), case


@pytest.mark.parametrize(("seats", "number"), [(3, 3193), (3, 3886), (3, 4451), (3, 5979), (4, 3446), (4, 11814)])
def test_a_bonus_card_whose_rank_counts_is_the_same_one(seats: int, number: int) -> None:
    question, play = with_bonuses(seats, number)
    assert solved(question, play, reduced=True) == solved(question, play, reduced=False)


def test_a_trump_is_sure_only_beside_those_that_are_covered() -> None:
    """Three hands of trumps alone, of which some lie on others; the best card came to less when only ranks told."""
    worth = [153, 187, 204, 136, 34, 255, 102, 238, 221, 204, 170, 34]
    above = [0xFFF & -2 << card for card in range(12)]
    tables = kernel.Tables(
        seats=3, beaten_by=above, follow=[0xFFF] * 12, points=worth, trumps=0xFFF, policy=Policy.FOLLOW,
        last_trick_points=1,
    )  # fmt: skip
    hands = [1 << 1 | 1 << 7 | 1 << 9, 1 << 0 | 1 << 4 | 1 << 5, 1 << 2 | 1 << 6 | 1 << 8]
    covers = [(9, 11), (5, 10), (2, 3)]
    position = kernel.Position(hands=hands, leader=0, trick=[], points=[0] * 3, tricks=[1, 0, 0], covers=covers)
    values, _ = ask(tables, position, own=6)
    assert values == ask(tables, position, own=6, reduced=False)[0]
    assert sorted(values) == [(1, 1241, 1241), (7, 1650, 1650), (9, 1208, 1208)]


@pytest.mark.parametrize("number", [518, 1644, 705, 3747])
def test_a_play_with_other_cards_bounds_one_only_if_the_balance_makes_up_for_their_points(number: int) -> None:
    """The first two come to less than a play of no better balance, the others to more than one of no worse.

    The search without reductions remembers no other play.
    """
    rng = random.Random(f"a {number}")
    policy, seats = rng.choice(list(Policy)), rng.choice((2, 3, 4))
    question, play = random_question(policy, seats, Goal.BONUSES, rng, {2: (8, 2), 3: (7, 0), 4: (6, 0)})
    assert solved(question, play, reduced=True) == solved(question, play, reduced=False)
