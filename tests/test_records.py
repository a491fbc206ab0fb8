"""Records: what is written replays to the same, and what isn't right is refused with its place."""

import copy
import io
import json
import random
import reprlib
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stova
from helpers import GAMES, KEY, PRESETS, SJAVS, hand_size, names, random_hands, random_options, some_action, step
from stova import Match
from stova.errors import RecordError
from stova.records import LONGEST_LINE, dump, load, parse, read, steps

Record = dict[str, Any]


def played(match: Match, rng: random.Random, actions: int) -> Match:
    """The match some actions later, or at its end."""
    while actions and not (match.is_over and match.state.is_over):
        match = step(match, rng)
        actions -= 1
    return match


def made_up(name: str, rng: random.Random, preset: str | None = None) -> Match:
    """A match with preset, options, draw or dealer, key and given hands by chance; at any point, or closed."""
    game = stova.game(name, preset=preset or rng.choice(stova.presets(name)), **random_options(name, rng))
    dealer = rng.randrange(game.seats) if rng.random() < 0.5 or game.first_dealer == "given" else None
    match = game.match(key=rng.randbytes(32), dealer=dealer, players=[f"§{seat}" for seat in range(game.seats)])
    match = played(match, rng, rng.choice([0, 1, 10, 100, 500]))
    if match.state.is_over and not match.is_over:
        match = played(next_given(match, rng), rng, rng.choice([0, 5, 100, 500]))
    return match.close() if match.state.is_over and rng.random() < 0.5 else match


def next_given(match: Match, rng: random.Random) -> Match:
    """The match with its next deal from hands by chance, and a drawn card where there is one."""
    hands, talon = random_hands(match.game, rng)
    drawn = [rng.choice(match.game.pack)] if match.game.draws else None
    return match.next_deal(hands=hands, talon=talon, drawn=drawn)


def whole(name: str, preset: str) -> Match:
    """A whole match; one that goes on too long is closed."""
    rng = random.Random(name + preset)
    match = stova.game(name, preset=preset).match(key=rng.randbytes(32))
    while not match.is_over and len(match.deals) < 60:
        match = step(match, rng)
    while not match.state.is_over:
        match = match.apply(some_action(match.state.legal_actions(), rng))
    return match if match.is_over else match.close()


def finished(name: str = "sjavs", *, seed: int = 1, **options: Any) -> Record:
    """The record of a whole match with a draw, as plain data."""
    match = played(stova.game(name, **options).match(key=KEY), random.Random(seed), 10_000)
    record: Record = json.loads(dump(match))
    return record


def refused(record: Record) -> RecordError:
    """The error with which a record is refused."""
    with pytest.raises(RecordError) as caught:
        load(json.dumps(record))
    assert caught.value.where
    assert str(caught.value).startswith(f"{caught.value.where}: ")
    assert caught.value.why.endswith(".")
    return caught.value


def replays(match: Match) -> None:
    """The record of a match replays to the same match, and that to the same bytes."""
    line = dump(match)
    again = load(line)
    assert dump(again) == line
    assert again == match
    assert load(line.encode()) == match
    assert "\n" not in line


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_a_whole_match_replays_to_the_same(name: str, preset: str) -> None:
    match = whole(name, preset)
    assert match.is_over
    replays(match)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_what_is_written_replays_to_the_same(name: str, preset: str) -> None:
    for seed in range(10):
        replays(made_up(name, random.Random(f"{name} {preset} {seed}"), preset))


def begun(match: Match) -> Match:
    """The match some actions into its first deal."""
    rng = random.Random(1)
    while len(match.state.history) < 10 and not match.state.is_over:
        match = match.apply(some_action(match.state.legal_actions(), rng))
    return match


@pytest.mark.parametrize("name", GAMES)
def test_hands_given_and_no_key(name: str) -> None:
    game = stova.game(name)
    size = hand_size(name)
    hands = [names(game.pack[seat * size : (seat + 1) * size]) for seat in range(game.seats)]
    match = begun(game.match(hands=hands, dealer=0))
    record = json.loads(dump(match))
    assert "key" not in record
    assert record["deals"][0]["hands"] == hands
    assert load(dump(match)) == match


