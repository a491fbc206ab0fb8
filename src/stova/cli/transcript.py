"""`stova transcript`: records written out to read."""

import typer

from stova.cli.referee import NO_RECORD, RecordFile, matches, opened
from stova.errors import RecordError
from stova.transcript import transcript as written


def transcript(file: RecordFile) -> None:
    """Write records out for people: hands, bids, tricks, results."""
    number = 0
    with opened(file) as source:
        for number, match in enumerate(matches(source), start=1):  # noqa: B007
            typer.echo(written(match))
    if not number:
        raise RecordError(str(file), NO_RECORD)
