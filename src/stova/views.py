"""Views read back from their JSON, as outside programs are given it."""

from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from stova.cards import Card, Suit
from stova.engine.actions import Action
from stova.engine.game import Game
from stova.engine.view import View
from stova.errors import NotationError, RulesError, require_kind, shown
from stova.games import game_with

ACTIONS = frozenset(get_args(Action))
SUITS = MappingProxyType({str(suit): suit for suit in Suit})

Kinds: TypeAlias = tuple[Any, ...]
"""What a value may be, as types are written."""


def load(data: bytes | str) -> View:
    """The view that `View.to_json` wrote, of the game it names. Whether its cards can lie so isn't checked.

    Raises NotationError for what isn't JSON, RulesError for what is no view, with the place in it.
    """
    require_kind("a view as JSON", data, bytes, str)
    try:
        value = msgspec.json.decode(data)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"this is no view: {error}") from None
    match value:
        case {"game": {"game": name, "preset": str(preset), "options": dict(options)}}:
            return cast(View, _struct(value, View, game_with(name, preset, options), "view"))
        case _:
            raise RulesError("this is no view: it doesn't say of which game")


def _read(value: Any, kinds: Kinds, game: Game, at: str) -> Any:
    """The value of one of these kinds that was made plain so; `at` says where it stands. Raises RulesError."""
    if isinstance(value, str) and (found := _of_text(value, kinds, game)) is not None:
        return found
    for kind in kinds:
        origin: Any = get_origin(kind)
        if kind is Game:
            return game
        if origin is tuple and isinstance(value, list):
            return _tuple(value, get_args(kind), game, at)
        if isinstance(value, dict) and _is_struct(kind):
            return _struct(value, kind, game, at)
        if type(value) is kind or (origin is Literal and value in get_args(kind)):
            return value
    raise RulesError(f"this is no view: {at} can't be {shown(value)}")


def _of_text(text: str, kinds: Kinds, game: Game) -> Card | Suit | Action | None:
    """The card, suit or action with a text form, if it may be one; None where there is no such."""
    try:
        if not ACTIONS.isdisjoint(kinds):
            return game.action(text)
        return Card(text) if Card in kinds else SUITS.get(text) if Suit in kinds else None
    except NotationError:
        return None


def _tuple(values: list[Any], kinds: Kinds, game: Game, at: str) -> tuple[Any, ...]:
    """A tuple of any length of one kind, or with a kind for each place."""
    places = kinds[:1] * len(values) if kinds[-1] is ... else kinds
    if len(values) != len(places):
        raise RulesError(f"this is no view: {at} is of {len(places)}, not of {len(values)}")
    pairs = enumerate(zip(values, places, strict=True))
    return tuple([_read(value, _kinds(hint), game, f"{at}[{place}]") for place, (value, hint) in pairs])


def _struct(values: dict[str, Any], kind: type[Struct], game: Game, at: str) -> Struct:
    fields = _fields(kind)
    if odd := fields.keys() ^ values.keys():
        name = min(odd)
        raise RulesError(f"this is no view: {at} {'lacks' if name in fields else 'has a strange'} {name!r}")
    own = {"own": game.own_types.get(kind), "sheet": type(game.new_sheet(0))}
    read = {name: (own[name], NoneType) if name in own else kinds for name, kinds in fields.items()}
    return kind(**{name: _read(values[name], kinds, game, f"{at}.{name}") for name, kinds in read.items()})


@cache
def _fields(kind: type[Struct]) -> dict[str, Kinds]:
    """The kinds that each of a struct's fields may have."""
    hints = get_type_hints(kind)
    return {name: _kinds(hints[name]) for name in kind.__struct_fields__}


def _kinds(hint: Any) -> Kinds:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct) and kind not in ACTIONS
