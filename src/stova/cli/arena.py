"""`stova arena`: two bots measured against each other."""

import csv
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from io import StringIO
from pathlib import Path
from typing import Annotated

import typer

from stova.bots.thinking import Thinker
from stova.cli.choosing import Changes, Preset, chosen_game
from stova.cli.measured import ended_by_signals, progress
from stova.cli.storage import StorageError, append, errors_of
from stova.cli.telling import tell
from stova.cli.words import labels
from stova.engine.game import Game
from stova.errors import RulesError
from stova.games import FAMILIES
from stova.playouts import cores
from stova.research.arena import MOST_JOBS, Arena
from stova.research.plot import picture
from stova.research.replay import Played
from stova.research.report import Report, csv_head, csv_lines


def arena(
    context: typer.Context,
    first: Annotated[str, typer.Argument(metavar="BOT", help="A level, novice, random, sample-and-solve, a program.")],
    second: Annotated[str, typer.Argument(metavar="OTHER_BOT", help="The bot it is measured against.")],
    game: Annotated[str, typer.Option(help="A game, as `stova games` names it.")] = next(iter(FAMILIES)),
    deals: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many deals.")] = 100,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.001, max=3600, help="The time a move of programs and of bots that think for a time."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="All chance comes from it.")] = 0,
    jobs: Annotated[int | None, typer.Option(min=1, max=MOST_JOBS, help="Processes; else one a core.")] = None,
    csv_file: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write a line each time a deal was played.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the course of the score difference.")
    ] = None,
    preset: Preset = None,
    option: Changes = None,
) -> None:
    """Measure two bots by duplicate deals. Every deal is played again with the seats changed.

    A program is named by its path, or by its command: "program:python3 bot.py --deep". Ctrl-C or SIGTERM ends it,
    and so does a file that can't be written; what was played is told. Ends with status 1 if a program forfeited a seat:
    a novice played on for it then, and the score is that of both.
    """
    _check_named(first, second, *context.args)
    rules = chosen_game(game, preset, option or ())
    _check_files(csv_file, plot)
    measured = Arena(game=rules, bots=(first, second), seed=seed, seconds=seconds)
    try:
        players: tuple[object, ...] = measured.players()
    except RulesError as error:
        raise typer.BadParameter(str(error)) from None
    rows: list[Played] = []
    well = True
    try:
        _play(measured, deals, jobs or min(cores(), MOST_JOBS), csv_file, rows)
    except KeyboardInterrupt:
        if not rows:
            tell("No deal was finished.", wrong=True)
        raise
    finally:
        if rows:
            report = measured.report(rows)
            well = _tell(report, plot)
            clocked = [each.name for each in players if isinstance(each, Thinker) and each.worlds is None]
            if clocked:
                typer.echo(labels.by_the_clock(clocked))
            if len(report.deals) < deals:
                typer.echo(labels.CUT_SHORT.format(played=len(report.deals), deals=deals))
    if not well:
        raise typer.Exit(1)


def _play(measured: Arena, deals: int, jobs: int, csv_file: Path | None, rows: list[Played]) -> None:
    """Play the deals. What was played is in `rows`, however it ends."""
    with (
        ended_by_signals(),
        _lines(csv_file, measured.game) as keep,
        progress(deals) as advance,
        closing(measured.deals(deals, jobs=jobs)) as played,
    ):
        for replays in played:
            report = measured.report(replays)
            try:
                keep(report)
            except StorageError:
                rows += replays  # told though it can't be kept; what Ctrl-C cuts short is neither
                raise
            rows += replays
            advance(report.differences()[0])


def _check_named(*names: str) -> None:
    """Raises BadParameter where a game stands among the bots, as with other commands, or more than two are named."""
    named = next((name for name in names if name in FAMILIES), None)
    if named is not None:
        raise typer.BadParameter(f"{named} is a game, not a bot: `stova arena --game {named} BOT OTHER_BOT`")
    if len(names) > 2:
        raise typer.BadParameter(f"two bots are measured: {names[2][:40]!r} is one too many")


def _check_files(csv_file: Path | None, plot: Path | None) -> None:
    """Say beforehand what would spoil them at the end. Raises BadParameter."""
    _check_file(csv_file)
    _check_file(plot)
    if plot is not None and not plot.name.lower().endswith(".svg"):
        raise typer.BadParameter(f"the plot is an SVG: name it {plot.stem}.svg")
    if plot is not None and csv_file is not None and plot.resolve() == csv_file.resolve():
        raise typer.BadParameter(f"{plot} can't be both the CSV and the plot")


def _check_file(path: Path | None) -> None:
    """Raises BadParameter for what can't be a file to write."""
    if path is None:
        return
    if str(path) == "-":
        raise typer.BadParameter("standard output is for the table: name a file, not -")
    if not path.parent.is_dir():
        raise typer.BadParameter(f"there is no folder {path.parent}")
    if path.is_dir():
        raise typer.BadParameter(f"{path} is a folder: name a file in it")


@contextmanager
def _lines(path: Path | None, game: Game) -> Iterator[Callable[[Report], None]]:
    """What writes the rows of deals to the CSV as they come, so that nothing is lost; to nowhere without a path.

    What the file had in it before is there until the first deal was played; a new one is not left behind empty.
    """
    if path is None:
        yield lambda report: None
        return
    with errors_of(path):
        new, file = not path.exists(), path.open("ab", buffering=0)
    begun = False

    def write(report: Report) -> None:
        nonlocal begun
        text = StringIO(newline="")
        table = csv.writer(text)
        if not begun:
            table.writerow(csv_head(game))
        table.writerows(csv_lines(report))
        with errors_of(path):
            if not begun and path.is_file():
                file.truncate(0)
            begun = True
            append(file, text.getvalue().encode())

    try:
        with file:
            yield write
    finally:
        if new and not begun:
            with suppress(OSError):
                path.unlink()


def _tell(report: Report, plot: Path | None) -> bool:
    """Print the table, and draw the course if that is wanted; whether it could be, and nobody forfeited a seat."""
    typer.echo(report)
    drawn = plot is None or _draw(report, plot)
    return drawn and not any(report.standing(contestant).forfeits for contestant in (0, 1))


def _draw(report: Report, path: Path) -> bool:
    """Write the picture, or say why there is none; whether it could be written."""
    if len(report.deals) < 2:
        tell(f"{path} isn't drawn: a course takes two deals or more.", wrong=True)
        return True
    try:
        with errors_of(path):
            path.write_text(picture(report), encoding="utf-8")
    except StorageError as error:
        tell(f"stova: {error}", wrong=True)
        return False
    return True
