"""Card tables: the order in which people hold their cards."""

import pytest

from helpers import card_tables, names
from stova.cards import card_set, parse_cards

HELD = [
    ("sjavs", None, "7S 9D QC AH 8D AC KH JD", "QC JD | 7S | AH KH | AC | 9D 8D"),
    ("sjavs", "H", "7S 9D QC AH 8D AC KH JD", "QC JD AH KH | 7S | 9D 8D | AC"),
    ("sjavs", "C", "7S 9D QC AH 8D AC KH JD", "QC JD AC | AH KH | 7S | 9D 8D"),
    ("klorsjavs", "C", "5C JC JS QS JH AD KS 5H 5D", "QS JC JS JH 5C | 5H | KS | AD 5D"),
    ("styrivolt", None, "QS 6S JC 4C QH 2H 3D AS KD 3H", "2H 4C JC 3D KD | AS QS 6S | QH 3H"),
    ("klaverjas", "S", "7S 8C JS AH 9S 10H KC AS", "JS 9S AS 7S | AH 10H | KC 8C"),
    ("klaverjas", "D", "7S 8C JD AH 9D 10H KC AS", "JD 9D | AS 7S | AH 10H | KC 8C"),
]


@pytest.mark.parametrize(("game", "trump", "cards", "held"), HELD)
def test_a_hand_is_held_by_strength_trumps_first_and_the_suits_in_alternating_colours(
    game: str, trump: str | None, cards: str, held: str
) -> None:
    groups = card_tables(game, trump).as_held(card_set(parse_cards(cards)))
    assert " | ".join(map(names, groups)) == held


def test_an_empty_hand() -> None:
    assert card_tables("sjavs", None).as_held(0) == ()
