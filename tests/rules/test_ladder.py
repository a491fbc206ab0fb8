"""The sheet of Sjavs: ties carried over, rubbers, crosses. Named after the rules, which hold for all Faroese forms."""

from typing import Any, Literal

import pytest

import stova
from helpers import KEY, SJAVS
from stova import RulesError, Suit
from stova.engine.result import Result
from stova.rules.ladder import Ladder


def sheet(name: str = "sjavs", *, dealer: int = 0, **options: Any) -> Ladder:
    """An empty sheet."""
    made = stova.game(name, **options).new_sheet(dealer)
    assert isinstance(made, Ladder)
    return made


def scored(*score: int, trump: Suit = Suit.HEARTS, declarer: int | None = 0) -> Result:
    """A deal that was played and came to this score by side."""
    nothing = (0,) * len(score)
    return Result(
        declarer=declarer,
        trump=None if declarer is None else trump,
        points=nothing,
        tricks=nothing,
        score=score,
        made="won",
        rule="SJ-18",
    )


def tie(sides: int = 2) -> Result:
    nothing = (0,) * sides
    return Result(
        declarer=0, trump=Suit.HEARTS, points=nothing, tricks=nothing, score=nothing, made="tie", rule="SJ-25"
    )


def passed_out(redeal: Literal["same", "next"] = "same") -> Result:
    nothing = (0, 0)
    return Result(points=nothing, tricks=nothing, score=nothing, made="passed out", rule="SJ-14", redeal=redeal)


def entered(ladder: Ladder, *results: Result) -> Ladder:
    for result in results:
        ladder = ladder.enter(result)
    return ladder


def test_sj_8_a_misdeal_is_the_next_dealers() -> None:
    before = entered(sheet(dealer=3), scored(4, 0))
    after = before.misdeal()
    assert (before.dealer, after.dealer) == (0, 1)
    assert (after.lines, after.standing) == (before.lines, (20, 24))


def test_sj_14_a_deal_passed_out_adds_no_line() -> None:
    assert entered(sheet(dealer=3), passed_out()) == sheet(dealer=3)
    assert entered(sheet(dealer=3), passed_out("next")) == sheet(dealer=0)


@pytest.mark.parametrize(
    ("tied", "simple", "clubs", "defended"),
    [
        ("plus2", (6, 0), (10, 0), (0, 6)),
        ("plus2_clubs4", (6, 0), (12, 0), (0, 6)),
        ("suduroy", (6, 0), (10, 0), (0, 8)),
        ("double", (8, 0), (16, 0), (0, 8)),
        ("quadruple", (16, 0), (32, 0), (0, 16)),
    ],
)
def test_sj_25_what_a_tie_adds_to_the_next_score(
    tied: str, simple: tuple[int, int], clubs: tuple[int, int], defended: tuple[int, int]
) -> None:
    before = entered(sheet(tie=tied), tie())
    assert before.lines[-1].scored == (0, 0)
    assert before.standing == (24, 24)
    assert entered(before, scored(4, 0)).lines[-1].scored == simple
    assert entered(before, scored(8, 0, trump=Suit.CLUBS)).lines[-1].scored == clubs
    assert entered(before, scored(0, 4)).lines[-1].scored == defended


@pytest.mark.parametrize(
    ("tied", "yes", "no"),
    [("plus2", 8, 4), ("plus2_clubs4", 8, 4), ("suduroy", 8, 4), ("double", 16, 4), ("quadruple", 128, 8)],
)
def test_sj_25_ties_in_a_row(tied: str, yes: int, no: int) -> None:
    for accumulates, expected in (("yes", yes), ("no", no)):
        before = entered(sheet(tie=tied, tie_accumulates=accumulates, rubbers=None), tie(), tie(), tie())
        assert entered(before, scored(2, 0)).lines[-1].scored == (expected, 0)


def test_sj_25_the_bonus_is_given_once() -> None:
    after = entered(sheet(), tie(), scored(2, 0), scored(2, 0))
    assert [line.scored for line in after.lines] == [(0, 0), (4, 0), (2, 0)]


def test_sj_25_the_bonus_waits_for_a_score() -> None:
    after = entered(sheet(), tie(), passed_out(), passed_out("next"), scored(0, 4))
    assert after.lines[-1].scored == (0, 6)
    waiting = entered(sheet("sjavs3"), tie(3), scored(0, 0, 0, declarer=None), scored(4, 0, 0))
    assert waiting.lines[-1].scored == (6, 0, 0)


def test_sj_25_a_played_hand_without_a_bid() -> None:
    after = entered(sheet(tie="suduroy"), tie(), scored(4, 0, declarer=None))
    assert after.lines[-1].scored == (6, 0)
    after = entered(sheet(tie="plus2_clubs4"), tie(), scored(4, 0, declarer=None))
    assert after.lines[-1].scored == (6, 0)


def test_sj_25_a_new_rubber_starts_clean_of_ties() -> None:
    after = entered(sheet(rubbers=2, max_deals=6), *[tie()] * 6, scored(4, 0))
    assert [line.rubber for line in after.lines] == [0] * 6 + [1]
    assert after.lines[-1].scored == (4, 0)


