"""A command is written, told and answered, once."""

import asyncio
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from server.keeping import PEOPLE, Client, kept, said, sitting, written
from stova.server import events, keeper, messages
from stova.server.journal import Journal
from stova.server.keeper import Given, Keeper
from stova.server.thinking import Thinkers

ANNA, BARD, *_ = PEOPLE


async def test_what_is_done_is_written_and_told(kept_table: Keeper, journal: Journal) -> None:
    guest = kept_table.enter(ANNA)
    guest.changed.clear()
    client = Client(kept_table, ANNA)
    assert await client.do(sitting(kept_table, 0), messages.Say(text="hi")) is None
    assert guest.changed.is_set()
    assert kept_table.table.chairs[0].person == ANNA
    assert said((await written(journal, "one")).events) == ["hi"]


async def test_a_command_sent_again_is_answered_and_not_done_again(kept_table: Keeper, journal: Journal) -> None:
    client = Client(kept_table, ANNA)
    await client.do(sitting(kept_table, 0), messages.Say(text="hi"))
    assert await client.again(messages.Say(text="hi")) is None
    assert said((await written(journal, "one")).events) == ["hi"]


async def test_sent_again_after_a_restart_it_is_known_still(
    kept_table: Keeper, journal: Journal, bots: Thinkers
) -> None:
    client = Client(kept_table, ANNA)
    await client.do(sitting(kept_table, 0), messages.Say(text="hi"))
    await kept_table.close()
    client.keeper = again = await kept(journal, "one", bots)
    assert await client.again(messages.Say(text="hi")) is None
    assert await client.do(messages.Say(text="there")) is None
    assert said((await written(journal, "one")).events) == ["hi", "there"]
    await again.close()


@pytest.mark.parametrize("restart", ["no", "yes"])
async def test_what_was_refused_is_not_answered_as_done_when_later_commands_were(
    kept_table: Keeper, journal: Journal, bots: Thinkers, restart: str
) -> None:
    """The answers to four commands are lost with the connection, and all are sent again."""
    commands = sitting(kept_table, 0), messages.Act(action="play AH"), messages.Say(text="hi"), messages.Say(text="ho")
    client = Client(kept_table, ANNA)
    refused = [await client.do(command) for command in commands]
    assert [refusal and refusal.code for refusal in refused] == [None, "gathering", None, None]
    if restart == "yes":
        await kept_table.close()
        client.keeper = await kept(journal, "one", bots)
    client.sequence = 0
    again = [await client.do(command) for command in commands]
    assert [refusal and refusal.code for refusal in again] == [None, "passed", None, None]
    assert said((await written(journal, "one")).events) == ["hi", "ho"]
    assert await client.do(messages.Say(text="more")) is None
    await client.keeper.close()


async def test_whether_an_old_command_was_done_cannot_be_said_while_the_journal_cannot_be_read(
    kept_table: Keeper, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_: object) -> Any:
        raise OperationalError("select", {}, Exception("disk I/O error"))

    client = Client(kept_table, ANNA)
    await client.do(sitting(kept_table, 0), messages.Say(text="hi"))
    client.sequence = 0
    with monkeypatch.context() as patch:
        patch.setattr(journal, "read", broken)
        refused = await client.do(sitting(kept_table, 0))
    assert refused is not None
    assert refused.code == "unwritten"
    assert await client.again(sitting(kept_table, 0)) is None


async def test_what_plays_is_refused_once_the_table_has_gone_on(kept_table: Keeper) -> None:
    client = Client(kept_table, ANNA)
    await client.do(sitting(kept_table, 0))
    late = Given(person=ANNA, command=messages.Begin(), client="c", sequence=1, turn=kept_table.table.turn - 1)
    refused = await kept_table.do(late)
    assert refused is not None
    assert refused.code == "stale"


async def test_who_no_longer_waits_for_an_answer_has_asked_all_the_same(kept_table: Keeper, journal: Journal) -> None:
    client = Client(kept_table, ANNA)
    await client.do(sitting(kept_table, 0))
    asking = asyncio.ensure_future(client.do(messages.Say(text="hi")))
    await asyncio.sleep(0)
    asking.cancel()
    await client.do(messages.Say(text="there"))
    assert said((await written(journal, "one")).events) == ["hi", "there"]
    assert [line.text for line in kept_table.table.talk] == ["hi", "there"]


async def test_nobody_talks_all_the_time(kept_table: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("stova.server.limits.time.monotonic", lambda: clock[0])
    anna, bard = Client(kept_table, ANNA), Client(kept_table, BARD)
    await anna.do(sitting(kept_table, 0))
    await bard.do(sitting(kept_table, 1))
    assert [await anna.do(messages.Say(text="hi")) for _ in range(5)] == [None] * 5
    refused = await anna.do(messages.Say(text="hi"))
    assert refused is not None
    assert (refused.code, refused.why[-1]) == ("flood", ".")
    assert len(kept_table.table.talk) == 5
    assert await bard.do(messages.Say(text="hi")) is None
    assert await anna.do(messages.Stand()) is None, "that is no talk"
    await anna.do(sitting(kept_table, 0))
    clock[0] += 2.0
    assert [await anna.do(messages.Say(text="hi")) is None for _ in range(2)] == [True, False]


async def test_a_table_is_kept_by_who_is_there(kept_table: Keeper) -> None:
    anna, bard = Client(kept_table, ANNA), Client(kept_table, BARD)
    guest = kept_table.enter(ANNA)
    kept_table.enter(BARD)
    await bard.do(sitting(kept_table, 1))
    await anna.do(sitting(kept_table, 0), messages.Begin(), messages.Pause(state="on"))
    refused = await bard.do(messages.Pause(state="off"))
    assert refused is not None
    assert refused.code == "owner"
    kept_table.leave(guest)
    assert (kept_table.scene(BARD).standing.owner, kept_table.scene(BARD).standing.keeper) == ("you", 1)
    assert await bard.do(messages.Pause(state="off")) is None
    kept_table.enter(ANNA)
    assert [kept_table.scene(person).standing.keeper for person in (ANNA, BARD, "cori")] == [0, 0, 0]
    assert [kept_table.scene(person).standing.owner for person in (ANNA, BARD)] == ["you", "other"]


async def test_a_fault_in_one_command_leaves_the_table_going(
    kept_table: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(kept_table, ANNA)

    def broken(*_: object) -> tuple[events.Any, ...]:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(keeper, "decide", broken)
        with pytest.raises(ZeroDivisionError):
            await client.do(sitting(kept_table, 0))
    assert await client.do(sitting(kept_table, 0)) is None
