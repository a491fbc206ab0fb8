"""The terminal a table is shown on."""

import os
import sys

from stova.cli.signs import signs_for
from stova.cli.sitting import Sitting
from stova.cli.storage import StorageError, finished
from stova.cli.telling import tell
from stova.cli.words import labels
from stova.errors import StovaError

PLAIN_TERMINALS = ("dumb", "vt100", "vt102", "vt220", "linux-m", "xterm-mono")
"""Terminals without colour, as TERM names them."""


def has_colour() -> bool:
    """Whether colours may be used."""
    term = os.environ.get("TERM", "")
    return not os.environ.get("NO_COLOR") and term not in PLAIN_TERMINALS and not term.endswith("-m")


def check() -> None:
    """Raises StovaError where no table can be shown; it is drawn on the standard error."""
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.__stderr__)):
        raise StovaError(labels.NO_TERMINAL)


def show(sitting: Sitting, *, look: str, ascii_only: bool) -> None:
    """Show the table until it is left, and say what became of the match. One that was only looked at isn't kept.

    Raises StorageError when it isn't kept as it was left.
    """
    from stova.cli.table.app import TableApp

    colour = has_colour()
    if not os.environ.get("NO_COLOR"):
        # Empty it doesn't count; Textual would only look whether it is there.
        os.environ.pop("NO_COLOR", None)
    app = TableApp(sitting, signs_for(ascii_only=ascii_only, colour=colour), look=look, colour=colour)
    app.run()
    for forfeit in sitting.forfeits():
        who = f"{sitting.match.players[forfeit.seat]} ({forfeit.program})"
        tell(forfeit.told(who), wrong=True)
    if sitting.trouble is not None:
        raise StorageError(labels.NOT_KEPT.format(why=sitting.trouble))
    if app.return_code:
        raise StovaError(labels.BROKE_OFF)
    if sitting.untouched:
        sitting.drop()
        tell(labels.UNTOUCHED)
    else:
        tell(labels.KEPT_RECORD.format(path=finished()) if sitting.match.is_over else labels.KEPT)
