"""Random play-outs: what they add up to, how they are distributed, and that nothing but the seed matters."""

import random
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from naive_play import Naive, Play, deal, outcomes, rows
from stova import kernel

SEATS = (2, 3, 4)
TESTS = Path(__file__).parents[1]


def whole_deal(seats: int = 4, policy: kernel.Policy = kernel.Policy.FOLLOW) -> tuple[kernel.Tables, kernel.Position]:
    game = Naive(seats=seats, policy=policy)
    return game.tables(), deal(game, 8, random.Random(seats)).position()


def chi_square(game: Naive, play: Play, count: int, seed: int) -> tuple[float, int]:
    """The statistic of `count` play-outs against all that can happen, and its degrees of freedom."""
    expected = outcomes(game, play)
    results = rows(kernel.playouts(game.tables(), play.position(), count, seed))
    seen = Counter((*points, *tricks) for points, tricks in results)
    assert seen.keys() <= expected.keys()
    return sum(float((seen[at] - count * p) ** 2 / (count * p)) for at, p in expected.items()), len(expected) - 1


def undecided(game: Naive, played: int, rng: random.Random) -> Play:
    """A deal in which so many cards have been played and more than one thing can happen."""
    while True:
        play = deal(game, 3, rng)
        for _ in range(played):
            play = play.after(game, play.hands[play.seat][0])
        if len(outcomes(game, play)) > 1:
            return play


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("policy", kernel.Policy)
def test_totals(policy: kernel.Policy, seats: int) -> None:
    game = Naive(seats=seats, policy=policy, last_trick_points=10)
    play = deal(game, 8, random.Random(seats))
    total = sum(game.points(card) for hand in play.hands for card in hand) + 10
    for points, tricks in rows(kernel.playouts(game.tables(), play.position(), 1000, 3)):
        assert sum(points) == total
        assert sum(tricks) == 8


def test_what_was_taken_before_counts() -> None:
    game = Naive(seats=3, policy=kernel.Policy.FOLLOW)
    play = deal(game, 2, random.Random(1))
    zero = rows(kernel.playouts(game.tables(), play.position(), 50, 1))
    play = Play(hands=play.hands, leader=play.leader, points=[5, 0, 60000], tricks=[1, 2, 3])
    later = rows(kernel.playouts(game.tables(), play.position(), 50, 1))
    assert later == [
        [[p + q for p, q in zip(points, [5, 0, 60000], strict=True)],
         [p + q for p, q in zip(tricks, [1, 2, 3], strict=True)]]
        for points, tricks in zero
    ]  # fmt: skip


@pytest.mark.parametrize(("first", "trick"), [([8], []), ([], [8])])
def test_the_last_trick_has_its_points(first: list[int], trick: list[int]) -> None:
    game = Naive(seats=2, policy=kernel.Policy.FOLLOW, last_trick_points=10)
    play = Play(hands=[first, [12]], trick=trick, points=[0, 0], tricks=[0, 0])
    assert rows(kernel.playouts(game.tables(), play.position(), 3, 1)) == [[[0, 31], [0, 1]]] * 3


def test_a_finished_deal_stays_as_it_is() -> None:
    game = Naive(seats=2, policy=kernel.Policy.FOLLOW, last_trick_points=10)
    play = Play(hands=[[], []], points=[70, 50], tricks=[5, 3])
    assert rows(kernel.playouts(game.tables(), play.position(), 2, 1)) == [[[70, 50], [5, 3]]] * 2


@pytest.mark.one_in(4)
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("policy", kernel.Policy)
@pytest.mark.parametrize("played", [0, 1])
def test_choices_are_uniform(policy: kernel.Policy, seats: int, played: int) -> None:
    rng = random.Random(f"{policy} {seats} {played}")
    game = Naive(seats=seats, policy=policy, last_trick_points=10)
    statistic, freedom = chi_square(game, undecided(game, played, rng), 40_000, seed=5)
    assert freedom > 0
    assert statistic < freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("covered", [1, 2])
def test_covered_cards_join_the_hand(covered: int) -> None:
    game = Naive(seats=2, policy=kernel.Policy.FOLLOW)
    play = deal(game, 2, random.Random(4), covered=covered)
    statistic, freedom = chi_square(game, play, 40_000, seed=5)
    assert freedom > 1
    assert statistic < freedom + 4 * (2 * freedom) ** 0.5


def test_results_depend_on_the_seed_alone() -> None:
    tables, position = whole_deal()
    one = kernel.playouts(tables, position, 1001, 7)
    assert (one.shape, one.format, one.readonly) == ((1001, 2, 4), "H", True)
    for threads in (2, 3, 7, 64):
        assert kernel.playouts(tables, position, 1001, 7, threads) == one
    assert rows(kernel.playouts(tables, position, 10, 7)) == rows(one)[:10]
    assert kernel.playouts(tables, position, 1001, 8) != one


CRAMPED = """
import resource
from kernel.test_playouts import whole_deal
from stova import kernel
one = kernel.playouts(*whole_deal(), 1001, 7)
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
print(kernel.playouts(*whole_deal(), 1001, 7, 256) == one)
"""


@pytest.mark.skipif(kernel.SANITIZED, reason="the sanitizer needs more room than is left here")
def test_where_so_many_threads_cannot_be_had_fewer_do() -> None:
    ended = subprocess.run([sys.executable, "-c", CRAMPED], cwd=TESTS, capture_output=True, text=True, check=False)
    assert (ended.stdout, ended.stderr) == ("True\n", "")


def test_fewer_playouts_than_threads() -> None:
    tables, position = whole_deal()
    assert kernel.playouts(tables, position, 1, 7, 4) == kernel.playouts(tables, position, 1, 7)


@pytest.mark.skipif(
    not kernel.FAST and not kernel.SANITIZED, reason="this processor has no BMI2, so there is one path only"
)
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("policy", kernel.Policy)
def test_both_paths_play_the_same(policy: kernel.Policy, seats: int) -> None:
    tables, position = whole_deal(seats, policy)
    fast = kernel.playouts(tables, position, 2000, 11)
    assert kernel.playouts(tables, position, 2000, 11, portable=True) == fast


def test_other_threads_run_meanwhile() -> None:
    tables, position = whole_deal()
    began = threading.Event()

    def search() -> None:
        began.set()
        kernel.playouts(tables, position, 1_000_000, 1)

    thread = threading.Thread(target=search)
    thread.start()
    began.wait()
    ticks = 0
    while thread.is_alive():
        time.sleep(0.001)
        ticks += 1
    assert ticks > 5
