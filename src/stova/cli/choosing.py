"""A game from what the command line says."""

import os
from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import typer

from stova.bots import bot, bots
from stova.bots.naming import is_program
from stova.cli.words.people import either, seat_names
from stova.engine.game import Game
from stova.engine.shuffle import key_of
from stova.errors import RulesError
from stova.games import game_with

Look: TypeAlias = Literal["dark", "light"]
Preset: TypeAlias = Annotated[str | None, typer.Option(help="A set of options, as `stova options GAME` lists them.")]
Changes: TypeAlias = Annotated[
    list[str] | None, typer.Option(metavar="NAME=VALUE", help="Change one option; again for more.")
]

LEVELS = f"{either(bots())}; one with its seconds a move (expert:0.1), or worlds (expert:100w); or an outside program"
"""What bots there are, for help."""


def chosen_game(name: str, preset: str | None, changes: Sequence[str] = ()) -> Game:
    """The game with a preset, and with options changed as `name=value`.

    Raises BadParameter for what doesn't exist, naming what does, and for an option changed twice.
    """
    options: dict[str, object] = {}
    for change in changes:
        option, equals, value = change.partition("=")
        if not equals:
            raise typer.BadParameter(f"an option is changed with NAME=VALUE, not {change[:40]!r}")
        if option.strip() in options:
            raise typer.BadParameter(f"the option {option.strip()[:40]} is given twice")
        options[option.strip()] = value.strip()
    try:
        return game_with(name, preset, options)
    except RulesError as error:
        raise typer.BadParameter(str(error)) from None


def chosen_key(text: str | None) -> bytes | None:
    """A key from its hexadecimal digits.

    Raises BadParameter.
    """
    try:
        return None if text is None else key_of(text)
    except RulesError as error:
        raise typer.BadParameter(str(error)) from None


def chosen_bots(level: str) -> str:
    """The name of a level or an outside program there is.

    Raises BadParameter; of levels it names those that are offered.
    """
    try:
        bot(level)
    except RulesError as error:
        raise typer.BadParameter(str(error)) from None
    return level


def chosen_folder(level: str) -> str | None:
    """Where an outside program was named; None for a level, which is the same everywhere."""
    return os.getcwd() if is_program(level) else None


def chosen_dealer(seat: str | None, game: Game) -> int | None:
    """Who deals first, by what the seats are called; None leaves it to the game.

    Raises BadParameter for a seat there isn't, and when the game leaves it to you.
    """
    seats = [name.lower() for name in seat_names(game)]
    if seat is None and game.first_dealer == "given":
        raise typer.BadParameter(f"with first_dealer=given say who deals first: --dealer {either(seats)}")
    if seat is not None and seat.lower() not in seats:
        raise typer.BadParameter(f"nobody sits at {seat[:40]!r}; --dealer can be {either(seats)}")
    return None if seat is None else seats.index(seat.lower())
