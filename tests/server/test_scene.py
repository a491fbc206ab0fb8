"""Scenes: what is in them comes of the View of who looks, and what is remembered is what would be made anew."""

import random

import msgspec
import pytest

import stova
from server.room import FRIEND, NAMES, OWNER, STRANGER, THIRD, Room
from server.test_replaying import SEEDS, wild
from stova.server import events, messages
from stova.server.drawing import Drawing
from stova.server.messages import Scene
from stova.server.scene import PARTS, Presence, scene, seen
from stova.server.table import Table, after, opened

HERE = {OWNER: Presence(), FRIEND: Presence(connected=False, until=12.5)}


def look(table: Table, person: str) -> Scene:
    return scene(seen(table, person, HERE, "table"))


@pytest.fixture
def rng() -> random.Random:
    return random.Random(7)


def test_the_parts_are_the_fields() -> None:
    assert tuple(PARTS) == Scene.__struct_fields__


@pytest.mark.parametrize("name", stova.games())
def test_fields_say_what_the_view_says(name: str, rng: random.Random) -> None:
    room = Room(name, secret=rng.randbytes(32).hex()).begin(OWNER)
    for _ in range(120):
        view, shown = room.state.view(0), look(room.table, OWNER)
        assert shown.deal is not None
        assert shown.trick is not None
        assert sorted(held.card for held in shown.hand) == sorted(map(str, view.hand))
        legal = {f"play {held.card}" for held in shown.hand if held.playable == "yes"}
        assert legal | {choice.action for choice in shown.choices} == set(map(str, view.legal))
        assert shown.trick.cards == tuple(map(str, view.trick))
        assert shown.last is None or shown.last.cards == tuple(map(str, view.tricks[-1].cards))
        assert [line.action for line in shown.story] == [str(action) for _, action in view.history[-24:]]
        assert (shown.deal.to_act, shown.deal.counts) == (view.to_act, view.counts)
        assert (shown.outcome is None) is not room.state.is_over
        room.play(rng)


def test_what_cannot_be_played_is_told_with_its_rule(rng: random.Random) -> None:
    room = Room().begin(OWNER).to_cards(rng, turn=0)
    while (
        not room.state.trick or room.state.to_act != 0 or len(room.state.view(0).legal) == len(room.state.view(0).hand)
    ):
        room.play(rng)
    refused = [held for held in look(room.table, OWNER).hand if held.playable == "no"]
    assert refused
    assert all(held.why.endswith(".") and held.rule for held in refused)


@pytest.mark.parametrize("name", stova.games())
def test_an_onlooker_sees_no_hand_until_the_deal_is_over(name: str, rng: random.Random) -> None:
    room = Room(name).begin(OWNER)
    for _ in range(100):
        shown = look(room.table, STRANGER)
        assert not shown.hand
        assert not shown.choices
        assert shown.you is None
        assert shown.standing.invite is None
        assert (shown.outcome is not None) is room.state.is_over
        room.play(rng)
    room.over(rng)
    outcome = look(room.table, STRANGER).outcome
    assert outcome is not None
    assert outcome.dealt == tuple(tuple(map(str, hand)) for hand in room.state.dealt)


def test_secrets_are_told_when_the_match_is_over_and_the_invitation_to_who_sits(rng: random.Random) -> None:
    room = Room("sjavs").begin(OWNER, FRIEND)
    secret = room.table.secret.hex()
    while room.table.stage == "playing":
        assert secret not in msgspec.json.encode(look(room.table, OWNER)).decode()
        room.play(rng, 37)
    assert look(room.table, STRANGER).fair.secret == secret
    assert look(room.table, FRIEND).standing.invite == "invite"


def test_chairs_say_who_is_there() -> None:
    room = Room().begin(OWNER, FRIEND, THIRD)
    room.happen(events.SteppedIn(seat=2))
    assert look(room.table, OWNER).chairs == (
        messages.Chair(who="you", name="Anna", here="yes"),
        messages.Chair(who="person", name="Bárður", here="no", until=12.5),
        messages.Chair(who="person", name="Cori", here="played for"),
        messages.Chair(who="bot", name="", here="yes"),
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_remembered_is_what_would_be_made_anew(seed: int) -> None:
    """Every field of every person after every event, undoing and other rules included."""
    story, drawing, rng = wild(seed).story, Drawing(), random.Random(seed)
    first = story[0]
    assert isinstance(first, events.Opened)
    table = opened(first)
    for event in story[1:200]:
        table = after(table, event)
        here = {person: Presence(rng.random() < 0.9, None) for person in NAMES}
        for person in rng.sample([*NAMES, "onlooker"], 3):
            fresh = seen(table, person, here, "table")
            anew = {name: msgspec.json.encode(part.make(fresh)) for name, part in PARTS.items()}
            assert drawing.fields(fresh) == anew


def test_those_who_see_the_same_are_sent_the_same_bytes(rng: random.Random) -> None:
    room, drawing = Room("styrivolt").begin(OWNER, FRIEND).to_cards(rng, tricks=2), Drawing()
    one, other = (drawing.fields(seen(room.table, person, HERE, "table")) for person in (STRANGER, "somebody else"))
    assert all(one[name] is other[name] for name in PARTS)
    anna = drawing.fields(seen(room.table, OWNER, HERE, "table"))
    assert {name for name in PARTS if anna[name] is one[name]} >= {"rules", "fair", "sheet", "trick", "talk"}
