"""Looks for hidden cards in what goes over the wire: `leaks.py --deals 100000`.

Two worlds whose Views are the same to somebody at every moment looked at: the same deal with cards exchanged that they
have not seen, played again. In both a client connects, is told what happens, asks for what it may not do, says
something, asks again what it asked before, loses its connection and comes back. All that the server sends it, to the
last byte, must be the same. With `--database` a journal is kept meanwhile.
"""

import argparse
import asyncio
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, delete, select

sys.path.insert(0, str(Path(__file__).parents[1]))

from helpers import GAMES, some_action
from server.databases import KINDS, databases
from server.keeping import register
from server.room import FRIEND, OWNER, STRANGER, THIRD, Room, random_settings
from stova import Card, Game, State
from stova.errors import IllegalAction, RulesError
from stova.server import schema
from stova.server.away import Clocks
from stova.server.book import Book
from stova.server.journal import Entry, Journal, Past
from stova.server.keeper import Keeper
from stova.server.messages import PROTOCOL
from stova.server.parting import Partings
from stova.server.sockets import converse
from stova.server.table import Table

PEOPLE = (OWNER, FRIEND, THIRD, STRANGER)
ONLOOKER = "onlooker"
TABLE = "table"
MOMENTS = 5
"""States of a deal that are looked at."""
TRIES = 12
"""Exchanges tried for another world."""


@dataclass
class Found:
    """What was compared, and where there was a difference."""

    pairs: int = 0
    frames: int = 0
    leaks: list[str] = field(default_factory=list)


class Nowhere:
    """A journal that keeps nothing."""

    async def append(self, _: Entry) -> None:
        """Forgets it."""

    async def read(self, _: object) -> bool:
        """That a command brought nothing about."""
        return False


class Untimed(Clocks):
    """Clocks that tell nobody how much time is left: that depends on how long the test takes."""

    def left(self, person: str) -> float | None:
        return None


class House:
    """A house of one table."""

    def __init__(self, keeper: Keeper) -> None:
        self.only, self.partings = keeper, Partings()

    async def keeper(self, _: str) -> Keeper:
        return self.only


class Socket:
    """A connection, its ends held by the test."""

    def __init__(self) -> None:
        self.inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.frames: list[bytes] = []
        self.more = asyncio.Event()
        self.talk: asyncio.Future[None]

    async def receive(self) -> bytes | None:
        return await self.inbox.get()

    async def send(self, *frames: bytes) -> None:
        self.frames += frames
        self.more.set()

    def say(self, **message: object) -> None:
        self.inbox.put_nowait(msgspec.json.encode(message))

    async def until(self, kind: bytes, times: int = 1) -> None:
        """Waits until so many messages of a type came."""
        async with asyncio.timeout(60):
            while sum(b'"type":"%b"' % kind in frame for frame in self.frames) < times:
                self.more.clear()
                await self.more.wait()


async def conversation(
    table: Table, states: Sequence[State], person: str, refused: Sequence[str], store: Journal | None
) -> list[bytes]:
    """All that is sent to somebody while a table goes through these states, an action being refused in each."""
    if store is not None:
        await store.write(_forget)
    keeper = keeper_of(_at(table, states[0], 0), store)
    frames: list[bytes] = []
    for number, (state, action) in enumerate(zip(states, refused, strict=True), start=1):
        socket = Socket()
        socket.talk = asyncio.ensure_future(converse(socket, House(keeper), person))  # type: ignore[arg-type]
        socket.say(type="hello", protocol=PROTOCOL, table=TABLE, client="client00")
        await socket.until(b"whole")
        keeper._show(_at(table, state, number))
        for times, (last, turn, command) in enumerate(_asked(number, action), start=1):
            socket.say(type="do", sequence=4 * number + last, turn=turn, command=command)
            await socket.until(b"answer", times)
        socket.inbox.put_nowait(None)
        await socket.talk
        frames += socket.frames
    await keeper.close()
    return frames


def _asked(turn: int, action: str) -> Iterator[tuple[int, int, dict[str, str]]]:
    """What is asked at a turn: how its number ends, the turn it is meant for, and the command.

    It is what can't be done, now and for the turn before, something that can by who sits, and the first again.
    """
    act = {"type": "act", "action": action}
    yield 0, turn, act
    yield 1, turn - 1, act
    yield 2, turn, {"type": "say", "text": f"Turn {turn}"}
    yield 0, turn, act


def _forget(connection: Connection) -> None:
    """The journal is that of a table that was opened and no more."""
    if connection.execute(select(schema.tables)).first() is None:
        register(connection, TABLE)
    connection.execute(delete(schema.journal).where(schema.journal.c.number > 0))


def keeper_of(table: Table, store: Journal | None = None) -> Keeper:
    """A keeper that writes into a journal, or nowhere."""
    bots: Any = None
    journal: Any = store or Nowhere()
    opened: Any = None
    keeper = Keeper(table, book=Book(journal, TABLE, Past(events=(opened,))), bots=bots)
    keeper._clocks = Untimed(keeper._step_in)
    return keeper


