"""The expert."""

import itertools
import math
import random
import time
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

import stova
from helpers import GAMES, first_lead, random_game
from match_ends import columns_at, ladder_at
from stova import RulesError, State, View
from stova.bots import bot, expert, sampling, thinking
from stova.bots.club import club
from stova.bots.club.playing import choose
from stova.bots.expert import CLEAR, NEARLY, SURE, Expert
from stova.bots.program import Program
from stova.bots.prospects import worth
from stova.bots.sampling import BATCH, FEW, GRAIN, LEAST, Drawn, Rows, gained, means, solved
from stova.engine.actions import Action, Cut, Fold, NoRoem, Play, Roem, TakeStock, Trade
from stova.engine.stakes import Balance
from stova.errors import NoMemory
from stova.research.baseline import SampleAndSolve
from stova.solver import Goal, Limit, Solution, estimates, solve, stakes_of
from stova.worlds import Rate, Worlds


def views(name: str, count: int, *, left: int) -> list[View]:
    """Views of seats to act where cards are played, at most `left` cards a hand."""
    rng, found = random.Random(name), list[View]()
    while len(found) < count:
        state = stova.game(name).deal(key=rng.randbytes(32))
        while not state.is_over:
            view = state.view(state.to_act)
            plays = all(isinstance(action, Play) for action in view.legal)
            if plays and state.points and max(view.counts) <= left and len(view.legal) > 1:
                found.append(view)
                break
            state = state.apply(rng.choice(state.legal_actions()))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_deal(name: str) -> None:
    rng, expert = random.Random(3), Expert(0.002)
    state = stova.game(name).deal(key=rng.randbytes(32))
    while not state.is_over:
        assert state.to_act is not None
        state = state.apply(expert(state.view(state.to_act), rng.getrandbits(32)))


def test_any_options() -> None:
    rng, expert = random.Random(4), Expert(0.001)
    for _ in range(5):
        state = random_game(rng).deal(key=rng.randbytes(32))
        while not state.is_over:
            assert state.to_act is not None
            state = state.apply(expert(state.view(state.to_act), 1))


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("name", ["sjavs", "sjavs3", "klorsjavs", "klaverjas"])
def test_what_looks_best_of_what_may_be_played_comes_first(name: str) -> None:
    for view in views(name, 5, left=5):
        found = Expert(0.01).outlooks(view, 1)
        first, *rest = [outlook.score for outlook in found.values()]
        assert set(found) == set(view.legal)
        assert rest == sorted(rest, reverse=True)
        assert first > max(rest) - NEARLY
        assert Expert(0.01)(view, 1) in view.legal


@pytest.mark.usefixtures("patient")
def test_in_a_race_whatever_may_be_done_has_its_look() -> None:
    rng, seen = random.Random("race"), set[type]()
    while not {Play, TakeStock, Trade} <= seen:
        state = stova.game("styrivolt").deal(key=rng.randbytes(32))
        while not state.is_over:
            view = state.view(state.to_act)
            if len(view.legal) > 1 and rng.random() < 0.1:
                found = Expert(0.001).outlooks(view, 1)
                assert set(found) == set(view.legal if view.points else ())
                seen.update(map(type, found))
            state = state.apply(rng.choice(view.legal))


@pytest.mark.usefixtures("patient")
def test_worlds_are_drawn_once_for_whoever_looks_at_them() -> None:
    """As many as are wanted; those there are without any time, and one if there are none."""
    (view, *_) = views("sjavs", 1, left=6)
    drawn = Drawn(Worlds(view), 1)
    (one,) = drawn.batches(40, -math.inf)
    few = list(drawn.batches(40, math.inf))
    assert few[0][0] is one[0]
    assert list(map(len, few)) == [1, 2, 4, 8, BATCH, 40 - BATCH - 15]
    kept = list(drawn.batches(80, -math.inf))
    assert list(map(len, kept)) == [1, 2, 4, 8, BATCH, BATCH]
    assert [*map(id, itertools.chain(*kept))][:40] == [*map(id, itertools.chain(*few))]
    more = list(drawn.batches(80, math.inf))
    assert [*map(id, itertools.chain(*more[: len(kept)]))] == [*map(id, itertools.chain(*kept))]
    assert sum(map(len, more)) == 80
    hands = [world.hands for batch in more for world in batch]
    assert len(set(hands)) > len(hands) / 2


