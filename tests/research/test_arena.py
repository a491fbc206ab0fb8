"""The arena: fair, exact, the same again, and patient with programs."""

import itertools
import random
import re
import sys
import time
import traceback
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

import stova
from arena_bots import fails, first_legal, leaves, passes, timeless
from helpers import GAMES
from programs import learned, learner
from stova import Action, IllegalAction, RulesError, View
from stova.bots import Bot, bot
from stova.bots.novice import novice
from stova.bots.program import Program
from stova.engine.actions import Cut, Knock
from stova.errors import BotError
from stova.research import arena, plot, replay, telling
from stova.research.arena import Arena, anything, play
from stova.research.baseline import SampleAndSolve
from stova.research.plot import LONGEST, course, picture, ticks
from stova.research.replay import Played, Replay, seatings
from stova.research.report import Report, estimate

KLAVERJAS = stova.game("klaverjas")
EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


class Watcher:
    """A novice that keeps what it was asked: the views and seeds of a contestant."""

    def __init__(self) -> None:
        self.asked: list[tuple[View, int]] = []

    def __call__(self, view: View, seed: int) -> Action:
        self.asked.append((view, seed))
        return novice(view, seed)


@pytest.mark.parametrize("name", GAMES)
def test_seatings_are_fair(name: str) -> None:
    """Each contestant has each side equally often, against the other on all other sides."""
    game = stova.game(name)
    found = seatings(game)
    sides = len(set(game.sides))
    assert len(found) == len(set(found)) == (2 if sides == 2 else 2 * sides)
    for side in range(sides):
        assert Counter(seating[side] for seating in found)[0] == len(found) // 2
    assert all(1 in Counter(seating).values() for seating in found)
    assert {tuple(1 - player for player in seating) for seating in found} == set(found)


@pytest.mark.parametrize("name", GAMES)
def test_the_cards_of_a_deal_are_the_same_in_every_replay(name: str) -> None:
    """And how they are cut: what the first who is asked sees, in each replay."""
    game = stova.game(name)
    for deal in range(5):
        first = set()
        for number, seating in enumerate(seatings(game)):
            watchers = (Watcher(), Watcher())
            Replay(game=game, seed=5, deal=deal, number=number, seating=seating).play(watchers)
            asked = [view for watcher in watchers for view, _ in watcher.asked]
            assert not any(isinstance(action, Cut | Knock) for view in asked for action in view.legal)
            view = next(view for view in asked if len(view.history) == min(len(view.history) for view in asked))
            first.add((view.seat, view.dealer, view.hand, view.history))
        assert len(first) == 1


@pytest.mark.parametrize("cut", ["chance", "asked"])
def test_the_deal_of_a_row_can_be_looked_at_again(cut: replay.CutWay) -> None:
    """As it was when somebody was first asked, after those that were passed out."""
    redeals = 0
    for deal in range(60):
        watcher = Watcher()
        own = Arena(game=stova.game("klorsjavs"), bots=(watcher, watcher), seed=5, cut=cut)
        row, *_ = own.deal((watcher, watcher), deal)
        state = own.dealt(row)
        assert (state.dealer, len(state.history)) == (row.dealer, 1 if cut == "chance" else 0)
        assert state.view(state.to_act) in [view for view, _ in watcher.asked]
        redeals += row.redeals
    assert redeals


def test_the_deal_of_a_row_is_the_last_of_those_passed_out() -> None:
    redeals = 0
    for deal in range(20):
        watcher = Watcher()
        own = Arena(game=stova.game("klorsjavs"), bots=(watcher, watcher), seed=5)
        row = Replay(game=own.game, seed=5, deal=deal, number=0, seating=(0, 1, 1)).play((watcher, watcher))
        view, _ = watcher.asked[-1]
        assert own.dealt(row).view(view.seat).was_dealt == view.was_dealt
        redeals += row.redeals
    assert redeals


def test_only_a_row_has_a_deal() -> None:
    wrong: Any = 1
    with pytest.raises(RulesError, match="a row must be"):
        Arena(game=KLAVERJAS, bots=(novice, novice), seed=0).dealt(wrong)


