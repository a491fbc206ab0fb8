"""Outside programs at the table: what they lose, what is told of it, and that they end."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cli.at_table import Seat, begin, seated
from living import living
from programs import learned, learner
from stova.bots.forfeits import Forfeit
from stova.cli import sitting, terminal
from stova.cli.sitting import HUMAN
from stova.cli.storage import Manners
from stova.cli.table import flow
from stova.cli.table.app import TableApp
from stova.cli.words import labels
from stova.engine.actions import Cut, Play

PROGRAM = f"program:{sys.executable} {Path(__file__).parents[2] / 'examples' / 'bot.py'}"
GOES_WRONG = """#!/usr/bin/env python3
import json, sys
seat = json.loads(sys.stdin.readline())["seat"]
print('{"protocol": 1}', flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if seat == 3:
        HERE
    print(json.dumps({"id": asked["id"], "action": asked["view"]["legal"][0]}), flush=True)
"""
LEAVES = 'print("I have had enough of this evening, of these cards, and of all who sit here", flush=True)'


@asynccontextmanager
async def forfeited(path: Path, code: str) -> AsyncIterator[Seat]:
    """A table at which a program has just lost the seat at the right, where it does this instead of playing well."""
    path.write_text(GOES_WRONG.replace("HERE", code))
    path.chmod(0o755)
    at = begin("klaverjas")
    at.manners = Manners(bots=str(path))
    async with seated(at) as seat:
        while not (seat.table.prompt.refusal or at.match.past):
            await seat.go_on()
        assert seat.table.waiting
        assert [forfeit.seat for forfeit in at.forfeits()] == [3]
        yield seat
    sitting.dismiss(at.manners.bots)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("code", "said", "hidden"),
    [
        ('asked["view"]["legal"] = ["go on"]', "answered …, which isn't legal.", "'go on'"),
        ('print(asked["view"]["hand"], flush=True)', "wrote …, which is no answer to choose", "['"),
        ('raise KeyError(asked["view"]["hand"])', "ended with status 1 (…).", "KeyError"),
        ('asked["id"] = 8765432', "answered question … before it was asked.", "8765432"),
        ('asked["id"] = {"8S": 1}', "wrote …, which is no answer to choose (…).", "8S"),
    ],
)
async def test_a_forfeit_at_the_table_tells_nothing_of_the_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, said: str, hidden: str
) -> None:
    # However slow the machine is, what is said stays.
    monkeypatch.setattr(flow, "MOMENT", 60)
    async with forfeited(tmp_path / "blunders.py", code) as seat:
        shown = " ".join(seat.text().split())
        assert f"A novice plays on for Right: the program {said}" in shown
        (forfeit,) = seat.sitting.forfeits()
        assert hidden in str(forfeit)
        assert hidden not in shown + forfeit.told("Right")
        assert not forfeit.legal or forfeit.legal not in shown
        await seat.press("w")
        await seat.wait(lambda: seat.panel)
        await seat.press("escape")
        await seat.wait(lambda: not seat.panel)
        await seat.press("i", "l", "p", "m")
        assert said in " ".join(seat.text().split()), "other keys don't wipe it out"
        assert seat.table.waiting


async def test_a_program_that_is_left_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_FOLDER", str(tmp_path))
    at = begin("sjavs")
    at.manners = Manners(bots=PROGRAM)
    async with seated(at) as seat:
        await seat.until(Play)
        assert living(str(tmp_path))
        await seat.press("w")
        await seat.wait(lambda: seat.panel)
        await seat.press("1")
        await seat.wait(lambda: not living(str(tmp_path)))
        assert at.forfeits() == ()


def test_a_program_hears_how_a_deal_at_the_table_ended(tmp_path: Path) -> None:
    at = begin("klaverjas")
    at.manners = Manners(bots=learner(tmp_path))
    while not at.match.state.is_over:
        at.act(sitting.think(at.match, "novice" if at.match.state.to_act == HUMAN else at.manners.bots))
    sitting.dismiss(at.manners.bots)
    assert sorted(told["seat"] for told in learned(tmp_path)) == [1, 2, 3]
    assert all(told["result"]["score"] == list(at.match.state.result.score) for told in learned(tmp_path))


async def test_a_program_has_its_seats_again_in_another_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "MOMENT", 0.05)
    crashes = tmp_path / "crashes.py"
    crashes.write_text("raise SystemExit(3)")
    at = begin("sjavs")
    at.change_bots(f"program:{sys.executable} {crashes}")
    async with seated(at) as seat:
        await seat.until(Play)
        lost = at.forfeits()
        assert sitting.lost(at.manners.bots) == {forfeit.seat for forfeit in lost}
        assert lost
        at.again()
        assert not sitting.lost(at.manners.bots)
        assert at.forfeits() == lost


async def test_a_forfeit_is_told_at_the_table_when_it_happens(tmp_path: Path) -> None:
    async with forfeited(tmp_path / "leaves.py", LEAVES) as seat:
        shown = " ".join(seat.text().split())
        assert "A novice plays on for Right: the program wrote …, which is no answer to choose" in shown
        seat.check()
        await seat.press("enter")
        await seat.settle()
        assert not seat.table.prompt.refusal
        assert seat.text().count(labels.STAND_IN_TAG) == 1
        right = next(row for row in seat.text().splitlines() if "Right" in row[:52])
        below = seat.text().splitlines()[seat.text().splitlines().index(right) + 1 :]
        assert any(row[right.index("Right") :].startswith(labels.STAND_IN_TAG) for row in below[:3])


def test_a_forfeit_is_told_by_name_when_the_table_is_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    at = begin("klaverjas")
    forfeit = Forfeit(program="./p", seat=3, fault="slow", why="slept", decision=2, asked="bid")
    monkeypatch.setattr(TableApp, "run", lambda app: None)
    monkeypatch.setattr(sitting, "forfeited", lambda level: (forfeit,))
    terminal.show(at, look="dark", ascii_only=False)
    said = "Right (./p) slept when asked to bid, its decision 2; a novice played on.\n"
    assert capsys.readouterr().err == said


def test_a_program_at_the_table(tmp_path: Path) -> None:
    """The same process all through the match, and its forfeits told."""
    at = begin("klaverjas")
    match = at.match
    while not match.state.is_over:
        match = match.apply(sitting.think(match, PROGRAM))
    player = sitting.player(PROGRAM)
    assert sitting.player(PROGRAM) is player
    assert sitting.forfeited(PROGRAM) == ()
    assert sitting.forfeited("novice") == ()
    ends = tmp_path / "ends.py"
    ends.write_text("")
    lost = f"program:{sys.executable} {ends}"
    sitting.think(begin("klaverjas").match, lost)
    (forfeit,) = sitting.forfeited(lost)
    assert "ended at `hello`, and so doesn't play klaverjas; a novice plays on." in str(forfeit)
    sitting.player.cache_clear()


async def test_no_program_cuts_for_the_human(tmp_path: Path) -> None:
    """It would sit down on the human's seat, and could lose it."""
    path = tmp_path / "bot.py"
    path.write_text(GOES_WRONG.replace("seat == 3", "seat == 0").replace("HERE", LEAVES))
    path.chmod(0o755)
    at = begin("klorsjavs")
    at.manners = Manners(bots=str(path), cut="auto")
    async with seated(at) as seat:
        while not any(isinstance(action, Cut) for by, action in at.match.state.history if by == HUMAN):
            await seat.go_on()
        assert not at.forfeits()
    sitting.dismiss(at.manners.bots)
