"""Jobs done one after the other, by one task."""

import asyncio
from collections.abc import Awaitable, Callable

from stova.server.deciding import Refused

CLOSING = "The card room is closing: come back in a moment."

Job = Callable[[], Awaitable[None]]


class Jobs:
    """What one task has to do. Who waits for a job may give up, the job goes on; a job that fails stops no other."""

    def __init__(self) -> None:
        self.ended = False
        """Whether no job is taken any more."""
        self._waiting: asyncio.Queue[tuple[Job, asyncio.Future[None]] | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._run())

    async def do(self, job: Job) -> None:
        """Does a job after those before it. Raises what it raises, and Refused when none is taken any more."""
        if self.ended:
            raise Refused("closing", CLOSING)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((job, done))
        await done

    async def end(self) -> None:
        """Does what was asked so far, and then nothing more."""
        self.ended = True
        self._waiting.put_nowait(None)
        await asyncio.shield(self._task)

    async def _run(self) -> None:
        while (asked := await self._waiting.get()) is not None:
            job, done = asked
            try:
                await job()
                _end(done)
            except Exception as error:  # who waits is told, and the others have their turn
                _end(done, error)


def _end(done: asyncio.Future[None], error: Exception | None = None) -> None:
    """Tells who waits for a job that it is done, unless they have given up."""
    if done.cancelled():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
