"""Records: a match as what was done in it. Stored, replayed, refereed, exported.

A record is one JSON object; a `.jsonl` file holds one a line. `docs/records.md` describes every field.
"""

import reprlib
from collections import deque
from collections.abc import Iterator
from datetime import datetime
from os import PathLike
from typing import Annotated, Any, BinaryIO, Literal

import msgspec
from msgspec import Meta, Struct

from stova.engine.game import Game
from stova.engine.match import Match
from stova.engine.plain import plain
from stova.engine.state import State
from stova.errors import IllegalAction, NotationError, RecordError, RulesError, StovaError, require_kind, shown
from stova.fair import Fair
from stova.games import game_with

VERSION: Literal[1] = 1
LONGEST_LINE = 4 * 2**20
"""Bytes; far above any match people play, so that a hostile file can't fill the memory."""


class DealRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A deal: from the match's key and its place in the list, or from given hands. Actions are in text form."""

    dealer: int
    hands: list[str] | None = None
    talon: str | None = None
    drawn: str | None = None
    actions: list[str]
    result: dict[str, Any] | None = None
    """None while the deal goes on."""


class MatchRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A match. `options` are those changed from the preset, `seating` the draw's player by seat, `result` the sheet."""

    stova: Literal[1]
    game: str
    preset: str
    options: dict[str, Any]
    players: list[str]
    key: str | None = None
    seating: list[int] | None = None
    closed: bool = False
    """Whether the match was ended after its last deal, because time was called or the players stopped."""
    fair: Fair | None = None
    """How the key came about, where a table can show that nobody chose it."""
    began: Annotated[datetime, Meta(tz=True)] | None = None
    """When the match began, where that was noted."""
    deals: list[DealRecord]
    result: dict[str, Any]


def dump(match: Match) -> str:
    """The match as a line of JSON, without the line's end; a match still going on too."""
    return msgspec.json.encode(record_of(match)).decode()


def load(line: str | bytes, *, where: str = "the record") -> Match:
    """The match a line of JSON records, replayed by the rules.

    Raises RecordError when it is not a record or breaks a rule.
    """
    return replay(parse(line, where=where), where=where)


def record_of(match: Match) -> MatchRecord:
    """The record of a match. Raises RulesError for what is none."""
    require_kind("what is recorded", match, Match)
    identity = match.game.identity
    return MatchRecord(
        stova=VERSION,
        game=match.game.name,
        preset=match.game.preset,
        options=plain(identity["options"]),
        players=list(match.players),
        key=match.key.hex() if match.key is not None else None,
        seating=list(match.draw.seating) if match.draw is not None else None,
        closed=match.sheet.closed,
        deals=[_deal_record(state) for state in match.deals],
        result=plain(match.sheet.summary()),
    )


def _deal_record(state: State) -> DealRecord:
    given = () if state.pack else state.dealt
    return DealRecord(
        dealer=state.dealer,
        hands=[" ".join(map(str, hand)) for hand in given[:-1]] or None,
        talon=" ".join(map(str, given[-1])) or None if given else None,
        drawn=str(state.drawn) if given and state.drawn is not None else None,
        actions=[str(action) for _, action in state.history],
        result=plain(state.result) if state.is_over else None,
    )


def parse(line: str | bytes, *, where: str = "the record") -> MatchRecord:
    """A record from a line of JSON, its form checked but not yet its play.

    Raises RecordError, and RulesError for what is no line.
    """
    require_kind("a record", line, str, bytes)
    try:
        record = msgspec.json.decode(line, type=MatchRecord)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        looks_so = line.lstrip()[:1] in ("{", b"{")
        why = str(error) if looks_so else "a record begins with {"
        raise RecordError(where, f"this is not a record of Stova, version {VERSION}: {why}.") from None
    if any(map(_deep, (record.options, record.result, *(deal.result for deal in record.deals)))):
        raise RecordError(where, "values are nested too deep for a record.")
    return record


def _deep(value: object, left: int = 8) -> bool:
    """Whether lists and objects are nested deeper than any record's are."""
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return left == 0 or any(_deep(item, left - 1) for item in items)


def replay(record: MatchRecord, *, where: str = "the record") -> Match:
    """The match as it stood at the end of the record, every action and result checked.

    Raises RecordError.
    """
    (match,) = deque(steps(record, where=where), maxlen=1)
    return match


