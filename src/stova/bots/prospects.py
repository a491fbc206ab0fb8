"""What a deal's score is worth where a match is to be won."""

from collections.abc import Callable
from functools import cache, partial
from typing import TypeAlias

from stova.engine.prospects import Prospects
from stova.engine.result import Result
from stova.engine.view import View

Worth: TypeAlias = Callable[[float], float]
"""What it is worth to come out so much ahead in this deal: the chance to win, of a hundred."""
STRAIGHT = 5.0
"""How far the worth of a usual score may lie from a straight line, and score be played for all the same."""
SELDOM = 0.05
"""Scores that fewer deals than this share of them come to aren't usual."""


def worth(view: View) -> Worth | None:
    """The chance, of a hundred, that the seat's side wins the match, or its rubber, by the score it gets in this deal.

    The score is its side's less the others'. None where it is as good to play for the score itself: outside a
    match, far from its end, when it is all but decided, and where what is to come can't be told.
    """
    prospects = view.game.prospects
    if view.seat is None or view.sheet is None or prospects is None:
        return None
    found = cache(partial(_chance, view, prospects, view.game.sides[view.seat]))
    least = SELDOM * sum(deals for _, deals in prospects.deals)
    usual = [score for score, deals in prospects.deals if deals >= least]
    return None if _straight(found, usual) else found


def _chance(view: View, prospects: Prospects, own: int, ahead: float) -> float:
    assert view.sheet is not None
    more, less = round(max(ahead, 0)), round(max(-ahead, 0))
    score = (more, less) if own == 0 else (less, more)
    result = Result(
        declarer=view.declarer, trump=view.trump, points=(0, 0), tricks=(0, 0), score=score, made="", rule=""
    )
    return 100 * prospects.chances(view.sheet.enter(result))[own]


def _straight(worth: Worth, scores: list[int]) -> bool:
    """Whether the worth lies near the straight line between the greatest loss and the greatest win."""
    most = max(map(abs, scores))
    low, high = worth(-most), worth(most)
    line = [(low + (high - low) * (score + most) / (2 * most), worth(score)) for own in scores for score in (own, -own)]
    return all(abs(along - found) <= STRAIGHT for along, found in line)
