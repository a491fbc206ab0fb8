"""`stova transcript`: records written out to read."""

import typer

from stova import records
from stova.cli.referee import RecordFile, opened
from stova.transcript import transcript as written


def transcript(file: RecordFile) -> None:
    """Write records out for people: hands, bids, tricks, results."""
    with opened(file) as source:
        for match in records.read(source):
            typer.echo(written(match))
