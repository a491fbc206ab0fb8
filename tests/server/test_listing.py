"""Lists of tables: those put away are listed as they are without being read, and read again when somebody comes."""

import random
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import pytest

from server.room import Room
from stova.server import events, journal, listing, messages, people
from stova.server import house as house_module
from stova.server.house import House
from stova.server.journal import Journal
from stova.server.keeper import Given, Keeper
from stova.server.messages import Settings
from stova.server.people import Person
from stova.server.thinking import Thinkers

TOKEN = people.new_token()


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    house = House(Journal(url), Thinkers(1))
    yield house
    await house.close()


@pytest.fixture
async def anna(house: House) -> Person:
    found: Person = await house.store.write(lambda connection: people.register(connection, TOKEN))
    return found


async def sit(house: House, identity: str, person: Person, sequence: int, seat: int) -> None:
    await do(house, identity, person, sequence, messages.Sit(seat=seat, name="Anna"))


async def do(house: House, identity: str, person: Person, sequence: int, command: messages.Command) -> None:
    keeper = await kept(house, identity)
    asked = Given(person=person.id, command=command, client="c", sequence=sequence, turn=keeper.table.turn)
    assert await keeper.do(asked) is None


async def kept(house: House, identity: str) -> Keeper:
    keeper = await house.keeper(identity)
    assert keeper is not None
    return keeper


async def rest_of_the_match(house: House, identity: str) -> list[events.Any]:
    """All that is still to happen in a match that has begun."""
    room = Room()
    room.table, before = (await kept(house, identity)).table, len(room.story)
    return room.play(random.Random(1), 100_000).story[before:]


async def happen(house: House, identity: str, happened: list[events.Any]) -> None:
    keeper = await kept(house, identity)
    await keeper._in_turn(partial(keeper._happen, tuple(happened)))


async def test_tables_put_away(house: House, anna: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    past = journal.past

    def noted(connection: Any, table: str, **more: Any) -> Any:
        read.append(table)
        return past(connection, table, **more)

    monkeypatch.setattr(journal, "past", noted)
    opening = await house.open(Settings(game="sjavs"), anna.id)
    await sit(house, opening.id, anna, 1, seat=0)
    before = await house.mine(TOKEN)
    assert before[0].players == ("Anna", None, None, None)
    await house.rest()
    assert (house.kept, await house.mine(TOKEN), house.kept, read) == (0, before, 0, [])
    # Somebody comes, moves, and goes: what is listed is what is so now.
    await sit(house, opening.id, anna, 2, seat=1)
    assert read == [opening.id]
    for _ in range(2):
        assert (await house.mine(TOKEN))[0].players == (None, "Anna", None, None)
        await house.rest()
    assert read == [opening.id]


async def test_what_is_forgotten_is_read(house: House, anna: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_module, "MOST_REMEMBERED", 1)
    names = {(await house.open(Settings(game="sjavs"), anna.id)).id for _ in range(3)}
    await house.rest()
    assert {table.id for table in await house.mine(TOKEN)} == names
    assert await house.mine(people.new_token()) == await house.mine("nobody") == []
    assert (house.kept, await house.number(anna.id)) == (2, 3)


async def test_the_lobby_is_made_once_for_all(house: House, anna: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_module, "FRESH", 100.0)
    assert await house.lobby() == []
    opening = await house.open(Settings(game="sjavs", listed="yes"), anna.id)
    made = await house.lobby()
    assert [table.id for table in made] == [opening.id]
    assert await house.lobby() is made


async def test_tables_that_began_dont_crowd_the_lobby(
    house: House, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "MOST_LISTED", 1)
    waiting = await house.open(Settings(game="sjavs", listed="yes"), anna.id)
    begun = await house.open(Settings(game="sjavs", listed="yes"), anna.id)
    await sit(house, begun.id, anna, 1, seat=0)
    await do(house, begun.id, anna, 2, messages.Begin())
    monkeypatch.setattr(house_module, "FRESH", 0.0)
    assert [table.id for table in await house.lobby()] == [waiting.id]


async def test_what_is_over_comes_after_what_isnt(house: House, anna: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    async def listed() -> list[str]:
        return [table.id for table in await house.mine(TOKEN)]

    first, second, third = [(await house.open(Settings(game="sjavs"), anna.id)).id for _ in range(3)]
    for table in (second, third):
        await sit(house, table, anna, 1, seat=0)
        await do(house, table, anna, 2, messages.Begin())
        *most, last = await rest_of_the_match(house, table)
        await happen(house, table, most)
        assert await listed() == ([third, second, first] if table == second else [third, first, second])
        await happen(house, table, [last])
    assert await listed() == [first, third, second], "the last that ended comes first of those"
    monkeypatch.setattr(listing, "MOST_LISTED", 1)
    assert await listed() == [first], "what is over pushes nothing out"
    await do(house, third, anna, 3, messages.Again())
    assert await listed() == [third], "another match may begin there"
    assert await house.number(anna.id) == 3
