"""Which connections have to end: all when the room closes, and those of somebody whose personal link is renewed."""

import asyncio
from typing import Literal

Why = Literal["closing", "renewed"]


class Partings:
    """Tells connections that they have to end."""

    def __init__(self) -> None:
        self._closing = False
        self._staying: dict[asyncio.Future[Why], str] = {}

    async def wait(self, person: str) -> Why:
        """Why a connection of somebody has to end, as soon as it has to."""
        if self._closing:
            return "closing"
        parting: asyncio.Future[Why] = asyncio.get_running_loop().create_future()
        self._staying[parting] = person
        try:
            return await parting
        finally:
            del self._staying[parting]

    def close(self) -> None:
        """All connections have to end, and those still to come."""
        self._closing = True
        _end(list(self._staying), "closing")

    def renew(self, person: str) -> None:
        """The connections of somebody have to end: who they are has to be shown anew."""
        _end([parting for parting, whose in self._staying.items() if whose == person], "renewed")


def _end(partings: list[asyncio.Future[Why]], why: Why) -> None:
    for parting in partings:
        if not parting.done():
            parting.set_result(why)
