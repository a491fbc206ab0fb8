"""What bots refuse: views without a choice, and seconds or worlds that can't be."""

from stova.engine.view import View
from stova.errors import RulesError, require_kind, require_whole, shown

SLOWEST = 3600.0
"""Seconds; nobody waits longer for a move."""
MANY_WORLDS = 100_000
"""More would change no choice."""


def require_choice(view: View, seed: int) -> None:
    """Raises RulesError for what is no view or no seed, and for the view of who has nothing to choose."""
    require_kind("what a bot chooses by", view, View)
    require_whole("the seed", seed, 0, 2**64 - 1)
    if not view.legal:
        raise RulesError("a bot is asked when it is its seat's turn: nothing may be chosen by who has this view")


def move_seconds(given: object) -> float:
    """Seconds a move, if they can be. Raises RulesError."""
    if isinstance(given, int | float) and 0 < given <= SLOWEST and not isinstance(given, bool):
        return given
    raise RulesError(f"seconds a move are a number above 0, at most {SLOWEST:g}, such as 0.1, not {shown(given)}")


def move_worlds(given: int) -> int:
    """Worlds a move, if they can be. Raises RulesError."""
    require_whole("worlds a move", given, 1, MANY_WORLDS)
    return given
