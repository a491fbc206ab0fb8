"""What is said with an outside program on one seat: protocol 1, as `docs/bot-protocol.md` has it."""

import errno
import json
import shutil
import signal
import time
import weakref
from codecs import BOM_UTF8
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from stova.bots import pipes, processes
from stova.bots.forfeits import ProgramError, in_full
from stova.bots.interrupts import undisturbed
from stova.engine.actions import Action
from stova.engine.game import Game
from stova.engine.options import by_name
from stova.engine.view import View
from stova.errors import NotationError

PROTOCOL = 1
GRACE = 0.1
"""Seconds for the way there and back, beyond the time a move."""
SHOWN, QUOTED = 60, 120
"""How much is said of an action, and how much is quoted of what a program wrote."""

Message = TypeVar("Message", "Ready", "Answer")


class Ready(Struct, frozen=True):
    """A program's answer to `hello`."""

    protocol: int
    actions: bool = False
    results: bool = False


class Answer(Struct, frozen=True):
    """A program's answer to `choose`."""

    id: Annotated[int, Meta(ge=0, le=2**53)]
    action: str


class Talk:
    """A process that plays one seat, and what was said with it."""

    @undisturbed()
    def __init__(self, command: Sequence[str], *, game: Game, seat: int, seconds: float) -> None:
        try:
            child = processes.start(command)
        except (OSError, ValueError) as error:
            raise ProgramError("ended", f"did not begin ({_why_not(command, error)})") from None
        streams = child.process.stdin, child.process.stdout, child.process.stderr
        self.game = game
        self.seat = seat
        self.seconds = seconds
        self.asked = 0
        self.wants_results = False
        self._ready = False
        self._told = False  # of a deal that is over, since it answered last
        self._late: int | None = None  # the earlier question it answered last, when asked another
        self._child = child
        stdin, stdout, stderr = (stream for stream in streams if stream is not None)
        self._outbox = pipes.outbox(stdin)
        self._lines = pipes.Lines(stdout)
        self.errors = pipes.Tail(stderr)
        self._closing = weakref.finalize(self, _close, child, self._outbox)

    def close(self) -> str:
        """End the process, which has a moment to do so by itself; what it did wrong after its last question, if
        anything. An answer that comes late isn't wrong."""
        status = self._closing()
        try:
            # What comes of who was interrupted at `hello` is the answer to that.
            lines = self._lines.rest() if self._ready else []
            if self._ready and status is not None and self._lines.unfinished:  # not cut short by us
                lines.append(self._lines.unfinished)
            for line in lines:
                self._answered(line, asked=self.asked)
        except ProgramError as error:
            if error.fault == "flood":
                return error.why
            return f"wrote {_quoted(line.decode('utf-8', 'replace'))}, which nothing had asked for"
        if status is None:
            return f"was still there {processes.LEAVE:g} s after its input had ended, and was killed"
        how, *said = _with(_ended(status), self.errors) if status else ("",)
        return in_full(how, said)

    @undisturbed()
    def kill(self) -> None:
        """End the process at once."""
        if self._closing.detach():
            self._outbox.put(None)
            processes.end(self._child)

    def greet(self, seconds: float, *, may_decline: bool) -> None:
        """Say hello, and hear that the program is ready. Who may decline and ends well instead doesn't play the game.

        Raises ProgramError.
        """
        deadline = time.monotonic() + seconds
        game, options = self.game.identity, by_name(self.game.options)
        self._say("hello", protocol=PROTOCOL, game=game, options=options, seat=self.seat, seconds=self.seconds)
        try:
            line = self._lines.next(deadline)
        except ProgramError as error:
            ended_well = error.fault == "ended" and not self._lines.unfinished and processes.status(self._child) == 0
            if may_decline and ended_well:
                why = f"ended at `hello`, and so doesn't play {self.game.name}"
                raise ProgramError("declined", *_with(why, self.errors)) from None
            raise self._explained(error, f"{seconds:g} s") from None
        ready = _read(line, Ready, to="hello")
        if ready.protocol != PROTOCOL:
            raise ProgramError("garbage", f"speaks protocol {ready.protocol}, not {PROTOCOL},")
        self.wants_results, self._ready = ready.results, True
        if ready.actions:
            self._say("actions", actions=[str(action) for action in self.game.actions])

    def choose(self, view: View, seed: int) -> Action:
        """Put a view before the program; the action it chooses.

        Raises ProgramError.
        """
        self.asked, self._late = self.asked + 1, None
        try:
            answer = self._asked(view, seed)
        except ProgramError as error:
            raise self._after_result(error) from None
        self._told = False
        try:
            action = self.game.action(answer.action)
        except NotationError:
            action = None
        if action not in view.legal:
            answered = repr(answer.action[:SHOWN])
            raise ProgramError("illegal", "answered …, which isn't legal,", answered, legal=str(view.legal[0]))
        return action

    def tell(self, view: View) -> None:
        """Put a view of a deal that is over before the program, who answers nothing."""
        self._told = True
        self._say("result", view=msgspec.Raw(view.to_json()))

    def _asked(self, view: View, seed: int) -> Answer:
        """The answer to a question; those to earlier ones are passed over. Raises ProgramError."""
        for line in self._lines.waiting():
            self._answered(line, asked=self.asked - 1)
        deadline = time.monotonic() + self.seconds + GRACE
        self._say("choose", id=self.asked, seed=seed, view=msgspec.Raw(view.to_json()))
        while (answer := self._answered(self._hear(deadline), asked=self.asked)).id < self.asked:
            self._late = answer.id
        return answer

    def _answered(self, line: bytes, *, asked: int) -> Answer:
        answer = _read(line, Answer, to="choose")
        if answer.id > asked:
            raise ProgramError("garbage", "answered question … before it was asked,", str(answer.id))
        return answer

    def _say(self, kind: str, **fields: object) -> None:
        self._outbox.put(msgspec.json.encode({"type": kind, **fields}) + b"\n")

    def _hear(self, deadline: float) -> bytes:
        try:
            return self._lines.next(deadline)
        except ProgramError as error:
            raise self._explained(error, f"{self.seconds:g} + {GRACE:g} s") from None

    def _after_result(self, error: ProgramError) -> ProgramError:
        """The error, with what went before, if that was the end of a deal: the program may have choked on it."""
        if not self._told:
            return error
        wanted = ", which wants no answer," if error.fault == "garbage" else ","
        return ProgramError(error.fault, f"{error.why.rstrip(',')}, after `result`{wanted}", *error.wrote)

    def _explained(self, error: ProgramError, within: str) -> ProgramError:
        """The error with how long we waited, or with what the program said as it ended; and with half a line."""
        if error.fault == "slow":
            error = self._silent(within)
        elif error.fault == "ended":
            status = processes.status(self._child)
            how = "closed its output" if status is None else _ended(status)
            error = ProgramError("ended", *_with(how, self.errors))
        begun = self._lines.unfinished.decode("utf-8", "replace")
        if not begun or error.fault == "flood":
            return error
        why = f"{error.why.removesuffix(',')}, but wrote … without ending the line,"
        return ProgramError(error.fault, why, *error.wrote, _quoted(begun))

    def _silent(self, within: str) -> ProgramError:
        """Why no answer came: what a program began may keep its output open after it has ended."""
        status = self._child.process.poll()
        if status is not None:
            return ProgramError("ended", f"{_ended(status)}, and something it began kept its output open,")
        if self._late is not None:
            what = f"did not answer question {self.asked} within {within}, but question …,"
            return ProgramError("slow", what, str(self._late))
        return ProgramError("slow", f"did not answer within {within}")


