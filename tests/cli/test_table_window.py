"""The table in windows of all sizes and in all looks."""

import asyncio
from collections.abc import Callable
from functools import partial

import pytest
from msgspec.structs import replace
from rich.style import Style
from textual.geometry import Size

from cli.at_table import SIGNS, SIZE, Seat, begin, seated
from helpers import GAMES
from stova.cards import Card
from stova.cli import own
from stova.cli.table import panel
from stova.cli.table.rules import RulesPage
from stova.cli.table.seats import axis, tags
from stova.cli.table.table import Table
from stova.cli.words import labels
from stova.engine.actions import Play


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", GAMES)
async def test_every_size_has_room(name: str) -> None:
    async with seated(begin(name), size=(100, 30)) as seat:
        for larger in ((120, 40), (200, 60)) * 3:
            for size in ((100, 30), larger):
                await seat.pilot.resize_terminal(*size)
                await seat.pilot.pause()
                seat.check()
            await seat.go_on()


async def test_a_larger_window_has_larger_cards() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Play)
        small = seat.table.hand.card_size
        await seat.pilot.resize_terminal(120, 40)
        await seat.pilot.pause()
        assert seat.table.hand.card_size > small
        seat.check()


async def test_a_window_too_small_says_so() -> None:
    async with seated(begin("sjavs"), size=(60, 20)) as seat:
        await seat.press("enter")
        assert "80 by 24" in seat.text()
        assert "60 by 20" in seat.text().replace("\n", " ")
        await seat.pilot.resize_terminal(*SIZE)
        await seat.pilot.pause()
        assert "80 by 24" not in seat.text()


async def test_in_a_window_too_small_nothing_is_done_unseen() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Play)
        match = seat.sitting.match
        card = seat.keys_for(match.state.legal_actions()[0])
        await seat.press("tab")
        await seat.pilot.resize_terminal(60, 20)
        await seat.pilot.pause()
        assert "╭" not in seat.text()
        assert "80 by 24" in seat.text()
        await seat.press("escape", "l", "p", *card)
        assert seat.panel is not None
        assert seat.sitting.match is match
        await seat.pilot.resize_terminal(*SIZE)
        await seat.pilot.pause()
        assert "╭─ Score sheet" in seat.text()
        assert "80 by 24" not in seat.text()
        seat.check()
        await seat.press("escape")
        whole = seat.text()
        await seat.pilot.resize_terminal(60, 20)
        await seat.press(*card)
        await seat.pilot.resize_terminal(*SIZE)
        await seat.pilot.pause()
        assert seat.sitting.match is match
        assert seat.text() == whole


async def test_a_window_too_small_can_be_left() -> None:
    async with seated(begin("sjavs"), size=(60, 20)) as seat:
        await seat.press("q")
        await seat.wait(lambda: seat.app.return_code is not None)


async def test_cards_that_may_not_be_played_are_marked_without_colour() -> None:
    async with seated(begin("sjavs"), signs=SIGNS["mono"]) as seat:
        await seat.until(Play)
        while len(seat.asked) == len(seat.table.hand.places):
            await seat.go_on()
            await seat.until(Play)
        assert "╎" in seat.text()
        assert seat.text().count("[") == len(seat.asked)


async def test_without_colour_no_colour_is_written() -> None:
    async with seated(begin("sjavs"), signs=SIGNS["mono"]) as seat:
        await seat.until(Play)
        strips = seat.app.screen._compositor.render_strips()
        styles = [segment.style for strip in strips for segment in strip if segment.style]
        assert all(style.color is None or style.color.is_default for style in styles)
        assert all(style.bgcolor is None or style.bgcolor.is_default for style in styles)


async def test_plain_letters_only() -> None:
    async with seated(begin("sjavs2"), signs=SIGNS["ascii"]) as seat:
        for _ in range(40):
            assert seat.text().isascii()
            await seat.go_on()
        for key in ("l", "tab", "question_mark", "q"):
            await seat.press(key)
            assert seat.text().isascii()
            await seat.press("escape")