def test_worlds_after_those_there_was_no_time_for_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    (view, *_) = views("sjavs", 1, left=6)
    whole = list(Drawn(Worlds(view), 1).batches(47, math.inf))
    draw, asked = Worlds.draw, itertools.count(1)

    def cut_short(worlds: Worlds, count: int, *, seed: int, seconds: float) -> list[State]:
        found = draw(worlds, count, seed=seed, seconds=seconds)
        return found[: count // 2] if next(asked) == 4 else found

    monkeypatch.setattr(Worlds, "draw", cut_short)
    cut = list(Drawn(Worlds(view), 1).batches(47, math.inf))
    assert cut[:3] == whole[:3]
    assert cut[3] == whole[3][:4]
    assert cut[4:6] == whole[4:6]


def test_worlds_are_drawn_by_what_a_call_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    rated, begin = [], Worlds.__init__

    def told(worlds: Worlds, view: View, *, seconds: float = math.inf, rate: Rate | None = None) -> None:
        rated.append(rate is not None)
        begin(worlds, view, seconds=seconds, rate=rate)

    monkeypatch.setattr(Worlds, "__init__", told)
    state = stova.game("klaverjas").deal(key="22" * 32)
    state = state.apply(state.legal_actions()[0])
    for _ in range(4):
        Expert(0.001).outlooks(state.view(state.to_act), 1)
        state = state.apply(state.legal_actions()[0])
    assert rated == [False, True, True, True]


def test_a_card_is_not_played_for_nearly_as_good_a_trade() -> None:
    """Of cards that come to nearly the same one is chosen; of what else may be done the best is done."""
    rng, view = random.Random("nearly"), stova.game("styrivolt").deal(key="00" * 32).view(0)
    while not {Trade, Play} <= {*map(type, view.legal)}:
        state = stova.game("styrivolt").deal(key=rng.randbytes(32))
        while not state.is_over and not {Trade, Play} <= {*map(type, view.legal)}:
            view = state.view(state.to_act)
            state = state.apply(rng.choice(state.legal_actions()))
    trade = next(action for action in view.legal if isinstance(action, Trade))
    cards = [action for action in view.legal if isinstance(action, Play)]
    near: dict[Action, float] = {trade: 0.5, cards[0]: 0.5 - NEARLY / 2, cards[1]: 0.5 - NEARLY / 3}
    assert expert._best(view, near, max) == trade
    del near[trade]
    assert expert._best(view, near, max) == max(cards[:2], key=lambda action: action.card)


def test_a_search_that_the_clock_cut_off_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    (view, *_) = views("sjavs", 1, left=6)
    end, now = time.perf_counter() + 60, itertools.count(1)

    def slow(state: State, *, goal: Goal, grain: int, limit: Limit) -> Solution:
        if next(now) == 3:
            monkeypatch.setattr("time.perf_counter", lambda: end + 1)
        return solve(state, goal=goal, grain=grain, limit=limit)

    monkeypatch.setattr(sampling, "solve", slow)
    assert len(solved(Drawn(Worlds(view), 1), end)) == 2


@pytest.mark.parametrize("name", ["sjavs", "styrivolt"])
def test_any_seed_will_do(name: str) -> None:
    """Those of later batches are counted on from it."""
    state = first_lead(name)
    assert Expert(0.1)(state.view(state.to_act), 2**64 - 1) in state.legal_actions()
    assert len(estimates([state] * 3, seed=2**64 - 1)) == 3
    assert sum(map(len, Drawn(Worlds(state.view(state.to_act)), 2**64 - 1).batches(20, math.inf))) == 20


def test_sample_and_solve_goes_by_card_points(monkeypatch: pytest.MonkeyPatch) -> None:
    goals = set[Goal]()

    def noted(state: State, *, goal: Goal, grain: int, limit: Limit) -> Solution:
        goals.add(goal)
        return solve(state, goal=goal, grain=grain, limit=limit)

    monkeypatch.setattr(sampling, "solve", noted)
    state = first_lead("sjavs")
    SampleAndSolve(0.2)(state.view(state.to_act), 1)
    Expert(0.2)(state.view(state.to_act), 1)
    assert goals == {"points", "score"}


def test_what_is_certain_is_solved() -> None:
    """Of two players each knows the other's hand once no card is covered: there is one world, and its values hold."""
    checked = 0
    for view in views("sjavs2", 20, left=3):
        world, other = Worlds(view).draw(2, seed=1)
        if world.game.covers(world) or world.hands != other.hands:
            continue
        values = solve(world, goal="score").values
        assert means(solved(Drawn(Worlds(view), 1), time.perf_counter() + 10)) == {
            action: pytest.approx(value.low) for action, value in values.items()
        }
        checked += 1
    assert checked > 3


@pytest.mark.parametrize("name", ["sjavs", "klaverjas"])
def test_it_keeps_its_time(name: str) -> None:
    """Processor time, ten times what is wanted: only a move that doesn't look at the clock would break it."""
    for view in views(name, 2, left=8):
        start = time.process_time()
        Expert(0.05)(view, 1)
        assert time.process_time() - start < 0.5


def test_settings() -> None:
    assert bot("expert") == Expert()
    assert bot("expert:0.1") == Expert(0.1)
    for wrong in ("1", None, float("nan"), 0, -1, 3601):
        with pytest.raises(RulesError, match="seconds a move are a number above 0"):
            Expert(seconds=wrong)  # type: ignore[arg-type]
        for named in ("seconds", "start_seconds"):
            with pytest.raises(RulesError, match="seconds a move are a number above 0"):
                Program(["python3"], **{named: wrong})  # type: ignore[arg-type]
    with pytest.raises(stova.RulesError, match="seconds"):
        bot("expert:0")


def test_how_to_cut_is_left_to_chance() -> None:
    view = stova.game("klorsjavs").deal(key="11" * 32).view(2)
    assert isinstance(view.legal[0], Cut)
    assert Expert(0.01).outlooks(view, 1) == {}
    assert Expert(0.01)(view, 1) == club(view, 1)


@pytest.mark.parametrize("name", ["sjavs", "styrivolt"])
@pytest.mark.parametrize("rare", ["too rare", "too rare for its time"])
def test_where_worlds_are_too_rare_it_does_as_the_club_player(
    name: str, rare: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(worlds: Worlds, count: int, *, seed: int, seconds: float) -> list[State]:
        if rare == "too rare":
            raise RulesError("no deal was found that gives this view")
        assert 0 <= seconds <= LEAST
        return []

    monkeypatch.setattr(Worlds, "draw", draw)
    for view in views(name, 3, left=6):
        assert Expert(0.01)(view, 1) == SampleAndSolve(0.01)(view, 1) == club(view, 1)


@pytest.mark.parametrize("name", ["sjavs", "styrivolt"])
def test_where_there_is_too_much_to_count_it_does_as_the_club_player(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "Worlds", lambda view, *, seconds, rate: Worlds(view, seconds=0 * seconds, rate=rate))
    for view in views(name, 3, left=6):
        assert Expert(0.01).outlooks(view, 1) == {}
        assert Expert(0.01)(view, 1) == SampleAndSolve(0.01)(view, 1) == club(view, 1)


@pytest.mark.parametrize("thinker", [Expert(worlds=20), SampleAndSolve(worlds=20)])
def test_where_memory_is_too_little_it_does_as_the_club_player(
    thinker: Expert | SampleAndSolve, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_memory(*given: object, **named: object) -> Solution:
        raise NoMemory(1)

    monkeypatch.setattr(sampling, "solve", no_memory)
    for view in views("sjavs", 3, left=6):
        assert thinker(view, 1) == club(view, 1)


@pytest.mark.usefixtures("patient")
def test_of_cards_that_come_to_the_same_the_weakest_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody spends a stikkar on a trick that is lost with any card."""
    monkeypatch.setattr(expert, "estimated", lambda drawn, end: [dict.fromkeys(drawn.worlds.view.legal, 0.5)])
    for view in views("styrivolt", 10, left=9):
        tables = view.game.tables(view)
        cards = [action.card for action in view.legal if isinstance(action, Play)]
        assert Expert(0.01)(view, 1) == Play(
            min(cards, key=lambda card: (tables.trumps >> card & 1, tables.order[card]))
        )


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("name", ["sjavs", "klaverjas"])
def test_of_cards_that_come_to_the_same_the_one_that_brings_most_points_is_played(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody leaves the others an ace that a seven would do for, though it wins no more and loses no less."""
    same = 0.5

    def rows(drawn: Drawn, *_: object, **how: object) -> list[dict[Action, float]]:
        first, *others = drawn.worlds.view.legal
        return [{first: -9.0} | dict.fromkeys(others, same)]

    monkeypatch.setattr(expert, "estimated", rows)
    monkeypatch.setattr(expert, "solved", rows)
    for view in views(name, 10, left=12):
        others = [action.card for action in view.legal[1:] if isinstance(action, Play)]
        assert Expert(0.01)(view, 3) == Play(choose(view, others, 3))


def test_so_is_it_where_it_may_fold(monkeypatch: pytest.MonkeyPatch) -> None:
    def rows(drawn: Drawn, *_: object, **how: object) -> list[dict[Action, float]]:
        worths = {action: -9.0 if isinstance(action, Fold) else 0.5 for action in drawn.worlds.view.legal}
        return [worths] * FEW

    monkeypatch.setattr(expert, "solved", rows)
    rng, game, met = random.Random(5), stova.game("klorsjavs", fold_until="own_card"), 0
    while met < 5:
        state = game.deal(key=rng.randbytes(32))
        while not state.is_over:
            view = state.view(state.to_act)
            cards = [action.card for action in view.legal if isinstance(action, Play)]
            if Fold() in view.legal and len(cards) > 1:
                assert Expert(5)(view, 3) == Play(choose(view, cards, 3))
                met += 1
            state = state.apply(rng.choice([action for action in view.legal if action != Fold()]))


@pytest.mark.parametrize("name", ["sjavs", "klaverjas"])
def test_solved_worlds_are_worth_what_they_are(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To within a grain; of a lost balance all points that there are have to be enough, for either party."""
    lost = set()
    for view in views(name, 60, left=5):
        worlds = Worlds(view)
        (row,), (world,) = solved(Drawn(worlds, 1, 1), math.inf), worlds.draw(1, seed=1)
        stakes, values = stakes_of(world), solve(world, goal="score").values
        own = world.to_act in stakes.seats
        for action, value in values.items():
            if isinstance(stakes, Balance) and (value.low < 0) == own:
                lost.add(own)
                assert 162 <= row[action] / math.copysign(1, value.low) <= abs(value.low)
            else:
                assert abs(row[action] - value.low) < GRAIN
    assert lost == ({True, False} if name == "klaverjas" else set())


def last_card_but_one(standing: tuple[int, int]) -> View:
    """A view of a declarer's side with a choice between two cards, at this standing of a rubber."""
    rng, game = random.Random(6), stova.game("sjavs")
    while True:
        state = game.deal(key=rng.randbytes(32), sheet=ladder_at(standing))
        while not state.is_over:
            view = state.view(state.to_act)
            if state.points and len(view.legal) == 2 and state.to_act == state.declarer and view.seat in (0, 2):
                return view
            state = state.apply(rng.choice(state.legal_actions()))


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("standing", "worlds", "sure"),
    [((2, 10), 40, True), ((24, 24), 40, False), ((2, 10), FEW - 1, False)],
    ids=["near the end", "far from it", "few worlds"],
)
def test_a_sure_win_that_ends_the_rubber(
    standing: tuple[int, int], worlds: int, *, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One card wins 2 for certain, the other all tricks in every second world, and otherwise loses 4."""
    view = last_card_but_one(standing)
    small, great = view.legal
    rows: Rows = [{small: 2.0, great: 16.0 if number % 2 else -4.0} for number in range(worlds)]
    asked = set[tuple[str, int | None]]()

    def estimated(drawn: Drawn, end: float, *, repeats: int | None) -> Rows:
        asked.add(("repeats", repeats))
        return rows

    def solved(drawn: Drawn, end: float, *, grain: int) -> Rows:
        asked.add(("grain", grain))
        return rows

    monkeypatch.setattr(expert, "estimated", estimated)
    monkeypatch.setattr(expert, "solved", solved)
    found = Expert(0.2).outlooks(view, 1)
    near = standing == (2, 10)
    assert asked == {("repeats", 1 if near else None), ("grain", 1 if near else GRAIN)}
    assert next(iter(found)) == Expert(0.2)(view, 1) == (small if sure else great)
    assert [found[action].score for action in view.legal] == [2.0, pytest.approx(6.0, abs=1.2)]
    assert Expert(0.2)(replace(view, sheet=None), 1) == great


@pytest.mark.parametrize(
    ("by_match", "more"),
    [
        (Roem(), [(60.0, 20.0)] * 17 + [(-10.0, 10.0)] * 2 + [(10.0, 10.0)] * 2),
        (NoRoem(), [(-30.0, 10.0)] * 20 + [(100.0, 10.0)] * 8),
    ],
)
def test_to_keep_quiet_for_the_match_must_be_as_clear_as_for_the_score(
    by_match: Action, more: list[tuple[float, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is of another kind than what the club player does is done only where two standard errors say so; where the
    score leaves it in doubt the match may still say so."""
    rng, game = random.Random(39), stova.game("klaverjas")
    state = game.deal(key=f"{39:064x}", sheet=columns_at((500, 580), left=1))
    while Roem() not in state.legal_actions():
        state = state.apply(rng.choice(state.legal_actions()))
    view = state.view(state.to_act)
    match = worth(view)
    assert match is not None
    enough = next(by for by in range(-300, 400) if match(by) >= match(399))
    rows: Rows = [{Roem(): enough + declared, NoRoem(): enough + quiet} for declared, quiet in more]
    monkeypatch.setattr(expert, "solved", lambda drawn, end, grain: rows)
    gain, error = gained(NoRoem(), Roem(), [rows], match)
    assert gain - SURE * error > 0
    assert (gain - CLEAR * error > 0) == (by_match == NoRoem())
    by_score, doubt = gained(NoRoem(), Roem(), [rows])
    assert by_score < CLEAR * doubt
    assert Expert(0.2)(view, 1) == by_match


def test_every_lot_of_worlds_is_estimated_by_a_seed_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    view, seeds = last_card_but_one((24, 24)), list[int]()

    def noted(states: Sequence[State], *, repeats: int | None, seed: int, seconds: float) -> list[dict[Action, float]]:
        seeds.append(seed)
        return [dict.fromkeys(view.legal, 0.0) for _ in states]

    monkeypatch.setattr(sampling, "estimates", noted)
    sampling.estimated(Drawn(Worlds(view), 1, 40), math.inf)
    assert len(set(seeds)) == len(seeds) > 2


def test_what_time_is_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three tenths for estimates, and enough to find a first world."""
    view, given = last_card_but_one((24, 24)), dict[str, float]()
    row: dict[Action, float] = dict.fromkeys(view.legal, 0.0)

    def estimated(drawn: Drawn, end: float, *, repeats: int | None) -> Rows:
        given["estimates"] = end - begun
        return [row]

    def solved(drawn: Drawn, end: float, *, grain: int) -> Rows:
        given["all"] = end - begun
        return [row]

    class Noted(Worlds):
        def __init__(self, view: View, *, seconds: float, rate: Rate | None) -> None:
            given["worlds"] = seconds
            super().__init__(view, seconds=seconds, rate=rate)

    monkeypatch.setattr(expert, "estimated", estimated)
    monkeypatch.setattr(expert, "solved", solved)
    monkeypatch.setattr(thinking, "Worlds", Noted)
    begun = time.perf_counter()
    Expert(100.0)(view, 1)
    assert given == {"worlds": 100.0, "estimates": pytest.approx(30.0, abs=10), "all": pytest.approx(100.0, abs=10)}
    Expert(0.001)(view, 1)
    assert given["worlds"] == LEAST


def turn(name: str, number: int, actions: int, **options: str) -> View:
    """The view of the seat to act in a deal played so far by chance, nobody folding."""
    rng, state = random.Random(number), stova.game(name, **options).deal(key=f"{number:064x}")
    while len(state.history) < actions:
        state = state.apply(rng.choice([action for action in state.legal_actions() if not isinstance(action, Fold)]))
    return state.view(state.to_act)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("view", "wanted"),
    [
        (turn("klaverjas", 39, 18), NoRoem()),
        (turn("klorsjavs", 1, 5, fold_until="own_card"), Fold()),
        (turn("klorsjavs4", 0, 3, fold_until="own_card"), Fold()),
    ],
    ids=["roem of a deal that is lost", "three hands", "four hands"],
)
def test_what_else_may_be_done_during_the_play_is_thought_through(view: View, wanted: Action) -> None:
    """In each of 20 worlds it comes to 8 more or better; the club player does the other thing."""
    assert wanted in view.legal
    assert club(view, 1) != wanted
    found = Expert(1.0).outlooks(view, 1)
    assert set(found) == set(view.legal)
    assert next(iter(found)) == Expert(1.0)(view, 1) == wanted


def test_in_too_few_worlds_or_in_doubt_it_does_as_the_club_player(monkeypatch: pytest.MonkeyPatch) -> None:
    view = turn("klaverjas", 39, 18)
    rows = [{Roem(): -20.0, NoRoem(): 0.0}] * FEW
    monkeypatch.setattr(expert, "solved", lambda drawn, end, grain: rows)
    assert Expert(0.01)(view, 1) == NoRoem()
    rows[0] = {Roem(): 130.0, NoRoem(): 0.0}
    assert Expert(0.01)(view, 1) == Roem()
    rows[0] = rows.pop()
    assert Expert(0.01)(view, 1) == club(view, 1) == Roem()
