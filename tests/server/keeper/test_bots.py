"""Bots move and claims are looked at by themselves."""

import asyncio
import threading
import time
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from server.keeping import PEOPLE, Client, in_hand, in_step, sitting, until
from stova.engine.actions import Action
from stova.engine.match import Match
from stova.server import claims, events, keeper, logs, messages, thinking
from stova.server.journal import Journal
from stova.server.keeper import Keeper
from stova.server.limits import Buckets
from stova.server.table import Answered
from stova.server.thinking import Thinkers

ANNA, BARD, *_ = PEOPLE


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
