"""Tables at which nothing has happened for long are deleted in small parts, and their records kept."""

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator

import httpx
import pytest
from sqlalchemy import Connection, func, select, update

from server.edges.live import room
from server.keeping import PEOPLE, Client, register
from server.room import OWNER, Room
from stova import fair, records
from stova.server import events, forgetting, house, messages, people, schema
from stova.server.house import House
from stova.server.journal import Entry, Journal, Past, append
from stova.server.messages import Settings
from stova.server.table import Table, replayed
from stova.server.thinking import Thinkers

ANNA = PEOPLE[0]
OLD, NEW = 1000.0, 9000.0
LIMIT = 5000.0
LISTED = Settings(game="klaverjas", listed="yes")


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forgetting, "LOOKED_AT", 2)
    monkeypatch.setattr(forgetting, "DELETED", 7)
    monkeypatch.setattr(house, "PAUSE", 0.0)


@pytest.fixture
async def kept_house(journal: Journal) -> AsyncIterator[House]:
    kept = House(journal, Thinkers(1))
    yield kept
    for keeper in kept._keepers.values():
        await keeper.close()
    kept.bots.close()


def played(*, over: bool = True) -> Room:
    """A table where a match was played, and something said."""
    at_table = Room("sjavs").sit(OWNER)
    at_table.do(OWNER, at_table.share("beef"), messages.Begin(), messages.Say(text="a secret"))
    return at_table.play(random.Random(1), 100_000 if over else 30)


async def write(journal: Journal, story: list[events.Any], *, last: float = OLD) -> str:
    """A table's story, of which the last thing happened at a time; the name of the table."""
    table, (first, *rest) = people.new_token(), story
    assert isinstance(first, events.Opened)

    def written(connection: Connection) -> None:
        register(connection, table, first.settings, owner=OWNER)
        append(connection, Entry(table=table, first=1, at=OLD, events=rest[:-1]))
        append(connection, Entry(table=table, first=len(rest), at=last, events=rest[-1:]))

    await journal.write(written)
    return table


async def lines(journal: Journal, table: str) -> int:
    """How many lines a table has in the database, in its journal and elsewhere."""
    journal_lines = select(func.count()).where(schema.journal.c.table_id == table)
    sits = select(func.count()).where(schema.members.c.table_id == table)
    rows = select(func.count()).where(schema.tables.c.id == table)
    found: list[int] = await journal.read(
        lambda connection: [connection.execute(query).scalar_one() for query in (journal_lines, sits, rows)]
    )
    return sum(found)


async def test_what_rested_for_long_is_deleted_and_nothing_else(kept_house: House, journal: Journal) -> None:
    story = played(over=False).story
    old = [await write(journal, story) for _ in range(5)]
    new = [await write(journal, story, last=NEW) for _ in range(3)]
    before = [await lines(journal, table) for table in new]
    await kept_house.forget(before=LIMIT)
    assert [await lines(journal, table) for table in old] == [0] * 5
    assert [await lines(journal, table) for table in new] == before
    assert [await kept_house.keeper(table) for table in old] == [None] * 5
    assert [await kept_house.record(table) for table in old] == [None] * 5, "no match was over"
    assert await kept_house.keeper(new[0]) is not None


async def test_the_record_of_the_match_is_kept_and_holds(kept_house: House, journal: Journal) -> None:
    at_table = played()
    shown = fair.commitment(at_table.table.secret).hex()
    at_table.do(OWNER, messages.Again(), messages.Begin())
    table = await write(journal, at_table.story)
    await kept_house.forget(before=LIMIT)
    assert await lines(journal, table) == 0
    found = await kept_house.record(table)
    assert found is not None
    assert b"a secret" not in found
    record = records.parse(found)
    assert record.fair is not None
    fair.check(record.fair, record.key, seats=4, shown=shown)
    fair.check_deals(records.replay(record))
    await kept_house.forget(before=LIMIT)
    assert await kept_house.record(table) == found


