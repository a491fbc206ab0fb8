"""How bots are named: a level, a level with its seconds a move (`expert:0.1`), or an outside program."""

import dataclasses
import math
import os
import shlex
import shutil
from collections.abc import Callable
from typing import Any, TypeVar, cast

from stova.bots.program import SECONDS, Program
from stova.errors import RulesError

PREFIX = "program:"
SLOWEST = 3600.0
"""Seconds; nobody waits longer for a move."""

AnyBot = TypeVar("AnyBot", bound=Callable[..., Any])


def is_program(name: str) -> bool:
    """Whether a name is that of an outside program: `program:COMMAND`, or a path, known by its separator."""
    return name.startswith(PREFIX) or any(mark in name for mark in (os.sep, os.altsep) if mark)


def program(name: str, *, seconds: float | None = None) -> Program:
    """The program of a name. After `program:` stands a command with its arguments, quoted as in a shell.

    Raises RulesError when there is no such program.
    """
    return Program(command_of(name), seconds=SECONDS if seconds is None else seconds)


def command_of(name: str) -> tuple[str, ...]:
    """The command in a program's name; its first part is known to be a program.

    Raises RulesError.
    """
    if not name.startswith(PREFIX):
        return checked((name,))
    try:
        return checked(tuple(shlex.split(name.removeprefix(PREFIX), posix=os.name == "posix")))
    except ValueError:
        raise RulesError(f"{name[:60]!r} has a quotation mark without its partner") from None


def checked(command: tuple[str, ...]) -> tuple[str, ...]:
    """The command, if it begins with a program.

    Raises RulesError.
    """
    first = command[0] if command else ""
    if "\0" not in "".join(command) and shutil.which(first):
        return command
    if os.path.isfile(first):
        raise RulesError(f"{first[:60]} can't be run as it is; say with what: {PREFIX}python3 {first[:60]}")
    raise RulesError(f"there is no program {first[:60]!r}")


def timed(bot: AnyBot, level: str, *, setting: str | None, seconds: float | None) -> AnyBot:
    """The bot with the seconds a move its name sets, or else these; as it is when neither is given.

    Raises RulesError for a setting that is no time, or of a bot that doesn't think for a time.
    """
    thinks = dataclasses.is_dataclass(bot) and any(field.name == "seconds" for field in dataclasses.fields(bot))
    if setting is None and (seconds is None or not thinks):
        return bot
    if not thinks:
        raise RulesError(f"{level} takes no setting: it doesn't think for a time of your choosing")
    limit = seconds if setting is None else seconds_of(setting)
    return cast(AnyBot, dataclasses.replace(cast(Any, bot), seconds=limit))


def seconds_of(text: str) -> float:
    """Seconds a move from their text.

    Raises RulesError.
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= SLOWEST:
        raise RulesError(f"seconds a move are a number above 0, as in expert:0.1, not {text[:20]!r}")
    return seconds
