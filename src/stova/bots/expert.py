"""An expert: thinks through as many deals that fit as its time allows, for the score."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from stova.bots.club import club
from stova.engine.actions import Action, Play
from stova.engine.state import State
from stova.engine.view import View
from stova.errors import RulesError
from stova.solver import Goal, Limit, estimates, solve
from stova.worlds import Worlds

LEAST = 0.05
"""Seconds there are to find a first world, however little time there is."""
BATCH = 16
"""Worlds drawn at a time, at most."""
ESTIMATED = 0.3
"""The share of the time that goes to estimates; perfect play takes the rest."""
MOST_ESTIMATED, MOST_SOLVED = 800, 300
"""Worlds after which more wouldn't change the choice."""
NEARLY = 0.02
"""Score too small to decide between cards."""
GRAIN = 4
"""How exactly card points have to be known."""


@dataclass(frozen=True)
class Expert:
    """A bot that thinks about a card for `seconds` on one core. Most else it decides as the club player does.

    It draws worlds from its view. What a card comes to is the mean of what it is estimated at, which allows for
    mistakes, and the mean of what it is worth when all play perfectly, both in score. In a race to a number of tricks
    estimates alone say what to do, in whatever there is to be decided once cards are being played.
    """

    seconds: float = 1.0

    def __call__(self, view: View, seed: int) -> Action:
        """One of `view.legal`."""
        values = self.advice(view, seed) if len(view.legal) > 1 else {}
        return next(iter(values), None) or club(view, seed)

    def advice(self, view: View, seed: int) -> dict[Action, float]:
        """What each action comes to on average: the score of the seat's party less that of an opponent.

        What it would do comes first, the others follow from best to worst. Of cards that come to nearly the same it
        plays the weakest.
        Nothing where that isn't what decides: before cards are being played, where something else than a card may be
        chosen, unless it is a race, and where worlds are too rare to be found in time.
        """
        start = time.perf_counter()
        race = view.game.race is not None
        if not (view.points if race else all(isinstance(action, Play) for action in view.legal)):
            return {}
        try:
            worlds = Worlds(view, seconds=max(self.seconds, LEAST))
        except RulesError:
            return {}
        if race:
            return _ranked(view, estimated(worlds, seed, start + self.seconds))
        guessed = estimated(worlds, seed, start + ESTIMATED * self.seconds)
        known = solved(worlds, seed, start + self.seconds) if guessed else {}
        means = {action: (guessed[action] + known.get(action, guessed[action])) / 2 for action in guessed}
        return _ranked(view, means)


def _ranked(view: View, values: dict[Action, float]) -> dict[Action, float]:
    """The same with the choice first."""
    ranked = sorted(values, key=lambda action: (-values[action], view.game.numbers[action]))
    near = [action for action in ranked if values[action] > values[ranked[0]] - NEARLY]
    cards = [action.card for action in near if isinstance(action, Play)]
    if cards and len(cards) == len(near):
        tables = view.game.tables(view)
        weakest = Play(min(cards, key=lambda card: (tables.trumps >> card & 1, tables.order[card])))
        ranked = [weakest, *(action for action in ranked if action != weakest)]
    return {action: values[action] for action in ranked}


def _batches(worlds: Worlds, seed: int, most: int, end: float) -> Iterator[list[State]]:
    """Few worlds at first: where calls or plays were rare, even one takes long to draw; it may not be found in time."""
    drawn, size = 0, 1
    while drawn < most:
        left = max(end - time.perf_counter(), 0.0 if drawn else LEAST)
        try:
            batch = worlds.draw(size, seed=(seed + drawn) % 2**64, seconds=left)
        except RulesError:
            return
        if not batch:
            return
        yield batch
        drawn, size = drawn + size, min(2 * size, BATCH)


def estimated(worlds: Worlds, seed: int, end: float) -> dict[Action, float]:
    """The mean estimate of each action. Nothing where no world is found in time; one that is, is looked at."""
    rows: list[dict[Action, float]] = []
    for number, batch in enumerate(_batches(worlds, seed, MOST_ESTIMATED, end)):
        left = max(end - time.perf_counter(), 0.0)
        rows += estimates(batch, seed=(seed + number) % 2**64, seconds=left)
        if time.perf_counter() >= end:
            break
    return _means(rows)


def solved(worlds: Worlds, seed: int, end: float, *, goal: Goal = "score") -> dict[Action, float]:
    """The mean worth of each card under perfect play, in the worlds there was time for; nothing without any.

    A value is taken at the upper end of its grain: that is the same for all cards, and a lost balance has no other.
    """
    rows: list[dict[Action, float]] = []
    if time.perf_counter() >= end:
        return {}
    for batch in _batches(worlds, seed, MOST_SOLVED, end):
        for world in batch:
            left = end - time.perf_counter()
            if left <= 0:
                return _means(rows)
            solution = solve(world, goal=goal, grain=GRAIN, limit=Limit(seconds=left))
            if time.perf_counter() < end:
                rows.append({action: float(value.high) for action, value in solution.values.items()})
    return _means(rows)


def _means(rows: list[dict[Action, float]]) -> dict[Action, float]:
    return {action: sum([row[action] for row in rows]) / len(rows) for action in rows[0]} if rows else {}
