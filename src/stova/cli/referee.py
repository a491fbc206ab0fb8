"""`stova referee`: replay records and check everything in them."""

import contextlib
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import msgspec
import typer

from stova import records
from stova.engine.match import Match
from stova.engine.plain import plain
from stova.errors import RecordError

NO_RECORD = "there is no record in it."
RECORDS = "Records, one a line; - for standard input."
RecordFiles = Annotated[list[Path], typer.Argument(metavar="FILE...", help=RECORDS)]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help=RECORDS)]


MOST = 20
"""As many bad records as are told of one by one."""
BOM = b"\xef\xbb\xbf"
"""What some editors begin a file of UTF-8 with."""


@contextlib.contextmanager
def opened(file: Path) -> Iterator[BinaryIO]:
    """The file to read, standard input for `-`; a mark of UTF-8 at its beginning is passed over.

    Raises OSError.
    """
    with typer.get_binary_stream("stdin") if str(file) == "-" else file.open("rb") as source:
        if isinstance(source, BufferedReader) and source.peek(len(BOM)).startswith(BOM):
            source.read(len(BOM))
        yield source


def referee(
    files: RecordFiles,
    legal: Annotated[bool, typer.Option("--legal", help="Print each decision with the legal actions.")] = False,
) -> None:
    """Replay records; print each deal's result as a line of JSON.

    Every action and every stored result is checked. What is wrong is said with its line, deal, action and rule, and the
    exit status is then 1.
    """
    bad = 0
    for file in files:
        bad += _check_file(file, f"{file}: " if len(files) > 1 else "", legal=legal, told=bad)
    if bad > MOST:
        typer.echo(f"stova: and {bad - MOST} more.", err=True)
    if bad:
        raise typer.Exit(1)


def _check_file(file: Path, name: str, *, legal: bool, told: int) -> int:
    """How many things are wrong in a file, told as long as not too many are; `name` goes before them."""
    wrong = read = 0
    named = {"file": str(file)} if name else {}
    try:
        with opened(file) as source:
            for number, line in records.lines(source):
                read += 1
                error = _check(line, number, named, legal=legal)
                if error is not None:
                    wrong += 1
                    _complain(f"{name}{error}", told + wrong)
        if not read:
            raise RecordError(str(file), NO_RECORD)
    except RecordError as error:
        wrong += 1
        _complain(f"{name if read else ''}{error}", told + wrong)
    except OSError as error:
        if not name:
            raise
        wrong += 1
        _complain(f"{name}{error.strerror or error}", told + wrong)
    return wrong


def _complain(what: str, number: int) -> None:
    if number <= MOST:
        typer.echo(f"stova: {what}", err=True)


def _check(line: bytes, number: int, named: dict[str, str], *, legal: bool) -> RecordError | None:
    """Print what a record holds; what is wrong with it."""
    try:
        for finding in findings(line, number):
            if legal or "result" in finding:
                typer.echo(msgspec.json.encode(named | finding))
    except RecordError as error:
        return error
    return None


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
