"""`stova bot`: look an outside program over before it sits down with people."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from stova.bots import BOTS
from stova.bots.naming import PREFIX, command_of
from stova.bots.novice import novice
from stova.bots.pipes import Fault
from stova.bots.program import SECONDS, Forfeit, Program
from stova.cli.choosing import chosen_game
from stova.cli.measured import duration, forfeits
from stova.engine.game import Game
from stova.errors import RulesError
from stova.games import FAMILIES
from stova.research.arena import Arena
from stova.research.replay import Played
from stova.research.report import Report

ENOUGH = 3
"""Forfeits in a game after which it is left: a program that hangs would take an hour to say so."""
FAULTS: Mapping[str, Sequence[Fault]] = {
    "illegal": ("illegal",),
    "slow": ("slow",),
    "ended": ("ended",),
    "garbled": ("garbage", "flood"),
}
"""The heads of the columns that count forfeits, and what is counted there."""


def bot(
    program: Annotated[str, typer.Argument(metavar="PROGRAM", help="A program: a path, a command, program:COMMAND.")],
    arguments: Annotated[list[str] | None, typer.Argument(metavar="[ARGS]...", help="Its arguments.")] = None,
    game: Annotated[
        list[str] | None, typer.Option(help="A game, as `stova games` names it; again for more. Else all.")
    ] = None,
    deals: Annotated[int, typer.Option(min=1, max=100_000, help="How many deals of each game.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.001, max=3600, help="The time a move.")] = SECONDS,
    seed: Annotated[int, typer.Option(min=0, help="All chance comes from it.")] = 0,
) -> None:
    """Check a program: it plays deals of the games against novices, on every seat.

    Options stand before the program. The score is by how much it beats the novices, a deal. Ends with status 1 if the
    program forfeited a seat.
    """
    try:
        command = command_of(program, *(arguments or ()))
    except RulesError as error:
        raise typer.BadParameter(f"{error}{_level_meant(program)}") from None
    chosen = [chosen_game(name, None) for name in game or FAMILIES]
    typer.echo(_row("", "answered", *FAULTS, "a move", "longest", "score"))
    lost: list[Forfeit] = []
    for rules in chosen:
        with Program(command, seconds=seconds) as player:
            typer.echo(_told(_report(rules, player, deals=deals, seed=seed), player))
            lost += player.forfeits
    typer.echo("")
    for line in forfeits(lost):
        typer.echo(line)
    if lost:
        raise typer.Exit(1)
    typer.echo(f"{player.name} made every decision it was asked for, in time and by the rules.")


def _level_meant(name: str) -> str:
    """How a level is played against, if the name is that of one."""
    level = name.removeprefix(PREFIX)
    if level.partition(":")[0] not in BOTS:
        return ""
    return f"; {level} is a level: play against it with `stova play --bots {level}`, and give a program here"


def _report(game: Game, player: Program, *, deals: int, seed: int) -> Report:
    """The deals of a game, or those until the program has forfeited often enough."""
    arena = Arena(game=game, bots=(player, novice), seed=seed, cut="asked")
    rows: list[Played] = []
    for number in range(deals):
        rows += arena.deal((player, novice), number)
        if len(player.forfeits) >= ENOUGH:
            break
    return arena.report(rows)


def _told(report: Report, player: Program) -> str:
    """The line of a game."""
    faults = [forfeit.fault for forfeit in player.forfeits]
    counts = (str(sum(fault in kinds for fault in faults)) for kinds in FAULTS.values())
    times = (player.taken / player.answered, player.longest) if player.answered else ()
    shown = [duration(seconds) for seconds in times] or ["-", "-"]
    return _row(report.game.name, f"{player.answered:,}", *counts, *shown, f"{report.difference().mean:+.2f}")


def _row(name: str, *cells: str) -> str:
    """A line of the table, at most 80 characters."""
    widths = (8, 7, 4, 5, 7, 7, 7, 8)
    return f"{name:17} " + " ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
