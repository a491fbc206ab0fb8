"""Bots: players that see a View and choose an action. They never see more."""

from collections.abc import Callable
from typing import TypeAlias

from stova.bots.novice import novice
from stova.engine.actions import Action
from stova.engine.view import View
from stova.errors import RulesError

Bot: TypeAlias = Callable[[View, int], Action]
"""Chooses one of `view.legal`. The choice depends on the view and the seed alone."""

BOTS: dict[str, Bot] = {"novice": novice}


def bots() -> tuple[str, ...]:
    """The names of the bots, weakest first."""
    return tuple(BOTS)


def bot(name: str) -> Bot:
    """A bot by name.

    Raises RulesError for an unknown one.
    """
    if name not in BOTS:
        raise RulesError(f"there is no bot {name[:40]!r}; there are {', '.join(BOTS)}")
    return BOTS[name]
