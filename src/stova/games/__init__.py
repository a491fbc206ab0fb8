"""The games, one file a game, and how to get one by name."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple, get_args

from stova.engine.actions import Action
from stova.engine.game import Game
from stova.engine.options import allowed, change
from stova.errors import RulesError
from stova.games import sjavs, sjavs2, sjavs3

STANDARD = "standard"
"""The preset every game has: all options at their defaults."""


class Family(NamedTuple):
    """A game before its options are chosen. `presets` are the options each changes from the defaults."""

    options: Callable[[], Any]
    presets: Mapping[str, Mapping[str, object]]
    build: Callable[[Any, str, Any], Game]


FAMILIES = {
    "sjavs": Family(sjavs.SjavsOptions, sjavs.PRESETS, sjavs.game),
    "sjavs3": Family(sjavs3.Sjavs3Options, sjavs3.PRESETS, sjavs3.game),
    "sjavs2": Family(sjavs2.Sjavs2Options, sjavs2.PRESETS, sjavs2.game),
}


def games() -> Mapping[str, Game]:
    """Every game in its standard form, by name."""
    return {name: game(name) for name in FAMILIES}


def presets(name: str) -> tuple[str, ...]:
    """The names of a game's presets.

    Raises RulesError for an unknown game.
    """
    return tuple(_family(name).presets)


def game(name: str, preset: str = STANDARD, **options: object) -> Game:
    """A game by name, with a preset and single options changed: `game("sjavs", preset="suduroy", tie="plus2")`.

    Raises RulesError for an unknown game, preset, option or value, naming the valid ones.
    """
    family = _family(name)
    if preset not in family.presets:
        raise RulesError(f"{name} has no preset {preset[:40]!r}; it has {', '.join(family.presets)}")
    base = change(family.options(), family.presets[preset], game=name)
    return _built(name, preset, change(base, options, game=name))


@lru_cache(maxsize=256)
def _built(name: str, preset: str, options: Any) -> Game:
    family = FAMILIES[name]
    game = family.build(options, preset, change(family.options(), family.presets[preset], game=name))
    made_by = (_again, (name, preset, options))
    return replace(game, every_action=partial(_every_action, name), made_by=made_by)


def _again(name: str, preset: str, options: Any) -> Game:
    return _built(name, preset, options)


@cache
def _every_action(name: str) -> tuple[Action, ...]:
    """The actions of a game with any of its options, kind by kind."""
    family = FAMILIES[name]
    standard = family.options()
    choices = [(option, value) for option, valid in allowed(type(standard)).items() for value in valid]
    variants = [family.build(change(standard, {option: value}, game=name), "", standard) for option, value in choices]
    found = dict.fromkeys(
        action for variant in variants for phase in variant.phases for action in phase.actions(variant.pack)
    )
    kinds = get_args(Action)
    return tuple(sorted(found, key=lambda action: kinds.index(type(action))))


def _family(name: str) -> Family:
    if name not in FAMILIES:
        raise RulesError(f"there is no game {name[:40]!r}; there are {', '.join(FAMILIES)}")
    return FAMILIES[name]
