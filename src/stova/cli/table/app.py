"""The application round the table: looks, leaving, and terminals without colour."""

import asyncio
import contextlib
import signal
from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.filter import LineFilter, NoColor

from stova.cli.signs import Signs
from stova.cli.sitting import Sitting
from stova.cli.table.choices import Choice
from stova.cli.table.outliving import outliving
from stova.cli.table.pages import text_page
from stova.cli.table.panel import Panel
from stova.cli.table.table import Table
from stova.cli.table.themes import THEMES
from stova.cli.table.window import large_enough
from stova.cli.words import labels

LEAVING = ("q", "ctrl+q", "ctrl+c")


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

    def get_driver_class(self) -> type[Driver]:
        return outliving(super().get_driver_class(), lambda: self._left("leave"))

    def on_mount(self) -> None:
        self._heed_signals()
        self.push_screen(Table(self.sitting, self.signs, colour=self.colour))

    def _heed_signals(self) -> None:
        """Leave when the system wants us to end or the terminal is closed: it is put in order, and the match kept."""
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            # Not every system has both or lets them be handled, and a thread beside the first one can't.
            with contextlib.suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(getattr(signal, name), self._left, "leave")

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(not large_enough(event.size), "-small")
        self.refresh(layout=True)

    async def on_event(self, event: events.Event) -> None:
        """While the window is too small for what keys and clicks do to be seen, they do nothing; but one can leave."""
        if isinstance(event, events.InputEvent) and self.has_class("-small"):
            if isinstance(event, events.Key) and event.key in LEAVING:
                self._left("leave")
            return
        await super().on_event(event)

    def get_line_filters(self) -> Sequence[LineFilter]:
        filters = super().get_line_filters()
        return filters if self.colour else [*filters, NoColor()]

    def action_change_theme(self) -> None:
        """Dark or light."""
        if self.colour:
            self.theme = "light" if self.theme == "dark" else "dark"

    def action_leave(self) -> None:
        """Ask once, and go; asked again meanwhile, go at once."""
        if isinstance(self.screen, Panel) and self.screen.panel_title == labels.LEAVE_TITLE:
            self.screen.dismiss("leave")
            return
        choices = [Choice("q", labels.LEAVE_YES, "leave"), Choice("escape", labels.LEAVE_NO, "stay")]
        page = text_page([(self._what_becomes(), "")], self.signs)
        self.push_screen(Panel(labels.LEAVE_TITLE, page, choices, self.signs), self._left)

    def _what_becomes(self) -> str:
        """What becomes of the match, once it is left."""
        self.sitting.keep()
        if self.sitting.trouble is not None:
            return labels.NOT_KEPT.format(why=self.sitting.trouble)
        if self.sitting.untouched:
            return labels.LEAVE_UNTOUCHED
        return labels.LEAVE_OVER if self.sitting.match.is_over else labels.LEAVE

    def _left(self, chosen: object) -> None:
        if chosen == "leave":
            self.sitting.keep()
            self.exit()
