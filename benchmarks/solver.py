"""The exact solver on one core, beside DDS, the solver of bridge, and beside what has been published about Klaverjas.

Everything is called from Python, one deal at a time, contestants in turn; a deal here is at its first lead and all of
the leader's cards are asked about, as DDS is with `solve_board` for one strain. Times are processor time, which other
load on the machine disturbs less than the clock, but doesn't leave alone: the ratios are what to look at. What the deal
comes to, or whether it comes to so much, is asked of `value_of`.
"""

import argparse
import importlib
import math
import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from unittest import mock

import measure

import stova
from stova import kernel
from stova.engine.actions import Play
from stova.solver import AtLeast, Goal, solve, value_of

Times = Sequence[float]
"""Seconds of processor time, a call each."""
Contestant = Callable[[random.Random], float]
"""Solves one deal by chance and says how long that took."""
SLOWEST = 5.0
"""Seconds that no deal should take."""
ENDINGS = 20
"""How many endings are solved for each deal, being short."""
MEMORIES = (1 << 10, 1 << 20, 16 << 20, 64 << 20)
"""Bytes."""
DISTANCES = (-40, -20, -10, -5, 0, 5, 10, 20, 40)
"""Card points from what the middle one of a deal's cards comes to."""
ENDING, DDS_THEN = 0.15, 21
"""Milliseconds that an ending was to take at most, on a machine where DDS took 14 to 21 in the mean."""
CLASSES = 981_541
"""Of hands of Klaverjas, of which the paper solves one deal each."""
PAPER = f"""\
J.N. van Rijn, F.W. Takes, J.K. Vis: Computing and Predicting Winning Hands in the Trick-Taking Game of Klaverjas
(BNAIC 2018, Communications in Computer and Information Science 1021). One deal for each of {CLASSES:,} classes
of hands, and only whether a hand wins: `typically solves a game within minutes, whereas a relatively small number of
instances require up to several days`."""


def at_lead(game: stova.Game, rng: random.Random, *, cards: int | None = None) -> stova.State:
    """A random deal whose card play begins, or that has been played at random until so many cards are left."""
    while True:
        state = game.deal(key=rng.randbytes(32))
        while not (state.is_over or (state.points and not state.trick and left(state) <= (cards or 32))):
            state = state.apply(rng.choice(state.legal_actions()))
        if not state.is_over and isinstance(state.legal_actions()[0], Play):
            return state


def left(state: stova.State) -> int:
    """Cards in the hands."""
    return sum(hand.bit_count() for hand in state.hands)


def on_stova(
    game: stova.Game, goal: Goal, rng: random.Random, *, cards: int | None = None, memory: int = 64 << 20
) -> float:
    """A deal of one of Stova's games."""
    state = at_lead(game, rng, cards=cards)
    return measure.timed(lambda: solve(state, goal=goal, memory=memory))


def at_once(game: stova.Game, goal: Goal, rng: random.Random) -> float:
    """A deal of one of Stova's games, of which it isn't asked what each card comes to."""
    state = at_lead(game, rng)
    return measure.timed(lambda: value_of(state, goal=goal))


def on_dds(rng: random.Random) -> float:
    """A deal of bridge in one strain."""
    dds, types = importlib.import_module("endplay.dds"), importlib.import_module("endplay.types")
    cards = rng.sample(range(52), 52)
    hands = [cards[place : place + 13] for place in range(0, 52, 13)]
    deal = types.Deal(
        "N:" + " ".join(bridge_hand(hand) for hand in hands),
        first=types.Player(rng.randrange(4)),
        trump=types.Denom(rng.randrange(4)),
    )
    return measure.timed(lambda: dds.solve_board(deal))


