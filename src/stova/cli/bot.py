"""`stova bot`: look an outside program over before it sits down with people."""

import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import inf
from typing import Annotated

import typer

from stova.bots import BOTS
from stova.bots.forfeits import Fault, Forfeit
from stova.bots.naming import PREFIX, command_of
from stova.bots.novice import novice
from stova.bots.program import SECONDS, Program
from stova.bots.talk import GRACE
from stova.cli.choosing import Changes, Preset, chosen_game
from stova.cli.measured import ended_by_signals
from stova.cli.telling import tell
from stova.cli.words import labels
from stova.engine.game import Game
from stova.errors import RulesError, StovaError
from stova.games import FAMILIES
from stova.research.arena import Arena
from stova.research.replay import Played
from stova.research.report import Estimate
from stova.research.telling import duration

ENOUGH = 3
"""Forfeits in a game after which it is left: a program that hangs would take an hour to say so."""
OWN = ("--game", "--deals", "--seconds", "--seed", "--preset", "--option")
"""Options of ours, which stand before the program; one may have them as well."""
FAULTS: Mapping[str, Sequence[Fault]] = {
    "illegal": ("illegal",),
    "slow": ("slow",),
    "ended": ("ended",),
    "garbled": ("garbage", "flood"),
}
"""The heads of the columns that count forfeits, and what is counted there."""


class Enough(StovaError):
    """A program has failed often enough in a game."""


class Examined(Program):
    """A program that is looked over in one game: each forfeit is told as it happens, and the last one allowed ends it.

    Not to begin is enough by itself. Raises Enough.
    """

    deal = 0

    def __init__(self, command: Sequence[str], *, game: Game, seconds: float) -> None:
        super().__init__(command, seconds=seconds)
        self.game = game
        self.parting = ""
        """What the first process did that went wrong after its last question."""

    @property
    def silent(self) -> bool:
        """Whether it hasn't said in time that it is ready."""
        return bool(self.forfeits) and self.forfeits[-1].unready

    @property
    def declined(self) -> bool:
        """Whether it doesn't play the game."""
        return bool(self.forfeits) and self.forfeits[-1].fault == "declined"

    def forfeited(self, forfeit: Forfeit) -> None:
        super().forfeited(forfeit)
        if self.declined:
            tell(f"{self.game.name}: {forfeit.program} {forfeit.why_in_full}.")
            raise Enough("a program doesn't play a game")
        tell(f"{self.game.name}, deal {self.deal}: {forfeit}")
        if forfeit.errors and all(forfeit.errors != before.errors for before in self.forfeits[:-1]):
            for line in forfeit.errors.splitlines():
                typer.echo(f"    {_visible(line)}")
        if (forfeit.fault, forfeit.decision, len(self.forfeits)) == ("slow", 1, 1):
            typer.echo("    Does it flush what it writes?")
        if not forfeit.decision or len(self.forfeits) >= ENOUGH:
            raise Enough("a program has failed often enough")

    def parted(self, seat: int, wrong: str) -> None:
        if not self.parting:
            self.parting = f"{self.name} on seat {seat} {wrong}"