def closed(name: str = "sjavs", **options: Any) -> Match:
    """A match ended after its first deal."""
    rng = random.Random(name)
    match = stova.game(name, **options).match(key=KEY, dealer=0)
    while not match.state.is_over:
        match = step(match, rng)
    return match.close()


@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_was_closed(name: str) -> None:
    match = closed(name)
    record = json.loads(dump(match))
    assert record["closed"] is True
    assert record["result"]["over"] is True
    assert record["result"]["winners"]
    assert load(dump(match)) == match
    before, after = list(steps(parse(dump(match))))[-2:]
    assert (before.is_over, after) == (False, match)
    assert before.close() == match


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


def drawing(seed: int = 5) -> Match:
    """A match of given hands with a card from the second pack."""
    game, rng = stova.game("klaverjas", trump_choice="turned"), random.Random(seed)
    hands, _ = random_hands(game, rng)
    return begun(game.match(hands=hands, drawn="10H", dealer=0))


def test_a_drawn_card() -> None:
    match = drawing()
    assert json.loads(dump(match))["deals"][0]["drawn"] == "10H"
    replays(match)
    dealt = stova.game("klaverjas", trump_choice="turned").match(key=KEY)
    assert "drawn" not in json.loads(dump(dealt))["deals"][0], "the key says which"


def test_drawn_cards_tampered_with() -> None:
    match = drawing()
    for value in ("10S", "2H", "", "10H 9H", "odd", 5, ["10H"]):
        tampered(match, put("deals", 0, "drawn", value=value))
    tampered(match, drop("deals", 0, "drawn"))
    tampered(match, put("options", value={}))
    tampered(stova.game("klaverjas", trump_choice="turned").match(key=KEY), put("deals", 0, "drawn", value="10H"))
    tampered(stova.game("sjavs").match(key=KEY), put("deals", 0, "drawn", value="AD"))


def test_a_record_holds_what_was_done() -> None:
    game = stova.game("sjavs3", tie="double")
    match = game.match(key=KEY, players=["a", "b", "c"], dealer=1).apply(game.action("cut 7"))
    assert json.loads(dump(match)) == {
        "stova": 1,
        "game": "sjavs3",
        "preset": "standard",
        "options": {"tie": "double"},
        "players": ["a", "b", "c"],
        "key": KEY,
        "deals": [{"dealer": 1, "actions": ["cut 7"]}],
        "result": {"standing": [24, 24, 24], "crosses": [0, 0, 0], "rubbers": [], "over": False, "winners": []},
    }


def test_every_step_is_given() -> None:
    match = made_up("sjavs", random.Random(12))
    found = list(steps(parse(dump(match))))
    assert len(found) == sum(1 + len(state.history) for state in match.deals)
    assert found[-1] == match
    assert all(before != after for before, after in pairwise(found))


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


