"""Keeps a table: one task that takes jobs one after the other, writes what they bring about, and tells everybody."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

from stova.engine.actions import Action
from stova.errors import RulesError
from stova.server import claims, events, logs, messages
from stova.server.deciding import PLAYS, Asker, Refused, decide
from stova.server.journal import Entry, Journal
from stova.server.messages import Refusal, Scene
from stova.server.scene import Presence, scene
from stova.server.table import Table, after
from stova.server.thinking import Thinkers

PACE = {"quick": 0.25, "calm": 0.8, "slow": 1.6}
"""Seconds a bot takes at least."""
LINGER = {"quick": 0.8, "calm": 1.6, "slow": 2.6}
"""Seconds a finished trick lies before a bot leads to the next."""
PATIENCE = 45.0
"""Seconds until a bot plays for somebody who isn't connected."""


@dataclass(eq=False)
class Guest:
    """Somebody looking at the table over one connection. `changed` is set when there is something new to see."""

    person: str
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    answers: list[messages.Answer] = field(default_factory=list)


@dataclass(kw_only=True)
class Asked:
    """A command on its way: who gave it over which client, as which, and at which turn."""

    person: str
    command: messages.Command
    client: str
    sequence: int
    turn: int


Job = Callable[[], Awaitable[Refusal | None]]