def bot(
    program: Annotated[str, typer.Argument(metavar="PROGRAM", help="A program: a path, a command, program:COMMAND.")],
    arguments: Annotated[list[str] | None, typer.Argument(metavar="ARGS", help="Its arguments.")] = None,
    game: Annotated[
        list[str] | None, typer.Option(help="A game, as `stova games` names it; again for more. Else all.")
    ] = None,
    deals: Annotated[int, typer.Option(min=1, max=100_000, help="How many deals of each game.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.001, max=3600, help="The time a move.")] = SECONDS,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="All chance comes from it.")] = 0,
    preset: Preset = None,
    option: Changes = None,
) -> None:
    """Check a program. It plays deals of the games against novices, on every seat.

    Our options stand before the program, its own after it. Forfeits are told as they happen; after three a game is
    left, or after one at its start. The score is by how much it beats the novices, a deal, and the standard error of
    that, if it forfeits nothing. Ends with status 1 if the program forfeited a seat, or plays none of the games.
    """
    try:
        command = command_of(program, *(arguments or ()))
    except RulesError as error:
        raise typer.BadParameter(f"{error}{_meant(program)}") from None
    _check_arguments(arguments or (), command)
    if (preset or option) and len(game or ()) != 1:
        raise typer.BadParameter("a preset and options are of one game: say of which with --game")
    chosen = [chosen_game(name, preset, option or ()) for name in dict.fromkeys(game or FAMILIES)]
    typer.echo(_row("", "answered", *FAULTS, "a move", "longest", "score"))
    lost = played = 0
    longest = 0.0
    for rules in chosen:
        player = Examined(command, game=rules, seconds=seconds)
        _examine(player, deals=deals, seed=seed)
        if player.declined:
            continue
        lost, played, longest = lost + len(player.forfeits), played + 1, max(longest, player.longest)
        if player.silent and rules is not chosen[-1]:
            tell("The other games are left out. Does it answer `hello`, and flush what it writes?")
            break
    if not played and not player.forfeits[-1].errors:
        tell("It plays none of these games. Does it answer `hello`?")
    if lost or not played:
        raise typer.Exit(1)
    over = f" and {GRACE:g} s for the way there and back, the longest taking {duration(longest)}"
    within = f" ({seconds:g} s{over})" if longest > seconds else ""
    tell(f"\n{player.name} made every decision it was asked for, in time{within} and by the rules.")


def _visible(line: str) -> str:
    """A line with what a terminal would obey, and not show, written out."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in line.expandtabs())


def _check_arguments(arguments: Sequence[str], command: Sequence[str]) -> None:
    """Raises BadParameter for an option of ours among a program's arguments: nobody can tell whose it was to be."""
    for own in OWN:
        if any(argument.partition("=")[0] == own for argument in arguments):
            name = shlex.quote(PREFIX + shlex.join(command))
            why = f"{own} is an option of `stova bot`: put it before the program"
            raise typer.BadParameter(f"{why}; if it is the program's, quote the whole command: {name}")


def _meant(name: str) -> str:
    """What was meant, if the name is that of a game or of a level."""
    level = name.removeprefix(PREFIX)
    if level in FAMILIES:
        return f"; {level} is a game: `stova bot --game {level} PROGRAM`"
    if level.partition(":")[0] not in BOTS:
        return ""
    return f"; {level} is a level: play against it with `stova play --bots {level}`, and give a program here"


def _examine(player: Examined, *, deals: int, seed: int) -> None:
    """Play deals of a game until it has failed enough, and print its line unless it is declined.

    Raises KeyboardInterrupt, once the line of what was played until then is printed.
    """
    arena = Arena(game=player.game, bots=(player, novice), seed=seed, cut="asked")
    rows: list[Played] = []
    try:
        with ended_by_signals(), player, suppress(Enough):
            for number in range(deals):
                player.deal = number + 1
                rows += arena.deal((player, novice), number)
    except KeyboardInterrupt:
        _tell(player, arena, rows)
        typer.echo(labels.CUT_SHORT.format(played=len({row.deal for row in rows}), deals=deals))
        raise
    if not player.declined:
        _tell(player, arena, rows)


def _tell(player: Examined, arena: Arena, rows: Sequence[Played]) -> None:
    """Print the line of a game, without a score where novices played some of the program's cards."""
    faults = [forfeit.fault for forfeit in player.forfeits]
    counts = (str(sum(fault in kinds for fault in faults)) for kinds in FAULTS.values())
    times = (player.taken / player.answered, player.longest) if player.answered else ()
    shown = [duration(seconds) for seconds in times] or ["-", "-"]
    score = _score(arena.report(rows).difference()) if rows and not faults else "-"
    typer.echo(_row(player.game.name, f"{player.answered:,}", *counts, *shown, score))
    if player.parting:
        tell(f"{player.game.name}, when no more was asked: {player.parting}. That isn't counted.")


SCORE = 10
"""Characters of a score with its error."""


def _score(difference: Estimate) -> str:
    """A difference with its standard error, which a single deal hasn't, in at most so many characters."""
    if difference.error == inf:
        return f"{difference.mean:+z.2f}"
    most = sum(difference.error < least for least in (9.95, 0.995))
    told = [f"{difference.mean:+z.{digits}f}±{difference.error:.{digits}f}" for digits in range(most, -1, -1)]
    return next((text for text in told if len(text) <= SCORE), told[-1])


def _row(name: str, *cells: str) -> str:
    """A line of the table, at most 80 characters."""
    widths = (8, 7, 4, 5, 7, 7, 7, SCORE)
    return f"{name:17} " + " ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
