"""What people on the front page cost the server: `front.py --people 500`.

Everybody's page asks for the open tables and for one's own every few seconds, as browsers do, saying what they know
already. Everybody sits at three tables where a match goes on, and nobody is at any of them. The server is a process of
its own on one core.
"""

import argparse
import asyncio
import os
import random
import tempfile
import time
from collections.abc import Sequence
from functools import reduce
from pathlib import Path

import httpx
from load import SEATS, Server
from measure import print_machine
from sqlalchemy import Connection, insert

from stova.engine.state import State
from stova.server import events, people, schema
from stova.server.journal import Entry, append, engine
from stova.server.messages import Settings
from stova.server.migrating import migrate
from stova.server.table import after, opened

TABLES = 3
"""At which everybody sits."""
OPEN = 30
"""Tables in the lobby."""
ACTIONS = 40
"""What was done at a table."""
PAUSE = 5.0
"""Seconds between two looks."""
SETTLING = 65.0
"""Seconds until tables that nobody is at have been put away."""


def furnish(url: str, number: int) -> list[str]:
    """People and tables in a database; the people's tokens."""
    migrate(url)
    made, rng = engine(url), random.Random(number)
    with made.begin() as connection:
        tokens = [people.new_token() for _ in range(number)]
        known = [people.register(connection, token).id for token in tokens]
        places = known * TABLES
        for first in range(0, len(places), SEATS):
            _table(connection, places[first : first + SEATS], rng)
        for person in known[:OPEN]:
            _table(connection, [person], rng)
    made.dispose()
    return tokens


def _table(connection: Connection, sitting: Sequence[str], rng: random.Random) -> None:
    """A table where a match goes on, or one in the lobby if not all are there."""
    name, full = people.new_token(), len(sitting) == SEATS
    row = {"id": name, "invite": f"i{name}", "opened": rng.random(), "closed": 0, "listed": int(not full)}
    connection.execute(insert(schema.tables).values(row))
    settings = Settings(game="klaverjas", listed="no" if full else "yes")
    first = events.Opened(settings=settings, owner=sitting[0], secret=rng.randbytes(32).hex(), invite=f"i{name}")
    table = opened(first)
    happened: list[events.Any] = [
        first,
        *(events.Sat(person=who, name=f"P{at}", seat=at) for at, who in enumerate(sitting)),
    ]
    happened += [events.Began()] * full
    table = reduce(after, happened[1:], table)
    while table.match is not None and len(happened) < ACTIONS:
        happened.append(_next(table.match.state, rng))
        table = after(table, happened[-1])
    append(connection, Entry(table=name, first=0, at=0.0, events=happened))


def _next(state: State, rng: random.Random) -> events.Any:
    if state.to_act is None:
        return events.Dealt()
    return events.Acted(seat=state.to_act, action=str(rng.choice(state.legal_actions())))


async def look(browser: httpx.AsyncClient, token: str, until: float, delays: list[float], sizes: list[int]) -> None:
    """One page: asks for both lists again and again."""
    known: dict[str, str] = {}
    await asyncio.sleep(random.random() * PAUSE)
    while (began := time.perf_counter()) < until:
        for path in ("/api/tables", "/api/mine"):
            headers = {"Cookie": f"stova={token}"} | ({"If-None-Match": known[path]} if path in known else {})
            answer = await browser.get(path, headers=headers)
            assert answer.status_code in (200, 304), answer.text
            known[path] = answer.headers.get("etag", known.get(path, ""))
            sizes.append(len(answer.content))
        delays.append((time.perf_counter() - began) / 2)
        await asyncio.sleep(max(0.0, PAUSE - (time.perf_counter() - began)))


async def measure(server: Server, tokens: Sequence[str], seconds: float) -> None:
    """Prints what looking costs at first, and once tables have been put away."""
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=server.address, timeout=120, limits=limits) as browser:
        for what, lasts in (("at first", SETTLING), ("after that", seconds)):
            delays: list[float] = []
            sizes: list[int] = []
            before, until = server.seconds, time.perf_counter() + lasts
            await asyncio.gather(*(look(browser, token, until, delays, sizes) for token in tokens))
            used = server.seconds - before
            delays.sort()
            at = [1000 * delays[int(len(delays) * part)] for part in (0.5, 0.99)]
            print(
                f"{what}: {len(sizes)} calls, {1000 * used / len(sizes):.2f} ms of processor each, "
                f"{100 * used / lasts:.0f} % of a core; median {at[0]:.0f} ms, 99 of 100 within {at[1]:.0f} ms; "
                f"{sum(sizes) / len(sizes):.0f} bytes a call; load {os.getloadavg()[0]:.1f}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30.0)
    options = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    print_machine()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'front.sqlite'}"
        tokens = furnish(url, options.people)
        server = Server(url, cores[0] if len(cores) > 1 else None, "--per-address", "100000")
        try:
            asyncio.run(measure(server, tokens, options.seconds))
        finally:
            server.end()


if __name__ == "__main__":
    main()
