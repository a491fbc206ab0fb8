"""The `stova` command."""

import errno
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from stova.cli.telling import tell
from stova.errors import StovaError

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What the system says of what it can't write."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command, with `sys.argv` unless told otherwise; what goes wrong is said in one line.

    Ends with SystemExit: 0, 1 when something was refused, 2 when the command line makes no sense, 130 on an interrupt.
    """
    closed = _closed()
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        from stova.cli.app import run

        status = run(arguments)
        sys.stdout.flush()
    except StovaError as error:
        status = _complain(str(error), 1)
    except BrokenPipeError:
        status = _close_quietly()
    except OSError as error:
        status = _complain(f"{error.filename or _unnamed(error)}: {error.strerror or error}.", 1)
    except KeyboardInterrupt:
        status = 130
    if "stdout" in closed and not status:
        status = _complain("the standard output is closed: nothing could be told.", 1)
    sys.exit(status)


def _closed() -> list[str]:
    """The standard streams that were closed from the start; what goes to them is thrown away.

    Python leaves them out, and their numbers to the next files that are opened, which others would then write to.
    """
    closed = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None]
    for name in closed:
        setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
    return closed


def _complain(what: str, status: int) -> int:
    tell(f"stova: {what}", wrong=True)
    return status


def _unnamed(error: OSError) -> str:
    """What an error is of that names no file: those of files that are read or written are told where that is done."""
    if error.errno in NO_ROOM:
        return "the output can't be written"
    # Whatever else isn't there has a name.
    return "the current folder" if error.errno == errno.ENOENT else "the system"


def _close_quietly() -> int:
    """Whoever read our output has gone: keep Python from complaining of it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
