"""Drawing worlds: what a view leaves open, and deals drawn from it."""

import random
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any

from msgspec import Struct

from stova.cards import CardSet, card_set
from stova.engine.state import State
from stova.engine.view import View
from stova.errors import IllegalAction, RulesError
from stova.games.styrivolt.board import SeenBoard
from stova.kernel._kernel import Sampler
from stova.worlds import building, calls, rows, stock, ways
from stova.worlds.ways import Route, Walk

EVERY = (1 << 52) - 1
"""All cards there are."""
TRIES = 1 << 24
"""Deals looked at for one that passes the kernel's tests, at most."""
REPLAYS = 20_000
"""Deals played again for one that gives the view, at most."""


class Puzzle(Struct, frozen=True, kw_only=True):
    """One way a deal may have gone, and a sampler of who holds what then."""

    routes: list[Route]
    sampler: Sampler
    tokens: dict[int, int]
    away: list[list[int]]
    """The routes of each card put away out of sight, in order."""


class Worlds:
    """The deals in which a seat would have just this view, each equally likely.

    A world is a State whose `view(view.seat)` is the view: all that is hidden is chosen, who was dealt what, what was
    put down and what lies where. Draws depend on the view and the seed (0 to 2**64 - 1) alone. An onlooker's view will
    do too. Raises RulesError for a view that no deal gives, and for one from before the deal.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        if not view.counts:
            raise RulesError("worlds begin with the deal: before it nothing is known but the pack")
        self._sample = _any_deal(view)
        self._puzzles = list(_puzzles(view, self._sample))

    def draw(self, count: int, *, seed: int) -> list[State]:
        """So many worlds."""
        if isinstance(self.view.own, SeenBoard):
            return list(islice(self._played_again(seed), count))
        puzzle = self._puzzles[0]
        routes, view = puzzle.routes, self.view
        drawn = self._draw(count, seed, [1 << index for index in range(len(routes))])
        first = drawn[0]
        state = self._replayed(puzzle, first)
        return [state, *(building.like(state, view, routes, first, own) for own in drawn[1:])]

    def hands(self, count: int, *, seed: int) -> list[tuple[CardSet, ...]]:
        """The hands, by seat, of the worlds that `draw` draws."""
        if isinstance(self.view.own, SeenBoard):
            return [state.hands for state in self.draw(count, seed=seed)]
        return list(map(tuple, self._draw(count, seed, self._piles, keep=self._unplayed)))

    @cached_property
    def _piles(self) -> list[int]:
        seats, routes = range(self.view.game.seats), self._puzzles[0].routes
        return [sum(1 << at for at, route in enumerate(routes) if route.place == seat) for seat in seats]

    @cached_property
    def _unplayed(self) -> CardSet:
        return EVERY & ~card_set(card for _, _, card, _ in ways.plays(self.view))

    def _draw(self, count: int, seed: int, piles: list[int], *, keep: CardSet = EVERY) -> list[list[CardSet]]:
        _check(seed)
        drawn: Any = self._puzzles[0].sampler.draw(count, seed=seed, tries=TRIES, piles=piles, keep=keep)
        found: list[list[CardSet]] = drawn.tolist()
        if len(found) < count:
            raise RulesError("no deal was found that gives this view")
        return found

    def _replayed(self, puzzle: Puzzle, drawn: list[CardSet]) -> State:
        view = self.view
        cards = building.dealt(self._sample, puzzle.routes, drawn)
        try:
            return building.replayed(view, cards, building.revealed(view, puzzle.routes, drawn))
        except IllegalAction as refused:
            raise RulesError("no deal gives this view") from refused

    def _played_again(self, seed: int) -> Iterator[State]:
        """Worlds without end, each played again to see that it gives the view."""
        _check(seed)
        since = 0
        for number, puzzle in enumerate(self._chosen(seed)):
            world = self._world(puzzle, seed, number)
            if world is not None:
                since = number
                yield world
            if number - since > REPLAYS:
                raise RulesError("no deal was found that gives this view")

    def _chosen(self, seed: int) -> Iterator[Puzzle]:
        rng = random.Random(seed)
        weights = [puzzle.sampler.weight for puzzle in self._puzzles]
        if not any(weights):
            raise RulesError("no deal gives this view")
        while True:
            yield from rng.choices(self._puzzles, weights, k=16)

    def _world(self, puzzle: Puzzle, seed: int, number: int) -> State | None:
        tries = 1 if len(self._puzzles) > 1 else TRIES
        routes = range(len(puzzle.routes))
        piles = [1 << index for index in routes]
        drawn: Any = puzzle.sampler.draw(1, seed=seed, first=number, tries=tries, piles=piles, keep=2**64 - 1)
        rows_found = drawn.tolist()
        if not rows_found and tries > 1:
            raise RulesError("no deal was found that gives this view")
        for row in rows_found:
            away = [sum(row[index] for index in found).bit_length() - 1 for found in puzzle.away]
            cards = building.dealt(self._sample, puzzle.routes, row)
            history = building.put_away(self.view, [puzzle.tokens.get(token, token) for token in away])
            try:
                world = building.replayed(self.view, cards, history)
            except IllegalAction:
                return None
            return world if world.view(self.view.seat) == self.view else None
        return None


def _check(seed: int) -> None:
    if not 0 <= seed < 2**64:
        raise RulesError("a seed is 0 to 2**64 - 1")


def _any_deal(view: View) -> State:
    """A deal of the game, just dealt: its cards stand for the places they lie in."""
    game = view.game
    state = game.phases[0].enter(State(game=game, dealer=view.dealer, pack=game.pack, drawn=view.drawn))
    return state if state.dealt else state.apply(state.legal_actions()[0])


def _puzzles(view: View, sample: State) -> Iterator[Puzzle]:
    if not isinstance(view.own, SeenBoard):
        yield _puzzle(view, sample)
        return
    for state in stock.walks(view):
        walk = state.walk
        sampler = Sampler(
            cards=ways.tokens(walk),
            allowed=ways.allowed(walk),
            cases=ways.cases(walk),
            together=stock.together(state),
            since=walk.since,
            played=walk.played,
        )
        yield Puzzle(routes=walk.routes, sampler=sampler, tokens=dict(walk.tokens), away=state.away)


def _puzzle(view: View, sample: State) -> Puzzle:
    walk = Walk(view=view, routes=ways.first_routes(sample))
    covers = bool(view.game.covers(sample))
    if covers:
        rows.lay(walk, sample)
    ways.exchange(walk)
    ways.play(walk, view.game.tables(view))
    if covers:
        rows.turned_up(walk)
    ways.known_now(walk)
    sampler = Sampler(
        cards=ways.tokens(walk),
        allowed=ways.allowed(walk),
        cases=ways.cases(walk),
        tests=calls.tests(view, sample, walk.routes),
        covers=walk.covers,
        since=walk.since,
        played=walk.played,
    )
    return Puzzle(routes=walk.routes, sampler=sampler, tokens={}, away=[])
