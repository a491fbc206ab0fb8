"""How bots are named: a level, one with its seconds (`expert:0.1`) or worlds (`expert:100w`), or an outside program."""

import os
import re
import shlex
import shutil
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar, cast

from stova.bots.checks import MANY_WORLDS, SLOWEST, move_seconds, move_worlds
from stova.bots.program import SECONDS, Program
from stova.bots.thinking import Thinker
from stova.errors import RulesError, shown

PREFIX = "program:"
SHOWN = 60
"""Characters of a name that are quoted."""

AnyBot = TypeVar("AnyBot", bound=Callable[..., Any])


def is_program(name: str) -> bool:
    """Whether a name is that of an outside program: `program:COMMAND`, or a path, known by its separator."""
    return name.startswith(PREFIX) or any(mark in name for mark in (os.sep, os.altsep) if mark)


def program(name: str, *, seconds: float | None = None) -> Program:
    """The program of a name. After `program:` stands a command with its arguments, quoted as in a shell.

    Raises RulesError when there is no such program, and for what is no time.
    """
    return Program(command_of(name), seconds=SECONDS if seconds is None else seconds)


def command_of(name: str, *arguments: str) -> tuple[str, ...]:
    """The command in a program's name, with more arguments; its first part is known to be a program.

    Raises RulesError.
    """
    command = (*_parts(name), *arguments)
    first = command[0] if command else ""
    if "\0" not in "".join(command) and shutil.which(first):
        return command
    raise RulesError(meant(first) or f"there is no program {first[:SHOWN]!r}")


def _parts(name: str) -> tuple[str, ...]:
    """A name as the parts of its command. Raises RulesError."""
    if not name.startswith(PREFIX):
        return (name,)
    try:
        return tuple(shlex.split(name.removeprefix(PREFIX), posix=os.name == "posix"))
    except ValueError:
        raise RulesError(f"{name[:SHOWN]!r} has a quotation mark without its partner") from None


def meant(name: str) -> str:
    """How to say what a name without a program may have meant; empty when it is near nothing."""
    here, shown = os.path.join(os.curdir, name), name[:SHOWN]
    if shutil.which(here):
        return f"{shown} is a program in this folder: say {here}"
    if os.path.isdir(name):
        return f"{shown} is a folder: name a program in it"
    if os.path.isfile(name):
        if os.name == "posix" and _has_shebang(name):
            return f"{shown} may not be run: `chmod +x {shlex.quote(name)}` allows it"
        runs = "python3" if name.endswith(".py") else "INTERPRETER"
        return f'{shown} is no program by itself; say what runs it: "{PREFIX}{runs} {shlex.quote(name)}"'
    if " " in name and shutil.which(name.split(" ")[0]):
        return f'{shown!r} is a command: say "{PREFIX}{name}"'
    return ""


def _has_shebang(file: str) -> bool:
    """Whether a file says in its first line what runs it."""
    try:
        with open(file, "rb") as source:
            return source.read(2) == b"#!"
    except OSError:
        return False


def timed(bot: AnyBot, level: str, *, setting: str | None, seconds: float | None) -> AnyBot:
    """The bot with the seconds or worlds a move that its name sets, or else these seconds; with its own if none are.

    Raises RulesError for a setting that is neither, or of a bot that doesn't think for a time.
    """
    if not isinstance(bot, Thinker):
        if setting is None:
            return bot
        raise RulesError(f"{level} takes no setting: it doesn't think for a time of your choosing")
    if setting is not None:
        return cast(AnyBot, replace(bot, **_limit(level, setting)))
    return bot if seconds is None else cast(AnyBot, replace(bot, seconds=seconds))


def _limit(level: str, setting: str) -> dict[str, Any]:
    """What a setting limits: the worlds, as `100w`, or the seconds. Raises RulesError for what is neither."""
    try:
        if worlds := re.fullmatch("([0-9]+)w", setting):
            return {"worlds": move_worlds(int(worlds[1]))}
        if re.fullmatch("[0-9.e+-]+", setting):
            return {"seconds": move_seconds(float(setting))}
    except (ValueError, RulesError):
        pass
    seconds = f"{level} takes seconds a move, above 0 and at most {SLOWEST:g}, such as {level}:0.1"
    raise RulesError(f"{seconds}, or worlds, 1 to {MANY_WORLDS}, such as {level}:100w; not {shown(setting)}")
