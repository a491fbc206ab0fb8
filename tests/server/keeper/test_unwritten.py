"""While the journal fails nothing is seen that isn't written, and nothing that is written is done twice."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from server.keeping import PEOPLE, Client, in_step, said, sitting, until, written
from stova.server import keeper, messages
from stova.server.journal import Entry, Journal
from stova.server.keeper import Keeper

ANNA, BARD, *_ = PEOPLE


def full(
    monkeypatch: pytest.MonkeyPatch, journal: Journal, *, after: int = 0, written: bool = False
) -> Callable[[], None]:
    """Lets the journal fail from an entry on, whether or not that was written; gives what makes it whole again."""
    real, left = journal.append, [after]

    async def append(entry: Entry) -> None:
        left[0] -= 1
        if left[0] >= 0 or written:
            await real(entry)
        if left[0] < 0:
            raise OperationalError("insert", {}, Exception("database or disk is full"))

    monkeypatch.setattr(journal, "append", append)
    return lambda: monkeypatch.setattr(journal, "append", real)


async def test_what_is_not_written_is_refused_and_nobody_sees_it(
    kept_table: Keeper, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(kept_table, ANNA)
    await client.do(sitting(kept_table, 0))
    guest, table, version = kept_table.enter(ANNA), kept_table.table, kept_table.version
    guest.changed.clear()
    mend = full(monkeypatch, journal)
    refused = await client.do(messages.Say(text="hi"))
    assert refused is not None
    assert (refused.code, refused.why[-1]) == ("unwritten", ".")
    assert kept_table.table is table
    assert kept_table.version == version
    assert not guest.changed.is_set()
    mend()
    assert await client.again(messages.Say(text="hi")) is None
    assert said((await written(journal, "one")).events) == ["hi"]
    assert await in_step(kept_table, journal)


async def test_what_was_written_though_the_journal_could_not_say_so_is_not_done_twice(
    kept_table: Keeper, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(kept_table, ANNA)
    await client.do(sitting(kept_table, 0))
    mend = full(monkeypatch, journal, written=True)
    assert await client.do(messages.Say(text="hi")) is not None
    mend()
    assert await client.again(messages.Say(text="hi")) is None, "it is found in the journal"
    assert await client.do(messages.Say(text="there")) is None
    assert said((await written(journal, "one")).events) == ["hi", "there"]
    assert await in_step(kept_table, journal)


async def test_while_the_journal_cannot_be_read_either_commands_are_refused(
    kept_table: Keeper, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(kept_table, ANNA)
    await client.do(sitting(kept_table, 0))

    async def broken(_: object) -> Any:
        raise OperationalError("select", {}, Exception("disk I/O error"))

    mend = full(monkeypatch, journal, written=True)
    with monkeypatch.context() as patch:
        patch.setattr(journal, "read", broken)
        await client.do(messages.Say(text="hi"))
        refused = await client.again(messages.Say(text="hi"))
    assert refused is not None
    assert refused.code == "unwritten"
    mend()
    assert await client.again(messages.Say(text="hi")) is None
    assert await in_step(kept_table, journal)


async def test_bots_go_on_when_the_journal_does(
    kept_table: Keeper, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_table.enter(ANNA)
    client = Client(kept_table, ANNA)
    mend = full(monkeypatch, journal, after=4)
    await client.do(messages.Begin())
    await until(lambda: kept_table._book.doubtful)
    turn = kept_table.table.turn
    await asyncio.sleep(0.2)
    assert kept_table.table.turn == turn
    mend()
    await until(lambda: kept_table.table.turn > turn + 3)
    await client.do(messages.Pause(state="on"))
    assert await in_step(kept_table, journal)


async def test_play_while_the_journal_fails_now_and_then(
    kept_table: Keeper, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, real = random.Random(5), journal.append

    async def append(entry: Entry) -> None:
        if rng.random() < 0.5:
            await real(entry)
        if rng.random() < 0.3:
            raise OperationalError("insert", {}, Exception("database is locked"))
        if not journal_has(await written(journal, "one"), entry):
            await real(entry)

    monkeypatch.setattr(keeper, "AGAIN", 0.001)
    monkeypatch.setattr(journal, "append", append)
    kept_table.enter(ANNA)
    client = Client(kept_table, ANNA)
    while kept_table.table.match is None:
        await client.do(messages.Begin())
    await until(lambda: kept_table.table.turn > 25)
    while kept_table.table.paused == "no":
        await client.do(messages.Pause(state="on"))
    monkeypatch.setattr(journal, "append", real)
    await client.do(messages.Pause(state="on"))
    assert await in_step(kept_table, journal)


def journal_has(past: Any, entry: Entry) -> bool:
    return len(past.events) > entry.first