def test_bots_cut_where_they_are_asked_to() -> None:
    watcher = Watcher()
    Arena(game=stova.game("sjavs"), bots=(watcher, watcher), seed=5, cut="asked").deal((watcher, watcher), 0)
    assert isinstance(watcher.asked[0][0].legal[0], Cut)


def test_deals_differ_and_the_first_deal_goes_round() -> None:
    rows = play(KLAVERJAS, bots=(novice, anything), deals=8, seed=1).rows
    assert [row.dealer for row in rows if not row.redeals] == [row.deal % 4 for row in rows if not row.redeals]
    assert len({row.score for row in rows}) > 4


def test_every_decision_has_a_seed_of_its_own() -> None:
    watchers = (Watcher(), Watcher())
    setting = Arena(game=stova.game("sjavs"), bots=watchers, seed=5)
    for number in range(4):
        setting.deal(watchers, number)
    seeds = [seed for watcher in watchers for _, seed in watcher.asked]
    assert len(set(seeds)) == len(seeds) > 100
    other = Watcher()
    Arena(game=stova.game("sjavs"), bots=(other, other), seed=6).deal((other, other), 0)
    assert not {seed for _, seed in other.asked} & set(seeds)


def test_a_decision_is_a_choice() -> None:
    watcher = Watcher()
    rows = Arena(game=KLAVERJAS, bots=(watcher, watcher), seed=0).deal((watcher, watcher), 0)
    assert all(len(view.legal) > 1 for view, _ in watcher.asked)
    assert sum(thought.decisions for row in rows for thought in row.thoughts) == len(watcher.asked)


@pytest.mark.parametrize("name", GAMES)
def test_the_luck_of_the_deal_cancels(name: str) -> None:
    """A bot against itself comes out even in every single deal, as long as it doesn't play by chance."""
    report = play(stova.game(name), bots=(first_legal, first_legal), deals=10, seed=2)
    assert report.differences("score") == pytest.approx([0] * 10)
    assert not report.has_points or report.differences("points") == pytest.approx([0] * 10)
    assert len({row.score for row in report.rows}) > 1 or report.rows[0].redeals


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", GAMES)
def test_the_better_bot_is_found(name: str) -> None:
    report = play(stova.game(name), bots=("novice", "random"), deals=80, seed=4)
    score = report.difference()
    assert score.mean > 4 * score.error
    mirrored = play(stova.game(name), bots=("random", "novice"), deals=80, seed=4).difference()
    assert mirrored.mean < -4 * mirrored.error


def test_the_figures_are_those_of_the_rows() -> None:
    """By hand: differences within each replay, their mean a deal, mean and standard error over deals."""
    begun = time.perf_counter()
    report = play(KLAVERJAS, bots=("novice", "random"), deals=12, seed=9)
    elapsed = time.perf_counter() - begun
    differences = []
    for deal in range(12):
        one, other = (row for row in report.rows if row.deal == deal)
        assert (one.seating, other.seating) == ((0, 1), (1, 0))
        differences.append(((one.score[0] - one.score[1]) + (other.score[1] - other.score[0])) / 2)
    assert report.differences() == differences
    assert report.difference().mean == pytest.approx(fmean(differences))
    assert report.difference().error == pytest.approx(stdev(differences) / 12**0.5)
    both = report.standing(0), report.standing(1)
    assert both[0].score - both[1].score == pytest.approx(fmean(differences))
    assert both[0].points + both[1].points == pytest.approx(162)
    assert both[0].longest >= both[0].mean_seconds > 0
    assert sum(each.mean_seconds * each.decisions for each in both) < elapsed


def test_three_who_play_alone() -> None:
    """One against the mean of two, on each seat in turn, and the reverse."""
    report = play(stova.game("sjavs3"), bots=("novice", "random"), deals=1, seed=9)
    expected = []
    for row in report.rows:
        own = [score for score, player in zip(row.score, row.seating, strict=True) if player == 0]
        others = [score for score, player in zip(row.score, row.seating, strict=True) if player == 1]
        assert len(row.seating) == 3
        assert {len(own), len(others)} == {1, 2}
        expected.append(fmean(own) - fmean(others))
    assert report.differences() == [pytest.approx(fmean(expected))]
    assert len(expected) == 6
    assert report.difference().error == float("inf")


