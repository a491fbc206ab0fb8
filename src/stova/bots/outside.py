"""The other end of the bot protocol (`docs/bot-protocol.md`): a bot written in Python as an outside program."""

import shlex
import sys
from collections.abc import Callable, Collection
from contextlib import redirect_stdout
from io import StringIO
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from stova.bots import Bot
from stova.bots.talk import PROTOCOL
from stova.engine.actions import Action
from stova.engine.view import View
from stova.errors import RulesError, shown
from stova.views import load

Learner: TypeAlias = Callable[[View], object]


class Message(Struct, frozen=True):
    """A line from Stova."""

    type: str
    game: dict[str, Any] = {}
    id: int = 0
    seed: int = 0
    view: msgspec.Raw = msgspec.Raw(b"null")


def run(
    bot: Bot,
    *,
    games: Collection[str] | None = None,
    learn: Learner | None = None,
) -> None:
    """Play as an outside program: answer what comes on standard input with what the bot chooses, until that ends.

    `games` are the names of those it plays, all if not given: others are declined. `learn` is told how each deal ended,
    from the first it chose something in. What either prints goes to standard error, and there is nothing for them to
    read. Raises what they raise, which forfeits the seat, RulesError for what is no bot, no names or no action, and
    SystemExit where a person sits at the terminal instead of Stova.
    """
    _check(bot, games, learn)
    if sys.stdin is None or sys.__stdout__ is None or sys.stdin.isatty():
        command = shlex.join([sys.executable, *sys.orig_argv[1:]])
        raise SystemExit(f"Stova talks to this program, nobody else. To look it over: stova bot {command}")
    stdin, answers = sys.stdin, sys.__stdout__.buffer
    with redirect_stdout(sys.stderr):
        sys.stdin = StringIO()
        try:
            for line in stdin.buffer:
                answer = _answer(msgspec.json.decode(line, type=Message), bot, games, learn)
                if answer is None:
                    return
                try:
                    answers.write(answer)
                    answers.flush()
                except BrokenPipeError:
                    return  # Where nobody hears any more there is nothing to be done.
        finally:
            sys.stdin = stdin


def _answer(message: Message, bot: Bot, games: Collection[str] | None, learn: Learner | None) -> bytes | None:
    """What is said to a message, which may be nothing; None to end there."""
    match message.type:
        case "hello" if games is not None and message.game["game"] not in games:
            print(f"It plays {', '.join(games) or 'nothing'}")
            return None
        case "hello":
            return _line(protocol=PROTOCOL, results=learn is not None)
        case "choose":
            return _line(id=message.id, action=str(_chosen(bot, message)))
        case "result" if learn is not None:
            learn(load(bytes(message.view)))
    return b""


def _check(bot: object, games: object, learn: object) -> None:
    if not callable(bot):
        raise RulesError(f"a bot is a function from a view and a seed to an action, not {shown(bot)}")
    names = isinstance(games, Collection) and not isinstance(games, str) and all(isinstance(one, str) for one in games)
    if games is not None and not names:
        raise RulesError(f"the games are names, as in games=['klaverjas'], not {shown(games)}")
    if learn is not None and not callable(learn):
        raise RulesError(f"who learns is a function of a view, not {shown(learn)}")


def _chosen(bot: Bot, message: Message) -> Action:
    action = bot(load(bytes(message.view)), message.seed)
    if not isinstance(action, Action):
        raise RulesError(f"a bot chooses one of view.legal, not what is of type {type(action).__name__}")
    return action


def _line(**fields: object) -> bytes:
    return msgspec.json.encode(fields) + b"\n"