async def test_a_table_somebody_is_at_stays(kept_house: House, journal: Journal) -> None:
    table = await write(journal, played(over=False).story)
    keeper = await kept_house.keeper(table)
    assert keeper is not None
    keeper.enter(ANNA)
    await kept_house.forget(before=LIMIT)
    assert await kept_house.keeper(table) is keeper
    assert await Client(keeper, OWNER).do(messages.Say(text="still here")) is None


async def test_a_table_somebody_came_to_after_it_was_looked_for_stays(
    kept_house: House, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They came, did something and went, while another table was being deleted."""
    table, real = await write(journal, played(over=False).story), forgetting.last_at
    lively = update(schema.journal).where(schema.journal.c.table_id == table).values(at=NEW)

    def last_at(connection: Connection, table: str) -> float:
        connection.execute(lively)
        return real(connection, table)

    monkeypatch.setattr(forgetting, "last_at", last_at)
    await kept_house.forget(before=LIMIT)
    assert await kept_house.keeper(table) is not None


async def test_cut_short_it_is_no_table_any_more_and_deleted_the_next_time(
    kept_house: House, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_table = played()
    table, whole = await write(journal, at_table.story), len(at_table.story)
    with monkeypatch.context() as patch:
        patch.setattr(house, "PAUSE", 60.0)
        deleting = asyncio.create_task(kept_house.forget(before=LIMIT))
        while await lines(journal, table) >= whole:
            await asyncio.sleep(0.01)
        deleting.cancel()
        await asyncio.gather(deleting, return_exceptions=True)
    assert 0 < await lines(journal, table) < whole
    assert await kept_house.keeper(table) is None, "the record tells the key of the match that it would be in"
    record = await kept_house.record(table)
    assert record is not None
    await kept_house.forget(before=LIMIT)
    assert await lines(journal, table) == 0
    assert await kept_house.record(table) == record


async def test_a_table_that_cannot_be_read_stays_and_holds_nothing_up(
    kept_house: House, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = played(over=False).story
    tables = [await write(journal, story) for _ in range(3)]
    broken = min(tables)

    async def read(table: str) -> tuple[Past, Table]:
        if table == broken:
            raise ZeroDivisionError
        return Past(events=tuple(story)), replayed(story)

    monkeypatch.setattr(kept_house, "_replayed", read)
    await kept_house.forget(before=LIMIT)
    assert [bool(await lines(journal, table)) for table in sorted(tables)] == [True, False, False]


async def test_lists_have_it_no_more(kept_house: House, journal: Journal) -> None:
    token = people.new_token()
    person = await journal.write(lambda connection: people.register(connection, token))
    opening = await kept_house.open(LISTED, person.id)
    await kept_house.rest()
    assert [summary.id for summary in await kept_house.mine(token)] == [opening.id]
    await kept_house.forget(before=time.time() + 1)
    assert await kept_house.mine(token) == []
    assert await kept_house.invited(opening.invite) is None
    kept_house._lobby_made = -house.FRESH
    assert await kept_house.lobby() == []


async def test_a_room_that_keeps_tables_for_some_days(journal: Journal, url: str) -> None:
    """What is left is told by a table's address and by its record's."""
    over, going = await write(journal, played().story), await write(journal, played(over=False).story)
    with room(url) as here:
        assert (await _got(here.address, over)).status_code == 200
        assert await lines(journal, going) > 0, "all are kept unless told otherwise"
    with room(url, keep_days=1) as here:
        async with asyncio.timeout(20):
            while await lines(journal, over) or await lines(journal, going):
                await asyncio.sleep(0.05)
        assert json.loads((await _got(here.address, over)).content)["game"] == "sjavs"
        assert (await _got(here.address, going)).status_code == 404
        for table, code in ((over, "gone"), (going, "table")):
            with here.come(None, table) as at_table:
                assert at_table.ended()["refused"]["code"] == code


async def _got(address: str, table: str) -> httpx.Response:
    return await asyncio.to_thread(httpx.get, f"{address}/api/tables/{table}/record")
