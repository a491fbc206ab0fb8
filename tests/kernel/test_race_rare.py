"""What seldom comes up in a race's search: each position tells one rule, or one thing left out, from its neighbours."""

import pytest

from kernel.race_positions import race, search
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
