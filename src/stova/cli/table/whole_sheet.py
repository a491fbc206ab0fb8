"""A sheet that is longer than the window."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from stova.cli.signs import Signs
from stova.cli.table.canvas import Canvas
from stova.cli.table.laid import Laid
from stova.cli.table.panel import Leaf
from stova.cli.words import labels


class WholeSheet(Laid[None]):
    """The score sheet with every deal, the last ones in sight; arrows and the mouse wheel move it.

    Escape, Enter, s, Tab and q put it away.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,s,tab", "dismiss", show=False)]

    def __init__(self, sheet: Canvas, signs: Signs) -> None:
        super().__init__()
        self.sheet, self.leaf = sheet, Leaf(signs, id="sheet")

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="paper") as paper:
            paper.border_title, paper.border_subtitle = labels.SHEET, self.leaf.signs.text(labels.PAGE_KEYS)
            yield self.leaf

    def on_mount(self) -> None:
        self.leaf.lay(self.sheet)
        self.query_one(VerticalScroll).scroll_end(animate=False)
