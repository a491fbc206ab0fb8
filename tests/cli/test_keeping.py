"""What is said of a match that can't be kept: the truth, at the table and after it."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

import stova
from cli.at_table import KEY, begin, seated, shortly_before
from stova import records
from stova.cli import sitting, storage, terminal
from stova.cli.lock import Lock, PlayedElsewhereError
from stova.cli.sitting import Sitting
from stova.cli.storage import Manners, StorageError
from stova.cli.table.app import TableApp
from stova.cli.words import labels
from stova.engine.actions import Cut, Declare, Fold, Knock, Pass, Play
from stova.errors import StovaError


def spoil(data: Path) -> None:
    """Put a plain file where unfinished matches are kept."""
    for path in (data / "unfinished").iterdir():
        path.unlink()
    (data / "unfinished").rmdir()
    (data / "unfinished").touch()


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_sitting_remembers_its_trouble_until_the_match_is_written(data: Path) -> None:
    at = begin("sjavs")
    spoil(data)
    at.keep()
    assert at.trouble is not None
    (data / "unfinished").unlink()
    at.keep()
    assert at.trouble is None


async def test_leaving_a_match_that_is_not_kept_says_so(data: Path) -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Play)
        spoil(data)
        await seat.press("q")
        assert "is not kept" in flat(seat.text())
        assert "goes on with it" not in flat(seat.text())
        await seat.press("q")
        await seat.wait(lambda: seat.app.return_code is not None)
        assert seat.sitting.trouble is not None


async def test_a_match_that_is_no_longer_kept_says_so_at_the_table(data: Path) -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Play)
        spoil(data)
        await seat.go_on()
        assert labels.NOT_KEPT_SHORT in seat.text()


def test_a_match_that_can_be_kept_nowhere_begins_all_the_same(data: Path) -> None:
    """Neither it nor its lock can be written where a file is in the folder's place."""
    data.touch()
    with Lock() as lock:
        at = sitting.begin(stova.game("sjavs"), KEY, Manners(), hurry=True, lock=lock)
        assert at.trouble is not None
        assert lock.path is None
    data.unlink()
    at.keep()
    assert at.trouble is None


def test_a_match_begins_without_a_place_for_locks(data: Path) -> None:
    data.mkdir()
    (data / "locks").touch()
    with Lock() as lock:
        at = sitting.begin(stova.game("sjavs"), KEY, Manners(), hurry=True, lock=lock)
    assert at.trouble is None
    assert storage.fetch(at.path).match == at.match


