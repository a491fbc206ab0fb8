"""Averages of play by rules of thumb with a perfect ending, on the kernel alone: what is exact, and what is refused."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from kernel.naive_solve import Question, naive_values
from kernel.test_solve import no_suits
from naive_play import Naive, Play, deal
from stova import kernel
from stova.kernel import Goal, Policy

LENGTHS = {2: (3, 2), 3: (2, 0), 4: (2, 0)}
"""Cards of a hand, and covered ones, by the number of seats."""
WORTH = [7 * points for points in range(200)]
QUIET: dict[str, Any] = {
    "own": 1, "pit": (0, 0), "none": -1, "all": 1000, "alone": 2000, "lost": -500,
    "ending": 8, "chance": 1, "repeats": 1, "seed": 0, "seconds": float("inf"),
}  # fmt: skip


def expect(game: Naive, plays: list[Play], goal: Goal, **changes: Any) -> list[list[float]]:
    given = QUIET | {"had": [0] * len(plays), "by_points": WORTH if goal is Goal.POINTS else []} | changes
    positions = [play.position() for play in plays]
    return kernel.expect(kernel.Transpositions(1 << 16), game.tables(), positions, goal, **given)


def last_of_a_trick(game: Naive, rng: random.Random) -> Play:
    """The last seat is to play; both parties have tricks."""
    length, covered = LENGTHS[game.seats]
    play = deal(game, length, rng, covered=rng.randint(0, covered))
    for _ in range(game.seats - 1):
        play = play.after(game, rng.choice(game.legal(play.hands[play.seat], play.trick)))
    return replace(play, tricks=[1] * game.seats)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_exact_when_the_rest_is_played_perfectly(seats: int, policy: Policy) -> None:
    rng = random.Random(f"{seats} {policy}")
    for _ in range(10):
        game = Naive(seats=seats, policy=policy, last_trick_points=10)
        play, had = last_of_a_trick(game, rng), rng.randint(0, 5)
        for goal in (Goal.POINTS, Goal.BALANCE):
            question = Question(game=game, own=frozenset((0,)), goal=goal)
            values = [naive_values(question, play)[card] + had for card in sorted(naive_values(question, play))]
            worth = [7 * value if goal is Goal.POINTS else value if value > 0 else -500 for value in values]
            assert expect(game, [play], goal, had=[had]) == [worth]


def test_no_trick_and_all_tricks() -> None:
    """The higher of two cards takes the only trick."""
    game = Naive(seats=2, policy=Policy.FOLLOW)
    play = Play(hands=[[8], [12]], leader=0, points=[0, 0], tricks=[0, 0])
    assert expect(game, [play], Goal.POINTS) == [[-1]]
    assert expect(game, [play], Goal.POINTS, own=2) == [[2000]]
    assert expect(game, [play], Goal.POINTS, own=2, alone=1000) == [[1000]]
    assert expect(game, [replace(play, tricks=[1, 1])], Goal.POINTS, own=2) == [[7 * 21]]


@pytest.mark.parametrize("ending", [0, 1, 8])
@pytest.mark.parametrize(("tricks", "worth"), [([0, 0, 0, 0], 2000), ([2, 0, 0, 0], 2000), ([0, 0, 2, 0], 1000)])
def test_all_tricks_by_one_seat(ending: int, tricks: list[int], worth: int) -> None:
    """Seat 0 has what takes the rest, wherever rules of thumb end and perfect play begins."""
    game = Naive(seats=4, policy=Policy.FOLLOW)
    play = Play(hands=[[6, 7], [2, 3], [4, 5], [0, 1]], leader=0, points=[0] * 4, tricks=tricks)
    assert expect(game, [play], Goal.POINTS, own=5, ending=ending) == [[worth, worth]]


def test_cards_on_either_side_of_one_on_the_table_are_not_alike() -> None:
    position = kernel.Position(hands=[0b1, 0b10100], leader=0, trick=[3], points=[0, 0], tricks=[1, 1])
    given = QUIET | {"own": 2, "had": [0], "by_points": range(99)}
    assert kernel.expect(kernel.Transpositions(1 << 16), no_suits(8), [position], Goal.POINTS, **given) == [[2, 4]]


def test_the_rest_is_played_perfectly_once_so_many_tricks_are_left() -> None:
    game, rng = Naive(seats=2, policy=Policy.FOLLOW), random.Random("ending 11")
    play = deal(game, 4, rng)
    play = replace(play.after(game, rng.choice(game.legal(play.hands[play.seat], play.trick))), tricks=[1, 1])
    values = naive_values(Question(game=game, own=frozenset((0,)), goal=Goal.POINTS), play)
    exact = [7 * values[card] for card in sorted(values)]
    found = [expect(game, [play], Goal.POINTS, ending=ending, repeats=20)[0] for ending in (1, 2, 3)]
    assert found[2] == exact
    assert exact not in found[:2]


def test_each_position_has_its_own_points() -> None:
    game = Naive(seats=2, policy=Policy.FOLLOW)
    play = Play(hands=[[8], [12]], leader=0, points=[0, 0], tricks=[1, 1])
    assert expect(game, [play] * 2, Goal.POINTS, had=[3, 8]) == [[21], [56]]


@pytest.mark.parametrize("goal", [Goal.POINTS, Goal.BALANCE])
def test_whole_deals(goal: Goal) -> None:
    """All 32 cards in play: the sanitizers watch, and the same is the same again."""
    game, rng = Naive(seats=4, policy=Policy.OVERTRUMP_OPPONENTS, last_trick_points=10), random.Random(3)
    plays = [deal(game, 8, rng) for _ in range(5)]
    given: dict[str, Any] = {"own": 5, "ending": 3, "chance": 16, "repeats": 3}
    first = expect(game, plays, goal, **given)
    assert [len(row) for row in first] == [8] * 5
    assert expect(game, plays, goal, **given) == first
    assert expect(game, plays, goal, **given | {"seed": 1}) != first
    assert expect(game, plays, goal, **given | {"seconds": 0.0}) == first[:1]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"goal": Goal.TRICKS}, "goal must be POINTS or BALANCE"),
    ({"had": []}, "had must have a number for each position"),
    ({"had": [1, 2]}, "had must have a number for each position"),
    ({"had": [-1]}, "by_points must say what all points are worth"),
    ({"had": [len(WORTH)]}, "by_points must say what all points are worth"),
    ({"by_points": WORTH[:3]}, "by_points must say what all points are worth"),
    ({"goal": Goal.BALANCE, "by_points": WORTH}, "by_points are for POINTS only"),
    ({"ending": -1}, "ending must be 0 or more"),
    ({"chance": 0}, r"chance must be 1\.\.19999"),
    ({"chance": 20_000}, r"chance must be 1\.\.19999"),
    ({"repeats": 0}, "repeats must be"),
    ({"repeats": (1 << 20) + 1}, "repeats must be"),
    ({"seconds": -1.0}, "seconds must be 0 or more"),
    ({"seconds": float("nan")}, "seconds must be 0 or more"),
    ({"own": 4}, "own must be a set of the seats"),
    ({"pit": (-1, 0)}, "pit must be 0 or more"),
    ({"goal": Goal.BALANCE, "by_points": [], "had": [20_000]}, "may come to more than 19999"),
]


def test_points_of_the_last_trick_count_among_all_points() -> None:
    game = Naive(seats=2, policy=Policy.FOLLOW, last_trick_points=200)
    with pytest.raises(ValueError, match="by_points must say what all points are worth"):
        expect(game, [Play(hands=[[5], [6]], leader=0, points=[0, 0], tricks=[0, 0])], Goal.POINTS)


@pytest.mark.parametrize(("changes", "why"), WRONG)
def test_bad_questions(changes: dict[str, Any], why: str) -> None:
    game = Naive(seats=2, policy=Policy.FOLLOW)
    goal = changes.get("goal", Goal.POINTS)
    given = {name: value for name, value in changes.items() if name != "goal"}
    with pytest.raises(ValueError, match=why):
        expect(game, [deal(game, 3, random.Random(1))], goal, **given)


def test_positions_that_cannot_be_estimated() -> None:
    game = Naive(seats=2, policy=Policy.FOLLOW)
    some: dict[str, Any] = {"points": [0, 0], "tricks": [1, 1]}
    with pytest.raises(ValueError, match="the play is over"):
        expect(game, [Play(hands=[[], []], **some)], Goal.POINTS)
    with pytest.raises(ValueError, match="more than 32 cards are still to be played"):
        expect(game, [Play(hands=[list(range(17)), list(range(17, 34))], **some)], Goal.POINTS)
    with pytest.raises(ValueError, match="the position has 2 seats, the tables 3"):
        expect(replace(game, seats=3), [Play(hands=[[1], [2]], **some)], Goal.POINTS)


class Made:
    """Positions that are made when they are asked for, and kept by nobody."""

    def __init__(self, game: Naive, number: int) -> None:
        self.game, self.number = game, number

    def __iter__(self) -> Iterator[kernel.Position]:
        return (deal(self.game, 4, random.Random(seed)).position() for seed in range(self.number))


def test_positions_may_come_from_anything_that_gives_them() -> None:
    game = Naive(seats=4, policy=Policy.OVERTRUMP_OPPONENTS, last_trick_points=10)
    given = QUIET | {"had": [0] * 9, "by_points": WORTH}
    few = kernel.Transpositions(1 << 16)
    found = kernel.expect(few, game.tables(), Made(game, 9), Goal.POINTS, **given)
    assert found == kernel.expect(few, game.tables(), list(Made(game, 9)), Goal.POINTS, **given)
    wrong: Any
    for wrong in ([5], [kernel.Position.__new__(kernel.Position)]):
        with pytest.raises(ValueError, match="positions must be Positions"):
            kernel.expect(few, game.tables(), wrong, Goal.POINTS, **given)
