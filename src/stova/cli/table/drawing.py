"""The base of the table's widgets: each draws itself on a canvas."""

from collections.abc import Mapping
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from stova.cli.signs import Signs
from stova.cli.table.canvas import Canvas

LOOKS: Mapping[str, str] = {
    "muted": "$muted",
    "strong": "bold",
    "accent": "bold $accent",
    "turn": "bold $accent",
    "warn": "bold $warning",
    "key": "bold $key",
    "face": "bold $ink on $card",
    "face-red": "bold $ink-red on $card",
    "face-frame": "$card",
    "face-over": "$card on $card-back",
    "sunken": "$ink-sunken on $card-sunken",
    "sunken-red": "$ink-red-sunken on $card-sunken",
    "sunken-frame": "$card-sunken",
    "sunken-over": "$card-sunken on $card-back",
    "chosen": "bold $ink on $card-chosen",
    "chosen-red": "bold $ink-red on $card-chosen",
    "chosen-frame": "bold $accent",
    "chosen-over": "$accent on $card-back",
    "back": "$card-back on $card-back",
    "back-frame": "$card-back",
    "pile": "$card on $card-back",
    "slate": "$chalk on $slate",
    "chalk": "bold $chalk on $slate",
    "button": "$foreground on $button",
    "button-on": "bold $on-accent on $accent",
    "button-off": "$muted on $background",
}
"""The styles a canvas may use, by name, in the theme's colours; what says no ground stands on the widget's own."""


class Drawing(Widget):
    """A widget that draws itself on a canvas the size it has, and says what on it was clicked."""

    COVERED: ClassVar[Mapping[str, str]] = {}
    """What else styles are while something lies over the table."""

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
        self.covered = False

    def draw(self, canvas: Canvas) -> None:
        """Draw everything on an empty canvas, which has room for a letter at least."""

    def cover(self, covered: bool) -> None:
        """Something comes to lie over the table, or is put away."""
        self.covered = covered
        self.refresh()

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
        if not name:
            return self.plain
        look = LOOKS[self.COVERED.get(name, name) if self.covered else name]
        return self.plain + self.app.stylesheet.parse_style(look).rich_style
