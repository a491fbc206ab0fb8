"""The journal, on SQLite and on PostgreSQL: together, each for itself when one fails, and nothing lost."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, select, update
from sqlalchemy.exc import IntegrityError, OperationalError

from server.keeping import register, said, written
from stova.server import events, people, schema
from stova.server.journal import LINE, Entry, Journal, brought_about, done, engine
from stova.server.migrating import migrate


def talk(table: str, first: int, *texts: str, client: str = "", sequence: int = 0) -> Entry:
    happened = tuple(events.Said(at=0.0, name="Anna", seat=0, text=text) for text in texts)
    return Entry(table=table, first=first, at=1.0, events=happened, client=client, sequence=sequence)


@asynccontextmanager
async def held(journal: Journal) -> AsyncIterator[asyncio.Task[None]]:
    """The writer is busy meanwhile, so that what is asked of it waits."""
    going, enough = threading.Event(), threading.Event()

    def hold(_: Connection) -> None:
        going.set()
        enough.wait(20)

    task = asyncio.ensure_future(journal.write(hold))
    await asyncio.to_thread(going.wait, 20)
    try:
        yield task
    finally:
        enough.set()


async def registered(journal: Journal, *tables: str) -> None:
    for table in tables:
        await journal.write(partial(register, table=table))


async def test_what_was_written_is_read_back_in_its_order(journal: Journal) -> None:
    await registered(journal, "one", "two")
    await journal.append(talk("one", 1, "a", "b", client="c", sequence=4))
    await journal.append(talk("two", 1, "z", client="c", sequence=9))
    await journal.append(talk("one", 3, "Bø", client="c", sequence=7))
    await journal.append(talk("one", 4, "d", client="d", sequence=1))
    past = await written(journal, "one")
    assert said(past.events) == ["a", "b", "Bø", "d"]
    assert past.sequences == {"c": 7, "d": 1}
    assert (await written(journal, "three")).events == ()


async def test_the_name_last_sat_down_under_is_remembered(journal: Journal) -> None:
    await registered(journal, "one")
    token = people.new_token()
    person = await journal.write(lambda connection: people.register(connection, token))
    for number, name in enumerate(("Anna", "Bø"), start=1):
        sat = events.Sat(person=person.id, name=name, seat=number)
        await journal.append(Entry(table="one", first=number, at=1.0, events=(sat,)))
        known = await journal.read(lambda connection: people.find(connection, token))
        assert known.name == name


async def test_what_waits_is_written_in_one_transaction(journal: Journal) -> None:
    names = [f"table {number}" for number in range(60)]
    await registered(journal, *names)
    commits: list[Connection] = []
    async with held(journal) as holding:
        event.listen(journal.engine, "commit", commits.append)
        waiting = [asyncio.ensure_future(journal.append(talk(name, 1, "a"))) for name in names]
        await asyncio.sleep(0.05)
    await asyncio.gather(holding, *waiting)
    assert len(commits) == 2, "that of who held the writer up, and one for all"
    assert all([said((await written(journal, name)).events) == ["a"] for name in names])


async def test_an_entry_that_fails_fails_alone(journal: Journal) -> None:
    await registered(journal, "one", "two", "three")
    async with held(journal):
        entries = [talk("one", 1, "a"), talk("two", 0, "taken"), talk("no such table", 1, "b"), talk("three", 1, "c")]
        waiting = [asyncio.ensure_future(journal.append(entry)) for entry in entries]
        await asyncio.sleep(0.05)
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(result) for result in results] == [type(None), IntegrityError, IntegrityError, type(None)]
    assert said((await written(journal, "one")).events) == ["a"]
    assert said((await written(journal, "two")).events) == []
    assert said((await written(journal, "three")).events) == ["c"]


async def test_where_the_database_is_out_of_reach_nobody_waits_for_each_other(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    await registered(journal, "one")
    tries = list[None]()

    def away() -> Connection:
        tries.append(None)
        raise OperationalError("connect", {}, Exception("no route to host"))

    async with held(journal) as holding:
        waiting = [asyncio.ensure_future(journal.append(talk("one", number, "a"))) for number in range(1, 9)]
        await asyncio.sleep(0.05)
        monkeypatch.setattr(journal.engine, "connect", away)
    results = await asyncio.gather(*waiting, return_exceptions=True)
    await holding
    monkeypatch.undo()
    assert {type(result) for result in results} == {OperationalError}
    assert len(tries) == 1
    await journal.append(talk("one", 1, "b"))
    assert said((await written(journal, "one")).events) == ["b"]


async def test_what_another_program_holds_is_not_waited_for_without_end(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stova.server.journal.LOCKED", 0.2)
    journal, other = Journal(url), engine(url)
    await registered(journal, "one")

    def rename(connection: Connection) -> None:
        connection.execute(update(schema.people).values(name="Bø"))

    with other.begin() as connection:
        rename(connection)
        async with asyncio.timeout(30):
            with pytest.raises(OperationalError):
                await journal.write(rename)
    await journal.write(rename)
    other.dispose()
    journal.close()


async def test_a_database_that_fails_fails_all_that_waits_at_once(journal: Journal) -> None:
    tried = list[str]()

    def locked(name: str, _: Connection) -> None:
        tried.append(name)
        raise OperationalError("insert", {}, Exception("database is locked"))

    async with held(journal):
        waiting = [asyncio.ensure_future(journal.write(partial(locked, name))) for name in ("one", "two", "three")]
        await asyncio.sleep(0.05)
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(result) for result in results] == [OperationalError] * 3
    assert tried == ["one"]


async def test_an_entry_is_written_whole_or_not_at_all(journal: Journal) -> None:
    await registered(journal, "one")
    await journal.append(talk("one", 2, "in the way"))
    with pytest.raises(IntegrityError) as caught:
        await journal.append(talk("one", 1, "a", "b"))
    assert "Anna" not in str(caught.value), "what happens at a table is for nobody's log"
    assert said((await written(journal, "one")).events) == ["in the way"]


async def test_who_no_longer_waits_leaves_a_whole_journal(journal: Journal) -> None:
    await registered(journal, "one", "two", "three")
    async with held(journal):
        waiting = [asyncio.ensure_future(journal.append(talk(name, 1, "a"))) for name in ("one", "two", "three")]
        await asyncio.sleep(0.05)
        waiting[1].cancel()
        await asyncio.sleep(0)
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert [isinstance(result, asyncio.CancelledError) for result in results] == [False, True, False]
    assert said((await written(journal, "one")).events) == ["a"]
    assert said((await written(journal, "two")).events) == [], "nobody was told of it, and it isn't there"
    await journal.append(talk("two", 1, "b"))
    assert said((await written(journal, "two")).events) == ["b"]


async def test_closing_writes_what_waits(url: str) -> None:
    journal = Journal(url)
    await registered(journal, "one")
    async with held(journal):
        waiting = asyncio.ensure_future(journal.append(talk("one", 1, "a")))
        await asyncio.sleep(0.05)
        closing = asyncio.ensure_future(asyncio.to_thread(journal.close))
        await asyncio.sleep(0.05)
    await asyncio.gather(waiting, closing)
    again = Journal(url)
    assert said((await written(again, "one")).events) == ["a"]
    again.close()


async def test_what_is_looked_up_without_reading_journals(journal: Journal) -> None:
    await registered(journal, "one")
    happened = (
        events.Sat(person="anna", name="Anna", seat=0),
        events.Sat(person="anna", name="Anna", seat=1),
        events.Closed(),
    )
    await journal.append(Entry(table="one", first=1, at=1.0, events=happened))
    members = await journal.read(lambda connection: connection.execute(select(schema.members)).all())
    assert [tuple(row) for row in members] == [("anna", "one")]
    assert await journal.read(lambda connection: connection.execute(select(schema.tables.c.closed)).scalar()) == 1


async def test_a_command_is_found_without_reading_the_journal(journal: Journal) -> None:
    await registered(journal, "one", "two")
    await journal.append(talk("one", 1, "a", "b", client="c", sequence=4))
    await journal.append(talk("one", 3, "from nobody's client"))
    for number in range(300):
        await journal.append(talk("two", 1 + number, "d", client=f"d{number % 7}", sequence=number))

    def looked_for(connection: Connection) -> tuple[list[bool], str]:
        asked = (("one", "c", 4), ("one", "c", 5), ("two", "c", 4), ("one", "d", 4), ("one", "", 0))
        found = [done(connection, table, client, sequence) for table, client, sequence in asked]
        query = brought_about("two", "d3", 3).compile(connection)
        connection.exec_driver_sql("analyze journal")
        explain = {"sqlite": "explain query plan", "postgresql": "explain"}[connection.dialect.name]
        return found, str(connection.exec_driver_sql(f"{explain} {query}", query.params).all())

    found, plan = await journal.write(looked_for)
    assert found == [True, False, False, False, False]
    assert "commands" in plan


async def test_a_database_that_is_silent_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LINE, "connect_timeout", 2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        journal = Journal(f"postgresql://stova@127.0.0.1:{silent.getsockname()[1]}/stova")
        with pytest.raises(OperationalError, match="timeout"):
            await asyncio.wait_for(journal.append(talk("one", 1, "a")), 60)
        journal.close()


async def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    journal = Journal(f"sqlite:///{tmp_path / 'room.sqlite'}")
    asked = ("synchronous", "journal_mode", "foreign_keys")
    found = await journal.write(
        lambda connection: [connection.exec_driver_sql(f"pragma {name}").scalar() for name in asked]
    )
    assert found == [2, "wal", 1]
    journal.close()


async def test_a_full_disk_is_an_error_and_later_entries_are_written(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'room.sqlite'}"
    migrate(url)
    journal = Journal(url)
    await registered(journal, "one")
    pages = await journal.write(lambda connection: connection.exec_driver_sql("pragma page_count").scalar())
    limit = "pragma max_page_count = "
    await journal.write(lambda connection: connection.exec_driver_sql(f"{limit}{pages + 2}").scalar())
    with pytest.raises(OperationalError, match="full"):
        await journal.append(talk("one", 1, "a" * 100_000))
    await journal.write(lambda connection: connection.exec_driver_sql(f"{limit}100000").scalar())
    await journal.append(talk("one", 1, "b"))
    assert said((await written(journal, "one")).events) == ["b"]
    journal.close()
