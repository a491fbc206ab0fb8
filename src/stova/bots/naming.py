"""How bots are named: a level, a level with its seconds a move (`expert:0.1`), or an outside program."""

import dataclasses
import os
import shlex
import shutil
from collections.abc import Callable
from typing import Any, TypeVar, cast

from stova.bots.checks import move_seconds, no_time
from stova.bots.program import SECONDS, Program
from stova.errors import RulesError

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
        return f"{shown} is a program in this folder: say {here[:SHOWN]}"
    if os.path.isdir(name):
        return f"{shown} is a folder: name a program in it"
    if os.path.isfile(name):
        if os.name == "posix" and _has_shebang(name):
            return f"{shown} may not be run: `chmod +x {shlex.quote(name)}` allows it"
        runs = "python3" if name.endswith(".py") else "INTERPRETER"
        return f'{shown} is no program by itself; say what runs it: "{PREFIX}{runs} {shlex.quote(name)}"'
    if " " in name and shutil.which(name.split(" ")[0]):
        return f'{shown!r} is a command: say "{PREFIX}{shown}"'
    return ""


def _has_shebang(file: str) -> bool:
    """Whether a file says in its first line what runs it."""
    try:
        with open(file, "rb") as source:
            return source.read(2) == b"#!"
    except OSError:
        return False


def timed(bot: AnyBot, level: str, *, setting: str | None, seconds: float | None) -> AnyBot:
    """The bot with the seconds a move its name sets, or else these; as it is when neither is given.

    Raises RulesError for a setting that is no time, or of a bot that doesn't think for a time.
    """
    thinks = dataclasses.is_dataclass(bot) and any(field.name == "seconds" for field in dataclasses.fields(bot))
    if setting is None and (seconds is None or not thinks):
        return bot
    if not thinks:
        raise RulesError(f"{level} takes no setting: it doesn't think for a time of your choosing")
    limit = move_seconds(seconds) if setting is None else seconds_of(setting)
    return cast(AnyBot, dataclasses.replace(cast(Any, bot), seconds=limit))


def seconds_of(text: str) -> float:
    """Seconds a move from their text.

    Raises RulesError.
    """
    try:
        return move_seconds(float(text))
    except (ValueError, RulesError):
        raise no_time(text) from None
