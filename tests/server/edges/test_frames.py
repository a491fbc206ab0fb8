"""What can't be a message, and what can't be done by who asks."""

import json
from typing import Any

import pytest

from server.edges.live import AtTable, Room

NOT_MESSAGES: dict[str, Any] = {
    "no JSON": "{",
    "nothing": "",
    "bytes": b"\x00\xff",
    "a list": "[]",
    "a number": "1e999",
    "deep": "[" * 4000,
    "no type": "{}",
    "another type": {"type": "order", "sequence": 1},
    "a hello again": {"type": "hello", "protocol": 1, "table": "t", "client": "client01"},
    "what is told": {"type": "answer", "sequence": 1},
    "an unknown command": {"type": "do", "sequence": 1, "turn": 0, "command": {"type": "peek"}},
    "an unknown field": {"type": "do", "sequence": 1, "turn": 0, "command": {"type": "begin", "as": 2}},
    "an unknown field outside": {"type": "do", "sequence": 1, "turn": 0, "seat": 1, "command": {"type": "begin"}},
    "a missing field": {"type": "do", "sequence": 1, "turn": 0, "command": {"type": "sit", "seat": 1}},
    "a wrong type": {"type": "do", "sequence": "1", "turn": 0, "command": {"type": "begin"}},
    "half a pair": '{"type":"do","sequence":1,"turn":0,"command":{"type":"say","text":"\\ud800"}}',
    "number nought": {"type": "do", "sequence": 0, "turn": 0, "command": {"type": "begin"}},
    "a number too large": {"type": "do", "sequence": 2**31, "turn": 0, "command": {"type": "begin"}},
    "a number far too large": {"type": "do", "sequence": 2**70, "turn": 0, "command": {"type": "begin"}},
}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("what", NOT_MESSAGES)
def test_what_is_no_message(live: Room, what: str) -> None:
    with live.person() as person:
        table = live.table(person)
        with live.come(person, table) as at_table:
            at_table.put(NOT_MESSAGES[what])
            refused = at_table.ended()["refused"]
            assert refused["code"] == "message"
            assert refused["why"].endswith(".")
            assert "Traceback" not in refused["why"]
        with live.come(person, table) as again:
            assert again.do("sit", seat=0, name="Jógvan") is None


def test_text_that_is_no_text(live: Room) -> None:
    """A frame that says it is text and isn't UTF-8 ends the connection by the protocol itself."""
    with live.person() as person, live.come(person, live.table(person)) as at_table:
        at_table.connection.send(b"\xff\xfe", text=True)
        while at_table.hear() is not None:
            pass
        assert at_table.connection.close_code == 1007


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"protocol": 2}, "protocol"),
        ({"client": "short"}, "client"),
        ({"client": "x" * 41}, "client"),
        ({"client": "client-01"}, "client"),
        ({"client": "clíent001"}, "client"),
        ({"table": "A" * 22}, "table"),
        ({"table": ""}, "table"),
        ({"table": "\0"}, "table"),
        ({"table": "' OR 1=1 --"}, "table"),
        ({"seat": 0}, "message"),
        ({"protocol": None}, "message"),
    ],
)
def test_hellos_that_lead_nowhere(live: Room, fields: dict[str, Any], code: str) -> None:
    with live.person() as person:
        table = live.table(person)
        with live.socket() as at_table:
            at_table.hello(table, **fields)
            assert at_table.ended()["refused"]["code"] == code
            assert len(at_table.frames) == 1


def test_a_command_before_the_hello(live: Room) -> None:
    with live.socket() as at_table:
        assert at_table.do("begin")["refused"]["code"] == "message"


def codes(at_table: AtTable, *commands: tuple[str, dict[str, Any]]) -> list[str | None]:
    told = [at_table.do(kind, **fields) for kind, fields in commands]
    return [None if refused is None else refused["code"] for refused in told]


