"""Tables in a journal, and their keepers, for tests."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, insert

from server.room import OWNER, SECRET
from stova import State
from stova.server import events, messages, schema
from stova.server.book import Book
from stova.server.journal import Entry, Journal, Past, append, past
from stova.server.keeper import Given, Keeper
from stova.server.messages import Command, Refusal, Settings
from stova.server.table import replayed
from stova.server.thinking import Thinkers

PEOPLE = ("anna", "bard", "cori", "dora")


def register(connection: Connection, table: str, settings: Settings | None = None, *, owner: str = PEOPLE[0]) -> None:
    """A table and people who may sit at it."""
    settings = settings or Settings(game="klaverjas", bots="beginner", pace="quick")
    invite = f"i{table}"[:22]
    opened = events.Opened(settings=settings, owner=owner, secret=SECRET, invite=invite)
    known = connection.execute(schema.people.select()).first()
    if known is None:
        rows = [{"id": name, "token_hash": name, "name": "", "created": 0.0} for name in (*PEOPLE, OWNER)]
        connection.execute(insert(schema.people), rows)
    row = {"id": table, "invite": invite, "opened": 0.0, "closed": 0, "listed": 0}
    connection.execute(insert(schema.tables).values(row))
    append(connection, Entry(table=table, first=0, at=0.0, events=(opened,)))


async def written(journal: Journal, table: str) -> Past:
    """What the journal has of a table."""
    found: Past = await journal.read(lambda connection: past(connection, table))
    return found


async def kept(journal: Journal, table: str, bots: Thinkers) -> Keeper:
    """A keeper of what the journal has."""
    past = await written(journal, table)
    return Keeper(replayed(past.events), book=Book(journal, table, past), bots=bots)


class Client:
    """Gives a keeper commands, numbered as a client's."""

    def __init__(self, keeper: Keeper, person: str) -> None:
        self.keeper, self.person, self.sequence = keeper, person, 0

    async def do(self, *commands: Command) -> Refusal | None:
        """What became of the last of some commands."""
        refused = None
        for command in commands:
            self.sequence += 1
            refused = await self.again(command)
        return refused

    async def again(self, command: Command) -> Refusal | None:
        """What becomes of a command sent with the number of the last."""
        return await self.keeper.do(
            Given(
                person=self.person,
                command=command,
                client=self.person,
                sequence=self.sequence,
                turn=self.keeper.table.turn,
            )
        )


def sitting(keeper: Keeper, seat: int) -> messages.Sit:
    return messages.Sit(seat=seat, name=f"Seat {seat}")


async def until(holds: Callable[[], Any], *, seconds: float = 20.0) -> None:
    """Waits until something holds."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


def said(story: Sequence[events.Any]) -> list[str]:
    """The texts said."""
    return [event.text for event in story if isinstance(event, events.Said)]


def in_hand(kept_table: Keeper) -> State:
    """The deal in hand."""
    assert kept_table.table.match is not None
    return kept_table.table.match.state


async def in_step(keeper: Keeper, journal: Journal) -> bool:
    """Whether the table is what its journal comes to, between two jobs."""
    same = list[bool]()

    async def compare() -> None:
        past = await written(journal, keeper.identity)
        now, again = keeper.table, replayed(past.events)
        assert now.chairs == again.chairs
        assert now.talk == again.talk
        assert now.turn == again.turn
        same.append((now.match is None) == (again.match is None))

    await keeper._in_turn(compare)
    return same == [True]