def test_the_same_seed_gives_the_same_on_any_number_of_processes() -> None:
    game = stova.game("sjavs3", preset="suduroy") if "suduroy" in stova.presets("sjavs3") else stova.game("sjavs3")
    one, three = (play(game, bots=("random", "novice"), deals=9, seed=11, jobs=jobs) for jobs in (1, 3))
    assert timeless(one.rows) == timeless(three.rows)
    assert timeless(play(game, bots=("random", "novice"), deals=9, seed=12).rows) != timeless(one.rows)
    assert timeless(play(game, bots=("random", "novice"), deals=5, seed=11).rows) == timeless(one.rows)[:30]


def test_a_program_in_the_arena() -> None:
    """The same in one process and in two, and no forfeit."""
    name = f"program:{sys.executable} {EXAMPLE}"
    one, two = (play(KLAVERJAS, bots=(name, "random"), deals=4, seed=1, jobs=jobs) for jobs in (1, 2))
    assert timeless(one.rows) == timeless(two.rows)
    assert one.standing(0).forfeits == ()
    assert one.bots == (name, "random")


def test_a_program_is_ended_with_the_measurement() -> None:
    """Whoever keeps the bot has none of its processes left over."""
    program = Program((sys.executable, str(EXAMPLE)))
    with Arena(game=KLAVERJAS, bots=(program, "novice"), seed=1).bench() as deal:
        deal(0)
        processes = [talk._child.process for talk in program._talks.values()]
    assert processes
    assert all(process.poll() is not None for process in processes)


def test_forfeits_are_counted_by_deal_and_contestant(tmp_path: Path) -> None:
    """A program that ends when it is asked loses both its seats in every replay, and gets them back for the next."""
    path = tmp_path / "ends.py"
    path.write_text("""input(); print('{"protocol": 1}', flush=True); raise SystemExit('no')""")
    report = play(KLAVERJAS, bots=("novice", f"program:{sys.executable} {path}"), deals=2, seed=1)
    assert [len(row.thoughts[1].forfeits) for row in report.rows] == [2, 2, 2, 2]
    assert report.standing(1).decisions == 0  # a novice made them all
    assert report.standing(0).forfeits == ()
    with Program((sys.executable, str(path))) as program:
        same = play(KLAVERJAS, bots=(program, program), deals=1, seed=1)
    assert all(len(row.thoughts[player].forfeits) == 2 for row in same.rows for player in (0, 1))


def results(game: stova.Game, folder: Path, *, against: Bot, deals: int) -> tuple[Report, list[dict[str, Any]]]:
    """A report of a program, and what it was told of deals that were over."""
    name = learner(folder)
    return play(game, bots=(name, against), deals=deals, seed=3), learned(folder)


def test_a_program_hears_how_each_of_its_deals_ended(tmp_path: Path) -> None:
    report, told = results(KLAVERJAS, tmp_path, against=novice, deals=2)
    own = [(seat, row.score) for row in report.rows for seat in range(4) if row.seating[KLAVERJAS.sides[seat]] == 0]
    assert Counter((view["seat"], tuple(view["result"]["score"])) for view in told) == Counter(own)


def test_a_program_hears_of_deals_that_were_passed_out(tmp_path: Path) -> None:
    """From the first in which its seat had a choice."""
    game = stova.game("sjavs", bidding="optional", all_pass="redeal")
    report, told = results(game, tmp_path, against=passes, deals=1)
    deals = sum(row.redeals + 1 for row in report.rows)
    assert deals == 2 * (replay.MOST_REDEALS + 1)
    assert deals < len(told) <= 2 * deals
    assert {view["result"]["redeal"] for view in told} == {"same"}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_raises(jobs: int) -> None:
    where = r"deal 0, replay \d, on seat \d, where it had to choose from trump C, trump S, trump H, trump D"
    with pytest.raises(BotError, match=f"^fails failed in {where}: ZeroDivisionError: .* by zero") as caught:
        play(KLAVERJAS, bots=("novice", fails), deals=3, jobs=jobs)
    assert 'raise ZeroDivisionError("1' in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_ends_the_program(jobs: int) -> None:
    with pytest.raises(BotError, match=r"^leaves failed in deal 0, .*: SystemExit: 3"):
        play(KLAVERJAS, bots=("novice", leaves), deals=3, jobs=jobs)


