"""A table whose terminal goes away while it draws: the match is kept, and the program ends."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from cli.at_table import begin, shortly_before
from stova.cli.table.outliving import Lossy

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")


class Running:
    """A table in a terminal of its own, which its processes don't belong to; its end of the terminal is `ours`."""

    def __init__(self) -> None:
        shortly_before(begin("sjavs"), lambda match: bool(match.state.tricks), steps=0).keep()
        self.ours, theirs = pty.openpty()
        command = [sys.executable, "-c", "from stova.cli import main; main()", "resume", "--hurry"]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm-256color"}
        self.table = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
        os.close(theirs)
        shown = b""
        while b"last trick" not in shown:
            shown += os.read(self.ours, 65536)

    def settle(self, seconds: float = 1.0) -> None:
        """Read what is drawn, until all is still for so long."""
        while select.select([self.ours], [], [], seconds)[0]:
            os.read(self.ours, 65536)


@pytest.fixture
def running(data: Path) -> Iterator[Running]:
    found = Running()
    yield found
    found.table.kill()
    found.table.wait()


@pytest.mark.parametrize("still", [False, True])
def test_the_program_ends(running: Running, data: Path, *, still: bool) -> None:
    """No signal tells it: the terminal isn't the one its processes belong to. Nor does it draw, where all is still."""
    if still:
        running.settle()
    else:
        os.write(running.ours, b"\r")
    os.close(running.ours)
    running.table.wait(timeout=20)
    assert len(list(data.rglob("*.json*"))) == 1


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux shows a program's threads")
def test_to_go_on_without_having_stopped_begins_nothing_anew(running: Running) -> None:
    """A terminal that is closed sends SIGCONT; who reads keys a second time outlives the table."""
    running.settle()
    threads = Path(f"/proc/{running.table.pid}/task")
    before = len(list(threads.iterdir()))
    running.table.send_signal(signal.SIGCONT)
    running.settle()
    assert len(list(threads.iterdir())) == before
    os.close(running.ours)
    running.table.wait(timeout=20)


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
