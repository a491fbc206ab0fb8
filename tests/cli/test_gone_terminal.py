"""A table whose terminal goes away while it draws: the match is kept, and the program ends."""

import os
import select
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from cli.at_table import begin, shortly_before
from stova.cli.table.outliving import Lossy

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")


@pytest.mark.parametrize("still", [False, True])
def test_the_program_ends(data: Path, *, still: bool) -> None:
    """No signal tells it: the terminal isn't the one its processes belong to. Nor does it draw, where all is still."""
    shortly_before(begin("sjavs"), lambda match: bool(match.state.tricks), steps=0).keep()
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from stova.cli import main; main()", "resume", "--hurry"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm-256color"}
    table = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    shown = b""
    while b"last trick" not in shown:
        shown += os.read(ours, 65536)
    if not still:
        os.write(ours, b"\r")
    while still and select.select([ours], [], [], 2)[0]:
        os.read(ours, 65536)
    os.close(ours)
    try:
        table.wait(timeout=20)
    finally:
        table.kill()
        table.wait()
    assert len(list(data.rglob("*.json*"))) == 1


def test_what_can_not_be_written_is_lost_and_told_once() -> None:
    class Gone(StringIO):
        def write(self, _: str) -> int:
            raise OSError

    told: list[str] = []
    file = Lossy(Gone(), lambda: told.append("lost"))
    file.write("a")
    file.write("b")
    file.flush()
    assert told == ["lost"]
