"""Outside programs as bots. `docs/bot-protocol.md` is the protocol, as a program's author needs it."""

import shlex
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import TracebackType
from typing import Any, Self

from stova.bots.checks import move_seconds, require_choice
from stova.bots.forfeits import Forfeit, ProgramError
from stova.bots.interrupts import undisturbed
from stova.bots.novice import novice
from stova.bots.talk import Talk
from stova.engine.actions import Action
from stova.engine.view import View
from stova.errors import RulesError, require_kind, shown

SECONDS = 5.0
"""A program's time a move, unless told otherwise."""
START_SECONDS = 10.0
"""A program's time to get ready."""
EXACT = 1 << 53
"""Seeds are below this: integers that every language reads from JSON as they are."""
SHOWN = 60
"""Characters shown of a command."""


class Program:
    """An outside program as a bot: a process for every seat it plays, so that no process sees two hands.

    A process begins with the first decision of its seat. Who is slow, ends, floods, or answers with what isn't legal
    forfeits its seat: the process is killed, `forfeits` says why, and `novice` plays there until `forgive`. To use
    as a context manager, after which it begins none, or to `close`; what is left at the end of Python is killed then.
    Raises RulesError for what is no command and no time.
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
        self._within: int | None = None  # how often it has been entered and not left, as a context manager

    @property
    def name(self) -> str:
        """The command; of a long one the end."""
        text = shlex.join(self.command)
        return text if len(text) <= SHOWN else "…" + text[1 - SHOWN :]

    def __call__(self, view: View, seed: int) -> Action:
        """One of `view.legal`; the program is asked only where there are several, and has a seat yet to lose.

        Raises RulesError for who has nothing to choose, or no seed, and where a process were to begin after
        the program was left as a context manager.
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
        """Begin the process of the view's seat for its game, unless it goes on already or has lost the seat.

        Raises RulesError after it was left as a context manager.
        """
        talk = None
        try:
            talk = self._begun(view)
            if talk is not None:
                talk.greet(self.start_seconds, may_decline=not self.answered and self._declined)
        except ProgramError as error:
            self._forfeit(view, talk, error)

    @undisturbed()
    def _begun(self, view: View) -> Talk | None:
        """A new process for the view's seat, if it needs one. Raises ProgramError, or RulesError as `begin`."""
        seat = view.seat
        assert seat is not None
        with self._talking:
            known = self._talks.get(seat)
            if seat in self._lost or (known is not None and known.game is view.game):
                return None
            if self._within == 0:
                raise RulesError(f"{self.name} has been ended: ask it within its `with`")
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

    @undisturbed()
    def _ended(self) -> Mapping[int, str]:
        """End all processes; by seat what those did that went wrong after their last question."""
        with self._talking:
            ended = {seat: talk.close() for seat, talk in self._talks.items()}
            self._talks.clear()
        return {seat: wrong for seat, wrong in ended.items() if wrong}

    def __enter__(self) -> Self:
        self._within = (self._within or 0) + 1
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        # Before processes are ended, so that another thread which still plays begins none after.
        self._within = (self._within or 1) - 1
        self.close()

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return partial(type(self), seconds=self.seconds, start_seconds=self.start_seconds), (self.command,)

    def _timed(self, talk: "Talk", view: View, seed: int) -> Action:
        begun = time.monotonic()
        action = talk.choose(view, seed)
        taken = time.monotonic() - begun
        self.answered, self.taken, self.longest = self.answered + 1, self.taken + taken, max(self.longest, taken)
        return action

    def _forfeit(self, view: View, talk: Talk | None, error: ProgramError) -> None:
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
