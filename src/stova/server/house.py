"""The house: all tables, those in use kept in memory and the others read from the journal when somebody comes."""

import asyncio
import secrets
import time
from dataclasses import dataclass
from typing import Any, Literal

from msgspec import Struct
from sqlalchemy import Connection, insert, select

from stova.server import events, journal, people
from stova.server.deciding import checked
from stova.server.journal import Journal
from stova.server.keeper import Keeper
from stova.server.messages import Settings
from stova.server.passkeys import Challenges
from stova.server.schema import members, tables
from stova.server.table import Table, opened, replayed
from stova.server.thinking import Thinkers

MOST_LISTED = 50
"""Tables a list shows, the newest first."""


class Summary(Struct, frozen=True, kw_only=True, rename="camel"):
    """A table in a list."""

    id: str
    title: str
    stage: str
    players: tuple[str | None, ...]
    """By seat; None where nobody sits."""
    your_turn: Literal["yes", "no"] = "no"


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
        self.ending = asyncio.Event()
        """Set when everybody is to go."""
        self._keepers: dict[str, Keeper] = {}
        self._opening = asyncio.Lock()

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
        self._keep(identity, opened(first), journal.Past(events=(first,)))
        return Opening(identity, invite)

    async def keeper(self, identity: str) -> Keeper | None:
        """The keeper of a table; None if there is no such table."""
        if not people.is_token(identity):
            return None
        async with self._opening:
            if identity not in self._keepers:
                past = await self.store.read(lambda connection: journal.past(connection, identity))
                if not past.events:
                    return None
                self._keep(identity, replayed(past.events), past)
            return self._keepers[identity]

    @property
    def kept(self) -> int:
        """How many tables are in memory."""
        return len(self._keepers)

    def _keep(self, identity: str, table: Table, past: journal.Past) -> None:
        self._keepers[identity] = Keeper(
            identity,
            table,
            written=len(past.events),
            sequences=past.sequences,
            journal=self.store,
            bots=self.bots,
        )

    async def invited(self, invite: str) -> str | None:
        """The table an invitation is for."""
        if not people.is_token(invite):
            return None
        query = select(tables.c.id).where(tables.c.invite == invite)
        found: str | None = await self.store.read(lambda connection: connection.execute(query).scalar())
        return found

    async def lobby(self) -> list[Summary]:
        """Tables that are listed and wait for players."""
        query = select(tables.c.id).where(tables.c.listed == 1, tables.c.closed == 0)
        kept = [await self.keeper(name) for name in await self._names(query.order_by(tables.c.opened.desc()))]
        return [summary(keeper, "") for keeper in kept if keeper is not None and keeper.table.stage == "gathering"]

    async def mine(self, person: str) -> list[Summary]:
        """The tables somebody sits at or opened, which aren't closed."""
        query = select(tables.c.id).join(members).where(members.c.person == person, tables.c.closed == 0)
        kept = [await self.keeper(name) for name in await self._names(query.order_by(tables.c.opened.desc()))]
        return [summary(keeper, person) for keeper in kept if keeper is not None]

    async def _names(self, query: Any) -> list[str]:
        return list(
            await self.store.read(lambda connection: connection.execute(query.limit(MOST_LISTED)).scalars().all())
        )

    async def rest(self) -> None:
        """Lets tables go that nobody looks at; they are read again when somebody comes."""
        async with self._opening:
            for identity in [name for name, keeper in self._keepers.items() if keeper.empty]:
                await self._keepers.pop(identity).close()

    async def close(self) -> None:
        """Ends all keepers, and writes what is waiting."""
        await asyncio.gather(*(keeper.close() for keeper in self._keepers.values()))
        await asyncio.to_thread(self.bots.close)
        await asyncio.to_thread(self.store.close)


def summary(keeper: Keeper, person: str) -> Summary:
    """A table as a list shows it to somebody."""
    table = keeper.table
    seat = table.seat_of(person)
    acts = table.match is not None and seat is not None and table.match.state.to_act == seat
    return Summary(
        id=keeper.identity,
        title=table.game.title,
        stage=table.stage,
        players=tuple(chair.name or ("bot" if chair.by == "bot" else None) for chair in table.chairs),
        your_turn="yes" if acts and table.stage == "playing" else "no",
    )