def test_a_bot_that_chooses_nothing() -> None:
    """What was played until then is there for who takes deal by deal."""

    def tires(view: View, seed: int) -> Any:
        return novice(view, seed) if next(calls) < 200 else None

    calls, rows = itertools.count(), list[Played]()
    deals = Arena(game=KLAVERJAS, bots=(tires, "novice"), seed=1).deals(100)
    with pytest.raises(BotError, match=r"tires failed in deal \d+, .*: IllegalAction: None is no action; ") as caught:
        rows += chain.from_iterable(deals)
    assert f"in deal {rows[-1].deal + 1}, " in str(caught.value)
    assert len(str(caught.value)) < 400
    assert isinstance(caught.value.__cause__, IllegalAction)


@pytest.mark.parametrize(
    ("bots", "deals", "jobs", "said"),
    [
        (("novice", "fool"), 1, 1, "no bot 'fool'"),
        (("random:1", "novice"), 1, 1, "random takes no setting"),
        (("novice", "novice"), 0, 1, "deals must be a whole number, 1 to"),
        (("novice", "novice"), 1.5, 1, "deals must be a whole number, 1 to"),
        (("novice", "novice"), 1, 0, "jobs must be a whole number, 1 to"),
    ],
)
def test_what_cannot_be_played(bots: tuple[str, str], deals: Any, jobs: int, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        play(KLAVERJAS, bots=bots, deals=deals, jobs=jobs)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seed": "x"}, "the seed must be a whole number"),
        ({"seed": True}, "the seed must be a whole number"),
        ({"seed": 10**5000}, "the seed must be a whole number"),
        ({"seconds": -1}, "seconds a move are a number above 0, at most 3600"),
        ({"seconds": float("nan")}, "seconds a move are a number above 0, at most 3600"),
        ({"seconds": "3"}, "seconds a move are a number above 0, at most 3600"),
        ({"bots": ()}, "two bots are measured, as in bots="),
        ({"bots": ("random",)}, "two bots are measured"),
        ({"bots": ("random", "random", "random")}, "two bots are measured"),
        ({"bots": None}, "two bots are measured"),
        ({"bots": "ab"}, "two bots are measured, as in bots=.*, not 'ab'"),
        ({"bots": {"novice", "random"}}, "two bots are measured"),
        ({"bots": ("random", None)}, "a contestant is a bot or the name of one, not None"),
        ({"seconds": -1, "bots": ("expert", "novice")}, "seconds a move are a number above 0, at most 3600"),
        ({"seconds": "1", "bots": ("expert", "novice")}, "seconds a move are a number above 0, at most 3600"),
        ({"seconds": float("nan"), "bots": ("./examples/bot.py", "novice")}, "seconds a move are a number above 0"),
    ],
)
def test_numbers_that_cannot_be(wrong: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    given: dict[str, Any] = {"bots": ("novice", "random"), "deals": 1}
    with pytest.raises(RulesError, match=said):
        play(KLAVERJAS, **given | wrong)


def test_what_is_no_game_cannot_be_played() -> None:
    name: Any = "klaverjas"
    with pytest.raises(RulesError, match="what is played must be a Game, not str"):
        play(name, bots=("novice", "random"), deals=1)


def test_labels_are_those_of_two_bots() -> None:
    with pytest.raises(RulesError, match="two bots are measured"):
        Arena(game=KLAVERJAS, bots=("club",), seed=1).report([])  # type: ignore[arg-type]


def test_a_way_to_cut_that_there_is_not() -> None:
    cut: Any = "x"
    with pytest.raises(RulesError, match="the pack is cut by 'chance', or the bots are 'asked', not 'x'"):
        Arena(game=KLAVERJAS, bots=("novice", "random"), seed=0, cut=cut).deals(1)


def test_a_report_is_of_whole_deals_once_each() -> None:
    arena = Arena(game=KLAVERJAS, bots=("novice", "random"), seed=1)
    deals = list(arena.deals(3))
    rows = [row for replays in deals for row in replays]
    assert arena.report(rows).difference() == arena.report(rows[2:] + rows[:2]).difference()
    assert arena.report(row for row in rows).rows == tuple(rows)
    for odd, wrong in ((2, rows[:5]), (0, rows[:1]), (0, rows[1:]), (1, rows[:3] + rows[2:])):
        with pytest.raises(RulesError, match=f"whole deals, each with its 2 replays in order; deal {odd} isn't"):
            arena.report(wrong)
    with pytest.raises(RulesError, match="counts a deal once"):
        arena.report(rows + rows)
    with pytest.raises(RulesError, match="a row of a report must be a Played, not tuple"):
        arena.report(deals)  # type: ignore[arg-type]


def test_where_no_card_counts_points_none_are_measured() -> None:
    report = play(stova.game("styrivolt"), bots=("novice", "random"), deals=2)
    with pytest.raises(RulesError, match="styrivolt has no card points: deals are measured by 'score'"):
        report.difference("points")


def test_what_a_bot_is_called() -> None:
    class Mine:
        def __call__(self, view: View, seed: int) -> Action:
            return view.legal[0]

    named = Mine()
    named.name = "mine"  # type: ignore[attr-defined]
    bots: list[Bot] = [novice, Mine(), named, partial(novice)]
    assert [replay.called(bot) for bot in bots] == ["novice", "Mine", "mine", "partial"]
    timed: list[Bot] = [bot("expert"), bot("expert:0.05"), SampleAndSolve(), SampleAndSolve(0.25)]
    asked_for = ["expert", "expert:0.05", "sample-and-solve", "sample-and-solve:0.25"]
    assert [replay.called(each) for each in timed] == asked_for


def test_what_a_report_does_not_say() -> None:
    report: Any = play(KLAVERJAS, bots=("random", "random"), deals=1)
    assert repr(report) == "Report(game=<Game klaverjas, de_wieken>, bots=('random', 'random (2)'), seed=0)"
    with pytest.raises(RulesError, match="deals are measured by 'score' or 'points', not by 'x'"):
        report.difference("x")
    for wrong in (2, -1, "random", True):
        with pytest.raises(RulesError, match="the contestant must be a whole number, 0 to 1, not"):
            report.standing(wrong)


def test_names_that_are_the_same() -> None:
    assert Arena(game=KLAVERJAS, bots=("novice", "novice"), seed=0).labels == ("novice", "novice (2)")
    assert Arena(game=KLAVERJAS, bots=(novice, anything), seed=0).labels == ("novice", "anything")
    assert arena.contestant("random") is anything


def test_a_time_that_was_given_is_in_the_name() -> None:
    """So that what was measured with different times can be told apart, and asked for again by name."""

    def labels(*bots: str, seconds: float | None) -> tuple[str, str]:
        return Arena(game=KLAVERJAS, bots=(bots[0], bots[1]), seed=0, seconds=seconds).labels

    assert labels("expert", "club", seconds=0.05) == ("expert:0.05", "club")
    assert labels("expert", "club", seconds=0.12345678) == ("expert:0.12345678", "club")
    assert labels("expert", "sample-and-solve", seconds=None) == ("expert", "sample-and-solve")
    assert labels("expert:0.1", "sample-and-solve", seconds=0.25) == ("expert:0.1", "sample-and-solve:0.25")
    assert labels("expert", "expert:0.05", seconds=0.05) == ("expert:0.05", "expert:0.05 (2)")
    program = f"program:{sys.executable} bot.py"
    assert labels(program, "novice", seconds=0.05) == (program, "novice")


def test_the_course_ends_where_the_report_does() -> None:
    rng = random.Random(1)
    for count in (2, 3, 499, 501, 1777):
        values = [rng.gauss(3, 10) for _ in range(count)]
        points = course(values)
        last = estimate(values)
        assert points[-1].deals == count
        assert points[-1].mean == pytest.approx(last.mean)
        assert points[-1].twice == pytest.approx(2 * last.error)
        assert len(points) < 1000
        assert [point.deals for point in points] == sorted({point.deals for point in points})


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3, 100), (0, 0.004), (-1e6, 1), (0, 7)])
def test_ticks_are_few_and_round(low: float, high: float) -> None:
    found = ticks(low, high)
    assert 2 <= len(found) <= 7
    assert low <= found[0] <= found[-1] <= high
    assert all(float(f"{value:.3g}") == pytest.approx(value) for value in found)


