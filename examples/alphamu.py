#!/usr/bin/env python3
"""A bot that knows that it won't see more later than it sees now: T. Cazenave and V. Ventos 2020, *The αμ search
algorithm for the game of bridge*, by scores and not by whether a contract is made. The last tricks it plays so, against
and with seats that see all hands, and all else as an expert.

Measure it with `stova arena --game sjavs "program:python3 examples/alphamu.py" expert:20w --seconds 60`, since a few
decisions take long; python3 is to be one that has Stova.
"""

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean

from stova import Action, State, View
from stova.bots import bot, outside
from stova.solver import party, solve
from stova.worlds import Worlds

WORLDS = 20
TRICKS = 5
"""How many tricks are left when it begins."""
DEPTH = 2
"""How many actions of its own, two or more, it chooses in sight of what it sees alone; after these all see all."""
FRONT = 16
"""So many ways to go on are kept of a position, those that come to most on average."""

Way = dict[int, float]
"""What a way to go on comes to in each world, by the number of the world."""

expert = bot(f"expert:{WORLDS}w")


def alphamu(view: View, seed: int) -> Action:
    if not view.points or view.game.race is not None or len(view.hand) > TRICKS or len(view.legal) == 1:
        return expert(view, seed)
    worlds = Worlds(view).draw(WORLDS, seed=seed)
    if view.game.covers(worlds[0]):
        return expert(view, seed)  # What is turned up tells worlds apart, which here only what is done does.
    values = promises(worlds)
    return max(values, key=values.__getitem__)


def promises(drawn: Sequence[State]) -> dict[Action, float]:
    """What each action comes to on average by the best way to go on from it, in worlds that the seat to act can't tell
    apart."""
    own, mine, worlds = drawn[0].to_act, party(drawn[0]), dict(enumerate(drawn))
    assert own is not None
    after = {action: ways(played(worlds, action), own, mine, DEPTH - 1) for action in drawn[0].legal_actions()}
    return {action: max(map(mean, found)) for action, found in after.items()}


def ways(worlds: dict[int, State], own: int, mine: frozenset[int], depth: int) -> list[Way]:
    """The ways to go on from worlds the seat can't tell apart, none as good as another in all of them."""
    first = next(iter(worlds.values()))
    if first.is_over:
        return [{number: score(world, mine) for number, world in worlds.items()}]
    legal = {action for world in worlds.values() for action in world.legal_actions()}
    choices = sorted(legal, key=first.game.numbers.__getitem__)
    if first.to_act == own:
        if depth == 1:
            values = {number: solve(world, goal="score").values for number, world in worlds.items()}
            return front({number: float(row[action].low) for number, row in values.items()} for action in choices)
        return front(way for action in choices for way in ways(played(worlds, action), own, mine, depth - 1))
    # Whoever sees all hands chooses in each world by itself, what the seat will do being known.
    best = max if first.to_act in mine else min
    found: list[Way] = [{}]
    for action in choices:
        offered = {number: world for number, world in worlds.items() if action in world.legal_actions()}
        after = ways(played(offered, action), own, mine, depth)
        found = front(joined(way, other, best) for way in found for other in after)
    return found


def joined(way: Way, other: Way, best: Callable[[float, float], float]) -> Way:
    both = {number: best(way[number], other[number]) for number in way.keys() & other.keys()}
    return way | other | both


def front(found: Iterable[Way]) -> list[Way]:
    """Those of the ways that no other is as good as in every world, one of equals, and no more than so many."""
    kept: list[Way] = []
    for way in sorted(found, key=mean, reverse=True):
        if len(kept) < FRONT and not any(all(other[number] >= way[number] for number in way) for other in kept):
            kept.append(way)
    return kept


def mean(way: Way) -> float:
    return fmean(way.values())


def played(worlds: dict[int, State], action: Action) -> dict[int, State]:
    return {number: world.apply(action) for number, world in worlds.items()}


def score(world: State, mine: frozenset[int]) -> float:
    """What a deal that is over came to, for its party less for one of the others."""
    sides, result = world.game.sides, world.result.score
    against = next(side for seat, side in enumerate(sides) if seat not in mine)
    return result[sides[min(mine)]] - result[against]


if __name__ == "__main__":
    outside.run(alphamu)
