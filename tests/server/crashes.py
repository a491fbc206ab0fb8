"""Kills the card room while it writes, again and again: `crashes.py --points 10000 --database postgresql`.

A child process keeps tables at which people and bots play; at a write by chance, before its commit,
after it or at any moment, it is killed without a word. The next child goes on from the database, and people come back
and send again what wasn't answered. Then whatever was answered must be in the journal, once.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import msgspec
from sqlalchemy import select

sys.path.insert(0, str(Path(__file__).parents[1]))

from server.databases import KINDS, databases
from server.keeping import PEOPLE, kept, register
from stova.server import events, keeper, messages, schema
from stova.server.journal import Entry, Journal, engine, past
from stova.server.keeper import Given, Keeper
from stova.server.messages import Command, Settings
from stova.server.table import replayed
from stova.server.thinking import Thinkers

TABLES = {"one": ("klaverjas", PEOPLE[:2]), "two": ("sjavs", PEOPLE[2:])}
"""Games and who sits, from seat 0 on."""
MOMENTS = ("before", "after", "any")
MOST_WRITES = 12
"""Writes a child does before it is killed, at most."""
POINTS_A_DATABASE = 20
ONE_EVENT = {"act": events.Acted, "say": events.Said, "begin": events.Began, "sit": events.Sat}
"""Commands that bring about one such event."""
COMMANDS: Any = msgspec.json.Decoder(Command)


@dataclass
class Client:
    """Somebody at a table, as they know it: it outlives the server."""

    person: str
    table: str
    seat: int
    sequence: int = 0
    waiting: dict[str, Any] | None = None
    """What was asked last, until it is answered."""
    answered: dict[int, dict[str, Any]] = field(default_factory=dict)
    """What was done, by its number."""


class Lost(Exception):
    """Something that was answered isn't as it was, or is there twice."""


def die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("still there")


class Dying(Journal):
    """A journal whose process dies at a write. With a fault it tells before it has written."""

    def __init__(self, url: str, at: int, moment: str, fault: str) -> None:
        super().__init__(url)
        self._left, self._moment, self._fault = at, moment, fault
        self._really: Any = self.engine.dialect.do_commit
        self.engine.dialect.do_commit = self._commits  # type: ignore[method-assign, assignment]
        if moment == "any":
            threading.Timer(random.random() / 10, die).start()

    def _commits(self, connection: Any) -> None:
        self._left -= 1
        if self._fault == "early":
            time.sleep(0.002)
        if self._left == 0 and self._moment == "before":
            die()
        self._really(connection)
        if self._left == 0 and self._moment == "after":
            die()

    async def append(self, entry: Entry) -> None:
        if self._fault == "early":
            self._keep = asyncio.ensure_future(super().append(entry))
            await asyncio.sleep(0)
        else:
            await super().append(entry)


class Life:
    """What a child does until it is killed: its players tell the parent what they ask and are answered."""

    def __init__(self, clients: list[Client], out: int, fault: str) -> None:
        self.clients, self.out, self.fault = clients, out, fault
        self.rng = random.Random()

    async def live(self, journal: Journal) -> None:
        bots = Thinkers(1)
        keepers = {table: await self._keeper(journal, table, bots) for table in TABLES}
        async with asyncio.timeout(20):
            await asyncio.gather(*(self.play(client, keepers[client.table]) for client in self.clients))

    async def _keeper(self, journal: Journal, table: str, bots: Thinkers) -> Keeper:
        found = await kept(journal, table, bots)
        if self.fault == "forgetful":
            found._book._sequences.clear()
        return found

    async def play(self, client: Client, keeper: Keeper) -> None:
        """Comes back, sends again what wasn't answered, and plays on."""
        keeper.enter(client.person)
        await keeper.come_back(client.person)
        if client.sequence > 1 and keeper.scene(client.person).you != client.seat:
            self.say(client, {"lost": "seat"})
        if client.waiting is not None:
            await self.send(client, keeper, client.waiting)
        while True:
            client.sequence += 1
            command = msgspec.to_builtins(self.next(client, keeper))
            asked = {"sequence": client.sequence, "turn": keeper.table.turn, "command": command}
            await self.send(client, keeper, asked)
            await asyncio.sleep(0.001)

    async def send(self, client: Client, keeper: Keeper, asked: dict[str, Any]) -> None:
        self.say(client, {"asked": asked})
        command = COMMANDS.decode(msgspec.json.encode(asked["command"]))
        sequence = asked["sequence"]
        refused = await keeper.do(
            Given(person=client.person, command=command, client=client.person, sequence=sequence, turn=asked["turn"])
        )
        self.say(client, {"answered": sequence, "refused": None if refused is None else refused.code})

    def next(self, client: Client, keeper: Keeper) -> Command:
        """What somebody does now."""
        table, match = keeper.table, keeper.table.match
        if table.seat_of(client.person) is None:
            return messages.Sit(seat=client.seat, name=client.person)
        if match is None:
            return messages.Begin()
        if table.stage == "over":
            return messages.Again()
        if match.state.is_over:
            return messages.Ready()
        if match.state.to_act == client.seat and self.rng.random() < 0.7:
            return messages.Act(action=str(self.rng.choice(match.state.legal_actions())))
        return messages.Say(text=f"{client.person} {client.sequence}")

    def say(self, client: Client, what: dict[str, Any]) -> None:
        os.write(self.out, json.dumps({"person": client.person, **what}).encode() + b"\n")


