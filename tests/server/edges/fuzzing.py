"""Fuzzing a card room: frames of all kinds, and several people at one table who send whatever comes to mind.

`PYTHONPATH=tests python tests/server/edges/fuzzing.py --examples 2000` does as many as you have time for.
"""

import argparse
import contextlib
import json
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import httpx
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from server.databases import KINDS, databases
from server.edges.hidden import Seen
from server.edges.live import AtTable, Room, room
from stova.server import keeper

QUIET = list(HealthCheck)
jsons = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
texts = st.sampled_from(["QC", "play QC", "pass", "knock", "cut 3", "name H", "", "\0", "<b>"]) | st.text(max_size=30)
numbers = st.integers(-2, 9) | st.integers()
commands = st.one_of(
    st.fixed_dictionaries({"type": st.just("sit"), "seat": numbers, "name": texts}),
    st.fixed_dictionaries({"type": st.sampled_from(["stand", "begin", "ready", "again", "return"])}),
    st.fixed_dictionaries(
        {
            "type": st.just("share"),
            "digits": st.sampled_from(["", "00", "0", "zz", "00" * 33]),
            "commitment": st.sampled_from(["", "00" * 32]),
        }
    ),
    st.fixed_dictionaries({"type": st.just("act"), "action": texts}),
    st.fixed_dictionaries({"type": st.just("ask"), "about": st.sampled_from(["undo", "claim", "hands"])}),
    st.fixed_dictionaries({"type": st.just("consent"), "answer": st.sampled_from(["yes", "no", "maybe"])}),
    st.fixed_dictionaries({"type": st.just("say"), "text": texts, "phrase": texts}),
    st.fixed_dictionaries({"type": st.just("pause"), "state": st.sampled_from(["on", "off"])}),
    st.fixed_dictionaries({"type": st.just("replace"), "seat": numbers}),
    st.fixed_dictionaries({"type": st.just("agree"), "settings": st.fixed_dictionaries({"game": texts})}),
)
messages = st.fixed_dictionaries(
    {"type": st.sampled_from(["do", "hello", "whole"]), "sequence": numbers, "turn": numbers, "command": commands}
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A real message with something in it changed, left out or put in."""
    message = draw(messages)
    place: Any = draw(st.sampled_from([message, message["command"]]))
    key = draw(st.sampled_from([*place, "other"]))
    if draw(st.booleans()):
        place.pop(key, None)
    else:
        place[key] = draw(jsons)
    text = json.dumps(message)
    cut = draw(st.integers(0, len(text)))
    return draw(st.sampled_from([text, text, text[:cut], text[:cut] + draw(st.characters()) + text[cut:]]))


frames = mutated() | st.binary(max_size=200) | st.text(max_size=200) | jsons.map(json.dumps)


def fuzz_frames(live: Room, *, examples: int) -> None:
    """Frames to connections before and after the hello; each ends with a word, and the table goes on."""
    with live.person() as person:
        table = live.table(person)

        @settings(max_examples=examples, deadline=None, suppress_health_check=QUIET, phases=[Phase.generate])
        @given(st.lists(frames, min_size=1, max_size=3), st.booleans())
        def sent(several: list[str | bytes], greeted: bool) -> None:
            with live.come(person, table) if greeted else live.socket() as at_table:
                send_all(at_table, several)
                check_told(at_table)
            with live.come(None, table) as onlooker:
                assert onlooker.scene["standing"]["stage"] == "gathering"

        sent()


def send_all(at_table: AtTable, several: list[str | bytes]) -> None:
    """Sends frames, and hears what is said until the connection ends."""
    with contextlib.suppress(UnicodeEncodeError):
        for frame in several:
            at_table.put(frame)
        at_table.put("the last one is no message")
    while at_table.hear() is not None:
        pass


def check_told(at_table: AtTable) -> None:
    """Refused with a word and a sentence, and never for a fault of the server's."""
    refusals = [json.loads(frame).get("refused") for frame in at_table.frames]
    for refused in filter(None, refusals):
        assert refused["code"] != "fault", refused
        assert refused["why"].endswith((".", "?")), refused
        assert "Traceback" not in refused["why"]
    assert at_table.bye is not None or at_table.connection.close_code == 1007


@dataclass
class Counted:
    """How much was done at tables."""

    commands: int = 0
    accepted: int = 0


a_step = st.tuples(
    st.integers(0, 2), st.sampled_from(["act", "act", "act", "act", "command", "command", "frame", "leave"]), commands
)


@dataclass
class Fuzz:
    """Three people, of whom one only looks on, at one table of a room."""

    live: Room
    people: list[httpx.Client | None]
    table: str
    counted: Counted
    seen: Seen = field(default_factory=Seen)
    at_table: dict[int, AtTable] = field(default_factory=dict)
    stack: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def there(self, who: int) -> AtTable:
        """The connection of somebody, who comes back if it has ended."""
        if who not in self.at_table:
            came = self.live.come(self.people[who], self.table, client=f"client{who}000")
            self.at_table[who] = self.stack.enter_context(came)
            self.at_table[who].sequence = self.counted.commands
        return self.at_table[who]

    def leave(self, who: int) -> None:
        """Somebody's connection ends; what it was told is looked at."""
        at_table = self.at_table.pop(who)
        at_table.connection.close()
        while at_table.hear() is not None:
            pass
        self.seen.frames(who, at_table)

    def step(self, who: int, kind: str, command: dict[str, Any]) -> None:
        """Does something as somebody; to act and to go on is for whose turn it is."""
        if kind == "leave":
            self.there(who)
            self.leave(who)
        elif kind == "act":
            self.play()
        else:
            self.do(who, command | ({"beside": 1} if kind == "frame" else {}))

    def play(self) -> None:
        """Whoever may do something does it, if anybody may soon."""
        for who in (0, 1):
            at_table = self.there(who)
            with contextlib.suppress(TimeoutError):
                while not (command := legal(at_table)):
                    if at_table.hear(0.1) is None:
                        self.leave(who)
                        break
            if command:
                self.do(who, command)

    def do(self, who: int, command: dict[str, Any]) -> None:
        """Gives a command as somebody, who is refused politely if at all."""
        at_table, given = self.there(who), dict(command)
        self.counted.commands += 1
        refused = at_table.do(given.pop("type"), **given)
        self.counted.accepted += refused is None
        if refused is not None and "type" in refused:
            assert refused["refused"]["code"] in ("message", "flood"), refused
            self.leave(who)


def legal(at_table: AtTable) -> dict[str, Any]:
    """Something that somebody may do for the match to go on; empty if it is for others."""
    scene = at_table.scene
    if scene["standing"]["stage"] == "paused" and scene["standing"]["owner"] == "you":
        return {"type": "pause", "state": "off"}
    if scene["you"] is not None and scene["outcome"] and scene["you"] not in scene["outcome"]["ready"]:
        return {"type": "ready"}
    cards = [f"play {held['card']}" for held in scene["hand"] if held["playable"] == "yes"]
    actions = [choice["action"] for choice in scene["choices"]][-1:] + cards
    return {"type": "act", "action": actions[0]} if actions else {}


def fuzz_table(live: Room, *, examples: int, steps: int) -> Counted:
    """Several people at one table who do what they may, what they mayn't, and what makes no sense."""
    counted = Counted()
    at_once = dict.fromkeys(keeper.PACE, 0.0)

    @settings(max_examples=examples, deadline=None, suppress_health_check=QUIET, phases=[Phase.generate])
    @given(st.lists(a_step, min_size=steps, max_size=steps))
    def played(several: list[tuple[int, str, dict[str, Any]]]) -> None:
        with live.person() as owner, live.person() as guest:
            fuzz = Fuzz(live, [owner, guest, None], live.table(owner), counted)
            with fuzz.stack:
                begin(fuzz)
                for who, kind, command in several:
                    fuzz.step(who, kind, command)
                check_goes_on(fuzz)

    with patch.dict(keeper.PACE, at_once), patch.dict(keeper.LINGER, at_once):
        played()
    return counted


def begin(fuzz: Fuzz) -> None:
    """Two sit down, and the match begins."""
    for who in (0, 1):
        assert fuzz.there(who).do("sit", seat=who, name=f"Player {who}") is None
    assert fuzz.there(0).do("begin") is None
    assert fuzz.there(2).scene["you"] is None


def check_goes_on(fuzz: Fuzz) -> None:
    """Whoever comes afterwards is answered, and nobody was told what only another may know."""
    refused = fuzz.there(0).do("sit", seat=99, name="Player 0", sequence=1_000_000)
    assert refused["code"] in ("seat", "closed"), refused
    with fuzz.live.stranger() as stranger:
        assert stranger.get("/healthz").status_code == 200
    for who in list(fuzz.at_table):
        fuzz.leave(who)
    leaked = fuzz.seen.leaks()
    assert not leaked, f"leaked to a viewer from a seat: {sorted(leaked)}"


def main() -> None:
    """As many examples as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--database", choices=KINDS, default=KINDS[0])
    asked = parser.parse_args()
    with databases(asked.database) as empty, room(empty(), per_address=100_000) as here:
        fuzz_frames(here, examples=asked.examples)
        print(f"{asked.examples} times frames: refused politely")
        counted = fuzz_table(here, examples=asked.examples // 10, steps=asked.steps)
        print(f"{asked.examples // 10} tables, {counted.commands} commands, {counted.accepted} of them done: no leak")


if __name__ == "__main__":
    main()
