"""The side of the table: trumps, declarer, bids, points and the sheet as it stands, always in sight."""

from collections.abc import Sequence

from stova.cli.table.canvas import Canvas
from stova.cli.table.drawing import Drawing
from stova.cli.table.seats import call_of
from stova.cli.table.sheets import standing
from stova.cli.words import asking, labels, people
from stova.engine.result import Sheet
from stova.engine.view import View

LABEL = 10
"""Columns for the words before values."""


def by_side(view: View, seats: Sequence[int]) -> tuple[int, ...]:
    """Numbers by seat, added up by side."""
    sides = view.game.sides
    return tuple(sum(number for seat, number in enumerate(seats) if sides[seat] == side) for side in sorted(set(sides)))


def tricks_by_seat(view: View) -> tuple[int, ...]:
    """How many tricks each seat has taken."""
    return tuple(sum(trick.winner == seat for trick in view.tricks) for seat in range(view.game.seats))


class Facts(Drawing):
    """What everybody knows of the deal, in a column."""

    view: View | None = None
    sheet: Sheet | None = None
    players: tuple[str, ...] = ()

    def show(self, view: View, sheet: Sheet, players: tuple[str, ...]) -> None:
        self.view, self.sheet, self.players = view, sheet, players
        self.refresh()

    def draw(self, canvas: Canvas) -> None:
        if self.view is None or self.sheet is None:
            return
        y = self._draw_trumps(canvas, self.view)
        y = self._draw_numbers(canvas, self.view, self.sheet, y + 1)
        self._draw_bids(canvas, self.view, y + 1)

    def _draw_trumps(self, canvas: Canvas, view: View) -> int:
        signs = canvas.signs
        if view.trump is not None:
            trump = view.trump.word if signs.ascii_only else f"{signs.suit(view.trump)} {view.trump.word}"
        else:
            trump = asking.permanent_only(playing=bool(view.tricks or view.trick))
        named = view.trump is not None
        canvas.put(0, 0, labels.TRUMPS, "muted")
        canvas.put(LABEL, 0, trump, "accent" if named else "muted")
        rows = []
        if view.declarer is not None:
            rows.append((labels.DECLARER if named else labels.BEST_BID, self.players[view.declarer]))
        if view.discarded is not None:
            rows.append((labels.PUT_DOWN, people.counted(view.discarded, "card")))
        for y, (label, value) in enumerate(rows, start=1):
            canvas.put(0, y, label, "muted")
            canvas.put(LABEL, y, value, "strong")
        return 1 + len(rows)

    def _draw_numbers(self, canvas: Canvas, view: View, sheet: Sheet, y: int) -> int:
        points = by_side(view, view.points or (0,) * view.game.seats)
        rows: list[tuple[str, Sequence[object]]] = [
            (labels.POINTS, points),
            (labels.TRICKS, by_side(view, tricks_by_seat(view))),
        ]
        rows += standing(sheet)
        self._row(canvas, y, people.side_names(view.game, self.players), "muted")
        for down, (label, values) in enumerate(rows, start=1):
            canvas.put(0, y + down, label, "muted")
            self._row(canvas, y + down, values, "strong" if down <= 2 else "")
        return y + 1 + len(rows)

    def _row(self, canvas: Canvas, y: int, values: Sequence[object], style: str) -> None:
        step = (canvas.width - 6) // len(values)
        for column, value in enumerate(reversed(values)):
            canvas.right(y, str(value), style, edge=canvas.width - step * column)

    def _draw_bids(self, canvas: Canvas, view: View, y: int) -> None:
        for row, (seat, _) in enumerate(view.calls):
            canvas.put(0, y + row, self.players[seat], "muted")
            canvas.put(LABEL, y + row, call_of(view, seat), "strong" if seat == view.declarer else "muted")