def steps(record: MatchRecord, *, where: str = "the record") -> Iterator[Match]:
    """The match after its beginning, after each action, and after each new deal, checked on the way.

    Raises RecordError when the record goes wrong.
    """
    match = _begin(record, where)
    for number, deal in enumerate(record.deals):
        here = f"{where}, deal {number + 1}"
        if number:
            match = _next(match, deal, here)
        _same(deal.dealer, match.state.dealer, "dealer", here)
        yield match
        for count, text in enumerate(deal.actions, start=1):
            match = _apply(match, text, f"{here}, action {count} ({reprlib.repr(text)})")
            yield match
        if deal.result is not None or match.state.is_over:
            _same(deal.result, plain(match.state.result) if match.state.is_over else None, "result", here)
    if record.closed:
        match = _close(match, where)
        yield match
    _same(record.result, plain(match.sheet.summary()), "result", where)


def _begin(record: MatchRecord, where: str) -> Match:
    if not record.deals:
        raise RecordError(where, "a record needs at least one deal.")
    try:
        match = _open(game_with(record.game, record.preset, record.options), record)
    except StovaError as error:
        raise RecordError(where, f"{error}.") from None
    if record.seating is not None:
        _same(record.seating, list(match.draw.seating) if match.draw else None, "seating", where)
    return match


def _open(rules: Game, record: MatchRecord) -> Match:
    first, players, dealer = record.deals[0], record.players, record.deals[0].dealer
    if record.seating is None:
        return rules.match(
            key=record.key, players=players, dealer=dealer, hands=first.hands, talon=first.talon, drawn=first.drawn
        )
    if sorted(record.seating) != list(range(len(players))):
        raise RulesError("the seating must name every player once")
    came = [players[record.seating.index(player)] for player in range(len(players))]
    return rules.match(key=record.key, players=came, hands=first.hands, talon=first.talon, drawn=first.drawn)


def _close(match: Match, where: str) -> Match:
    try:
        return match.close()
    except StovaError as error:
        raise RecordError(where, f"{error}.") from None


def _next(match: Match, deal: DealRecord, where: str) -> Match:
    try:
        return match.next_deal(hands=deal.hands, talon=deal.talon, drawn=deal.drawn)
    except StovaError as error:
        raise RecordError(where, f"{error}.") from None


def _apply(match: Match, text: str, where: str) -> Match:
    try:
        return match.apply(match.game.action(text))
    except IllegalAction as error:
        raise RecordError(where, error.why, rule=error.rule) from None
    except NotationError as error:
        raise RecordError(where, f"{error.what}.") from None


def _same(stored: object, found: object, what: str, where: str) -> None:
    if _bytes(stored) != _bytes(found):
        raise RecordError(where, f"the {what} should be {_short(found)}, but the record says {_short(stored)}.")


def _bytes(value: object) -> bytes:
    """As JSON, in which 0, 0.0 and false differ as they don't in Python."""
    return msgspec.json.encode(value, order="deterministic")


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 300 else text[:300] + "…"


def lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines of a `.jsonl` file, open for bytes, that aren't blank, numbered from 1.

    Raises RecordError for a line too long to be a record, and RulesError for what is no file.
    """
    if not hasattr(file, "readline"):
        raise RulesError(f"lines are read from a file as open(path, 'rb') gives it, not from {shown(file)}")
    return _lines(file)


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise RecordError(f"line {number}", f"a line is at most {LONGEST_LINE} bytes long; a record is one line.")
        if line.strip():
            yield number, line


def read(file: str | PathLike[str] | BinaryIO) -> Iterator[Match]:
    """The matches of a `.jsonl` file, replayed one by one: of a path, or of a file open for bytes.

    Raises RecordError, which names the line, OSError for a path that can't be read, and RulesError for what is no file.
    """
    if isinstance(file, str | PathLike):
        return _read_path(file)
    if not hasattr(file, "readline"):
        raise RulesError(
            f"records are read from a path, or a file as open(path, 'rb') gives it, not from {shown(file)}"
        )
    return (load(line, where=f"line {number}") for number, line in lines(file))


def _read_path(path: str | PathLike[str]) -> Iterator[Match]:
    with open(path, "rb") as file:
        yield from read(file)
