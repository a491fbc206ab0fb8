"""Keeps a table: one task that takes jobs one after the other, writes what they bring about, and tells everybody."""

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial, reduce
from threading import Event

from stova.server import claims, events, logs, messages
from stova.server.away import Clocks, Waiting
from stova.server.book import Book
from stova.server.deciding import PLAYS, Asker, Refused, decide
from stova.server.drawing import Drawing
from stova.server.jobs import Job, Jobs
from stova.server.limits import Buckets
from stova.server.messages import Refusal, Scene
from stova.server.scene import scene
from stova.server.seen import Presence, Seen, seen
from stova.server.table import Question, Table, after
from stova.server.thinking import Thinkers

PACE = {"quick": 0.25, "calm": 0.8, "slow": 1.6}
"""Seconds a bot takes at least."""
LINGER = {"quick": 0.8, "calm": 1.6, "slow": 2.6}
"""Seconds a finished trick lies before a bot leads to the next."""
AGAIN = 2.0
"""Seconds until what goes on by itself is tried again when the journal couldn't be written."""
TALK, TALK_RATE = 5, 0.5
"""Things somebody may say at once, and a second after that."""
_ONLOOKER = ""
"""Nobody who sits or keeps the table."""


@dataclass(eq=False)
class Guest:
    """Somebody looking at the table over one connection. `changed` is set when there is something new to see."""

    person: str
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    answers: list[messages.Answer] = field(default_factory=list)

    def answer(self, sequence: int, refused: Refusal | None = None) -> None:
        """Has somebody told what became of a command, after what it changed."""
        self.answers.append(messages.Answer(sequence=sequence, refused=refused))
        self.changed.set()


@dataclass(kw_only=True)
class Given:
    """A command on its way: who gave it over which client, as which, and at which turn."""

    person: str
    command: messages.Command
    client: str
    sequence: int
    turn: int


