"""Killed at any write the card room loses nothing that was answered and does nothing twice."""

import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = [sys.executable, str(Path(__file__).with_name("crashes.py"))]


def crashes(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The test in a process of its own, which has no threads when it forks."""
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize(("points", "database"), [("200", "sqlite"), ("40", "postgresql")])
def test_kill_at_many_writes(points: str, database: str) -> None:
    done = crashes("--points", points, "--database", database)
    assert done.returncode == 0, done.stderr
    assert f"Killed {points} times" in done.stdout


@pytest.mark.parametrize("fault", ["early", "forgetful"])
def test_a_room_that_loses_or_doubles_would_be_found(fault: str) -> None:
    done = crashes("--points", "60", "--fault", fault)
    assert done.returncode == 1
    assert done.stderr.startswith("Lost: "), done.stderr
