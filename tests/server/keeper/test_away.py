"""Who is away or slow: what the others are told, and when a bot plays for them."""

import asyncio
from functools import partial
from types import SimpleNamespace

import pytest

from server.keeping import PEOPLE, Client, in_hand, kept, sitting, until
from stova.engine.actions import Action
from stova.engine.match import Match
from stova.server import away, deciding, events, messages
from stova.server.journal import Entry, Journal
from stova.server.keeper import Guest, Keeper
from stova.server.thinking import Thinkers

ANNA, BARD, *_ = PEOPLE


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What tells how long somebody was waited for: it stands still unless it is moved, however slow the machine."""
    now = [1000.0]
    monkeypatch.setattr(away, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


async def both_playing(keeper: Keeper) -> tuple[Client, Client, Guest]:
    """Two who look and sit at a match that has begun, and the second one's visit."""
    anna, bard = Client(keeper, ANNA), Client(keeper, BARD)
    keeper.enter(ANNA)
    guest = keeper.enter(BARD)
    await bard.do(sitting(keeper, 1))
    await anna.do(sitting(keeper, 0), messages.Begin())
    return anna, bard, guest


async def test_a_bot_plays_for_who_is_away_and_gives_the_seat_back(
    kept_table: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(away, "PATIENCE", 0.3)
    *_, guest = await both_playing(kept_table)
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
    clock: list[float], kept_table: Keeper, journal: Journal, bots: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(away, "PATIENCE", 1.0)
    anna, _, guest = await both_playing(kept_table)
    await anna.do(messages.Pause(state="on"))
    kept_table.leave(guest)
    await asyncio.sleep(1.2)
    assert kept_table.table.people() == {0, 1}
    await anna.do(messages.Pause(state="off"))
    clock[0] += 0.4
    assert kept_table.scene(ANNA).chairs[1].until == 0.6
    await kept_table.close()
    await asyncio.sleep(1.2)
    again = await kept(journal, "one", bots)
    again.enter(ANNA)
    assert again.scene(ANNA).chairs[1].until == 1.0, "the clock begins anew"
    await until(lambda: again.table.people() == {0})
    await again.close()


async def test_undoing_is_granted_when_who_had_to_agree_is_gone(
    kept_table: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(away, "PATIENCE", 0.1)
    anna, bard, guest = await both_playing(kept_table)
    await play_until_anna_has_acted(kept_table, anna, bard)
    before = len(kept_table.table.match.state.history)  # type: ignore[union-attr]
    assert await anna.do(messages.Ask(about="undo")) is None
    kept_table.leave(guest)
    await until(lambda: kept_table.table.question is None)
    assert kept_table.table.match is not None
    assert len(kept_table.table.match.state.history) <= before


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


async def test_the_match_waits_for_somebody_since_something_was_last_done(
    clock: list[float], kept_table: Keeper
) -> None:
    anna, bard, asleep = Client(kept_table, ANNA), Client(kept_table, BARD), messages.Replace(seat=0)
    kept_table.enter(ANNA)
    kept_table.enter(BARD)
    await bard.do(sitting(kept_table, 1))
    await anna.do(sitting(kept_table, 0), messages.Begin())
    await play_until_anna_has_acted(kept_table, anna, bard)
    clock[0] += deciding.ASLEEP
    assert await bard.do(asleep) is not None, "nobody waits for Anna"
    while 0 not in kept_table.table.awaited():
        if in_hand(kept_table).to_act == 1:
            await bard.do(messages.Act(action=str(in_hand(kept_table).legal_actions()[0])))
        await asyncio.sleep(0.01)
    assert await bard.do(asleep) is not None, "she has had no time"
    clock[0] += deciding.ASLEEP
    assert await bard.do(messages.Say(text="Anna?"), asleep) is None
    assert kept_table.table.people() == {1}
    assert kept_table.scene(BARD).standing.owner == "you"


async def test_who_is_slow_is_told_so_before_a_bot_may_be_asked_in(
    clock: list[float], kept_table: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciding, "ASLEEP", 2.0)
    monkeypatch.setattr(away, "WARNED", 1.0)
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
    clock[0] += 1.0
    for seen in (clocks(ANNA), clocks(BARD)):
        assert seen[1] == 1.0, "Bárður is waited for"
        assert [seen[seat] for seat in (0, 2, 3)] == [None] * 3
    guest.changed.clear()
    await asyncio.wait_for(guest.changed.wait(), 10)
    clock[0] += 1.0
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


async def play_a_deal(kept_table: Keeper, clients: dict[int, Client]) -> None:
    """They play by seat, until the deal is over."""
    async with asyncio.timeout(30):
        while not (state := in_hand(kept_table)).is_over:
            if state.to_act in clients:
                await clients[state.to_act].do(messages.Act(action=str(state.legal_actions()[0])))
            else:
                await asyncio.sleep(0.01)
