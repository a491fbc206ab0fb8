"""All 32 cards in play, so that sets of them fill a whole word: values beside those of the positions that follow.

When the last seat has played to the first trick, 28 cards are left; what is peculiar to 32 is then over.
"""

import random
from dataclasses import replace

import pytest

from kernel.naive_solve import Question
from naive_play import Naive, Play, deal
from stova import kernel
from stova.kernel import Goal, Policy

MEMORY = 1 << 20
SHAPES = {"four hands": (4, 8, 0), "four hands, half of them covered": (4, 4, 4), "two hands, half covered": (2, 8, 8)}
"""Seats, cards of a hand, covered ones."""
NODES = {2: 3_000}
"""Two hands have 16 tricks: bounds must do."""
BONUSES = tuple(
    (frozenset(range(13 * suit + low, 13 * suit + low + 3)), 20) for suit in range(4) for low in range(5, 11)
)


def last_to_play(game: Naive, rng: random.Random, length: int, covered: int) -> Play:
    """A deal in which all but one seat have played to the first trick."""
    play = deal(game, length, rng, covered=covered)
    for _ in range(game.seats - 1):
        play = play.after(game, rng.choice(game.legal(play.hands[play.seat], play.trick)))
    return play


def bounds(question: Question, play: Play) -> dict[int, tuple[int, int]]:
    nodes = NODES.get(len(play.hands), 1 << 62)
    return question.asked(play, memory=MEMORY, low=-600, high=600, nodes=nodes)[0]


def by_what_follows(question: Question, play: Play, card: int) -> tuple[int, int]:
    """Bounds of what a card comes to: what its trick brings, and the best of the next lead."""
    after = play.after(question.game, card)
    values = bounds(question, after).values()
    pick = max if after.leader in question.own else min
    gained = gain(question, play, after, {*play.trick, card})
    return pick(low for low, _ in values) + gained, pick(high for _, high in values) + gained


def gain(question: Question, before: Play, after: Play, trick: set[int]) -> int:
    own = after.leader in question.own
    points = sum(after.points) - sum(before.points)
    match question.goal:
        case Goal.POINTS:
            return points if own else 0
        case Goal.TRICKS:
            return int(own)
        case _:
            bonus = sum(worth for cards, worth in question.bonuses if cards <= trick)
            return points + bonus if own else -points - bonus


@pytest.mark.one_in(4)
@pytest.mark.parametrize("goal", [Goal.POINTS, Goal.TRICKS, Goal.BALANCE])
@pytest.mark.parametrize("policy", [Policy.FOLLOW, Policy.OVERTRUMP_OPPONENTS, Policy.OVERTRUMP])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_card_is_worth_its_trick_and_what_follows(shape: str, policy: Policy, goal: Goal) -> None:
    seats, length, covered = SHAPES[shape]
    rng = random.Random(f"{shape} {policy} {goal}")
    for _ in range(1 if kernel.SANITIZED else 8):
        game = Naive(seats=seats, policy=policy, trump_suit=rng.randrange(4), last_trick_points=10)
        question = Question(game=game, own=frozenset(range(0, seats, 2)), goal=goal)
        if goal is Goal.BALANCE:
            question = replace(question, bonuses=BONUSES, pit=(100, 100))
        play = last_to_play(game, rng, length, covered)
        for card, (low, high) in bounds(question, play).items():
            least, most = by_what_follows(question, play, card)
            assert (low, high) == (least, most) or NODES.get(seats)
            assert low <= most
            assert least <= high
