"""No hidden card in any frame: what a client is sent is the same in worlds it can't tell apart."""

from typing import Any

import pytest

from server.leaks import check
from stova.engine.plain import plain
from stova.server import deciding
from stova.server.journal import Journal
from stova.server.messages import Act
from stova.server.scene import PARTS
from stova.server.seen import Part, Seen
from stova.server.table import Table


@pytest.mark.parametrize("first", range(0, 1000, 125))
def test_a_client_is_sent_the_same_in_worlds_it_cannot_tell_apart(first: int) -> None:
    """A thousand deals, in parts that can run side by side."""
    found = check(range(first, first + 125))
    assert found.leaks == []
    assert found.pairs > 125
    assert found.frames > 3_000


def test_nor_while_a_journal_is_kept(journal: Journal) -> None:
    found = check(range(25), journal)
    assert found.leaks == []
    assert found.frames > 1000


def found() -> bool:
    """Whether a leak is found within so many deals."""
    return any(check(range(first, first + 10)).leaks for first in range(0, 300, 10))


def _the_next_hand(look: Seen) -> Any:
    match = look.table.match
    return match and match.state.hands[((look.you or 0) + 1) % look.table.game.seats :][:1]


def _what_is_put_by(look: Seen) -> Any:
    match = look.table.match
    return match and plain((match.state.talon, match.state.discards))


def _what_others_may_do(look: Seen) -> Any:
    match = look.table.match
    return match and len(match.state.legal_actions())


def _how_all_was_done(look: Seen) -> Any:
    match = look.table.match
    return match and tuple(str(action) for _, action in match.state.history)


@pytest.mark.parametrize("leak", [_the_next_hand, _what_is_put_by, _what_others_may_do, _how_all_was_done])
def test_a_leak_in_a_scene_would_be_found(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PARTS, "asking", Part(lambda _: None, leak))
    assert found()


def test_a_leak_in_the_length_of_a_frame_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def padding(look: Seen) -> str:
        match = look.table.match
        return "" if match is None else "x" * max(hand % 7 for hand in match.state.hands or (0,))

    monkeypatch.setitem(PARTS, "asking", Part(lambda _: None, padding))
    assert found()


def test_a_leak_in_a_refusal_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(table: Table, _: object, __: object) -> Any:
        assert table.match is not None
        deciding.refuse("illegal", f"Somebody else holds {table.match.state.hands}.")

    monkeypatch.setitem(deciding._DECIDE, Act, act)
    assert found()
