"""Lists of tables: which are on them, and what they say of a table."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Select, select

from stova.server import people
from stova.server.keeper import Keeper
from stova.server.schema import members, tables
from stova.server.table import Chair

MOST_LISTED = 50
"""Tables a list shows."""


class Summary(Struct, frozen=True, kw_only=True, rename="camel"):
    """A table in a list."""

    id: str
    title: str
    stage: str
    players: tuple[str | None, ...]
    """By seat; None where nobody sits."""
    your_turn: Literal["yes", "no"] = "no"


class Glimpse(Struct, frozen=True):
    """What lists need to know of a table."""

    id: str
    title: str
    stage: str
    chairs: tuple[Chair, ...]
    to_act: int | None


def waiting() -> Select[Any]:
    """Asks for the tables the lobby shows: those that wait for their match to begin, the newest first."""
    waits = tables.c.listed == 1, tables.c.waiting == 1
    return _open(*waits).order_by(tables.c.opened.desc()).limit(MOST_LISTED)


def theirs(connection: Connection, token: str) -> tuple[str, Sequence[str]]:
    """Whom a token belongs to, and their tables; nobody and none if it is nobody's.

    The newest first, and after them those whose match is over, the last that ended first.
    """
    person = people.find(connection, token) if people.is_token(token) else None
    if person is None:
        return "", ()
    sits = tables.c.id.in_(select(members.c.table_id).where(members.c.person == person.id))
    ended = tables.c.ended.is_not(None), tables.c.ended.desc()
    mine = _open(sits).order_by(*ended, tables.c.opened.desc()).limit(MOST_LISTED)
    return person.id, connection.execute(mine).scalars().all()


def _open(*which: ColumnElement[bool]) -> Select[Any]:
    """Asks for tables that aren't closed."""
    return select(tables.c.id).where(*which, tables.c.closed == 0)


def glimpse_of(keeper: Keeper) -> Glimpse:
    """What lists need to know of a table."""
    table = keeper.table
    to_act = table.match.state.to_act if table.match is not None and table.stage == "playing" else None
    return Glimpse(keeper.identity, table.game.title, table.stage, table.chairs, to_act)


def summary(glimpse: Glimpse, person: str) -> Summary:
    """A table as a list shows it to somebody."""
    acting = None if glimpse.to_act is None else glimpse.chairs[glimpse.to_act].person
    return Summary(
        id=glimpse.id,
        title=glimpse.title,
        stage=glimpse.stage,
        players=tuple(chair.name or ("bot" if chair.by == "bot" else None) for chair in glimpse.chairs),
        your_turn="yes" if person and acting == person else "no",
    )
