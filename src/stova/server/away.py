"""The clocks of those who play and aren't connected."""

import asyncio
import time
from collections.abc import Awaitable, Callable

PATIENCE = 45.0
"""Seconds until a bot plays for somebody who isn't connected."""


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
