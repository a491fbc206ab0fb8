"""A measurement on the terminal: how it is ended, and a bar while it goes on."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def ended_by_term() -> Iterator[None]:
    """SIGTERM ends it as Ctrl-C does, so that no program is left behind: who asks so wants no more than that."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


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
            bar.update(task, advance=1, description=f"{total / count:+.2f} a deal")

        yield advance