def bridge_hand(cards: Sequence[int]) -> str:
    """A hand as `AK3.J2.…`, spades first."""
    ranks = "AKQJT98765432"
    return ".".join("".join(ranks[card % 13] for card in sorted(cards) if card // 13 == suit) for suit in range(4))


def contestants() -> dict[str, Contestant]:
    """By name; the names say goals."""
    sjavs, klaverjas = stova.game("sjavs"), stova.game("klaverjas", preset="amsterdam")
    return {
        "sjavs, points": partial(on_stova, sjavs, "points"),
        "sjavs, score": partial(on_stova, sjavs, "score"),
        "sjavs, points of the deal": partial(at_once, sjavs, "points"),
        "sjavs, at least 61": partial(at_once, sjavs, AtLeast(61)),
        "sjavs, at least 61, by card": partial(on_stova, sjavs, AtLeast(61)),
        "klaverjas, points": partial(on_stova, klaverjas, "points"),
        "klaverjas, score with roem": partial(on_stova, klaverjas, "score"),
        "klaverjas, points of the deal": partial(at_once, klaverjas, "points"),
        "klaverjas, more than half": partial(at_once, klaverjas, AtLeast(82)),
        "klaverjas, wins with roem": partial(at_once, klaverjas, AtLeast(1, of="score")),
        "klaverjas, more than half, by card": partial(on_stova, klaverjas, AtLeast(82)),
        "sjavs3, points": partial(on_stova, stova.game("sjavs3"), "points"),
        "sjavs3, score": partial(on_stova, stova.game("sjavs3"), "score"),
        "klorsjavs, score": partial(on_stova, stova.game("klorsjavs"), "score"),
    }


def two_handed() -> dict[str, Contestant]:
    """The longest deals, of 16 tricks, which are timed less often."""
    game = stova.game("sjavs2")
    return {"sjavs2, points": partial(on_stova, game, "points"), "sjavs2, score": partial(on_stova, game, "score")}


def endings() -> dict[str, Contestant]:
    """Endings of 20 cards, and how much of their time the kernel takes."""
    sjavs, klaverjas = stova.game("sjavs"), stova.game("klaverjas", preset="amsterdam")
    return {
        "sjavs, points, 20 cards": partial(on_stova, sjavs, "points", cards=20),
        "sjavs, score, 20 cards": partial(on_stova, sjavs, "score", cards=20),
        "klaverjas, points, 20 cards": partial(on_stova, klaverjas, "points", cards=20),
        "klaverjas, score, 20 cards": partial(on_stova, klaverjas, "score", cards=20),
    }


def kernel_share(contestant: Contestant, rounds: int) -> float:
    """The mean time a call spends in the kernel."""
    spent = 0.0
    solve_there = kernel.solve

    def timed_solve(*args: Any, **named: Any) -> Any:
        nonlocal spent
        began = time.process_time()
        answer = solve_there(*args, **named)
        spent += time.process_time() - began
        return answer

    with mock.patch.object(kernel, "solve", timed_solve):
        for number in range(rounds):
            contestant(random.Random(number))
    return spent / rounds


def in_turn(contestants: Mapping[str, Contestant], rounds: int, *, first: int = 0) -> Mapping[str, Times]:
    """The times of each contestant, on so many deals from one number on; the contestants take turns."""
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for contestant in contestants.values():
        contestant(random.Random("before"))
    for number in range(first, first + rounds):
        for name, contestant in contestants.items():
            times[name].append(contestant(random.Random(number)))
    return times


def print_times(title: str, times: Mapping[str, Times], *, base: float | None = None) -> None:
    """Milliseconds by contestant, and the mean divided by `base`."""
    print(f"{title:36}{'deals':>8}{'mean':>11}{'median':>11}{'99%':>11}{'slowest':>11}{'÷ DDS':>8}")
    for name, own in times.items():
        mean = statistics.fmean(own)
        figures = (mean, statistics.median(own), percentile(own, 0.99), max(own))
        ratio = f"{mean / base:8.2g}" if base else ""
        print(f"{name:36}{len(own):8,}", *(f"{1000 * figure:10,.2f}" for figure in figures), ratio)
    print()


def percentile(times: Times, part: float) -> float:
    """The time that this part of the calls doesn't exceed."""
    return sorted(times)[math.ceil(part * len(times)) - 1]


def print_aims(times: Mapping[str, Times], dds: Times) -> None:
    """Full deals beside DDS, thresholds beside exact points."""
    mean = {name: statistics.fmean(own) for name, own in times.items()}
    if dds:
        base = statistics.fmean(dds)
        print_most("sjavs, points ÷ DDS", mean["sjavs, points"] / base, aim=1)
        print_most("klaverjas, points ÷ DDS", mean["klaverjas, points"] / base, aim=2)
        print_most("klaverjas, score with roem ÷ DDS", mean["klaverjas, score with roem"] / base, aim=5)
    for threshold, exact in (
        ("sjavs, at least 61, by card", "sjavs, points"),
        ("klaverjas, more than half, by card", "klaverjas, points"),
        ("sjavs, at least 61", "sjavs, points of the deal"),
        ("klaverjas, more than half", "klaverjas, points of the deal"),
        ("sjavs, at least 61", "sjavs, points"),  # yes or no beside every card's exact points
        ("klaverjas, more than half", "klaverjas, points"),
    ):
        print_most(f"{threshold} ÷ {exact}", mean[threshold] / mean[exact], aim=0.1)
    slowest = max(times, key=lambda name: max(times[name]))
    print_most(f"seconds of the slowest deal ({slowest})", max(times[slowest]), aim=SLOWEST)


def print_most(what: str, reached: float, *, aim: float) -> None:
    """A line for an aim that is not to be exceeded."""
    print(f"{what}: {reached:.3g}, aim at most {aim:.3g}: {'met' if reached <= aim else 'NOT MET'}")


def print_thresholds(rounds: int) -> None:
    """How much of an exact value's time it takes whether so many points are reached, by how far off they are."""
    exact, asked = 0.0, dict.fromkeys(DISTANCES, 0.0)
    for number in range(rounds):
        state = at_lead(stova.game("sjavs"), random.Random(number))
        exact += measure.timed(partial(solve, state))
        values = [value.low for value in solve(state).values.values()]
        for distance in DISTANCES:
            goal = AtLeast(max(1, round(statistics.median(values)) + distance))
            asked[distance] += measure.timed(partial(solve, state, goal=goal))
    print("sjavs, at least so many points more than the middle card comes to ÷ points:")
    print(*(f"{distance:+}: {spent / exact:.3f}" for distance, spent in asked.items()), sep=", ", end="\n\n")


def print_endings(rounds: int, *, base: float | None) -> None:
    """Endings: with Python's share, and the kernel's alone."""
    short = endings()
    times = in_turn(short, rounds)
    print_times("endings, ms", times, base=base)
    for name, own in times.items():
        mean = statistics.fmean(own)
        if base:
            print_most(f"{name} ÷ DDS", mean / base, aim=ENDING / DDS_THEN)
        print_most(f"milliseconds, {name}", 1000 * mean, aim=ENDING)
        print_most(f"milliseconds in the kernel, {name}", 1000 * kernel_share(short[name], rounds), aim=ENDING)
    print()


def print_memory(rounds: int) -> None:
    """The same deals with tables of several sizes, one after the other: another size costs a new table."""
    games = {"sjavs": stova.game("sjavs"), "klaverjas": stova.game("klaverjas", preset="amsterdam")}
    sizes = {
        f"{name}, points, {size >> 10:,} KiB": partial(on_stova, game, "points", memory=size)
        for name, game in games.items()
        for size in MEMORIES
    }
    times = {name: in_turn({name: contestant}, rounds)[name] for name, contestant in sizes.items()}
    print_times("memory, ms", times)


def print_klaverjas(times: Mapping[str, Times]) -> None:
    """Our Klaverjas beside what has been published."""
    print("Klaverjas, all hands open, first lead: ours, on one core, and the literature's\n")
    for name, own in times.items():
        if name.startswith("klaverjas"):
            print(
                f"{name}: mean {1000 * statistics.fmean(own):.2f} ms, median {1000 * statistics.median(own):.2f} ms, "
                f"99% {1000 * percentile(own, 0.99):.1f} ms, slowest {1000 * max(own):.0f} ms of {len(own):,}; "
                f"{CLASSES * statistics.fmean(own) / 3600:.1f} hours for {CLASSES:,} such deals"
            )
    print(f"\n{PAPER}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the exact solver.")
    most = "deals of each kind, of sjavs2 a tenth; DDS gets no more than 500"
    parser.add_argument("--deals", type=int, default=500, help=most)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal: another for other deals")
    asked = parser.parse_args()
    deals, first = asked.deals, asked.first
    measure.print_machine()
    print("Processor time on one core, in milliseconds, called from Python.\n")
    dds = in_turn({"DDS": on_dds}, min(deals, 500))["DDS"] if measure.peer("endplay") else ()
    times = in_turn(contestants(), deals, first=first)
    bridge = {"DDS, bridge, 52 cards": dds} if dds else {}
    base = statistics.fmean(dds) if dds else None
    two_hands = in_turn(two_handed(), max(1, deals // 10), first=first)
    print_times("whole deals", {**bridge, **times, **two_hands}, base=base)
    print_aims(times, dds)
    print_thresholds(min(deals, 100))
    print_endings(ENDINGS * min(deals, 100), base=base)
    print_memory(min(deals, 100) // 2)
    print_klaverjas(times)


if __name__ == "__main__":
    main()
