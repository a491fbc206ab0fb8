"""The table in a real terminal: tmux, from the draw to the end of a rubber."""

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
        raise AssertionError(f"it took too long:\n{self.screen()}")


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path)
    yield terminal
    subprocess.run([*terminal.tmux, "kill-server"], capture_output=True, check=False, timeout=10)


def test_a_rubber_in_a_real_terminal(terminal: Terminal, tmp_path: Path, data: Path) -> None:
    command = f"{sys.executable} -c 'from stova.cli import main; main()' play sjavs --hurry --key {'07' * 32}"
    environment = {
        "XDG_DATA_HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    settings = [part for name, value in environment.items() for part in ("-e", f"{name}={value}")]
    terminal("new-session", "-d", "-s", "table", "-x", "80", "-y", "24", *settings, command + "; echo LEFT; sleep 60")
    assert "drew the highest cards" in terminal.wait(lambda screen: "Go on" in screen)
    play_on(terminal)
    screen = terminal.wait(lambda screen: "crosses" in screen)
    assert "win the rubber" in screen
    terminal("send-keys", "-t", "table", "x")
    assert "The record is in" in terminal.wait(lambda screen: "LEFT" in screen)
    (line,) = (data / "matches.jsonl").read_text().splitlines()
    assert json.loads(line)["result"]["over"] is True


def play_on(terminal: Terminal) -> None:
    """Do whatever the screen offers until the match is over."""
    while "win the match" not in (screen := terminal.wait(keys_for)):
        terminal("send-keys", "-t", "table", *keys_for(screen))
        terminal.wait(lambda now, before=screen: now != before)  # type: ignore[misc]


def keys_for(screen: str) -> list[str]:
    """The key of a panel, of a card that may be played, or of a button; none while others play."""
    if "╭─" in screen:
        return ["Enter"]
    if "▸ You" not in screen:
        return []
    return re.findall(r"\[(\d)\]", screen)[:1] or ["Enter"]
