"""Deals of Sjavs to test with."""

from typing import Any

import stova
from stova import State

HANDS = [
    "QC JS AH KH 10H 7S 8S AD",
    "JD 9H AS KS 10S 10D 9D 8D",
    "QS JC AC KC 10C 7H 9S KD",
    "JH 9C 8C 7C QH 8H QD 7D",
]
"""With dealer 3, forehand has five hearts and its partner five clubs; the others can't bid."""


def four(hands: list[str] = HANDS, **options: Any) -> State:
    return stova.game("sjavs", **options).deal(hands=hands, dealer=3)
