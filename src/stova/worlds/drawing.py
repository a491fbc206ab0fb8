"""Drawing worlds: deals that give a view."""

import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from math import inf
from numbers import Real
from time import perf_counter
from typing import Any, TypeAlias, TypeVar

from stova.cards import CardSet
from stova.engine.state import State
from stova.engine.view import View
from stova.errors import RulesError, require_kind, require_seconds, require_whole, shown
from stova.worlds.building import Ways, alike, played_again
from stova.worlds.puzzles import Puzzle, puzzle

MOST = 1 << 20
"""Worlds drawn at once."""
PORTION = 64
"""Worlds made between two looks at the clock, a few milliseconds' work; a quarter where they are drawn by a rate."""
ATTEMPTS, REPLAYS = 1 << 18, 20_000
"""Deals drawn for one that gives the view, and of these played again, at most."""
POOL, HIGHEST = 32, 1e300
"""Worlds of which one is taken by lot where they aren't equally likely, and the highest rate: all are added up."""

One = TypeVar("One")
Rate: TypeAlias = Callable[[tuple[CardSet, ...]], float]
"""How likely hands, by seat, are beside others of the same view: 0 or more, twice as much for twice as likely."""

NOT_FOUND = "no deal was found that gives this view"


class Worlds:
    """The deals in which a seat would have just this view, each equally likely, or as likely as `rate` says.

    A world is a State whose `view(view.seat)` is the view: all that is hidden is chosen, who was dealt what, what was
    put down and what lies where. Orders of a stock that come to the same are as one, drawn as often as they are many.
    With a rate each world is one of 32 drawn, by a lot in which their chances go as the rates; the first one of fewer
    if there is no time for so many. Where all of them are rated 0, any may be it. Draws depend on the view, the rate
    and the seed (0 to 2**64 - 1) alone. An onlooker's view will do too. Raises RulesError for a view from
    before the deal, and where what there is can't be counted in so many seconds; for one that no deal gives that may
    come as late as when worlds are drawn.
    """

    def __init__(self, view: View, *, seconds: float = inf, rate: Rate | None = None) -> None:
        require_kind("what worlds are drawn from", view, View)
        require_seconds(seconds)
        if rate is not None and not callable(rate):
            raise RulesError(f"a rate is a function of hands, not {shown(rate)}")
        self._rate = rate
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

    def __reduce__(self) -> tuple[Any, ...]:
        """Worlds are pickled by their view and rate, and counted anew."""
        return partial(Worlds, self.view, rate=self._rate), ()

    def draw(self, count: int, *, seed: int, seconds: float = inf) -> list[State]:
        """So many worlds, 0 to 2**20, or where it takes longer than so many seconds those found by then, perhaps none.

        It looks at the time now and then, so that a few more may come.

        Raises RulesError if they are too rare to be found, and for a rate that is none.
        """
        _check(count, seed)
        require_seconds(seconds)
        end = perf_counter() + seconds
        if not count:
            return []
        if not self.view.game.plays_by_tables:
            return list(islice(self._found(seed, end), count))
        return list(self._in_portions(count, seed, end))

    def hands(self, count: int, *, seed: int) -> list[tuple[CardSet, ...]]:
        """The hands, by seat, of the worlds that `draw` draws."""
        _check(count, seed)
        if not count or not self.view.game.plays_by_tables:
            return [state.hands for state in self.draw(count, seed=seed)]
        if self._rate is None:
            drawn = _all(self._puzzles[0].hands(count, seed=seed, seconds=inf), count, inf)
        else:
            portions = ((first, min(PORTION, count - first)) for first in range(0, count, PORTION))
            likely = (self._likely(self._rate, size, seed, first, inf) for first, size in portions)
            drawn = [own for portion in likely for own in portion.values()]
        return list(map(tuple, drawn))

    def _in_portions(self, count: int, seed: int, end: float) -> Iterator[State]:
        """Worlds until time is up. The first is played again to see that it gives the view; the others are like it."""
        only = self._puzzles[0]
        like: tuple[State, Ways] | None = None
        size = PORTION if self._rate is None else PORTION // 4
        for first in range(0, count, size):
            if first and perf_counter() >= end:
                return
            drawn = self._ways(min(size, count - first), seed, first, end)
            if not drawn:
                return
            if like is None:
                world = played_again(only.walk, self._sample, drawn[0])
                if world is None:
                    raise RulesError("no deal gives this view")
                like = world, drawn[0]
            yield from alike(like[0], only.walk, like[1], drawn)

    def _ways(self, count: int, seed: int, first: int, end: float) -> list[list[CardSet]]:
        """Where the cards went in so many worlds, from one of their numbers on."""
        only, left = self._puzzles[0], max(end - perf_counter(), 0.0)
        if self._rate is None:
            return _all(only.ways(count, seed=seed, seconds=left, first=first), count, end)
        numbers = self._likely(self._rate, count, seed, first, end)
        return [only.ways(1, seed=seed, seconds=inf, first=number)[0] for number in numbers]

    def _likely(self, rate: Rate, count: int, seed: int, first: int, end: float) -> dict[int, list[CardSet]]:
        """The numbers of the draws that the lot falls on, with their hands, for worlds from one of their numbers on."""
        left, begin = max(end - perf_counter(), 0.0), POOL * first
        hands = self._puzzles[0].hands(POOL * count, seed=seed, seconds=left, first=begin)
        drawn = enumerate(_all(hands, POOL * count, end), start=begin)
        return {number: own for number, own in _by_lot(drawn, lambda each: rate(tuple(each[1])), seed, first)}

    def _found(self, seed: int, end: float) -> Iterator[State]:
        """Worlds until time is up, of games that aren't played by tables."""
        found, rate = self._one_by_one(seed, end), self._rate
        return found if rate is None else _by_lot(found, lambda world: rate(world.hands), seed, 0)

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


def _by_lot(drawn: Iterable[One], rate: Callable[[One], float], seed: int, first: int) -> Iterator[One]:
    """Of every so many drawn one, from the lot of a world's number on; too few are left out but for the first world.

    Where all rates are nought any may be it. Raises RulesError for what is no rate.
    """
    each = iter(drawn)
    for number, pool in enumerate(iter(lambda: list(islice(each, POOL)), []), start=first):
        if len(pool) < POOL and number:
            return
        rates = [_checked_rate(rate(one)) for one in pool]
        yield random.Random(seed << 64 | number).choices(pool, rates if any(rates) else None)[0]


def _checked_rate(rate: float) -> float:
    """Raises RulesError for what is no rate."""
    if isinstance(rate, (float, Real)) and 0 <= rate <= HIGHEST:
        return float(rate)
    raise RulesError(f"a rate is a number, 0 to {HIGHEST:g}, not {shown(rate)}")


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
