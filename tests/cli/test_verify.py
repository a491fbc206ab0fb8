"""`stova verify`: a record whose cards nobody chose passes, and any other is found out."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import stova
from helpers import random_hands
from recorded import finished, played
from stova import fair, records
from stova.cli import main
from stova.engine.match import Match
from stova.records import MatchRecord

SECRET = bytes(range(32))
SHARES = (b"cut", b"", b"\x07" * 32, b"")
KEY = fair.match_key(SECRET, SHARES)


@cache
def _fair_line() -> str:
    return msgspec.json.encode(_proved(_match(fair.first_dealer(stova.game("sjavs"), KEY)))).decode()


def _match(dealer: int) -> Match:
    return played(stova.game("sjavs").match(key=KEY, dealer=dealer), random.Random(3), 10_000)


def _proved(match: Match) -> MatchRecord:
    return msgspec.structs.replace(records.record_of(match), fair=fair.proof(SECRET, SHARES))


def fair_record() -> dict[str, Any]:
    """The record of a match dealt fairly, as plain data."""
    found: dict[str, Any] = json.loads(_fair_line())
    return found


def verified(folder: Path, capsys: pytest.CaptureFixture[str], record: dict[str, Any], *options: str) -> str:
    """What is said of a record, without its file's name; it begins with `stova:` if it doesn't pass."""
    file = folder / "match.jsonl"
    file.write_text(json.dumps(record) + "\n")
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(file), *options])
    printed = capsys.readouterr()
    assert (ended.value.code == 0) == (printed.err == "")
    assert "Traceback" not in printed.err
    return printed.err.replace(f"{file}: ", "") or printed.out


def test_a_fair_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, *seats = verified(tmp_path, capsys, fair_record()).splitlines()
    assert "deals of Sjavs" in first
    assert seats == [f"  Player {number}: {share.hex() or 'none'}" for number, share in enumerate(SHARES, start=1)]


def test_a_match_of_one_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = stova.game("sjavs").match(key=KEY, dealer=fair.first_dealer(stova.game("sjavs"), KEY))
    while not match.state.is_over:
        match = played(match, random.Random(3), 1)
    record: dict[str, Any] = json.loads(msgspec.json.encode(_proved(match.close())))
    assert ": 1 deal of Sjavs, as" in verified(tmp_path, capsys, record)


def test_a_commitment_as_it_was_noted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    noted = fair.commitment(SECRET).hex()
    assert "deals of Sjavs" in verified(tmp_path, capsys, fair_record(), "--commitment", noted)
    said = verified(tmp_path, capsys, fair_record(), "--commitment", bytes(32).hex())
    assert "before the first deal" in said
    assert len(said.splitlines()) == 1


def test_half_a_commitment_is_not_taken_for_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = verified(tmp_path, capsys, fair_record(), "--commitment", fair.commitment(SECRET).hex()[:12])
    assert "a commitment is 64 hexadecimal digits" in said
    assert "before the first deal" not in said


def test_a_record_that_says_nothing_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = verified(tmp_path, capsys, finished())
    assert said == "stova: line 1: the record doesn't say how its key came about: only a card room's do.\n"


@pytest.mark.parametrize("text", ["", "\n", '{"bots":"club"}\n'])
def test_a_file_without_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    file = tmp_path / "empty.jsonl"
    file.write_text(text)
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(file)])
    assert ended.value.code == 1
    assert capsys.readouterr() == ("", f"stova: {file}: there is no record in it.\n")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("key", bytes(32).hex()),
        ("fair.secret", bytes(32).hex()),
        ("fair.commitment", bytes(32).hex()),
        ("fair.shares.0", ""),
        ("fair.shares.1", "00"),
        ("fair.shares", ["637574"]),
        ("fair.shares", "637574"),
        ("deals.0.actions.3", "pass pass"),
        ("deals.1.dealer", 1),
        ("deals.0.hands", ["QC"] * 4),
    ],
)
def test_planted_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str], path: str, value: object) -> None:
    record: Any = fair_record()
    *way, last = path.split(".")
    found = record
    for name in way:
        found = found[int(name)] if isinstance(found, list) else found[name]
    place: Any = int(last) if isinstance(found, list) else last
    found[place] = value
    said = verified(tmp_path, capsys, record)
    assert said.startswith("stova: line 1")
    assert len(said.splitlines()) == 1


def test_a_key_chosen_for_its_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A whole match that keeps to the rules, of a key that isn't that of the shares."""
    record = finished() | {"fair": fair_record()["fair"]}
    assert "make the key" in verified(tmp_path, capsys, record)


def test_hands_that_are_not_of_the_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A whole match that keeps to the rules, one deal of it from hands somebody thought of."""
    game, rng = stova.game("sjavs"), random.Random(4)
    match = game.match(key=KEY, dealer=fair.first_dealer(game, KEY))
    while not match.state.is_over:
        match = played(match, rng, 1)
    match = played(match.next_deal(hands=random_hands(game, rng)[0]), rng, 10_000)
    record = msgspec.to_builtins(_proved(match))
    assert verified(tmp_path, capsys, record) == "stova: line 1: deal 2 is of given hands, not of the key.\n"


def test_another_first_dealer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The key says who deals first, and with that who plays which cards and when."""
    drawn = fair.first_dealer(stova.game("sjavs"), KEY)
    other = (drawn + 1) % 4
    said = verified(tmp_path, capsys, msgspec.to_builtins(_proved(_match(other))))
    assert said == f"stova: line 1: seat {drawn} deals first by the key, but the record says {other}.\n"


def test_a_share_of_the_houses_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shares = (*SHARES, b"liked")
    match = played(stova.game("sjavs").match(key=fair.match_key(SECRET, shares), dealer=1), random.Random(3), 10_000)
    record = json.loads(records.dump(match)) | {"fair": msgspec.to_builtins(fair.proof(SECRET, shares))}
    assert "each of 4 seats" in verified(tmp_path, capsys, record)
