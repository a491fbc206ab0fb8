"""Bots move by themselves."""

import asyncio
import time

import pytest
from msgspec.structs import replace

from server.keeping import PEOPLE, Client, in_hand, sitting, until
from stova.engine.actions import Action
from stova.engine.match import Match
from stova.server import events, keeper, messages, thinking
from stova.server.keeper import Keeper
from stova.server.limits import Buckets
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
    await until(lambda: kept_table.table.turn >= turn + 2)
    assert time.monotonic() - began >= 2 * thinking.SECONDS


async def test_talk_does_not_hold_bots_up(kept_table: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "PACE", {"quick": 0.1})
    monkeypatch.setattr(keeper, "LINGER", {"quick": 0.1})
    kept_table.enter(ANNA)
    kept_table.enter(BARD)
    anna, bard = Client(kept_table, ANNA), Client(kept_table, BARD)
    await bard.do(sitting(kept_table, 1))
    await anna.do(messages.Begin())
    kept_table._talk = Buckets(most=1000, rate=0)
    moving, turn = kept_table._moving, kept_table.table.turn
    assert moving is not None, "a bot's turn comes first"
    async with asyncio.timeout(20):
        while kept_table.table.turn == turn:
            await bard.do(messages.Say(text="and so on"))
            assert kept_table.table.turn > turn or kept_table._moving is moving
            await asyncio.sleep(0.02)


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
