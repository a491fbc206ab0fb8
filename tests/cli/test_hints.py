"""Hints, bots that take their time, and whom one plays against."""

import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace

import stova
from cli.at_table import SIGNS, SIZE, Seat, begin, seated, shortly_before
from cli.running import run
from stova.bots import bot, bots
from stova.bots.expert import Expert, Outlook
from stova.bots.seeding import seed
from stova.cli import storage
from stova.cli.sitting import Sitting, think
from stova.cli.table import flow, hinting
from stova.cli.table.app import TableApp
from stova.cli.table.scrolled import WholeHint
from stova.cli.thinking import thinker
from stova.cli.words import figures, labels
from stova.cli.words.hints import Hint, short
from stova.engine.actions import Action, Bid, Cut, Declare, Discard, Exchange, NameTrump, Play
from stova.engine.match import Match
from stova.engine.view import View

ASKED = labels.OPPONENTS.partition("?")[0]


class Silent:
    """An adviser that leaves all to the club player."""

    def outlooks(self, view: View, seed: int) -> Mapping[Action, Outlook]:
        return {}


class Known:
    """An adviser that expects a score of each choice: the more, the later it stands among them."""

    def __init__(self) -> None:
        self.seen: list[View] = []

    def outlooks(self, view: View, seed: int) -> Mapping[Action, Outlook]:
        self.seen.append(view)
        ranked = [(3 * number - 1.5, action) for number, action in reversed(list(enumerate(view.legal)))]
        most, best = ranked[0]
        return {action: Outlook(best=best, score=score, gain=most - score, error=2.0) for score, action in ranked}


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Bots don't answer before this is set."""
    event = Event()

    def wait(match: Match, level: str) -> Action:
        event.wait(20)
        return think(match, level)

    monkeypatch.setattr(flow, "think", wait)
    yield event
    event.set()


@asynccontextmanager
async def seated_among_bots(at: Sitting) -> AsyncIterator[Seat]:
    """A table at which a bot is to act, and takes its time."""
    app = TableApp(at, SIGNS["colour"], look="dark", colour=True)
    async with app.run_test(size=SIZE) as pilot:
        yield Seat(app, pilot)


async def choosing(seat: Seat, kind: type) -> None:
    """Play until there is a choice of that kind."""
    await seat.until(kind)
    while len(seat.asked) < 2:
        await seat.go_on()
        await seat.until(kind)


async def hinted(seat: Seat) -> str:
    """The words of a hint."""
    await seat.press("i")
    await seat.wait(lambda: seat.panel)
    assert seat.panel is not None
    assert seat.panel.panel_title == labels.HINT
    seat.check()
    return " ".join("".join(row) for row in seat.panel.leaf.canvas.rows())


