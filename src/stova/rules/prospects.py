"""Which of two sides will win a match, as chances: from where they stand and what deals usually come to."""

from collections.abc import Callable
from functools import cache, partial
from math import sqrt
from statistics import NormalDist

from stova.engine.prospects import Deals, Prospects
from stova.rules.columns import Columns
from stova.rules.ladder import Ladder

Chances = tuple[float, float]
"""The chance of each side to win; a match that is shared is half won."""


def down_the_ladder(deals: Deals) -> Prospects:
    """The prospects of a rubber on the ladder; ties that wait there after the deal in hand are left out."""
    return Prospects(deals=deals, chances=partial(_on_ladder, _race(deals)))


def so_many_deals(deals: Deals) -> Prospects:
    """The prospects of columns that end after a number of deals."""
    square = sum(score * score * count for score, count in deals) / sum(count for _, count in deals)
    return Prospects(deals=deals, chances=partial(_in_columns, sqrt(square)))


def _on_ladder(race: Callable[[int, int, int | None], float], sheet: Ladder) -> Chances:
    own, others = sheet.standing
    most = sheet.rules.max_deals
    played = sum(line.rubber == sheet.lines[-1].rubber for line in sheet.lines)
    won = race(own, others, None if most is None else most - played)
    return won, 1 - won


def _in_columns(deviation: float, sheet: Columns) -> Chances:
    """The sum of the deals to come is taken to be normal; `deviation` is that of one."""
    assert sheet.rules.deals is not None
    own, others = sheet.standing
    left = sheet.rules.deals - len(sheet.lines)
    won = NormalDist(0, deviation * sqrt(left)).cdf(own - others) if left > 0 else _ahead(own - others)
    return won, 1 - won


def _ahead(by: int) -> float:
    return 0.5 if by == 0 else float(by > 0)


@cache
def _race(deals: Deals) -> Callable[[int, int, int | None], float]:
    """The chance to be the lower one when a side has no more to go, or after so many deals left.

    Both are as likely to declare, and who wins a deal scores, the other doesn't.
    """
    gains = [(abs(score), count) for score, count in deals if score]
    total = 2 * sum(count for _, count in gains)

    @cache
    def chance(own: int, others: int, left: int | None) -> float:
        if left == 0 or min(own, others) <= 0:
            return _ahead(others - own)
        after = None if left is None else left - 1
        won = sum(count * chance(own - gain, others, after) for gain, count in gains)
        return (won + sum(count * chance(own, others - gain, after) for gain, count in gains)) / total

    return chance
