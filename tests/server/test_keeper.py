"""The keeper of a table: nothing is seen that isn't written, and nothing that is written is done twice."""

import asyncio
import random
import threading
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError

from server.keeping import PEOPLE, Client, kept, register, said, sitting, until, written
from stova import State
from stova.engine.actions import Action
from stova.engine.match import Match
from stova.server import away, claims, deciding, events, keeper, logs, messages, thinking
from stova.server.journal import Entry, Journal
from stova.server.keeper import Asked, Keeper
from stova.server.limits import Buckets
from stova.server.table import Answered, Table, replayed
from stova.server.thinking import Thinkers

ANNA, BARD, CORI, DORA = PEOPLE


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


async def in_step(keeper: Keeper, journal: Journal) -> bool:
    """Whether the table is what its journal comes to, between two jobs."""
    same = list[bool]()

    async def compare() -> None:
        past = await written(journal, keeper.identity)
        now, again = keeper.table, replayed(past.events)
        assert now.chairs == again.chairs
        assert now.talk == again.talk
        assert now.turn == again.turn
        same.append((now.match is None) == (again.match is None))

    await keeper._in_turn(compare)
    return same == [True]


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
    late = Asked(person=ANNA, command=messages.Begin(), client="c", sequence=1, turn=kept_table.table.turn - 1)
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


