"""Bots: players that see a View and choose an action. They never see more."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from stova.bots import naming
from stova.bots.beginner import beginner
from stova.bots.checks import move_seconds
from stova.bots.club import club
from stova.bots.expert import Expert
from stova.bots.novice import novice
from stova.engine.actions import Action
from stova.engine.view import View
from stova.errors import RulesError, require_kind

Bot: TypeAlias = Callable[[View, int], Action]
"""Chooses one of `view.legal`. The choice depends on view and seed alone, but for bots that think for a time."""

LEVELS: dict[str, Bot] = {"beginner": beginner, "club": club, "expert": Expert()}
"""The levels offered at a table, weakest first."""
BOTS: dict[str, Bot] = {"novice": novice, **LEVELS}
"""The bots by name: the novice, who steps in for programs that fail, isn't offered but may be asked for."""


def bots() -> tuple[str, ...]:
    """The names of the levels, weakest first."""
    return tuple(LEVELS)


def bot(name: str, *, seconds: float | None = None, besides: Mapping[str, Bot] = MappingProxyType({})) -> Bot:
    """A bot by name: a level, one with its seconds or worlds (`expert:0.1`, `expert:100w`), or an outside program.

    `seconds` are for those that think for a time (`thinking.Thinker`) and whose name doesn't say how long; `besides`
    are bots that may be named as well. Raises RulesError for an unknown one, naming those offered, for a setting it
    can't have, and for seconds that can't be.
    """
    require_kind("the name of a bot", name, str)
    require_kind("the bots besides", besides, Mapping)
    if seconds is not None:
        move_seconds(seconds)
    if naming.is_program(name):
        return naming.program(name, seconds=seconds)
    known = {**BOTS, **besides}
    level, colon, setting = name.partition(":")
    if level not in known:
        raise RulesError(
            naming.meant(name) or f"there is no bot {level[:40]!r}; there are {', '.join([*LEVELS, *besides])}"
        )
    return naming.timed(known[level], level, setting=setting if colon else None, seconds=seconds)
