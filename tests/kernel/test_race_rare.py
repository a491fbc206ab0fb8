"""What seldom comes up in a race's search: each position tells one rule, or one thing left out, from its neighbours."""

from typing import Any

import pytest

from kernel.race_positions import LAMBS, race, search
from stova import kernel
from stova.cards import Suit, card_set, parse_cards
from stova.games.styrivolt.powers import card_tables
from stova.playouts import kernel_tables


def test_a_card_is_no_worse_to_keep_only_if_it_is_so_against_those_who_have_played_too() -> None:
    """They play to the next trick as well. The plain search, which gives no side more, has the same value."""
    tables = [kernel_tables(card_tables((Suit.DIAMONDS, Suit.SPADES), (), "no"), 4)]
    of = race(tables=tables, held_back=[card_set(parse_cards("7S 7D"))], swaps=[])
    hands = [card_set(parse_cards(hand)) for hand in ("QC QS 5D QD", "9S 6H 2D", "4C 9C 3S 8D", "4H 7H 9H")]
    at = kernel.RacePosition(hands=hands, open=0, won=[2, 0, 1, 3], leader=3, trick=[])
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(1, 1)]


def led_by_the_last_seat(*hands: str, opened: str = "", pile: str = "", takers: int = 0) -> kernel.RacePosition:
    """Seven tricks are over, of which side 0 needs both that are left; seat 3 leads."""
    return kernel.RacePosition(
        hands=[card_set(parse_cards(hand)) for hand in hands],
        open=card_set(parse_cards(opened)),
        won=[3, 0, 0, 4],
        leader=3,
        trick=[],
        pile=card_set(parse_cards(pile)),
        takers=takers,
        lapses=bool(takers),
    )


@pytest.mark.parametrize(
    ("leader", "pile", "value"),
    [("AD AH", "3H 4H 7C", 1), ("AD AH KH", "3H 4H 7C", -1), ("AD AH KH", "3H 4H 5H 7C", 1)],
)
def test_who_has_played_counts_as_holding_a_card_more(leader: str, pile: str, value: int) -> None:
    """Seat 2 wins with the fyrik, and may then lead the lamb if seat 0, who took it, may put it away.

    It may if it has more cards than anyone: of three that seat 3 had, two are left once it has led, and count as three.
    """
    at = led_by_the_last_seat("2D 5D", "JC AC", "4C 3D", leader, pile=pile, takers=0b101)
    of = race(swaps=[], binding=card_set(parse_cards("3H 4C")))  # seat 0 stays with what it took
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


@pytest.mark.parametrize(("opened", "value"), [("6C JC", -1), ("JC", 1)])
@pytest.mark.parametrize("others", [("5C", "6D", "7D"), ("2D", "6D", "5C")])
def test_what_is_left_of_a_pair_goes_with_the_pile_unasked(opened: str, value: int, others: tuple[str, ...]) -> None:
    """Whoever gets the jack wins the last trick; for a pair the others are asked first, and one of them trades."""
    at = kernel.RacePosition(
        hands=[card_set(parse_cards(hand)) for hand in ("3D", *others)],
        open=card_set(parse_cards(opened)),
        won=[4, 4, 0, 0],
        leader=0,
        trick=[],
        pile=card_set(parse_cards("4D")),
        takers=1,
        whole=True,
    )
    of = race(swaps=[(*parse_cards("5C JC"), 0, False)], pairs=[card_set(parse_cards("6C JC"))])
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


@pytest.mark.parametrize(
    ("other", "swap", "value"),
    [("QC", (7, True), 1), ("QC", (8, True), 1), ("5C", (0, False), -1)],
    ids=["claims too", "claims later", "swaps"],
)
def test_only_who_swaps_goes_before_who_claims(other: str, swap: tuple[int, bool], value: int) -> None:
    """Seat 0 beats the ace with the six that it claims, and then leads the lamb, unless seat 1 has the six before it.

    If seat 1 could only claim it as well, it has to wait for its own turn, and then the six is gone.
    """
    at = led_by_the_last_seat("KC 7C", f"AD {other}", "6D 7D", "AH KH", opened="6C")
    of = race(swaps=[(*parse_cards("KC 6C"), 7, True), (*parse_cards(f"{other} 6C"), *swap)])
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


