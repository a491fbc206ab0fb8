"""A table is what its journal comes to: after any play, the events read back make the same table."""

import contextlib
import random
from functools import cache

import msgspec
import pytest

import stova
from server.room import FRIEND, NAMES, OWNER, STRANGER, THIRD, Room, random_settings
from stova.engine.plain import plain
from stova.errors import RulesError
from stova.server import claims, events, messages
from stova.server.deciding import Refused
from stova.server.messages import Command, Settings
from stova.server.table import Table, replayed

PEOPLE = (OWNER, FRIEND, THIRD, STRANGER)
SEEDS = range(25)


def anything(room: Room, rng: random.Random) -> Command:
    """A command somebody might give, sensible or not."""
    seat = rng.randrange(-1, 5)
    name = rng.choice(tuple(stova.games()))
    commands: list[Command] = [
        messages.Sit(seat=seat, name=rng.choice(tuple(NAMES.values()))),
        messages.Stand(),
        messages.Agree(settings=Settings(game=name, options=random_settings(name, rng))),
        room.share(rng.randbytes(rng.randrange(34)).hex()),
        messages.Ready(),
        messages.Again(),
        messages.Ask(about=rng.choice(["undo", "claim"])),
        messages.Consent(answer=rng.choice(["yes", "yes", "no"])),
        messages.Say(text=rng.choice(["", "hi"]), phrase=rng.choice(["", "hello"])),
        messages.Pause(state=rng.choice(["on", "off", "off"])),
        messages.Replace(seat=seat),
        messages.Return(),
    ]
    return rng.choice(commands)


@cache
def wild(seed: int) -> Room:
    """A table at which people and bots have done all sorts of things."""
    rng = random.Random(seed)
    name = rng.choice(tuple(stova.games()))
    while True:
        try:
            room = Room(name, secret=rng.randbytes(32).hex(), **random_settings(name, rng))
            break
        except RulesError:
            continue
    for _ in range(400):
        _something(room, rng)
    return room


def _something(room: Room, rng: random.Random) -> None:
    chance = rng.random()
    sitting = [chair.person for chair in room.table.chairs if chair.person]
    if chance < 0.04 and room.table.stage == "playing":
        room.happen(*(events.SteppedIn(seat=seat) for seat in list(room.table.people())[:1]))
    elif near_the_end(room) and room.table.question is not None and room.table.question.about == "claim":
        room.happen(*claims.settled(room.table))
    elif chance < 0.6 and room.table.stage == "playing" and room.table.question is None:
        room.play(rng)
    else:
        with contextlib.suppress(Refused):
            room.do(rng.choice([*sitting, *PEOPLE]), fitting(room, rng) if chance < 0.8 else anything(room, rng))


def near_the_end(room: Room) -> bool:
    """Whether it is soon found out what becomes of a claim."""
    return room.table.stage == "playing" and sum(hand.bit_count() for hand in room.state.hands) <= 10


def fitting(room: Room, rng: random.Random) -> Command:
    """A command the table may be waiting for."""
    if room.table.stage == "over":
        return messages.Again()
    if room.table.stage == "gathering":
        name = rng.choice(tuple(stova.games()))
        return rng.choice(
            (
                messages.Sit(seat=rng.randrange(4), name=rng.choice(tuple(NAMES.values()))),
                messages.Begin(),
                messages.Agree(settings=Settings(game=name, options=random_settings(name, rng))),
                messages.Accept(settings=room.table.settings),
            )
        )
    answer = messages.Consent(answer=rng.choice(["yes", "yes", "yes", "no"]))
    if room.table.question is not None:
        return answer
    over = room.table.match is None or room.state.is_over
    return messages.Ready() if over or not near_the_end(room) else messages.Ask(about="claim")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_is_what_its_journal_comes_to(seed: int) -> None:
    room = wild(seed)
    written = msgspec.json.encode(room.story)
    story = msgspec.json.decode(written, type=list[events.Any])
    assert story == room.story
    again = replayed(story)
    assert msgspec.structs.replace(again, game=room.table.game, match=None) == msgspec.structs.replace(
        room.table, match=None
    )
    assert again.game.identity == room.table.game.identity
    assert seen(again) == seen(room.table)


def seen(table: Table) -> list[object]:
    """The match of a table in plain words: games of equal rules aren't equal objects."""
    match = table.match
    return [] if match is None else [match.key, plain(match.sheet), *(plain(state) for state in match.deals)]


def test_much_happens_in_those_stories() -> None:
    kinds = {type(event) for seed in SEEDS for event in wild(seed).story}
    assert kinds == set(events.Any.__args__) - {events.Closed}
