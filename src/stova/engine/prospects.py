"""Prospects: what may become of a match after the deal in hand, as data that bots read."""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct

Deals: TypeAlias = tuple[tuple[int, int], ...]
"""What deals come to: a score of the declarer's side less the others', and in how many of so many deals."""


class Prospects(Struct, frozen=True, kw_only=True):
    """How a match of two sides goes on: what deals usually come to among good players, and who wins by it.

    `chances` gives the chance of each side to win, from the sheet with the deal in hand entered: to win the match, or
    where it is played in rubbers the one this deal belongs to.
    """

    deals: Deals
    chances: Callable[[Any], tuple[float, float]]
