"""Pages of any length, to be read on the screen."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from stova.cli.signs import Signs
from stova.cli.table.canvas import Canvas
from stova.cli.table.laid import EVERYWHERE, Laid
from stova.cli.table.panel import Leaf
from stova.cli.words import labels
from stova.engine.match import Match
from stova.transcript import transcript


class Scrolled(Laid[None]):
    """Something to be read that may be longer than the window: arrows and the mouse wheel move it.

    Escape, Enter and q put it away, and the key that showed it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "dismiss", show=False),
        Binding("t", EVERYWHERE["t"], show=False),
    ]

    def __init__(self, content: Widget, signs: Signs, *, title: str = "", keys: str = labels.PAGE_KEYS) -> None:
        super().__init__()
        self.content, self.signs = content, signs
        self.paper = VerticalScroll(id="paper")
        self.paper.border_title, self.paper.border_subtitle = signs.text(title), signs.text(keys)

    def compose(self) -> ComposeResult:
        with self.paper:
            yield self.content


class Transcript(Scrolled):
    """A match written out."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("r", "dismiss", show=False)]

    def __init__(self, match: Match, signs: Signs) -> None:
        super().__init__(Static(signs.text(transcript(match)), markup=False), signs)


class Drawn(Scrolled):
    """A page drawn beforehand."""

    def __init__(self, page: Canvas, signs: Signs, *, title: str) -> None:
        self.page, self.leaf = page, Leaf(signs, id="sheet")
        super().__init__(self.leaf, signs, title=title)

    def on_mount(self) -> None:
        self.leaf.lay(self.page)


class WholeSheet(Drawn):
    """The score sheet with every deal, the last ones in sight."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("s,tab", "dismiss", show=False)]

    def on_mount(self) -> None:
        super().on_mount()
        self.paper.scroll_end(animate=False)


class WholeHint(Drawn):
    """A hint with every choice there is."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("i", "dismiss", show=False)]
