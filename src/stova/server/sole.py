"""One process keeps a card room: two would write into the same tables, each without knowing of the other."""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Dialect, Engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

from stova.errors import RulesError
from stova.server.journal import postgresql
from stova.server.migrating import named, usable

PATIENCE = 60.0
"""Seconds another session may have a lock that was ours until we give the room up: it may be our own lost one."""
LONGEST_ADDRESS = 300
"""Bytes of an address that are read."""
LOCK = int.from_bytes(b"stov")
"""The advisory lock of a room in PostgreSQL: one a database."""
_TRIES, _BETWEEN = 20, 0.1
"""How often, and every how many seconds, the lock is asked for again: PostgreSQL may not have seen yet that the process
before has ended."""
_TAKE = "select pg_try_advisory_lock(%s)"
_HOLDER = (
    "select pid from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = %s "
    "and database = (select oid from pg_database where datname = current_database())"
)

StillOurs = Callable[[], bool]
"""Whether no other process has the room; for a thread, as it may ask the database."""


def _always() -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Held:
    """A room that no other process has."""

    still_ours: StillOurs = _always
    writing: Engine | None = None
    """By which all must be written, where a room can be lost: nothing is once another process has it."""


@contextlib.contextmanager
def sole(database: str) -> Iterator[Held]:
    """Keeps other processes from a room until the end of the `with`; the system or PostgreSQL lets go of it if we die.

    Raises RulesError if another process has it or the database can't be used, OSError if a file can't be written.
    """
    named(database)
    url = make_url(database)
    if url.get_backend_name() == "postgresql":
        with _database(database) as held:
            yield held
    elif sys.platform == "win32":
        yield Held()
    else:
        with _file(_lock(url), of=str(url.database)):
            yield Held()


def tell(database: str, address: str) -> None:
    """Lets who would open the room too know at which address we have it; on SQLite, where both are on one machine.

    Raises OSError.
    """
    url = make_url(database)
    if url.get_backend_name() == "sqlite" and sys.platform != "win32":
        Path(_lock(url)).write_text(address, encoding="utf-8")


def _lock(url: URL) -> str:
    return f"{url.database}.lock"


@contextlib.contextmanager
def _file(lock: str, *, of: str) -> Iterator[None]:
    import fcntl

    handle = os.open(lock, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            address = os.read(handle, LONGEST_ADDRESS).decode(errors="replace")
            where = f", at {address}" if address else ""
            raise RulesError(f"the card room in {of} is open already{where}: go to it, or end it first") from None
        os.truncate(handle, 0)
        yield
    finally:
        os.close(handle)


@contextlib.contextmanager
def _database(url: str) -> Iterator[Held]:
    with usable(url):
        lock = _Lock(url)
    try:
        try:
            with usable(url):
                lock.take_at_last()
        except Anothers as error:
            raise RulesError(
                f"the card room in {named(url)} is open already: go to it, or end it first; "
                f"it is session {error.holder} of PostgreSQL that keeps it"
            ) from None
        yield Held(still_ours=lock.still_ours, writing=lock.engine)
    finally:
        lock.engine.dispose()


class Anothers(Exception):
    """Another session has the lock."""

    def __init__(self, holder: int | None) -> None:
        super().__init__("another session has the lock of this card room")
        self.holder = holder


class _Lock:
    """The lock of a room in PostgreSQL, and the one connection that may have it, as long as it lasts.

    What is committed over that connection is therefore committed by who has the room. The next one that the pool makes
    takes the lock before anything is done over it.
    """

    def __init__(self, url: str) -> None:
        self.engine = postgresql(url, pool_size=1, max_overflow=0)
        event.listen(self.engine, "do_connect", _connect)
        self._lost_since: float | None = None

    def take(self) -> None:
        """Sees to it that the lock is ours. Raises Anothers, SQLAlchemyError."""
        self.engine.connect().close()

    def take_at_last(self) -> None:
        """The same for a process that begins: it waits a moment if it must. Raises Anothers, SQLAlchemyError."""
        for _ in range(_TRIES):
            try:
                return self.take()
            except Anothers:
                time.sleep(_BETWEEN)
        self.take()

    def still_ours(self) -> bool:
        """False once another session has had the lock for long. Lost with its session, it is taken again.

        While the database can't be reached nobody writes, and the room is ours as far as anybody knows.
        """
        try:
            self.take()
        except Anothers:
            self._lost_since = self._lost_since or time.monotonic()
            return time.monotonic() - self._lost_since < PATIENCE
        except SQLAlchemyError:
            return True
        self._lost_since = None
        return True


def _connect(dialect: Dialect, _: object, arguments: Any, more: Any) -> Any:
    """A connection that has the lock. Raises Anothers."""
    connection: Any = dialect.connect(*arguments, **more)
    try:
        (taken,) = connection.execute(_TAKE, (LOCK,)).fetchone()
        if not taken:
            found = connection.execute(_HOLDER, (LOCK,)).fetchone()
            raise Anothers(found and found[0])
        connection.commit()
    except BaseException:
        connection.close()
        raise
    return connection
