"""`stova transcript`: records written out to read."""

import typer

from stova.cli import storage
from stova.cli.record_files import NO_RECORD, OwnRecords, called, faults_of, matches, opened
from stova.cli.signs import signs_for
from stova.errors import RecordError
from stova.transcript import transcript as written


def transcript(file: OwnRecords = None) -> None:
    """Write records out for people: hands, bids, tricks, results."""
    file = file or storage.own_records()
    number = 0
    with opened(file) as source, faults_of(called(file)):
        for number, match in enumerate(matches(source, called(file)), start=1):  # noqa: B007
            typer.echo(signs_for(ascii_only=False, colour=True).text(written(match)))
    if not number:
        raise RecordError(called(file), NO_RECORD)
