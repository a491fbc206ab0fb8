"""`stova play`: a new match at the table."""

from typing import Annotated

import typer

from stova.cli.choosing import (
    LEVELS,
    Changes,
    Look,
    Preset,
    chosen_bots,
    chosen_dealer,
    chosen_folder,
    chosen_game,
    chosen_key,
)
from stova.cli.lock import Lock
from stova.cli.storage import CutWay, ForcedWay, Manners, PauseWay
from stova.games import FAMILIES


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, as `stova games` names it.")] = next(
        iter(FAMILIES)
    ),
    preset: Preset = None,
    option: Changes = None,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="The key all deals come from; 64 digits.")] = None,
    dealer: Annotated[
        str | None, typer.Option(metavar="SEAT", help="Who deals first, instead of a draw: you, left, ...")
    ] = None,
    bots: Annotated[str, typer.Option(metavar="LEVEL", help=f"Whom you play against: {LEVELS}.")] = "club",
    cut: Annotated[CutWay, typer.Option(help="Whether you are asked to cut the pack.")] = "ask",
    pause: Annotated[PauseWay, typer.Option(help="After a trick, go on by itself or wait for a key.")] = "moment",
    forced: Annotated[ForcedWay, typer.Option(help="Wait for you to play the only card you may, or play it.")] = "wait",
    theme: Annotated[Look, typer.Option(help="Colours.")] = "dark",
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with plain letters only.")] = False,
    hurry: Annotated[bool, typer.Option("--hurry", help="Never wait.")] = False,
) -> None:
    """Play a match against bots. It is kept all the time: leave with q, go on with `stova resume`."""
    rules, secret, level = chosen_game(game, preset, option or ()), chosen_key(key), chosen_bots(bots)
    first = chosen_dealer(dealer, rules)
    from stova.cli import sitting, terminal

    manners = Manners(bots=level, cut=cut, pause=pause, forced=forced, folder=chosen_folder(level))
    terminal.check()
    with Lock() as lock:
        new = sitting.begin(rules, secret, manners, hurry=hurry, dealer=first, lock=lock)
        terminal.show(new, look=theme, ascii_only=ascii_only)
    sitting.leave(new)
