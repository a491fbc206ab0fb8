"""Sheets as they are drawn. Each kind of sheet has its own standing and its own page."""

from collections.abc import Sequence
from functools import singledispatch

from stova.cli.signs import Signs
from stova.cli.table.canvas import Canvas
from stova.cli.words import labels, story
from stova.engine.result import Sheet
from stova.rules.ladder import Ladder, Line

MARGIN = 16
"""Characters beside the ladder for what made each score."""


@singledispatch
def standing(sheet: Sheet) -> list[tuple[str, Sequence[object]]]:
    """How a match stands, as rows of a label and a value a side."""
    return []


@standing.register
def _ladder_standing(sheet: Ladder) -> list[tuple[str, Sequence[object]]]:
    over = sheet.is_over and sheet.lines
    rows: list[tuple[str, Sequence[object]]] = [(labels.TO_GO, sheet.standing if over else sheet.to_go)]
    if sheet.rules.rubbers != 1:
        rows.append((labels.CROSSES, sheet.crosses))
    return rows


@singledispatch
def note(sheet: Sheet) -> str:
    """What is to be remembered of the sheet for the deal in hand."""
    return ""


@note.register
def _ladder_note(sheet: Ladder) -> str:
    return labels.TIE_WAITS if sheet.ties else ""


@singledispatch
def page(sheet: Sheet, sides: Sequence[str], signs: Signs, rows: int) -> Canvas:
    """The sheet on paper, no taller than `rows`."""
    return Canvas(1, 1, signs)


@page.register
def _ladder_page(sheet: Ladder, sides: Sequence[str], signs: Signs, rows: int) -> Canvas:
    """The rubber in hand, or the one just ended: a line a deal, crosses at the foot. Rule: SJ-29."""
    lines = rubber_lines(sheet)
    height = min(len(lines) + 5, rows)
    paper = Paper(sides, height, signs)
    shown = lines[max(0, len(lines) - (height - 5)) :]
    paper.texts(0, [(side, "strong") for side in sides])
    paper.rule(1)
    paper.texts(2, [(str(sheet.rules.start), "muted")] * len(sides))
    for y, line in enumerate(shown, start=3):
        paper.numbers(y, line)
        paper.note(y, story.bare_made(line.result, signs))
    if len(shown) < len(lines):
        paper.note(2, f"{signs.more} {labels.more_deals(len(lines) - len(shown))}")
    paper.rule(3 + len(shown))
    paper.texts(4 + len(shown), [(_crosses(crosses, signs), "accent") for crosses in sheet.crosses])
    paper.note(4 + len(shown), labels.CROSSES.lower())
    return paper.canvas


def rubber_lines(sheet: Ladder) -> tuple[Line, ...]:
    """The lines of the rubber in hand; of the last one before its successor has a line."""
    number = sheet.lines[-1].rubber if sheet.lines else 0
    return tuple(line for line in sheet.lines if line.rubber == number)


def _crosses(crosses: int, signs: Signs) -> str:
    return signs.cross * crosses if crosses <= 4 else f"{crosses} {signs.cross}"


class Paper:
    """A sheet of paper ruled into a column a side, with a margin for notes."""

    def __init__(self, sides: Sequence[str], height: int, signs: Signs) -> None:
        self.columns = len(sides)
        self.width = max(8, *(len(side) + 2 for side in sides))
        self.canvas = Canvas((self.width + 1) * self.columns + MARGIN, height, signs)

    def texts(self, y: int, texts: Sequence[tuple[str, str]]) -> None:
        """A text and its style in the middle of each column."""
        for column, (text, style) in enumerate(texts):
            self.canvas.put((self.width + 1) * column + (self.width - len(text)) // 2, y, text, style)
        self._bars(y)

    def numbers(self, y: int, line: Line) -> None:
        """Where the sides stand after a deal; who scored stands out."""
        told = zip(line.standing, line.scored, strict=True)
        self.texts(y, [(f"{now:2}", "strong" if score else "muted") for now, score in told])

    def note(self, y: int, text: str) -> None:
        self.canvas.put((self.width + 1) * self.columns + 1, y, text, "muted")

    def rule(self, y: int) -> None:
        signs = self.canvas.signs
        self.canvas.put(0, y, signs.joint.join([signs.rule * self.width] * self.columns), "muted")

    def _bars(self, y: int) -> None:
        for column in range(1, self.columns):
            self.canvas.put((self.width + 1) * column - 1, y, self.canvas.signs.bar, "muted")
