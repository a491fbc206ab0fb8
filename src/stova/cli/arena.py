"""`stova arena`: two bots measured against each other."""

import csv
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer

from stova.cli.choosing import chosen_game
from stova.cli.measured import progress, told
from stova.engine.game import Game
from stova.errors import RulesError
from stova.games import FAMILIES
from stova.research.arena import MOST_JOBS, Arena
from stova.research.plot import picture
from stova.research.replay import Played, seatings
from stova.research.report import Report, csv_head, csv_line


def arena(
    first: Annotated[str, typer.Argument(metavar="BOT", help="A level, random, sample-and-solve, a program.")],
    second: Annotated[str, typer.Argument(metavar="BOT", help="The bot it is measured against.")],
    game: Annotated[str, typer.Option(help="A game, as `stova games` names it.")] = next(iter(FAMILIES)),
    deals: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many deals.")] = 100,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.001, max=3600, help="The time a move of programs and of bots that think for a time."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="All chance comes from it.")] = 0,
    jobs: Annotated[int | None, typer.Option(min=1, max=MOST_JOBS, help="Processes; else one a core.")] = None,
    csv_file: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write a line each time a deal was played.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the course of the score difference.")
    ] = None,
    preset: Annotated[str | None, typer.Option(help="A set of options, as `stova options GAME` lists them.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Change one option; again for more.")
    ] = None,
) -> None:
    """Measure two bots by duplicate deals. Every deal is played again with the seats changed.

    A program is named by its path, or by its command: "program:python3 bot.py --deep". Ctrl-C ends the measurement
    and keeps what was played.
    """
    rules = chosen_game(game, preset, option or ())
    _check_picture(plot)
    measured = Arena(game=rules, bots=(first, second), seed=seed, seconds=seconds)
    try:
        measured.players()
    except RulesError as error:
        raise typer.BadParameter(str(error)) from None
    rows: list[Played] = []
    with ExitStack() as stack:
        keep = stack.enter_context(_lines(csv_file, rules, measured.labels))
        advance = stack.enter_context(progress(deals))
        played = stack.enter_context(closing(measured.deals(deals, jobs=jobs or os.cpu_count() or 1)))
        with suppress(KeyboardInterrupt):
            for replays in played:
                rows += replays
                keep(replays)
                advance(measured.report(replays).differences()[0])
    if rows:
        _tell(measured.report(rows), plot)
    if len(rows) < deals * len(seatings(rules)):
        raise KeyboardInterrupt


def _check_picture(path: Path | None) -> None:
    """Say beforehand what would spoil the picture at the end. Raises BadParameter, StovaError."""
    if path is not None and path.suffix.lower() != ".svg":
        raise typer.BadParameter(f"the plot is an SVG: name it {path.stem}.svg")
    if path is not None and not path.parent.is_dir():
        raise typer.BadParameter(f"there is no folder {path.parent}")
    if path is not None and path.is_dir():
        raise typer.BadParameter(f"{path} is a folder: name a file in it")


@contextmanager
def _lines(path: Path | None, game: Game, bots: Sequence[str]) -> Iterator[Callable[[Sequence[Played]], None]]:
    """What writes rows to the CSV as they come, so that nothing is lost; to nowhere without a path."""
    if path is None:
        yield lambda rows: None
        return
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(csv_head(game))

        def keep(rows: Sequence[Played]) -> None:
            table.writerows(csv_line(game, bots, row) for row in rows)
            file.flush()

        yield keep


def _tell(report: Report, plot: Path | None) -> None:
    """Print the table, and draw the course if it is wanted."""
    for line in told(report):
        typer.echo(line)
    if plot is not None:
        _draw(report, plot)


def _draw(report: Report, path: Path) -> None:
    """Write the picture, or say why there is none."""
    if len(report.deals) < 2:
        typer.echo(f"{path} isn't drawn: a course takes two deals or more.", err=True)
    else:
        path.write_text(picture(report), encoding="utf-8")
