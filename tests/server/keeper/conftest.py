"""A table and its keeper, for tests at which nobody waits long."""

from collections.abc import AsyncIterator

import pytest

from server.keeping import kept, register
from stova.server import keeper
from stova.server.journal import Journal
from stova.server.keeper import Keeper
from stova.server.thinking import Thinkers


@pytest.fixture
async def bots() -> AsyncIterator[Thinkers]:
    bots = Thinkers(1)
    yield bots
    bots.close()


@pytest.fixture
async def kept_table(journal: Journal, bots: Thinkers) -> AsyncIterator[Keeper]:
    await journal.write(lambda connection: register(connection, "one"))
    keeper = await kept(journal, "one", bots)
    yield keeper
    await keeper.close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long."""
    monkeypatch.setattr(keeper, "PACE", {"quick": 0.0})
    monkeypatch.setattr(keeper, "LINGER", {"quick": 0.0})
    monkeypatch.setattr(keeper, "AGAIN", 0.05)
