"""The journal: what happened at every table, written before anybody is told.

One thread writes. Whatever waits for it is written in one transaction, so that a disk that takes milliseconds to be
sure costs each table that time and all of them no more.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from queue import SimpleQueue
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Dialect, Engine, Select, create_engine, event, insert, select, update
from sqlalchemy.exc import OperationalError

from stova.server import events, metrics, schema

MOST_TOGETHER = 500
"""Entries written in one transaction."""
LOCKED = 5.0
"""Seconds to wait while another program writes what is to be written here."""
GATHERED = 10_000
"""Pages that SQLite's log holds before they are put where they belong, which all tables wait for: 40 MB."""
LINE = {"connect_timeout": 5, "tcp_user_timeout": 10_000, "keepalives_idle": 10, "keepalives_interval": 5}
"""Whoever waits for a PostgreSQL that has vanished is told so in seconds, not after a quarter of an hour."""
_LET_GO = "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3"
"""PostgreSQL lets go of what a machine held that has vanished within half a minute, not after two hours."""
_DECODER = msgspec.json.Decoder(events.Any)


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What a table writes at once: its events from `first` on, and the command that brought them about."""

    table: str
    first: int
    at: float
    events: Sequence[events.Any]
    client: str = ""
    sequence: int = 0
    ends: bool = False
    """Whether the table's match is over with this."""


@dataclass(frozen=True, kw_only=True)
class Past:
    """A table as it was written down."""

    events: tuple[events.Any, ...]
    sequences: dict[str, int] = field(default_factory=dict)
    """The last command of each client that brought something about."""


class _Asked(NamedTuple):
    """What is to be done in a transaction, and who waits for that."""

    work: Callable[[Connection], Any]
    answer: asyncio.Future[Any]


class Journal:
    """The store; its coroutines are for the loop. It writes by another engine than it reads by, if there is one."""

    def __init__(self, url: str, *, writing: Engine | None = None) -> None:
        self.engine = engine(url)
        self._writing = writing or self.engine
        self._waiting: SimpleQueue[_Asked | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)
        self._writer.start()

    async def append(self, entry: Entry) -> None:
        """Write an entry. When this returns it is on the disk."""
        await self.write(lambda connection: append(connection, entry))

    async def write(self, work: Callable[[Connection], Any]) -> Any:
        """Do something in a transaction, together with what else is waiting."""
        asked = _Asked(work, asyncio.get_running_loop().create_future())
        self._waiting.put(asked)
        return await asked.answer

    async def read(self, work: Callable[[Connection], Any]) -> Any:
        """Look something up."""
        return await asyncio.to_thread(self._read, work)

    def _read(self, work: Callable[[Connection], Any]) -> Any:
        with self.engine.connect() as connection:
            return work(connection)

    def close(self) -> None:
        """Write what is waiting, and end."""
        self._waiting.put(None)
        self._writer.join()
        self.engine.dispose()

    def _write(self) -> None:
        going = True
        while going:
            batch = [self._waiting.get()]
            while len(batch) < MOST_TOGETHER and not self._waiting.empty():
                batch.append(self._waiting.get())
            going = None not in batch
            self._commit([asked for asked in batch if asked is not None and not asked.answer.cancelled()])

    def _commit(self, batch: list[_Asked]) -> None:
        """All in one transaction; if that fails, each in its own, so that one fault is one table's.

        What is wrong with the database is wrong for all: to find that out for each would take seconds each time.
        """
        if not batch:
            return
        began = time.monotonic()
        try:
            connection = self._writing.connect()
        except Exception as error:  # which is no one table's fault, and may have taken seconds
            _on_loop(batch[0].answer, partial(_refuse, batch, error))
            return
        try:
            with connection, connection.begin():
                answers = [(asked.answer, asked.work(connection)) for asked in batch]
        except Exception as error:
            if len(batch) == 1 or isinstance(error, OperationalError):
                _on_loop(batch[0].answer, partial(_refuse, batch, error))
                return
            for asked in batch:
                self._commit([asked])
            return
        metrics.BATCHES.observe(len(batch))
        metrics.LATENCY.observe(time.monotonic() - began)
        _on_loop(batch[0].answer, partial(_answer, answers))


def _on_loop(waited: asyncio.Future[Any], tell: Callable[[], None]) -> None:
    """Tell those who wait, at once: waking the loop for each would cost more than writing what they asked."""
    with suppress(RuntimeError):  # the loop has ended, and nobody waits
        waited.get_loop().call_soon_threadsafe(tell)