class Keeper:
    """The keeper of a table. All of it runs on the loop; `table` is what has been written and nothing else.

    Whatever changes the table is a job of its task: who waits for a job may give up, the job goes on.
    """

    def __init__(self, table: Table, *, book: Book, bots: Thinkers) -> None:
        self.identity, self.table, self.version = book.table, table, 0
        self._talk = Buckets(most=TALK, rate=TALK_RATE)
        self._book, self._bots = book, bots
        self._drawing = Drawing()
        self._common: dict[str, bytes] = {}
        self._here: dict[str, Presence] = {}
        self._guests: set[Guest] = set()
        self._clocks = Clocks(self._step_in)
        self._jobs = Jobs()
        self._waiting = Waiting(self._slow)
        self._due: tuple[object, ...] = ()
        self._undecided = False
        """Whether the claim that is being asked about was looked at, and nothing could be said yet."""
        self._moving: asyncio.Task[None] | None = None

    # Guests

    def enter(self, person: str) -> Guest:
        """Somebody begins to look at the table."""
        guest = Guest(person)
        self._guests.add(guest)
        self._watch()
        self._tell()
        self._go_on()
        return guest

    def leave(self, guest: Guest) -> None:
        """A connection is gone. Who sits here has a while to come back; nothing goes on by itself for nobody."""
        self._guests.discard(guest)
        self._watch()
        self._tell()
        if self.empty:
            self._go_on()

    @property
    def empty(self) -> bool:
        """Whether nobody looks at the table."""
        return not self._guests

    def scene(self, person: str) -> Scene:
        """What somebody sees now."""
        return scene(self._seen(person, self._presence()))

    def fields(self, person: str) -> dict[str, bytes]:
        """The fields of what somebody sees now, as JSON. What all see alike is drawn once a version."""
        if not self._common:
            self._here = self._presence()
            self._common = self._drawing.common(self._seen(_ONLOOKER, self._here))
        return self._common | self._drawing.own(self._seen(person, self._here))

    def _seen(self, person: str, here: dict[str, Presence]) -> Seen:
        return seen(self.table, person, here, self.identity)

    # Commands

    async def do(self, given: Given, *, done: Callable[[], None] = lambda: None) -> Refusal | None:
        """Does what somebody asked, once: asked again by the same client and number, it is only answered again.

        `done` is called when it is, before anybody is told of it.
        """
        try:
            await self._in_turn(partial(self._do, given, done))
        except Refused as refused:
            return refused.refusal
        return None

    async def _do(self, given: Given, done: Callable[[], None]) -> None:
        if not await self._book.done(given.client, given.sequence):
            await self._happen(self._decide(given), client=given.client, sequence=given.sequence)
        done()

    async def come_back(self, person: str) -> None:
        """Gives a seat back to somebody a bot played for."""
        with suppress(Refused):  # the seat can still be asked for
            await self._in_turn(partial(self._come_back, person))

    async def _come_back(self, person: str) -> None:
        seat = self.table.seat_of(person)
        if seat is not None and self.table.chairs[seat].by == "stand-in" and self.table.closed == "no":
            await self._happen((events.CameBack(seat=seat),))

    def _decide(self, given: Given) -> tuple[events.Any, ...]:
        if isinstance(given.command, PLAYS) and given.turn != self.table.turn:
            raise Refused("stale", "The table has gone on since: look again.")
        waited = self._waiting.seconds
        secret = secrets.token_hex(32) if isinstance(given.command, messages.Again) else ""
        asker = Asker(given.person, at=time.time(), secret=secret, here=self._connected(), waited=waited)
        happened = decide(self.table, asker, given.command)
        if isinstance(given.command, messages.Say) and not self._talk.take(given.person):
            raise Refused("flood", "That is a lot at once: wait a moment before you say more.")
        return happened

    async def _happen(self, happened: tuple[events.Any, ...], *, client: str = "", sequence: int = 0) -> None:
        """Writes events, and only then lets them be seen. Raises Refused if they can't be written."""
        if not happened:
            return
        table = reduce(after, happened, self.table)
        ends = table.played_out and not self.table.played_out
        await self._book.write(happened, client=client, sequence=sequence, ends=ends)
        self._show(table)

    def _show(self, table: Table) -> None:
        """What is written may be seen."""
        if (table.turn, table.stage, table.people()) != (self.table.turn, self.table.stage, self.table.people()):
            self._waiting.begin()
        self.table = table
        self._undecided = self._undecided and table.question is not None
        self._watch()
        self._tell()
        self._go_on()

    async def _in_turn(self, job: Job) -> None:
        """Does a job after those before it, at the table as it was written."""
        await self._jobs.do(partial(self._caught_up, job))

    async def _caught_up(self, job: Job) -> None:
        if self._book.doubtful:
            self._show(reduce(after, await self._book.missed(), self.table))
        await job()

    # Telling

    def _tell(self) -> None:
        self.version += 1
        self._common = {}
        for guest in self._guests:
            guest.changed.set()

    def _connected(self) -> set[str]:
        return {guest.person for guest in self._guests}

    def _presence(self) -> dict[str, Presence]:
        owner, connected, asleep = self.table.owner, self._connected(), self._waiting.left()
        found = {owner: Presence(owner in connected)}
        slow = frozenset() if asleep is None else self._waited_for()
        for seat, chair in enumerate(self.table.chairs):
            if chair.person:
                here = chair.person in connected
                until = self._clocks.left(chair.person) if not here else asleep if seat in slow else None
                found[chair.person] = Presence(here, until)
        return found

    def _waited_for(self) -> frozenset[int]:
        """The seats somebody else who sits here waits for; nobody, where only one is connected."""
        here = self._connected() & {chair.person for chair in self.table.chairs if chair.person}
        return self.table.awaited() if len(here) > 1 else frozenset()

    def _slow(self) -> None:
        """Lets all see that somebody is slow, or asleep."""
        if self._waited_for():
            self._tell()

    # What goes on by itself

    def _go_on(self) -> None:
        """Lets the next bot move, or a claim be looked at, if that is what the table waits for.

        What is on its way is left alone unless something else is due: talk doesn't hold bots up.
        """
        work, *_ = due = self._waits_for()
        if self._moving is not None and not self._moving.done():
            if due == self._due:
                return
            self._moving.cancel()
        self._due = due
        self._moving = None if work is None else asyncio.create_task(self._persist(work))

    def _waits_for(self) -> tuple[Job | None, int, Question | None, bool]:
        """What the table waits for, and at which turn and question; and whether nobody has yet to answer that."""
        table = self.table
        return self._next_work() if self._guests else None, table.turn, table.question, table.unanimous

    def _next_work(self) -> Job | None:
        table = self.table
        if table.stage != "playing" or table.match is None:
            return None
        if table.question is not None and table.question.about == "claim":
            return self._settle_claim if table.unanimous or not self._undecided else None
        if table.question is not None:
            return self._undo if table.unanimous else None
        seat = table.match.state.to_act
        if seat is None:
            return self._deal if table.people() and table.people() <= table.ready else None
        return None if table.chairs[seat].by == "person" else self._move

    async def _persist(self, work: Job) -> None:
        """Does some work, again and again while the journal can't be written."""
        try:
            while True:
                with suppress(Refused):
                    return await work()
                await asyncio.sleep(AGAIN)
        except Exception as error:
            logs.fault("table stuck", error)

    async def _move(self) -> None:
        """A bot's turn."""
        due, table, match = self._waits_for(), self.table, self.table.match
        assert match is not None
        state, pace = match.state, table.settings.pace
        began = time.monotonic()
        action = await self._bots.choose(match, table.settings.bots)
        finished = bool(state.tricks) and not state.trick
        # As long for the only card there is as for one among many, or the time would tell which it was.
        least = max((LINGER if finished else PACE)[pace], self._bots.least(table.settings.bots))
        await asyncio.sleep(max(0.0, least - (time.monotonic() - began)))
        assert state.to_act is not None
        await self._in_turn(partial(self._if_still, due, (events.Acted(seat=state.to_act, action=str(action)),)))

    async def _if_still(self, due: tuple[object, ...], happened: tuple[events.Any, ...]) -> None:
        """What the table waited for happens if it still does: who a bot played for may be back."""
        if self._waits_for() == due:
            await self._happen(happened)

    async def _deal(self) -> None:
        await self._in_turn(partial(self._if_still, self._waits_for(), (events.Dealt(),)))

    async def _settle_claim(self) -> None:
        due, table, left, happened = self._waits_for(), self.table, Event(), claims.unproved(self.table)
        try:
            happened = await self._bots.work(partial(claims.settled, table, lambda: not left.is_set()))
        except Exception as error:  # or all would wait for an answer that never comes
            logs.fault("claim failed", error)
        finally:
            left.set()
        await self._in_turn(partial(self._claim_settled, due, happened))

    async def _claim_settled(self, due: tuple[object, ...], happened: tuple[events.Any, ...]) -> None:
        """What was found of a claim happens; one that isn't decided waits for those who haven't answered."""
        self._undecided = self._waits_for() == due and not happened
        await self._if_still(due, happened)

    async def _undo(self) -> None:
        """Whoever still had to consent to this has gone."""
        question = self.table.question
        assert question is not None
        await self._in_turn(partial(self._if_still, self._waits_for(), (events.Undone(keep=question.keep),)))

    def _watch(self) -> None:
        """Has the clock run for those who play and aren't connected, and for nobody else."""
        playing = self.table.stage == "playing"
        due = {chair.person for chair in self.table.chairs if playing and chair.by == "person"}
        self._clocks.run(due - self._connected())

    async def _step_in(self, person: str) -> None:
        """Has a bot play for somebody."""
        await self._persist(partial(self._in_turn, partial(self._replace, person)))

    async def _replace(self, person: str) -> None:
        seat = self.table.seat_of(person)
        still = self._clocks.runs(person) and seat is not None and self.table.chairs[seat].by == "person"
        if still and seat is not None and self.table.stage == "playing":
            await self._happen((events.SteppedIn(seat=seat),))

    async def close(self) -> None:
        """Ends the keeper's tasks, when what was asked so far is done."""
        if self._jobs.ended:
            return
        await self._jobs.end()
        self._waiting.stop()
        moving = () if self._moving is None else (self._moving,)
        for task in moving:
            task.cancel()
        await asyncio.gather(*moving, *self._clocks.stop(), return_exceptions=True)
