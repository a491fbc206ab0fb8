"""A table's own part of the journal: how far it is written, and which commands brought something about."""

import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection

from stova.server import events, journal, logs
from stova.server.deciding import Refused
from stova.server.journal import Entry, Journal, Past

PASSED = "This wasn't done when it first came, and what you asked later was: ask again if you still want it."
UNWRITTEN = "The card room can't write anything down at the moment, so nothing was done: try again soon."


class Book:
    """What a table writes; it is the only one that does."""

    def __init__(self, store: Journal, table: str, past: Past) -> None:
        self.table = table
        self.doubtful = False
        """Whether something may be written that the journal couldn't say was."""
        self._store = store
        self._written, self._sequences = len(past.events), past.sequences

    async def write(
        self, happened: tuple[events.Any, ...], *, client: str = "", sequence: int = 0, ends: bool = False
    ) -> None:
        """Writes events and the command that brought them about. Raises Refused if that can't be done."""
        entry = Entry(
            table=self.table,
            first=self._written,
            at=time.time(),
            events=happened,
            client=client,
            sequence=sequence,
            ends=ends,
        )
        try:
            await self._store.append(entry)
        except Exception as error:
            self.doubtful = True
            logs.fault("not written", error)
            raise Refused("unwritten", UNWRITTEN) from error
        self._written += len(happened)
        if client:
            self._sequences[client] = sequence

    async def done(self, client: str, sequence: int) -> bool:
        """Whether a command was done.

        Raises Refused if a later one of its client was and it wasn't, and if the journal can't be read.
        """
        last = self._sequences.get(client, 0)
        if sequence >= last:
            return sequence == last
        if not await self._read(lambda connection: journal.done(connection, self.table, client, sequence)):
            raise Refused("passed", PASSED)
        return True

    async def missed(self) -> tuple[events.Any, ...]:
        """What was written though the journal couldn't say so. Raises Refused if it can't be read."""
        past: Past = await self._read(lambda connection: journal.past(connection, self.table, first=self._written))
        self._written += len(past.events)
        self._sequences |= past.sequences
        self.doubtful = False
        return past.events

    async def _read(self, work: Callable[[Connection], Any]) -> Any:
        try:
            return await self._store.read(work)
        except Exception as error:
            raise Refused("unwritten", UNWRITTEN) from error
