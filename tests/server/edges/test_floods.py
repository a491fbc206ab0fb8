"""Too much and too long: refused with a sentence, and nothing else suffers."""

import contextlib
import json
import socket
import time
from collections.abc import Iterator

import pytest

from server.edges.live import Room, room
from stova.server.app import LARGEST_BODY
from stova.server.limits import Limits, whose
from stova.server.sockets import BURST, LONGEST_FRAME, RATE


@pytest.fixture
def narrow(url: str) -> Iterator[Room]:
    """A card room for ten people an address."""
    with room(url, per_address=10) as found:
        yield found


def test_a_long_frame(live: Room) -> None:
    with live.person() as person, live.come(person, live.table(person)) as at_table:
        at_table.put(json.dumps({"type": "do", "command": "x" * LONGEST_FRAME}))
        ended = at_table.ended()
        assert ended["refused"]["code"] == "frame"
        assert str(LONGEST_FRAME) in ended["refused"]["why"]


def test_a_frame_too_long_to_be_read(live: Room) -> None:
    with live.person() as person, live.come(person, live.table(person)) as at_table:
        at_table.put("x" * 1_000_000)
        while at_table.hear() is not None:
            pass
        assert at_table.connection.close_code == 1009


def test_large_bodies(live: Room) -> None:
    with live.person() as person:
        answer = person.post("/api/me", json={"name": "x" * LARGEST_BODY})
        assert (answer.status_code, answer.json()["code"]) == (413, "size")
        answer = person.post("/api/me", content=(b" " * 1000 for _ in range(LARGEST_BODY // 900)))
        assert (answer.status_code, answer.json()["code"]) == (413, "size")
        assert person.get("/api/me").json()["name"] == ""


def test_commands_of_one_connection(live: Room) -> None:
    with live.person() as person, live.come(person, live.table(person)) as at_table:
        began = time.monotonic()
        for number in range(1, 200):  # a slow machine answers more of them before it is too much
            at_table.put({"type": "do", "sequence": number, "turn": 0, "command": {"type": "say", "phrase": "hello"}})
        ended = at_table.ended()
        took = time.monotonic() - began
        assert ended["refused"]["code"] == "flood"
        assert ended["again"] > 0
        answered = sum('"answer"' in frame[:20] for frame in at_table.frames)
        assert answered <= BURST + RATE * took + 1


def test_commands_of_an_address(narrow: Room) -> None:
    """Ten connections that each keep within what a connection may are too much together.

    Nobody waits for an answer, or a slow machine would keep them within what an address may.
    """
    with narrow.person() as person, contextlib.ExitStack() as stack:
        table = narrow.table(person)
        ten = [stack.enter_context(narrow.come(person, table, client=f"client{number:02}")) for number in range(10)]
        for number in range(1, 26):
            asked = {"type": "do", "sequence": number, "turn": 0, "command": {"type": "say", "phrase": "hello"}}
            for at_table in ten:
                at_table.put(asked)
        last = [at_table.answer(25) or {} for at_table in ten]
    assert "flood" in [told["refused"]["code"] for told in last if "refused" in told], last


def test_connections_at_once(narrow: Room) -> None:
    with narrow.person() as person, contextlib.ExitStack() as stack:
        table = narrow.table(person)
        for _ in range(10):
            stack.enter_context(narrow.come(None, table))
        with narrow.socket() as last:
            assert last.ended()["refused"]["code"] == "flood"
        stack.close()
        with narrow.stranger() as stranger:
            while "stova_connections 0.0" not in stranger.get("/metrics").text:
                time.sleep(0.25)
        with narrow.come(None, table) as again:
            assert again.scene


def test_hellos_one_after_the_other(narrow: Room) -> None:
    """Connections that come and go count as well; on a slow machine it takes more of them."""
    codes = list[str]()
    while "flood" not in codes and len(codes) < 250:
        with narrow.socket() as at_table:
            at_table.put({"type": "hello", "protocol": 0, "table": "", "client": "client01"})
            codes.append(at_table.ended()["refused"]["code"])
    assert codes[0] == "protocol"
    assert codes[-1] == "flood"


def test_tables_people_and_calls(narrow: Room) -> None:
    with narrow.person() as person:
        narrow.table(person)
        answer = person.post("/api/tables", json={"settings": {"game": "sjavs"}})
        assert (answer.status_code, answer.json()["code"]) == (429, "flood")
        assert int(answer.headers["Retry-After"]) > 0
        with narrow.stranger() as stranger:
            codes = []
            for _ in range(12):
                codes.append(stranger.get("/api/me").status_code)
                stranger.cookies.clear()
            assert codes[0] == 200
            assert codes[-1] == 429
        assert person.get("/api/games/sjavs").status_code == 200
        assert any(person.get("/schema").status_code == 429 for _ in range(400))


@pytest.mark.parametrize(("method", "path"), [("GET", "/nowhere"), ("PUT", "/"), ("GET", "/api/join")])
def test_calls_of_what_isnt_there(narrow: Room, method: str, path: str) -> None:
    codes = list[str]()
    with narrow.stranger() as stranger:
        while "flood" not in codes and len(codes) < 1000:  # the slower they come, the more there may be
            codes.append(stranger.request(method, path).json()["code"])
    assert len(codes) > 40
    assert codes[-1] == "flood"


def test_guesses(narrow: Room) -> None:
    with narrow.person() as person:
        table = narrow.table(person)
        codes = [person.post("/api/join", json={"invite": "A" * 22}).json()["code"] for _ in range(4)]
        assert codes == ["invite", "invite", "flood", "flood"]
        assert person.post("/api/me/" + "A" * 22).json()["code"] == "flood"
        assert person.get(f"/api/tables/{'A' * 22}/record").json()["code"] == "flood"
        with narrow.come(None, "A" * 22) as at_table:
            assert at_table.ended()["refused"]["code"] == "flood"
        with narrow.come(None, table) as at_table:
            assert at_table.scene


def test_a_silent_connection_is_let_go(live: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stova.server.sockets.PATIENCE", 0.2)
    with live.socket() as at_table:
        assert at_table.ended()["refused"]["code"] == "hello"


def test_half_a_handshake_harms_nobody(live: Room) -> None:
    host, port = live.host.split(":")
    with socket.create_connection((host, int(port))) as half:
        half.sendall(b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n")
        with live.stranger() as stranger:
            assert stranger.get("/healthz").status_code == 200


def test_a_household_is_one_address() -> None:
    assert whose("2001:db8:1:2:3::4") == whose("2001:db8:1:2:ffff::")
    assert whose("2001:db8:1:2::") != whose("2001:db8:1:3::")
    assert whose("::ffff:192.0.2.1") == whose("192.0.2.1") == "192.0.2.1"
    assert whose("fe80::1%eth0") == whose("fe80::2%eth1")
    assert whose("testclient") == "testclient"


def test_who_goes_makes_room() -> None:
    limits = Limits(2)
    assert [limits.connect("one") for _ in range(3)] == [True, True, False]
    assert limits.connect("other")
    assert limits.connected == 3
    limits.disconnect("one")
    assert limits.connect("one")
