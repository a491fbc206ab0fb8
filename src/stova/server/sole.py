"""One process keeps a card room: two would write into the same tables, each without knowing of the other."""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from sqlalchemy import Connection, NullPool, create_engine, func, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError

from stova.errors import RulesError
from stova.server.journal import full_url
from stova.server.migrating import named, usable

PATIENCE = 60.0
"""Seconds another session may have a lock that was ours until we give the room up: it may be our own lost one."""
LONGEST_ADDRESS = 300
"""Bytes of an address that are read."""
LOCK = int.from_bytes(b"stov")
"""The advisory lock of a room in PostgreSQL: one a database."""
_LINE = {"connect_timeout": 5, "tcp_user_timeout": 10_000, "keepalives_idle": 10, "keepalives_interval": 5}
_LET_GO = "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3"
"""PostgreSQL lets go of what a machine held that has vanished within half a minute, not after two hours."""
_HOLDER = text(
    "select pid from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = :lock "
    "and database = (select oid from pg_database where datname = current_database())"
)

StillOurs = Callable[[], bool]
"""Whether no other process has the room; for a thread, as it may ask the database."""


@contextlib.contextmanager
def sole(database: str) -> Iterator[StillOurs]:
    """Keeps other processes from a room until the end of the `with`; the system or PostgreSQL lets go of it if we die.

    Raises RulesError if another process has it or the database can't be used, OSError if a file can't be written.
    """
    named(database)
    url = make_url(database)
    if url.get_backend_name() == "postgresql":
        with _database(database) as still_ours:
            yield still_ours
    elif sys.platform == "win32":
        yield _always
    else:
        with _file(_lock(url), of=str(url.database)):
            yield _always


def tell(database: str, address: str) -> None:
    """Lets who would open the room too know at which address we have it; on SQLite, where both are on one machine.

    Raises OSError.
    """
    url = make_url(database)
    if url.get_backend_name() == "sqlite" and sys.platform != "win32":
        Path(_lock(url)).write_text(address, encoding="utf-8")


def _lock(url: URL) -> str:
    return f"{url.database}.lock"


def _always() -> bool:
    return True


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
def _database(url: str) -> Iterator[StillOurs]:
    with usable(url):
        session = _Session(url)
        taken = session.take()
    try:
        if not taken:
            raise RulesError(
                f"the card room in {named(url)} is open already: go to it, or end it first; "
                f"it is session {session.holder} of PostgreSQL that keeps it"
            )
        yield session.still_ours
    finally:
        session.close()


class _Session:
    """A session of PostgreSQL that holds the lock as long as it lasts."""

    def __init__(self, url: str) -> None:
        self._engine = create_engine(
            full_url(url), poolclass=NullPool, isolation_level="AUTOCOMMIT", hide_parameters=True, connect_args=_LINE
        )
        self._connection: Connection | None = None
        self._lost_since: float | None = None
        self.holder: int | None = None
        """Who had the lock when it couldn't be taken."""

    def take(self) -> bool:
        """Whether the lock could be had. Raises SQLAlchemyError."""
        connection = self._engine.connect()
        try:
            connection.exec_driver_sql(_LET_GO)
            if connection.execute(select(func.pg_try_advisory_lock(LOCK))).scalar_one():
                self._connection = connection
                return True
            self.holder = connection.execute(_HOLDER, {"lock": LOCK}).scalar()
        finally:
            if self._connection is not connection:
                connection.close()
        return False

    def still_ours(self) -> bool:
        """False once another session has had the lock for long. Lost with its session, it is taken again.

        While the database can't be reached nobody writes, and the room is ours as far as anybody knows.
        """
        try:
            if self._connection is not None:
                self._connection.execute(select(1))
                return True
        except DBAPIError:
            self._forget()
        try:
            taken = self.take()
        except DBAPIError:
            return True
        self._lost_since = None if taken else self._lost_since or time.monotonic()
        return self._lost_since is None or time.monotonic() - self._lost_since < PATIENCE

    def _forget(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        """Lets go of the lock."""
        self._forget()
        self._engine.dispose()
