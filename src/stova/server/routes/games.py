"""The games, for choosing one."""

import dataclasses

import msgspec
from litestar import get
from litestar.params import FromPath, FromQuery

import stova
from stova.engine.options import AtLeast, allowed, text_of
from stova.server.how import How, how
from stova.server.refusals import answers


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """An option: the rule that offers it, its value, and what else it may be; None for a number of at least `least`."""

    name: str
    rule: str
    value: str
    choices: list[str] | None
    least: int | None = None


class GameShown(msgspec.Struct, frozen=True, kw_only=True):
    """A game with the values of one preset."""

    name: str
    title: str
    summary: str
    seats: int
    preset: str
    presets: list[str]
    options: list[Option]


@get("/api/games", responses=answers())
async def list_games() -> list[GameShown]:
    """Every game in its standard form."""
    return [_shown(game) for game in stova.games().values()]


@get("/api/games/{name:str}", responses=answers(400, 404))
async def show_game(name: FromPath[str], preset: FromQuery[str | None] = None) -> GameShown:
    """A game with the values of a preset."""
    return _shown(stova.game(name, preset))


@get("/api/games/{name:str}/how", responses=answers(400, 404))
async def show_how(name: FromPath[str]) -> How:
    """How a game is played: what it is like, then section by section its rules page with every rule's number."""
    return how(name)


def _shown(game: stova.Game) -> GameShown:
    valid = allowed(type(game.options))
    fields = dataclasses.fields(game.options)
    options = [
        Option(
            name=name,
            rule=field.metadata["rule"],
            value=text_of(getattr(game.options, field.name)),
            choices=None if isinstance(choices, AtLeast) else [text_of(value) for value in choices],
            least=choices.least if isinstance(choices, AtLeast) else None,
        )
        for field, (name, choices) in zip(fields, valid.items(), strict=True)
    ]
    return GameShown(
        name=game.name,
        title=game.title,
        summary=game.summary,
        seats=game.seats,
        preset=game.preset,
        presets=list(stova.presets(game.name)),
        options=options,
    )


ROUTES = (list_games, show_game, show_how)
