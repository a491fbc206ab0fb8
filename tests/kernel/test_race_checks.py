"""What is no race, no position of one, and nothing to ask about it, is refused with a reason."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from kernel.race_positions import CHOSEN, LAMBS, OPEN, position, race, search
from stova import kernel
from stova.cards import card_set, parse_cards
from stova.games.styrivolt.powers import card_tables
from stova.playouts import kernel_tables

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"tables": []}, "tables must be one for every set of fours"),
    ({"tables": [1]}, "tables must be Tables"),
    ({"held_back": []}, "held_back must be one for every table"),
    ({"held_back": [-1]}, "held_back is not a set of cards"),
    ({"swaps": [(1, 2, 0)]}, "a swap must be"),
    ({"swaps": [(1, 1, 0, False)]}, "a swap must be of two cards"),
    ({"swaps": [(1, 2, 3, False)]}, "claims, and no other swaps, are from a later trick on"),
    ({"swaps": [(1, 2, 0, True)]}, "claims, and no other swaps, are from a later trick on"),
    ({"swaps": [(0, 20, 1, True), (20, 0, 1, True)]}, "what a claim gives is claimed again"),
    ({"held_back": [card_set(parse_cards("2H"))]}, "a card that is held back takes others"),
    ({"tables": [kernel.Tables.__new__(kernel.Tables)]}, "tables must be Tables"),
    ({"swaps": [(64, 1, 0, False)]}, r"give must be 0\.\.63"),
    ({"swaps": [(card, card + 20, 0, False) for card in range(7)]}, "swaps must be at most 6"),
    ({"fours": True, "together": [31]}, "a four must be at most 4 cards, or never together"),
    ({"pairs": [1, 2, 4]}, "pairs must be at most 2"),
    ({"pairs": [7]}, "a pair must be at most two cards"),
    ({"pairs": [3, 6]}, "pairs overlap"),
    ({"binding": -1}, "binding is not a set of cards"),
    ({"enough": 0}, r"enough must be 1\.\.7"),
    ({"worth": (1, 2, 3)}, "worth must be 5 numbers"),
    ({"worth": (1, 2, 2, 6, 12)}, r"worth\[2\], rising, must be 3\.\.100"),
]


@pytest.mark.parametrize(("changes", "why"), WRONG)
def test_a_race_that_cannot_be(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        race(**changes)


def test_tables_that_disagree_on_beating_are_no_race() -> None:
    tables = [kernel_tables(card_tables(CHOSEN, ranks, must), 4) for ranks, must in (((), "no"), (("6",), "yes"))]
    with pytest.raises(ValueError, match="tables must agree on whether one must beat"):
        race(fours=True, tables=tables)


def free(takers: int = 0, beaten: Sequence[int] = (), **changes: Any) -> kernel.Tables:
    """Tables of twenty cards that all follow each other, some of which take others."""
    given: dict[str, Any] = {
        "seats": 4,
        "beaten_by": [*beaten, *[0] * (52 - len(beaten))],
        "follow": [(1 << 20) - 1] * 52,
        "points": [0] * 52,
        "trumps": takers,
        "policy": kernel.Policy.FOLLOW,
    }
    return kernel.Tables(**given | changes)


def test_tables_with_suits_to_follow_are_no_race() -> None:
    suits = [0x1FFF << 13 * (card // 13) for card in range(52)]
    with pytest.raises(ValueError, match="every card must follow every lead"):
        race(tables=[free(follow=suits)])


LEVELS = "takers must lie in levels, other cards in chains"


@pytest.mark.parametrize(
    ("tables", "why"),
    [
        (free(0b111, [0b10, 0, 0, 0b101]), LEVELS),
        (free(0b111, [0b10, 0, 0, 0b1]), LEVELS),
        ((free(), free(0b111, [0b10, 0, 0, 0b101])), LEVELS),
        (free((1 << 14) - 1, [(1 << card) - 1 for card in range(15)]), LEVELS),
        (free(0, [0, 1 << 0, 0, 1 << 2, 0, 1 << 4, 0, 1 << 6, 0, 1 << 8]), LEVELS),
        (free(0, [0, 0, 0b11]), LEVELS),
        (free(0b11, [0, 1, 2, 3]), LEVELS),
        (free(0b11, [0, 1, 3, 5]), LEVELS),
        (free(policy=kernel.Policy.FOLLOW_BEAT_IF_RUFFING), "policy must be"),
        (free(seats=3), "tables must be for 4 seats"),
    ],
)
def test_tables_that_are_of_no_race(tables: kernel.Tables | tuple[kernel.Tables, ...], why: str) -> None:
    several = tables if isinstance(tables, tuple) else (tables,)
    nothing: dict[str, Any] = {"swaps": [], "held_back": [0] * len(several)}
    with pytest.raises(ValueError, match=why):
        race(tables=several, together=[0b11][: len(several) - 1], **nothing)


def test_tables_of_as_many_levels_as_there_may_be() -> None:
    assert race(tables=[free((1 << 13) - 1, [(1 << card) - 1 for card in range(14)])], swaps=[], held_back=[0])


def test_a_card_held_back_takes_others_in_no_tables() -> None:
    several = [free(), free(0b11, [0b10, 0, 0b11])]
    with pytest.raises(ValueError, match="a card that is held back takes others"):
        race(tables=several, swaps=[], held_back=[0, 1], together=[0b11])


def test_there_are_no_more_fours_than_there_is_room_for() -> None:
    with pytest.raises(ValueError, match="fours must be at most 6"):
        race(tables=[free()] * 128, swaps=[], held_back=[0] * 128, together=[0b11] * 7)


NOWHERE: list[tuple[dict[str, Any], str]] = [
    ({"hands": [1, 2, 4]}, "hands and won must be 4"),
    ({"won": [1, 1, 1]}, "hands and won must be 4"),
    ({"won": [1, 1, 1, 1, 1]}, "hands and won must be 4"),
    ({"hands": [1, 1, 2, 4]}, "hands overlap"),
    ({"hands": [OPEN, 0, 0, 0]}, "cards lie open that are in a hand"),
    ({"won": [1, 2, 3, 14]}, r"won\[3\] must be 0\.\.13"),
    ({"leader": 4}, r"leader must be 0\.\.3"),
    ({"trick": [1, 2, 3, 4]}, "trick must have fewer than 4 cards"),
    ({"trick": [1], "best": 1}, r"best must be 0\.\.0"),
    ({"trick": [1, 1]}, "card 1 in trick is elsewhere too"),
    ({"pile": OPEN, "takers": 1}, "cards lie in the pile that are elsewhere too"),
    ({"takers": 16}, r"takers must be 0\.\.15"),
    ({"tables": 64}, r"tables must be 0\.\.63"),
]


@pytest.mark.parametrize(("changes", "why"), NOWHERE)
def test_a_position_that_cannot_be(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        position(3, random.Random(1), **({"hands": [1 << 11, 1 << 12, 1 << 13, 1 << 14]} | changes))


ELSEWHERE: list[tuple[dict[str, Any], str]] = [
    ({"won": [0, 0, 0, 0]}, "hands are too small to finish the tricks"),
    ({"won": [9, 1, 0, 0]}, "more tricks are won than there are"),
    ({"hands": [1 << 8, 2, 4, 8]}, "cards the tables don't"),
    ({"pile": 1 << 60, "takers": 1}, "cards the tables don't"),
    ({"hands": [1, 2, 4, 0], "leader": 0}, "hands are too small to finish the tricks"),
    ({"tables": 1}, "no tables in this race"),
    ({"leader": 2}, "the leader has won no trick"),
]


@pytest.mark.parametrize(("changes", "why"), ELSEWHERE)
def test_a_position_of_another_race(changes: dict[str, Any], why: str) -> None:
    given = {"hands": [1, 2, 4, 32], "won": [4, 4, 0, 0]} | changes
    with pytest.raises(ValueError, match=why):
        search(race()).values([position(1, random.Random(1), **given)])


def test_what_nobody_may_take_is_not_looked_at() -> None:
    at = position(1, random.Random(1), hands=[1 << 11, 1 << 12, 1 << 13, 1 << 14], pile=1 << 60, takers=0)
    assert search(race()).values([at]) == [(-1, -1)]


def test_who_leads_first_needs_a_card_to_lead() -> None:
    """Else a trick might go round for ever of one who has but a card to swap for one that is held back."""
    own = race(enough=1, held_back=[LAMBS], swaps=[(*parse_cards("5C 7C"), 0, False)])
    trader, lamb, other = parse_cards("5C 7S 9H")
    others, nothing = (
        [1 << card for card in parse_cards("2H 3H 4H")],
        {"won": [0] * 4, "leader": 0, "open": card_set(parse_cards("7C"))},
    )
    for card in (trader, lamb):
        at = position(1, random.Random(1), hands=[1 << card, *others], **nothing)
        with pytest.raises(ValueError, match="who leads first has no card that may be led as it is"):
            search(own).values([at])
        with pytest.raises(ValueError, match="who leads first has no card that may be led as it is"):
            kernel.race_estimates(own, [at], side=0, chance=1, repeats=1, seed=1)
    assert search(own).values([position(1, random.Random(1), hands=[1 << other, *others], **nothing)])


def one_each(first: str, opened: int = 0) -> kernel.RacePosition:
    """Seat 0 leads to the only trick."""
    hands = [card_set(parse_cards(card)) for card in (first, "4C", "8S", "3D")]
    return position(1, random.Random(1), hands=hands, open=opened, won=[0] * 4, leader=0)


def test_what_may_not_be_led_first_goes_by_the_fours_there_are() -> None:
    """Held back is a card by any of the tables there may be."""
    own = race(fours=True, held_back=[0, LAMBS], swaps=[], enough=1)
    with pytest.raises(ValueError, match="who leads first has no card that may be led as it is"):
        search(own).values([one_each("7C")])
    with pytest.raises(ValueError, match="who leads first has no card that may be led as it is"):
        kernel.race_estimates(own, [one_each("7C")], side=0, chance=1, repeats=1, seed=1)


def test_what_a_claim_gives_may_be_led_first() -> None:
    own = race(swaps=[(*parse_cards("KC 6C"), 8, True)], enough=1)
    assert search(own).values([one_each("KC", opened=OPEN)]) == [(-12, -12)]


def test_limits_and_sides_that_cannot_be() -> None:
    at, full = position(2, random.Random(1)), search(race()).search
    with pytest.raises(TypeError):
        full.reaches(at, 1, nodes=-1)
    for seconds in (-1, float("nan")):
        with pytest.raises(ValueError, match="seconds must be 0 or more"):
            full.reaches(at, 1, seconds=seconds)
    for at_least in (101, -101, 2**70, -(2**70)):
        with pytest.raises(ValueError, match=r"at_least must be -100\.\.100"):
            full.reaches(at, at_least)
    wrong: list[Any] = ["5", 5.0, None]
    for nothing in wrong:
        with pytest.raises(TypeError):
            full.reaches(at, nothing)
        with pytest.raises(TypeError):
            full.reaches(nothing, 1)
    with pytest.raises(ValueError, match=r"side must be 0\.\.1"):
        search(race(), side=2)