class Keeper:
    """The keeper of a table. All of it runs on the loop; `table` is what has been written and nothing else.

    Whatever changes the table is a job of its task: who waits for a job may give up, the job goes on.
    """

    def __init__(
        self, identity: str, table: Table, *, written: int, sequences: dict[str, int], journal: Journal, bots: Thinkers
    ) -> None:
        self.identity, self.table, self.version = identity, table, 0
        self._written, self._sequences = written, sequences
        self._journal, self._bots = journal, bots
        self._guests: set[Guest] = set()
        self._left: dict[str, float] = {}
        self._jobs: asyncio.Queue[tuple[Job, asyncio.Future[Refusal | None]]] = asyncio.Queue()
        self._task = asyncio.create_task(self._run())
        self._moving: asyncio.Task[None] | None = None
        self._away: dict[str, asyncio.Task[None]] = {}

    # Guests

    def enter(self, person: str) -> Guest:
        """Somebody begins to look at the table."""
        guest = Guest(person)
        self._guests.add(guest)
        self._watch()
        self._tell()
        if self._moving is None or self._moving.done():
            self._go_on()
        return guest

    def leave(self, guest: Guest) -> None:
        """A connection is gone. Who sits here has a while to come back."""
        self._guests.discard(guest)
        self._watch()
        self._tell()

    @property
    def empty(self) -> bool:
        """Whether nobody looks at the table."""
        return not self._guests

    def scene(self, person: str) -> Scene:
        """What somebody sees now."""
        return scene(self.table, person, self._presence(), self.identity)

    # Commands

    async def do(self, asked: Asked) -> Refusal | None:
        """Does what somebody asked, once: asked again by the same client and number it is answered as done."""
        return await self._in_turn(partial(self._do, asked))

    async def _do(self, asked: Asked) -> Refusal | None:
        if asked.sequence <= self._sequences.get(asked.client, 0):
            return None
        try:
            happened = self._decide(asked)
        except Refused as refused:
            return refused.refusal
        await self._happen(happened, client=asked.client, sequence=asked.sequence)
        return None

    async def come_back(self, person: str) -> None:
        """Gives a seat back to somebody a bot played for."""
        await self._in_turn(partial(self._come_back, person))

    async def _come_back(self, person: str) -> None:
        seat = self.table.seat_of(person)
        if seat is not None and self.table.chairs[seat].by == "stand-in" and self.table.closed == "no":
            await self._happen((events.CameBack(seat=seat),))

    def _decide(self, asked: Asked) -> tuple[events.Any, ...]:
        if isinstance(asked.command, PLAYS) and asked.turn != self.table.turn:
            raise Refused("stale", "The table has gone on since: look again.")
        asker = Asker(asked.person, at=time.time(), secret=secrets.token_hex(32))
        return decide(self.table, asker, asked.command)

    async def _happen(self, happened: tuple[events.Any, ...], *, client: str = "", sequence: int = 0) -> None:
        """Writes events, and only then lets them be seen."""
        if not happened:
            return
        table = self.table
        for event in happened:
            table = after(table, event)
        await self._journal.append(
            Entry(
                table=self.identity,
                first=self._written,
                at=time.time(),
                events=happened,
                client=client,
                sequence=sequence,
            )
        )
        self._written += len(happened)
        if client:
            self._sequences[client] = sequence
        self.table = table
        self._watch()
        self._tell()
        self._go_on()

    # Jobs

    async def _in_turn(self, job: Job) -> Refusal | None:
        """What a job comes to, done after those before it."""
        done: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait((job, done))
        return await asyncio.shield(done)

    async def _run(self) -> None:
        while True:
            job, done = await self._jobs.get()
            try:
                done.set_result(await job())
            except Exception as error:  # who waits is told, and the table goes on
                done.set_exception(error)

    # Telling

    def _tell(self) -> None:
        self.version += 1
        for guest in self._guests:
            guest.changed.set()

    def _connected(self, person: str) -> bool:
        return any(guest.person == person for guest in self._guests)

    def _presence(self) -> dict[str, Presence]:
        found: dict[str, Presence] = {}
        for chair in self.table.chairs:
            if chair.person:
                connected = self._connected(chair.person)
                found[chair.person] = Presence(connected, None if connected else self._until(chair.person))
        return found

    def _until(self, person: str) -> float | None:
        """In how many seconds a bot plays for somebody; None while nobody waits for that."""
        left = self._left.get(person)
        return None if left is None else max(0.0, round(left + PATIENCE - time.monotonic(), 1))

    # What goes on by itself

    def _go_on(self) -> None:
        """Lets the next bot move, or a claim be looked at, if that is what the table waits for."""
        if self._moving is not None and not self._moving.done() and self._moving is not asyncio.current_task():
            self._moving.cancel()
        work = self._next_work()
        self._moving = None if work is None or not self._guests else asyncio.create_task(self._work(work))

    def _next_work(self) -> Callable[[], Awaitable[None]] | None:
        table = self.table
        if table.stage != "playing" or table.match is None:
            return None
        if table.question is not None:
            return self._look_at_claim if table.question.about == "claim" else None
        seat = table.match.state.to_act
        if seat is None:
            return self._deal if table.people() and table.people() <= table.ready else None
        return None if table.chairs[seat].by == "person" else self._move

    async def _work(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except Exception as error:
            logs.fault("table stuck", error)

    async def _move(self) -> None:
        """A bot's turn."""
        match, turn = self.table.match, self.table.turn
        assert match is not None
        state, pace = match.state, self.table.settings.pace
        began = time.monotonic()
        action = await self._bots.choose(match, self.table.settings.bots)
        finished = bool(state.tricks) and not state.trick
        await asyncio.sleep(max(0.0, (LINGER if finished else PACE)[pace] - (time.monotonic() - began)))
        assert state.to_act is not None
        await self._in_turn(partial(self._if_still, turn, (events.Acted(seat=state.to_act, action=str(action)),)))

    async def _if_still(self, turn: int, happened: tuple[events.Any, ...]) -> None:
        """What was worked out for a turn counts only at that turn."""
        if self.table.turn == turn and self.table.stage == "playing":
            await self._happen(happened)

    async def _deal(self) -> None:
        await self._in_turn(partial(self._if_still, self.table.turn, (events.Dealt(),)))

    async def _look_at_claim(self) -> None:
        """A claim that is proved, or agreed by all, ends the deal; one that only bots could agree to is declined."""
        table, turn = self.table, self.table.turn
        question, match = table.question, table.match
        assert question is not None
        assert match is not None
        state, seat = match.state, question.seat
        agreed = table.people() <= question.agreed | {seat}
        line = None
        if not question.agreed:
            try:
                line = await self._bots.work(lambda: claims.proved(state, seat))
            except RulesError:
                line = None
        if line is None and agreed and table.people() != {seat}:
            line = await self._bots.work(lambda: claims.agreed(state, seat))
        if line is not None:
            await self._in_turn(partial(self._if_still, turn, _acted(table, line)))
        elif agreed:
            await self._in_turn(partial(self._if_still, turn, (events.Declined(seat=seat),)))

    def _watch(self) -> None:
        """Has the clock run for those who play and aren't connected, and for nobody else."""
        playing = self.table.stage == "playing"
        due = {chair.person for chair in self.table.chairs if playing and chair.by == "person"}
        due = {person for person in due if not self._connected(person)}
        for person in self._away.keys() - due:
            self._away.pop(person).cancel()
            del self._left[person]
        for person in due - self._away.keys():
            self._left[person] = time.monotonic()
            self._away[person] = asyncio.create_task(self._step_in(person))

    async def _step_in(self, person: str) -> None:
        await asyncio.sleep(PATIENCE)
        await self._in_turn(partial(self._replace, person))

    async def _replace(self, person: str) -> None:
        seat = self.table.seat_of(person)
        still = person in self._away and seat is not None and self.table.chairs[seat].by == "person"
        if still and seat is not None and self.table.stage == "playing":
            await self._happen((events.SteppedIn(seat=seat),))

    async def close(self) -> None:
        """Ends the keeper's tasks, when the job in hand is done."""
        await self._in_turn(self._nothing)
        tasks = [task for task in (self._task, self._moving, *self._away.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _nothing(self) -> None:
        """A job that is done when those before it are."""


def _acted(table: Table, line: tuple[Action, ...]) -> tuple[events.Any, ...]:
    """A line of actions as events, each by the seat whose turn it is then."""
    assert table.match is not None
    state, happened = table.match.state, list[events.Any]()
    for action in line:
        assert state.to_act is not None
        happened.append(events.Acted(seat=state.to_act, action=str(action)))
        state = state.apply(action)
    return tuple(happened)
