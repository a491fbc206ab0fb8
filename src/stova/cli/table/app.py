"""The application round the table: looks, leaving, and terminals without colour."""

import contextlib
from collections.abc import Sequence
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter, NoColor

from stova.cli.signs import Signs
from stova.cli.sitting import Sitting
from stova.cli.storage import StorageError
from stova.cli.table.choices import Choice
from stova.cli.table.drawing import Common
from stova.cli.table.pages import text_page
from stova.cli.table.panel import Panel
from stova.cli.table.table import Table
from stova.cli.table.themes import THEMES
from stova.cli.words import labels


class TableApp(App[None]):
    """A table for one human."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True)]

    def __init__(self, sitting: Sitting, signs: Signs, *, look: str, colour: bool) -> None:
        super().__init__()
        self.sitting, self.signs, self.colour = sitting, signs, colour
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = look
        self.set_class(signs.ascii_only, "-ascii")
        self.title = "Stova"

    def on_mount(self) -> None:
        self.push_screen(Table(self.sitting, self.signs))

    def get_line_filters(self) -> Sequence[LineFilter]:
        filters = super().get_line_filters()
        return filters if self.colour else [*filters, NoColor()]

    def on_common(self, event: Common) -> None:
        if event.key == "q":
            self.action_leave()
        elif event.key == "t":
            self.theme = "light" if self.theme == "dark" else "dark"

    def action_leave(self) -> None:
        """Ask once, and go; asked again meanwhile, go at once."""
        if isinstance(self.screen, Panel) and self.screen.panel_title == labels.LEAVE_TITLE:
            self.screen.dismiss("leave")
            return
        choices = [Choice("q", labels.LEAVE_YES, "leave"), Choice("escape", labels.LEAVE_NO, "stay")]
        page = text_page([(labels.LEAVE, "")], self.signs)
        self.push_screen(Panel(labels.LEAVE_TITLE, page, choices, self.signs), self._left)

    def _left(self, chosen: object) -> None:
        if chosen == "leave":
            with contextlib.suppress(StorageError):
                self.sitting.keep()
            self.exit()
