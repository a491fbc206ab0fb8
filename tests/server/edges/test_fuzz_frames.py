"""Whatever is sent over a table's WebSocket: refused politely, the table goes on, and nobody sees a hidden card."""

import traceback
from pathlib import Path

import pytest
from hypothesis.errors import FlakyFailure

from server.databases import file
from server.edges.fuzzing import fuzz_frames, fuzz_table
from server.edges.live import Room, room
from stova.cards import cards_in
from stova.server.scene import PARTS
from stova.server.seen import Part, Seen

EXAMPLES = {"sqlite": 4, "postgresql": 2}


def test_frames(live: Room) -> None:
    fuzz_frames(live, examples=60)


def test_several_at_one_table(url: str, kind: str) -> None:
    with room(url, per_address=100_000) as here:
        done = fuzz_table(here, examples=EXAMPLES[kind], steps=30)
    assert done.commands > 20 * EXAMPLES[kind]
    assert done.accepted > 10 * EXAMPLES[kind]


def test_a_planted_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A control: a scene that tells everybody a card of each hand."""

    def leaking(look: Seen) -> list[str]:
        hands = () if look.table.match is None else look.table.match.state.hands
        return [str(card) for hand in hands for card in cards_in(hand)[:1]]

    monkeypatch.setitem(PARTS, "own", Part(lambda _: None, leaking))
    # Tried again, the cards are dealt anew: where it doesn't come out a second time, Hypothesis says that instead.
    found = (AssertionError, FlakyFailure)
    with room(file(tmp_path), per_address=100_000) as here, pytest.raises(found) as raised:
        fuzz_table(here, examples=4, steps=30)
    assert "leaked" in "".join(traceback.format_exception(raised.value))
