"""What deals come to, and their CSV."""

import dataclasses
import math
from statistics import fmean

import pytest
from msgspec.structs import replace

import stova
from arena_bots import passes
from stova.bots.forfeits import Forfeit
from stova.research.arena import Arena, play
from stova.research.replay import Thought
from stova.research.report import Estimate, csv_head, csv_lines


def test_the_longest_decision_is_that_of_all_deals() -> None:
    report = play(stova.game("klaverjas"), bots=("novice", "random"), deals=2)
    rows = [
        replace(row, thoughts=(replace(row.thoughts[0], longest=longest), row.thoughts[1]))
        for row, longest in zip(report.rows, (0.1, 0.4, 0.3, 0.2), strict=True)
    ]
    assert dataclasses.replace(report, rows=tuple(rows)).standing(0).longest == 0.4


def test_what_bots_had_is_the_mean_of_all_rows() -> None:
    """Of six replays in a game of three sides; a decision's time is that of all decisions."""
    report = play(stova.game("sjavs3"), bots=("novice", "random"), deals=3)
    assert len(report.rows) == 18
    for contestant in (0, 1):
        expected = fmean(row.mean(contestant, "points") for row in report.rows)
        assert report.standing(contestant).points == pytest.approx(expected)
    for deal, difference in enumerate(report.differences()):
        rows = report.rows[6 * deal : 6 * deal + 6]
        assert difference == pytest.approx(fmean(row.mean(0, "score") - row.mean(1, "score") for row in rows))
    took = [Thought(decisions=number, seconds=1.0, longest=1.0, forfeits=()) for number in (1, 9)]
    rows = tuple(replace(row, thoughts=(own, own)) for row, own in zip(report.rows, took, strict=False))
    assert dataclasses.replace(report, rows=rows).standing(0).mean_seconds == 0.2


def test_forfeits_are_those_of_all_deals() -> None:
    report = play(stova.game("klaverjas"), bots=("novice", "random"), deals=2)
    lost = [Forfeit(program="p", seat=seat, fault="slow", why="slept", decision=2, asked="bid") for seat in range(4)]
    rows = [
        replace(row, thoughts=(replace(row.thoughts[0], forfeits=(forfeit,)), row.thoughts[1]))
        for row, forfeit in zip(report.rows, lost, strict=True)
    ]
    report = dataclasses.replace(report, rows=tuple(rows))
    assert (report.standing(0).forfeits, report.standing(1).forfeits) == (tuple(lost), ())


def test_csv_lines_count_forfeits() -> None:
    game = stova.game("klaverjas")
    report = play(game, bots=("novice", "random"), deals=1)
    forfeit = Forfeit(program="p", seat=1, fault="slow", why="slept", decision=2, asked="bid")
    rows = tuple(
        replace(row, thoughts=(row.thoughts[0], replace(row.thoughts[1], forfeits=(forfeit, forfeit))))
        for row in report.rows
    )
    for line in csv_lines(dataclasses.replace(report, rows=rows)):
        told = dict(zip(csv_head(game), line, strict=True))
        assert (told["first_forfeits"], told["second_forfeits"]) == (0, 2)


def test_csv_lines_say_how_long_it_took() -> None:
    game = stova.game("klaverjas")
    report = play(game, bots=("novice", "random"), deals=1)
    took = Thought(decisions=3, seconds=2.5, longest=1.25, forfeits=())
    rows = tuple(replace(row, thoughts=(took, row.thoughts[1])) for row in report.rows)
    for line in csv_lines(dataclasses.replace(report, rows=rows)):
        told = dict(zip(csv_head(game), line, strict=True))
        assert (told["first_decisions"], told["first_seconds"], told["first_longest"]) == (3, "2.500000", "1.250000")


def test_csv_lines_have_a_value_a_column() -> None:
    for name in ("klaverjas", "sjavs3", "klorsjavs4"):
        game = stova.game(name)
        report = play(game, bots=("novice", "random"), deals=1)
        head = csv_head(game)
        lines = [dict(zip(head, line, strict=True)) for line in csv_lines(report)]
        assert [line["deal"] for line in lines] == [0] * len(lines)
        for line, row in zip(lines, report.rows, strict=True):
            assert [line[f"bot_{seat}"] for seat in range(game.seats)] == [
                report.bots[row.seating[side]] for side in game.sides
            ]
            assert line["score_1"] == row.score[1]
            assert line["second_decisions"] == row.thoughts[1].decisions


def test_csv_lines_say_what_was_played() -> None:
    game = stova.game("sjavs", preset="suduroy", bidding="optional", tie="double")
    report = play(game, bots=("random", "random"), deals=1, seed=7)
    head = csv_head(game)
    assert head[:5] == ("game", "preset", "options", "seed", "deal")
    for line in csv_lines(report):
        name, preset, options, seed = line[:4]
        assert (name, preset, seed) == ("sjavs", "suduroy", 7)
        changes = dict(option.split("=") for option in str(options).split())
        assert changes == {"bidding": "optional", "tie": "double"}
        assert stova.game(str(name), preset=str(preset), **changes).identity == game.identity


def test_csv_lines_say_who_dealt_and_how_often_it_was_passed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stova.research.replay.MOST_REDEALS", 5)
    game = stova.game("sjavs", bidding="optional", all_pass="redeal")
    arena = Arena(game=game, bots=(passes, passes), seed=0)
    for line in csv_lines(arena.report(arena.deal((passes, passes), 2))):
        told = dict(zip(csv_head(game), line, strict=True))
        assert (told["deal"], told["dealer"], told["redeals"]) == (2, 2, 5)


@pytest.mark.parametrize(
    ("mean", "error", "said"),
    [(-0.004, 0.02, "+0.00 ± 0.02"), (0.0, math.inf, "+0.00"), (-0.006, 0.0, "-0.01 ± 0.00")],
)
def test_nothing_is_said_to_be_less_than_nothing(mean: float, error: float, said: str) -> None:
    assert str(Estimate(mean, error)) == said