def colours(seat: Seat) -> list[tuple[str, Style]]:
    """All that is drawn, a letter at a time with its style."""
    segments = [segment for strip in seat.app.screen._compositor.render_strips() for segment in strip]
    return [(letter, segment.style or Style()) for segment in segments for letter in segment.text]


@pytest.mark.parametrize(("look", "other"), [("dark", "light"), ("light", "dark")])
async def test_dark_and_light(look: str, other: str) -> None:
    """Whoever changes from one to the other sees what one does who began with that, under a panel too."""
    async with seated(begin("sjavs"), look=other) as seat:
        await seat.until(Play)
        as_other = colours(seat)
    async with seated(begin("sjavs"), look=look) as seat:
        await seat.until(Play)
        before = colours(seat)
        assert before != as_other
        await seat.press("t")
        assert colours(seat) == as_other
        await seat.press("tab", "t", "escape")
        assert colours(seat) == before


async def test_keys_of_cards_are_not_accented_under_a_panel() -> None:
    """There, too, what is shown is what would be drawn anew."""
    async with seated(begin("klaverjas")) as seat:
        await seat.until(Play, tricks=1)
        hand = seat.table.hand

        def accented() -> bool:
            return any(segment.style and segment.style.bold for segment in hand.render_line(hand.size.height - 1))

        assert accented()
        await seat.press("l")
        await seat.wait(lambda: seat.panel)
        drawn = colours(seat)
        assert not accented()
        hand.refresh()
        await seat.pilot.pause()
        assert colours(seat) == drawn
        await seat.press("escape")
        assert accented()


@pytest.mark.parametrize("name", ["sjavs", "sjavs2", "sjavs3"])
async def test_in_a_wide_window_all_stands_on_one_axis(name: str) -> None:
    async with seated(begin(name), size=(200, 60)) as seat:
        await seat.until(Play)
        seat.check()
        spots = [spot for spot in seat.table.hand.canvas._spots if isinstance(spot.means, Card)]
        left, right = min(spot.x for spot in spots), max(spot.x + spot.width for spot in spots)
        assert abs((left + right) / 2 - 100) <= 1
        board = seat.table.board
        middle = axis(board.view.game.seats, board.size.width, 200, board.card_size) if board.view else 0
        assert middle == 100


def beside(seat: Seat) -> bool:
    """Whether a hint is in sight, all of it, and beside it the trick, the hand and what is asked."""
    box, table, leaf = seat.app.screen.query_one("#moat").region, seat.table, seat.app.screen.query_one(panel.Leaf)
    covered = any(box.overlaps(part.region) for part in (table.board, table.row, table.hand, table.prompt))
    return not leaf.canvas.lost and seat.app.screen.region.contains_region(box) and not covered


async def wait_beside(seat: Seat, ready: Callable[[], bool] = lambda: True) -> None:
    """Waits until that is so, and still so when all that was under way is laid out."""
    so = False
    async with asyncio.timeout(20):
        while not so:
            await seat.wait(lambda: ready() and beside(seat))
            so = ready() and beside(seat)


def check_hint(seat: Seat) -> None:
    """All is in sight."""
    assert beside(seat)
    seat.check()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", [SIZE, (100, 40), (140, 45), (200, 60)])
async def test_a_hint_leaves_trick_and_hand_in_sight(size: tuple[int, int]) -> None:
    async with seated(begin("klaverjas"), size=size) as seat:
        await hinted(seat)
        for width, height in (size, (110, 42), SIZE, size):
            await seat.pilot.resize_terminal(width, height)
            await wait_beside(seat)
            check_hint(seat)