async def test_a_bot_plays_for_who_is_away_and_gives_the_seat_back(
    kept_table: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(away, "PATIENCE", 0.3)
    anna, bard = Client(kept_table, ANNA), Client(kept_table, BARD)
    kept_table.enter(ANNA)
    guest = kept_table.enter(BARD)
    await bard.do(sitting(kept_table, 1))
    await anna.do(sitting(kept_table, 0), messages.Begin())
    await asyncio.sleep(0.4)
    assert kept_table.table.people() == {0, 1}
    kept_table.leave(guest)
    assert kept_table.scene(ANNA).chairs[1].until is not None
    await until(lambda: kept_table.table.people() == {0})
    assert kept_table.scene(ANNA).chairs[1].here == "played for"
    kept_table.enter(BARD)
    await kept_table.come_back(BARD)
    assert kept_table.table.people() == {0, 1}
    assert kept_table.scene(ANNA).chairs[1].here == "yes"


async def test_no_clock_runs_while_the_table_is_paused_or_the_server_down(
    kept_table: Keeper, journal: Journal, bots: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(away, "PATIENCE", 0.3)
    anna, bard = Client(kept_table, ANNA), Client(kept_table, BARD)
    kept_table.enter(ANNA)
    guest = kept_table.enter(BARD)
    await bard.do(sitting(kept_table, 1))
    await anna.do(sitting(kept_table, 0), messages.Begin(), messages.Pause(state="on"))
    kept_table.leave(guest)
    await asyncio.sleep(0.4)
    assert kept_table.table.people() == {0, 1}
    await anna.do(messages.Pause(state="off"))
    await asyncio.sleep(0.1)
    await kept_table.close()
    await asyncio.sleep(0.4)
    again = await kept(journal, "one", bots)
    again.enter(ANNA)
    left = again.scene(ANNA).chairs[1].until
    assert left == 0.3, "the clock begins anew"
    await until(lambda: again.table.people() == {0})
    await again.close()


async def test_undoing_is_granted_when_who_had_to_agree_is_gone(
    kept_table: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(away, "PATIENCE", 0.1)
    anna, bard = Client(kept_table, ANNA), Client(kept_table, BARD)
    kept_table.enter(ANNA)
    guest = kept_table.enter(BARD)
    await bard.do(sitting(kept_table, 1))
    await anna.do(sitting(kept_table, 0), messages.Begin())
    await play_until_anna_has_acted(kept_table, anna, bard)
    before = len(kept_table.table.match.state.history)  # type: ignore[union-attr]
    assert await anna.do(messages.Ask(about="undo")) is None
    kept_table.leave(guest)
    await until(lambda: kept_table.table.question is None)
    assert kept_table.table.match is not None
    assert len(kept_table.table.match.state.history) <= before


async def play_until_anna_has_acted(kept_table: Keeper, *clients: Client) -> None:
    """Both play; ends when it is Bárður's turn and Anna has done something."""
    by_seat = dict(enumerate(clients))
    async with asyncio.timeout(20):
        while True:
            match = kept_table.table.match
            assert match is not None
            seat = match.state.to_act
            if seat == 1 and any(actor == 0 for actor, _ in match.state.history):
                return
            if seat in by_seat:
                await by_seat[seat].do(messages.Act(action=str(match.state.legal_actions()[0])))
            else:
                await asyncio.sleep(0.01)


async def test_the_only_card_there_is_takes_an_expert_as_long_as_any(
    kept_table: Keeper, bots: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def choose(match: Match, _: str) -> Action:
        return match.state.legal_actions()[0]

    monkeypatch.setattr(bots, "choose", choose)
    anna, settings = Client(kept_table, ANNA), kept_table.table.settings
    kept_table.enter(ANNA)
    await anna.do(messages.Agree(settings=replace(settings, bots="expert")), messages.Begin())
    turn, began = kept_table.table.turn, time.monotonic()
    await until(lambda: kept_table.table.turn == turn + 2)
    assert time.monotonic() - began >= 2 * thinking.SECONDS


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


async def test_talk_does_not_hold_bots_up(kept_table: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "PACE", {"quick": 0.1})
    monkeypatch.setattr(keeper, "LINGER", {"quick": 0.1})
    kept_table.enter(ANNA)
    kept_table.enter(BARD)
    anna, bard = Client(kept_table, ANNA), Client(kept_table, BARD)
    await bard.do(sitting(kept_table, 3))
    await anna.do(messages.Begin())
    kept_table._talk = Buckets(most=20, rate=0)
    moving, turn = kept_table._moving, kept_table.table.turn
    if moving is None:  # it is Bárður's turn
        return
    for number in range(20):
        await bard.do(messages.Say(text=str(number)))
        assert kept_table.table.turn > turn or kept_table._moving is moving
        await asyncio.sleep(0.02)
    assert kept_table.table.turn > turn


async def test_who_comes_as_a_bot_moves_for_nobody_finds_it_moving(
    kept_table: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that has chosen does nothing if nobody looks on; its turn isn't over for who comes at that very moment."""
    loop, real, came = asyncio.get_running_loop(), kept_table._if_still, asyncio.Event()

    async def if_still(due: tuple[object, ...], happened: tuple[events.Any, ...]) -> None:
        if kept_table.empty:
            came.set()
            loop.call_soon(kept_table.enter, ANNA)
        await real(due, happened)

    guest = kept_table.enter(ANNA)
    anna = Client(kept_table, ANNA)
    await anna.do(sitting(kept_table, 0))
    monkeypatch.setattr(kept_table, "_if_still", if_still)
    await anna.do(messages.Begin())
    while in_hand(kept_table).to_act == 0:
        await anna.do(messages.Act(action=str(in_hand(kept_table).legal_actions()[0])))
    turn = kept_table.table.turn
    kept_table.leave(guest)
    await asyncio.sleep(0.2)
    if not came.is_set():  # it has stopped choosing
        kept_table.enter(ANNA)
    await until(lambda: kept_table.table.turn > turn, seconds=5.0)


async def test_nobody_waits_for_what_is_thought_of_a_claim(
    kept_table: Keeper, bots: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who claims thinks better of it, and later the room closes: the thread is free at once."""
    began = threading.Event()

    def endless(_: object, wanted: Callable[[], bool]) -> tuple[events.Any, ...]:
        began.set()
        until = time.monotonic() + 20
        while wanted() and time.monotonic() < until:
            time.sleep(0.005)
        return ()

    monkeypatch.setattr(claims, "settled", endless)
    kept_table.enter(ANNA)
    anna = Client(kept_table, ANNA)
    await anna.do(sitting(kept_table, 0), messages.Begin())
    await play_until_anna_has_a_card_to_play(kept_table, anna)
    for _ in range(3):
        assert await anna.do(messages.Ask(about="claim")) is None
        await until(began.is_set)
        began.clear()
        assert await anna.do(messages.Consent(answer="no")) is None
        await until(lambda: not bots.waiting, seconds=2.0)
    await anna.do(messages.Ask(about="claim"))
    await until(began.is_set)
    since = time.monotonic()
    await kept_table.close()
    await asyncio.to_thread(bots.close)
    assert time.monotonic() - since < 2.0


async def play_until_anna_has_a_card_to_play(kept_table: Keeper, anna: Client) -> None:
    """Anna plays with bots; ends at her turn to play a card."""
    async with asyncio.timeout(20):
        while (state := in_hand(kept_table)).to_act != 0 or not state.points:
            if state.to_act == 0:
                await anna.do(messages.Act(action=str(state.legal_actions()[0])))
            await asyncio.sleep(0.01)


async def test_a_claim_that_cannot_be_looked_at_is_not_proved_and_the_table_goes_on(
    kept_table: Keeper, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> tuple[events.Any, ...]:
        raise ZeroDivisionError

    faults = list[tuple[str, BaseException]]()
    monkeypatch.setattr(logs, "fault", lambda what, error: faults.append((what, error)))
    monkeypatch.setattr(claims, "settled", broken)
    kept_table.enter(ANNA)
    kept_table.enter(BARD)
    anna, bard = Client(kept_table, ANNA), Client(kept_table, BARD)
    await anna.do(sitting(kept_table, 0), messages.Begin())
    await play_until_anna_has_a_card_to_play(kept_table, anna)
    assert await bard.do(sitting(kept_table, 2)) is None, "who could still agree isn't asked any more"
    assert await anna.do(messages.Ask(about="claim")) is None
    await until(lambda: kept_table.table.question is None)
    assert kept_table.table.answered == Answered(about="claim", seat=0, answer="declined", by=None)
    assert [(what, type(error)) for what, error in faults] == [("claim failed", ZeroDivisionError)]
    turn = kept_table.table.turn
    assert await anna.do(messages.Act(action=str(in_hand(kept_table).legal_actions()[0]))) is None
    assert kept_table.table.turn == turn + 1
    assert await in_step(kept_table, journal)


async def claimed_before(kept_table: Keeper, others: tuple[str, ...]) -> None:
    """Anna claims the rest, and others sit who may agree."""
    kept_table.enter(ANNA)
    anna = Client(kept_table, ANNA)
    await anna.do(sitting(kept_table, 0), messages.Begin())
    await play_until_anna_has_a_card_to_play(kept_table, anna)
    for seat, person in enumerate(others, start=1):
        kept_table.enter(person)
        assert await Client(kept_table, person).do(sitting(kept_table, seat)) is None
    assert await anna.do(messages.Ask(about="claim")) is None


async def test_a_claim_that_is_not_decided_is_looked_at_once(
    kept_table: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many come and answer, as long as somebody has yet to; and the next claim is looked at too."""
    looks = list[bool]()

    def settled(table: Table, _: object) -> tuple[events.Any, ...]:
        looks.append(table.unanimous)
        return claims.unproved(table) if table.unanimous else ()

    monkeypatch.setattr(claims, "settled", settled)
    await claimed_before(kept_table, (BARD, CORI))
    await until(lambda: kept_table._undecided)
    guest = kept_table.enter(DORA)
    kept_table.leave(guest)
    for other in list(kept_table._guests):
        kept_table.leave(other)
    for person in (ANNA, BARD, CORI):
        kept_table.enter(person)
    bard, cori = (Client(kept_table, person) for person in (BARD, CORI))
    bard.sequence = cori.sequence = 10
    assert await bard.do(messages.Consent(answer="yes")) is None
    assert (kept_table._moving, looks) == (None, [False])
    assert await cori.do(messages.Consent(answer="yes")) is None
    await until(lambda: kept_table.table.question is None)
    assert looks == [False, True]
    for _ in range(2):
        await kept_table._in_turn(partial(kept_table._happen, (events.Asked(about="claim", seat=0),)))
        await until(lambda: kept_table._undecided)
        await kept_table._in_turn(partial(kept_table._happen, (events.Declined(seat=0),)))
    assert looks == [False, True, False, False]


@pytest.mark.parametrize("when", ["while it is looked at", "later"])
async def test_a_claim_nobody_is_left_to_agree_to_is_declined(
    kept_table: Keeper, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    looked, gone = threading.Event(), threading.Event()

    def settled(table: Table, _: object) -> tuple[events.Any, ...]:
        looked.set()
        gone.wait(20)
        return claims.unproved(table) if table.unanimous else ()

    monkeypatch.setattr(claims, "settled", settled)
    await claimed_before(kept_table, (BARD,))
    await until(looked.is_set)
    if when == "later":
        gone.set()
        await until(lambda: kept_table._undecided)
    await kept_table._in_turn(partial(kept_table._happen, (events.SteppedIn(seat=1),)))
    gone.set()
    await until(lambda: kept_table.table.question is None)
    assert kept_table.table.answered == Answered(about="claim", seat=0, answer="declined", by=None)


async def test_a_bot_does_not_play_for_who_has_just_come_back(
    kept_table: Keeper, journal: Journal, bots: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot has chosen while it is still being written that its seat is given back."""
    anna, bard, chosen, real = Client(kept_table, ANNA), Client(kept_table, BARD), asyncio.Event(), journal.append
    guest = kept_table.enter(ANNA)
    kept_table.enter(BARD)
    await bard.do(sitting(kept_table, 1))
    await anna.do(sitting(kept_table, 0), messages.Begin(), messages.Pause(state="on"))
    kept_table.leave(guest)

    async def choose(match: Match, _: str) -> Action:
        if match.state.to_act == 0:
            await chosen.wait()
        return match.state.legal_actions()[0]

    async def append(entry: Entry) -> None:
        if isinstance(entry.events[0], events.CameBack):
            chosen.set()
            await asyncio.sleep(0.1)
        await real(entry)

    monkeypatch.setattr(bots, "choose", choose)
    monkeypatch.setattr(journal, "append", append)
    await kept_table._in_turn(partial(kept_table._happen, (events.SteppedIn(seat=0),)))
    await bard.do(messages.Pause(state="off"))
    while in_hand(kept_table).to_act != 0:
        if in_hand(kept_table).to_act == 1:
            await bard.do(messages.Act(action=str(in_hand(kept_table).legal_actions()[0])))
        await asyncio.sleep(0.01)
    before = in_hand(kept_table)
    kept_table.enter(ANNA)
    await kept_table.come_back(ANNA)
    await asyncio.sleep(0.1)
    assert in_hand(kept_table) is before


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
    assert [kept_table.scene(person).standing.keeper for person in (ANNA, BARD, CORI)] == [0, 0, 0]
    assert [kept_table.scene(person).standing.owner for person in (ANNA, BARD)] == ["you", "other"]


async def test_the_match_waits_for_somebody_since_something_was_last_done(
    kept_table: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciding, "ASLEEP", 0.5)
    anna, bard, asleep = Client(kept_table, ANNA), Client(kept_table, BARD), messages.Replace(seat=0)
    kept_table.enter(ANNA)
    kept_table.enter(BARD)
    await bard.do(sitting(kept_table, 1))
    await anna.do(sitting(kept_table, 0), messages.Begin())
    await play_until_anna_has_acted(kept_table, anna, bard)
    await asyncio.sleep(0.6)
    assert await bard.do(asleep) is not None, "nobody waits for Anna"
    while 0 not in kept_table.table.awaited():
        if in_hand(kept_table).to_act == 1:
            await bard.do(messages.Act(action=str(in_hand(kept_table).legal_actions()[0])))
        await asyncio.sleep(0.01)
    assert await bard.do(asleep) is not None, "she has had no time"
    await asyncio.sleep(0.6)
    assert await bard.do(messages.Say(text="Anna?"), asleep) is None
    assert kept_table.table.people() == {1}
    assert kept_table.scene(BARD).standing.owner == "you"


async def test_who_is_slow_is_told_so_before_a_bot_may_be_asked_in(
    kept_table: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciding, "ASLEEP", 0.8)
    monkeypatch.setattr(away, "WARNED", 0.4)
    anna, bard = Client(kept_table, ANNA), Client(kept_table, BARD)
    guest = kept_table.enter(ANNA)
    await bard.do(sitting(kept_table, 1))
    await anna.do(sitting(kept_table, 0), messages.Begin())
    kept_table.enter(BARD)
    await play_until_anna_has_acted(kept_table, anna, bard)

    def clocks(person: str) -> list[float | None]:
        return [chair.until for chair in kept_table.scene(person).chairs]

    assert clocks(ANNA) == clocks(BARD) == [None] * 4
    guest.changed.clear()
    await asyncio.wait_for(guest.changed.wait(), 10)
    for seen in (clocks(ANNA), clocks(BARD)):
        assert 0 < (seen[1] or 0) <= 0.4, "Bárður is waited for"
        assert [seen[seat] for seat in (0, 2, 3)] == [None] * 3
    guest.changed.clear()
    await asyncio.wait_for(guest.changed.wait(), 10)
    assert clocks(ANNA)[1] == 0
    await bard.do(messages.Act(action=str(in_hand(kept_table).legal_actions()[0])))
    assert clocks(ANNA) == [None] * 4


async def test_who_is_alone_with_bots_has_all_the_time_there_is(
    kept_table: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciding, "ASLEEP", 0.2)
    monkeypatch.setattr(away, "WARNED", 0.1)
    guest, anna = kept_table.enter(ANNA), Client(kept_table, ANNA)
    kept_table.enter("")  # who looks on waits for nobody
    await anna.do(sitting(kept_table, 0), messages.Begin())
    while 0 not in kept_table.table.awaited():
        await asyncio.sleep(0.01)
    guest.changed.clear()
    await asyncio.sleep(0.3)
    assert kept_table.scene(ANNA).chairs[0].until is None
    assert not guest.changed.is_set()


async def test_who_lets_the_next_deal_wait_is_slow_too(kept_table: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "ASLEEP", 0.3)
    anna, bard = Client(kept_table, ANNA), Client(kept_table, BARD)
    for person in (ANNA, BARD):
        kept_table.enter(person)
    await bard.do(sitting(kept_table, 2))
    await anna.do(sitting(kept_table, 0), messages.Begin())
    await play_a_deal(kept_table, {0: anna, 2: bard})
    assert await anna.do(messages.Ready()) is None
    await asyncio.sleep(0.4)
    assert [chair.until for chair in kept_table.scene(ANNA).chairs] == [None, None, 0, None]


async def play_a_deal(kept_table: Keeper, clients: dict[int, Client]) -> None:
    """They play by seat, until the deal is over."""
    async with asyncio.timeout(30):
        while not (state := in_hand(kept_table)).is_over:
            if state.to_act in clients:
                await clients[state.to_act].do(messages.Act(action=str(state.legal_actions()[0])))
            else:
                await asyncio.sleep(0.01)


def in_hand(kept_table: Keeper) -> State:
    """The deal in hand."""
    assert kept_table.table.match is not None
    return kept_table.table.match.state


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
