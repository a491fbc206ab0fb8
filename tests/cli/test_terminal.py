"""The table in a real terminal: tmux, from the draw to the end of a rubber, and through a deal with the stock."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")

SECONDS = 50


class Terminal:
    """A detached tmux session of 80 by 24, with a server of its own."""

    def __init__(self, folder: Path) -> None:
        self.tmux = ["tmux", "-S", str(folder / "socket"), "-f", "/dev/null"]
        self.ends = time.monotonic() + SECONDS

    def __call__(self, *arguments: str) -> str:
        done = subprocess.run([*self.tmux, *arguments], capture_output=True, text=True, check=True, timeout=10)
        return done.stdout

    def screen(self) -> str:
        return self("capture-pane", "-p", "-t", "table")

    def wait(self, ready: Callable[[str], object]) -> str:
        while time.monotonic() < self.ends:
            screen = self.screen()
            if ready(screen):
                return screen
            time.sleep(0.05)
        raise AssertionError(f"it took too long:\n{self.screen()}\n{self.doing()}")

    def doing(self) -> str:
        """Where the program is, which it dies of telling."""
        shell = self("display-message", "-p", "-t", "table", "#{pane_pid}").strip()
        with contextlib.suppress(OSError):
            subprocess.run(["pkill", "-ABRT", "-P", shell], check=False)
        time.sleep(1)
        return self.screen()


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path)
    yield terminal
    subprocess.run([*terminal.tmux, "kill-server"], capture_output=True, check=False, timeout=10)


def test_a_rubber_in_a_real_terminal(terminal: Terminal, tmp_path: Path, data: Path) -> None:
    start(terminal, tmp_path, f"play sjavs --hurry --key {'07' * 32}")
    assert "drew the highest cards" in terminal.wait(lambda screen: "Go on" in screen)
    play_on(terminal, "win the match")
    screen = terminal.wait(lambda screen: "crosses" in screen)
    assert "win the rubber" in screen
    terminal("send-keys", "-t", "table", "q")
    assert "The record is in" in terminal.wait(lambda screen: "LEFT" in screen)
    (line,) = (data / "matches.jsonl").read_text().splitlines()
    assert json.loads(line)["result"]["over"] is True


def test_a_deal_with_a_trade_and_the_stock(terminal: Terminal, tmp_path: Path) -> None:
    """With this key the human leads to the first deal without a stikkar, and holds the trader of hearts."""
    start(terminal, tmp_path, f"play styrivolt --hurry --key {'0112' * 16}")
    terminal.wait(lambda screen: "Go on" in screen)
    terminal("send-keys", "-t", "table", "Enter")
    screen = terminal.wait(lambda screen: "Take the stock" in screen)
    assert all(shown in screen for shown in ("♥ hearts", "♦ diamonds", "♥Q", "♦2", "stock: 10 cards"))
    assert "[e] Trade ♥5 for ♥Q" in screen
    terminal("send-keys", "-t", "table", "e")
    screen = terminal.wait(lambda screen: "You trade ♥5 for ♥Q." in screen)
    assert "Trade ♥5" not in screen
    terminal("send-keys", "-t", "table", "k")
    screen = terminal.wait(lambda screen: "You take the stock" in screen)
    assert all(shown in screen for shown in ("[0]", "put down: 9 cards", "Taken by", "Put one card away"))
    terminal("send-keys", "-t", "table", "a", "1")
    screen = terminal.wait(lambda screen: "You put one card away." in screen)
    assert "[0]" not in screen
    play_on(terminal, "─ Deal 1 ─")
    assert "━━━━━━┃" in terminal.screen()


def test_one_leaves_at_once_while_a_program_thinks(terminal: Terminal, tmp_path: Path) -> None:
    """The program never answers; it is ended too."""
    mark = f"3600.{os.getpid()}"
    start(terminal, tmp_path, f"play sjavs --hurry --cut auto --key {'07' * 32} --bots 'program:sleep {mark}'")
    terminal.wait(lambda screen: "Go on" in screen)
    terminal("send-keys", "-t", "table", "Enter")
    terminal.wait(lambda screen: "Left thinks" in screen and (running("sleep", mark) or sys.platform != "linux"))
    begun = time.monotonic()
    terminal("send-keys", "-t", "table", "q")
    terminal.wait(lambda screen: "Leave the table?" in screen)
    terminal("send-keys", "-t", "table", "q")
    screen = terminal.wait(lambda screen: "LEFT" in screen)
    assert time.monotonic() - begun < 4
    assert "You did nothing" in screen
    assert "Traceback" not in screen
    assert not running("sleep", mark)


def test_a_table_that_is_ended_puts_the_terminal_in_order(terminal: Terminal, tmp_path: Path, data: Path) -> None:
    start(terminal, tmp_path, f"play sjavs --key {'07' * 32} --cut auto")
    terminal.wait(lambda screen: "Go on" in screen)
    terminal("send-keys", "-t", "table", "Enter")
    terminal.wait(lambda screen: "Deal 1" in screen and "Go on" not in screen)
    assert state(terminal) == ("1", "1")
    end(terminal, "TERM")
    screen = terminal.wait(lambda screen: "LEFT" in screen)
    assert "You did nothing" in screen
    assert "Traceback" not in screen
    assert state(terminal) == ("0", "0")


def state(terminal: Terminal) -> tuple[str, ...]:
    """Whether the terminal shows its other screen, and whether the mouse is heeded."""
    return tuple(terminal("display-message", "-p", "-t", "table", "#{alternate_on} #{mouse_any_flag}").split())


def end(terminal: Terminal, name: str) -> None:
    """Send the program a signal."""
    shell = terminal("display-message", "-p", "-t", "table", "#{pane_pid}").strip()
    subprocess.run(["pkill", f"-{name}", "-P", shell], check=True)


def test_what_cards_cost_after_a_deal(terminal: Terminal, tmp_path: Path) -> None:
    start(terminal, tmp_path, f"play klaverjas --hurry --key {'07' * 32}")
    play_on(terminal, "─ Deal 1 ─")
    terminal("send-keys", "-t", "table", "c")
    terminal.wait(lambda screen: "Seen with all hands open" in screen and "Deal 1: what each card cost" in screen)
    terminal("send-keys", "-t", "table", "Escape")
    terminal.wait(lambda screen: "─ Deal 1 ─" in screen)


def running(*command: str) -> bool:
    """Whether such a process runs, where the system shows it in `/proc`."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if path.read_bytes().split(b"\0")[:-1] == [part.encode() for part in command]:
                return True
    return False


def start(terminal: Terminal, folder: Path, arguments: str) -> None:
    """Run the command in the terminal."""
    command = f"{sys.executable} -X faulthandler -c 'from stova.cli import main; main()' {arguments}"
    environment = {
        "XDG_DATA_HOME": str(folder),
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    settings = [part for name, value in environment.items() for part in ("-e", f"{name}={value}")]
    terminal("new-session", "-d", "-s", "table", "-x", "80", "-y", "24", *settings, command + "; echo LEFT; sleep 60")


def play_on(terminal: Terminal, until: str) -> None:
    """Do whatever the screen offers until it shows what is waited for."""
    while until not in (screen := terminal.wait(keys_for)):
        terminal("send-keys", "-t", "table", *keys_for(screen))
        terminal.wait(lambda now, before=screen: now != before)  # type: ignore[misc]


def keys_for(screen: str) -> list[str]:
    """The key of a panel, of a card that may be played, or of a button; none while others play."""
    if "╭─" in screen:
        return ["Enter"]
    if "▸ You" not in screen:
        return []
    cards, buttons = re.findall(r"\[(\d)\]", screen), re.findall(r"\[(\w)\] \w", screen)
    return cards[:1] or (["Enter"] if "▸ [" in screen else buttons[:1])
