"""How a measurement is ended: by Ctrl-C, SIGTERM or a closed terminal, at any time, and nothing is left behind."""

import csv
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from cli.running import run
from living import living

WAYS = {"terminate all": signal.SIGTERM, "closed": signal.SIGHUP}
EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.fixture(autouse=True)
def hears_of_a_closed_terminal() -> Iterator[None]:
    """Where the tests run under `nohup`, what they begin would ignore it, as it should."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


def ask_to_end(begun: "subprocess.Popen[Any]", way: str) -> None:
    """Ctrl-C goes to all processes of a measurement, and may be pressed twice; SIGTERM goes to the first, or to all.

    That a terminal was closed goes to all.
    """
    if way == "terminate":
        begun.terminate()
        return
    for again in range(2 if way == "twice" else 1):
        time.sleep(0.1 * again)
        with suppress(ProcessLookupError):
            os.killpg(begun.pid, WAYS.get(way, signal.SIGINT))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("way", ["key", "terminate", "terminate all", "closed"])
def test_ctrl_c_keeps_what_was_played(way: str, tmp_path: Path) -> None:
    """A program there ignores the end of its input."""
    hangs = tmp_path / "hangs.py"
    silent = '"choose" and not json.loads(line)["view"]["tricks"]:'
    hangs.write_text(EXAMPLE.read_text().replace('"choose":', silent) + "    __import__('time').sleep(60)\n")
    table = tmp_path / "deals.csv"
    code = "from stova.cli import main; main()"
    bots = ["novice", f"program:{sys.executable} {hangs}"]
    arena = ["arena", "--game", "klaverjas", "--deals", "100000", "--jobs", "2", "--seconds", "0.5"]
    command = [sys.executable, "-c", code, *arena, "--csv", str(table), *bots]
    environment = os.environ | {"TEST_FOLDER": str(tmp_path)}
    pipe = subprocess.PIPE
    begun = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True, env=environment)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (table.exists() and len(table.read_text().splitlines()) > 2):
        time.sleep(0.05)
    ask_to_end(begun, way)
    printed, complained = begun.communicate(timeout=60)
    assert begun.returncode == 130
    assert complained == ""
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert len(rows) % 2 == 0
    assert f"{len(rows) // 2} deal" in printed
    assert printed.endswith(f"Ended early, after {len(rows) // 2:,} of 100,000 deals.\n")
    assert "did not answer within 0.5 + 0.1 s when asked to play a card" in printed
    # What the system ends on its own account, once nobody is left to serve, may take a moment.
    deadline = time.monotonic() + 10
    while living(str(tmp_path)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert living(str(tmp_path)) == []


def test_no_deal_is_told_that_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Though Ctrl-C comes just as one is written down."""
    written = list[bytes]()

    class Interrupted(FileIO):
        def write(self, lines: Any) -> int:
            written.append(bytes(lines))
            if len(written) == 1:
                return super().write(lines)
            super().write(bytes(lines)[:9])
            raise KeyboardInterrupt

    table = tmp_path / "deals.csv"
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", lambda path, mode, buffering: Interrupted(path, mode))
        assert run("arena", "--deals", "5", "--jobs", "1", "--csv", str(table), "random", "random") == 130
    assert capsys.readouterr().out.endswith("Ended early, after 1 of 5 deals.\n")
    assert table.read_bytes() == written[0]


def test_a_csv_that_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    """Once a pipe is full, writing to it would take as long as its reader does nothing."""
    fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")

    def waiting() -> int:
        """How many bytes lie in the pipe, to be read."""
        return int.from_bytes(fcntl.ioctl(reader, termios.FIONREAD, bytes(4)), sys.byteorder)

    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    command = [sys.executable, "-m", "stova", "arena", "--deals", "1000000", "--jobs", "1", "--csv", str(pipe)]
    begun = subprocess.Popen([*command, "random", "random"], start_new_session=True, stdout=subprocess.PIPE, text=True)
    try:
        deadline = time.monotonic() + 60
        before = 0
        while (now := waiting()) > before or not now:
            assert time.monotonic() < deadline
            before = now
            time.sleep(0.5)
        os.killpg(begun.pid, signal.SIGINT)
        printed, _ = begun.communicate(timeout=60)
    finally:
        begun.kill()
        os.close(reader)
    assert begun.returncode == 130
    assert "Ended early" in printed


@pytest.mark.one_in(4)
@pytest.mark.skipif(not Path("/proc").exists(), reason="only Linux shows what processes began")
@pytest.mark.parametrize("way", ["key", "twice", "terminate", "terminate all", "closed"])
@pytest.mark.parametrize("measure", [["arena", "--jobs", "2"], ["arena", "--jobs", "1"], ["bot"]])
def test_a_silent_program_is_ended_with_what_asks_it(measure: list[str], way: str, tmp_path: Path) -> None:
    """However long it may think, and though it never notices that its input has ended."""
    silent = tmp_path / "silent.py"
    asked = "open('asked', 'w').close()"
    silent.write_text(f"import time\nprint('{{\"protocol\": 1}}', flush=True)\n{asked}\ntime.sleep(300)")
    bots = [f"program:{sys.executable} {silent}", *["novice"] * (measure[0] == "arena")]
    command = [sys.executable, "-m", "stova", *measure, "--game", "klaverjas", "--seconds", "3000", *bots]
    environment = os.environ | {"TEST_FOLDER": str(tmp_path)}
    begun = subprocess.Popen(command, start_new_session=True, env=environment, cwd=tmp_path, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not (tmp_path / "asked").exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    ask_to_end(begun, way)
    assert begun.wait(timeout=60) == 130
    deadline = time.monotonic() + 10
    while living(str(tmp_path)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert living(str(tmp_path)) == []


def hears(process: str) -> bool:
    """Whether Python has got so far in a process that plays deals that it would raise KeyboardInterrupt."""
    at = Path("/proc", process)
    (caught,) = re.findall(r"^SigCgt:\s*(\w+)$", (at / "status").read_text(), flags=re.MULTILINE)
    return b"spawn_main" in (at / "cmdline").read_bytes() and bool(int(caught, 16) >> signal.SIGINT - 1 & 1)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux shows what processes began")
def test_ctrl_c_while_processes_start() -> None:
    command = [sys.executable, "-m", "stova", "arena", "--jobs", "2", "--deals", "1000000", "novice", "random"]
    pipe = subprocess.PIPE
    begun = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    children = Path(f"/proc/{begun.pid}/task/{begun.pid}/children")
    deadline = time.monotonic() + 60
    while not any(map(hears, children.read_text().split())):
        assert time.monotonic() < deadline
        time.sleep(0.001)
    os.killpg(begun.pid, signal.SIGINT)
    assert begun.communicate(timeout=60) == ("", "No deal was finished.\n")
    assert begun.returncode == 130
