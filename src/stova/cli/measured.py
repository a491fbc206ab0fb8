"""What takes its time on the terminal: how it is ended, and what is seen of it while it goes on."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from stova.bots.interrupts import ENDINGS


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """What else ends us ends it as Ctrl-C does, so that no program is left behind; `nohup` has a closed terminal
    ignored."""
    with ExitStack() as stack:
        for number in ENDINGS:
            if (before := signal.getsignal(number)) is not signal.SIG_IGN:
                stack.callback(signal.signal, number, before)
                signal.signal(number, signal.default_int_handler)
        yield


@contextmanager
def progress(deals: int) -> Iterator[Callable[[float], None]]:
    """What moves a bar on by a deal with its difference, and shows their mean; no bar where nobody looks."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    with bar:
        task = bar.add_task("deals", total=deals)
        total = count = 0.0

        def advance(difference: float) -> None:
            nonlocal total, count
            total, count = total + difference, count + 1
            bar.update(task, advance=1, description=f"{total / count:+z.2f} a deal")

        yield advance


@contextmanager
def meanwhile() -> Iterator[Callable[[str], None]]:
    """What shows a line that says how far one is, until all is done; nothing where nobody looks."""
    from rich.console import Console

    if not sys.stderr.isatty():
        yield lambda text: None
        return
    with Console(stderr=True).status("", spinner="line") as status:
        yield status.update
