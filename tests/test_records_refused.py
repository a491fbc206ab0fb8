"""Records that aren't right are refused with the place and the reason."""

import json
import reprlib
from collections.abc import Callable
from typing import Any

import pytest

import stova
from helpers import GAMES, KEY
from recorded import Record, closed, drawing, finished
from stova import Match
from stova.errors import RecordError
from stova.records import dump, load


def refused(record: Record) -> RecordError:
    """The error with which a record is refused."""
    with pytest.raises(RecordError) as caught:
        load(json.dumps(record))
    assert caught.value.where
    assert str(caught.value).startswith(f"{caught.value.where}: ")
    assert caught.value.why.endswith(".")
    return caught.value


def tampered(match: Match, *changes: Callable[[Record], None]) -> RecordError:
    """The error with which a record is refused after these changes."""
    record = json.loads(dump(match))
    for change in changes:
        change(record)
    return refused(record)


@pytest.mark.parametrize("name", GAMES)
def test_closed_matches_tampered_with(name: str) -> None:
    match = closed(name)
    tampered(match, drop("closed"))
    tampered(match, put("closed", value=False))
    tampered(match, put("closed", value="yes"))
    tampered(match, put("result", "over", value=False))
    tampered(match, put("result", "winners", value=[]))
    assert "the deal in hand is finished first" in str(
        tampered(stova.game(name).match(key=KEY), put("closed", value=True))
    )
    more = put("deals", value=[*json.loads(dump(match))["deals"], {"dealer": 1, "actions": []}])
    tampered(match, more)


def test_drawn_cards_tampered_with() -> None:
    match = drawing()
    for value in ("10S", "2H", "", "10H 9H", "odd", 5, ["10H"]):
        tampered(match, put("deals", 0, "drawn", value=value))
    tampered(match, drop("deals", 0, "drawn"))
    tampered(match, put("options", value={}))
    tampered(stova.game("klaverjas", trump_choice="turned").match(key=KEY), put("deals", 0, "drawn", value="10H"))
    tampered(stova.game("sjavs").match(key=KEY), put("deals", 0, "drawn", value="AD"))


def test_an_illegal_action_is_refused_by_its_rule() -> None:
    record = finished()
    actions = record["deals"][0]["actions"]
    actions[-1], actions[-2] = actions[-2], actions[-1]
    error = refused(record)
    assert error.where.startswith(f"the record, deal 1, action {len(actions) - 1} ('play ")
    assert error.rule == "SJ-15"


@pytest.mark.parametrize("number", [0, 1, 8, 20])
@pytest.mark.parametrize("wrong", ["", "play 2C", "knock knock", "\x00", "x" * 10_000, "ä" * 100])
def test_what_is_no_action(number: int, wrong: str) -> None:
    record = finished()
    record["deals"][0]["actions"][number] = wrong
    error = refused(record)
    assert error.where == f"the record, deal 1, action {number + 1} ({reprlib.repr(wrong)})"
    assert error.rule == ""


def test_an_action_after_the_end() -> None:
    record = finished()
    record["deals"][0]["actions"].append("pass")
    assert refused(record).rule == "SJ-15"
    record["deals"] = record["deals"][:-1]
    assert "deal 1" in refused(record).where


def test_an_action_missing() -> None:
    for deal in (0, -1):
        record = finished()
        record["deals"][deal]["actions"].pop()
        refused(record)


def put(*path: str | int, value: Any) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        at: Any = record
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value

    return change


def drop(*path: str | int) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        at: Any = record
        for key in path[:-1]:
            at = at[key]
        del at[path[-1]]

    return change


