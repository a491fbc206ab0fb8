"""`stova resume`: go on with a match that was left."""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from stova.bots import bot
from stova.bots.naming import is_program
from stova.cli import storage
from stova.cli.choosing import LEVELS, Look, chosen_bots, chosen_folder
from stova.cli.lock import Lock, PlayedElsewhereError, lock_of
from stova.cli.storage import Manners, StorageError, errors_of, glance
from stova.cli.telling import tell
from stova.cli.words import labels
from stova.errors import RulesError


def resume(
    name: Annotated[
        str | None,
        typer.Argument(metavar="MATCH", help="A number or name of --list; else the one left last."),
    ] = None,
    bots: Annotated[
        str | None, typer.Option(metavar="LEVEL", help=f"Play against others from now on: {LEVELS}.")
    ] = None,
    theme: Annotated[Look, typer.Option(help="Colours.")] = "dark",
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with plain letters only.")] = False,
    hurry: Annotated[bool, typer.Option("--hurry", help="Never wait.")] = False,
    every: Annotated[bool, typer.Option("--list", help="List the unfinished matches instead.")] = False,
) -> None:
    """Go on with an unfinished match."""
    from stova.cli import terminal
    from stova.cli.sitting import Sitting, leave

    paths = storage.unfinished()
    if every and not paths:
        tell(labels.NONE_KEPT, wrong=True)
    if every:
        for line in listed(paths):
            typer.echo(line)
        return
    if not paths:
        raise storage.StorageError(labels.NONE_KEPT)
    wanted = paths if name is None else (named(name, paths),)
    others = None if bots is None else chosen_bots(bots)
    terminal.check()
    with Lock() as lock:
        kept = storage.fetch(take_first(lock, wanted))
        manners = kept.manners
        if others is not None:
            manners = replace(manners, bots=others, folder=chosen_folder(others))
        fetch_bots(manners)
        sitting = Sitting(kept.match, manners, kept.path, fresh=False, hurry=hurry, lock=lock)
        terminal.show(sitting, look=theme, ascii_only=ascii_only)
    leave(sitting)


def fetch_bots(manners: Manners) -> None:
    """See that a match's bots are there, a program where it was named. Raises StorageError."""
    try:
        if manners.folder is not None and is_program(manners.bots):
            with errors_of(Path(manners.folder)):
                os.chdir(manners.folder)
        bot(manners.bots)
    except (RulesError, StorageError) as error:
        raise StorageError(labels.BOTS_GONE.format(why=str(error).rstrip("."))) from None


def listed(paths: Sequence[Path]) -> Iterator[str]:
    """Unfinished matches, a line each: number, when it was played last, game, deal unless it is in play, name."""
    found = [glance(path) for path in paths]
    states = [labels.IN_PLAY if is_played(path) else deal for path, (_, deal) in zip(paths, found, strict=True)]
    wide, width = (max(map(len, column), default=0) for column in ([game for game, _ in found], states))
    for number, (path, (game, _), state) in enumerate(zip(paths, found, states, strict=True), start=1):
        when = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
        yield f"{number:3}  {when}  {game:{wide}}  {state:{width}}  {path.stem}"


def is_played(path: Path) -> bool:
    """Whether another process plays the match. To look at those nobody plays would keep others from them meanwhile."""
    if not lock_of(path).exists():
        return False
    with Lock() as lock:
        try:
            lock.take(path)
        except PlayedElsewhereError:
            return True
        except StorageError:
            pass
    return False


def take_first(lock: Lock, paths: Sequence[Path]) -> Path:
    """Keep others from the first match that no other process plays.

    Raises PlayedElsewhereError when all are played, of the first, and StorageError.
    """
    for path in paths:
        with suppress(PlayedElsewhereError):
            lock.take(path)
            return path
    raise PlayedElsewhereError(labels.PLAYED_ELSEWHERE.format(name=paths[0].name))


def named(name: str, paths: Sequence[Path]) -> Path:
    """The match of a number or file name as listed. Raises StorageError when there is none."""
    if name.isascii() and name.isdigit() and 1 <= int(name) <= len(paths):
        return paths[int(name) - 1]
    found = next((path for path in paths if name in (path.name, path.stem, str(path))), None)
    if found is None:
        raise StorageError(labels.NO_SUCH_MATCH.format(name=name[:80]))
    return found
