"""Programs that are closed after the test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from programs import Start


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Makes bots of programs, whose environment names the test's folder."""
    monkeypatch.setenv("TEST_FOLDER", str(tmp_path))
    with Start(tmp_path) as start:
        yield start
