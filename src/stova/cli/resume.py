"""`stova resume`: go on with a match that was left."""

from typing import Annotated

import typer

from stova.bots import bot
from stova.cli.choosing import Look


def resume(
    theme: Annotated[Look, typer.Option(help="Colours.")] = "dark",
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with plain letters only.")] = False,
    hurry: Annotated[bool, typer.Option("--hurry", help="Never wait.")] = False,
    every: Annotated[bool, typer.Option("--list", help="List the unfinished matches instead.")] = False,
) -> None:
    """Go on with the unfinished match played last."""
    from stova.cli import storage, terminal
    from stova.cli.sitting import Sitting
    from stova.cli.words import labels

    paths = storage.unfinished()
    if every:
        for path in paths:
            typer.echo(path)
        return
    if not paths:
        raise storage.StorageError(labels.NONE_KEPT)
    terminal.check()
    kept = storage.fetch(paths[0])
    bot(kept.manners.bots)
    sitting = Sitting(kept.match, kept.manners, kept.path, fresh=False, hurry=hurry)
    terminal.show(sitting, look=theme, ascii_only=ascii_only)
