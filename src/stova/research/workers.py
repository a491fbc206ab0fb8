"""Work spread over processes, its results in order."""

import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from multiprocessing.util import Finalize
from queue import SimpleQueue
from threading import Thread
from types import FrameType
from typing import Any, TypeAlias, TypeVar, cast

from stova.bots.interrupts import ENDINGS, undisturbed
from stova.errors import StovaError

Result = TypeVar("Result")
Task: TypeAlias = Callable[[int], Result]
Bench: TypeAlias = Callable[[], AbstractContextManager[Task[Result]]]
"""Sets up what a worker works with, and clears it away; a process of its own gets it pickled."""

Wire: TypeAlias = "Connection[Any, Any]"
"""Takes numbers to a worker, and (number, result) back."""

AHEAD = 2
"""Numbers a worker is given beforehand, so that it never waits for the next."""
LEAVE = 10.0
"""Seconds a worker has to clear away what it works with."""
SAFE_PATH = "PYTHONSAFEPATH"


def in_order(bench: Bench[Result], count: int, *, jobs: int) -> Generator[Result]:
    """The results of a task for 0 to count-1, in that order, worked out in `jobs` processes; with one, in this.

    Closing the iterator ends the processes. Raises what a task raised, after the results of those before it, and
    StovaError when a process ended early. What can't be pickled is no result.
    """
    if jobs == 1 or count <= 1:
        with bench() as task:
            yield from map(task, range(count))
        return
    with _workers(bench, min(jobs, count)) as workers:
        yield from _sorted(_spread(workers, count))


def _sorted(results: Iterator[tuple[int, Result | Exception]]) -> Iterator[Result]:
    """The results in order. Raises what a task raised, when it is its turn."""
    waiting: dict[int, Result | Exception] = {}
    wanted = 0
    for number, handed_in in results:
        waiting[number] = handed_in
        while wanted in waiting:
            result = waiting.pop(wanted)
            if isinstance(result, Exception):
                raise result
            yield result
            wanted += 1


def _spread(workers: list[Wire], count: int) -> Iterator[tuple[int, Any]]:
    """Number and result of each task as they come, or what it raised; who hands one in is given the next."""
    numbers = iter(range(count))
    for worker in workers * AHEAD:
        _give(worker, next(numbers, None))
    handed_in = 0
    while handed_in < count:
        for worker in cast(list[Wire], wait(workers)):
            number, result = _taken(worker, begun=handed_in > 0)
            _give(worker, next(numbers, None))
            yield number, result
            handed_in += 1


def _taken(worker: Wire, *, begun: bool) -> tuple[int, Any]:
    """What a worker hands in. Raises StovaError if it has ended: where some have `begun` well it was killed."""
    try:
        number, result = worker.recv()
    except (EOFError, OSError):
        guard = 'a script that began it keeps what it runs under `if __name__ == "__main__":`'
        why = "something killed it, as a system does that runs out of memory" if begun else guard
        raise StovaError(f"a process that played deals ended before its time; {why}") from None
    return number, result


def _give(worker: Wire, number: int | None) -> None:
    if number is not None:
        with suppress(OSError):
            worker.send(number)


@contextmanager
def _workers(bench: Bench[Result], jobs: int) -> Iterator[list[Wire]]:
    """Processes that work on numbers sent to them; they are ended when no more is wanted of them."""
    context = multiprocessing.get_context("spawn")
    begun: list[tuple[Wire, BaseProcess]] = []
    # Python's end waits for processes, and they for us: so it ends them itself where nobody has closed the iterator.
    end = Finalize(None, _end, args=(begun,), exitpriority=0)
    try:
        with _modules_as_here() as safe_path, _endings_later():
            for _ in range(jobs):
                ours, theirs = context.Pipe()
                process: BaseProcess = context.Process(target=_work, args=(bench, theirs, safe_path), daemon=True)
                process.start()
                theirs.close()
                begun.append((ours, process))
        yield [connection for connection, _ in begun]
    finally:
        end()


@undisturbed()
def _end(begun: list[tuple[Wire, BaseProcess]]) -> None:
    """Let the processes clear away what they work with, and end them."""
    for connection, _ in begun:
        connection.close()
    deadline = time.monotonic() + LEAVE
    for _, process in begun:
        process.join(max(0.0, deadline - time.monotonic()))
        process.kill()
        process.join()


@contextmanager
def _modules_as_here() -> Iterator[str | None]:
    """Processes begun meanwhile look for modules where this one does. By themselves they would look in the current
    folder first, whose files may have the names of Python's own modules. Gives what the variable was before."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield before
    finally:
        _set_safe_path(before)


def _set_safe_path(value: str | None) -> None:
    if value is None:
        os.environ.pop(SAFE_PATH, None)
    else:
        os.environ[SAFE_PATH] = value


@contextmanager
def _endings_later() -> Iterator[None]:
    """What ends us waits, and doesn't reach processes begun meanwhile, where they would break off what these
    import."""
    if sys.platform == "win32":
        yield
        return
    # Beginning the first process begins this too, which lets signals through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(bench: Bench[Result], numbers: Wire, safe_path: str | None) -> None:
    """Work until no more is wanted. Ctrl-C and what else ends us are for the process that began this one.

    No signal cuts a task short: it might be about to begin a program, which nobody would then end.
    """
    _set_safe_path(safe_path)  # programs begun here may rely on their folder
    for number in ENDINGS:
        signal.signal(number, _unheard)
    if sys.platform != "win32":
        # Blocked since before this process began; programs it begins would have them blocked too.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDINGS)
    with ExitStack() as stack:
        task = stack.enter_context(bench())
        # From now on it is cleared away by who hears that no more is wanted.
        given: SimpleQueue[int] = SimpleQueue()
        Thread(target=_listen, args=(numbers, given, stack.pop_all().close)).start()
    with suppress(OSError):
        while True:
            number = given.get()
            try:
                packed = ForkingPickler.dumps((number, task(number)))
            except (Exception, SystemExit) as error:
                packed = _packed(number, error)
            numbers.send_bytes(packed)


def _packed(number: int, error: BaseException) -> Any:
    """What a task raised, to be sent; as StovaError what can't be, or isn't to end who began this process."""
    # What it was raised from isn't pickled with it.
    told = "".join(traceback.format_exception(error))
    error.add_note(told)
    with suppress(Exception):
        if isinstance(error, Exception):
            return ForkingPickler.dumps((number, error))
    return ForkingPickler.dumps((number, StovaError(told)))


def _unheard(number: int, at: FrameType | None) -> None:
    """Nothing to be done. A signal that is ignored would be so in programs begun here too, and in what they begin."""


def _listen(numbers: Wire, given: "SimpleQueue[int]", clear: Callable[[], None]) -> None:
    """Pass on the numbers that come; when no more can, clear away and end the process, whatever it is at: a program
    there may be silent for as long as it likes."""
    try:
        while True:
            given.put(numbers.recv())
    except (EOFError, OSError):
        clear()
    finally:
        os._exit(0)
