"""Endings of all games against brute force, longer ones and whole deals against a search without reductions."""

from collections import Counter

import pytest

import stova
from agreement import agree, agree_dealt, agree_unreduced
from endings import DEALT, SOLVED, WIDER

ENDINGS = {2: 300, 3: 100, 4: 40}
"""Endings of a game, by the number of its seats; those of `tests/many_endings.py` are as many as one likes."""
WIDE = {2: 2, 3: 2, 4: 7}
LONG = 12
WHOLE = {"sjavs": 3, "klaverjas": 3, "sjavs3": 3}
"""Deals of the games with the longest; of the others `SHORT`, which are searched in no time."""
SHORT = 15
SJAVS = ("solo vol", "vol", "ninety", "won", "lost", "javn", "no trick", "unbid")
KLORSJAVS = ("all", "double", "won", "lost", "no trick")
OUTCOMES = {
    "sjavs": SJAVS,
    "sjavs3": SJAVS,
    "sjavs2": ("solo vol", "vol", "ninety", "won", "lost", "javn", "unbid", "tie", "between tricks, covered cards"),
    "klorsjavs": KLORSJAVS,
    "klorsjavs4": (*KLORSJAVS, "Fold", "fold"),
    "klorsjavs_auction": (*KLORSJAVS, "tout", "tout lost", "lost double"),
    "klaverjas": ("nat", "won", "pit", "NoRoem, Roem", "roem kept quiet about"),
}
"""What has to come up in the endings of each game: mostly what it is best to reach."""


@pytest.mark.parametrize("name", SOLVED)
def test_endings(name: str) -> None:
    seen: Counter[str] = Counter()
    seats = stova.game(name).seats
    for number in range(ENDINGS[seats]):
        seen += agree(number, (name,))
    for number in range(WIDE[seats]):
        seen += agree(f"wide {number}", (name,), WIDER)
    for what in OUTCOMES[name]:
        assert seen[what], what


@pytest.mark.parametrize("name", SOLVED)
def test_longer_endings(name: str) -> None:
    for number in range(LONG):
        agree_unreduced(number, (name,))


def test_a_balance_is_lost_only_if_no_play_at_all_saves_it() -> None:
    """Here the winners must let a roem go, or they would lose after all; where they have taken more they needn't."""
    agree("1126/17990", ("klaverjas",))
    agree_unreduced("lost/85747", ("klaverjas",), WIDER)


@pytest.mark.parametrize("name", DEALT)
def test_whole_deals(name: str) -> None:
    seen: Counter[str] = Counter()
    for number in range(WHOLE.get(name, SHORT)):
        seen += agree_dealt(number, (name,))
    for goal in ("points", "score", "tricks", "so many points", "so many tricks"):
        assert seen[f"{name}, whole deal, {goal}"], goal
