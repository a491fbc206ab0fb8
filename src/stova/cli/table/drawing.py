"""The base of the table's widgets: each draws itself on a canvas."""

from typing import ClassVar

from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from stova.cli.signs import Signs
from stova.cli.table.canvas import Canvas

STYLES = (
    "accent",
    "back",
    "back-frame",
    "button",
    "button-on",
    "chalk",
    "chosen",
    "chosen-frame",
    "chosen-over",
    "chosen-red",
    "face",
    "face-frame",
    "face-over",
    "face-red",
    "key",
    "muted",
    "pile",
    "slate",
    "strong",
    "sunken",
    "sunken-frame",
    "sunken-over",
    "sunken-red",
    "turn",
    "warn",
)
"""The names of styles a canvas may use; `table.tcss` says how each looks."""


class Drawing(Widget):
    """A widget that draws itself on a canvas the size it has, and says what on it was clicked."""

    COMPONENT_CLASSES: ClassVar[set[str]] = set(STYLES)

    class Picked(Message):
        """A spot on a drawing was clicked."""

        def __init__(self, drawing: "Drawing", means: object) -> None:
            super().__init__()
            self.drawing = drawing
            self.means = means

    def __init__(self, signs: Signs, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.signs = signs
        self.canvas = Canvas(0, 0, signs)
        self.plain = Style()
        """The widget's own style, as it was when last drawn."""

    def draw(self, canvas: Canvas) -> None:
        """Draw everything on an empty canvas, which has room for a letter at least."""

    def render_lines(self, crop: Region) -> list[Strip]:
        self.canvas = Canvas(self.size.width, self.size.height, self.signs)
        if self.size.area:
            self.draw(self.canvas)
        self.plain = self.rich_style
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        return self.canvas.strip(y, self._style_of)

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        means = None if at is None else self.canvas.at(at.x, at.y)
        if means is not None:
            event.stop()
            self.post_message(self.Picked(self, means))

    def _style_of(self, name: str) -> Style:
        return self.get_component_rich_style(name) if name else self.plain
