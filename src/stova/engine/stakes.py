"""Stakes: what a deal's card play is worth, as data that search and bots read."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct


class Bands(Struct, frozen=True, kw_only=True):
    """Worth by the card points of the seats `seats`: their score less that of an opponent.

    `by_points[p]` is for `p` card points, those they have besides tricks (`extra`) included, with some of the tricks;
    `none` is for no trick, `all` for all of them, `alone` for all by one seat. It never falls with what is taken.
    """

    seats: frozenset[int]
    extra: int
    by_points: tuple[int, ...]
    none: int
    all: int
    alone: int


class Balance(Struct, frozen=True, kw_only=True):
    """Worth by who has more, card points and bonuses together: the score of the seats `seats` less the others'.

    They must have more than the others, else these get all points and bonuses. `counted` are the bonuses so far, theirs
    first; `pit` what all tricks are worth to either; `declared` whether a bonus has to be declared.
    """

    seats: frozenset[int]
    counted: tuple[int, int]
    pit: tuple[int, int]
    declared: bool


Stakes: TypeAlias = Bands | Balance


def bands(worth: Callable[[int, int, bool], int], *, seats: frozenset[int], extra: int, most: int, of: int) -> Bands:
    """Bands from what card points, tricks and their being one seat's are worth, of `most` points and `of` tricks."""
    return Bands(
        seats=seats,
        extra=extra,
        by_points=tuple([worth(points, 1, False) for points in range(most + 1)]),
        none=worth(extra, 0, False),
        all=worth(most, of, False),
        alone=worth(most, of, True),
    )
