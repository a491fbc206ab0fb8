"""Keys that come faster than the table can deal with them: held, pasted, or on a slow machine."""

import random
from collections.abc import Awaitable, Callable

import pytest

from cli.at_table import Seat, begin, seated, shortly_before
from stova import records
from stova.cli import storage
from stova.cli.table.costs import CostsPage
from stova.cli.table.panel import Panel
from stova.cli.table.rules import RulesPage
from stova.cli.table.scrolled import Transcript
from stova.cli.words import labels
from stova.engine.actions import Play


async def at_result(seat: Seat) -> None:
    await seat.until_panel("Deal 1")


async def at_costs(seat: Seat) -> None:
    await at_result(seat)
    await seat.press("c")
    await seat.wait(lambda: isinstance(seat.app.screen, CostsPage))


def on_key(key: str) -> Callable[[Seat], Awaitable[None]]:
    """What a key lays over the table at one's turn, after a trick."""

    async def lay(seat: Seat) -> None:
        await seat.until(Play, tricks=1)
        await seat.press(key)
        await seat.wait(lambda: not seat.table.is_active)

    return lay


SCREENS: list[tuple[Callable[[Seat], Awaitable[None]], tuple[str, ...]]] = [
    (at_result, ("enter", "escape")),
    (at_costs, ("escape", "enter", "c", "q")),
    (on_key("s"), ("s", "tab", "escape", "enter")),
    (on_key("question_mark"), ("?", "escape")),
    (on_key("l"), ("l", "escape")),
    (on_key("i"), ("i", "escape")),
    (on_key("r"), ("r", "escape", "q")),
    (on_key("q"), ("escape",)),
]


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("lay", "key"), [pytest.param(lay, key, id=f"{at}-{key}") for at, (lay, keys) in enumerate(SCREENS) for key in keys]
)
async def test_a_screen_is_put_away_once(lay: Callable[[Seat], Awaitable[None]], key: str) -> None:
    at = shortly_before(begin("sjavs"), lambda match: match.state.is_over, steps=12)
    async with seated(at) as seat:
        await lay(seat)
        shown = seat.app.screen
        await seat.burst(key, key, key)
        assert shown not in seat.app.screen_stack
        assert seat.table in seat.app.screen_stack
        await goes_on(seat)


async def test_the_transcript_is_put_away_once() -> None:
    at = shortly_before(begin("sjavs2"), lambda match: match.is_over, steps=1)
    async with seated(at) as seat:
        await seat.until_panel("match")
        for key in ("r", "escape", "enter", "q"):
            await seat.press("r")
            await seat.wait(lambda: isinstance(seat.app.screen, Transcript))
            await seat.burst(key, key, key)
            await seat.until_panel("match" if key != "q" else "")
            if key == "q" and seat.panel and seat.panel.panel_title == labels.LEAVE_TITLE:
                await seat.press("escape")
        assert seat.table in seat.app.screen_stack


async def goes_on(seat: Seat) -> None:
    """The match goes on from where it is, once what lies over the table is put away."""
    for _ in range(3):
        if not seat.table.is_active:
            await seat.press("escape")
    match = seat.sitting.match
    while seat.sitting.match is match:
        await seat.go_on()


@pytest.mark.parametrize("keys", ["qs", "rs", "sr", "??", "lsr?", "srsrsr"])
async def test_nothing_is_laid_beneath_what_is_laid_already(keys: str) -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Play, tricks=1)
        await seat.burst(*keys)
        over = seat.app.screen_stack[seat.app.screen_stack.index(seat.table) + 1 :]
        assert len(over) == 1
        assert isinstance(over[0], RulesPage if keys[0] == "r" else Panel)


async def test_the_foot_shows_what_works_over_a_result_and_over_what_is_read_there() -> None:
    at = shortly_before(begin("sjavs"), lambda match: match.state.is_over, steps=3)
    async with seated(at) as seat:
        await at_result(seat)
        assert [key for key, _, _ in seat.table.foot.keys] == ["l", "r", "t", "?", "q"]
        await seat.press("l")
        assert [key for key, _, _ in seat.table.foot.keys] == ["escape", "t", "q"]
        await seat.press("l")
        assert [key for key, _, _ in seat.table.foot.keys] == ["l", "r", "t", "?", "q"]


async def test_a_result_waits_until_what_is_read_is_put_away() -> None:
    at = shortly_before(begin("sjavs"), lambda match: match.state.is_over, steps=1)
    at.hurry = False
    async with seated(at) as seat:
        await seat.wait(lambda: seat.table.is_active)
        if seat.asked:
            await seat.do(seat.asked[0])
        await seat.burst("s")
        await seat.wait(lambda: seat.sitting.match.state.is_over)
        await seat.wait(lambda: seat.table.waiting is None)
        assert seat.panel is not None
        assert seat.panel.panel_title == labels.SHEET
        await seat.press("escape")
        await seat.until_panel("Deal 1")


KEYS = [*"1234567890-=abcdeghkolmprsitywn?", "tab", "enter", "escape", "space", "left", "right", "up", "down"]
"""All that does anything but leave, and more than once what lays something over the table and puts it away."""


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", ["klorsjavs4", "styrivolt"])
@pytest.mark.parametrize("leaving", [False, True])
async def test_no_burst_of_keys_loses_anything(name: str, leaving: bool) -> None:
    source = random.Random(5)
    keys = [*KEYS, *["s", "?", "r", "c", "enter", "escape", "1", "2"] * 3, *(["q", "ctrl+c"] if leaving else [])]
    async with seated(begin(name)) as seat:
        for _ in range(30):
            await seat.burst(*source.choices(keys, k=source.randint(1, 12)))
            if seat.app.return_code is not None:
                assert leaving
                break
            assert seat.table in seat.app.screen_stack
        else:
            while not seat.table.is_active:
                await seat.press("escape")
            await goes_on(seat)
            await seat.press("ctrl+c", "ctrl+c")
            await seat.wait(lambda: seat.app.return_code is not None)
        match = seat.sitting.match
    assert records.dump(storage.fetch(storage.unfinished()[0]).match) == records.dump(match)


async def test_capital_letters_do_what_small_ones_do() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Play)
        await seat.press("L" if seat.sitting.view().tricks else "S")
        assert seat.panel is not None
