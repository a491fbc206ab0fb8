"""Brings a database up to date."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from stova.errors import RulesError
from stova.server.journal import engine

_KINDS = "sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST/NAME"


def migrate(url: str) -> None:
    """Take the steps of `migrations/` a database hasn't taken yet, all or none.

    Raises RulesError for a database that can't be used.
    """
    with usable(url):
        _make_private(url)
        made = engine(url)
        try:
            _upgrade(made)
        finally:
            made.dispose()


@contextmanager
def usable(url: str) -> Iterator[None]:
    """Says in a line what is wrong with a database that can't be used within the `with`: raises RulesError."""
    shown = named(url)
    try:
        yield
    except CommandError as error:
        raise RulesError(f"{shown} was kept by a later Stova, or isn't a card room: {error}") from error
    except ImportError as error:
        raise RulesError(f"{shown} needs the package {error.name}: pip install 'stova[postgresql]'") from error
    except DBAPIError as error:
        raise RulesError(f"{shown} can't be used: {_first_line(error.orig)}") from error
    except SQLAlchemyError as error:
        raise RulesError(f"{shown} can't be used: {_first_line(error)}") from error


def _make_private(url: str) -> None:
    """Makes the file of a new SQLite database, for nobody else to read: it has everybody's cards."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and parsed.database:
        with suppress(OSError):  # SQLite says what is wrong with it
            os.close(os.open(parsed.database, os.O_CREAT | os.O_RDWR, 0o600))


def _upgrade(made: Engine) -> None:
    with made.begin() as connection:
        if made.dialect.name == "sqlite":
            # Its driver begins nothing for what changes tables: cut short, a step would be half taken for good.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        command.upgrade(steps(connection), "head")


def steps(connection: Connection) -> Config:
    """What Alembic needs to take steps on a connection."""
    config = Config(attributes={"configure_logger": False, "connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


def named(url: str) -> str:
    """A database's URL without its password.

    Raises RulesError for what is no URL of a database a card room can be kept in.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise RulesError(f"a database is {_KINDS}, not {url.split('@')[-1][:60]!r}") from None
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise RulesError(f"a card room is kept in {_KINDS}, not in {parsed.get_backend_name()[:40]}")
    if parsed.get_backend_name() == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise RulesError("a database in memory keeps nothing: name a file, sqlite:///FILE")
    return parsed.render_as_string(hide_password=True)


def _first_line(error: object) -> str:
    return str(error).strip().partition("\n")[0][:200]