TAMPERED = {
    "no version": drop("stova"),
    "another version": put("stova", value=2),
    "a version of text": put("stova", value="1"),
    "no game": drop("game"),
    "another game": put("game", value="sjavs3"),
    "an unknown game": put("game", value="whist"),
    "an unknown preset": put("preset", value="odd"),
    "another preset": put("preset", value="danish_game"),
    "an unknown option": put("options", value={"nap": 1}),
    "an option named like an argument": put("options", value={"name": "sjavs"}),
    "an option named preset": put("options", value={"preset": "standard"}),
    "an option without a name": put("options", value={"": 1}),
    "a wrong value": put("options", value={"tie": "odd"}),
    "a value of another kind": put("options", value={"tie": {"a": [1]}}),
    "options changed": put("options", value={"cutter": "left"}),
    "options no object": put("options", value=[]),
    "too few players": drop("players", 0),
    "too many players": put("players", value=["a"] * 5),
    "players of numbers": put("players", value=[1, 2, 3, 4]),
    "no key": drop("key"),
    "another key": put("key", value="5b" * 32),
    "a short key": put("key", value="5a"),
    "a key of other letters": put("key", value="zz" * 32),
    "another seating": put("seating", value=[0, 1, 2, 3]),
    "a seating of others": put("seating", value=[0, 0, 1, 2]),
    "a seating too long": put("seating", value=[0, 1, 2, 3, 4]),
    "a seating below nought": put("seating", value=[-1, 0, 1, 2]),
    "a huge seating": put("seating", value=[0, 1, 2, 10**30]),
    "no deals": put("deals", value=[]),
    "the first deal missing": drop("deals", 0),
    "the last deal missing": drop("deals", -1),
    "a deal in the middle missing": drop("deals", 1),
    "another first dealer": put("deals", 0, "dealer", value=3),
    "another dealer": put("deals", 1, "dealer", value=2),
    "a dealer who isn't there": put("deals", 1, "dealer", value=4),
    "a dealer below nought": put("deals", 0, "dealer", value=-1),
    "a huge dealer": put("deals", 0, "dealer", value=10**4200),
    "a dealer of text": put("deals", 0, "dealer", value="0"),
    "no dealer": drop("deals", 0, "dealer"),
    "hands of another pack": put("deals", 0, "hands", value=["2C"] * 4),
    "too few hands": put("deals", 0, "hands", value=["7C"]),
    "no hands": put("deals", 0, "hands", value=[]),
    "hands that are no cards": put("deals", 1, "hands", value=["odd"] * 4),
    "a talon without hands": put("deals", 0, "talon", value="7C 8C"),
    "a talon that is no cards": put("deals", 1, "talon", value="odd"),
    "actions of numbers": put("deals", 0, "actions", value=[1]),
    "no actions": put("deals", 0, "actions", value=[]),
    "a deal without actions": drop("deals", 0, "actions"),
    "a deal's result missing": drop("deals", 0, "result"),
    "a deal's score changed": put("deals", 0, "result", "score", value=[16, 0]),
    "a deal's points changed": put("deals", 0, "result", "points", value=[120, 0]),
    "a deal's rule changed": put("deals", 0, "result", "rule", value="SJ-1"),
    "a huge score": put("deals", 0, "result", "score", value=[10**400, 0]),
    "a field more in a deal's result": put("deals", 0, "result", "more", value=1),
    "a field less in a deal's result": drop("deals", 0, "result", "made"),
    "a field more": put("more", value=1),
    "a field more in a deal": put("deals", 0, "more", value=1),
    "no result": drop("result"),
    "a result of another match": put("result", "crosses", value=[9, 9]),
    "another standing": put("result", "standing", value=[0, 24]),
    "other winners": put("result", "winners", value=[1, 0]),
    "not over": put("result", "over", value=False),
    "a huge result": put("result", "standing", value=[10**30, 0]),
    "a field more in the result": put("result", "more", value=None),
}


@pytest.mark.parametrize("change", TAMPERED.values(), ids=TAMPERED)
def test_tampered_records(change: Callable[[Record], None]) -> None:
    record = finished(rubbers=2)
    assert len(record["deals"]) > 3
    change(record)
    assert refused(record).where.startswith("the record")


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
    with pytest.raises(RecordError):
        load(line.replace('"crosses":[0,0]', f'"crosses":{crosses}'))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b" ",
        b"null",
        b"[]",
        b"{}",
        b"1e999",
        b'"sjavs"',
        b"\x00",
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"stova":' + b"[" * 100_000,
        b'{"stova":1,"options":{"a":' + b"[" * 100_000,
        b'{"stova":' + b"9" * 100_000 + b"}",
        b'{"stova":1}{"stova":1}',
    ],
    ids=range(16),
)
def test_bytes_that_are_no_record(line: bytes) -> None:
    with pytest.raises(RecordError, match="this is not a record of Stova, version 1"):
        load(line)


def test_text_that_is_no_unicode() -> None:
    with pytest.raises(RecordError):
        load("\ud800")
    with pytest.raises(RecordError):
        load(json.dumps(finished()).replace('"Player 1"', '"\\ud800"'))


NESTED = [*range(10, 700, 100), *range(700, 1100)]
"""Depths below, at and beyond what a decoder takes."""


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
@pytest.mark.parametrize(
    ("field", "inside"), [("options", '{"tie":...}'), ("players", "..."), ("result", '{"crosses":...}')]
)
def test_values_nested_deep(field: str, inside: str, opening: str, closing: str) -> None:
    line = dump(stova.game("sjavs").match(key=KEY))
    before, after = json.dumps(json.loads(line) | {field: "here"}).split('"here"')
    for depth in NESTED:
        value = opening * depth + "1" + closing * depth
        with pytest.raises(RecordError):
            load(before + inside.replace("...", value) + after)


