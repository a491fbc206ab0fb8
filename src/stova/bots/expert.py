"""An expert: thinks as many deals that fit through as its time allows, for the score, with perfect play at the end."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from stova.bots.club import club
from stova.engine.actions import Action, Cut, Knock, Play, Roem
from stova.engine.state import State
from stova.engine.view import View
from stova.solver import Limit, estimates, party, solve
from stova.worlds import Worlds

BATCH = 16
"""Worlds drawn at a time."""
MOST = 4000
"""Worlds after which more wouldn't change the choice."""
RACE_LEFT = 6
"""Cards in the longest hand from which a race is searched."""
LEAST_SECONDS = 0.01
EASY = (Cut, Knock, Roem)
"""What there is nothing to think about."""


@dataclass(frozen=True)
class Expert:
    """A bot that thinks for about `seconds` on one core.

    It draws worlds from its view. A card is worth what `estimates` says; anything else is tried in each world: club
    players go on until cards are played, and those are estimated then.
    """

    seconds: float = 1.0

    def __call__(self, view: View, seed: int) -> Action:
        """One of `view.legal`."""
        if len(view.legal) == 1 or isinstance(view.legal[0], EASY) or not _thinkable(view):
            return club(view, seed)
        values = self.advice(view, seed)
        return max(values, key=lambda action: (values[action], -view.game.numbers[action]))

    def advice(self, view: View, seed: int) -> dict[Action, float]:
        """What each legal action comes to on average: the score of the seat less that of an opponent.

        Nothing where there is no telling, which is so in a race until its last tricks.
        Where there are many, those that look worst after some worlds aren't followed any farther, and are left out.
        """
        if not _thinkable(view):
            return {}
        end = time.perf_counter() + self.seconds
        only_cards = all(isinstance(action, Play) for action in view.legal)
        think = _solved if view.game.race is not None else _cards if only_cards else _halved
        return {action: mean.value for action, mean in think(view, seed, end).items()}


def _thinkable(view: View) -> bool:
    """Whether there is a way to tell what actions come to: a race can be searched towards its end."""
    return view.game.race is None or (bool(view.points) and max(view.counts) <= RACE_LEFT)


@dataclass
class Mean:
    """The mean of what has been added."""

    sum: float = 0.0
    count: int = field(default=0)

    def add(self, value: float) -> None:
        self.sum += value
        self.count += 1

    @property
    def value(self) -> float:
        return self.sum / self.count


def _batches(view: View, seed: int) -> Iterator[list[State]]:
    worlds = Worlds(view)
    for number in range(MOST // BATCH):
        yield worlds.draw(BATCH, seed=(seed + number) % 2**64)


def _cards(view: View, seed: int, end: float) -> dict[Action, Mean]:
    """What each card comes to."""
    means: dict[Action, Mean] = {action: Mean() for action in view.legal}
    for number, worlds in enumerate(_batches(view, seed)):
        left = max(end - time.perf_counter(), 0.0)
        for row in estimates(worlds, seed=(seed + number) % 2**64, seconds=left):
            for card, value in row.items():
                means[Play(card)].add(value)
        if time.perf_counter() >= end:
            break
    return means


def _solved(view: View, seed: int, end: float) -> dict[Action, Mean]:
    """What actions come to when each world is played perfectly."""
    means: dict[Action, Mean] = {action: Mean() for action in view.legal}
    for worlds in _batches(view, seed):
        for world in worlds:
            left = max(end - time.perf_counter(), LEAST_SECONDS)
            for action, value in solve(world, goal="score", limit=Limit(seconds=left)).values.items():
                means[action].add((value.low + value.high) / 2)
            if time.perf_counter() >= end:
                return means
    return means


def _halved(view: View, seed: int, end: float) -> dict[Action, Mean]:
    """What the actions come to that are left by sequential halving (Karnin, Koren and Somekh 2013)."""
    means: dict[Action, Mean] = {action: Mean() for action in view.legal}
    worlds = (world for batch in _batches(view, seed) for world in batch)
    for number, world in enumerate(worlds, start=1):
        for action, mean in means.items():
            mean.add(_after(world.apply(action), view, seed + number))
        if time.perf_counter() >= end:
            break
        if number & (number - 1) == 0:
            best = sorted(means, key=lambda action: -means[action].value)
            means = {action: means[action] for action in best[: max(2, (len(best) + 1) // 2)]}
    return means


def _after(state: State, view: View, seed: int) -> float:
    """What a state comes to for the viewer's party when club players call, and cards are played as estimated."""
    assert view.seat is not None
    while not state.is_over and not _in_play(state):
        assert state.to_act is not None
        state = state.apply(club(state.view(state.to_act), seed))
    if state.is_over:
        return _scored(state, view.seat)
    best = max(estimates([state], seed=seed % 2**64)[0].values())
    return best if view.seat in party(state) else -best


def _in_play(state: State) -> bool:
    return bool(state.points) and all(isinstance(action, Play) for action in state.legal_actions())


def _scored(state: State, seat: int) -> float:
    """The score of a finished deal for a seat less that of an opponent; nothing when nobody played it."""
    result, sides = state.result, state.game.sides
    if result.declarer is None:
        return 0.0
    own, declarers = sides[seat], sides[result.declarer]
    other = declarers if own != declarers else next(side for side in sides if side != own)
    return float(result.score[own] - result.score[other])