def _at(table: Table, state: State, turn: int) -> Table:
    assert table.match is not None
    return replace(table, match=replace(table.match, state=state), turn=turn)


def told(value: Any, other: dict[Card, Card]) -> Any:
    """A value with cards exchanged for others wherever it holds any."""
    if isinstance(value, Card):
        return other.get(value, value)
    if isinstance(value, Struct):
        fields = {name: told(getattr(value, name), other) for name in value.__struct_fields__}
        if isinstance(cards := fields.get("cards"), tuple):
            fields["cards"] = tuple(sorted(cards))
        return replace(value, **fields)
    return tuple(told(item, other) for item in value) if isinstance(value, tuple) else value


def states_of(first: State, rng: random.Random) -> list[State]:
    """The states of a deal before its end, played by chance."""
    states = [first]
    while not (state := states[-1].apply(some_action(states[-1].legal_actions(), rng))).is_over:
        states.append(state)
    return states


def again(states: Sequence[State], other: dict[Card, Card]) -> list[State]:
    """The deal with cards exchanged, played again as far as that is legal."""
    game, known = states[0].game, states[0]
    begun = State(game=game, dealer=known.dealer, drawn=known.drawn, pack=told(known.pack, other), sheet=known.sheet)
    found = [game.phases[0].enter(begun)]
    try:
        for _, action in states[-1].history:
            found.append(found[-1].apply(told(action, other)))
    except (IllegalAction, KeyError):
        pass
    return found


def hidden(game: Game, view: bytes) -> list[Card]:
    """The cards a view doesn't speak of."""
    return [card for card in game.pack if b'"%s"' % str(card).encode() not in view and str(card).encode() not in view]


World = list[State]


def another(states: World, seat: int | None, moments: Sequence[int], rng: random.Random) -> World | None:
    """Another world that looks the same to a seat at some moments, if one is found."""
    views = {moment: states[moment].view(seat).to_json() for moment in moments}
    unseen = hidden(states[0].game, views[moments[-1]])
    for _ in range(TRIES if len(unseen) > 1 else 0):
        mixed = rng.sample(unseen, rng.randint(2, len(unseen)))
        world = again(states[: moments[-1] + 1], dict(zip(mixed, [*mixed[1:], mixed[0]], strict=True)))
        if len(world) > moments[-1] and all(world[at].view(seat).to_json() == view for at, view in views.items()):
            return world
    return None


def deal(number: int) -> tuple[Table, list[State], random.Random]:
    """A table and the states of a random deal of any game."""
    rng = random.Random(f"leaks {number}")
    while True:
        try:
            name = rng.choice(GAMES)
            room = Room(name, secret=rng.randbytes(32).hex(), **random_settings(name, rng))
            break
        except RulesError:
            continue
    room.begin(*PEOPLE[: room.table.game.seats])
    return room.table, states_of(room.state, rng), rng


async def compare(number: int, found: Found, store: Journal | None) -> None:
    """Lets a seat and an onlooker look at a deal in two worlds."""
    table, states, rng = deal(number)
    game = table.game
    for seat in (rng.randrange(game.seats), None):
        person = ONLOOKER if seat is None else PEOPLE[seat]
        last = rng.randint(len(states) // 4, len(states) - 1)
        moments = sorted({*rng.choices(range(last + 1), k=MOMENTS - 1), last})
        world = another(states, seat, moments, rng)
        if world is None:
            continue
        legal = [set(states[at].view(seat).legal) for at in moments]
        refused = [str(rng.choice([action for action in game.actions if action not in may])) for may in legal]
        one = await conversation(table, [states[at] for at in moments], person, refused, store)
        two = await conversation(table, [world[at] for at in moments], person, refused, store)
        found.pairs += 1
        found.frames += len(one)
        if one != two:
            found.leaks.append(f"deal {number} ({game!r}), seat {seat}: {_first_difference(one, two)}")


def _first_difference(one: Sequence[bytes], two: Sequence[bytes]) -> str:
    pairs = (f"{mine[:2000]!r} or {other[:2000]!r}" for mine, other in zip(one, two, strict=False) if mine != other)
    return next(pairs, "more frames in one")


def check(numbers: range, store: Journal | None = None) -> Found:
    """Compares these deals, while a journal of an empty database is kept, or none."""
    found = Found()

    async def run() -> None:
        for number in numbers:
            await compare(number, found, store)

    with patch("stova.server.keeper.time.time", return_value=0.0):  # what is said has its time, when it was said
        asyncio.run(run())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--database", choices=KINDS, help="keep a journal meanwhile; none if not")
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.deals)
    if options.database is None:
        found = check(numbers)
    else:
        with databases(options.database) as empty, closing(Journal(empty())) as store:
            found = check(numbers, store)
    print(f"{options.deals} deals, {found.pairs} pairs of worlds, {found.frames} frames, {len(found.leaks)} leaks")
    print(*found.leaks[:5], sep="\n")
    raise SystemExit(bool(found.leaks))


if __name__ == "__main__":
    main()