@pytest.fixture
def up_to_club(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strongest bot is one that does the same every time."""
    monkeypatch.setattr(hinting, "ADVISER", Silent())


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strongest bot finds worlds though other programs have the processor for a while."""
    monkeypatch.setattr(hinting, "ADVISER", Expert(0.5))


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", stova.games())
@pytest.mark.usefixtures("up_to_club")
async def test_a_hint_says_what_the_strongest_bot_would_do(name: str) -> None:
    async with seated(begin(name, cut="auto")) as seat:
        await choosing(seat, Play)
        match, view = seat.sitting.match, seat.sitting.view()
        action = bot("club")(view, seed(match))
        said = await hinted(seat)
        assert "The expert player" in said
        if isinstance(action, Play):
            assert f"{'plays' if view.trick else 'leads'} {action.card.symbol}." in said
        assert seat.sitting.match is match
        await seat.press("i")
        assert seat.panel is None
        assert labels.LOOKING not in seat.text()
        await seat.go_on()


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", stova.games())
@pytest.mark.usefixtures("unhurried")
async def test_the_strongest_bot_there_is_gives_hints(name: str) -> None:
    async with seated(begin(name, cut="auto"), size=(120, 40)) as seat:
        await choosing(seat, Play)
        said = await hinted(seat)
        assert f"The {bots()[-1]} player" in said
        assert labels.EXPECTED[:20] in said or "choices come to about the same: " in said
        seat.check()


@pytest.mark.parametrize(("name", "kind"), [("sjavs", Bid), ("sjavs3", Discard)])
@pytest.mark.usefixtures("up_to_club")
async def test_a_hint_for_a_call_and_an_exchange(name: str, kind: type) -> None:
    async with seated(begin(name, cut="auto")) as seat:
        await choosing(seat, kind)
        view = seat.sitting.view()
        action = bot("club")(view, seed(seat.sitting.match))
        said = await hinted(seat)
        assert short(action, view) in said, said


@pytest.mark.parametrize(("name", "kind"), [("klaverjas", NameTrump), ("klorsjavs", Declare)])
@pytest.mark.usefixtures("unhurried")
async def test_a_hint_for_a_call_says_what_is_expected_of_each(name: str, kind: type) -> None:
    async with seated(begin(name, cut="auto"), size=(120, 40)) as seat:
        await choosing(seat, kind)
        said = await hinted(seat)
        assert labels.ROUGHLY[:20] in said
        view = seat.sitting.view()
        listed = said[said.index(labels.ROUGHLY[:20]) :]
        assert all(f"  {short(action, view)} " in listed for action in view.legal)
        seat.check()


async def test_what_a_hint_has_no_room_for_is_a_key_away_and_the_question_stays_in_sight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hinting, "ADVISER", Known())
    async with seated(begin("klorsjavs", cut="auto")) as seat:
        await seat.until(Exchange)
        view, question = seat.sitting.view(), seat.table.prompt.question
        assert question in seat.text()
        said = await hinted(seat)
        assert "i: " in said
        assert f"{labels.FOOT_BACK[1]} {labels.FOOT_BACK[2]}" in seat.text()
        assert question not in seat.text()
        assert set(question.split()) <= set(seat.text().split())
        await seat.press("i")
        await seat.wait(lambda: isinstance(seat.app.screen, WholeHint))
        assert len(view.legal) > 10
        assert all(f"  {short(action, view)} " in seat.text() for action in view.legal)
        await seat.press("i")
        await seat.wait(lambda: seat.table.is_active)
        assert question in seat.text()


async def test_a_hint_that_shows_all_is_put_away_by_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hinting, "ADVISER", Known())
    async with seated(begin("klaverjas", cut="auto")) as seat:
        await choosing(seat, NameTrump)
        assert "i: " not in await hinted(seat)
        await seat.press("i")
        await seat.wait(lambda: seat.table.is_active)


async def test_a_hint_tells_what_is_expected_where_that_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Known()
    monkeypatch.setattr(hinting, "ADVISER", known)
    async with seated(begin("sjavs", cut="auto"), signs=SIGNS["mono"], size=(120, 40)) as seat:
        await choosing(seat, Play)
        view, (*_, second, best) = seat.sitting.view(), seat.asked
        said = await hinted(seat)
        score = 3 * len(view.legal) - 4.5
        assert isinstance(best, Play)
        assert isinstance(second, Play)
        signs = SIGNS["mono"]
        assert f"The {bots()[-1]} player plays {signs.card(best.card)}." in said
        assert f"{signs.card(second.card)} " in said[said.index(labels.EXPECTED[:20]) :]
        assert said.index(figures.expected(score, 1), said.index(labels.EXPECTED[:20])) < said.index(
            f"{figures.expected(score - 3, 1)}~"
        )
        assert "(~ not clearly worse)" in said
        assert [seen.to_json() for seen in known.seen] == [view.to_json()]
        assert known.seen[0].seat == 0


async def test_no_hint_on_a_cut_and_none_where_nothing_is_to_choose() -> None:
    async with seated(begin("sjavs2")) as seat:
        await seat.until(Cut)
        await seat.press("i")
        assert seat.panel is None
        assert labels.NO_HINT in seat.text()
        while len(seat.asked) != 1:
            assert ("i hint" in seat.text()) == (len(seat.asked) > 1 and Cut not in map(type, seat.asked))
            await seat.go_on()
        assert "i hint" not in seat.text()
        assert "nothing to choose" in await hinted(seat)


