"""Bad input is refused with a reason and never reaches the search."""

import random
from typing import Any

import pytest

from naive_play import rows
from stova import kernel

TABLES: dict[str, Any] = {
    "seats": 2,
    "beaten_by": [2, 4, 8, 0, 0],
    "follow": [15] * 5,
    "points": [1, 2, 3, 4, 255],
    "trumps": 0,
    "policy": kernel.Policy.FOLLOW,
}
POSITION: dict[str, Any] = {"hands": [0b0011, 0b1100], "leader": 0, "trick": [], "points": [0, 0], "tricks": [0, 0]}


def tables(**changes: Any) -> kernel.Tables:
    return kernel.Tables(**TABLES | changes)


def position(**changes: Any) -> kernel.Position:
    return kernel.Position(**POSITION | changes)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seats": 1}, r"seats must be 2\.\.4"),
        ({"seats": 5}, r"seats must be 2\.\.4"),
        ({"beaten_by": [], "follow": [], "points": []}, r"beaten_by must have 1\.\.64 entries"),
        ({"beaten_by": [0] * 65, "follow": [0] * 65, "points": [0] * 65}, r"beaten_by must have 1\.\.64 entries"),
        ({"follow": [15] * 4}, "of one length"),
        ({"points": [1] * 6}, "of one length"),
        ({"beaten_by": [2, 4, 8, -1, 0]}, r"beaten_by\[3\] is not a set of cards"),
        ({"follow": [15, 2**64, 15, 15, 15]}, r"follow\[1\] is not a set of cards"),
        ({"points": [1, 2, 3, 256, 0]}, r"points\[3\] must be 0\.\.255"),
        ({"points": [1, 2, 3, -1, 0]}, r"points\[3\] must be 0\.\.255"),
        ({"trumps": 2**64}, "trumps is not a set of cards"),
        ({"last_trick_points": 256}, r"last_trick_points must be 0\.\.255"),
        ({"bonuses": [(1, 2, 3)]}, r"bonuses must be pairs \(cards, worth\)"),
        ({"bonuses": [(-1, 20)]}, "a bonus is not a set of cards"),
        ({"bonuses": [(0, 20)]}, "a bonus must be for cards"),
        ({"bonuses": [(3, -1)]}, r"a bonus's worth must be 0\.\.65535"),
        ({"bonuses": [(3, 65_536)]}, r"a bonus's worth must be 0\.\.65535"),
        ({"bonuses": [(3, 1)] * 65}, "there are more than 64 bonuses"),
    ],
)
def test_bad_tables(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        tables(**changes)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"hands": [1]}, r"hands must be 2\.\.4"),
        ({"hands": [1, 2, 4, 8, 16]}, r"hands must be 2\.\.4"),
        ({"hands": [0b0011, 0b0110]}, "hands overlap"),
        ({"hands": [0b0011, -4]}, r"hands\[1\] is not a set of cards"),
        ({"hands": [0b0011, 2**64]}, r"hands\[1\] is not a set of cards"),
        ({"hands": [0b0011, 0b0100]}, "sizes that can't finish the tricks"),
        ({"hands": [0b0001, 0b1100]}, "sizes that can't finish the tricks"),
        ({"hands": [0b0010, 0b1100], "leader": 1, "trick": [0]}, "sizes that can't finish the tricks"),
        ({"leader": 2}, r"leader must be 0\.\.1"),
        ({"leader": -1}, r"leader must be 0\.\.1"),
        ({"trick": [4, 5]}, "trick must have fewer cards than there are seats"),
        ({"trick": [64]}, r"a card in trick must be 0\.\.63"),
        ({"trick": [0]}, "card 0 in trick is played twice or in a hand too"),
        ({"hands": [1, 2, 4], "trick": [8, 8]}, "card 8 in trick is played twice or in a hand too"),
        ({"points": [0]}, "points must have one number a seat"),
        ({"points": [0, 65536]}, r"points\[1\] must be 0\.\.65535"),
        ({"tricks": [0, 0, 0]}, "tricks must have one number a seat"),
        ({"tricks": [-1, 0]}, r"tricks\[0\] must be 0\.\.65535"),
        ({"covers": [(0, 4, 5)]}, "covers must be pairs"),
        ({"covers": [(64, 4)]}, r"an upper card in covers must be 0\.\.63"),
        ({"covers": [(0, 64)]}, r"a lower card in covers must be 0\.\.63"),
        ({"covers": [(4, 5)]}, "upper card 4 in covers is in no hand"),
        ({"covers": [(0, 4), (4, 5)]}, "upper card 4 in covers is in no hand"),
        ({"hands": [2, 12], "trick": [0], "covers": [(0, 4)]}, "upper card 0 in covers is in no hand"),
        ({"covers": [(0, 4), (0, 5)]}, "upper card 0 covers two cards"),
        ({"covers": [(0, 1)]}, "lower card 1 in covers is elsewhere too"),
        ({"covers": [(0, 4), (2, 4)]}, "lower card 4 in covers is elsewhere too"),
        ({"hands": [0b0010, 0b1100], "trick": [0], "covers": [(1, 0)]}, "lower card 0 in covers is elsewhere too"),
        ({"covers": [(0, 4)]}, "sizes that can't finish the tricks"),
    ],
)
def test_bad_positions(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        position(**changes)


@pytest.mark.parametrize(
    ("of_tables", "of_position", "reason"),
    [
        ({"seats": 3}, {}, "the position has 2 seats, the tables 3"),
        ({}, {"hands": [0b000011, 0b100100]}, "the position has cards the tables don't"),
        ({}, {"hands": [0b0010, 0b1100], "trick": [5]}, "the position has cards the tables don't"),
        ({}, {"covers": [(0, 4), (2, 5)]}, "the position has cards the tables don't"),
        ({}, {"points": [65530, 0]}, "points may come to more than 65535"),
        ({"last_trick_points": 255}, {"points": [0, 65300]}, "points may come to more than 65535"),
        ({}, {"covers": [(0, 4), (2, 63)], "points": [65400, 0]}, "the position has cards the tables don't"),
        ({}, {"tricks": [65534, 0]}, "tricks may come to more than 65535"),
    ],
)
def test_positions_that_are_not_of_the_tables(
    of_tables: dict[str, Any], of_position: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        kernel.legal(tables(**of_tables), position(**of_position))
    with pytest.raises(ValueError, match=reason):
        kernel.playouts(tables(**of_tables), position(**of_position), 1, 1)


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        ({"count": 0}, "count must be 1"),
        ({"count": -1}, "count must be 1"),
        ({"count": 2**40}, "count must be 1"),
        ({"seed": -1}, "seed must be 0"),
        ({"seed": 2**64}, "seed must be 0"),
        ({"threads": 0}, r"threads must be 1\.\.256"),
        ({"threads": 257}, r"threads must be 1\.\.256"),
    ],
)
def test_bad_numbers(numbers: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        kernel.playouts(tables(), position(), **{"count": 1, "seed": 1} | numbers)


def test_what_is_no_number_is_a_type_error() -> None:
    bad: Any = "two"
    with pytest.raises(TypeError):
        tables(seats=bad)
    with pytest.raises(TypeError):
        position(hands=3)


def random_tables(seats: int, rng: random.Random) -> kernel.Tables:
    return kernel.Tables(
        seats=seats,
        beaten_by=[rng.getrandbits(64) for _ in range(64)],
        follow=[rng.getrandbits(64) for _ in range(64)],
        points=[rng.randrange(256) for _ in range(64)],
        trumps=rng.getrandbits(64),
        policy=rng.choice(list(kernel.Policy)),
    )


def random_position(seats: int, rng: random.Random) -> kernel.Position:
    """Cards go anywhere, now and then to two places; most such positions are refused."""
    cards = [rng.randrange(64) for _ in range(4 * seats)]
    hands = [sum({1 << cards.pop() for _ in range(rng.choice([1, 2, 2, 2]))}) for _ in range(seats)]
    trick = [cards.pop() for _ in range(rng.choice([0, 0, 1, seats]))]
    covers = [(rng.choice([card for card in range(64) if hand >> card & 1]), cards.pop()) for hand in hands]
    zeros = [0] * seats
    return kernel.Position(
        hands=hands,
        leader=rng.randrange(seats + 1),
        trick=trick,
        points=zeros,
        tricks=zeros,
        covers=covers if rng.random() < 0.5 else (),
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whatever_is_accepted_can_be_played(seats: int) -> None:
    """The tables are random too; the sanitizers watch what the search does."""
    rng = random.Random(seats)
    some_tables = [random_tables(seats, rng) for _ in range(50)]
    accepted = 0
    for _ in range(4000):
        try:
            any_position = random_position(seats, rng)
        except ValueError:
            continue
        results = kernel.playouts(rng.choice(some_tables), any_position, 3, 1)
        assert len({sum(tricks) for _, tricks in rows(results)}) == 1
        accepted += 1
    assert accepted > 100
