"""Stýrivolt's solver and estimates beside the plain way, on random positions: `python benchmarks/races.py`.

`--left 7 8`, `--option late_stock=yes` and `--chance` ask for other positions, `--first` for others of the same kind.
The solver with all that makes it quick is asked the same as one without a table, bounds or equal cards left out, and as
brute force over the engine where that is short enough. Times are processor time.
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from unittest import mock

import measure

import stova
from stova import State, kernel
from stova.bots.novice import novice
from stova.engine.actions import Action
from stova.solver import Limit, estimates, solve, value_of

LIMIT = Limit(nodes=1_500_000)
"""About as much as a second allows."""
LEFT = (2, 3, 4, 5, 6)
PLAIN, BRUTE = "plain ÷", "brute ÷"
PLAIN_LEFT, BRUTE_LEFT, SLOW_ONES = 4, 2, 20
"""Up to so many tricks left the plain search and brute force are timed, and of so many positions. Brute force isn't
where somebody may yet take: it goes through hundreds of times as much there.
"""


@dataclass(frozen=True, kw_only=True)
class Kind:
    """Positions to be measured: of which game, whether by chance or by novices, and the number of the first."""

    game: stova.Game
    chance: bool
    first: int

    def some(self, left: int, count: int, *, taking: bool) -> list[State]:
        """So many positions with so many tricks left; with `taking` somebody may yet take a hand."""
        return list(islice(_positions(self, left, random.Random(self.first + left), taking=taking), count))

    def action(self, state: State, rng: random.Random) -> Action:
        """What is done on the way to a position."""
        if self.chance:
            return rng.choice(state.legal_actions())
        return novice(state.view(state.to_act), rng.getrandbits(32))


def _positions(kind: Kind, left: int, rng: random.Random, *, taking: bool) -> Iterator[State]:
    while True:
        state = kind.game.deal(key=rng.randbytes(32))
        while not state.is_over and (not state.points or state.trick or len(state.tricks) < 9 - left):
            state = state.apply(kind.action(state, rng))
            if taking and _may_take(state) is False:
                break  # nor will anybody later
        else:
            if _may_take(state) is taking:
                yield state


def _may_take(state: State) -> bool | None:
    """Whether somebody may yet take a hand; None where no trick is about to be led to."""
    if state.is_over or not state.points or state.trick:
        return None
    assert state.game.race is not None
    point = state.game.race.point(state)
    return None if point is None else point.pile is not None


def without_savings(state: State) -> None:
    """Solves with no table, no bounds and every card."""
    plain = partial(kernel.RaceSearch, every_card=True, no_bounds=True)
    with mock.patch.object(kernel, "RaceSearch", lambda *race, **named: plain(*race, **(named | {"memory": 0}))):
        solve(state, goal="score")


def by_brute_force(state: State) -> int:
    """The score of side 0 under perfect play, by the engine alone."""
    if state.to_act is None:
        return state.result.score[0] - state.result.score[1]
    best = max if state.game.sides[state.to_act] == 0 else min
    return best(by_brute_force(state.apply(action)) for action in state.legal_actions())


def print_solver(left: int, states: Sequence[State], *, brute_left: int) -> None:
    """A line of times, and how many times as long the plain ways take where they are short enough."""
    times, values, exact = [], [], 0
    for state in states:
        began = time.process_time()
        exact += solve(state, goal="score", limit=LIMIT).exact
        times.append(time.process_time() - began)
        values.append(measure.timed(partial(value_of, state, goal="score", limit=LIMIT)))
    cells = [f"{len(states):8}{exact:8}"]
    cells += [f"{1000 * statistics.fmean(own):10.2f}{1000 * max(own):10.1f}" for own in (times, values)]
    for most, way in ((PLAIN_LEFT, without_savings), (brute_left, by_brute_force)):
        few = range(min(len(states), SLOW_ONES)) if left <= most else ()
        slow = [measure.timed(partial(way, states[number])) / times[number] for number in few]
        cells.append(f"{statistics.geometric_mean(slow):12.1f}" if slow else f"{'':12}")
    print(f"{left:26}", *cells, sep="")


def print_estimates(title: str, states: Sequence[State]) -> None:
    """A line: what an estimate of all there is to do takes, and what share that is of solving the same."""
    guess = statistics.fmean(measure.timed(partial(estimates, [state])) for state in states)
    exact = statistics.fmean(measure.timed(partial(solve, state, goal="score", limit=LIMIT)) for state in states)
    print(f"{title:32}{len(states):8}{1000 * guess:12.2f}{guess / exact:10.3f}")


def first_leads(name: str, rng: random.Random) -> Iterator[State]:
    """Random deals whose card play begins."""
    while True:
        state = stova.game(name).deal(key=rng.randbytes(32))
        while not state.is_over and not state.points:
            state = state.apply(rng.choice(state.legal_actions()))
        if not state.is_over:
            yield state


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the solver of races, and estimates.")
    parser.add_argument("--states", type=int, default=100, help="positions of each kind; brute force gets 20 at most")
    seldom = "positions of each kind in which somebody may yet take, of which there is one in thousands of deals"
    parser.add_argument("--taking", type=int, default=20, help=seldom)
    parser.add_argument("--left", type=int, nargs="+", default=LEFT, choices=range(2, 10), help="tricks left")
    parser.add_argument("--option", action="append", default=[], help="an option of the game, as late_stock=yes")
    parser.add_argument("--chance", action="store_true", help="positions come to by chance, not by novices")
    parser.add_argument("--first", type=int, default=0, help="another number for other positions")
    asked = parser.parse_args()
    options = dict(option.split("=", 1) for option in asked.option)
    kind = Kind(game=stova.game("styrivolt", **options), chance=asked.chance, first=asked.first)
    measure.print_machine()
    print("Processor time on one core, in milliseconds, called from Python.\n")
    heads = f"{'states':>8}{'exact':>8}{'mean':>10}{'slowest':>10}{'value':>10}{'slowest':>10}{PLAIN:>12}{BRUTE:>12}"
    print(f"{'exact score, tricks left':26}{heads}")
    for taking in (False, True):
        print("somebody may yet take:" if taking else "nobody may take:")
        for left in asked.left:
            states = kind.some(left, asked.taking if taking else asked.states, taking=taking)
            print_solver(left, states, brute_left=0 if taking else BRUTE_LEFT)
    print(f"\n{'estimates of one world':32}{'states':>8}{'mean':>12}{'÷ solved':>10}")
    for left in asked.left:
        print_estimates(f"styrivolt, {left} tricks left", kind.some(left, asked.states, taking=False))
    print_estimates("klaverjas, first lead", list(islice(first_leads("klaverjas", random.Random(1)), asked.states)))


if __name__ == "__main__":
    main()