def test_a_match_that_begins_is_not_one_another_plays(monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    place = data / "unfinished" / "same.jsonl"
    monkeypatch.setattr(storage, "new_place", lambda _: place)
    with Lock() as other, Lock() as lock:
        theirs = sitting.begin(stova.game("klaverjas"), KEY, Manners(), hurry=True, dealer=0, lock=other)
        before = theirs.path.read_bytes()
        with pytest.raises(PlayedElsewhereError):
            sitting.begin(stova.game("sjavs"), KEY, Manners(), hurry=True, lock=lock)
        assert theirs.path.read_bytes() == before


async def test_a_match_that_can_be_kept_nowhere_says_so_at_once(data: Path) -> None:
    data.touch()
    async with seated(begin("sjavs")) as seat:
        await seat.press("enter")
        assert labels.NOT_KEPT_SHORT in seat.text()


async def test_a_finished_match_without_a_record_says_so(data: Path) -> None:
    at = shortly_before(begin("sjavs2"), lambda match: match.is_over, steps=3)
    (data / "matches.jsonl").mkdir()
    async with seated(at, size=(120, 40)) as seat:
        await seat.until_panel("match")
        assert "is not kept" in flat(seat.text())
        assert "[q] Leave" in seat.text()
        await seat.press("q")
        await seat.wait(lambda: seat.app.return_code is not None)
        assert seat.sitting.trouble is not None


async def test_a_record_written_in_the_end_ends_the_trouble(data: Path) -> None:
    at = shortly_before(begin("sjavs2"), lambda match: match.is_over, steps=0)
    spoil(data)
    at.troubles[at.path] = StorageError("no room")
    at.keep()
    assert at.trouble is None


async def test_a_match_is_recorded_while_its_last_trick_lies_there(data: Path) -> None:
    at = shortly_before(begin("sjavs2"), lambda match: match.is_over, steps=1)
    at.hurry, at.manners = False, replace(at.manners, pause="key")
    async with seated(at) as seat:
        await seat.finish_trick()
        assert seat.table.board.finished
        assert (data / "matches.jsonl").read_text().splitlines() == [records.dump(at.match)]
        assert not at.path.exists()
        await seat.press("q")
        assert labels.LEAVE_OVER in flat(seat.text())


async def test_leaving_a_match_that_is_over_promises_no_going_on(data: Path) -> None:
    at = shortly_before(begin("sjavs2"), lambda match: match.is_over, steps=3)
    async with seated(at) as seat:
        await seat.until_panel("match")
        await seat.press("ctrl+q")
        assert labels.LEAVE_OVER in flat(seat.text())
        assert "resume" not in seat.text()


def left(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """Show a table that is left at once."""

    def leave(app: TableApp) -> None:
        app.sitting.keep()

    monkeypatch.setattr(TableApp, "run", leave)
    terminal.show(sitting, look="dark", ascii_only=False)


@pytest.mark.parametrize("seed", range(8))
def test_leaving_what_was_only_looked_at_keeps_nothing(
    seed: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What others do, and a cut, is nothing yet."""
    at = sitting.begin(stova.game("sjavs"), bytes([seed]) * 32, Manners(), hurry=True)
    legal = at.match.state.legal_actions()
    while at.match.state.to_act != 0 or isinstance(legal[0], Cut | Knock):
        at.act(legal[0])
        legal = at.match.state.legal_actions()
        assert at.untouched
    at.keep()
    assert at.path.exists()
    left(at, monkeypatch)
    assert capsys.readouterr().out.strip() == labels.UNTOUCHED
    assert not at.path.exists()
    at.act(legal[0])
    assert not at.untouched
    left(at, monkeypatch)
    assert capsys.readouterr().out.strip() == labels.KEPT
    assert at.path.exists()


def test_a_deal_that_was_scored_is_kept_though_one_did_nothing() -> None:
    at = sitting.begin(stova.game("klorsjavs4", fold_until="own_card"), bytes(32), Manners(), hurry=True, dealer=0)
    while not isinstance(at.match.state.legal_actions()[0], Declare | Pass):
        at.act(at.match.state.legal_actions()[0])
    at.act(Declare())
    while not at.match.state.is_over:
        legal = at.match.state.legal_actions()
        assert at.untouched
        at.act(Fold() if Fold() in legal else legal[0])
    assert not at.untouched


async def test_who_did_nothing_yet_is_promised_nothing() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.press("ctrl+q")
        assert labels.LEAVE_UNTOUCHED in flat(seat.text())


def test_the_last_line_is_true(data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    at = begin("sjavs")
    at = shortly_before(at, lambda match: bool(match.state.tricks), steps=0)
    left(at, monkeypatch)
    assert capsys.readouterr().out.strip() == labels.KEPT
    assert at.path.exists()
    spoil(data)
    with pytest.raises(StorageError, match=r"is not kept as it stands: .*unfinished"):
        left(at, monkeypatch)
    assert capsys.readouterr().out == ""


def test_another_match_is_locked_and_the_one_before_let_go() -> None:
    with Lock() as lock, Lock() as other:
        at = sitting.begin(stova.game("sjavs"), KEY, Manners(), hurry=True, lock=lock)
        before = at.path
        at.again()
        assert at.path != before
        other.take(before)
        with pytest.raises(PlayedElsewhereError):
            other.take(at.path)


def test_a_table_that_broke_off_says_that_its_match_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableApp, "run", lambda app: None)
    monkeypatch.setattr(TableApp, "return_code", 1)
    with pytest.raises(StovaError, match=re.escape(labels.BROKE_OFF)):
        terminal.show(begin("sjavs"), look="dark", ascii_only=False)