def test_deals_are_written_out_below_the_course() -> None:
    for most, last in ((1_000_000, "1,000,000"), (12, "10"), (2, "2")):
        written = "".join(plot._axes(plot.Frame(deals=most, low=-1.0, high=1.0)))
        below = re.findall(rf'y="{plot.HEIGHT - plot.BOTTOM + 24}"[^>]*>([^<]*)<', written)
        assert below[-1] == last
        assert all(re.fullmatch(r"[\d,]+", deals) for deals in below)


def pictures() -> Iterator[Report]:
    rows = play(KLAVERJAS, bots=("novice", "random"), deals=6).rows
    yield Report(game=KLAVERJAS, bots=("novice", "random"), seed=0, rows=rows)
    yield Report(game=KLAVERJAS, bots=("a<b>&'\"" * 9, "random"), seed=0, rows=rows[:4])
    yield play(KLAVERJAS, bots=(first_legal, first_legal), deals=2)
    many = stova.game("sjavs", bidding="optional", tie="double", overtrump="must", all_pass="play", reveal_suit="yes")
    yield play(many, bots=("novice", "random"), deals=2)


def test_the_picture_is_an_svg_with_its_curve_inside() -> None:
    for report in pictures():
        root = ElementTree.fromstring(picture(report))
        assert root.tag.endswith("svg")
        (line,) = (part for part in root if part.tag.endswith("polyline"))
        places = [tuple(map(float, place.split(","))) for place in line.attrib["points"].split()]
        assert len(places) == len(report.deals) - 1
        assert all(84 <= x <= 810 for x, _ in places)
        assert 104 <= places[-1][1] <= 474
        assert all(len(part.text or "") <= LONGEST for part in root if part.tag.endswith("text"))
    with pytest.raises(RulesError, match="two deals"):
        picture(play(KLAVERJAS, bots=("novice", "random"), deals=1))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", ["sjavs", "klaverjas", "styrivolt"])
