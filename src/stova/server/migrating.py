"""Brings a database up to date."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from stova.server.journal import engine


def migrate(url: str) -> None:
    """Take the steps of `migrations/` a database hasn't taken yet."""
    made = engine(url)
    try:
        with made.begin() as connection:
            command.upgrade(steps(connection), "head")
    finally:
        made.dispose()


def steps(connection: Connection) -> Config:
    """What Alembic needs to take steps on a connection."""
    config = Config(attributes={"configure_logger": False, "connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config
