"""Puzzles: what is known of the hidden cards, as the kernel's sampler wants it."""

from collections.abc import Iterator
from math import factorial, prod
from typing import Any

from msgspec import Struct

from stova.cards import Card, CardSet, card_set
from stova.engine.state import State
from stova.engine.view import plays
from stova.engine.ways import DOWN, TALON, Walk
from stova.kernel import Sampler
from stova.worlds import calls

EVERYTHING = (1 << 64) - 1
"""All cards and tokens there can be."""
TRIES = 1 << 24
"""Ways looked at for one that passes the sampler's tests, at most."""


class Puzzle(Struct, frozen=True):
    """One way a deal may have gone, and a sampler of who holds what then."""

    walk: Walk
    sampler: Sampler

    @property
    def weight(self) -> float:
        """How many deals go this way, conditions left aside: cards of slots that are alike lay there in any order."""
        piles = {(route.origin, route.slots) for route in self.walk.routes}
        return self.sampler.weight * prod(factorial(len(slots)) for _, slots in piles)

    def ways(self, count: int, *, seed: int, seconds: float, first: int = 0, tries: int = TRIES) -> list[list[CardSet]]:
        """The cards that went each way, by route, so many times; fewer where tries or seconds weren't enough."""
        piles = [1 << index for index in range(len(self.walk.routes))]
        return self._draw(count, seed=seed, seconds=seconds, first=first, tries=tries, piles=piles, keep=EVERYTHING)

    def hands(self, count: int, *, seed: int, seconds: float, first: int = 0) -> list[list[CardSet]]:
        """The hands those cards make, by seat."""
        view = self.walk.view
        piles = [sum(1 << index for index in self.walk.leading_to(seat)) for seat in range(view.game.seats)]
        unplayed = EVERYTHING & ~card_set(card for _, _, card, _ in plays(view))
        return self._draw(count, seed=seed, seconds=seconds, first=first, tries=TRIES, piles=piles, keep=unplayed)

    def _draw(self, count: int, **how: Any) -> list[list[CardSet]]:
        drawn: Any = self.sampler.draw(count, **how)
        found: list[list[CardSet]] = drawn.tolist()
        return found


def puzzle(walk: Walk, sample: State, seconds: float) -> Puzzle:
    """The puzzle of a walk; `sample` is any deal just dealt. After so many seconds no way is found."""
    hands = [(sum(1 << index for index in found), seen) for found, seen in walk.hands]
    sampler = Sampler(
        cards=card_set(walk.view.game.pack) | sum(1 << token for token in walk.tokens),
        allowed=allowed(walk),
        cases=cases(walk),
        tests=calls.tests(walk.view, sample, walk.routes),
        together=[(cards, hands) for cards in walk.together],
        seconds=seconds,
    )
    return Puzzle(walk, sampler)


def allowed(walk: Walk) -> list[CardSet]:
    """The cards, and tokens, that may have gone each way, by route."""
    found = [0] * len(walk.routes)
    for card in walk.view.game.pack:
        for index in walk.ways[card] if card in walk.ways else _unseen(walk, card, None):
            found[index] |= 1 << card & ~walk.never[index]
    for token, card in walk.tokens.items():
        for index in walk.ways[token] if token in walk.ways else _unseen(walk, card, token):
            found[index] |= 1 << token
    return found


def _unseen(walk: Walk, card: Card, token: int | None) -> list[int]:
    """The routes by which a card may have gone to where it is now, if it didn't come in sight."""
    view = walk.view
    places = walk.leading_to(view.seat or 0) if card in view.hand else _out_of_sight(walk)
    return walk.open_to(card, token, places)


def _out_of_sight(walk: Walk) -> list[int]:
    """The routes to places whose cards the seat doesn't see."""
    view = walk.view
    shown = {view.seat: True, DOWN: view.discards is not None, TALON: view.talon is not None}
    return [index for index, route in enumerate(walk.routes) if not shown.get(route.place, False)]


def cases(walk: Walk) -> list[list[int]]:
    """How many cards may have gone each way, by route: one case for each way the splits may have fallen out."""
    new = {went for pairs, _ in walk.splits for _, went in pairs}
    found = [[0 if index in new else route.room for index, route in enumerate(walk.routes)]]
    for pairs, count in walk.splits:
        found = [after for case in found for after in _after(case, pairs, count)]
    return found


def _after(case: list[int], pairs: list[tuple[int, int]], count: int) -> Iterator[list[int]]:
    for counts in _shares([case[stayed] for stayed, _ in pairs], count):
        after = list(case)
        for (stayed, went), own in zip(pairs, counts, strict=True):
            after[stayed], after[went] = case[stayed] - own, own
        yield after


def _shares(rooms: list[int], count: int) -> Iterator[tuple[int, ...]]:
    """The ways to take a number from piles of these sizes, by pile."""
    if not rooms:
        if not count:
            yield ()
        return
    for own in range(min(count, rooms[0]) + 1):
        yield from ((own, *rest) for rest in _shares(rooms[1:], count - own))
