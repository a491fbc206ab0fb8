"""Drawing worlds: deals that give a view."""

import random
from collections.abc import Iterator
from itertools import islice
from math import inf
from time import perf_counter

from stova.cards import CardSet
from stova.engine.state import State
from stova.engine.view import View
from stova.engine.ways import Walk
from stova.errors import RulesError, require_kind, require_seconds, require_whole
from stova.worlds.building import Ways, alike, played_again
from stova.worlds.puzzles import Puzzle, puzzle

MOST = 1 << 20
"""Worlds drawn at once."""
PORTION = 64
"""Worlds made between two looks at the clock: a few milliseconds' work."""
ATTEMPTS, REPLAYS = 1 << 18, 20_000
"""Deals drawn for one that gives the view, and of these played again, at most."""


NOT_FOUND = "no deal was found that gives this view"


class Worlds:
    """The deals in which a seat would have just this view, each equally likely.

    A world is a State whose `view(view.seat)` is the view: all that is hidden is chosen, who was dealt what, what was
    put down and what lies where. Orders of a stock that come to the same are as one, drawn as often as they are many.
    Draws depend on the view and the seed (0 to 2**64 - 1) alone. An onlooker's view will do too. Raises RulesError for
    a view that no deal gives, for one from before the deal, and where what there is can't be counted in so many
    seconds.
    """

    def __init__(self, view: View, *, seconds: float = inf) -> None:
        require_kind("what worlds are drawn from", view, View)
        require_seconds(seconds)
        end = perf_counter() + seconds
        self.view = view
        if not view.counts:
            raise RulesError("worlds begin with the deal: before it nothing is known but the pack")
        self._sample = _any_deal(view)
        self._puzzles: list[Puzzle] = []
        for walk in view.game.hidden(view, self._sample):
            self._puzzles.append(puzzle(walk, self._sample, max(end - perf_counter(), 0.0)))
            if perf_counter() >= end:
                raise RulesError("there are too many ways the deal may have gone to be counted in time")

    def draw(self, count: int, *, seed: int, seconds: float = inf) -> list[State]:
        """So many worlds, 0 to 2**20, or those found in so many seconds, perhaps none.

        Raises RulesError if they are too rare to be found.
        """
        _check(count, seed)
        require_seconds(seconds)
        end = perf_counter() + seconds
        if not count:
            return []
        if not self.view.game.plays_by_tables:
            return list(islice(self._one_by_one(seed, end), count))
        return list(self._in_portions(count, seed, end))

    def hands(self, count: int, *, seed: int) -> list[tuple[CardSet, ...]]:
        """The hands, by seat, of the worlds that `draw` draws."""
        _check(count, seed)
        if not count or not self.view.game.plays_by_tables:
            return [state.hands for state in self.draw(count, seed=seed)]
        return list(map(tuple, _all(self._puzzles[0].hands(count, seed=seed), count, inf)))

    def _in_portions(self, count: int, seed: int, end: float) -> Iterator[State]:
        """Worlds until time is up. The first is played again to see that it gives the view; the others are like it."""
        only = self._puzzles[0]
        like: tuple[State, Ways] | None = None
        for first in range(0, count, PORTION):
            if first and perf_counter() >= end:
                return
            wanted, left = min(PORTION, count - first), max(end - perf_counter(), 0.0)
            drawn = _all(only.ways(wanted, seed=seed, seconds=left, first=first), wanted, end)
            if not drawn:
                return
            like = like or self._checked(only.walk, drawn[0])
            yield from alike(like[0], only.walk, like[1], drawn)

    def _checked(self, walk: Walk, ways: Ways) -> tuple[State, Ways]:
        world = played_again(walk, self._sample, ways)
        if world is None:
            raise RulesError("no deal gives this view")
        return world, ways

    def _one_by_one(self, seed: int, end: float) -> Iterator[State]:
        """Worlds until time is up, each played again to see that it gives the view."""
        attempts = replays = 0
        for number, chosen in enumerate(self._chosen(seed)):
            if perf_counter() >= end:
                return
            drawn = self._drawn(chosen, seed, number, end)
            world = played_again(chosen.walk, self._sample, drawn[0]) if drawn else None
            attempts, replays = attempts + 1, replays + len(drawn)
            if world is not None:
                attempts = replays = 0
                yield world
            if attempts > ATTEMPTS or replays > REPLAYS:
                raise RulesError(NOT_FOUND)

    def _chosen(self, seed: int) -> Iterator[Puzzle]:
        rng = random.Random(seed)
        weights = [each.weight for each in self._puzzles]
        if not any(weights):
            raise RulesError("no deal gives this view")
        while True:
            yield from rng.choices(self._puzzles, weights, k=16)

    def _drawn(self, chosen: Puzzle, seed: int, number: int, end: float) -> list[list[CardSet]]:
        """A draw of the puzzle chosen. Where there are several, it is the first or none: another is chosen then."""
        left = max(end - perf_counter(), 0.0)
        if len(self._puzzles) > 1:
            return chosen.ways(1, seed=seed, seconds=left, first=number, tries=1)
        return _all(chosen.ways(1, seed=seed, seconds=left, first=number), 1, end)


def _all(drawn: list[list[CardSet]], count: int, end: float) -> list[list[CardSet]]:
    """What was drawn, as much as was wanted unless time is up."""
    if len(drawn) < count and perf_counter() < end:
        raise RulesError(NOT_FOUND)
    return drawn


def _check(count: int, seed: int) -> None:
    require_whole("the number of worlds", count, 0, MOST)
    require_whole("the seed", seed, 0, 2**64 - 1)


def _any_deal(view: View) -> State:
    """A deal of the game, just dealt: its cards stand for the places they lie in."""
    game = view.game
    state = game.phases[0].enter(State(game=game, dealer=view.dealer, pack=game.pack, drawn=view.drawn))
    return state if state.dealt else state.apply(state.legal_actions()[0])