async def test_a_hint_follows_a_table_that_takes_its_size_late(monkeypatch: pytest.MonkeyPatch) -> None:
    take = Table._screen_resized
    monkeypatch.setattr(Table, "_screen_resized", lambda table, size: table.set_timer(0.2, partial(take, table, size)))
    async with seated(begin("klaverjas"), size=(140, 45)) as seat:
        await hinted(seat)
        for width, height in ((110, 42), SIZE, (140, 45)):
            await seat.pilot.resize_terminal(width, height)
            await wait_beside(seat, lambda: seat.table.size == seat.app.size)
            check_hint(seat)


async def test_a_hint_leaves_the_trick_in_sight_where_buttons_take_more_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel, "ASIDE", Size(28, 16))
    async with seated(begin("styrivolt")) as seat:
        await hinted(seat)
        await seat.wait(lambda: seat.panel and seat.panel.has_class("-aside"))
        box, table = seat.app.screen.query_one("#moat").region, seat.table
        assert table.facts.region.height == 15
        assert not any(box.overlaps(part.region) for part in (table.board, table.hand))
        assert seat.app.screen.region.contains_region(box)
        seat.check()


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", GAMES)
async def test_a_hint_leaves_them_and_what_is_trumps_in_sight(name: str) -> None:
    async with seated(begin(name, cut="auto")) as seat:
        await hinted(seat)
        await wait_beside(seat)
        check_hint(seat)
        facts = seat.table.facts
        rows = [row[facts.region.x + 1 :].strip() for row in seat.text().splitlines()[1 : 1 + facts.kept]]
        await seat.press("escape")
        await seat.wait(lambda: not seat.panel)
        assert rows
        assert all(rows)
        assert rows == [row[facts.region.x + 1 :].strip() for row in seat.text().splitlines()[1 : 1 + facts.kept]]


@pytest.mark.parametrize("size", [SIZE, (120, 40)])
async def test_what_stands_at_the_right_is_seen_in_whole_lines(size: tuple[int, int]) -> None:
    """No number without its label: a panel leaves a line alone, or hides all of it."""
    async with seated(begin("sjavs"), size=size) as seat:
        await seat.until(Play, tricks=1)
        await seat.press("t")
        facts = seat.table.facts.region
        before = [row[facts.x + 1 :] for row in seat.text().splitlines()]
        for key in ("l", "tab", "question_mark", "q"):
            await seat.press(key)
            box = seat.app.screen.query_one("#box").region
            after = [row[facts.x + 1 :] for row in seat.text().splitlines()]
            for y in range(facts.y, facts.bottom):
                hidden = not after[y][max(0, box.right - facts.x - 1) :].strip()
                assert after[y] == before[y] or (hidden and box.right > facts.x), key
            await seat.press("escape")


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", GAMES)
async def test_no_ends_of_names_or_sentences_are_left_beside_a_panel(name: str) -> None:
    """In the smallest window a panel hides all that stands left of it, and what is asked wholly or not at all."""
    async with seated(begin(name)) as seat:
        await seat.until(Play, tricks=1)
        asked, before = seat.table.prompt.region, seat.text().splitlines()
        for key in ("l", "tab", "question_mark", "q"):
            await seat.press(key)
            box, after = seat.app.screen.query_one("#box").region, seat.text().splitlines()
            assert box.bottom < len(after), "the foot is in sight"
            for y in range(box.y, box.bottom):
                assert not after[y][: box.x].strip()
            for y in range(asked.y, asked.bottom):
                assert after[y] == before[y] or not (after[y][: box.x] + after[y][box.right :]).strip()
            await seat.press("escape")


async def hinted(seat: Seat) -> None:
    """Ask for a hint with a card on the table and a choice of others."""
    await seat.until(Play)
    while len(seat.asked) < 2 or not seat.sitting.view().trick:
        await seat.go_on()
        await seat.until(Play)
    await seat.press("i")
    await seat.wait(lambda: seat.panel)


