"""Whatever is sent over HTTP: no fault, and only such answers as are described."""

import pytest

from server.edges.calls import fuzz_calls
from server.edges.live import Room

EXAMPLES = {"sqlite": 20, "postgresql": 5}


def test_calls(live: Room, kind: str) -> None:
    assert fuzz_calls(live, examples=EXAMPLES[kind]) >= 10


def test_a_planted_fault_is_found(live: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A control: a call that fails for some names."""

    def broken(name: str) -> str:
        raise RuntimeError(name)

    monkeypatch.setattr("stova.server.routes.people.named", broken)
    with pytest.raises(BaseExceptionGroup, match="Server error"):
        fuzz_calls(live, examples=20)
