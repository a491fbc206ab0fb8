"""Programs that are closed after the test, and experts that wait for a first world."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from programs import Start
from stova.bots import sampling, thinking


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Makes bots of programs, whose environment names the test's folder."""
    monkeypatch.setenv("TEST_FOLDER", str(tmp_path))
    with Start(tmp_path) as start:
        yield start


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first world is waited for, however much else the machine has to do."""
    for module in (sampling, thinking):
        monkeypatch.setattr(module, "LEAST", 60.0)
