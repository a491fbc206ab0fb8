"""Sheets of matches near their end."""

from typing import Any

from msgspec.structs import replace

import stova
from stova.engine.result import Result
from stova.rules.columns import Columns, Entry
from stova.rules.ladder import Ladder, Line


def scored(score: tuple[int, int]) -> Result:
    """What a deal came to."""
    return Result(points=(0, 0), tricks=(0, 0), score=score, made="", rule="")


def ladder_at(standing: tuple[int, int], *, deals: int = 1, **options: Any) -> Ladder:
    """A rubber of Sjavs in which the sides stand so after so many deals."""
    sheet = stova.game("sjavs", **options).new_sheet(0)
    assert isinstance(sheet, Ladder)
    line = Line(rubber=0, dealer=0, result=scored((0, 0)), scored=(0, 0), standing=standing)
    return replace(sheet, lines=(line,) * deals)


def columns_at(standing: tuple[int, int], *, left: int) -> Columns:
    """A match of Klaverjas in which the sides stand so with so many deals left."""
    sheet = stova.game("klaverjas").new_sheet(0)
    assert isinstance(sheet, Columns)
    assert sheet.rules.deals is not None
    entry = Entry(dealer=0, result=scored((0, 0)), standing=standing)
    return replace(sheet, lines=(entry,) * (sheet.rules.deals - left))
