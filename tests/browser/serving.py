"""A card room of its own, kept by another process, and a browser to come to it with."""

import contextlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""Without the browser's own windows, if there is that: a visit then takes less than half the time."""
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
)
"""Chromium asks nobody for anything but the card room."""
CROWD = 2000
"""How many people may come from one address: all visitors do, and on a quick machine they open many tables a minute."""


@contextlib.contextmanager
def card_room(folder: Path) -> Iterator[str]:
    """A card room that keeps its tables in a folder and whose bots don't pause at a quick pace.

    Its address, without a slash at the end.
    """
    command = [
        sys.executable,
        "-u",
        str(Path(__file__).with_name("hurried.py")),
        "serve",
        "--port",
        "0",
        "--per-address",
        str(CROWD),
        "--database",
        f"sqlite:///{folder}/room.sqlite",
    ]
    with (
        open(folder / "complaints", "w+", encoding="utf-8") as complaints,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, text=True) as server,
    ):
        try:
            assert server.stdout is not None
            yield _address(server.stdout.readline(), folder)
        finally:
            server.terminate()


def _address(line: str, folder: Path) -> str:
    found = re.search(r"http://\S+(?=/)", line)
    assert found, f"the card room didn't start: {(folder / 'complaints').read_text(encoding='utf-8')}"
    return found[0]


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()