@pytest.mark.parametrize("name", SJAVS)
def test_sj_26_from_twenty_four_down(name: str) -> None:
    empty = sheet(name)
    sides = empty.sides
    assert empty.standing == (24,) * sides
    first = (16,) + (0,) * (sides - 1)
    on = entered(empty, scored(*first))
    assert (on.standing[0], on.is_over, on.winners) == (8, False, ())
    assert entered(on, scored(*(8, *first[1:]))).winners == (0,)
    assert entered(on, scored(*first)).winners == (0,)
    assert not entered(on, scored(*(4, *first[1:]))).is_over


@pytest.mark.parametrize(
    ("cross", "double_victory", "single", "double"),
    [("rubber", "yes", 1, 2), ("rubber", "no", 1, 1), ("double_only", "yes", 0, 1), ("double_only", "no", 0, 1)],
)
def test_sj_27_crosses(cross: str, double_victory: str, single: int, double: int) -> None:
    empty = sheet(cross=cross, double_victory=double_victory)
    assert entered(empty, scored(0, 4), scored(24, 0)).crosses == (single, 0)
    assert entered(empty, tie(), scored(24, 0)).crosses == (double, 0)


def test_sj_27_a_match_of_several_rubbers() -> None:
    after = entered(sheet(rubbers=3, dealer=2), scored(24, 0), scored(4, 0), scored(0, 24))
    assert (after.rubbers, after.crosses, after.rubbers_won, after.is_over) == (((0,), (1,)), (2, 1), (1, 1), False)
    assert (after.standing, after.winners, after.dealer) == ((20, 0), (), 1)
    after = entered(after, scored(0, 4), scored(4, 0), scored(0, 24))
    assert (after.crosses, after.rubbers_won, after.winners) == ((2, 2), (1, 2), (1,))


def test_sj_27_an_open_ended_match() -> None:
    after = entered(sheet(rubbers=None), *[scored(24, 0)] * 9)
    assert (after.is_over, after.crosses) == (False, (18, 0))


def test_sj_27_rubbers_are_one_or_more() -> None:
    for wrong in (0, -1, 1.5, "many"):
        with pytest.raises(RulesError, match="from 1 to a million, none"):
            stova.game("sjavs", rubbers=wrong)


@pytest.mark.parametrize(
    ("before", "standing", "rubbers", "crosses", "winners"),
    [
        ([scored(4, 0), scored(0, 2)], (20, 22), ((0,),), (1, 0), (0,)),
        ([scored(4, 0), scored(0, 4)], (20, 20), ((),), (0, 0), (0, 1)),
        ([scored(4, 0), scored(4, 0)], (16, 24), ((0,),), (2, 0), (0,)),
    ],
    ids=["lower", "equal", "double"],
)
def test_sj_28_six_deals(
    before: list[Result],
    standing: tuple[int, int],
    rubbers: tuple[tuple[int, ...], ...],
    crosses: tuple[int, int],
    winners: tuple[int, ...],
) -> None:
    scoreless = scored(0, 0)
    five = entered(sheet(max_deals=6), *before, scoreless, scoreless, passed_out(), scoreless)
    assert not five.is_over
    after = entered(five, scoreless)
    assert (after.lines[-1].standing, after.rubbers, after.crosses) == (standing, rubbers, crosses)
    assert (after.is_over, after.winners) == (True, winners)


def test_sj_28_no_limit_by_default() -> None:
    assert not entered(sheet(), *[tie()] * 40).is_over


def test_sj_28_ties_count_as_deals() -> None:
    assert not entered(sheet(max_deals=6), *[tie()] * 5).is_over
    assert entered(sheet(max_deals=6), *[tie()] * 6).rubbers == ((),)


def test_sj_29_a_column_a_side_and_a_line_a_deal() -> None:
    after = entered(sheet(rubbers=2), scored(4, 0), tie(), scored(0, 8), scored(16, 0), scored(2, 0))
    assert (after.column(0), after.column(1)) == ((24, 20, 20, 20, 4, 2), (24, 24, 24, 14, 14, 14))
    after = entered(after, scored(4, 0), scored(0, 2))
    assert (after.column(0), after.column(1)) == ((24, 24), (24, 22))
    assert after.column(0, 0) == (24, 20, 20, 20, 4, 2, -2)


@pytest.mark.parametrize("name", SJAVS)
def test_sheets_start_empty(name: str) -> None:
    match = stova.game(name).match(key=KEY, dealer=1)
    assert match.sheet == sheet(name, dealer=1)


def test_a_match_closed_within_a_rubber_is_won_by_who_is_lower_where_all_else_is_equal() -> None:
    assert entered(sheet(), scored(4, 0)).close().winners == (0,)
    even = entered(sheet(rubbers=3), scored(24, 0), scored(0, 24))
    assert even.close().winners == (0, 1)
    assert entered(even, scored(0, 2)).close().winners == (1,)
