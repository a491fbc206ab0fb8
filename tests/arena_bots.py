"""Bots and work for the arena's tests, where processes of their own can import them, and what is compared of it."""

import os
import signal
import time
from types import TracebackType
from typing import Self

from stova import Action, View
from stova.engine.actions import Pass
from stova.research.replay import Played


def timeless(rows: tuple[Played, ...]) -> list[tuple[object, ...]]:
    """Rows without what differs from run to run."""
    return [
        (row.deal, row.replay, row.dealer, row.redeals, row.seating, row.score, row.points, row.made) for row in rows
    ]


def first_legal(view: View, seed: int) -> Action:
    """Does what comes first, but bids where it can: no chance, no thought."""
    return next((action for action in view.legal if not isinstance(action, Pass)), view.legal[0])


def passes(view: View, seed: int) -> Action:
    """Passes where it can."""
    return next((action for action in view.legal if isinstance(action, Pass)), view.legal[0])


def fails(view: View, seed: int) -> Action:
    raise ZeroDivisionError("1 / 0 is division by zero")


def leaves(view: View, seed: int) -> Action:
    raise SystemExit(3)


def dies(view: View, seed: int) -> Action:
    os._exit(1)


class Work:
    """Work that needs nothing set up."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        pass


class Squares(Work):
    """Squares, the early ones late."""

    def __call__(self, number: int) -> int:
        time.sleep(0.1 / (number + 1))
        return number * number


class Variables(Work):
    """What a variable is by which Python looks for modules."""

    name = "PYTHONSAFEPATH"

    def __call__(self, number: int) -> str | None:
        return os.environ.get(self.name)


class Deaf(Work):
    """Whether Ctrl-C, SIGTERM and SIGHUP are nothing to the process, and not kept from programs it begins."""

    def __call__(self, number: int) -> bool:
        endings = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
        handed_on = {signal.SIG_IGN, signal.SIG_DFL, signal.default_int_handler}
        if handed_on & set(map(signal.getsignal, endings)) or endings & signal.pthread_sigmask(signal.SIG_BLOCK, ()):
            return False
        for ending in endings:
            signal.raise_signal(ending)
        return True


class Secrets(Work):
    """What can't be sent from process to process, nor the error about it; or the process is asked to end."""

    def __call__(self, number: int) -> object:
        if number == 1:
            raise SystemExit(3)
        if number == 2:
            raise ValueError(lambda: number)
        return lambda: number


class Stays(Work):
    """Work that takes very long to clear away."""

    def __call__(self, number: int) -> int:
        return number

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        time.sleep(20)
