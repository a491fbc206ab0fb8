"""What is drawn of every sheet, and the paper it is drawn on."""

from collections.abc import Sequence
from functools import singledispatch

from stova.cli.signs import Signs
from stova.cli.table.canvas import Canvas
from stova.cli.words import labels, story
from stova.engine.result import Result, Sheet

MARGIN = 16
"""Characters beside the columns for what made each score."""
NARROW = 4
"""The number of columns from which they are as narrow as can be."""
LEAST = 6
"""Characters of a column, for a mark and a number."""


@singledispatch
def standing(sheet: Sheet) -> list[tuple[str, Sequence[int]]]:
    """How a match stands, as rows of a label and a value a side."""
    return []


@singledispatch
def note(sheet: Sheet) -> str:
    """What is to be remembered of the sheet for the deal in hand."""
    return ""


@singledispatch
def page(sheet: Sheet, sides: Sequence[str], signs: Signs, rows: int) -> Canvas:
    """The sheet on paper, no taller than `rows`."""
    return Canvas(1, 1, signs)


class Paper:
    """A sheet of paper ruled into a column a side, with a margin for notes."""

    def __init__(self, sides: Sequence[str], height: int, signs: Signs, *, least: int = 8) -> None:
        self.columns = len(sides)
        narrow = self.columns >= NARROW
        self.width = max(LEAST, *map(len, sides)) if narrow else max(least, *(len(side) + 2 for side in sides))
        margin = MARGIN - 5 if narrow else MARGIN
        self.canvas = Canvas((self.width + 1) * self.columns + margin, height, signs)

    def texts(self, y: int, texts: Sequence[tuple[str, str]]) -> None:
        """A text and its style in the middle of each column."""
        for column, (text, style) in enumerate(texts):
            self.canvas.put((self.width + 1) * column + (self.width - len(text)) // 2, y, text, style)
        self._bars(y)

    def note(self, y: int, text: str) -> None:
        self.canvas.put((self.width + 1) * self.columns + 1, y, text, "muted")

    def deal(self, y: int, result: Result, sides: Sequence[int]) -> None:
        """Note what made the score of a deal, and mark who declared; `sides[seat]` is the side a seat scores with."""
        self.note(y, story.bare_made(result, self.canvas.signs))
        if result.declarer is not None:
            self.canvas.put((self.width + 1) * sides[result.declarer], y, self.canvas.signs.turn, "muted")

    def left_out(self, y: int, number: int) -> None:
        """Note how many deals there is no room for."""
        if number:
            self.note(y, f"{self.canvas.signs.more} {labels.earlier_deals(number)}")

    def rule(self, y: int, *, deals: bool = False) -> None:
        """A line across; above `deals` it says what they are marked with."""
        signs = self.canvas.signs
        if deals:
            self.note(y, labels.declared(signs.turn))
        self.canvas.put(0, y, signs.joint.join([signs.rule * self.width] * self.columns), "muted")

    def _bars(self, y: int) -> None:
        for column in range(1, self.columns):
            self.canvas.put((self.width + 1) * column - 1, y, self.canvas.signs.bar, "muted")
