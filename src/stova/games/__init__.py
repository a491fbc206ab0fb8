"""The games, one file a game, and how to get one by name."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, lru_cache, partial
from threading import RLock
from typing import Any, NamedTuple, get_args
from weakref import WeakValueDictionary

from stova.engine.actions import Action, Play
from stova.engine.game import Game
from stova.engine.options import allowed, change
from stova.errors import RulesError, require_kind
from stova.games import klaverjas, klorsjavs, klorsjavs_auction, sjavs, sjavs2, sjavs3, styrivolt


class Family(NamedTuple):
    """A game before its options are chosen.

    `presets` are the options each changes from the defaults; the first is the standard one and changes none.
    """

    options: Callable[[], Any]
    presets: Mapping[str, Mapping[str, object]]
    build: Callable[[Any, str, Any], Game]


FAMILIES = {
    "sjavs": Family(sjavs.SjavsOptions, sjavs.PRESETS, sjavs.game),
    "sjavs3": Family(sjavs3.Sjavs3Options, sjavs3.PRESETS, sjavs3.game),
    "sjavs2": Family(sjavs2.Sjavs2Options, sjavs2.PRESETS, sjavs2.game),
    "klorsjavs": Family(klorsjavs.KlorsjavsOptions, klorsjavs.PRESETS, klorsjavs.game),
    "klorsjavs4": Family(klorsjavs.KlorsjavsOptions, klorsjavs.PRESETS, klorsjavs.game4),
    "klorsjavs_auction": Family(klorsjavs_auction.AuctionOptions, klorsjavs_auction.PRESETS, klorsjavs_auction.game),
    "styrivolt": Family(styrivolt.StyrivoltOptions, styrivolt.PRESETS, styrivolt.game),
    "klaverjas": Family(klaverjas.KlaverjasOptions, klaverjas.PRESETS, klaverjas.game),
}


def games() -> Mapping[str, Game]:
    """Every game in its standard form, by name."""
    return {name: game(name) for name in FAMILIES}


def presets(name: str) -> tuple[str, ...]:
    """The names of a game's presets.

    Raises RulesError for an unknown game.
    """
    return tuple(_family(name).presets)


def game(name: str, preset: str | None = None, **options: object) -> Game:
    """A game by name, with a preset and single options changed: `game("sjavs", preset="suduroy", tie="plus2")`.

    Raises RulesError for an unknown game, preset, option or value, naming the valid ones.
    """
    return game_with(name, preset, options)


def game_with(name: str, preset: str | None, options: Mapping[str, object]) -> Game:
    """The same with options from outside, which may have any name, that of a parameter too.

    Raises RulesError as `game` does.
    """
    family = _family(name)
    preset = next(iter(family.presets)) if preset is None else preset
    require_kind("the name of a preset", preset, str)
    if preset not in family.presets:
        raise RulesError(f"{name} has no preset {preset[:40]!r}; it has {', '.join(family.presets)}")
    base = change(family.options(), family.presets[preset], game=name)
    return _built(name, preset, change(base, options, game=name))


KNOWN: WeakValueDictionary[tuple[str, str, Any], Game] = WeakValueDictionary()
"""Games that somebody has: there is never another of the same rules, so that states of theirs can be compared."""
BUILDING = RLock()


@lru_cache(maxsize=256)
def _built(name: str, preset: str, options: Any) -> Game:
    rules = (name, preset, options)
    with BUILDING:
        known = KNOWN.get(rules)
        if known is not None:
            return known
        family = FAMILIES[name]
        game = family.build(options, preset, change(family.options(), family.presets[preset], game=name))
        # By a signal's handler it may have been built meanwhile.
        game = replace(game, every_action=partial(_every_action, name), made_by=(_again, rules))
        return KNOWN.setdefault(rules, game)


def _again(name: str, preset: str, options: Any) -> Game:
    return _built(name, preset, options)


@cache
def _every_action(name: str) -> tuple[Action, ...]:
    """The actions of a game with any of its options, kind by kind, and plays by their cards."""
    family = FAMILIES[name]
    standard = family.options()
    choices = [(option, value) for option, valid in allowed(type(standard)).items() for value in valid]
    variants = [family.build(change(standard, {option: value}, game=name), "", standard) for option, value in choices]
    phases = [phase for variant in variants for phase in variant.phases]
    packs = dict.fromkeys(variant.pack for variant in variants)
    found = dict.fromkeys(action for pack in packs for phase in phases for action in phase.actions(pack))
    kinds = get_args(Action)
    return tuple(
        sorted(found, key=lambda action: (kinds.index(type(action)), action.card if isinstance(action, Play) else 0))
    )


def _family(name: str) -> Family:
    require_kind("the name of a game", name, str)
    if name not in FAMILIES:
        raise RulesError(f"there is no game {name[:40]!r}; there are {', '.join(FAMILIES)}")
    return FAMILIES[name]
