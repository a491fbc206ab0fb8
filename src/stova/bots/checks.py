"""What bots refuse: views without a choice, and seconds that can't be."""

from stova.engine.view import View
from stova.errors import RulesError, require_kind, require_whole, shown

SLOWEST = 3600.0
"""Seconds; nobody waits longer for a move."""


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
    raise no_time(given)


def no_time(given: object) -> RulesError:
    """What is wrong with seconds a move that can't be."""
    return RulesError(f"seconds a move are a number above 0, at most {SLOWEST:g}, such as 0.1, not {shown(given)}")
