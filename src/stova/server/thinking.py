"""Bots think in threads of their own, never on the loop, and no more of them at once than there are threads."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from stova.bots import bot
from stova.engine.actions import Action
from stova.engine.match import Match
from stova.engine.shuffle import KEY_BYTES, stream

Answer = TypeVar("Answer")

SECONDS = 0.5
"""What an expert thinks about a move."""
BUSY, CROWDED = 2, 8
"""Turns waiting for each thread from which on the club player answers for the expert, and the novice for all."""


class Thinkers:
    """The threads bots think in."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or max(1, (os.cpu_count() or 2) - 1)
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="bot")
        self._counting = threading.Lock()
        self.waiting = 0
        """How many turns are being thought about or wait for a thread."""

    async def choose(self, match: Match, level: str) -> Action:
        """What a bot does on the seat to act; it sees what the seat sees. Under load a weaker one answers."""
        seat = match.state.to_act
        assert seat is not None
        view, chance = match.state.view(seat), seed(match)
        if len(view.legal) == 1:
            return view.legal[0]
        player = bot(self.able(level))
        return await self.work(lambda: player(view, chance))

    def able(self, level: str) -> str:
        """The level that can answer now."""
        queue = self.waiting / self.threads
        if queue >= CROWDED:
            return "novice"
        if level != "expert":
            return level
        return f"expert:{SECONDS}" if queue < BUSY else "club"

    async def work(self, work: Callable[[], Answer]) -> Answer:
        """What some work comes to, done in one of the threads. What has begun counts until it ends, awaited or not."""
        future = self._pool.submit(work)
        with self._counting:
            self.waiting += 1
        future.add_done_callback(self._done)
        return await asyncio.wrap_future(future)

    def _done(self, _: object) -> None:
        with self._counting:
            self.waiting -= 1

    def close(self) -> None:
        """Begin nothing more, and wait for what was begun."""
        self._pool.shutdown(cancel_futures=True)


def seed(match: Match) -> int:
    """The seed of a bot's choice: by key, deal and turn, so that a match can be made again."""
    turn = len(match.past) << 20 | len(match.state.history)
    source = stream(match.key or bytes(KEY_BYTES), "bot", turn)
    return int.from_bytes(bytes(next(source) for _ in range(8)), "big")