def run_and_kill(url: str, clients: list[Client], rng: random.Random, fault: str) -> None:
    """One child's life; what its clients knew is taken over."""
    at, moment = rng.randint(1, MOST_WRITES), rng.choice(MOMENTS)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            asyncio.run(Life(clients, write, fault).live(Dying(url, at, moment, fault)))
        finally:
            os._exit(3)
    os.close(write)
    with open(read, "rb") as pipe:
        heard = pipe.read().splitlines()
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        raise Lost(f"the child was not killed, but ended with {status}")
    for line in heard:
        _hear({client.person: client for client in clients}, json.loads(line))


def _hear(clients: dict[str, Client], line: dict[str, Any]) -> None:
    client = clients[line["person"]]
    if "lost" in line:
        raise Lost(f"{client.person} has lost the {line['lost']}")
    if "asked" in line:
        client.waiting = line["asked"]
        client.sequence = line["asked"]["sequence"]
    else:
        assert client.waiting is not None
        if line["refused"] is None:
            client.answered[line["answered"]] = client.waiting["command"]
        client.waiting = None


def check(url: str, clients: list[Client]) -> int:
    """How many actions are safe. Raises Lost if one is missing or there twice, or a table can't be made again."""
    made = engine(url)
    with made.connect() as connection:
        for table in TABLES:
            replayed(past(connection, table).events)
        columns = schema.journal.c
        rows = connection.execute(
            select(columns.client, columns.sequence, columns.event).order_by(columns.table_id, columns.number)
        ).all()
    made.dispose()
    found: dict[tuple[str, int], list[Any]] = defaultdict(list)
    for name, sequence, text in rows:
        found[name, sequence].append(msgspec.json.decode(text, type=events.Any))
    return sum(_safe(client, sequence, command, found) for client, sequence, command in _answered(clients))


def _answered(clients: list[Client]) -> Iterator[tuple[Client, int, dict[str, Any]]]:
    for client in clients:
        for sequence, command in client.answered.items():
            yield client, sequence, command


def _safe(client: Client, sequence: int, command: dict[str, Any], found: dict[tuple[str, int], list[Any]]) -> bool:
    """Whether a command that was answered is there once."""
    kind = ONE_EVENT.get(command["type"])
    happened = [event for event in found[client.person, sequence] if type(event) is kind]
    if kind is not None and len(happened) != 1:
        raise Lost(f"{client.person}'s {command}, number {sequence}, is there {len(happened)} times")
    if kind is events.Acted and happened[0].action != command["action"]:
        raise Lost(f"{client.person}'s {command} is {happened[0]}")
    return kind is not None


def crash(points: int, empty: Callable[[], str], *, seed: int = 0, fault: str = "") -> int:
    """Kills so many children, on one empty database after the other; how many answered actions were found safe.

    Raises Lost.
    """
    keeper.PACE = keeper.LINGER = {"quick": 0.0}
    keeper.TALK = 1_000_000
    rng, safe = random.Random(seed), 0
    for first in range(0, points, POINTS_A_DATABASE):
        url = empty()
        clients = _furnish(url)
        for _ in range(min(POINTS_A_DATABASE, points - first)):
            run_and_kill(url, clients, rng, fault)
            done = check(url, clients)
        safe += done
    return safe


def _furnish(url: str) -> list[Client]:
    made = engine(url)
    with made.begin() as connection:
        for table, (game, people) in TABLES.items():
            settings = Settings(game=game, bots="beginner", pace="quick")
            register(connection, table, settings, owner=people[0])
    made.dispose()
    return [Client(person, table, seat) for table, (_, people) in TABLES.items() for seat, person in enumerate(people)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--points", type=int, default=1000)
    parser.add_argument("--database", choices=KINDS, default=KINDS[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--fault", choices=("", "early", "forgetful"), default="", help="planted, to see it found")
    options = parser.parse_args()
    try:
        with databases(options.database) as empty:
            safe = crash(options.points, empty, seed=options.seed, fault=options.fault)
    except Lost as lost:
        raise SystemExit(f"Lost: {lost}.") from lost
    print(f"Killed {options.points} times: {safe} answered actions are all there, each once.")


if __name__ == "__main__":
    main()
