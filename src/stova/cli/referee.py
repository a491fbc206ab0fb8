"""`stova referee`: replay records and check everything in them."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, repeat
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import msgspec
import typer

from stova import records
from stova.cli.record_files import NO_RECORD, RecordFiles, called, opened, record_lines
from stova.cli.storage import StorageError, own_records
from stova.cli.telling import tell
from stova.engine.match import Match
from stova.engine.plain import plain
from stova.errors import RecordError

MOST = 20
"""As many bad lines as are told of one by one, and as many that aren't text as are read before the first record."""


def referee(
    files: RecordFiles = None,
    legal: Annotated[bool, typer.Option("--legal", help="Print each decision with the legal actions.")] = False,
) -> None:
    """Replay records; print each deal's result as a line of JSON.

    Every action and every stored result is checked. What is wrong is said with its line, deal, action and rule, and the
    exit status is then 1.
    """
    bad = 0
    files = files or [own_records()]
    for file in files:
        bad += _check_file(file, {"file": str(file)} if len(files) > 1 else {}, legal=legal, told=bad)
    if bad > MOST:
        tell(f"stova: and {bad - MOST} more.", wrong=True)
    if bad:
        raise typer.Exit(1)


def _check_file(file: Path, named: dict[str, str], *, legal: bool, told: int) -> int:
    """How many things are wrong in a file, told as long as not too many are; `named` goes with what it holds."""
    wrong, name = 0, called(file)
    try:
        with opened(file) as source:
            for error in _faults(source, name, named, legal=legal):
                wrong += 1
                _complain(f"{'' if error.where == name else f'{name}: '}{error}", told + wrong)
    except StorageError as error:
        wrong += 1
        _complain(str(error), told + wrong)
    return wrong


@dataclass
class Strange:
    """The lines before the first record: what is wrong with the first of them, and how many there are."""

    faults: list[RecordError] = field(default_factory=list)
    lines: int = 0
    not_text: int = 0

    def add(self, line: bytes, error: RecordError) -> None:
        """A line more; a fault that wouldn't be told isn't kept."""
        self.lines += 1
        self.not_text += not _is_text(line)
        if self.lines <= MOST:
            self.faults.append(error)

    def one_by_one(self) -> Iterator[RecordError]:
        """As many faults as there are lines: any will do for those that are only counted."""
        yield from self.faults
        yield from repeat(self.faults[-1], self.lines - MOST) if self.lines > MOST else ()

    def in_one(self) -> RecordError:
        """What is wrong with the first line, and how many more there are."""
        first, more = self.faults[0], self.lines - 1
        others = f" Nor {'is the line' if more == 1 else f'are the {more:,} lines'} after it." if more else ""
        left = " This isn't text: the rest is left unread." if self.not_text == MOST else ""
        return RecordError(first.where, f"{first.why}{others}{left}")


def _is_text(line: bytes) -> bool:
    with contextlib.suppress(UnicodeDecodeError):
        return "\0" not in line.decode()
    return False


def _faults(source: BinaryIO, file: str, named: dict[str, str], *, legal: bool) -> Iterator[RecordError]:
    """What is wrong in a file, while what its records hold is printed.

    Of a file in which nothing looks like a record only one thing is told.
    """
    strange, lines = Strange(), record_lines(source, file)
    first = _first_record(lines, strange)
    if first is None:
        yield strange.in_one() if strange.lines else RecordError(file, NO_RECORD)
        return
    yield from strange.one_by_one()
    try:
        for number, line in chain([first], lines):
            yield from _check(line, number, named, legal=legal)
    except RecordError as error:
        yield error


def _first_record(lines: Iterator[tuple[int, bytes]], strange: Strange) -> tuple[int, bytes] | None:
    """The first line that has the form of a record, or is meant to; None if there is none, or too much isn't text."""
    try:
        for number, line in lines:
            wrong = _wrong(line, number)
            if wrong is None or _is_meant(line):
                return number, line
            strange.add(line, wrong)
            if strange.not_text == MOST:
                break
    except RecordError as error:
        strange.add(b"", error)
    return None


def _wrong(line: bytes, number: int) -> RecordError | None:
    """What keeps a line from having the form of a record."""
    try:
        records.parse(line, where=f"line {number}")
    except RecordError as error:
        return error
    return None


def _is_meant(line: bytes) -> bool:
    """Whether a line says that it is a record of ours, whatever is wrong with it."""
    with contextlib.suppress(ValueError, RecursionError):
        return "stova" in msgspec.json.decode(line, type=dict[str, Any])
    return False


def _complain(what: str, number: int) -> None:
    if number <= MOST:
        tell(f"stova: {what}", wrong=True)


def _check(line: bytes, number: int, named: dict[str, str], *, legal: bool) -> Iterator[RecordError]:
    """Print what a record holds; what is wrong with it, if anything is."""
    try:
        for finding in findings(line, number):
            if legal or "result" in finding:
                typer.echo(msgspec.json.encode(named | finding))
    except RecordError as error:
        yield error


def findings(line: bytes, number: int) -> Iterator[dict[str, Any]]:
    """What a record holds, in order: each decision with what was legal, each finished deal with its result.

    Raises RecordError when something in it is wrong.
    """
    before: Match | None = None
    where = f"line {number}"
    for match in records.steps(records.parse(line, where=where), where=where):
        deal: dict[str, Any] = {"line": number, "deal": len(match.deals)}
        if before is not None and len(before.past) == len(match.past):
            seat, action = match.state.history[-1]
            choices = plain(before.state.legal_actions())
            yield deal | {"seat": seat, "action": str(action), "legal": choices}
            if match.state.is_over:
                yield deal | {"result": plain(match.state.result)}
        before = match
