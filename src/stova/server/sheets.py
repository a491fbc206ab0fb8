"""Sheets as they are drawn: the ladder, columns, the chalk-up."""

from functools import singledispatch
from typing import Any

from stova.engine.plain import plain
from stova.engine.result import Result, Sheet
from stova.games.styrivolt.chalk import Chalk
from stova.rules.columns import Columns
from stova.rules.ladder import Ladder
from stova.server.messages import SheetShown


def shown(sheet: Sheet) -> SheetShown:
    """A sheet for the client."""
    kind, what = _drawn(sheet)
    return SheetShown(
        kind=kind,
        what=what,
        over="yes" if sheet.is_over else "no",
        early="yes" if sheet.closed else "no",
        winners=sheet.winners,
    )


@singledispatch
def _drawn(sheet: Sheet) -> tuple[Any, dict[str, Any]]:
    raise TypeError(f"{type(sheet).__name__} is no sheet that can be shown")


@_drawn.register
def _ladder(sheet: Ladder) -> tuple[Any, dict[str, Any]]:
    """`columns` are those of the rubber in hand by side, from the start down; `rubbers` the ends of those before."""
    ends = [[sheet.column(side, number)[-1] for side in range(sheet.sides)] for number in range(len(sheet.rubbers))]
    return "ladder", {
        "start": sheet.rules.start,
        "columns": [sheet.column(side) for side in range(sheet.sides)],
        "rubbers": ends,
        "crosses": sheet.crosses,
        "awards": sheet.awards,
        "ties": sheet.ties,
        "lines": [_line(line.result, line.scored) for line in sheet.lines],
    }


@_drawn.register
def _columns(sheet: Columns) -> tuple[Any, dict[str, Any]]:
    """`columns` are running totals by side, from the start; what is counted is `unit`, or points if empty.

    `noted` are the sides that ended on the total that is noted.
    """
    return "columns", {
        "start": sheet.rules.start,
        "unit": sheet.rules.unit,
        "deals": sheet.rules.deals,
        "columns": [sheet.column(side) for side in range(sheet.sides)],
        "lines": [_line(line.result, line.result.score) for line in sheet.lines],
        "losers": sheet.losers,
        "noted": sheet.noted,
    }


@_drawn.register
def _chalk(sheet: Chalk) -> tuple[Any, dict[str, Any]]:
    """`strokes` still stand on the slate, by side; `crosses` are `singles`, `monks` and halves `gelded`."""
    return "chalk", {
        "strokes": sheet.strokes,
        "crosses": plain(sheet.crosses),
        "lines": [_line(line.result, line.result.score) for line in sheet.lines],
    }


def _line(result: Result, scored: tuple[int, ...]) -> dict[str, Any]:
    """A deal on the sheet."""
    return {
        "declarer": result.declarer,
        "trump": plain(result.trump),
        "made": result.made,
        "points": result.points,
        "scored": scored,
        "own": plain(result.own),
    }