@undisturbed()
def _close(child: processes.Child, outbox: "SimpleQueue[bytes | None]") -> int | None:
    """Close the program's input, give it a moment to end by itself, and kill what is left; what it ended with, unless
    it was killed."""
    outbox.put(None)
    status = processes.status(child)
    processes.end(child)
    return status


def _why_not(command: Sequence[str], error: OSError | ValueError) -> str:
    """Why a program can't be begun; the system doesn't say that a script's first line is to blame."""
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.ENOEXEC:
        return "its first line doesn't say what runs it, as `#!/usr/bin/env python3` does"
    if number == errno.ENOENT and shutil.which(command[0]):
        return "what its first line says is to run it isn't there; a line feed alone must end that line"
    return getattr(error, "strerror", None) or str(error)


def _read(line: bytes, kind: type[Message], *, to: str) -> Message:
    """A program's line as a message, its answer `to` one of ours.

    Raises ProgramError.
    """
    try:
        return msgspec.json.decode(line, type=kind)
    except (ValueError, RecursionError) as error:
        if not line.strip():
            raise ProgramError("garbage", f"wrote an empty line, which is no answer to {to},") from None
        why, quoted = f"wrote …, which is no answer to {to} (…),", _quoted(line.decode("utf-8", "replace"))
        raise ProgramError("garbage", why, quoted, _wrong(line, error)) from None


def _wrong(line: bytes, error: Exception) -> str:
    """What is wrong with a line. Half of a surrogate pair is taken for a line cut short; Python reads it."""
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    if isinstance(error, UnicodeDecodeError):
        return "it isn't UTF-8"
    if "truncated" in str(error):
        with suppress(ValueError, RecursionError):
            json.loads(line)
            return "it has half of a surrogate pair"
        return "it isn't whole: a message is one line"
    if line.startswith(BOM_UTF8):
        return "it begins with a byte order mark"
    if "malformed" not in str(error) or line.lstrip().startswith(b"{"):
        return str(error)
    return "it isn't JSON; anything else goes to standard error"


def _with(what: str, errors: pipes.Tail) -> Sequence[str]:
    """What a program did, with what it said last, if it said something."""
    said = errors.last_line()
    return (f"{what} (…)", _quoted(said)) if said else (what,)


def _ended(status: int) -> str:
    """How a process ended, by its status: below nought the signal that ended it."""
    if status >= 0:
        return f"ended with status {status}"
    with suppress(ValueError):
        return f"was ended by signal {-status} ({signal.Signals(-status).name})"
    return f"was ended by signal {-status}"


def _quoted(text: str) -> str:
    return repr(text if len(text) <= QUOTED else text[: QUOTED - 1] + "…")
