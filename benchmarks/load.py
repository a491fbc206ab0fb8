"""How many tables one core keeps: `load.py --tables 100,300,500`.

Four people sit at each table, over a connection each. Every second one of them acts, and what counts is the time from
sending that until all four have been sent what it changed. The server is a process of its own on one core, with its
journal in a SQLite file whose every transaction waits for the disk; the clients are on the other. Then all clients come
back at once. Nothing is faked but that people and tables are written into the database beforehand.
"""

import argparse
import asyncio
import gc
import itertools
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from measure import print_machine
from sqlalchemy import insert
from websockets.asyncio.client import ClientConnection, connect

from stova.server import events, people, schema
from stova.server.journal import Entry, append, engine
from stova.server.messages import PROTOCOL, Settings
from stova.server.migrating import migrate

SEATS = 4
HANDSHAKES = 100
"""Connections being opened at once."""
AIM = 0.050
"""Seconds from a command to the last of its views, for 99 of 100."""


class Told(msgspec.Struct):
    """What of a frame matters here."""

    type: str
    scene: dict[str, msgspec.Raw] = {}


FRAMES = msgspec.json.Decoder(Told)


class Client:
    """Somebody at a table."""

    def __init__(self, table: str, token: str, number: int) -> None:
        self.table, self.token, self.number = table, token, number
        self.scene: dict[str, msgspec.Raw] = {}
        self.sequence, self.told = 0, asyncio.Event()
        self.socket: ClientConnection | None = None
        self.reading: asyncio.Task[None] | None = None

    async def come(self, address: str, slots: asyncio.Semaphore) -> None:
        """Connects, and has seen the table when this returns. Every table comes from an address of its own."""
        home = f"127.0.{1 + self.number // 800 % 250}.{1 + self.number // SEATS % 200}"
        async with slots:
            self.socket = await connect(
                f"ws://{urlsplit(address).netloc}/ws",
                origin=address.rstrip("/"),  # type: ignore[arg-type]
                additional_headers={"Cookie": f"stova={self.token}"},
                local_addr=(home, 0),
                compression=None,
                open_timeout=120,
                ping_interval=None,
            )
        self.told.clear()
        hello = {"type": "hello", "protocol": PROTOCOL, "table": self.table, "client": f"client{self.number:08}"}
        await self.socket.send(msgspec.json.encode(hello).decode())
        self.reading = asyncio.create_task(self._read(self.socket))
        await self.told.wait()

    async def _read(self, socket: ClientConnection) -> None:
        async for frame in socket:
            told = FRAMES.decode(frame)
            if told.type == "bye":
                raise RuntimeError(f"sent away: {frame!r}")
            self.scene |= told.scene
            if told.scene:
                self.told.set()

    async def go(self) -> None:
        assert self.socket is not None
        assert self.reading is not None
        self.reading.cancel()
        await self.socket.close()

    def field(self, name: str) -> object:
        return msgspec.json.decode(self.scene[name])

    @property
    def turn(self) -> int:
        return msgspec.json.decode(self.scene["standing"], type=Standing).turn

    async def do(self, **command: object) -> None:
        assert self.socket is not None
        self.sequence += 1
        do = {"type": "do", "sequence": self.sequence, "turn": self.turn, "command": command}
        await self.socket.send(msgspec.json.encode(do).decode())

    async def act(self, rng: random.Random) -> None:
        """Does something that is legal."""
        held = msgspec.json.decode(self.scene["hand"], type=list[Held])
        choices = msgspec.json.decode(self.scene["choices"], type=list[Choice])
        legal = [f"play {card.card}" for card in held if card.playable == "yes"] + [choice.action for choice in choices]
        await self.do(type="act", action=rng.choice(legal))


class Standing(msgspec.Struct):
    turn: int
    stage: str


class Held(msgspec.Struct):
    card: str
    playable: str


class Choice(msgspec.Struct):
    action: str


class Deal(msgspec.Struct, rename="camel"):
    to_act: int | None


class Party:
    """Four people at a table, who act once a second."""

    def __init__(self, table: str, clients: Sequence[Client]) -> None:
        self.table, self.clients, self.rng = table, clients, random.Random(table)

    async def play(self, until: float, delays: list[float]) -> None:
        await asyncio.sleep(self.rng.random())
        while (began := time.perf_counter()) < until:
            delays.append(await self.move())
            await asyncio.sleep(max(0.0, 1.0 - (time.perf_counter() - began)))

    async def move(self) -> float:
        """Seconds from a command to the last of its views."""
        turn = self.clients[0].turn
        acting = msgspec.json.decode(self.clients[0].scene["deal"], type=Deal | None)
        began = time.perf_counter()
        if acting is None:
            await self.clients[0].do(type="begin")
        elif acting.to_act is not None:
            await self.clients[acting.to_act].act(self.rng)
        elif msgspec.json.decode(self.clients[0].scene["standing"], type=Standing).stage == "over":
            await self.clients[0].do(type="again")
        else:
            for client in self.clients:
                await client.do(type="ready")
        for client in self.clients:
            while client.turn == turn:
                client.told.clear()
                await client.told.wait()
        return time.perf_counter() - began


