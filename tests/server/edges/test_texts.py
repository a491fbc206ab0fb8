"""Names, talk and settings: text that all can read, and rules that exist."""

from typing import Any

import pytest

from server.edges.live import SETTINGS, Room

UNREADABLE = {
    "a bell": "Sanna\a",
    "an escape": "\x1b[31mSanna",
    "nothing": "",
    "spaces": " \t\n ",
    "a nul": "San\0na",
    "another direction": "\u202eannaS",
    "an isolate": "\u2066Sanna",
    "no width": "San\u200bna",
    "a heap of marks": "S" + "\u0301" * 12,
    "private": "\ue000",
    "no character": "\uffff",
}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("what", UNREADABLE)
def test_names_and_talk_that_cant_be_read(live: Room, what: str) -> None:
    text = UNREADABLE[what]
    with live.person() as person, live.come(person, live.table(person)) as at_table:
        assert at_table.do("sit", seat=0, name=text)["code"] == "name"
        assert person.post("/api/me", json={"name": text}).json()["code"] == "name"
        assert at_table.do("sit", seat=0, name="Sanna") is None
        assert at_table.do("say", text=text)["code"] == "say"
        assert at_table.scene["talk"] == []


def test_lengths(live: Room) -> None:
    with live.person() as person, live.come(person, live.table(person)) as at_table:
        assert at_table.do("sit", seat=0, name="x" * 21)["code"] == "name"
        assert at_table.do("sit", seat=0, name="Ørvur-Tórálvur Ðð  ") is None
        assert at_table.scene["chairs"][0]["name"] == "Ørvur-Tórálvur Ðð"
        assert at_table.do("say", text="x" * 301)["code"] == "say"
        assert at_table.do("say", text="x" * 300) is None
        assert at_table.do("say", phrase="no such phrase")["code"] == "say"


def test_what_looks_the_same_is_the_same_name(live: Room) -> None:
    with live.person() as owner, live.person() as guest:
        table = live.table(owner)
        with live.come(owner, table) as first, live.come(guest, table) as second:
            assert first.do("sit", seat=0, name="Re\u0301ne") is None
            assert second.do("sit", seat=1, name="R\u00e9ne")["code"] == "name"


ABSURD: dict[str, dict[str, Any]] = {
    "no game": {"game": "poker"},
    "an attribute": {"game": "__class__"},
    "no preset": {"game": "sjavs", "preset": "\0" * 500},
    "no option": {"game": "sjavs", "options": {"<script>": "1"}},
    "an argument": {"game": "sjavs", "options": {"name": "klaverjas"}},
    "another": {"game": "sjavs", "options": {"preset": "wikipedia"}},
    "no value": {"game": "sjavs", "options": {"tie": "'; DROP TABLE journal; --"}},
    "digits": {"game": "sjavs", "options": {"tie": "9" * 5000}},
    "commas": {"game": "sjavs", "options": {"tie": "," * 5000}},
    "other digits": {"game": "sjavs", "options": {"tie": "²"}},
    "a long preset": {"game": "sjavs", "preset": "x" * 7000},
    "many": {"game": "sjavs", "options": {f"o{number}": "x" for number in range(300)}},
}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("what", ABSURD)
def test_absurd_settings(live: Room, what: str) -> None:
    with live.person() as person:
        answer = person.post("/api/tables", json={"settings": ABSURD[what]})
        assert (answer.status_code, answer.json()["code"]) == (400, "settings")
        assert 20 < len(answer.json()["why"]) < 500
        assert answer.json()["why"].endswith(".")
        with live.come(person, live.table(person)) as at_table:
            refused = at_table.do("agree", settings=ABSURD[what])
            assert refused["code"] == "settings"
            assert at_table.scene["rules"]["settings"]["game"] == "sjavs"


@pytest.mark.parametrize(
    "settings",
    [
        {"bots": "superhuman"},
        {"pace": "instant"},
        {"listed": True},
        {"options": {"tie": 2}},
        {"options": []},
        {"secret": "00"},
        {"game": None},
    ],
)
def test_settings_of_another_shape(live: Room, settings: dict[str, Any]) -> None:
    with live.person() as person:
        answer = person.post("/api/tables", json={"settings": SETTINGS | settings})
        assert (answer.status_code, answer.json()["code"]) == (400, "request")
        assert "settings" in answer.json()["why"]


def test_settings_are_kept_in_their_plain_form(live: Room) -> None:
    """What was sent is told to everybody again and again, so it is told as short as it can be."""
    with live.person() as person:
        long = {"tie": " " * 3000 + "plus2" + ")" * 3000}
        with live.come(person, live.table(person, options=long)) as at_table:
            settings = at_table.scene["rules"]["settings"]
            assert settings["options"] in ({}, {"tie": "plus2"})
            assert settings["preset"]
            assert at_table.do("agree", settings=SETTINGS | {"options": {"tie": " plus2_clubs4 "}}) is None
            assert at_table.scene["rules"]["settings"]["options"] == {"tie": "plus2_clubs4"}
