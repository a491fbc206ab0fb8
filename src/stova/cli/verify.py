"""`stova verify`: that nobody chose the cards of a match."""

from typing import Annotated

import typer

from stova import fair, records
from stova.cli.record_files import NO_RECORD, RecordFile, called, faults_of, opened, record_lines
from stova.cli.words.people import counted
from stova.errors import RecordError


def verify(
    file: RecordFile,
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="What the table showed before the first deal, as you noted it.")
    ] = None,
) -> None:
    """Prove that nobody chose the cards of a match. It takes the table's secret and what each seat shared.

    Whether your own share is among those printed, and none at a seat that had a bot, is for you to see.
    """
    number = 0
    with opened(file) as source, faults_of(called(file)):
        for number, line in record_lines(source, called(file)):
            where = f"line {number}"
            record = records.parse(line, where=where)
            if record.fair is None:
                raise RecordError(where, "the record doesn't say how its key came about: only a card room's do.")
            match = records.replay(record, where=where)
            fair.check(record.fair, record.key, seats=match.game.seats, shown=commitment, where=where)
            fair.check_deals(match, where=where)
            deals = counted(len(match.deals), "deal")
            typer.echo(f"{where}: {deals} of {match.game.title}, as the secret and these shares made them:")
            for name, share in zip(match.players, record.fair.shares, strict=True):
                typer.echo(f"  {name}: {share or 'none'}")
    if not number:
        raise RecordError(called(file), NO_RECORD)
