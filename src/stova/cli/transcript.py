"""`stova transcript`: records written out to read."""

import typer

from stova.cli import storage
from stova.cli.referee import NO_RECORD, RecordFile, called, faults_of, matches, opened
from stova.cli.storage import StorageError
from stova.cli.words import labels
from stova.errors import RecordError
from stova.transcript import transcript as written


def transcript(file: RecordFile) -> None:
    """Write records out for people: hands, bids, tricks, results."""
    if file.absolute() == storage.finished() and not file.exists() and storage.unfinished():
        raise StorageError(labels.NONE_FINISHED)
    number = 0
    with opened(file) as source, faults_of(called(file)):
        for number, match in enumerate(matches(source, called(file)), start=1):  # noqa: B007
            typer.echo(written(match))
    if not number:
        raise RecordError(called(file), NO_RECORD)
