"""The chances of a match: against counting by hand, and against matches drawn by chance."""

import random
from statistics import NormalDist

import pytest

import stova
from match_ends import columns_at, ladder_at, scored
from stova.engine.result import Sheet
from stova.games import klaverjas, sjavs
from stova.rules.prospects import down_the_ladder, so_many_deals

TWO_DEALS = ((2, 3), (-4, 1))
"""Declarers win 2 three times of four, and lose 4 once: each side gains 2 in three deals of eight, and 4 in one."""


def chances(name: str, sheet: Sheet) -> tuple[float, float]:
    prospects = stova.game(name).prospects
    assert prospects is not None
    return prospects.chances(sheet)


def test_on_a_ladder_by_hand() -> None:
    prospects = down_the_ladder(TWO_DEALS)
    assert prospects.chances(ladder_at((2, 2))) == (0.5, 0.5)
    # It is behind by a deal: 4 at once win, 2 make it even.
    assert prospects.chances(ladder_at((4, 2))) == pytest.approx((1 / 8 + 3 / 8 * 0.5, 1 - 1 / 8 - 3 / 8 * 0.5))
    assert prospects.chances(ladder_at((0, 2))) == (1, 0)
    assert prospects.chances(ladder_at((6, -2))) == (0, 1)


def test_on_a_ladder_with_so_many_deals() -> None:
    limited = {"deals": 6, "max_deals": 6}
    assert chances("sjavs", ladder_at((10, 12), **limited)) == (1, 0)
    assert chances("sjavs", ladder_at((12, 12), **limited)) == (0.5, 0.5)
    # One deal leaves whoever gains 2 or 4 lower, or 2 to the others even; two may take it back.
    two_deals = down_the_ladder(TWO_DEALS)
    assert two_deals.chances(ladder_at((10, 12), deals=5, max_deals=6))[0] == 3 / 8 + 1 / 8 + 3 / 8 / 2
    assert two_deals.chances(ladder_at((10, 12), deals=4, max_deals=6))[0] == 45 / 64


def test_deals_are_counted_from_the_beginning_of_the_rubber() -> None:
    second = ladder_at((24, 24), deals=5, max_deals=6, rubbers=2).enter(scored((0, 0))).enter(scored((2, 0)))
    assert len(second.rubbers) == 1
    assert chances("sjavs", second) == chances("sjavs", ladder_at((22, 24), max_deals=6))


def test_a_rubber_that_was_just_won() -> None:
    sheet = ladder_at((2, 6), rubbers=3)
    assert chances("sjavs", sheet.enter(scored((2, 0)))) == (1, 0)
    assert chances("sjavs", sheet.enter(scored((0, 8)))) == (0, 1)


def drawn(rng: random.Random, own: int, others: int) -> float:
    """Who wins a rubber that goes on by chance."""
    scores, counts = zip(*sjavs.USUAL, strict=True)
    while own > 0 and others > 0:
        (score,) = rng.choices(scores, counts)
        declares = rng.random() < 0.5
        own -= score if declares and score > 0 else -score if not declares and score < 0 else 0
        others -= score if not declares and score > 0 else -score if declares and score < 0 else 0
    return own <= 0


@pytest.mark.parametrize("standing", [(24, 24), (6, 12), (20, 4)])
def test_on_a_ladder_by_chance(standing: tuple[int, int]) -> None:
    rng, count = random.Random(5), 4000
    won = sum(drawn(rng, *standing) for _ in range(count)) / count
    assert chances("sjavs", ladder_at(standing))[0] == pytest.approx(won, abs=4 * (0.25 / count) ** 0.5)


def test_in_columns_by_hand() -> None:
    """A score of 4 once in four deals is a standard deviation of 2 a deal: of the last one, and 4 of four."""
    prospects, won = so_many_deals(((4, 1), (0, 3))), NormalDist().cdf(1)
    assert prospects.chances(columns_at((1002, 1000), left=1)) == pytest.approx((won, 1 - won))
    assert prospects.chances(columns_at((1000, 1004), left=4)) == pytest.approx((1 - won, won))


def test_in_columns_by_chance() -> None:
    rng, count = random.Random(6), 4000
    scores, counts = zip(*klaverjas.USUAL, strict=True)
    for standing, left in (((0, 0), 3), ((0, 200), 4), ((150, 0), 2)):
        ends = [
            standing[0] - standing[1] + sum(rng.choice((-1, 1)) * rng.choices(scores, counts)[0] for _ in range(left))
            for _ in range(count)
        ]
        won = sum(end > 0 for end in ends) / count
        assert chances("klaverjas", columns_at(standing, left=left))[0] == pytest.approx(won, abs=0.04)


def test_columns_that_are_full() -> None:
    assert chances("klaverjas", columns_at((1500, 1600), left=0)) == (0, 1)
    assert chances("klaverjas", columns_at((1600, 1600), left=0)) == (0.5, 0.5)


def test_a_match_without_an_end_has_no_prospects() -> None:
    assert stova.game("klaverjas", deals=None).prospects is None