def _answer(answers: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for waited, answer in answers:
        if not waited.done():
            waited.set_result(answer)


def _refuse(batch: Sequence[_Asked], error: Exception) -> None:
    for asked in batch:
        if not asked.answer.done():
            asked.answer.set_exception(error)


def engine(url: str) -> Engine:
    """The database of a URL. SQLite waits until the disk has what was written; errors don't say what it was."""
    return _sqlite(url) if url.startswith("sqlite") else postgresql(url)


def postgresql(url: str, **pool: Any) -> Engine:
    """The database of a URL of PostgreSQL, with a pool of connections that are looked at before they are used."""
    full = url.replace("postgresql:", "postgresql+psycopg:", 1)
    made = create_engine(full, pool_pre_ping=True, hide_parameters=True, connect_args=LINE, **pool)

    @event.listens_for(made, "connect")
    def _settings(connection: Any, _: object) -> None:
        connection.execute(f"set lock_timeout = {round(1000 * LOCKED)}; {_LET_GO}")
        connection.commit()

    return made


def _sqlite(url: str) -> Engine:
    connecting = {"check_same_thread": False, "timeout": LOCKED}
    # The connection used last is the writer's as a rule, and has in memory what the others would read again.
    made = create_engine(url, connect_args=connecting, paramstyle="named", hide_parameters=True, pool_use_lifo=True)

    @event.listens_for(made, "connect")
    def _pragmas(connection: Any, _: object) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", f"wal_autocheckpoint={GATHERED}", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return made


def append(connection: Connection, entry: Entry) -> None:
    """Write an entry within a transaction."""
    rows = [
        {
            "table_id": entry.table,
            "number": number,
            "at": entry.at,
            "client": entry.client,
            "sequence": entry.sequence,
            "event": msgspec.json.encode(happened).decode(),
        }
        for number, happened in enumerate(entry.events, start=entry.first)
    ]
    connection.exec_driver_sql(_insertion(connection.dialect), rows)
    for happened in entry.events:
        _note(connection, entry.table, happened)
    if entry.ends:
        _mark(connection, entry.table, ended=entry.at)


@cache
def _insertion(dialect: Dialect) -> str:
    """What writes rows of the journal, as SQL: working that out anew costs as much as all else about an entry."""
    return str(insert(schema.journal).compile(dialect=dialect))


def _note(connection: Connection, table: str, happened: events.Any) -> None:
    """What is looked up of tables without reading their journals."""
    match happened:
        case events.Sat(person=person, name=name):
            connection.execute(update(schema.people).where(schema.people.c.id == person).values(name=name))
            known = select(schema.members).where(schema.members.c.person == person, schema.members.c.table_id == table)
            if connection.execute(known).first() is None:
                connection.execute(insert(schema.members).values(person=person, table_id=table))
        case events.Agreed(settings=settings):
            _mark(connection, table, listed=int(settings.listed == "yes"))
        case events.Began():
            _mark(connection, table, waiting=0)
        case events.Reopened():
            _mark(connection, table, waiting=1, ended=None)
        case events.Closed():
            _mark(connection, table, closed=1)


def _mark(connection: Connection, table: str, **values: float | None) -> None:
    connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(**values))


def past(connection: Connection, table: str, *, first: int = 0) -> Past:
    """What happened at a table, from an event on; no events if there is no such table."""
    rows = connection.execute(
        select(schema.journal.c.event, schema.journal.c.client, schema.journal.c.sequence)
        .where(schema.journal.c.table_id == table, schema.journal.c.number >= first)
        .order_by(schema.journal.c.number)
    ).all()
    sequences = {client: sequence for _, client, sequence in rows if client}
    return Past(events=tuple(_DECODER.decode(text) for text, _, _ in rows), sequences=sequences)


def done(connection: Connection, table: str, client: str, sequence: int) -> bool:
    """Whether a client's command brought something about at a table."""
    return connection.execute(brought_about(table, client, sequence)).first() is not None


def brought_about(table: str, client: str, sequence: int) -> Select[Any]:
    """Asks for a line of the journal that a command brought about, as the index of commands can answer."""
    theirs = schema.journal.c.client == client, schema.journal.c.sequence == sequence, schema.BY_A_CLIENT
    return select(schema.journal.c.number).where(schema.journal.c.table_id == table, *theirs).limit(1)
