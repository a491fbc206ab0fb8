"""Clocks: of those who play and aren't connected, and of those the match waits for."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from stova.server import deciding

PATIENCE = 45.0
"""Seconds until a bot plays for somebody who isn't connected."""
WARNED = 30.0
"""Seconds before others may have a bot play for somebody asleep in which all see that."""


class Clocks:
    """A clock for each of those who are away; `ring` is called when one has run down."""

    def __init__(self, ring: Callable[[str], Awaitable[None]]) -> None:
        self._ring = ring
        self._since: dict[str, float] = {}
        self._running: dict[str, asyncio.Task[None]] = {}

    def run(self, away: set[str]) -> None:
        """Has clocks run for these, and for nobody else."""
        for person in self._running.keys() - away:
            self._running.pop(person).cancel()
            del self._since[person]
        for person in away - self._running.keys():
            self._since[person] = time.monotonic()
            self._running[person] = asyncio.create_task(self._run_down(person))

    def runs(self, person: str) -> bool:
        """Whether there is a clock for somebody, run down or not."""
        return person in self._running

    def left(self, person: str) -> float | None:
        """In how many seconds a bot plays for somebody; None while no clock runs."""
        since = self._since.get(person)
        return None if since is None else max(0.0, round(since + PATIENCE - time.monotonic(), 1))

    def stop(self) -> tuple[asyncio.Task[None], ...]:
        """Stops all clocks; what is still to be waited for."""
        tasks = tuple(self._running.values())
        for task in tasks:
            task.cancel()
        return tasks

    async def _run_down(self, person: str) -> None:
        await asyncio.sleep(PATIENCE)
        await self._ring(person)


class Waiting:
    """How long the match has waited at its turn; `ring` is called when who is waited for is slow, and when asleep."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._bells: list[asyncio.TimerHandle] = []
        self.begin()

    def begin(self) -> None:
        """Something was done, and the match waits anew."""
        self.stop()
        self._since = time.monotonic()
        loop, asleep = asyncio.get_running_loop(), deciding.ASLEEP
        self._bells = [loop.call_later(seconds, self._ring) for seconds in (max(0.0, asleep - WARNED), asleep)]

    @property
    def seconds(self) -> float:
        """For how long."""
        return time.monotonic() - self._since

    def left(self) -> float | None:
        """In how many seconds others may have a bot play for who is waited for; None while there is time enough."""
        left = max(0.0, round(deciding.ASLEEP - self.seconds, 1))
        return left if left <= WARNED else None

    def stop(self) -> None:
        """Rings no more."""
        for bell in self._bells:
            bell.cancel()
