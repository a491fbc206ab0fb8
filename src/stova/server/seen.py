"""Who looks at a table, and what it may be shown."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from stova.engine.view import View
from stova.server.table import Table


class Presence(Struct, frozen=True):
    """Who is connected, and in how many seconds a bot takes over, or for who is slow may be asked to."""

    connected: bool = True
    until: float | None = None


class Seen(Struct, frozen=True, kw_only=True):
    """Who looks at a table: a person, its seat, and the View that seat may have of the deal in hand.

    `keeps` is whether that is who keeps the table now, and `keeper` the seat of whoever does, if they sit.
    """

    table: Table
    person: str
    here: Mapping[str, Presence]
    identity: str
    you: int | None
    keeps: bool
    keeper: int | None
    view: View | None


def seen(table: Table, person: str, here: Mapping[str, Presence], identity: str) -> Seen:
    """What a person's scene is made of."""
    you = table.seat_of(person)
    keeper = table.kept_by({somebody for somebody, presence in here.items() if presence.connected})
    view = None if table.match is None else table.match.state.view(you)
    return Seen(
        table=table,
        person=person,
        here=here,
        identity=identity,
        you=you,
        keeps=person == keeper,
        keeper=table.seat_of(keeper),
        view=view,
    )


class Part(NamedTuple):
    """A field of a scene: what it is made of, equal only where the field is equal, and how it is made of that.

    `made_of` is a tuple, or None where the field is always made anew. What all see alike is made of what an onlooker
    may see.
    """

    made_of: Callable[[Seen], tuple[Any, ...] | None]
    make: Callable[[Seen], Any]
    seen_by: Literal["each", "all"] = "each"
