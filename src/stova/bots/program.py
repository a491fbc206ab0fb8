"""Outside programs as bots. `docs/bot-protocol.md` is the protocol, as a program's author needs it."""

import errno
import json
import shlex
import shutil
import signal
import threading
import time
import weakref
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec
from msgspec import Struct

from stova.bots import pipes, processes
from stova.bots.judging import move_seconds, require_choice
from stova.bots.novice import novice
from stova.bots.pipes import Fault, ProgramError, in_full
from stova.engine.actions import Action
from stova.engine.game import Game
from stova.engine.options import by_name
from stova.engine.view import View
from stova.errors import NotationError, RulesError, require_kind, shown

PROTOCOL = 1
SECONDS = 5.0
"""A program's time a move, unless told otherwise."""
START_SECONDS = 10.0
"""A program's time to get ready."""
GRACE = 0.1
"""Seconds for the way there and back, beyond the time a move."""
EXACT = 1 << 53
"""Seeds are below this: integers that every language reads from JSON as they are."""
SHOWN, QUOTED = 60, 120
"""How much is said of a command, or of an action, and how much is quoted of what a program wrote."""

Message = TypeVar("Message", "Ready", "Answer")


class Ready(Struct, frozen=True):
    """A program's answer to `hello`."""

    protocol: int
    actions: bool = False
    results: bool = False


class Answer(Struct, frozen=True):
    """A program's answer to `choose`."""

    id: int
    action: str


class Forfeit(Struct, frozen=True, kw_only=True):
    """How a program lost a seat to a novice, and at which of its decisions there; 0 is its start."""

    program: str
    seat: int
    fault: Fault
    why: str
    """What it did, to follow its name; each … stands for something it `wrote`."""
    decision: int
    asked: str
    """What it was asked, to complete `when asked to …`."""
    wrote: tuple[str, ...] = ()
    legal: str = ""
    """What it could have answered, where it answered with what isn't legal."""
    errors: str = ""
    """What it wrote last to its standard error."""

    @property
    def unready(self) -> bool:
        """Whether it didn't say in time that it is ready."""
        return self.fault == "slow" and not self.decision

    @property
    def why_in_full(self) -> str:
        """What it did, with what it wrote."""
        return in_full(self.why, self.wrote)

    @property
    def why_told(self) -> str:
        """What it did, with what it wrote only if it had seen no hand yet."""
        return self.why if self.decision else self.why_in_full

    def __str__(self) -> str:
        legal = f" ({self.legal!r} is legal)" if self.legal else ""
        return f"{self._told(f'{self.program} on seat {self.seat}', self.why_in_full, legal)}; a novice plays on."

    def told(self, who: str) -> str:
        """The sentence about it afterwards, with these words for who lost the seat, and nothing that may tell of its
        hand."""
        return f"{self._told(who, self.why_told, '')}; a novice played on."

    def _told(self, who: str, why: str, legal: str) -> str:
        if self.fault == "declined":
            return f"{who} {why}"
        asked = f"when asked to {self.asked}{legal}, its decision {self.decision}"
        return f"{who} {why} {asked if self.decision else 'when it was started'}"


