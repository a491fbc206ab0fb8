"""The chalk-up on its slate: a stroke down, the strokes across still standing on each side, and crosses under them."""

from collections.abc import Sequence

from stova.cli.signs import Signs
from stova.cli.table.canvas import Canvas
from stova.cli.table.sheets.paper import note, page, standing
from stova.cli.words import labels, story
from stova.cli.words.people import counted
from stova.games.styrivolt.chalk import STROKES, Chalk, Crosses

HALF = 11
"""Columns left and right of the stroke down."""
STROKE = 6
"""Columns of a stroke across."""
NOTES = 20
TALL = 13
"""Rows of the whole slate."""
SINGLE = (" d ", "axa", " d ", " d ")
MONK = (" d ", "axa", "axa", " d ")
GELDED = (" d ", "axa", " xa", " d ")
"""A cross, a monk's cross with its two transversals, and one of which half was erased: a for a stroke across, d for one
down, x where they cross."""


@standing.register
def _standing(sheet: Chalk) -> list[tuple[str, Sequence[int]]]:
    return [(labels.STROKES, sheet.strokes), (labels.CROSSES, tuple(crosses.count for crosses in sheet.crosses))]


@note.register
def _note(sheet: Chalk) -> str:
    """What ends the match."""
    if sheet.is_over:
        return ""
    to, deals = sheet.until_crosses, sheet.until_deals
    told = [] if to is None else [labels.PLAYED_TO.format(to=counted(to, "cross"))]
    if deals is not None:
        told.append(labels.TO_COME.format(left=counted(deals - len(sheet.lines), "deal")))
    return " ".join(told)


@page.register
def _page(sheet: Chalk, sides: Sequence[str], signs: Signs, rows: int) -> Canvas:
    """The slate, and beside it what the last deals were."""
    canvas = Canvas(2 * HALF + 1 + NOTES, TALL, signs)
    canvas.fill(0, 0, 2 * HALF + 1, TALL, "slate")
    for side, name in enumerate(sides[:2]):
        middle = (HALF - 1) // 2 + side * (HALF + 1)
        canvas.centred(0, name, "slate", middle=middle)
        for stroke in range(sheet.strokes[side]):
            _stroke(canvas, side, 2 + 2 * stroke)
        _draw_crosses(canvas, sheet.crosses[side], side * (HALF + 1))
    for y in range(1, 2 * STROKES + 2):
        canvas.put(HALF, y, signs.chalk[1], "chalk")
    _notes(canvas, sheet, sides)
    return canvas


def _stroke(canvas: Canvas, side: int, y: int) -> None:
    """A stroke across, from the one down outwards."""
    x = HALF - STROKE if side == 0 else HALF + 1
    canvas.put(x, y, canvas.signs.chalk[0] * STROKE, "chalk")


def _draw_crosses(canvas: Canvas, crosses: Crosses, x: int) -> None:
    drawn = [MONK] * crosses.monks + [GELDED] * crosses.gelded + [SINGLE] * crosses.singles
    y = TALL - len(SINGLE)
    width = 4 * len(drawn) - 1
    if width > HALF:
        canvas.centred(y + 1, f"{crosses.count} {canvas.signs.cross}", "chalk", middle=x + (HALF - 1) // 2)
        return
    x += (HALF - width) // 2
    chalk = str.maketrans("adx", canvas.signs.chalk)
    for cross in drawn:
        for down, row in enumerate(cross):
            canvas.put(x, y + down, row.translate(chalk), "chalk")
        x += 4


def _notes(canvas: Canvas, sheet: Chalk, sides: Sequence[str]) -> None:
    """Who won the last deals, and how."""
    shown = sheet.lines[-(TALL - 1) :]
    x = 2 * HALF + 3
    left_out = len(sheet.lines) - len(shown)
    if left_out:
        canvas.put(x, 0, f"{canvas.signs.more} {labels.earlier_deals(left_out)}", "muted")
    for y, line in enumerate(shown, start=1):
        side = line.result.score.index(max(line.result.score))
        canvas.put(x, y, f"{sides[side]}: {story.bare_made(line.result, canvas.signs)}", "muted")