def at_start(*hands: str, opened: str = "", pile: str = "", trick: str = "", **changes: Any) -> kernel.RacePosition:
    """A position in which nobody has won a trick and seat 0 leads or has led, but for the changes."""
    given: dict[str, Any] = {"won": [0] * 4, "leader": 0} | changes
    return kernel.RacePosition(
        hands=[card_set(parse_cards(hand)) for hand in hands],
        open=card_set(parse_cards(opened)),
        trick=parse_cards(trick),
        pile=card_set(parse_cards(pile)),
        **given,
    )


RARE: dict[str, tuple[dict[str, Any], str, kernel.RacePosition, str, int, int]] = {
    "a card of one's own is not one of the partner's": (
        {"enough": 2, "swaps": []},
        "no",
        at_start("4D 7D AD", "7H JH 5D", "2C 2D 8D", "3H 6H 6D", trick="KH"),
        "SCORE",
        0,
        12,
    ),
    "who may yet win all is not stopped at enough": (
        {"enough": 2, "swaps": []},
        "no",
        at_start("6S 6D KD", "AC 7S 8S 9H 7D", "KC 3H 2D", "QS AS JD"),
        "TRICKS",
        1,
        3,
    ),
    "what a claim gives can be led": (
        {},
        "no",
        at_start("8C 8H 6D 8D 9D", "7C 7S QH", "KC 6S 4H", "3C 9S AS", opened="6C JS", won=[1, 3, 1, 1], leader=2),
        "SCORE",
        1,
        -1,
    ),
    "who wins a trick first keeps the others from winning all": (
        {"enough": 2, "swaps": [(*parse_cards("5S 9S"), 0, False), (*parse_cards("5C KC"), 0, False)]},
        "yes",
        at_start("5S 3H 6H", "7C 2S 5H", "4H KH 7D", "7H 8H 5D 6D 8D", opened="9S KC"),
        "SCORE",
        0,
        -1,
    ),
    "nobody is at ease while somebody may take": (
        {"enough": 2, "swaps": [], "binding": card_set(parse_cards("3C 9S QS AS AH 3D 8D QD"))},
        "no",
        at_start("4H 4D 8D", "7H 8H JH", "6H 2D 6D", "3C 9S 3D", pile="5H KH", takers=0b1010, lapses=True),
        "SCORE",
        0,
        -6,
    ),
    "each swap stands for itself while somebody may take": (
        {
            "enough": 3,
            "pairs": [card_set(parse_cards("6C")), card_set(parse_cards("JS"))],
            "binding": card_set(parse_cards("2H 4C 8S 9H 9D AC AS JC JS")),
        },
        "yes",
        at_start(
            "4H QD", "5C 5S", "4D 6D", "5H 7D",
            opened="6C JS", pile="7H 5D", takers=0b101, whole=True, won=[0, 1, 2, 0], leader=1,
        ),
        "SCORE",
        1,
        1,
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", RARE)
def test_one_condition_tells_apart(what: str) -> None:
    changes, must_beat, at, goal, side, value = RARE[what]
    of = race(must_beat, **changes)
    for plain in (False, True):
        assert search(of, goal, side=side, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


def test_what_is_remembered_tells_whose_which_card_of_a_chain_is() -> None:
    """Though two seats have all of them."""
    tables = [kernel_tables(card_tables((Suit.DIAMONDS, Suit.SPADES), (), "no"), 4)]
    of = race(tables=tables, held_back=[LAMBS], enough=3)
    hands = ("3C 7H QH", "2C 7C", "6D QD", "5C 5S 5H")
    at = at_start(*hands, opened="JS", trick="AH KD", won=[0, 2, 0, 0], leader=1)
    for plain in (False, True):
        assert search(of, "TRICKS", side=1, every_card=plain, no_bounds=plain).values([at]) == [(5, 5)]
