"""Bots think in threads of their own, never on the loop, and no more of them at once than there are threads."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from stova.bots import bot
from stova.bots.seeding import seed
from stova.engine.actions import Action
from stova.engine.match import Match
from stova.engine.view import View
from stova.errors import RulesError
from stova.playouts import cores
from stova.server import logs

Answer = TypeVar("Answer")

SECONDS = 0.5
"""What an expert thinks about a move."""
SLACK = 0.1
"""Seconds more that its answer takes, as a rule."""
BUSY, CROWDED = 2, 8
"""Turns waiting for each thread from which on the club player answers for the expert, and the novice for all."""


def chosen(level: str, view: View, chance: int) -> Action:
    """What a bot does; where it fails, the beginner or what comes first, so that the table goes on."""
    for name in (level, "beginner"):
        try:
            action = bot(name)(view, chance)
        except Exception as error:
            logs.fault("bot failed", error)
            continue
        if action in view.legal:
            return action
        logs.fault("bot failed", RulesError("no such action"))
    return view.legal[0]


class Thinkers:
    """The threads bots think in."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or max(1, cores() - 1)
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="bot")
        self._counting = threading.Lock()
        self.waiting = 0
        """How many turns are being thought about and claims looked at, or wait for a thread."""

    async def choose(self, match: Match, level: str) -> Action:
        """What a bot does on the seat to act; it sees what the seat sees. Under load a weaker one answers."""
        seat = match.state.to_act
        assert seat is not None
        view, chance = match.state.view(seat), seed(match)
        if len(view.legal) == 1:
            return view.legal[0]
        able = self.able(level)
        return await self.work(lambda: chosen(able, view, chance))

    def least(self, level: str) -> float:
        """Seconds after which an answer doesn't tell whether there was anything to think about."""
        return SECONDS + SLACK if level == "expert" else 0.0

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
