"""Limits, memory and threads: bounds hold what is exact, and nothing but the question changes the answer."""

import random
import signal
import threading
from collections import Counter
from functools import cache

import pytest

from endings import LONGER, ending
from helpers import first_lead, run
from stova import State
from stova.solver import AtLeast, Bounds, Goal, Limit, Solution, estimates, party, solve, value_of
from stova.solver.cards import MEMORIES
from stova.solver.values import Effort

GAMES = ("sjavs", "sjavs2", "klorsjavs", "klaverjas")
GOALS: tuple[Goal, ...] = ("points", "score", "tricks", AtLeast(60), AtLeast(3, of="tricks"), AtLeast(1, of="score"))
NODES = (0, 1, 2, 3, 5, 8, 13, 30, 60, 100, 200, 400, 1_000)


@cache
def some_state(name: str) -> State:
    """An ending of some tricks, between two of them, in which nothing is clear at a glance."""
    rng = random.Random(f"limits {name}")
    while True:
        state = ending(rng, (name,), LONGER)
        if not state.trick and len(state.legal_actions()) > 3 and solve(state).nodes > 300:
            return state


@pytest.mark.parametrize("goal", GOALS, ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_bounds_under_a_limit_of_nodes_hold_the_exact_values(name: str, goal: Goal) -> None:
    state = some_state(name)
    exact = solve(state, goal=goal)
    assert exact.exact
    for nodes in NODES:
        limited = solve(state, goal=goal, limit=Limit(nodes=nodes))
        assert holds(limited, exact)
        assert limited.values == solve(state, goal=goal, limit=Limit(nodes=nodes)).values
        assert limited.exact or nodes < 1.5 * exact.nodes
        assert limited.nodes <= nodes + 3 * len(exact.values) + 3
        value = value_of(state, goal=goal, limit=Limit(nodes=nodes))
        assert value.low <= exact.value.low == exact.value.high <= value.high
        assert value == value_of(state, goal=goal, limit=Limit(nodes=nodes))


def holds(limited: Solution, exact: Solution) -> bool:
    """Whether the bounds of every action, and of the state, contain the exact value."""
    pairs = [(limited.values[action], value) for action, value in exact.values.items()]
    pairs.append((limited.value, exact.value))
    return all(bounds.low <= value.low == value.high <= bounds.high for bounds, value in pairs)


@pytest.mark.parametrize("name", GAMES)
def test_a_limit_gives_wide_bounds_first_and_exact_values_at_last(name: str) -> None:
    state = some_state(name)
    assert not solve(state, limit=Limit(nodes=3)).exact
    assert solve(state, limit=Limit(nodes=2 * solve(state).nodes)).exact


def test_a_limit_leaves_cards_out_only_where_one_question_takes_all_of_it() -> None:
    """Cards have shares of it in turn: of half of what it takes, most have told something. In order it would be one of
    four."""
    rng, told, cards = random.Random("shares"), 0, 0
    for _ in range(10):
        state = first_lead("sjavs", key=rng.randbytes(32).hex())
        nothing = solve(state, limit=Limit(nodes=0)).values
        something = solve(state, limit=Limit(nodes=solve(state).nodes // 2)).values
        told += sum(something[action] != nothing[action] for action in nothing)
        cards += len(nothing)
    assert told > cards / 2


def test_time_is_shared_too() -> None:
    """In order no more than one card at a time would be known in part; how much time there has to be is no matter."""
    state, seconds, known_in_part = first_lead("sjavs2"), 0.002, 0
    nothing = solve(state, limit=Limit(nodes=0)).values
    while not (found := solve(state, limit=Limit(seconds=seconds))).exact:
        some = [action for action, value in found.values.items() if value != nothing[action] and not value.exact]
        known_in_part = max(known_in_part, len(some))
        seconds *= 1.3
    assert known_in_part > 1


def test_before_anything_is_searched_roem_is_what_hands_may_yet_make() -> None:
    """Not all there is in the pack, which would come to 1,562 for either side."""
    known = []
    for number in range(10):
        state = first_lead("klaverjas", key=f"{number:02}" * 32)
        limited = solve(state, goal="score", limit=Limit(nodes=0))
        assert holds(limited, solve(state, goal="score"))
        assert not limited.exact
        known.append(limited.value)
    assert max(value.high - value.low for value in known) < 1_600
    assert sum(value.high - value.low for value in known) < 10_000


def test_no_time_gives_bounds() -> None:
    """Of a whole deal: a clock isn't looked at before there is something to look at it for."""
    state = first_lead("klaverjas")
    limited = solve(state, goal="score", limit=Limit(seconds=0.0))
    assert not limited.exact
    assert holds(limited, solve(state, goal="score"))


@pytest.mark.parametrize("goal", ["points", "score"])
@pytest.mark.parametrize("name", GAMES)
def test_memory_changes_no_value(name: str, goal: Goal) -> None:
    state = some_state(name)
    values = solve(state, goal=goal).values
    for memory in (0, 3_000, 10_000, 1 << 16, 1 << 20, 64 << 20):
        assert solve(state, goal=goal, memory=memory).values == values


def test_no_more_than_one_table_is_kept() -> None:
    for memory in (1 << 16, 1 << 17):
        solve(some_state("sjavs"), memory=memory)
        assert MEMORIES.kept is not None
        assert MEMORIES.kept[0] == memory


def test_a_signal_that_searches_does_not_end_the_search_it_comes_into() -> None:
    """As a clock might that shows how far a long search has come."""
    small, found = some_state("klaverjas"), []
    before = signal.signal(signal.SIGALRM, lambda *_: found.append(solve(small).values))
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        estimates([small], repeats=100_000, seed=1, seconds=0.5)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert found == [solve(small).values]


def test_in_the_least_of_memory_no_position_is_taken_for_another() -> None:
    """Of tricks, because points that cards differ by would mostly hide it; it would show in one deal of two hundred."""
    rng = random.Random("crowd")
    for _ in range(500):
        state = ending(rng, ("sjavs",), {4: (8,)})
        assert solve(state, goal="tricks", memory=0).values == solve(state, goal="tricks").values


@pytest.mark.parametrize("memory", [1 << 10, 1 << 20])
def test_equal_questions_take_equal_work(memory: int) -> None:
    """Whatever was asked before."""
    state, other = some_state("sjavs"), some_state("klaverjas")
    nodes = solve(state, memory=memory).nodes
    solve(other, goal="score", memory=memory)
    assert solve(state, memory=memory).nodes == nodes


def test_threads_do_not_disturb_each_other() -> None:
    states = [some_state(name) for name in GAMES]
    expected = [solve(state, goal="score", memory=1 << 16).values for state in states]
    wrong: list[str] = []

    def ask() -> None:
        for _ in range(10):
            for state, values in zip(states, expected, strict=True):
                if solve(state, goal="score", memory=1 << 16).values != values:
                    wrong.append(state.game.name)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_bounds_are_turned_round() -> None:
    assert -Bounds(1, 3) == Bounds(-3, -1)
    assert Bounds(2, 2).exact
    assert not Bounds(2, 3).exact


@pytest.mark.parametrize(("name", "most"), [("sjavs", 320_000), ("klaverjas", 80_000)])
def test_what_is_known_is_found_again(name: str, most: int) -> None:
    """A table that forgets or doesn't find what it has changes no value, but takes more positions."""
    nodes = 0
    for number in range(5):
        nodes += solve(first_lead(name, f"{number:064x}")).nodes
    assert nodes <= most


def test_what_another_search_left_is_not_found() -> None:
    """In this deal a place without a family was once looked at, which another search had filled."""
    state = first_lead("sjavs", f"{306:064x}")
    first = solve(state, memory=48 << 20).nodes
    assert solve(state, memory=48 << 20).nodes == first


@pytest.mark.parametrize(("name", "nodes"), [("klaverjas", 100), ("sjavs", 0), ("styrivolt", 1000)])
def test_a_line_begins_with_the_best_and_keeps_to_the_limit(name: str, nodes: int) -> None:
    """From the first lead of Stýrivolt it would take longer than anybody waits."""
    for number in range(3):
        state = first_lead(name, f"{number:064x}")
        solution = solve(state, goal="score", limit=Limit(nodes=nodes))
        assert solution.line[0] == solution.best[0]
        assert run(state, *map(str, solution.line)).is_over


def test_lines_of_which_little_is_known_go_by_what_is_sure() -> None:
    """All do what is best for them for certain, the opponents of who asks, too."""
    limit, told = Limit(nodes=60), Counter[bool]()
    for number in range(6):
        state = first_lead("klaverjas", f"{number:064x}")
        own, solution = party(state), solve(state, goal="score", limit=limit)
        for action in solution.line[:12]:
            if len(state.legal_actions()) > 1:
                assert action in solve(state, goal="score", limit=limit).best
                told[state.to_act in own] += 1
            state = state.apply(action)
    assert min(told[True], told[False]) > 20


def test_what_is_left_of_the_time_grows_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """For every question a search asks there is what the ones before have left."""
    clock = iter((13.0, 18.0))
    monkeypatch.setattr("stova.solver.values.perf_counter", lambda: next(clock))
    effort = Effort(limit=Limit(seconds=5), began=10.0)
    assert effort.seconds_left() == 2.0
    assert effort.seconds_left() == 0.0
