"""What deals of Auction Klørsjavs are worth, rule by rule: a test is named after the rule it proves."""

import random
from functools import cache
from typing import Any

import pytest

import stova
from helpers import run, tricks
from klorsjavs_auction_deals import declared
from searched import bent, play_on, search
from stova import Result, RulesError, State, Suit
from stova.rules.columns import Columns


@cache
def ended(contract: str, points: int | None, won: int | None = None, **options: Any) -> Result:
    """A deal found and played in which the declarer takes so many card points, and in so many tricks if that is said.

    Without either it takes no trick.
    """
    game = stova.game("klorsjavs_auction", **options)
    strong = (points or 0) > 40 or (won or 0) > 1

    def make(rng: random.Random) -> State:
        dealer, declarer, trump = rng.randrange(3), rng.randrange(3), rng.choice(list(Suit))
        state = bent(game, rng, {declarer}, trump, strong=strong, dealer=dealer)
        while state.to_act != declarer:
            state = run(state, "pass")
        winners = {declarer} if strong else {0, 1, 2} - {declarer}
        return play_on(run(state, f"bid {contract}"), rng, winners, "pass", f"trump {trump}")

    def wanted(state: State) -> bool:
        result = state.result
        assert result.declarer is not None
        own, taken = result.points[result.declarer], result.tricks[result.declarer]
        if points is None and won is None:
            return not taken
        return points in (None, own) and taken > 0 and won in (None, taken)

    return search(f"{contract} {points} {won}", make, wanted).result


def amount(result: Result) -> tuple[int, int]:
    """What the declarer wins, and what each opponent pays for it."""
    assert result.declarer is not None
    others = {score for seat, score in enumerate(result.score) if seat != result.declarer}
    assert len(others) == 1, "every opponent pays the same"
    return result.score[result.declarer], -others.pop()


def sheet(dealer: int = 0, **options: Any) -> Columns:
    made = stova.game("klorsjavs_auction", **options).new_sheet(dealer)
    assert isinstance(made, Columns)
    return made


def scored(*score: int) -> Result:
    nothing = (0, 0, 0)
    return Result(declarer=0, points=nothing, tricks=nothing, score=score, made="won", rule="KA-6")


ROWS = [
    (61, 1),
    (90, 1),
    (91, 2),
    (105, 2),
    (120, 3),
    (60, -1),
    (31, -1),
    (30, -2),
    (16, -2),
    (None, -3),
]
"""Card points, None for no trick, and how often the contract's amount is won or lost."""


@pytest.mark.parametrize(("contract", "once"), [("spil", 1), ("stryger", 4)])
@pytest.mark.parametrize(("points", "times"), ROWS)
def test_ka_6_what_a_game_is_worth(contract: str, once: int, points: int | None, times: int) -> None:
    result = ended(contract, points)
    words = {1: "won", 2: "double", 3: "all", -1: "lost", -2: "lost double", -3: "no trick"}
    assert (amount(result), result.made, result.rule) == ((2 * times * once, times * once), words[times], "KA-6")


@pytest.mark.parametrize(
    ("contract", "won", "worth"),
    [
        ("tout", 6, 10),
        ("tout", 5, -10),
        ("tout", 1, -10),
        ("tout", None, -10),
        ("strøget tout", 6, 15),
        ("strøget tout", 5, -15),
        ("strøget tout", 1, -15),
        ("strøget tout", None, -15),
    ],
)
def test_ka_6_what_a_tout_is_worth(contract: str, won: int | None, worth: int) -> None:
    result = ended(contract, None, won)
    assert amount(result) == (2 * worth, worth)
    assert result.made == ("tout" if worth > 0 else "tout lost")


@pytest.mark.parametrize(
    ("contract", "down", "points", "score"),
    [("spil", ("exchange 5C 5D",), (85, 18, 17), (2, -1, -1)), ("stryger", (), (70, 25, 25), (8, -4, -4))],
)
def test_ka_6_a_deal_counted_by_hand(
    contract: str, down: tuple[str, ...], points: tuple[int, ...], score: tuple[int, ...]
) -> None:
    state = tricks(declared(contract, *down), "AH QH 5H", "KH JC JS", "AS QS 5S")
    assert state.points == (24 + 8 + 24, 0, 0)
    last = ("JD KD AD", "QD JH KS", "QC AC KC") if contract == "spil" else ("5D KD AD", "QD JH KS", "5C AC KC")
    result = tricks(state, *last).result
    assert (result.points, result.score, result.tricks) == (points, score, (4, 1, 1))


@pytest.mark.parametrize(("points", "at_91", "at_90"), [(89, 1, 1), (90, 1, 2), (91, 2, 2), (31, -1, -1), (30, -2, -2)])
def test_ka_7_where_double_begins(points: int, at_91: int, at_90: int) -> None:
    assert amount(ended("spil", points)) == (2 * at_91, at_91)
    assert amount(ended("spil", points, double_at=90)) == (2 * at_90, at_90)


@pytest.mark.parametrize("points", [61, 105, 120, 60, 30, None])
def test_ka_8_each_opponent_pays_or_is_paid(points: int | None) -> None:
    each, flat = ended("stryger", points), ended("stryger", points, payment="flat")
    assert sum(each.score) == 0
    assert amount(flat) == (amount(each)[1], amount(each)[1])


@pytest.mark.parametrize("won", [6, 5])
def test_ka_8_in_the_touts_too(won: int) -> None:
    sign = 1 if won == 6 else -1
    assert amount(ended("tout", None, won)) == (sign * 20, sign * 10)
    assert amount(ended("tout", None, won, payment="flat")) == (sign * 10, sign * 10)


@pytest.mark.parametrize(("deals", "count"), [({}, 12), ({"deals": 1}, 1), ({"deals": 7}, 7)])
def test_ka_9_a_set_number_of_deals_and_the_highest_wins(deals: dict[str, int], count: int) -> None:
    columns = sheet(dealer=1, **deals)
    assert columns.standing == (0, 0, 0)
    for _ in range(count):
        assert (columns.is_over, columns.winners) == (False, ())
        columns = columns.enter(scored(-2, 4, -2))
    assert (columns.is_over, columns.winners, columns.standing) == (True, (1,), (-2 * count, 4 * count, -2 * count))
    assert (columns.losers, columns.dealer) == ((), (1 + count) % 3)


def test_ka_9_equal_totals_share_and_passed_out_deals_do_not_count() -> None:
    nothing = (0, 0, 0)
    out = Result(points=nothing, tricks=nothing, score=nothing, made="passed out", rule="KA-3", redeal="same")
    columns = sheet(deals=2).enter(out).enter(scored(2, -1, -1)).enter(out)
    assert not columns.is_over
    assert columns.enter(scored(-1, 2, -1)).winners == (0, 1)


def test_ka_9_or_for_as_long_as_you_like() -> None:
    columns = sheet(deals=None)
    for _ in range(40):
        columns = columns.enter(scored(2, -1, -1))
    assert not columns.is_over
    assert columns.close().winners == (0,)
    for wrong in (0, -1, "many"):
        with pytest.raises(RulesError, match="from 1 to a million, none"):
            stova.game("klorsjavs_auction", deals=wrong)
