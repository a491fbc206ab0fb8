"""The house: all tables, those in use kept in memory and the others read from the journal when somebody comes."""

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from weakref import WeakValueDictionary

from sqlalchemy import Connection, func, insert, select

from stova.server import events, forgetting, journal, logs, people
from stova.server.book import Book
from stova.server.deciding import checked
from stova.server.journal import Journal
from stova.server.keeper import Keeper
from stova.server.listing import Glimpse, Summary, glimpse_of, summary, theirs, waiting
from stova.server.messages import Settings
from stova.server.parting import Partings
from stova.server.passkeys import Challenges
from stova.server.schema import members, tables
from stova.server.table import Table, opened, replayed
from stova.server.thinking import Thinkers

READERS = 2
"""Tables read from the journal at once: more would take the processor from those that are played at."""
MOST_REMEMBERED = 20_000
"""Tables put away of which it is remembered what lists say of them."""
PAUSE = 0.05
"""Seconds between two parts of a journal that is deleted."""
FRESH = 1.0
"""Seconds for which the lobby is told as it was, however many ask."""


@dataclass(frozen=True)
class Opening:
    """A table just opened: its name, and what lets others in."""

    id: str
    invite: str


class House:
    """Opens, finds and lists tables."""

    def __init__(self, store: Journal, bots: Thinkers) -> None:
        self.store, self.bots = store, bots
        self.challenges = Challenges()
        self.partings = Partings()
        self._keepers: dict[str, Keeper] = {}
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._readers = asyncio.Semaphore(READERS)
        self._put_away: OrderedDict[str, Glimpse] = OrderedDict()
        self._lobby: list[Summary] = []
        self._lobby_made = -FRESH
        self._listing = asyncio.Lock()

    async def open(self, settings: Settings, person: str) -> Opening:
        """A new table. Raises Refused for settings no table can be played by."""
        agreed = checked(settings)
        identity, invite = people.new_token(), people.new_token()
        first = events.Opened(settings=agreed, owner=person, secret=secrets.token_hex(32), invite=invite)
        now = time.time()

        def write(connection: Connection) -> None:
            listed = int(agreed.listed == "yes")
            row = {"id": identity, "invite": invite, "opened": now, "closed": 0, "listed": listed}
            connection.execute(insert(tables).values(row))
            connection.execute(insert(members).values(person=person, table_id=identity))
            journal.append(connection, journal.Entry(table=identity, first=0, at=now, events=(first,)))

        await self.store.write(write)
        async with self._door(identity):
            if identity not in self._keepers:  # whoever looked for tables may have found it already
                self._keep(identity, opened(first), journal.Past(events=(first,)))
        self._lobby_made = -FRESH
        return Opening(identity, invite)

    async def keeper(self, identity: str) -> Keeper | None:
        """The keeper of a table; None if there is no such table."""
        if not people.is_token(identity):
            return None
        async with self._door(identity):
            if identity not in self._keepers:
                await self._read(identity)
            return self._keepers.get(identity)

    def _door(self, identity: str) -> asyncio.Lock:
        """Held by who brings a table into memory or puts it away: one at a time, and no table waits for another."""
        return self._doors.setdefault(identity, asyncio.Lock())

    async def _read(self, identity: str) -> None:
        """Keeps a table the journal has. Not one of which only the record is kept and not all is deleted yet.

        That would be in the middle of a match whose key the record tells.
        """
        if await self.store.read(partial(forgetting.record, table=identity)) is not None:
            return
        past, table = await self._replayed(identity)
        if table is not None:
            self._keep(identity, table, past)

    async def _replayed(self, identity: str) -> tuple[journal.Past, Table | None]:
        """A table from the journal. Years of playing take seconds to read, which the others don't wait for."""
        async with self._readers:
            past = await self.store.read(lambda connection: journal.past(connection, identity))
            return past, await asyncio.to_thread(replayed, past.events) if past.events else None

    @property
    def kept(self) -> int:
        """How many tables are in memory."""
        return len(self._keepers)

    def _keep(self, identity: str, table: Table, past: journal.Past) -> None:
        self._put_away.pop(identity, None)
        self._keepers[identity] = Keeper(table, book=Book(self.store, identity, past), bots=self.bots)

    async def invited(self, invite: str) -> str | None:
        """The table an invitation is for."""
        if not people.is_token(invite):
            return None
        query = select(tables.c.id).where(tables.c.invite == invite)
        found: str | None = await self.store.read(lambda connection: connection.execute(query).scalar())
        return found

    async def lobby(self) -> list[Summary]:
        """Tables that are listed and wait for players."""
        async with self._listing:
            if time.monotonic() - self._lobby_made >= FRESH:
                names = await self.store.read(lambda connection: connection.execute(waiting()).scalars().all())
                seen = await self._seen(names)
                self._lobby = [summary(glimpse, "") for glimpse in seen if glimpse.stage == "gathering"]
                self._lobby_made = time.monotonic()
            return self._lobby

    async def mine(self, token: str) -> list[Summary]:
        """The tables that whoever is known by a token sits at or opened, which aren't closed."""
        person, names = await self.store.read(lambda connection: theirs(connection, token))
        return [summary(glimpse, person) for glimpse in await self._seen(names)]

    async def number(self, person: str) -> int:
        """How many tables those are."""
        query = select(func.count()).select_from(tables.join(members))
        mine = query.where(members.c.person == person, tables.c.closed == 0)
        found: int = await self.store.read(lambda connection: connection.execute(mine).scalar_one())
        return found

    async def _seen(self, names: Sequence[str]) -> list[Glimpse]:
        seen = [self._put_away.get(name) or await self._look_at(name) for name in names]
        return [glimpse for glimpse in seen if glimpse is not None]

    async def _look_at(self, identity: str) -> Glimpse | None:
        """None for a table that can't be read: it is no fault of the others."""
        try:
            keeper = self._keepers.get(identity) or await self.keeper(identity)
        except Exception as error:
            logs.fault("table not read", error)
            return None
        return None if keeper is None else glimpse_of(keeper)

    async def rest(self) -> None:
        """Lets tables go that nobody looks at; they are read again when somebody comes.

        Nothing happens at a table without its keeper, so that what lists say of it stays true.
        """
        for identity in [name for name, keeper in self._keepers.items() if keeper.empty]:
            async with self._door(identity):
                keeper = self._keepers[identity]
                if keeper.empty:
                    del self._keepers[identity]
                    await keeper.close()
                    self._put_away[identity] = glimpse_of(keeper)
        while len(self._put_away) > MOST_REMEMBERED:
            self._put_away.popitem(last=False)

    async def forget(self, *, before: float) -> None:
        """Deletes tables at which nothing has happened since a time and nobody is, but for their records."""
        after = ""
        while found := await self.store.read(partial(forgetting.opened_before, time=before, after=after)):
            for identity, at in found:
                if at < before:
                    await self._forget(identity, before)
            after = found[-1][0]

    async def _forget(self, identity: str, before: float) -> None:
        """A table that can't be read stays: somebody may put it right."""
        async with self._door(identity):
            at = await self.store.read(partial(forgetting.last_at, table=identity))
            if identity in self._keepers or at >= before:
                return
            try:
                _, table = await self._replayed(identity)
            except Exception as error:
                logs.fault("table not read", error)
                return
            self._put_away.pop(identity, None)
            if table is not None:
                await self.store.write(partial(forgetting.take_leave, identity=identity, table=table))
            while await self.store.write(partial(forgetting.shorten, table=identity)):
                await asyncio.sleep(PAUSE)

    async def record(self, identity: str) -> bytes | None:
        """The record that is kept of a table that was deleted."""
        if not people.is_token(identity):
            return None
        found: str | None = await self.store.read(partial(forgetting.record, table=identity))
        return None if found is None else found.encode()

    async def close(self) -> None:
        """Ends all keepers, and writes what is waiting."""
        await asyncio.gather(*(keeper.close() for keeper in self._keepers.values()))
        await asyncio.to_thread(self.bots.close)
        await asyncio.to_thread(self.store.close)