@pytest.fixture
def go(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Lets hints come once it is set."""
    go = Event()

    def late(view: View, seed: int) -> Hint:
        go.wait(20)
        return Hint(action=view.legal[0], expected=())

    monkeypatch.setattr(hinting, "hint", late)
    return go


async def test_a_hint_waits_until_nothing_lies_over_the_table(go: Event) -> None:
    async with seated(begin("sjavs", cut="auto")) as seat:
        await choosing(seat, Play)
        await seat.press("i", "w")
        await seat.wait(lambda: seat.panel)
        go.set()
        await seat.wait(lambda: not thinker("advice").busy)
        await seat.settle()
        assert seat.panel
        assert seat.panel.panel_title == labels.OTHER_BOTS
        await seat.press("escape")
        await seat.wait(lambda: seat.panel and seat.panel.panel_title == labels.HINT)
        assert labels.LOOKING not in seat.text()


async def test_a_hint_that_comes_too_late_is_not_shown(go: Event) -> None:
    async with seated(begin("sjavs", cut="auto")) as seat:
        await choosing(seat, Play)
        await seat.press("i")
        assert labels.LOOKING in seat.text()
        await seat.go_on()
        go.set()
        await seat.wait(lambda: not thinker("advice").busy)
        await seat.settle()
        assert seat.panel is None or seat.panel.panel_title != labels.HINT


async def test_who_thinks_is_shown_and_the_screen_lives(gate: Event) -> None:
    at = shortly_before(begin("sjavs"), lambda match: match.state.to_act == 1 and bool(match.state.tricks), steps=0)
    async with seated_among_bots(at) as seat:
        await seat.wait(lambda: labels.thinks("Left") in seat.text())
        await seat.press("i")
        assert labels.NOT_YOUR_TURN in seat.text()
        await seat.press("tab")
        assert seat.panel is not None
        await seat.press("escape")
        assert seat.sitting.match.state.to_act == 1
        gate.set()
        await seat.settle()
        assert labels.thinks("Left") not in seat.text()
        assert labels.NOT_YOUR_TURN not in seat.text()


async def test_one_can_leave_while_a_bot_thinks(gate: Event) -> None:
    at = shortly_before(begin("sjavs"), lambda match: match.state.to_act == 1 and bool(match.state.tricks), steps=0)
    async with seated_among_bots(at) as seat:
        await seat.wait(lambda: labels.thinks("Left") in seat.text())
        await seat.press("q", "q")
        await seat.wait(lambda: seat.app.return_code is not None, seconds=2)
        assert not gate.is_set()


async def test_other_bots_for_another_match() -> None:
    at = shortly_before(begin("sjavs2"), lambda match: match.is_over, steps=1)
    async with seated(at) as seat:
        await seat.until_panel("match")
        first = seat.sitting.match
        await seat.press("enter")
        await seat.wait(lambda: seat.panel and ASKED in seat.text())
        seat.check()
        assert all(level in seat.text() for level in bots())
        await seat.press("1")
        await seat.wait(lambda: seat.sitting.match is not first)
        assert seat.sitting.manners.bots == bots()[0]


async def test_escape_does_not_leave_the_end_of_a_match() -> None:
    at = shortly_before(begin("sjavs2"), lambda match: match.is_over, steps=1)
    async with seated(at) as seat:
        result = await seat.until_panel("match")
        await seat.press("escape")
        await seat.pilot.pause()
        assert seat.panel is result
        assert seat.app.is_running


async def test_the_same_bots_for_another_match_are_a_key_away() -> None:
    for level, key in ((bots()[-1], "enter"), ("novice", "enter"), (bots()[0], "space")):
        at = shortly_before(begin("sjavs2"), lambda match: match.is_over, steps=1)
        at.change_bots(level)
        async with seated(at) as seat:
            await seat.until_panel("match")
            first = seat.sitting.match
            await seat.press("enter")
            await seat.wait(lambda: seat.panel and ASKED in seat.text())
            assert seat.panel is not None
            assert sum(level in choice.label for choice in seat.panel.offered) == 1
            assert len(seat.panel.offered) == len({*bots(), "novice", level}) + 1
            await seat.press(key)
            await seat.wait(lambda before=first: seat.sitting.match is not before)  # type: ignore[misc]
            assert seat.sitting.manners.bots == level


async def test_other_bots_in_the_midst_of_a_match() -> None:
    at = shortly_before(begin("sjavs"), lambda match: bool(match.state.tricks), steps=1)
    at.change_bots("club")
    async with seated(at, size=(80, 24)) as seat:
        await seat.settle()
        turn = seat.table.answer
        assert "w against club" in seat.text()
        await seat.press("w")
        await seat.wait(lambda: seat.panel and ASKED in seat.text())
        seat.check()
        await seat.press(str(bots().index("expert") + 1))
        await seat.wait(lambda: not seat.panel)
        assert "w against expert" in seat.text()
        assert seat.table.answer is turn
        assert storage.fetch(seat.sitting.path).manners.bots == "expert"
        await seat.click("#head", 78, 0)
        await seat.wait(lambda: seat.panel)
        await seat.press("escape")
        await seat.wait(lambda: not seat.panel)
        assert seat.sitting.manners.bots == "expert"


async def test_other_bots_while_they_are_at_work(gate: Event) -> None:
    """Who thinks goes on as before; the next one is another."""
    at = shortly_before(begin("sjavs"), lambda match: match.state.to_act == 1 and bool(match.state.tricks), steps=0)
    async with seated_among_bots(at) as seat:
        await seat.wait(lambda: labels.thinks("Left") in seat.text())
        await seat.press("w")
        await seat.wait(lambda: seat.panel and ASKED in seat.text())
        await seat.press(str(bots().index("club") + 1))
        await seat.wait(lambda: not seat.panel)
        assert "w against club" in seat.text()
        gate.set()
        await seat.until(Play)


async def test_a_trick_stays_on_the_table_when_bots_change() -> None:
    at = shortly_before(begin("sjavs"), lambda match: len(match.state.tricks) == 1, steps=1)
    at.hurry, at.manners = False, replace(at.manners, pause="key")
    async with seated(at) as seat:
        await seat.finish_trick()
        trick = seat.text().splitlines()[1:12]
        await seat.press("w")
        await seat.wait(lambda: seat.panel)
        await seat.press("1")
        await seat.wait(lambda: not seat.panel)
        assert seat.table.waiting
        assert [row[:50] for row in seat.text().splitlines()[1:12]] == [row[:50] for row in trick]
        await seat.press("i")
        assert labels.NOT_YOUR_TURN in seat.text()
        await seat.press("space")
        await seat.wait(lambda: seat.table.waiting is None)


async def test_back_to_the_result_from_the_choice_of_bots() -> None:
    at = shortly_before(begin("sjavs2"), lambda match: match.is_over, steps=1)
    async with seated(at) as seat:
        result = await seat.until_panel("match")
        await seat.press("enter")
        await seat.wait(lambda: seat.panel and ASKED in seat.text())
        await seat.press("escape")
        await seat.wait(lambda: seat.panel and seat.panel.panel_title == result.panel_title)
        assert seat.sitting.match.is_over


async def test_a_key_pressed_in_haste_after_that_for_other_bots_plays_no_card() -> None:
    at = shortly_before(begin("sjavs"), lambda match: match.state.to_act == 0 and bool(match.state.tricks), steps=0)
    async with seated(at) as seat:
        hand = seat.sitting.view().hand
        card = next(action for action in seat.asked if isinstance(action, Play))
        await seat.burst("w", *seat.keys_for(card))
        await seat.wait(lambda: seat.panel or seat.sitting.manners.bots != "novice")
        await seat.settle()
        assert seat.sitting.view().hand == hand


def test_a_program_is_not_named_by_its_command() -> None:
    assert labels.bots_told("program:python3 /somewhere/bot.py") == "a program"


async def test_what_a_program_lost_is_told_whoever_plays_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "MOMENT", 0.05)
    crashing = tmp_path / "bot.py"
    crashing.write_text("raise SystemExit(3)", encoding="utf-8")
    name = f"program:{sys.executable} {crashing}"
    at = begin("sjavs")
    at.change_bots(name)
    async with seated(at) as seat:
        await seat.until(Play)
        lost = at.forfeits()
        assert lost
        assert "novice" in seat.text()
        await seat.press("w")
        await seat.wait(lambda: seat.panel)
        assert "So far it was a program." in seat.text()
        await seat.press("1")
        await seat.wait(lambda: not seat.panel)
        assert at.manners.bots == bots()[0]
        assert "novice" not in seat.text()
        assert at.forfeits() == lost


def test_one_plays_against_the_club_unless_told_otherwise(
    shown: list[Sitting], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("play") == 0
    assert shown[-1].manners.bots == "club"
    for level in bots():
        assert run("play", "--bots", level) == 0
        assert shown[-1].manners.bots == level
    assert run("play", "--help") == 0
    printed = capsys.readouterr().out
    assert all(level in printed for level in bots())
