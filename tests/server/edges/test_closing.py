"""The room closes within five seconds: everybody is told to come again, and what was acknowledged is kept."""

import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.edges.live import Room, room

WITHIN = 5.0
"""Seconds."""


@contextmanager
def served(folder: Path) -> Iterator[tuple[Room, "subprocess.Popen[str]"]]:
    """`stova serve` as a process."""
    command = ["serve", "--port", "0", "--database", f"sqlite:///{folder}/room.sqlite"]
    process = subprocess.Popen(
        [sys.executable, "-m", "stova", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"localhost:(\d+)", said)
        assert found is not None, process.communicate()
        yield Room(int(found.group(1))), process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("word", [signal.SIGTERM, signal.SIGINT])
def test_everybody_is_told(tmp_path: Path, word: signal.Signals) -> None:
    with served(tmp_path) as (here, process), here.person() as owner, here.person() as guest:
        table = here.table(owner)
        with here.come(owner, table) as first, here.come(guest, table) as second, here.socket() as silent:
            assert first.do("sit", seat=0, name="Sanna") is None
            assert first.do("begin") is None
            began = time.monotonic()
            process.send_signal(word)
            for at_table in (first, second, silent):
                ended = at_table.ended()
                assert ended["refused"]["code"] == "closing"
                assert 0 < ended["again"] < 10
            process.wait(WITHIN)
            assert time.monotonic() - began < WITHIN
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


def test_what_was_acknowledged_is_there_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stova.server.keeper.TALK", 20)
    with room(tmp_path) as here, here.person() as owner:
        table = here.table(owner)
        with here.come(owner, table) as at_table:
            assert at_table.do("sit", seat=2, name="Sanna") is None
            for number in range(20):
                assert at_table.do("say", text=f"word {number}") is None
        cookie = owner.cookies["stova"]
    with room(tmp_path) as again, again.socket(cookie, Origin=again.address) as at_table:
        at_table.hello(table)
        assert at_table.scene["you"] == 2
        assert at_table.scene["talk"][-1]["text"] == "word 19"
    with sqlite3.connect(tmp_path / "room.sqlite") as database:
        ((events,),) = database.execute("SELECT COUNT(*) FROM journal")
    database.close()
    assert events == 22


def test_the_room_closes_while_bots_play(tmp_path: Path) -> None:
    with room(tmp_path) as here:
        with here.person() as owner, here.come(owner, here.table(owner)) as at_table:
            assert at_table.do("sit", seat=0, name="Sanna") is None
            assert at_table.do("begin") is None
        began = time.monotonic()
    assert time.monotonic() - began < WITHIN
