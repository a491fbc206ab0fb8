"""`stova referee`: replay records and check everything in them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import msgspec
import typer

from stova import records
from stova.engine.match import Match
from stova.engine.plain import plain
from stova.errors import RecordError

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="Records, one a line; - for standard input.")]


def opened(file: Path) -> BinaryIO:
    """The file to read, standard input for `-`.

    Raises OSError.
    """
    return typer.get_binary_stream("stdin") if str(file) == "-" else file.open("rb")


def referee(
    file: RecordFile,
    legal: Annotated[bool, typer.Option("--legal", help="Print each decision with the legal actions.")] = False,
) -> None:
    """Replay records; print each deal's result as a line of JSON.

    Every action and every stored result is checked. What is wrong is said with its line, deal, action and rule, and the
    exit status is then 1.
    """
    counts = {"good": 0, "bad": 0}
    with opened(file) as source:
        for number, line in records.lines(source):
            counts["good" if _check(line, number, legal=legal) else "bad"] += 1
    if not sum(counts.values()):
        raise RecordError(str(file), "there is no record in it.")
    if counts["bad"]:
        raise typer.Exit(1)


def _check(line: bytes, number: int, *, legal: bool) -> bool:
    try:
        for finding in findings(line, number):
            if legal or "result" in finding:
                typer.echo(msgspec.json.encode(finding))
    except RecordError as error:
        typer.echo(f"stova: {error}", err=True)
        return False
    return True


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