class Program:
    """An outside program as a bot: a process for every seat it plays, so that no process sees two hands.

    A process begins with the first decision of its seat. Who is slow, ends, floods, or answers with what isn't legal
    forfeits its seat: the process is killed, `forfeits` says why, and `novice` plays there until `forgive`. To use
    as a context manager, or to `close`; what is left at the end of Python is killed then. Raises RulesError for what
    is no command and no time.
    """

    def __init__(
        self, command: Sequence[str], *, seconds: float = SECONDS, start_seconds: float = START_SECONDS
    ) -> None:
        parts = command if isinstance(command, Sequence) and not isinstance(command, str) else ()
        if not parts or not all(isinstance(part, str) for part in parts):
            raise RulesError(f"a command is given in parts, as in ['python3', 'bot.py'], not {shown(command)}")
        self.command = tuple(command)
        self.seconds = move_seconds(seconds)
        self.start_seconds = move_seconds(start_seconds)
        self.forfeits: list[Forfeit] = []
        self.answered = 0
        """How many decisions the program made."""
        self.taken = 0.0
        """Seconds they took together."""
        self.longest = 0.0
        """Seconds the longest of them took."""
        self._talks: dict[int, Talk] = {}
        self._lost: set[int] = set()
        self._talking = threading.Lock()  # held while a process begins or is ended

    @property
    def name(self) -> str:
        """The command; of a long one the end."""
        text = shlex.join(self.command)
        return text if len(text) <= SHOWN else "…" + text[1 - SHOWN :]

    def __call__(self, view: View, seed: int) -> Action:
        """One of `view.legal`; the program is asked only where there are several, and has a seat yet to lose.

        Raises RulesError for who has nothing to choose, or no seed.
        """
        require_choice(view, seed)
        if len(view.legal) == 1:
            return view.legal[0]
        self.begin(view)
        assert view.seat is not None
        talk = self._talks.get(view.seat)
        try:
            return novice(view, seed) if talk is None else self._timed(talk, view, seed % EXACT)
        except ProgramError as error:
            self._forfeit(view, talk, error)
            return novice(view, seed)

    def tell(self, view: View) -> None:
        """Tell the process that played the view's seat how the deal ended, if there is one and it wants to know.

        Raises RulesError for what is no view, and for that of a deal that goes on.
        """
        require_kind("what a program is told", view, View)
        if view.result is None:
            raise RulesError("a program is told of deals that are over")
        talk = None if view.seat is None else self._talks.get(view.seat)
        if talk is not None and talk.wants_results and talk.game is view.game:
            talk.tell(view)

    def begin(self, view: View) -> None:
        """Begin the process of the view's seat for its game, unless it goes on already or has lost the seat."""
        talk = None
        try:
            talk = self._begun(view)
            if talk is not None:
                talk.greet(self.start_seconds, may_decline=not self.answered and self._declined)
        except ProgramError as error:
            self._forfeit(view, talk, error)

    @processes.undisturbed()
    def _begun(self, view: View) -> "Talk | None":
        """A new process for the view's seat, if it needs one. Raises ProgramError."""
        seat = view.seat
        assert seat is not None
        with self._talking:
            known = self._talks.get(seat)
            if seat in self._lost or (known is not None and known.game is view.game):
                return None
            if known is not None:
                self._talks.pop(seat).close()
            talk = self._talks[seat] = Talk(self.command, game=view.game, seat=seat, seconds=self.seconds)
            return talk

    def forfeited(self, forfeit: Forfeit) -> None:
        """Called for each seat that is lost, as it happens."""
        self.forfeits.append(forfeit)

    @property
    def lost(self) -> frozenset[int]:
        """The seats that a novice plays now."""
        return frozenset(self._lost)

    @property
    def _declined(self) -> bool:
        """Whether it has done nothing but say that it doesn't play, if anything."""
        return all(forfeit.fault == "declined" for forfeit in self.forfeits)

    def forgive(self) -> None:
        """Let the program have all its seats again."""
        self._lost.clear()

    def parted(self, seat: int, wrong: str) -> None:
        """Called by `close` for each process that went wrong after its last question, with what it did."""

    def close(self) -> None:
        """End all processes; when it returns they have ended, though another thread was beginning or ending one."""
        for seat, wrong in self._ended().items():
            self.parted(seat, wrong)

    @processes.undisturbed()
    def _ended(self) -> Mapping[int, str]:
        """End all processes; by seat what those did that went wrong after their last question."""
        with self._talking:
            ended = {seat: talk.close() for seat, talk in self._talks.items()}
            self._talks.clear()
        return {seat: wrong for seat, wrong in ended.items() if wrong}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return partial(type(self), seconds=self.seconds, start_seconds=self.start_seconds), (self.command,)

    def _timed(self, talk: "Talk", view: View, seed: int) -> Action:
        begun = time.monotonic()
        action = talk.choose(view, seed)
        taken = time.monotonic() - begun
        self.answered, self.taken, self.longest = self.answered + 1, self.taken + taken, max(self.longest, taken)
        return action

    def _forfeit(self, view: View, talk: "Talk | None", error: ProgramError) -> None:
        """The view's seat is lost, unless it was another thread that ended what was said there by `close`."""
        seat = view.seat
        assert seat is not None
        with self._talking:
            if talk is not self._talks.get(seat):
                return
            if talk is not None:
                self._talks.pop(seat).kill()
        self._lost.add(seat)
        self.forfeited(
            Forfeit(
                program=self.name,
                seat=seat,
                fault=error.fault,
                why=error.why,
                wrote=error.wrote,
                decision=0 if talk is None else talk.asked,
                asked=view.doing or "",
                legal=error.legal,
                errors="" if talk is None else talk.errors.text(),
            )
        )


class Talk:
    """A process that plays one seat, and what was said with it."""

    @processes.undisturbed()
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
            for line in self._lines.rest(time.monotonic() + GRACE) if self._ready else ():
                self._answered(line, asked=self.asked)
        except ProgramError:
            return f"wrote {_quoted(line.decode('utf-8', 'replace'))}, which nothing had asked for"
        if status is None:
            return f"was still there {processes.LEAVE:g} s after its input had ended, and was killed"
        how, *said = _with(_ended(status), self.errors) if status else ("",)
        return in_full(how, said)

    @processes.undisturbed()
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
            raise self._explained(error, seconds) from None
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
            raise self._explained(error, self.seconds) from None

    def _after_result(self, error: ProgramError) -> ProgramError:
        """The error, with what went before, if that was the end of a deal: the program may have choked on it."""
        if not self._told:
            return error
        wanted = ", which wants no answer," if error.fault == "garbage" else ","
        return ProgramError(error.fault, f"{error.why.rstrip(',')}, after `result`{wanted}", *error.wrote)

    def _explained(self, error: ProgramError, seconds: float) -> ProgramError:
        """The error with how long we waited, or with what the program said as it ended; and with half a line."""
        if error.fault == "slow":
            error = self._silent(seconds)
        elif error.fault == "ended":
            status = processes.status(self._child)
            how = "closed its output" if status is None else _ended(status)
            error = ProgramError("ended", *_with(how, self.errors))
        begun = self._lines.unfinished.decode("utf-8", "replace")
        if not begun or error.fault == "flood":
            return error
        why = f"{error.why.removesuffix(',')}, but wrote … without ending the line,"
        return ProgramError(error.fault, why, *error.wrote, _quoted(begun))

    def _silent(self, seconds: float) -> ProgramError:
        """Why no answer came: what a program began may keep its output open after it has ended."""
        status = self._child.process.poll()
        if status is not None:
            return ProgramError("ended", f"{_ended(status)}, and something it began kept its output open,")
        if self._late is not None:
            what = f"did not answer question {self.asked} within {seconds:g} s, but question …,"
            return ProgramError("slow", what, str(self._late))
        return ProgramError("slow", f"did not answer within {seconds:g} s")


@processes.undisturbed()
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