async def test_no_frame_touches_the_cards_beside_a_panel() -> None:
    async with seated(begin("sjavs"), signs=SIGNS["ascii"]) as seat:
        await seat.until(Play)
        await seat.press("tab")
        box, rows = seat.app.screen.query_one("#box").region, seat.text().splitlines()
        for y in range(box.y, box.bottom):
            assert rows[y][box.x - 1] == rows[y][box.right] == " "
        for y in (box.y - 1, box.bottom):
            assert not rows[y][box.x : box.right].strip()


async def test_the_foot_stays_in_sight_under_the_tallest_panel() -> None:
    async with seated(begin("sjavs2"), signs=SIGNS["mono"]) as seat:
        for key in ("question_mark", "i"):
            await seat.until(Play)
            await seat.press(key)
            await seat.wait(lambda: seat.panel)
            assert "q leave" in seat.text().splitlines()[-1]
            await seat.press("escape")


@pytest.mark.parametrize("size", [SIZE, (133, 45)])
async def test_a_page_covers_the_whole_table(size: tuple[int, int]) -> None:
    async with seated(begin("sjavs"), size=size) as seat:
        await seat.until(Play)
        await seat.press("r")
        await seat.wait(lambda: isinstance(seat.app.screen, RulesPage))
        assert seat.app.screen.query_one("#paper").region.size == size


TINY = [(1, 1), (3, 24), (4, 10), (5, 2), (6, 30), (7, 30), (8, 24), (20, 6), (79, 23)]


async def test_a_window_made_tiny_under_a_page_breaks_nothing() -> None:
    async with seated(begin("klaverjas")) as seat:
        await seat.until(Play, tricks=1)
        for key in ("", "l", "tab", "question_mark", "q", "r", "i"):
            await seat.press(*[key] if key else [])
            await seat.wait(lambda key=key: not key or seat.app.screen is not seat.table)  # type: ignore[misc]
            before = seat.text()
            await through_tiny_windows(seat)
            assert seat.text() == before, key
            await seat.press("escape")


async def through_tiny_windows(seat: Seat) -> None:
    for size in TINY:
        await seat.pilot.resize_terminal(*size)
        await seat.pilot.pause()
    await seat.pilot.resize_terminal(*SIZE)
    await seat.pilot.pause()


@pytest.mark.parametrize("size", TINY)
async def test_a_page_that_opens_in_a_tiny_window_is_whole_in_a_larger_one(size: tuple[int, int]) -> None:
    """The draw for seats is there from the start."""
    async with seated(begin("sjavs"), size=size) as seat:
        await seat.pilot.resize_terminal(*SIZE)
        await seat.pilot.pause()
        assert "The draw for seats" in seat.text()
        assert "drew the highest cards" in seat.text()
        seat.check()


async def test_the_last_card_fits_a_window_of_any_width() -> None:
    async with seated(begin("klaverjas")) as seat:
        await seat.until(Play, tricks=7)
        before = seat.text()
        await through_tiny_windows(seat)
        assert seat.text() == before


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", ["sjavs", "sjavs2", "klorsjavs_auction", "styrivolt"])
async def test_plaques_and_foot_are_whole_in_tall_windows(name: str) -> None:
    """Whoever sits at a side has said of them all that can be: the first size is the smallest, others are taller."""
    async with seated(begin(name)) as seat:
        await seat.until(Play)
        view, players = seat.sitting.view(), seat.sitting.match.players
        seat.table.foot.show(labels.FOOT)
        stock = own.stock(view)
        taken = view if stock is None else replace(view, own=replace(view.own, takers=tuple(range(view.game.seats))))
        for size in (SIZE, (80, 30), (80, 36), (88, 50), (93, 40), (94, 40), (100, 35)):
            await seat.pilot.resize_terminal(*size)
            await seat.pilot.pause()
            for declarer in range(view.game.seats):
                shown = replace(taken, declarer=declarer, dealer=declarer, to_act=declarer)
                seat.table.board.show(shown, players, finished=False)
                await seat.pilot.pause()
                seat.check()
                said = [*players, *tags(shown, declarer, ()).split(", "), "i hint"]
                assert all(what in seat.text() for what in said), size
