"""Files of records, as commands are given them."""

import contextlib
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from stova import records
from stova.cli.storage import errors_of, is_manners
from stova.engine.match import Match
from stova.errors import RecordError

NO_RECORD = "there is no record in it."
RECORDS = "Records, one a line; - for standard input."
OWN = f"{RECORDS} If not given, those of matches you finished at the table."
RecordFiles = Annotated[list[Path] | None, typer.Argument(metavar="FILE", help=OWN)]
OwnRecords = Annotated[Path | None, typer.Argument(metavar="FILE", help=OWN)]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help=RECORDS)]

BOM = b"\xef\xbb\xbf"
"""What some editors begin a file of UTF-8 with."""


@contextlib.contextmanager
def opened(file: Path) -> Iterator[BinaryIO]:
    """The file to read, standard input for `-`; a mark of UTF-8 at its beginning is passed over.

    Raises StorageError.
    """
    with contextlib.ExitStack() as stack:
        with errors_of(called(file)):
            source = stack.enter_context(typer.get_binary_stream("stdin") if str(file) == "-" else file.open("rb"))
            if isinstance(source, BufferedReader) and source.peek(len(BOM)).startswith(BOM):
                source.read(len(BOM))
        yield source


def called(file: Path) -> str:
    """What a file is called in a complaint."""
    return "standard input" if str(file) == "-" else str(file)


def record_lines(source: BinaryIO, name: str) -> Iterator[tuple[int, bytes]]:
    """The lines of records, numbered from 1; a table's settings, which follow a match it keeps, are passed over.

    `name` is what the file is called. Raises RecordError for a line too long to be a record, StorageError for what
    can't be read.
    """
    # What goes wrong with a line that was given out isn't met here.
    with errors_of(name):
        for number, line in records.lines(source):
            if not is_manners(line):
                yield number, line


@contextlib.contextmanager
def faults_of(name: str) -> Iterator[None]:
    """Name the file in what is wrong with a record of it. Raises RecordError."""
    try:
        yield
    except RecordError as error:
        raise RecordError(f"{name}: {error.where}", error.why, rule=error.rule) from None


def matches(source: BinaryIO, name: str) -> Iterator[Match]:
    """The matches of a file that is called so, replayed.

    Raises RecordError, which names the line, StorageError.
    """
    for number, line in record_lines(source, name):
        yield records.load(line, where=f"line {number}")
