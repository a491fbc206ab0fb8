"""Drivers that outlive their terminal: what is drawn is lost then."""

import sys
from collections.abc import Callable
from typing import Any, TextIO

from textual.app import App
from textual.driver import Driver

LOOK_SECONDS = 1.0
"""How often to look whether the terminal is still there. No signal need say so, and a table at which all is still draws
nothing that could fail; meanwhile the thread that reads keys reads nothing, again and again."""


class Lossy:
    """A file whose text is lost once it can't be written; then, the first time, `lost` is called.

    The thread that writes to the terminal would die of that, and whatever draws would wait for it for ever.
    """

    def __init__(self, file: TextIO, lost: Callable[[], object]) -> None:
        self._file, self._lost = file, lost
        self._whole = True

    def write(self, text: str) -> None:
        self._try(lambda: self._file.write(text))

    def flush(self) -> None:
        self._try(self._file.flush)

    def fileno(self) -> int:
        return self._file.fileno()

    def _try(self, do: Callable[[], object]) -> None:
        if not self._whole:
            return
        try:
            do()
        except OSError:
            self._whole = False
            self._lost()


class Outliving(Driver):
    """What makes a driver that writes to a file outlive that file; a mixin before the driver."""

    _file: Any
    lost: Callable[[], object]
    _must_signal_resume: bool

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._file = Lossy(self._file, lambda: self._loop.call_soon_threadsafe(self.lost))
        app.set_interval(LOOK_SECONDS, self._look)

    def _look(self) -> None:
        if not sys.stdin.isatty():
            self.lost()

    def _sigcont_application(self, *signal: object) -> None:
        """Go on after Ctrl-Z alone. A terminal that is closed sends SIGCONT, too: the thread that reads keys would be
        begun a second time, and the first one never end."""
        if self._must_signal_resume:
            super()._sigcont_application(*signal)  # type: ignore[misc]


def outliving(driver: type[Driver], lost: Callable[[], object]) -> type[Driver]:
    """A driver that goes on without its terminal, and calls `lost`, perhaps more than once, when that was closed or
    can't be written to any more."""
    return type(f"Outliving{driver.__name__}", (Outliving, driver), {"lost": staticmethod(lost)})
