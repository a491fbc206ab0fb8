"""The other end of the bot protocol (`docs/bot-protocol.md`): a bot written in Python as an outside program."""

import shlex
import sys
from collections.abc import Callable, Container
from contextlib import redirect_stdout
from typing import Any

import msgspec
from msgspec import Struct

from stova.bots.program import PROTOCOL
from stova.engine.actions import Action
from stova.engine.view import View
from stova.errors import RulesError, shown
from stova.views import load


class Message(Struct, frozen=True):
    """A line from Stova."""

    type: str
    game: dict[str, Any] = {}
    id: int = 0
    seed: int = 0
    view: msgspec.Raw = msgspec.Raw(b"null")


def run(
    bot: Callable[[View, int], Action],
    *,
    games: Container[str] | None = None,
    learn: Callable[[View], object] | None = None,
) -> None:
    """Play as an outside program: answer what comes on standard input with what the bot chooses, until that ends.

    `games` are those it plays, by name, all if not given: others are declined. `learn` is told how each deal ended that
    it chose something in. What either prints goes to standard error. Raises what they raise, which forfeits the seat,
    RulesError for what is no bot, and SystemExit where a person sits at the terminal instead of Stova.
    """
    if not callable(bot):
        raise RulesError(f"a bot is a function from a view and a seed to an action, not {shown(bot)}")
    if sys.stdin.isatty():
        command = shlex.join([sys.executable, *sys.argv])
        raise SystemExit(f"Stova talks to this program, nobody else. To look it over: stova bot {command}")
    with redirect_stdout(sys.stderr):
        for line in sys.stdin.buffer:
            message = msgspec.json.decode(line, type=Message)
            match message.type:
                case "hello":
                    if games is not None and message.game["game"] not in games:
                        return
                    _say(protocol=PROTOCOL, results=learn is not None)
                case "choose":
                    _say(id=message.id, action=str(bot(load(bytes(message.view)), message.seed)))
                case "result" if learn is not None:
                    learn(load(bytes(message.view)))


def _say(**fields: object) -> None:
    out = sys.__stdout__
    assert out is not None
    out.buffer.write(msgspec.json.encode(fields) + b"\n")
    out.flush()
