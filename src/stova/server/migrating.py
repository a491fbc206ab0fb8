"""Brings a database up to date."""

from pathlib import Path

from alembic import command
from alembic.config import Config

from stova.server.journal import engine


def migrate(url: str) -> None:
    """Take the steps of `migrations/` a database hasn't taken yet."""
    made = engine(url)
    try:
        with made.begin() as connection:
            config = Config(attributes={"configure_logger": False})
            config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        made.dispose()
