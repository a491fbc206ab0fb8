"""Tables at which nothing has happened for long are deleted, but for the record of their last match that is over.

All of it is done in small transactions, between which those that are played at have their turn.
"""

import time
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, delete, func, insert, select, update

from stova.server.schema import journal, members, records, tables
from stova.server.table import Table

LOOKED_AT = 200
"""Tables looked at in a query."""
DELETED = 500
"""Lines of a journal deleted in a transaction."""


def opened_before(connection: Connection, *, time: float, after: str) -> list[tuple[str, float]]:
    """Some tables opened before a time, by name from one on, and when something last happened at each."""
    last = func.coalesce(_last(tables.c.id).scalar_subquery(), 0.0)
    query = select(tables.c.id, last).where(tables.c.opened < time, tables.c.id > after)
    return [(table, at) for table, at in connection.execute(query.order_by(tables.c.id).limit(LOOKED_AT))]


def last_at(connection: Connection, table: str) -> float:
    """When something last happened at a table."""
    return connection.execute(_last(table)).scalar() or 0.0


def _last(table: str | ColumnElement[str]) -> Select[Any]:
    """By the journal's key, however long the journal is."""
    return select(journal.c.at).where(journal.c.table_id == table).order_by(journal.c.number.desc()).limit(1)


def take_leave(connection: Connection, identity: str, table: Table) -> None:
    """Lets a table be on nobody's list any more, and keeps its record.

    One kept already stays: then the table's deletion was cut short, and its match is.
    """
    connection.execute(update(tables).where(tables.c.id == identity).values(closed=1))
    connection.execute(delete(members).where(members.c.table_id == identity))
    if table.finished is not None and record(connection, identity) is None:
        row = {"table_id": identity, "kept": time.time(), "record": table.finished.record().decode()}
        connection.execute(insert(records).values(row))


def shorten(connection: Connection, table: str) -> bool:
    """Deletes the end of a table's journal, or the table when there is none left; whether there is more to do.

    What is left of a journal is one: cut short, the table is as it was earlier, if there is no record to keep it from
    being played at.
    """
    theirs = journal.c.table_id == table
    most = connection.execute(select(func.max(journal.c.number)).where(theirs)).scalar()
    if most is None:
        connection.execute(delete(tables).where(tables.c.id == table))
        return False
    connection.execute(delete(journal).where(theirs, journal.c.number > most - DELETED))
    return True


def record(connection: Connection, table: str) -> str | None:
    """The record that is kept of a table that was deleted."""
    return connection.execute(select(records.c.record).where(records.c.table_id == table)).scalar()
