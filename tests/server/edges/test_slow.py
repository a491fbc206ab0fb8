"""Who sends bit by bit, who takes nothing, and who sends what is no message: none of them is borne for long."""

import json
import os
import socket
import struct
import threading
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from server.edges.live import SETTINGS, Room, room
from stova.server import protocols

TEXT, PONG, PING = 1, 10, 9


@contextmanager
def raw(live: Room, text: str = "") -> Iterator[socket.socket]:
    """A connection over which something was sent."""
    host, port = live.host.split(":")
    with socket.create_connection((host, int(port)), timeout=10) as found:
        found.sendall(text.encode())
        yield found


def ended(connection: socket.socket) -> bool:
    """Whether the room ends a connection within ten seconds."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize(
    "begun", ["", "GET /api/games HTT", "POST /api/join HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n"]
)
def test_a_request_that_never_comes_whole(url: str, monkeypatch: pytest.MonkeyPatch, begun: str) -> None:
    monkeypatch.setattr(protocols, "PATIENCE", 0.5)
    with room(url) as live, raw(live, begun) as connection:
        assert ended(connection)


def test_a_request_that_comes_bit_by_bit(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "PATIENCE", 0.5)
    with room(url) as live, raw(live, "GET /api/games HTTP/1.1\r\n") as connection:
        assert send(connection, b"X", every=0.1)


def test_requests_one_after_the_other_have_their_time_each(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "PATIENCE", 0.5)
    with room(url) as live, live.person() as person:
        for _ in range(4):
            assert person.post("/api/tables", json={"settings": SETTINGS}).status_code == 201
            time.sleep(0.3)
        with live.come(person, live.table(person)) as at_table:
            time.sleep(1)
            assert at_table.do("sit", seat=0, name="Sanna") is None


def test_answers_that_nobody_takes(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked meanwhile gives no more time."""
    monkeypatch.setattr(protocols, "TAKEN", 0.5)
    marks, lost = watched(monkeypatch)
    asked = b"GET /schema/openapi.json HTTP/1.1\r\nHost: h\r\n\r\n"
    with room(url, per_address=100_000) as live, raw(live) as connection:
        began = time.monotonic()
        with suppress(ConnectionError):
            while not lost.wait(0.01) and time.monotonic() - began < 60:
                connection.sendall(asked)
        assert lost.wait(10), marks
    assert marks[-2:] == ["pause_writing", "connection_lost"]


def watched(monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], threading.Event]:
    """What happens to a connection, and that it is lost; what isn't taken waits in the room and not in the machine.

    When the other end notices depends on the machine's network.
    """
    marks: list[str] = []
    lost = threading.Event()

    def mark(name: str) -> None:
        was = getattr(protocols.Http, name)

        def marked(protocol: protocols.Http, *arguments: Any) -> None:
            marks.append(name)
            if name == "connection_made":
                arguments[0].get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            if name == "connection_lost":
                lost.set()
            was(protocol, *arguments)

        monkeypatch.setattr(protocols.Http, name, marked)

    for name in ("connection_made", "pause_writing", "resume_writing", "connection_lost"):
        mark(name)
    return marks, lost


def frame(kind: int, data: bytes) -> bytes:
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
    return bytes([0x80 | kind]) + length + bytes(4) + data


@contextmanager
def looking(live: Room, table: str) -> Iterator[socket.socket]:
    """Somebody who looks at a table."""
    opening = (
        f"GET /ws HTTP/1.1\r\nHost: {live.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}\r\n\r\n"
    )
    hello = {"type": "hello", "protocol": 1, "table": table, "client": "client01"}
    with raw(live, opening) as connection:
        hear(connection, b"\r\n\r\n")
        connection.sendall(frame(TEXT, json.dumps(hello).encode()))
        hear(connection, b'"whole"')
        yield connection


def hear(connection: socket.socket, text: bytes) -> None:
    """Takes what is sent until a text was."""
    told = b""
    while text not in told:
        more = connection.recv(65536)
        assert more, "the connection ended"
        told += more


def send(connection: socket.socket, data: bytes, *, seconds: float = 10, every: float = 0.0) -> bool:
    """Sends again and again; whether the room ended the connection."""
    began = time.monotonic()
    try:
        while time.monotonic() - began < seconds:
            connection.sendall(data)
            time.sleep(every)
    except ConnectionError:
        return True
    return False


PART = frame(0, b"")[1:].join([b"\x01", b""]) + (b"\x00" + frame(0, b"")[1:]) * 20
"""A message in parts, without its end."""


@pytest.mark.parametrize("heap", [frame(PING, b"x" * 125), frame(PONG, b""), PART])
def test_frames_in_heaps_that_are_no_messages(live: Room, heap: bytes) -> None:
    with live.person() as person, looking(live, live.table(person)) as connection:
        assert send(connection, heap * 10, every=0.001)


def test_some_pings_are_answered(live: Room) -> None:
    with live.person() as person, looking(live, live.table(person)) as connection:
        for number in range(40):
            connection.sendall(frame(PING, b"%02d" % number))
        hear(connection, b"39")
