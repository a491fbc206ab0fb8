"""The steps a database takes: they make what `schema.py` says, and can be taken back."""

import os
import random
import sqlite3
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic import command, op
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, delete, inspect, update

from server.keeping import register
from server.room import OWNER, SECRET, Room
from stova.server import events
from stova.server.journal import Entry, append, engine
from stova.server.migrating import migrate, steps
from stova.server.schema import journal, metadata


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return list(compare_metadata(context, metadata))


def test_the_steps_make_the_schema(url: str) -> None:
    made = engine(url)
    with made.begin() as connection:
        assert differences(connection) == []
        connection.exec_driver_sql("drop table journal")
        assert differences(connection) != []
    made.dispose()


def test_every_step_can_be_taken_back_and_again(url: str) -> None:
    made = engine(url)
    with made.begin() as connection:
        command.downgrade(steps(connection), "base")
        assert set(inspect(connection).get_table_names()) == {"alembic_version"}
    with made.begin() as connection:
        command.upgrade(steps(connection), "head")
        assert differences(connection) == []
    made.dispose()


def test_a_database_that_is_up_to_date_stays_as_it_is(url: str) -> None:
    made = engine(url)
    with made.begin() as connection:
        connection.exec_driver_sql("insert into people values ('anna', 'x', 'Anna', 0.0)")
    migrate(url)
    with made.begin() as connection:
        assert connection.exec_driver_sql("select name from people").scalar() == "Anna"
    made.dispose()


def test_steps_cut_short_are_not_taken(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the machine stops in the midst of a step: nothing of it is left, and it can be taken."""
    made, real = engine(url), op.create_table

    def create_table(name: str, *columns: Any) -> Any:
        if name == "devices":
            raise SystemExit
        return real(name, *columns)

    with made.begin() as connection:
        command.downgrade(steps(connection), "0002")
    with monkeypatch.context() as patch:
        patch.setattr(op, "create_table", create_table)
        with pytest.raises(SystemExit):
            migrate(url)
    with made.begin() as connection:
        assert "passkeys" not in inspect(connection).get_table_names()
    migrate(url)
    with made.begin() as connection:
        assert differences(connection) == []
    made.dispose()


def test_tables_of_before_wait_or_have_begun(url: str) -> None:
    made = engine(url)
    with made.begin() as connection:
        command.downgrade(steps(connection), "0003")
        for table, *story in (("a", "said"), ("b", "began"), ("c", "began", "reopened")):
            connection.exec_driver_sql(f"insert into tables values ('{table}', '{table}', 0.0, 0, 1)")
            for number, kind in enumerate(story):
                row = f"('{table}', {number}, 0.0, '', 0, '{{\"type\":\"{kind}\"}}')"
                connection.exec_driver_sql(f"insert into journal values {row}")
    migrate(url)
    with made.begin() as connection:
        waiting = connection.exec_driver_sql("select id from tables where waiting = 1 order by id").scalars().all()
    assert waiting == ["a", "c"]
    made.dispose()


def test_tables_of_before_are_over_or_not(url: str) -> None:
    over, going = (Room("sjavs").begin(OWNER).play(random.Random(1), actions).story for actions in (100_000, 30))
    again = [*over, events.Reopened(secret=SECRET), events.Began()]
    stories = {
        "over": over,
        "going": going,
        "again": again,
        "unreadable": over[:-1],
        "closed": [*over, events.Closed()],
    }
    made = engine(url)
    with made.begin() as connection:
        for table, story in stories.items():
            register(connection, table)
            connection.execute(delete(journal).where(journal.c.table_id == table))
            append(connection, Entry(table=table, first=0, at=7.0, events=story))
        broken = update(journal).where(journal.c.table_id == "unreadable", journal.c.number == 3)
        connection.execute(broken.values(event='{"type":"of another time"}'))
        command.downgrade(steps(connection), "0006")
    migrate(url)
    with made.begin() as connection:
        found = connection.exec_driver_sql("select id, ended from tables where ended is not null").all()
    assert [tuple(row) for row in found] == [("over", 7.0)]
    made.dispose()


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
def test_nobody_else_reads_what_is_kept(tmp_path: Path) -> None:
    file, before = tmp_path / "room.sqlite", os.umask(0o022)
    try:
        migrate(f"sqlite:///{file}")
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE pulse SET at = 1")
            modes = {found.name: stat.S_IMODE(found.stat().st_mode) for found in tmp_path.iterdir()}
        connection.close()
    finally:
        os.umask(before)
    assert "room.sqlite" in modes
    assert set(modes.values()) == {0o600}
