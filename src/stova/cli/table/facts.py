"""The side of the table: trumps, declarer, bids, points and the sheet as it stands, always in sight."""

from collections.abc import Sequence

from stova.cli import own
from stova.cli.table.canvas import Canvas
from stova.cli.table.drawing import Drawing
from stova.cli.table.seats import call_of
from stova.cli.table.sheets import standing
from stova.cli.table.stock import LABEL, draw_stock, suit_text
from stova.cli.words import asking, figures, labels, people, recall
from stova.cli.words.calls import bid_short, bid_text
from stova.engine.actions import Bid, BidContract
from stova.engine.result import Sheet
from stova.engine.state import tricks_by_seat
from stova.engine.view import View, trump_suit
from stova.rules.phases import BIDDING

NARROW, WIDE = 28, 34
"""Columns for all of it, where there's little room and where there's air."""
ABREAST = 3
"""The most sides whose numbers stand beside each other; more stand beneath."""

Rows = list[tuple[str, Sequence[int]]]
"""Labels, each with a value a side."""


class Facts(Drawing):
    """What everybody knows of the deal, in a column."""

    view: View | None = None
    sheet: Sheet | None = None
    players: tuple[str, ...] = ()
    columns = NARROW
    kept = 0
    """Rows at the top that stay in sight when something lies over the others: trumps and declarer, the chosen suits."""

    def fit(self, *, roomy: bool) -> None:
        """Take the columns there are for it."""
        self.columns = WIDE if roomy else NARROW
        self.styles.width = self.columns

    def show(self, view: View, sheet: Sheet, players: tuple[str, ...]) -> None:
        self.view, self.sheet, self.players = view, sheet, players
        self.kept = 1 if own.stock(view) is not None else 1 + len(self._auction(view))
        self.refresh()

    def draw(self, canvas: Canvas) -> None:
        if self.view is None or self.sheet is None:
            return
        stock = own.stock(self.view)
        if stock is not None:
            y = draw_stock(canvas, stock, self.view.game.talon_name, self.players)
        else:
            y = self._draw_trumps(canvas, self.view)
        names = people.side_names(self.view.game, self.players)
        rows = _numbers(self.view, self.sheet)
        y = (self._across if len(names) <= ABREAST else self._down)(canvas, names, rows, y + 1)
        self._draw_bids(canvas, self.view, y + 1)
        self._draw_open(canvas, self.view, y + 1)

    def _draw_trumps(self, canvas: Canvas, view: View) -> int:
        suit = trump_suit(view)
        playing = bool(view.tricks or view.trick)
        trump = asking.permanent_only(playing=playing) if suit is None else suit_text(suit, canvas.signs)
        canvas.put(0, 0, labels.TRUMPS, "muted")
        canvas.put(LABEL, 0, trump, "muted" if suit is None else "accent")
        rows = self._auction(view) + _needed(view) + _talon(view)
        for y, (label, value) in enumerate(rows, start=1):
            canvas.put(0, y, label, "muted")
            canvas.put(LABEL, y, value, "strong")
        return 1 + len(rows)

    def _auction(self, view: View) -> list[tuple[str, str]]:
        if view.declarer is None:
            return []
        settled = view.trump is not None or view.discarded is not None
        who = self.players[view.declarer]
        if not settled and isinstance(view.bid, Bid):
            return [(labels.BEST_BID, f"{bid_short(view.bid)} {who}")]
        rows = [(labels.DECLARER if settled or view.doing != BIDDING else labels.BEST_BID, who)]
        return rows + ([(labels.CONTRACT, bid_text(view))] if isinstance(view.bid, BidContract) else [])

    def _across(self, canvas: Canvas, names: Sequence[str], rows: Rows, y: int) -> int:
        """The sides beside each other."""
        self._row(canvas, y, names, "muted")
        for down, (label, values) in enumerate(rows, start=1):
            canvas.put(0, y + down, label, "muted")
            self._row(canvas, y + down, [figures.signed(value) for value in values], "strong")
        return y + 1 + len(rows)

    def _row(self, canvas: Canvas, y: int, values: Sequence[str], style: str) -> None:
        step = (canvas.width - 6) // len(values)
        for column, value in enumerate(reversed(values)):
            canvas.right(y, value, style, edge=canvas.width - step * column)

    def _down(self, canvas: Canvas, names: Sequence[str], rows: Rows, y: int) -> int:
        """The sides beneath each other."""
        for down, name in enumerate(names, start=1):
            canvas.put(0, y + down, name, "muted")
        edge = max(map(len, names))
        for label, values in rows:
            edge += 1 + len(label)
            canvas.right(y, label, "muted", edge=edge)
            for down, value in enumerate(values, start=1):
                canvas.right(y + down, figures.signed(value), "strong", edge=edge)
        return y + 1 + len(names)

    def _draw_bids(self, canvas: Canvas, view: View, y: int) -> None:
        settled = view.bid is None and view.trump is not None
        for row, seat in enumerate({} if settled else dict(view.calls)):
            canvas.put(0, y + row, self.players[seat], "muted")
            canvas.put(LABEL, y + row, call_of(view, seat), "strong" if seat == view.declarer else "muted")

    def _draw_open(self, canvas: Canvas, view: View, y: int) -> None:
        """Four of a kind, trades and what was looked at, as many as there is room for."""
        rows = [*recall.fours(view, self.players), *recall.trades(view, self.players), *recall.looked(view)]
        for row, (who, what) in enumerate(rows[: max(0, canvas.height - y)], start=y):
            canvas.put(0, row, who, "muted")
            canvas.put(LABEL, row, what, "strong")


def _needed(view: View) -> list[tuple[str, str]]:
    """What the declarer's side needs, where that grows with the bonus; not once the result tells."""
    needed = None if view.result is not None else own.needed(view)
    return [] if needed is None else [(labels.NEEDS, labels.OUT_OF.format(number=needed[0], all=needed[1]))]


def _talon(view: View) -> list[tuple[str, str]]:
    """How many cards were put down, or lie there untouched."""
    if view.discarded:
        return [(labels.PUT_DOWN, people.counted(view.discarded, "card"))]
    lying = own.lying(view)
    return [(view.game.talon_name.capitalize(), labels.FACE_DOWN.format(number=lying))] if lying else []


def _numbers(view: View, sheet: Sheet) -> Rows:
    """Points and tricks where cards have points, what counts besides, and the sheet."""
    rows: Rows = [(labels.TRICKS, view.game.by_side(tricks_by_seat(view.tricks, view.game.seats)))]
    if view.game.tricks_needed(view) is None:
        so_far = view.game.by_side(view.points)
        rows.insert(0, (labels.POINTS, so_far if view.result is None else view.result.points))
    bonus = own.bonus(view)
    if bonus is not None:
        rows.append((labels.ROEM, bonus.counted))
    return rows + standing(sheet)
