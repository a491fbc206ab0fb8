"""The house: tables are found and listed whatever state others are in, and each has one keeper."""

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from sqlalchemy import update

from server.edges.live import room
from server.keeping import PEOPLE, register
from stova.server import app, events, house, people, schema
from stova.server.house import House, Opening
from stova.server.journal import Entry, Journal
from stova.server.messages import Settings
from stova.server.table import Table, replayed
from stova.server.thinking import Thinkers

ANNA = PEOPLE[0]
TOKEN = people.new_token()
LISTED = Settings(game="klaverjas", listed="yes")


@pytest.fixture
async def kept_house(journal: Journal) -> AsyncIterator[House]:
    await journal.write(lambda connection: register(connection, "one"))
    await journal.write(lambda connection: people.renew(connection, ANNA, TOKEN))
    kept = House(journal, Thinkers(1))
    yield kept
    for keeper in kept._keepers.values():
        await keeper.close()
    kept.bots.close()


async def happened(journal: Journal, table: str, *story: events.Any, first: int = 1) -> None:
    await journal.append(Entry(table=table, first=first, at=0.0, events=story))


async def names(listed: Any) -> set[str]:
    return {summary.id for summary in await listed}


async def test_the_lobby_has_the_tables_that_wait(kept_house: House, journal: Journal) -> None:
    gathering, begun, again, closed = [(await kept_house.open(LISTED, ANNA)).id for _ in range(4)]
    await kept_house.open(Settings(game="klaverjas"), ANNA)
    await happened(journal, begun, events.Began())
    await happened(journal, again, events.Began(), events.Reopened(secret="5a" * 32))
    await happened(journal, closed, events.Closed())
    await kept_house.rest()
    assert await names(kept_house.lobby()) == {gathering, again}


async def test_a_table_that_cannot_be_read_is_left_out(
    kept_house: House, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "MOST_REMEMBERED", 0)
    good, bad = [(await kept_house.open(LISTED, ANNA)).id for _ in range(2)]
    await kept_house.rest()
    unknown = update(schema.journal).where(schema.journal.c.table_id == bad).values(event='{"type":"of tomorrow"}')
    await journal.write(lambda connection: connection.execute(unknown))
    assert await names(kept_house.lobby()) == {good}
    assert await names(kept_house.mine(TOKEN)) == {good}


async def test_a_table_found_before_its_opener_knows_has_one_keeper(
    kept_house: House, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[Any] = []
    real = journal.write

    async def write(work: Any) -> Any:
        done = await real(work)
        monkeypatch.setattr(journal, "write", real)
        found.extend(await kept_house.mine(TOKEN))
        found.append(await kept_house.keeper(found[0].id))
        return done

    monkeypatch.setattr(journal, "write", write)
    opening: Opening = await kept_house.open(LISTED, ANNA)
    assert await kept_house.keeper(opening.id) is found[-1]


async def test_a_table_long_to_read_holds_up_no_other(
    kept_house: House, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    long, short = [(await kept_house.open(LISTED, ANNA)).id for _ in range(2)]
    loop, going_on = asyncio.get_running_loop(), asyncio.Event()
    await happened(journal, long, events.Said(at=0.0, name="Anna", seat=0, text="long"))
    await kept_house.rest()

    def read(story: Sequence[events.Any]) -> Table:
        if len(story) > 1:
            asyncio.run_coroutine_threadsafe(going_on.wait(), loop).result(20)
        return replayed(story)

    monkeypatch.setattr(house, "replayed", read)
    coming = asyncio.create_task(kept_house.keeper(long))
    await asyncio.sleep(0.05)
    assert await asyncio.wait_for(kept_house.keeper(short), 10) is not None
    assert not coming.done()
    going_on.set()
    assert await coming is not None


async def test_who_comes_while_a_table_is_put_away_finds_it_again(kept_house: House) -> None:
    table = (await kept_house.open(LISTED, ANNA)).id
    before = await kept_house.keeper(table)
    resting = asyncio.create_task(kept_house.rest())
    await asyncio.sleep(0)
    after = await kept_house.keeper(table)
    await resting
    assert after is not None
    assert after is not before
    assert after is await kept_house.keeper(table)
    after.enter(ANNA)
    await kept_house.rest()
    assert await kept_house.keeper(table) is after


async def test_a_chore_that_fails_is_done_again(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    tried, twice = list[House](), threading.Event()

    async def rest(kept: House) -> None:
        tried.append(kept)
        if len(tried) == 1:
            raise RuntimeError
        twice.set()

    monkeypatch.setattr(app, "REST", 0.01)
    monkeypatch.setattr(House, "rest", rest)
    with room(url):
        assert await asyncio.to_thread(twice.wait, 60)
