"""Databases for the tests, which all run on SQLite and on PostgreSQL; in a part of all, on PostgreSQL one in three."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server import databases
from server.databases import PostgresServer
from stova.server.journal import Journal


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresServer]:
    """A PostgreSQL server for all tests of a process."""
    with databases.server() as server:
        yield server


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.one_in(3))])
def kind(request: pytest.FixtureRequest) -> str:
    """Which database a test runs on."""
    return str(request.param)


@pytest.fixture
def url(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database that is up to date and empty."""
    if kind == "sqlite":
        return databases.file(tmp_path)
    return databases.emptied(request.getfixturevalue("postgresql"))


@pytest.fixture
def journal(url: str) -> Iterator[Journal]:
    """The journal in a database."""
    journal = Journal(url)
    yield journal
    journal.close()
