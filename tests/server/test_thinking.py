"""Bots think in few threads, and under load weaker ones answer."""

import asyncio
import random
import threading
from collections.abc import AsyncIterator

import pytest

import stova
from helpers import some_action, step
from stova.bots import BOTS
from stova.bots.seeding import seed
from stova.engine.actions import Action
from stova.engine.match import Match
from stova.server import logs, thinking
from stova.server.thinking import BUSY, CROWDED, Thinkers


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(2)
    yield thinkers
    thinkers.close()


def a_match(seed: int = 1) -> Match:
    """A match in the middle of its card play, at a turn with a choice."""
    rng = random.Random(seed)
    match = stova.game("sjavs").match(key=rng.randbytes(32), dealer=0)
    while len(match.state.tricks) < 2 or len(match.state.legal_actions()) < 2:
        match = step(match, rng)
    return match


async def test_no_more_think_at_once_than_there_are_threads(thinkers: Thinkers) -> None:
    busy, most, lock, enough = 0, 0, threading.Lock(), threading.Event()

    def think() -> int:
        nonlocal busy, most
        with lock:
            busy += 1
            most = max(most, busy)
        enough.wait(20)
        with lock:
            busy -= 1
        return threading.get_ident()

    thoughts = [asyncio.ensure_future(thinkers.work(think)) for _ in range(50)]
    await asyncio.sleep(0.1)
    assert thinkers.waiting == 50
    enough.set()
    threads = set(await asyncio.gather(*thoughts))
    assert most == 2
    assert len(threads) == 2
    assert threading.get_ident() not in threads, "never on the loop"
    assert thinkers.waiting == 0


@pytest.mark.parametrize(
    ("waiting", "expert", "club", "beginner"),
    [
        (0, "expert:0.5", "club", "beginner"),
        (2 * BUSY - 1, "expert:0.5", "club", "beginner"),
        (2 * BUSY, "club", "club", "beginner"),
        (2 * CROWDED - 1, "club", "club", "beginner"),
        (2 * CROWDED, "novice", "novice", "novice"),
        (1000, "novice", "novice", "novice"),
    ],
)
async def test_weaker_ones_answer_under_load(
    waiting: int, expert: str, club: str, beginner: str, thinkers: Thinkers
) -> None:
    thinkers.waiting = waiting
    assert [thinkers.able(level) for level in ("expert", "club", "beginner")] == [expert, club, beginner]


async def test_hundreds_of_experts_at_once_are_answered_soon(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    real = thinkers.able

    def able(level: str) -> str:
        asked.append(real(level))
        return asked[-1]

    monkeypatch.setattr(thinkers, "able", able)
    monkeypatch.setattr(thinking, "SECONDS", 0.01)
    matches = [a_match(seed) for seed in range(20)] * 15
    async with asyncio.timeout(30):
        actions = await asyncio.gather(*(thinkers.choose(match, "expert") for match in matches))
    assert all(action in match.state.legal_actions() for match, action in zip(matches, actions, strict=True))
    assert asked[: 2 * BUSY] == ["expert:0.01"] * 2 * BUSY
    assert asked.count("novice") > 150
    assert asked.count("expert:0.01") < 50, "of 300; some are done before the last ask"


async def test_the_loop_goes_on_meanwhile(thinkers: Thinkers) -> None:
    thoughts = [asyncio.ensure_future(thinkers.choose(a_match(), "expert")) for _ in range(2)]
    turns = 0
    while not all(thought.done() for thought in thoughts):
        await asyncio.sleep(0.01)
        turns += 1
    assert turns > 5


async def test_what_is_thought_about_counts_until_it_is_done_though_nobody_waits(thinkers: Thinkers) -> None:
    enough = threading.Event()
    thoughts = [asyncio.ensure_future(thinkers.work(lambda: enough.wait(20))) for _ in range(4)]
    await asyncio.sleep(0.1)
    for thought in thoughts:
        thought.cancel()
    await asyncio.sleep(0.1)
    assert thinkers.waiting == 2, "two had begun, and two never will"
    enough.set()
    async with asyncio.timeout(10):
        while thinkers.waiting:
            await asyncio.sleep(0.01)


async def test_the_only_thing_there_is_to_do_takes_no_thought(thinkers: Thinkers) -> None:
    match, rng = a_match(), random.Random(2)
    while len(match.state.legal_actions()) > 1:
        match = match.apply(some_action(match.state.legal_actions(), rng))
    thinkers.close()
    assert await thinkers.choose(match, "expert") == match.state.legal_actions()[0]


async def test_a_bot_chooses_the_same_again_but_not_with_another_key(thinkers: Thinkers) -> None:
    match = a_match()
    assert await thinkers.choose(match, "club") == await thinkers.choose(match, "club")
    assert seed(match) == seed(match)
    assert seed(match) != seed(a_match(2))


async def test_a_bot_that_fails_is_answered_for(thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    match, faults = a_match(), list[str]()
    monkeypatch.setattr(logs, "fault", lambda what, _: faults.append(what))

    def broken(*_: object) -> Action:
        raise ZeroDivisionError

    def cheating(*_: object) -> Action:
        return next(action for action in match.game.actions if action not in match.state.legal_actions())

    for fault in (broken, cheating):
        with monkeypatch.context() as patch:
            patch.setitem(BOTS, "club", fault)
            beginners = await thinkers.choose(match, "beginner")
            assert await thinkers.choose(match, "club") == beginners
            assert faults == ["bot failed"]
            patch.setitem(BOTS, "beginner", fault)
            assert await thinkers.choose(match, "club") in match.state.legal_actions()
            assert faults == ["bot failed"] * 3
        faults.clear()
