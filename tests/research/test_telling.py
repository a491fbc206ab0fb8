"""What is told of a measurement."""

import dataclasses

import pytest
from msgspec.structs import replace

import stova
from arena_bots import passes
from stova.bots.forfeits import Forfeit
from stova.research import telling
from stova.research.arena import play
from stova.research.replay import MOST_REDEALS
from stova.research.report import Estimate


@pytest.mark.parametrize(("errors", "said"), [(1.9, "That may be luck: "), (2.1, "one scores ")])
def test_few_standard_errors_are_said_to_be_luck_perhaps(errors: float, said: str) -> None:
    both = ("one", "other")
    *_, last = telling.verdict(both, Estimate(errors, 1.0), telling.FEWEST)
    assert last.startswith(said)
    (barely,) = telling.verdict(both, Estimate(2.0, 1.0), telling.FEWEST)
    assert barely.endswith(": 2.0 standard errors.")
    (few,) = telling.verdict(both, Estimate(errors, 1.0), telling.FEWEST - 1)
    assert few.endswith(": too few deals to tell.")
    worse, *_ = telling.verdict(both, Estimate(-errors, 0.5), telling.FEWEST)
    assert worse == f"other scores {errors:.2f} a deal more than one: {2 * errors:.1f} standard errors."
    assert list(telling.verdict(both, Estimate(0.0, 1.0), telling.FEWEST)) == ["Neither scores more."]
    (same,) = telling.verdict(both, Estimate(2.0, 0.0), telling.FEWEST)
    assert same == "one scores 2.00 a deal more than other, the same in every deal."


@pytest.mark.parametrize(
    ("bots", "shown"),
    [
        (("program:python3 good.py", "club"), ("python3 good.py", "club")),
        (("expert:0.05", "program:./a_folder_of_bots/bot.py"), ("expert:0.05", "…er_of_bots/bot.py")),
        (("./new/a_folder_of_bots/bot.py", "./old/a_folder_of_bots/bot.py"), ("first", "second")),
    ],
)
def test_bots_are_named_in_the_width_of_a_column(bots: tuple[str, str], shown: tuple[str, str]) -> None:
    assert tuple(telling.names(bots)) == shown


def test_names_that_are_alike_at_the_end_are_told_in_full() -> None:
    report = play(stova.game("klaverjas"), bots=("novice", "random"), deals=1)
    bots = ("program:python3 new/a_folder_of_bots/bot.py", "program:python3 old/a_folder_of_bots/bot.py")
    lines = str(dataclasses.replace(report, bots=bots)).splitlines()
    assert lines[1:4] == [f"first: {bots[0]}", f"second: {bots[1]}", ""]
    assert lines[4].split() == ["first", "second", "difference"]
    assert " a deal more than " in lines[-1]
    assert "…" not in "".join(lines)


def test_deals_that_nobody_played_are_told() -> None:
    game = stova.game("sjavs", bidding="optional")
    said = list(telling.told(play(game, bots=(passes, passes), deals=2)))
    assert f"2 of 2 deals came to nothing: passed out {MOST_REDEALS + 1} times in a row" in said[-1]
    played = play(game, bots=("novice", "novice"), deals=2)
    assert not any("nothing" in line for line in telling.told(played))
    # The last time it was dealt it was played; or one of its replays alone came to nothing.
    late = tuple(replace(row, redeals=MOST_REDEALS) for row in played.rows)
    assert not any("nothing" in line for line in telling.told(dataclasses.replace(played, rows=late)))
    # It was a tie.
    tied = tuple(replace(row, score=(0, 0), points=(60, 60)) for row in late)
    assert not any("nothing" in line for line in telling.told(dataclasses.replace(played, rows=tied)))
    none = (0,) * len(late[0].score)
    one = (replace(late[0], score=none, points=none), *played.rows[1:])
    assert any("1 of 2 deals came to nothing" in line for line in telling.told(dataclasses.replace(played, rows=one)))


def test_who_forfeited_in_one_replay_alone_did_not_play_the_deal_itself() -> None:
    report = play(stova.game("klaverjas"), bots=("novice", "random"), deals=2)
    forfeit = Forfeit(program="p", seat=1, fault="slow", why="slept", decision=2, asked="bid")
    *others, last = report.rows
    first, second = last.thoughts
    rows = (*others, replace(last, thoughts=(first, replace(second, forfeits=(forfeit,)))))
    said = list(telling.stand_ins(dataclasses.replace(report, rows=rows), ("one", "other")))
    assert said == ["other didn't play it all itself: in 1 of 2 deals a novice played on for it."]


def test_the_longest_decision_is_told() -> None:
    report = play(stova.game("klaverjas"), bots=("novice", "random"), deals=1)
    rows = tuple(
        replace(row, thoughts=(replace(row.thoughts[0], longest=3.25), row.thoughts[1])) for row in report.rows
    )
    (line,) = (line for line in str(dataclasses.replace(report, rows=rows)).splitlines() if line.startswith("longest"))
    assert "3.25 s" in line


def test_many_forfeits_are_not_all_told() -> None:
    forfeit = Forfeit(program="p", seat=1, fault="slow", why="slept", decision=2, asked="bid")
    told = "p on seat 1 slept when asked to bid, its decision 2; a novice plays on."
    assert list(telling.forfeits([forfeit] * 9)) == [told, "  And so 8 times more."]
    assert list(telling.forfeits([forfeit] * 2)) == [told, "  And so once more."]
    kinds = [replace(forfeit, why=f"slept {times} times") for times in range(8)]
    every = [*kinds[1:], *kinds]
    first, again, *_, others = telling.forfeits(every)
    assert first == "p on seat 1 slept 1 times when asked to bid, its decision 2; a novice plays on."
    assert again == "  And so once more."
    assert others == "And 5 forfeits of other kinds."
    assert list(telling.forfeits(kinds[:6]))[-1] == "And 1 forfeit of other kinds."
    assert len(list(telling.forfeits(kinds[:5]))) == 5
    unlike = [forfeit, replace(forfeit, program="q"), replace(forfeit, asked="play")]
    assert list(telling.forfeits(unlike)) == list(map(str, unlike))


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "0 µs"), (0.000_012, "12 µs"), (0.005, "5 ms"), (0.0123, "12.3 ms"), (0.5, "500 ms"), (1.25, "1.25 s")],
)
def test_durations(seconds: float, said: str) -> None:
    assert telling.duration(seconds) == said
