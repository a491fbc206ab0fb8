"""Panels: something laid over the table, read, and put away again."""

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from stova.cli.signs import Signs
from stova.cli.table.canvas import Canvas
from stova.cli.table.choices import Choice, Choices
from stova.cli.table.drawing import Common, Drawing

Page = Callable[[int, int], Canvas]
"""Draws what a panel says within a width and a height."""

AROUND = (8, 8)
"""Columns and rows a panel needs round its page: margin, border, padding, buttons."""


class Leaf(Drawing):
    """A page drawn beforehand."""

    page: Canvas | None = None

    def lay(self, canvas: Canvas) -> None:
        self.page = canvas
        self.styles.width, self.styles.height = canvas.width, canvas.height
        self.refresh(layout=True)

    def draw(self, canvas: Canvas) -> None:
        if self.page is not None:
            canvas.paste(self.page)


class Panel(ModalScreen[object]):
    """A page with a title and buttons. It gives back what the button chosen stands for; Escape is the last button."""

    def __init__(
        self,
        title: str,
        page: Page,
        choices: Sequence[Choice],
        signs: Signs,
        *,
        closers: Sequence[str] = (),
        pointed: int = 0,
    ) -> None:
        super().__init__()
        self.panel_title, self.page, self.offered, self.closers = title, page, choices, closers
        self.leaf, self.buttons = Leaf(signs, id="leaf"), Choices(signs, id="panel-choices")
        self.buttons.show(choices, pointed=pointed)

    def compose(self) -> ComposeResult:
        self._lay()
        with Vertical(id="box") as box:
            box.border_title = self.leaf.signs.text(self.panel_title)
            yield self.leaf
            yield self.buttons

    def on_resize(self) -> None:
        self._lay()

    def _lay(self) -> None:
        width, height = self.app.size
        self.leaf.lay(self.page(width - AROUND[0], height - AROUND[1]))
        self.leaf.styles.min_width = self.buttons.least_width()

    def on_drawing_picked(self, event: Drawing.Picked) -> None:
        if isinstance(event.means, Choice):
            self.dismiss(event.means.means)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        key = event.character if event.character and event.is_printable else event.key
        if found := self._chosen(key):
            self.dismiss(found.means)
        elif key in ("left", "up", "right", "down"):
            self.buttons.point(-1 if key in ("left", "up") else 1)
        else:
            self.post_message(Common(key))

    def _chosen(self, key: str) -> Choice | None:
        """The button a key chooses."""
        if key in ("enter", "space"):
            return self.buttons.pointed_choice()
        if key == "escape" or key in self.closers:
            return self.offered[-1]
        return self.buttons.under_key(key)
