"""Klørsjavs for tests: a deal from given hands, the card tables, what was lost, a sheet."""

from typing import Any

import stova
from stova import Result, State, Suit
from stova.engine.tables import CardTables
from stova.rules.columns import Columns

BOTH = ("klorsjavs", "klorsjavs4")
HANDS = ["QC JS JD AS 5S KH", "QS JH AC AH 5H KD", "JC KC 5C KS AD 5D"]
"""With dealer 2; the cat is QH QD."""
FOUR = ["QC JC JD AH", "QS JH KH KD", "JS AC AS 5D", "KC 5C KS 5H"]
"""With dealer 3; the cat is 5S AD."""


def three(**options: Any) -> State:
    return stova.game("klorsjavs", **options).deal(hands=HANDS, talon="QH QD", dealer=2)


def four(**options: Any) -> State:
    return stova.game("klorsjavs4", **options).deal(hands=FOUR, talon="5S AD", dealer=3)


def tables(name: str = "klorsjavs", **options: Any) -> CardTables:
    game = stova.game(name, **options)
    return game.tables(State(game=game, dealer=0, trump=Suit.CLUBS))


def lost(result: Result) -> tuple[int, int]:
    """What the declarer and each opponent lose."""
    others = {score for seat, score in enumerate(result.score) if seat != result.declarer}
    assert len(others) == 1, "every opponent loses the same"
    assert result.declarer is not None
    return -result.score[result.declarer], -others.pop()


def sheet(name: str = "klorsjavs", dealer: int = 0, **options: Any) -> Columns:
    made = stova.game(name, **options).new_sheet(dealer)
    assert isinstance(made, Columns)
    return made
