"""Bytes that are no record, or nearly one, are refused and do no harm."""

import copy
import io
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stova
from helpers import GAMES, KEY, SJAVS
from recorded import closed, drawing, finished, played
from stova.errors import RecordError
from stova.records import LONGEST_LINE, dump, load, read


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


def test_what_is_no_object_is_told_what_a_record_begins_with() -> None:
    with pytest.raises(RecordError, match=r"version 1: a record begins with \{\.$"):
        load(b"127.0.0.1 localhost")
    with pytest.raises(RecordError, match="version 1: Object missing required field"):
        load(b"{}")


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


def test_results_of_deals_nested_deep() -> None:
    line = dump(stova.game("klaverjas").match(key=KEY))
    for depth in NESTED:
        result = '"actions":[],"result":' + '{"a":' * depth + "1" + "}" * depth
        with pytest.raises(RecordError):
            load(line.replace('"actions":[]', result))


@pytest.mark.parametrize("cut", [1, 2, 10, 100, 1000])
def test_records_cut_off(cut: int) -> None:
    line = json.dumps(finished())
    with pytest.raises(RecordError):
        load(line[:-cut])
    with pytest.raises(RecordError):
        load(line[cut:])


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
