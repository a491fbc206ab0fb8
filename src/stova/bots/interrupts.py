"""Signals that end us, which wait while processes are begun or ended."""

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

ENDINGS: frozenset[int] = frozenset({signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)})
"""The signals that end us: Ctrl-C's, that of who asks us to end, and on Unix that of a terminal that was closed."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """What is to end us waits until this is done: a process half begun or half ended would be left behind."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Signals are for the main thread.
        return
    waiting: list[int] = []
    with ExitStack() as stack:
        stack.callback(_raise, waiting)
        for number in ENDINGS:
            if (before := signal.getsignal(number)) is not None:  # as it is where another language set it
                stack.callback(signal.signal, number, before)
                signal.signal(number, lambda number, _: waiting.append(number))
        yield


def _raise(waiting: Sequence[int]) -> None:
    for number in dict.fromkeys(waiting):
        signal.raise_signal(number)
