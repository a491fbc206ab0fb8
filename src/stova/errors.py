"""What can go wrong, said so that a player or a program can put it right."""

from math import inf
from sys import float_info


class StovaError(Exception):
    """Anything Stova refuses. `str(error)` is a sentence for people."""


class RulesError(StovaError):
    """A game, preset, option or deal that does not exist, or another argument that can't be.

    The message names the valid ones.
    """


class NoMemory(StovaError):
    """So many bytes, which a search was to have for its table, can't be had."""

    def __init__(self, memory: int) -> None:
        super().__init__(memory)
        self.memory = memory

    def __str__(self) -> str:
        return f"{self.memory} bytes of memory can't be had here"


class IllegalAction(StovaError):
    """An action the rules forbid now, or that is none of the game's.

    `rule` is the number of the rule that forbids it, empty for what is no action of the game, `why` a sentence for the
    player.
    """

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(rule, why)
        self.rule = rule
        self.why = why

    def __str__(self) -> str:
        return f"{self.why} {self.rule}".strip()


class RecordError(StovaError):
    """A record that can't be, or doesn't keep to the rules.

    `where` says which line, deal and action; `rule` is the rule broken, empty when it isn't one.
    """

    def __init__(self, where: str, why: str, rule: str = "") -> None:
        super().__init__(where, why, rule)
        self.where = where
        self.why = why
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.where}: {self.why} {self.rule}".strip()


class BotError(StovaError):
    """A bot written in Python failed in the arena, or chose what isn't legal; or a program didn't begin,
    wasn't ready in time or doesn't play the game.

    How a bot failed is its `__cause__`, or in its notes where several processes were at work.
    """


class NotationError(StovaError):
    """Text that can't be read as cards, an action or a view. `column` counts from 1."""

    def __init__(self, what: str, column: int = 1) -> None:
        super().__init__(what, column)
        self.what = what
        self.column = column

    def __str__(self) -> str:
        return self.what if self.column == 1 else f"column {self.column}: {self.what}"


def require_kind(what: str, value: object, *kinds: type) -> None:
    """Raises RulesError for what is of none of the kinds."""
    if not isinstance(value, kinds):
        *first, last = [kind.__name__ for kind in kinds]
        names = f"{', '.join(first)} or {last}" if first else last
        article = "an" if names[0] in "AEIOUaeiou" else "a"
        raise RulesError(f"{what} must be {article} {names}, not {type(value).__name__}")


def require_whole(what: str, value: object, low: int, high: int) -> None:
    """Raises RulesError unless the value is a whole number from low to high; True and False are none."""
    if not (isinstance(value, int) and low <= value <= high) or isinstance(value, bool):
        own = isinstance(value, int) or not hasattr(value, "__index__")
        more = "" if own else ": int() makes it one"
        raise RulesError(f"{what} must be a whole number, {low} to {high}, not {shown(value)}{more}")


def require_seconds(seconds: object) -> None:
    """Raises RulesError for what is no number of seconds."""
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not (number and (0 <= seconds <= float_info.max or seconds == inf)):  # type: ignore[operator]
        raise RulesError(f"seconds must be a number, 0 or more, not {shown(seconds)}")


def shown(value: object) -> str:
    """The value as Python writes it, in few characters; it doesn't write whole numbers of thousands of digits."""
    try:
        return f"{value!r:.40}"
    except ValueError:
        return "something too long to write"