def furnish(url: str, tables: int) -> list[Party]:
    """People and tables in a database, four people at each."""
    migrate(url)
    made, numbers = engine(url), itertools.count()
    parties = []
    with made.begin() as connection:
        for _ in range(tables):
            table, *tokens = (people.new_token() for _ in range(1 + SEATS))
            sitting = [people.register(connection, token).id for token in tokens]
            row = {"id": table, "invite": f"i{table}", "opened": 0.0, "closed": 0, "listed": 0}
            connection.execute(insert(schema.tables).values(row))
            settings = Settings(game="klaverjas", bots="beginner", pace="quick")
            happened: list[events.Any] = [
                events.Opened(settings=settings, owner=sitting[0], secret=os.urandom(32).hex(), invite=f"i{table}"),
                *(events.Sat(person=person, name=f"Seat {seat}", seat=seat) for seat, person in enumerate(sitting)),
            ]
            append(connection, Entry(table=table, first=0, at=0.0, events=happened))
            parties.append(Party(table, [Client(table, token, next(numbers)) for token in tokens]))
    made.dispose()
    return parties


class Server:
    """The card room in a process of its own, on one core."""

    def __init__(self, url: str, core: int | None, *more: str) -> None:
        stova = str(Path(sys.executable).with_name("stova"))
        command = [stova, "serve", "--database", url, "--port", "0", *more]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.shown = Path("/proc") / str(self.process.pid)
        if core is not None:
            os.sched_setaffinity(self.process.pid, [core])
        assert self.process.stdout is not None
        line = next(line for line in self.process.stdout if "http://" in line)
        self.address = next(word for word in line.split() if word.startswith("http://"))

    @property
    def seconds(self) -> float:
        """Processor time so far."""
        fields = (self.shown / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """Bytes."""
        return int((self.shown / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(20)


async def come(clients: Sequence[Client], address: str) -> float:
    """Seconds until all have seen their table."""
    began, slots = time.perf_counter(), asyncio.Semaphore(HANDSHAKES)
    await asyncio.gather(*(client.come(address, slots) for client in clients))
    return time.perf_counter() - began


async def measure(tables: int, seconds: float, core: int | None) -> None:
    """Prints a row of figures for so many tables."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'load.sqlite'}"
        parties = furnish(url, tables)
        server = Server(url, core)
        try:
            await _measure(parties, server, seconds)
        finally:
            server.end()


async def _measure(parties: Sequence[Party], server: Server, seconds: float) -> None:
    clients = [client for party in parties for client in party.clients]
    empty = server.memory
    await come(clients, server.address)
    gc.disable()  # what stops the clients isn't the server's delay
    await _played(parties, 3.0)
    before = server.seconds
    delays = await _played(parties, seconds)
    used, memory = server.seconds - before, (server.memory - empty) / len(parties)
    gc.enable()
    for client in clients:
        await client.go()
    back = await come(clients, server.address)
    for client in clients:
        await client.go()
    delays.sort()
    at = [1000 * delays[int(len(delays) * part)] for part in (0.5, 0.99)]
    cells = f"{at[0]:.0f} ms", f"{at[1]:.0f} ms", f"{1000 * used / len(delays):.2f} ms", f"{100 * used / seconds:.0f} %"
    more = f"{memory / 1024:.0f} KiB", f"{back:.1f} s", f"{os.getloadavg()[0]:.1f}"
    met = "met" if at[1] <= 1000 * AIM else "NOT MET"
    print(f"{len(parties):6}", *(cell.rjust(9) for cell in (*cells, *more)), met, flush=True)


async def _played(parties: Sequence[Party], seconds: float) -> list[float]:
    delays: list[float] = []
    until = time.perf_counter() + seconds
    await asyncio.gather(*(party.play(until, delays) for party in parties))
    return delays


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", default="100,200,300,400,500", help="how many, one after the other")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each time")
    options = parser.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(0, cores[1:])
    print_machine()
    print("tables    median  99 of 100  cpu/move    of core  mem/table  all back      load")
    for tables in options.tables.split(","):
        asyncio.run(measure(int(tables), options.seconds, cores[0] if len(cores) > 1 else None))


if __name__ == "__main__":
    main()
