"""Claims are looked at by themselves."""

import asyncio
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest

from server.keeping import PEOPLE, Client, in_hand, in_step, sitting, until
from stova.server import claims, events, logs, messages
from stova.server.journal import Journal
from stova.server.keeper import Keeper
from stova.server.table import Answered, Table
from stova.server.thinking import Thinkers

ANNA, BARD, CORI, DORA = PEOPLE


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
        await until(lambda: not bots.waiting, seconds=10.0)
    await anna.do(messages.Ask(about="claim"))
    await until(began.is_set)
    since = time.monotonic()
    await kept_table.close()
    await asyncio.to_thread(bots.close)
    assert time.monotonic() - since < 10.0


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
