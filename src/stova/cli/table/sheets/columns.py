"""Running totals: a column a side, or points and roem of each beside one another."""

from collections.abc import Sequence

from stova.cli.signs import Signs
from stova.cli.table.canvas import Canvas
from stova.cli.table.sheets.paper import Paper, note, page, standing
from stova.cli.words import figures, labels
from stova.cli.words.story.columns import deals_told
from stova.engine.result import bonus_of
from stova.rules.columns import Columns, Entry

CELL = 5
"""Characters for points or roem."""


@standing.register
def _standing(sheet: Columns) -> list[tuple[str, Sequence[int]]]:
    return [(sheet.rules.unit.capitalize() or labels.TOTAL, sheet.standing)]


@note.register
def _note(sheet: Columns) -> str:
    return deals_told(sheet)


@page.register
def _page(sheet: Columns, sides: Sequence[str], signs: Signs, rows: int) -> Canvas:
    if any(bonus_of(line.result) for line in sheet.lines):
        return _with_bonus(sheet, sides, signs, rows)
    height = min(len(sheet.lines) + 3, rows)
    paper = Paper(sides, height, signs)
    shown = sheet.lines[max(0, len(sheet.lines) - (height - 3)) :]
    paper.texts(0, [(side, "strong") for side in sides])
    paper.note(0, sheet.rules.unit)
    paper.rule(1, deals=bool(shown))
    paper.texts(2, [(f"{figures.signed(sheet.rules.start):>3}", "muted")] * len(sides))
    for y, line in enumerate(shown, start=3):
        scored = zip(line.standing, line.result.score, strict=True)
        paper.texts(y, [(f"{figures.signed(now):>3}", "strong" if score else "muted") for now, score in scored])
        paper.deal(y, line.result, sheet.rules.sides)
    paper.left_out(2, len(sheet.lines) - len(shown))
    return paper.canvas


def _with_bonus(sheet: Columns, sides: Sequence[str], signs: Signs, rows: int) -> Canvas:
    """Points and roem of each side as they count, and the totals at the foot. Rule: KJ-11."""
    height = min(len(sheet.lines) + 5, rows)
    paper = Paper(sides, height, signs, least=2 * CELL + 3)
    shown = sheet.lines[max(0, len(sheet.lines) - (height - 5)) :]
    paper.texts(0, [(side, "strong") for side in sides])
    paper.texts(1, [(f"{labels.POINTS.lower():>7}{labels.ROEM.lower():>6}", "muted")] * len(sides))
    paper.left_out(1, len(sheet.lines) - len(shown))
    paper.rule(2, deals=bool(shown))
    for y, line in enumerate(shown, start=3):
        paper.texts(y, [_cells(line, side) for side in range(len(sides))])
        paper.deal(y, line.result, sheet.rules.sides)
    paper.rule(3 + len(shown))
    paper.texts(4 + len(shown), [(figures.signed(total), "accent") for total in sheet.standing])
    paper.note(4 + len(shown), labels.TOTAL.lower())
    return paper.canvas


def _cells(line: Entry, side: int) -> tuple[str, str]:
    """A side's points and roem in a deal, as they count: what a side that is nat made goes to the other."""
    result = line.result
    bonus = bonus_of(result)
    roem = bonus.roem if bonus is not None else (0, 0)
    if not result.score[side]:
        return (
            f"{labels.NAT if result.made == labels.NAT else 0:>5}{'':>6}",
            "warn" if result.made == labels.NAT else "muted",
        )
    whole = not result.score[1 - side] and result.made == labels.NAT
    extra = sum(roem) if whole else roem[side]
    return f"{result.score[side] - extra:>5}{extra or '':>6}", "strong"