def test_sample_and_solve_is_a_contestant(name: str) -> None:
    report = play(stova.game(name), bots=("sample-and-solve:0.02", "random"), deals=6, seed=2)
    assert report.bots[0] == "sample-and-solve:0.02"
    assert report.difference("score" if name == "styrivolt" else "points").mean > 0


def test_nothing_played_has_no_difference() -> None:
    report = Arena(game=KLAVERJAS, bots=("novice", "random"), seed=1).report([])
    for ask in (report.difference, partial(report.standing, 0)):
        with pytest.raises(RulesError, match="no deal was played"):
            ask()


def test_a_report_is_printed_as_the_table_of_the_arena() -> None:
    report = play(KLAVERJAS, bots=("novice", "random"), deals=3, seed=1)
    said = str(report).splitlines()
    assert said[0] == f"klaverjas, {KLAVERJAS.preset}: 3 deals, each played 2 times, seed 1"
    assert any(line.startswith("score a deal") and line.endswith(str(report.difference())) for line in said)
    assert any(line.startswith("novice scores ") for line in said)
    times = [f"{telling.duration(report.standing(contestant).mean_seconds)}" for contestant in (0, 1)]
    assert [line.split() for line in said if line.startswith("time a decision")] == [
        f"time a decision {' '.join(times)}".split()
    ]
    with pytest.raises(RulesError, match="no deal was played"):
        str(Report(game=KLAVERJAS, bots=("novice", "random"), seed=1, rows=()))
