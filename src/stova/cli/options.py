"""`stova options`: what can be chosen of a game."""

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

import stova
from stova.cli.choosing import chosen_game
from stova.engine.game import Game
from stova.engine.options import allowed, changed, text_of


def options(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, as `stova games` names it.")],
    preset: Annotated[str | None, typer.Option(help="Show the values of this preset too.")] = None,
) -> None:
    """Show a game's options. Each has its rule, its value, and what else it may be; then come the presets."""
    standard = chosen_game(game, None)
    columns = [standard] + ([chosen_game(game, preset)] if preset not in (None, standard.preset) else [])
    heads = ("option", "rule", *(column.preset for column in columns), "may be")
    for line in _table([heads, *_rows(columns)]):
        typer.echo(line)
    typer.echo(f"\nPresets change from {standard.preset}:")
    for name in stova.presets(game):
        if name != standard.preset:
            typer.echo(f"  {name}: {_differs(chosen_game(game, name), columns[0])}")


def _rows(games: Sequence[Game]) -> Iterator[tuple[str, ...]]:
    """An option a row, with its value in each of the games."""
    valid = allowed(type(games[0].options))
    for field, (name, choices) in zip(dataclasses.fields(games[0].options), valid.items(), strict=True):
        values = (text_of(getattr(game.options, field.name)) for game in games)
        yield name, field.metadata["rule"], *values, str(choices)


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows as lines, their columns beneath each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


def _differs(game: Game, standard: Game) -> str:
    differs = changed(game.options, standard.options)
    return ", ".join(f"{option}={text_of(value)}" for option, value in differs.items())
