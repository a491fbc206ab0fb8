"""A table as it stands at some moment made by hand: a visitor is told its scenes, and no server keeps it."""

import json
import re
from typing import Any

import msgspec
from msgspec.structs import replace
from playwright.sync_api import WebSocketRoute

from browser.visitors import Visitor
from server.room import FRIEND, NAMES, OWNER, Room
from stova import State
from stova.server import events
from stova.server.scene import scene
from stova.server.seen import Presence, seen
from styrivolt_states import chosen, deal, five

LAMB = ("2H 7C 7S KC 8S AD", "3H 6H QH", "4C 5H", "9H KH")
"""Forehand wins a trick and can lead a lamb then; clubs and spades are chosen."""


class Stage:
    """A visitor who comes to a table, in seat 0 unless `person` sits elsewhere."""

    def __init__(self, visitor: Visitor, room: Room, person: str = OWNER) -> None:
        self.asked: list[dict[str, Any]] = []
        """What the visitor asked for: commands."""
        self.refuses = ""
        """Why everything asked for is refused; it isn't if there is no reason."""
        self._room, self._person, self._version = room, person, 0
        self._line: WebSocketRoute | None = None
        visitor.page.route_web_socket(re.compile("/ws$"), self._connected)
        visitor.page.goto("/table/staged")
        visitor.page.locator(".room").wait_for()

    def act(self, *actions: str) -> None:
        """Whoever has to do something does these, and all see it."""
        for action in actions:
            seat = self._room.state.to_act
            assert seat is not None
            self._room.happen(events.Acted(seat=seat, action=action))
        self.tell()

    def say(self, *texts: str, moment: float = 1.0) -> None:
        """Who has seat 1 says some things, of which the visitor hears at once."""
        name = self._room.table.chairs[1].name
        for place, text in enumerate(texts):
            self._room.happen(events.Said(at=moment + place / 10, name=name, seat=1, text=text))
        self.tell()

    def tell(self, *away: str) -> None:
        """Tells how the table stands now, with some people away."""
        self._version += 1
        here = {person: Presence(connected=person not in away) for person in NAMES}
        told = msgspec.to_builtins(scene(seen(self._room.table, self._person, here, "staged")))
        assert self._line is not None
        self._line.send(json.dumps({"type": "whole", "version": self._version, "scene": told}))

    def _connected(self, line: WebSocketRoute) -> None:
        self._line = line
        line.on_message(lambda message: self._hear(json.loads(message)))

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "hello":
            self.tell()
        else:
            self.asked.append(message["command"])
            refused = {"code": "", "why": self.refuses, "rule": ""} if self.refuses else None
            answer = {"type": "answer", "sequence": message["sequence"], "refused": refused}
            assert self._line is not None
            self._line.send(json.dumps(answer))


def at(state: State, *people: str, **settings: str) -> Room:
    """A table whose deal in hand is at this state, with people from seat 0 on."""
    room = Room(state.game.name, **settings).begin(*(people or (OWNER,)))
    assert room.table.match is not None
    room.table = replace(room.table, match=replace(room.table.match, state=state))
    return room


def kept_in(*last: str) -> Room:
    """Forehand's side has taken five tricks, and says whether to go on; seat 1 is somebody else's."""
    return at(five(*last), OWNER, FRIEND)


def with_a_lamb() -> State:
    return chosen(deal(LAMB, "6C 8C 6S 9C AH"))
