"""What card players by search are measured against: sample and solve, the plainest of them."""

import time
from dataclasses import dataclass

from stova.bots.club import club
from stova.engine.actions import Action, Play
from stova.engine.view import View
from stova.solver import Limit, solve
from stova.worlds import Worlds

BATCH = 8
MOST = 300
GRAIN = 4


@dataclass(frozen=True)
class SampleAndSolve:
    """Draws worlds, each equally likely, and plays the card that takes most card points on average when all see all.

    This is perfect information Monte Carlo (Levy 1989; Ginsberg 2001). All but cards is left to the club
    player, and so is a card when there is no time for a single world.
    """

    seconds: float = 1.0

    def __call__(self, view: View, seed: int) -> Action:
        """One of `view.legal`."""
        legal = view.legal
        if len(legal) == 1 or view.game.stakes is None or not all(isinstance(action, Play) for action in legal):
            return club(view, seed)
        end = time.perf_counter() + self.seconds
        sums, worlds = dict.fromkeys(legal, 0), Worlds(view)
        for number in range(MOST):
            if number % BATCH == 0:
                batch = worlds.draw(BATCH, seed=(seed + number) % 2**64)
            limit = Limit(seconds=max(end - time.perf_counter(), 0.0))
            values = solve(batch[number % BATCH], goal="points", grain=GRAIN, limit=limit).values
            if time.perf_counter() >= end:
                break
            for action, value in values.items():
                sums[action] += value.high
        return max(legal, key=sums.__getitem__) if any(sums.values()) else club(view, seed)