HANDS = [" ".join(map(str, stova.game("sjavs").pack[seat::4])) for seat in range(4)]
TAMPERED = {
    "no version": (drop("stova"), "missing required field `stova`"),
    "another version": (put("stova", value=2), "Invalid enum value 2"),
    "a version of text": (put("stova", value="1"), "got `str` - at `$.stova`"),
    "no game": (drop("game"), "missing required field `game`"),
    "another game": (put("game", value="sjavs3"), "sjavs3 has 3 players, not 4"),
    "an unknown game": (put("game", value="whist"), "there is no game 'whist'"),
    "an unknown preset": (put("preset", value="odd"), "sjavs has no preset 'odd'"),
    "another preset": (put("preset", value="danish_game"), "The suit is said with the bid"),
    "an unknown option": (put("options", value={"nap": 1}), "sjavs has no option 'nap'"),
    "an option named like an argument": (put("options", value={"name": "sjavs"}), "sjavs has no option 'name'"),
    "an option named preset": (put("options", value={"preset": "standard"}), "sjavs has no option 'preset'"),
    "an option without a name": (put("options", value={"": 1}), "sjavs has no option ''"),
    "a wrong value": (put("options", value={"tie": "odd"}), "option tie can't be 'odd'"),
    "a value of another kind": (put("options", value={"tie": {"a": [1]}}), "option tie can't be {'a': [1]}"),
    "another option": (put("options", value={"rubbers": 3}), "the result should be"),
    "an option missing": (put("options", value={}), "deal 11: the match is over"),
    "options no object": (put("options", value=[]), "Expected `object`, got `array` - at `$.options`"),
    "too few players": (drop("players", 0), "the seating must name every player once"),
    "too many players": (put("players", value=["a"] * 5), "the seating must name every player once"),
    "players of numbers": (put("players", value=[1, 2, 3, 4]), "got `int` - at `$.players[0]`"),
    "no key": (drop("key"), "the draw for seats needs a key"),
    "another key": (put("key", value="5b" * 32), "the seating should be [0,3,1,2]"),
    "a short key": (put("key", value="5a"), "a key is 32 bytes"),
    "a key of other letters": (put("key", value="zz" * 32), "a key is 32 bytes"),
    "another seating": (put("seating", value=[0, 1, 2, 3]), "the seating should be [0,1,3,2]"),
    "a seating of others": (put("seating", value=[0, 0, 1, 2]), "the seating must name"),
    "a seating too long": (put("seating", value=[0, 1, 2, 3, 4]), "the seating must name"),
    "a seating below nought": (put("seating", value=[-1, 0, 1, 2]), "the seating must name"),
    "a huge seating": (put("seating", value=[0, 1, 2, 10**30]), "the seating must name"),
    "no deals": (put("deals", value=[]), "needs at least one deal"),
    "the first deal missing": (drop("deals", 0), "the dealer should be 2, but the record says 3"),
    "the last deal missing": (drop("deals", -1), "the result should be"),
    "a deal in the middle missing": (drop("deals", 1), "the dealer should be 3, but the record says 0"),
    "another first dealer": (put("deals", 0, "dealer", value=3), "the dealer should be 2"),
    "another dealer": (put("deals", 1, "dealer", value=2), "the dealer should be 3"),
    "a dealer who isn't there": (put("deals", 1, "dealer", value=4), "the dealer should be 3"),
    "a dealer below nought": (put("deals", 0, "dealer", value=-1), "the dealer should be 2"),
    "a huge dealer": (put("deals", 0, "dealer", value=10**4200), "the dealer should be 2"),
    "a dealer of text": (put("deals", 0, "dealer", value="0"), "got `str` - at `$.deals[0].dealer`"),
    "no dealer": (drop("deals", 0, "dealer"), "missing required field `dealer`"),
    "hands of another pack": (put("deals", 0, "hands", value=["2C 3C", "", "", ""]), "not in the pack of sjavs: 2C 3C"),
    "too few hands": (put("deals", 0, "hands", value=["7C"]), "needs 4 hands of 8 cards, not [1]"),
    "no hands": (put("deals", 0, "hands", value=[]), "needs 4 hands of 8 cards, not []"),
    "hands that are no cards": (put("deals", 1, "hands", value=["odd"] * 4), "'odd' is not a card"),
    "a talon without hands": (put("deals", 0, "talon", value="7C 8C"), "a talon or a drawn card goes with given hands"),
    "a talon that is no cards": (
        put("deals", 1, value={"dealer": 3, "hands": HANDS, "talon": "odd", "actions": []}),
        "'odd' is not a card",
    ),
    "a talon in a game without": (
        put("deals", 1, value={"dealer": 3, "hands": HANDS, "talon": "7C", "actions": []}),
        "given twice: 7C",
    ),
    "actions of numbers": (put("deals", 0, "actions", value=[1]), "got `int` - at `$.deals[0].actions[0]`"),
    "no actions": (put("deals", 0, "actions", value=[]), "the result should be null"),
    "a deal without actions": (drop("deals", 0, "actions"), "missing required field `actions`"),
    "a deal's result missing": (drop("deals", 0, "result"), "the result should be"),
    "a deal's score changed": (put("deals", 0, "result", "score", value=[16, 0]), "the result should be"),
    "a deal's points changed": (put("deals", 0, "result", "points", value=[120, 0]), "the result should be"),
    "a deal's rule changed": (put("deals", 0, "result", "rule", value="SJ-1"), "the result should be"),
    "a huge score": (put("deals", 0, "result", "score", value=[10**400, 0]), "the result should be"),
    "a field more in a deal's result": (put("deals", 0, "result", "more", value=1), "the result should be"),
    "a field less in a deal's result": (drop("deals", 0, "result", "made"), "the result should be"),
    "a field more": (put("more", value=1), "unknown field `more`"),
    "a field more in a deal": (put("deals", 0, "more", value=1), "unknown field `more` - at `$.deals[0]`"),
    "no result": (drop("result"), "missing required field `result`"),
    "a result of another match": (put("result", "crosses", value=[9, 9]), "the result should be"),
    "another standing": (put("result", "standing", value=[0, 24]), "the result should be"),
    "other winners": (put("result", "winners", value=[1, 0]), "the result should be"),
    "not over": (put("result", "over", value=False), "the result should be"),
    "a huge result": (put("result", "standing", value=[10**30, 0]), "the result should be"),
    "a field more in the result": (put("result", "more", value=None), "the result should be"),
}


@pytest.mark.parametrize(("change", "said"), TAMPERED.values(), ids=TAMPERED)
def test_tampered_records(change: Callable[[Record], None], said: str) -> None:
    record = finished(rubbers=2)
    assert len(record["deals"]) > 3
    change(record)
    error = refused(record)
    assert error.where.startswith("the record")
    assert said in str(error)


def test_wrong_results_say_what_is_right() -> None:
    record = finished()
    right = record["deals"][0]["result"]["score"]
    record["deals"][0]["result"]["score"] = [3, 3]
    error = refused(record)
    assert error.where == "the record, deal 1"
    assert json.dumps(right).replace(" ", "") in error.why


@pytest.mark.parametrize("crosses", ["[0.0,0]", "[false,0]"])
def test_numbers_of_another_kind(crosses: str) -> None:
    line = dump(stova.game("sjavs").match(key=KEY))
    assert '"crosses":[0,0]' in line
    with pytest.raises(RecordError, match="the result should be"):
        load(line.replace('"crosses":[0,0]', f'"crosses":{crosses}'))


@pytest.mark.parametrize("option", ["name", "preset", "nap"])
def test_an_option_of_no_game(option: str) -> None:
    error = tampered(stova.game("sjavs").match(key=KEY), put("options", value={option: "yes"}))
    assert f"sjavs has no option '{option}'" in error.why
