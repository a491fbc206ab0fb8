"""The sampler of worlds: every way, each equally often, against all ways written out one by one."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from msgspec import Struct

from stova.kernel import Sampler
from worlds_brute import fits

Way = tuple[int, ...]
"""The cards that went each way, by route."""


class Puzzle(Struct, frozen=True, kw_only=True):
    cards: int
    allowed: list[int]
    cases: list[list[int]]
    tests: list[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = []
    together: list[tuple[int, list[tuple[int, int]]]] = []


def sampler(puzzle: Puzzle) -> Sampler:
    return Sampler(**{name: getattr(puzzle, name) for name in puzzle.__struct_fields__})


def ways(puzzle: Puzzle) -> Iterator[Way]:
    """All ways, by giving every card to every route."""
    cards = [card for card in range(64) if puzzle.cards >> card & 1]
    for routes in product(range(len(puzzle.allowed)), repeat=len(cards)):
        way = [0] * len(puzzle.allowed)
        for card, route in zip(cards, routes, strict=True):
            way[route] |= 1 << card
        cases = puzzle.cases.count([own.bit_count() for own in way])
        open_to = all(not own & ~allowed for own, allowed in zip(way, puzzle.allowed, strict=True))
        if cases and open_to and passes(puzzle, way):
            yield from [(*way,)] * cases


def passes(puzzle: Puzzle, way: Sequence[int]) -> bool:
    for routes, suits, accepted in puzzle.tests:
        lengths = [sum((way[route] & suit).bit_count() for route in routes) for suit in suits]
        longest = sum(1 << suit for suit in range(4) if lengths[suit] == max(lengths))
        if not (*accepted, *(0,) * 9)[max(lengths)] >> longest & 1:
            return False
    for cards, hands in puzzle.together:
        held = [sum(own for route, own in enumerate(way) if routes >> route & 1) | besides for routes, besides in hands]
        if all(cards & ~hand for hand in held):
            return False
    return True


def rows(puzzle: Puzzle, count: int, seed: int = 1) -> list[Way]:
    piles = [1 << route for route in range(len(puzzle.allowed))]
    drawn: Any = sampler(puzzle).draw(count, seed=seed, tries=10_000, piles=piles, keep=2**64 - 1)
    return [tuple(row) for row in drawn.tolist()]


def some_of(cards: int, share: float, rng: random.Random) -> int:
    """A subset, each card in it with this probability."""
    return sum(1 << card for card in range(64) if cards >> card & 1 and rng.random() < share)


def some_puzzle(rng: random.Random) -> Puzzle:
    """Six cards, four routes, one or two cases; sometimes conditions."""
    cards = sum(1 << card for card in rng.sample(range(64), 6))
    suits = tuple(some_of(cards, 0.5, rng) for _ in range(4))
    hands = [(0b0011, 0), (0b1100, some_of(cards, 0.2, rng))]
    return Puzzle(
        cards=cards,
        allowed=[some_of(cards, 0.8, rng) for _ in range(4)],
        cases=[_sizes(rng) for _ in range(rng.choice((1, 1, 2)))],
        tests=[((0, 2), suits, (65535, 0xF0F0, 0xFFF0))] if rng.random() < 0.3 else [],
        together=[(some_of(cards, 0.25, rng), hands)] if rng.random() < 0.3 else [],
    )


def _sizes(rng: random.Random) -> list[int]:
    low, high = sorted(rng.randint(0, 5) for _ in range(2))
    return [low, high - low, 5 - high, 1]


def puzzles(number: int, make: Callable[[random.Random], Puzzle]) -> Iterator[tuple[Puzzle, Counter[Way]]]:
    """Puzzles with more than one way, and their ways."""
    rng = random.Random(number)
    found = 0
    while found < 20:
        puzzle = make(rng)
        expected = Counter(ways(puzzle))
        if 1 < len(expected) < 400:
            found += 1
            yield puzzle, expected


def with_long_suits(rng: random.Random) -> Puzzle:
    """Six cards: hands of which most cards are of one suit, some belonging to several, in one or two cases."""
    cards = (1 << 6) - 1
    common = some_of(cards, 0.2, rng)
    suits = tuple(some_of(cards, 0.4, rng) | common for _ in range(4))
    longest = tuple(rng.choice((0, 65535, 0xF0F0, 0xFFF0)) for _ in range(4))
    return Puzzle(
        cards=cards,
        allowed=[some_of(cards, 0.6, rng) for _ in range(4)],
        cases=[[2, 2, 0, 2], [1, 2, 1, 2]][: rng.choice((1, 2))],
        tests=[((0, 2), suits, (0, *longest)), ((1,), suits, (0, 65535, rng.choice((0, 65535))))],
    )


@pytest.mark.parametrize("make", [some_puzzle, with_long_suits])
def test_every_way_is_equally_likely(make: Callable[[random.Random], Puzzle]) -> None:
    for puzzle, expected in puzzles(1, make):
        assert fits(rows(puzzle, 40 * len(expected) + 500), expected)


def test_the_weight_is_the_number_of_ways() -> None:
    for puzzle, _ in puzzles(2, some_puzzle):
        bare = Puzzle(cards=puzzle.cards, allowed=puzzle.allowed, cases=puzzle.cases)
        assert sampler(bare).weight == pytest.approx(len(list(ways(bare))))


def test_hands_nearly_of_one_suit_are_counted() -> None:
    """Not one draw is thrown away for them, and the weight is that of all tests."""
    for puzzle, expected in puzzles(6, with_long_suits):
        own = sampler(puzzle)
        assert own.weight == pytest.approx(expected.total())
        drawn = own.draw(100, seed=1, tries=1, piles=[1], keep=2**64 - 1)
        assert drawn.shape == (100, 1)


def test_what_takes_too_long_to_count_gives_no_ways() -> None:
    puzzle, _ = next(puzzles(4, some_puzzle))
    fields = {name: getattr(puzzle, name) for name in puzzle.__struct_fields__}
    assert Sampler(**fields, seconds=0).weight == 0
    assert Sampler(**fields, seconds=60).weight == Sampler(**fields).weight > 0


@pytest.mark.parametrize("seconds", [0.01, 0.05])
def test_ways_counted_in_part_are_not_drawn_from(seconds: float) -> None:
    """Counting all of these takes far longer."""
    rng, cards = random.Random(1), 2**40 - 1
    allowed = [some_of(cards, 0.6, rng) for _ in range(8)]
    assert Sampler(cards=cards, allowed=allowed, cases=[[5] * 8, [6, 4] + [5] * 6], seconds=seconds).weight == 0


def test_after_so_many_seconds_no_more_is_drawn() -> None:
    puzzle = Puzzle(cards=0b11, allowed=[0b11, 0b11], cases=[[1, 1]], together=[(0b11, [(1, 0)])])
    begun = time.process_time()
    drawn = sampler(puzzle).draw(1, seed=1, tries=2**63, seconds=0.01, piles=[1], keep=3)
    assert drawn.shape == (0, 1)
    assert time.process_time() - begun < 2


def greedy(puzzle: Puzzle, rng: random.Random) -> Way:
    """A way found by giving each card in turn to some route that has room: a fault many samplers have."""
    while True:
        way, room = [0] * len(puzzle.allowed), list(rng.choice(puzzle.cases))
        for card in (card for card in range(64) if puzzle.cards >> card & 1):
            found = [route for route, left in enumerate(room) if left and puzzle.allowed[route] >> card & 1]
            if not found:
                break
            route = rng.choice(found)
            way[route] |= 1 << card
            room[route] -= 1
        if not any(room) and passes(puzzle, way):
            return tuple(way)


def test_a_sampler_that_fills_greedily_would_be_found_out() -> None:
    rng = random.Random(3)
    found = 0
    for puzzle, expected in puzzles(1, some_puzzle):
        found += not fits([greedy(puzzle, rng) for _ in range(40 * len(expected) + 500)], expected)
    assert found > 8


def test_draws_depend_on_seed_and_place_alone() -> None:
    puzzle, _ = next(puzzles(4, some_puzzle))
    own = sampler(puzzle)
    piles, keep = [1, 2, 4, 8], 2**64 - 1
    whole = own.draw(20, seed=7, tries=1000, piles=piles, keep=keep).tolist()
    assert own.draw(5, seed=7, first=15, tries=1000, piles=piles, keep=keep).tolist() == whole[15:]
    assert own.draw(20, seed=8, tries=1000, piles=piles, keep=keep).tolist() != whole


def test_piles_put_routes_together_and_keep_leaves_cards_out() -> None:
    puzzle, _ = next(puzzles(5, some_puzzle))
    first = puzzle.cards & -puzzle.cards
    whole: Any = sampler(puzzle).draw(9, seed=1, tries=1000, piles=[0b1111], keep=~first & (2**64 - 1))
    assert whole.tolist() == [[puzzle.cards ^ first]] * 9


def test_what_no_way_leads_to_gives_nothing() -> None:
    impossible = Puzzle(cards=0b11, allowed=[0b01, 0b01], cases=[[1, 1]])
    assert sampler(impossible).weight == 0
    assert rows(impossible, 3) == []
    never = Puzzle(cards=0b11, allowed=[0b11, 0b11], cases=[[1, 1]], together=[(0b11, [(1, 0)])])
    assert rows(never, 3) == []


WRONG = [
    ({"allowed": []}, "1..64 routes"),
    ({"allowed": [0b111, 0b11]}, "among the cards"),
    ({"cases": [[1, 2]]}, "add up"),
    ({"cases": [[2]]}, "one capacity a route"),
    ({"tests": [((2,), (0, 0, 0, 0), ())]}, "a route must be"),
    ({"tests": [((0,), (0, 0, 0), ())]}, "four suits"),
    ({"tests": [((0,), (0, 0, 0, 0), (1 << 16,))]}, "accepted must be"),
    ({"tests": [((0,), (0, 0, 0, 0), (1,) * 66)]}, r"accepts lengths 0\.\.64"),
    ({"tests": [((0,), (0, 0, 0, 0))]}, "a test must be"),
    ({"together": [(1, [(4, 0)])]}, "routes must be"),
    ({"together": [(1, [(1, 0, 0)])]}, "a hand must be"),
    ({"together": [(1, [(1,)])]}, "a hand must be"),
    ({"together": [(1,)]}, "together must be pairs"),
    ({"seconds": -1.0}, "seconds must be 0 or more"),
]
RIGHT: dict[str, Any] = {"cards": 0b11, "allowed": [0b11, 0b11], "cases": [[1, 1]]}


@pytest.mark.parametrize(("wrong", "why"), WRONG)
def test_what_is_wrong_is_refused(wrong: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Sampler(**RIGHT | wrong)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"piles": []}, r"there must be 1\.\.64 piles"),
        ({"piles": [1] * 65}, r"there must be 1\.\.64 piles"),
        ({"piles": [4]}, r"a pile must be 0\.\.3"),
        ({"tries": 0}, "tries must be 1"),
        ({"count": 0}, "count must be 1"),
        ({"count": (1 << 24) + 1}, "count must be 1"),
        ({"seed": 2**64}, "seed must be 0"),
        ({"first": 2**63}, "first must be 0"),
        ({"keep": -1}, "keep is not a set of cards"),
        ({"seconds": float("nan")}, "seconds must be 0 or more"),
    ],
)
def test_what_cannot_be_drawn_is_refused(wrong: dict[str, Any], why: str) -> None:
    asked: dict[str, Any] = {"count": 1, "seed": 1, "tries": 1, "piles": [1], "keep": 3}
    with pytest.raises(ValueError, match=why):
        Sampler(**RIGHT).draw(**asked | wrong)
