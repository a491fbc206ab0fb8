"""Two processes on one database: one keeps the room, and nothing is acknowledged by who no longer does."""

import signal
import subprocess
import sys
import time

import httpx
import pytest

from server import databases
from server.databases import PostgresServer
from server.edges.live import AtTable, Room, served
from server.keeping import said
from stova.server.journal import engine, past

WATCHFUL = "from stova.server import serving; serving.LOOK = 0.1"
PATIENT = """
import signal
from stova.server import sole
sole.PATIENCE = float("inf")
def no_more(*_): sole.PATIENCE = 0.0
signal.signal(signal.SIGUSR1, no_more)
"""
"""Until told otherwise, to a room that is another's."""


def again(room: Room, person: httpx.Client, table: str) -> AtTable:
    """Somebody who comes to the table of another process, with the cookie of the one before."""
    at_table = room.socket(person.cookies["stova"], Origin=room.address)
    at_table.table, at_table.client = table, "client02"
    return at_table


def written(url: str, table: str) -> list[str]:
    """What was said at a table by its journal."""
    made = engine(url)
    with made.connect() as connection:
        found = said(past(connection, table).events)
    made.dispose()
    return found


def until_free(kind: str, request: pytest.FixtureRequest) -> None:
    """Waits until PostgreSQL has seen that a process is dead."""
    if kind == "postgresql":
        server, deadline = request.getfixturevalue("postgresql"), time.monotonic() + 60
        while "(0 rows)" not in server.psql(f"select pid from {databases.SESSIONS}"):
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_the_second_is_refused_and_the_first_goes_on(url: str) -> None:
    with served(url) as (here, first), here.person() as owner, here.come(owner, here.table(owner)) as at_table:
        command = [sys.executable, "-m", "stova", "serve", "--port", "0", "--database", url]
        second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert second.returncode == 1
        assert "is open already" in second.stderr
        assert at_table.do("sit", seat=0, name="Sanna") is None
        assert first.poll() is None


def test_when_the_first_is_killed_the_next_goes_on(url: str, kind: str, request: pytest.FixtureRequest) -> None:
    with served(url) as (here, first), here.person() as owner:
        table = here.table(owner)
        with here.come(owner, table) as at_table:
            assert at_table.do("sit", seat=2, name="Sanna") is None
            assert at_table.do("say", text="one") is None
            first.kill()
            first.wait(20)
    until_free(kind, request)
    with served(url) as (there, _), again(there, owner, table) as at_table:
        assert at_table.scene["you"] == 2
        assert at_table.do("say", text="two") is None
    assert written(url, table) == ["one", "two"]


def test_a_process_that_lost_its_sessions_goes_on(postgresql: PostgresServer) -> None:
    url = databases.emptied(postgresql)
    with served(url) as (here, _), here.person() as owner:
        table = here.table(owner)
        with here.come(owner, table) as at_table:
            assert at_table.do("sit", seat=0, name="Sanna") is None
            databases.cut(postgresql)
            assert at_table.do("say", text="one") is None
            assert owner.get("/healthz").status_code == 200
    assert written(url, table) == ["one"]


def test_who_no_longer_has_the_room_acknowledges_nothing(postgresql: PostgresServer) -> None:
    """The first sleeps, as a machine may that is moved, and wakes up when another process keeps the room."""
    url = databases.emptied(postgresql)
    with served(url, before=WATCHFUL + PATIENT) as (here, first), here.person() as owner:
        table = here.table(owner)
        with here.come(owner, table) as at_first:
            assert at_first.do("sit", seat=0, name="Sanna") is None
            assert at_first.do("say", text="one") is None
            first.send_signal(signal.SIGSTOP)
            databases.cut(postgresql)
            with served(url) as (there, _), again(there, owner, table) as at_second:
                assert at_second.do("say", text="two") is None
                first.send_signal(signal.SIGCONT)
                for _ in range(3):
                    assert at_first.do("say", text="lost")["code"] == "unwritten"
                assert owner.get("/healthz").status_code == 503
                refused = owner.post("/api/tables", json={"settings": {"game": "sjavs"}})
                assert (refused.status_code, refused.json()["code"]) == (503, "journal")
                first.send_signal(signal.SIGUSR1)
                ended = at_first.ended()
                assert ended["refused"]["code"] == "closing"
                assert first.wait(20) == 1
                assert first.stderr is not None
                assert "another process keeps this card room now" in first.stderr.read()
                assert at_second.do("say", text="three") is None
                assert [line["text"] for line in at_second.scene["talk"]] == ["one", "two", "three"]
    assert written(url, table) == ["one", "two", "three"]
