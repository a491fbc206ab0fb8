"""The ladder: a column a side, down to nought, and crosses at the foot."""

from collections.abc import Sequence

from stova.cli.signs import Signs
from stova.cli.table.canvas import Canvas
from stova.cli.table.sheets.paper import Paper, note, page, standing
from stova.cli.words import figures, labels
from stova.cli.words.people import counted
from stova.rules.ladder import Ladder, Line


@standing.register
def _standing(sheet: Ladder) -> list[tuple[str, Sequence[int]]]:
    over = sheet.is_over and sheet.lines
    rows: list[tuple[str, Sequence[int]]] = [(labels.TO_GO, sheet.standing if over else sheet.to_go)]
    if sheet.rules.rubbers != 1:
        rows.append((labels.CROSSES, sheet.crosses))
    return rows


@note.register
def _note(sheet: Ladder) -> str:
    """That a tie waits, or else which rubber it is of how many, and how long it may last."""
    if sheet.is_over or sheet.ties:
        return labels.TIE_WAITS if sheet.ties else ""
    number, rules = len(sheet.rubbers), sheet.rules
    told = [labels.RUBBER_OF.format(number=number + 1, of=rules.rubbers)] if (rules.rubbers or 1) > 1 else []
    if rules.max_deals is not None:
        left = rules.max_deals - sum(line.rubber == number for line in sheet.lines)
        told.append(labels.AT_MOST.format(left=counted(left, "deal")))
    return " ".join(told)


@page.register
def _page(sheet: Ladder, sides: Sequence[str], signs: Signs, rows: int) -> Canvas:
    """The rubber in hand, or the one just ended: a line a deal, crosses at the foot. Rule: SJ-29."""
    lines = rubber_lines(sheet)
    height = min(len(lines) + 5, rows)
    paper = Paper(sides, height, signs)
    shown = lines[max(0, len(lines) - (height - 5)) :]
    paper.texts(0, [(side, "strong") for side in sides])
    paper.rule(1, deals=bool(shown))
    paper.texts(2, [(str(sheet.rules.start), "muted")] * len(sides))
    for y, line in enumerate(shown, start=3):
        paper.texts(y, _numbers(line))
        paper.deal(y, line.result, sheet.rules.sides)
    paper.left_out(2, len(lines) - len(shown))
    paper.rule(3 + len(shown))
    paper.texts(4 + len(shown), [(_crosses(crosses, signs), "accent") for crosses in sheet.crosses])
    paper.note(4 + len(shown), labels.CROSSES.lower())
    return paper.canvas


def _numbers(line: Line) -> list[tuple[str, str]]:
    """Where the sides stand after a deal; who scored stands out."""
    told = zip(line.standing, line.scored, strict=True)
    return [(f"{figures.signed(now):>2}", "strong" if score else "muted") for now, score in told]


def rubber_lines(sheet: Ladder) -> tuple[Line, ...]:
    """The lines of the rubber in hand; of the last one before its successor has a line."""
    number = sheet.lines[-1].rubber if sheet.lines else 0
    return tuple(line for line in sheet.lines if line.rubber == number)


def _crosses(crosses: int, signs: Signs) -> str:
    return signs.cross * crosses if crosses <= 4 else f"{crosses} {signs.cross}"
