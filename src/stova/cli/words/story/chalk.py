"""Deals chalked up."""

from collections.abc import Sequence

from stova.cli.words.people import counted, either, side_names, within
from stova.cli.words.story.telling import Told, do, played_told, sheet_told
from stova.engine.result import Result
from stova.engine.view import View
from stova.games.styrivolt.chalk import Chalk, Crosses

MADE = {
    "game": "An ordinary game: one stroke is erased",
    "kept in": "The first five tricks, kept in: two strokes are erased",
    "nine": "All nine tricks: three strokes are erased",
    "kept in alone": "The first five tricks by one player, kept in alone: a monk's cross",
    "nine alone": "All nine tricks by one player: two monk's crosses",
}
"""What made a score, by `Result.made`."""
MONK = "monk's cross"


@played_told.register
def _deal(sheet: Chalk, view: View, result: Result, players: Sequence[str]) -> Told:
    sides = side_names(view.game, players)
    side = result.score.index(max(result.score))
    lost = sum(result.tricks) - result.tricks[side]
    won = f"{sides[side]} took {counted(result.tricks[side], 'trick')}, {within(sides[1 - side])} {lost or 'none'}."
    return [(won, ""), (f"{MADE.get(result.made, result.made.capitalize())}.", result.rule)]


@sheet_told.register
def _sheet(sheet: Chalk, sides: Sequence[str]) -> Told:
    """Crosses won and erased with the last deal."""
    if not sheet.lines:
        return []
    line = sheet.lines[-1]
    before = sheet.lines[-2].crosses if len(sheet.lines) > 1 else (Crosses(), Crosses())
    won = [_won(sides[side], before[side], line.crosses[side], line.result.made) for side in (0, 1)]
    lost = [_lost(sides[1 - side], before[side], line.crosses[side]) for side in (0, 1)]
    return [told for told in (*won, *lost) if told is not None]


def _won(side: str, before: Crosses, now: Crosses, made: str) -> tuple[str, str] | None:
    if now.count <= before.count:
        return None
    gained = ((now.monks - before.monks, MONK), (now.singles - before.singles, "cross"))
    told = [counted(number, what).replace("1", "a") for number, what in gained if number > 0]
    return f"{do([side], 'get')} {either(told, 'and')}.", "ST-24" if made.endswith("alone") else "ST-25"


def _lost(winner: str, before: Crosses, now: Crosses) -> tuple[str, str] | None:
    """What the others' crosses were erased by."""
    if now.count >= before.count:
        return None
    what = counted(before.count - now.count, "cross")
    gelded = " The monk is gelded." if now.gelded > before.gelded else ""
    return f"{do([winner], 'erase')} {what} of the others.{gelded}", "ST-26"
