"""Thinking beside the screen: threads that nobody has to wait for when the table is left."""

import asyncio
import atexit
import os
import sys
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from queue import Queue
from threading import Thread
from typing import Literal, TypeVar

Answer = TypeVar("Answer")


class Thinker:
    """A thread that works things out one after the other. It ends with the process, but never in the midst of a thing:
    compiled code that comes back from its work once Python has begun to end would take the process down."""

    def __init__(self) -> None:
        self._tasks: Queue[Callable[[], Callable[[], None]]] = Queue()
        Thread(target=self._work, daemon=True).start()
        atexit.register(self._tasks.join)

    @property
    def busy(self) -> bool:
        return self._tasks.unfinished_tasks > 0

    async def think(self, work: Callable[[], Answer]) -> Answer:
        """What some work comes to. Given up before its turn came, it isn't begun."""
        future: Future[Answer] = Future()
        self._tasks.put(lambda: _outcome(work, future))
        return await asyncio.wrap_future(future)

    def _work(self) -> None:
        while True:
            tell = self._tasks.get()()
            # Whoever is told may ask at once whether there is still something to do.
            self._tasks.task_done()
            tell()


def _outcome(work: Callable[[], Answer], future: "Future[Answer]") -> Callable[[], None]:
    """How to tell what the work came to."""
    if not future.set_running_or_notify_cancel():
        return lambda: None
    try:
        return partial(future.set_result, work())
    except BaseException as error:  # whoever waits is told, and the thread goes on
        return partial(future.set_exception, error)


THINKERS: dict[str, Thinker] = {}


def thinker(what: Literal["turns", "advice"]) -> Thinker:
    """The thread for the bots' turns, and that for what the human asks, which must not wait for them."""
    if what not in THINKERS:
        THINKERS[what] = Thinker()
    return THINKERS[what]


def leave() -> None:
    """End the process, as after success, if something is still being worked out: nobody wants to know it any more."""
    if any(thinker.busy for thinker in THINKERS.values()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