@pytest.mark.parametrize("cut", [1, 2, 10, 100, 1000])
def test_records_cut_off(cut: int) -> None:
    line = json.dumps(finished())
    with pytest.raises(RecordError):
        load(line[:-cut])
    with pytest.raises(RecordError):
        load(line[cut:])


def test_files_of_records() -> None:
    matches = [made_up(name, random.Random(name)) for name in GAMES]
    lines = [dump(match).encode() for match in matches]
    text = b"\n" + b"\n\n".join(lines) + b"\r\n \n"
    assert list(read(io.BytesIO(text))) == matches
    assert list(read(io.BytesIO(b"\n".join(lines)))) == matches
    assert list(read(io.BytesIO(b""))) == []


def test_files_say_the_line() -> None:
    line = dump(stova.game("sjavs").match(key=KEY)).encode()
    with pytest.raises(RecordError) as caught:
        list(read(io.BytesIO(line + b"\n\n" + line.replace(b"5a", b"5b", 1) + b"\nodd\n")))
    assert caught.value.where.startswith("line 3") or caught.value.where == "line 4"
    with pytest.raises(RecordError) as caught:
        list(read(io.BytesIO(line + b"\n" + line.replace(b'"dealer":', b'"dealer":9'))))
    assert caught.value.where.startswith("line 2")


def test_a_line_too_long() -> None:
    line = dump(stova.game("sjavs").match(key=KEY)).encode()
    longest = line + b" " * (LONGEST_LINE - len(line) - 1) + b"\n"
    assert len(list(read(io.BytesIO(longest)))) == 1
    for more in (b" " * LONGEST_LINE + b"\n", b" " * (LONGEST_LINE + 1), b" " * 3 * LONGEST_LINE):
        with pytest.raises(RecordError, match="line 2: a line is at most"):
            list(read(io.BytesIO(line + b"\n" + line + more)))


TOKENS = [b"null", b"-1", b"1e999", b"0.5", b"9" * 30, b'"', b"[", b"{", b"}", b"]", b",", b":", b"\x00", b"\xff"]
TOKENS += [b'"drawn":"AD"', b'"closed":true', b'"leave"', b'"stock"']
TOKENS += [b"true", b'"\\u0000"', b'"QC"', b"[[[[]]]]", b'"key":null', b'"talon":"QC 7C"', b'"hands":["QC"]']
LINES = [
    dump(played(stova.game(name, first_dealer="draw").match(key=KEY), random.Random(3), count)).encode()
    for name in GAMES
    for count in (3, 40)
]


LINES += [dump(match).encode() for match in (drawing(), closed(SJAVS[-1], rubbers=2, tie="double"), closed(GAMES[-2]))]


def loads_or_is_refused(line: bytes) -> None:
    try:
        match = load(line)
    except RecordError:
        return
    assert dump(load(dump(match))) == dump(match)


@settings(max_examples=400)
@given(data=st.data())
def test_bytes_changed(data: st.DataObject) -> None:
    line = bytearray(data.draw(st.sampled_from(LINES)))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(line)))
        end = min(len(line), start + data.draw(st.sampled_from([0, 0, 1, 1, 2, 5, 30])))
        near = bytes(line[max(0, start - 20) : end])
        line[start:end] = data.draw(st.sampled_from(TOKENS) | st.binary(max_size=3) | st.just(near))
    loads_or_is_refused(bytes(line))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["QC", "pass"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in plain data, as what holds it and the key there."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, inner in items for place in ((value, key), *places(inner))]


@settings(max_examples=400)
@given(data=st.data())
def test_values_changed(data: st.DataObject) -> None:
    record = json.loads(data.draw(st.sampled_from(LINES)))
    for _ in range(data.draw(st.integers(1, 2))):
        holder, key = data.draw(st.sampled_from(places(record)))
        there = copy.deepcopy([inner[at] for inner, at in places(record)])
        holder[key] = data.draw(JSON | st.sampled_from(there))
    loads_or_is_refused(json.dumps(record).encode())
