"""Deals of Klaverjas from given hands."""

from typing import Any

import stova
from helpers import run
from stova import Game, State

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = [" ".join(rank + suit for rank in RANKS) for suit in "HCSD"]
"""A suit each: seat 0 has the hearts, and wins every trick with them or none."""
BY_HEARTS = [f"{rank}H {other}C {other}S {other}D" for rank, other in zip(RANKS, (*RANKS[1:], "7"), strict=True)]
"""All tricks of the suits for the hearts, without roem."""
SPREAD = [" ".join(rank + suit for suit in "CSHD" for rank in RANKS[place::4]) for place in range(4)]
"""Every suit goes round: 7 and jack to seat 0, 8 and queen to seat 1, 9 and king to seat 2, 10 and ace to seat 3."""
MIXED = [
    "JC 9C AC AS 10S AH 10H AD",
    "KC QC 8C KS QS JS 7H 8H",
    "10C 7C 9S 8S KH QH JH 10D",
    "7S 9H KD QD JD 9D 8D 7D",
]


def game(**options: Any) -> Game:
    return stova.game("klaverjas", **options)


def deal(hands: list[str], *actions: str, drawn: str | None = None, **options: Any) -> State:
    """A deal by seat 3 from these hands, after these actions."""
    return run(game(**options).deal(hands=hands, dealer=3, drawn=drawn), *actions)