def test_what_others_may_not(live: Room) -> None:
    """Another's table, another's seat, and whoever doesn't sit."""
    with live.person() as owner, live.person() as guest:
        table = live.table(owner)
        with live.come(owner, table) as first, live.come(guest, table) as second:
            assert codes(first, ("sit", {"seat": 0, "name": "Sanna"})) == [None]
            owners: list[tuple[str, dict[str, Any]]] = [
                ("begin", {}),
                ("agree", {"settings": {"game": "klaverjas"}}),
                ("pause", {"state": "on"}),
                ("replace", {"seat": 0}),
                ("again", {}),
                ("close", {}),
            ]
            assert codes(second, *owners) == ["owner"] * 6
            sitters: list[tuple[str, dict[str, Any]]] = [
                ("stand", {}),
                ("share", {"digits": "00", "commitment": "00"}),
                ("act", {"action": "play QC"}),
                ("ready", {}),
                ("ask", {"about": "undo"}),
                ("consent", {"answer": "yes"}),
                ("say", {"text": "Let me in"}),
                ("return", {}),
            ]
            assert codes(second, *sitters) == ["seat"] * 8
            seats: list[tuple[str, dict[str, Any]]] = [
                ("sit", {"seat": 0, "name": "Other"}),
                ("sit", {"seat": 1, "name": "Sanna"}),
                ("sit", {"seat": 4, "name": "Other"}),
                ("sit", {"seat": -1, "name": "Other"}),
                ("sit", {"seat": 2**100, "name": "Other"}),
            ]
            assert codes(second, *seats[:4]) == ["taken", "name", "seat", "seat"]
            assert second.scene["standing"]["invite"] is None
            assert first.scene["standing"]["invite"]


def test_a_share_is_for_the_commitment_that_was_shown(live: Room) -> None:
    with live.person() as owner, live.come(owner, live.table(owner)) as at_table:
        assert at_table.do("sit", seat=0, name="Sanna") is None
        shown = at_table.scene["fair"]["commitment"]
        exchanged = shown.translate(str.maketrans("0123456789abcdef", "123456789abcdef0"))
        assert codes(at_table, ("share", {"digits": "beef", "commitment": exchanged})) == ["commitment"]
        assert at_table.scene["fair"]["shares"] == ["", "", "", ""]
        assert codes(at_table, ("share", {"digits": "beef", "commitment": shown})) == [None]
        assert at_table.scene["fair"]["shares"] == ["beef", "", "", ""]
        at_table.put({"type": "do", "sequence": 9, "turn": 0, "command": {"type": "share", "digits": "beef"}})
        assert at_table.ended()["refused"]["code"] == "message"


def test_out_of_turn_stale_and_illegal(live: Room) -> None:
    with live.person() as owner, live.person() as guest:
        table = live.table(owner)
        with live.come(owner, table) as first, live.come(guest, table) as second:
            assert first.do("sit", seat=0, name="Sanna") is None
            assert second.do("sit", seat=2, name="Páll") is None
            assert first.do("act", action="pass")["code"] == "gathering"
            assert first.do("begin") is None
            both = {0: first, 2: second}
            first.until(lambda scene: scene["deal"] and scene["deal"]["toAct"] in both)
            acting = first.scene["deal"]["toAct"]
            turn = first.scene["standing"]["turn"]
            second.until(lambda scene: scene["standing"]["turn"] == turn)
            mine, other = both[acting], both[2 - acting]
            legal = mine.scene["choices"][-1]["action"]
            assert other.do("act", action=legal)["code"] == "turn"
            assert mine.do("act", action=legal, turn=turn - 1)["code"] == "stale"
            assert mine.do("act", action="play everything")["code"] == "action"
            refused = mine.do("act", action="play QC")
            assert refused["code"] == "illegal"
            assert refused["rule"]
            assert mine.do("ready")["code"] == "dealing"
            assert mine.do("begin")["code"] in ("owner", "begun")
            assert mine.do("act", action=legal) is None


def test_a_command_counts_once_and_for_its_own_client(live: Room) -> None:
    with live.person() as owner, live.person() as guest:
        table = live.table(owner)
        with live.come(owner, table) as first, live.come(guest, table) as second:
            assert first.do("sit", seat=0, name="Sanna", sequence=7) is None
            assert first.do("stand", sequence=7) is None
            assert first.scene["you"] == 0
            # Another person may give the same client name: the commands are theirs all the same.
            assert second.do("sit", seat=1, name="Páll", sequence=7) is None
            second.until(lambda scene: scene["you"] == 1)


def test_clients_are_told_apart_by_all_of_their_names(live: Room) -> None:
    with live.person() as owner:
        table, names = live.table(owner), ("a" * 39 + "b", "a" * 39 + "c")
        with live.come(owner, table, names[0]) as first, live.come(owner, table, names[1]) as second:
            assert first.do("sit", seat=0, name="Sanna", sequence=7) is None
            assert second.do("stand", sequence=7) is None
            assert second.scene["you"] is None


def test_frames_are_json_whatever_is_sent(live: Room) -> None:
    with live.person() as person, live.come(person, live.table(person)) as at_table:
        at_table.do("sit", seat=0, name="<b>&\"'")
        at_table.do("say", text="</script><img src=x onerror=alert(1)>")
        assert all(isinstance(json.loads(frame), dict) for frame in at_table.frames)
        assert at_table.scene["chairs"][0]["name"] == "<b>&\"'"
        assert at_table.scene["talk"][-1]["text"] == "</script><img src=x onerror=alert(1)>"
