"""Scenes: what is in them comes of the View of who looks, and what is remembered is what would be made anew."""

import random
from datetime import UTC, datetime

import msgspec
import pytest
from msgspec.structs import replace

import stova
from server.room import FRIEND, NAMES, OWNER, STRANGER, THIRD, Room, acts
from server.test_replaying import SEEDS, wild
from stova import records
from stova.cards import card_set
from stova.engine.actions import LeadTrader, Roem, Trade
from stova.server import events, messages
from stova.server.drawing import Drawing
from stova.server.filing import file_name
from stova.server.messages import Scene
from stova.server.scene import PARTS, scene
from stova.server.seen import Presence, seen
from stova.server.sheets import shown as sheet_shown
from stova.server.table import Table, after, opened
from styrivolt_states import deal, five

FILE = file_name("klaverjas", datetime.fromtimestamp(1, UTC))
LATER = [("go on", "all", "nine"), ("go on", "lost", "game")]
"""What going on may come to whoever took the tricks before."""
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
        groups = view.game.tables(view).as_held(card_set(view.hand))
        assert [held.card for held in shown.hand] == [str(card) for group in groups for card in group]
        legal = {f"play {held.card}" for held in shown.hand if held.playable == "yes"}
        assert legal | {choice.action for choice in shown.choices} == set(map(str, view.legal))
        assert shown.trick.cards == tuple(map(str, view.trick))
        assert shown.last is None or shown.last.cards == tuple(map(str, view.tricks[-1].cards))
        assert [line.action for line in shown.story[-24:]] == [str(action) for _, action in view.history[-24:]]
        trades = [str(action) for _, action in view.history if isinstance(action, Trade | LeadTrader)]
        assert [line.action for line in shown.story if line.kind in ("Trade", "LeadTrader")] == trades
        assert (shown.deal.to_act, shown.deal.counts) == (view.to_act, view.counts)
        assert (shown.outcome is None) is not room.state.is_over
        room.play(rng)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", stova.games())
@pytest.mark.parametrize("seed", range(3))
def test_what_lies_on_the_table_and_what_was_taken_from_there(name: str, seed: int) -> None:
    """Rules: KL-7, KL-8, SJ3-2."""
    rng = random.Random(seed)
    room = Room(name, secret=rng.randbytes(32).hex()).begin(OWNER, FRIEND)
    for _ in range(150):
        state, shown = room.state, look(room.table, OWNER)
        lying = len(state.talon) + len(state.discards or ())
        assert (shown.rules.talon, shown.deal and shown.deal.lying) == (state.game.talon_name, lying)
        for seat, person in enumerate((OWNER, FRIEND, STRANGER)):
            deal = look(room.table, person).deal
            assert deal is not None
            looks = person != STRANGER and seat == state.declarer and not state.tricks and not state.trick
            taken = set(state.dealt[-1]) - set(state.talon) if looks else ()
            assert set(deal.found) == set(map(str, taken))
            open_to_all = state.is_over and bool(state.tricks)
            assert deal.put_down == (tuple(map(str, state.discards or ())) if looks or open_to_all else ())
        room.play(rng)


@pytest.mark.parametrize("seed", range(3))
def test_four_of_a_kind_are_announced_once(seed: int) -> None:
    """Rule: ST-11."""
    rng, room = random.Random(seed), Room("styrivolt").begin(OWNER)
    assert room.table.match is not None
    dealt = deal(("2S 2C 2D 2H", "8S 8C 8D 8H", "4C", "KD"), "QH QC 5D")
    room.table = replace(room.table, match=replace(room.table.match, state=dealt))
    told = set()
    while not room.state.is_over:
        before = room.state.view(None).own.announced
        room.play(rng)
        shown, announced = look(room.table, STRANGER), room.state.view(None).own.announced
        assert shown.story[-1].announced == "".join(set(announced) - set(before))
        told |= set(announced)
    assert told


@pytest.mark.parametrize("name", stova.games())
def test_cards_say_what_they_are_to_the_game_wherever_they_lie(name: str, rng: random.Random) -> None:
    room = Room(name, secret=rng.randbytes(32).hex()).begin(OWNER)
    for _ in range(120):
        view, shown = room.state.view(0), look(room.table, OWNER)
        tables = view.game.tables(view)
        assert shown.cards is not None
        assert set(shown.cards.trumps) == {str(card) for card in view.game.pack if tables.trumps >> card & 1}
        assert shown.cards.roles == {str(card): tables.roles[card] for card in view.game.pack if tables.roles[card]}
        assert set(shown.cards.roles.values()) <= set(shown.rules.meanings)
        room.play(rng)


def test_four_that_were_together_change_what_cards_are_for_who_knows_of_it() -> None:
    """Rule: ST-11."""
    room = Room("styrivolt").begin(OWNER, FRIEND)
    assert room.table.match is not None
    dealt = deal(("AC 9C", "8S 8C 8D 8H", "4C", "KD"), "QH QC 5D")
    room.table = replace(room.table, match=replace(room.table.match, state=dealt))
    while room.state.to_act != 0 or not room.state.points:
        room.happen(events.Acted(seat=room.state.to_act or 0, action=acts(room, room.state.to_act or 0)[0]))

    def eight_of_diamonds(person: str) -> str | None:
        shown = look(room.table, person).cards
        assert shown is not None
        return shown.roles.get("8D")

    assert [eight_of_diamonds(person) for person in (OWNER, FRIEND, STRANGER)] == [None, "eight", None]
    for seat, card in enumerate(("AC", "8D")):
        room.happen(events.Acted(seat=seat, action=f"play {card}"))
    assert [eight_of_diamonds(person) for person in (OWNER, FRIEND, STRANGER)] == ["eight"] * 3


@pytest.mark.parametrize(
    ("fifth", "expected"),
    [
        (
            "9D 8H 8D 5H",
            [("stop", "now", "kept in alone"), ("go on", "alone", "nine alone"), *LATER],
        ),
        ("3H 8H JS 5H", [("stop", "now", "kept in"), *LATER]),
    ],
    ids=["alone", "both"],
)
def test_what_going_on_may_come_to_is_told_to_all(fifth: str, expected: list[tuple[str, str, str]]) -> None:
    """Rules: ST-17, ST-24."""
    room = Room("styrivolt").begin(OWNER, FRIEND)
    assert room.table.match is not None
    assert look(room.table, OWNER).ends == ()
    room.table = replace(room.table, match=replace(room.table.match, state=five(fifth)))
    asked = look(room.table, OWNER).ends
    assert [(end.choice, end.when, end.made) for end in asked] == expected
    assert look(room.table, FRIEND).ends == look(room.table, STRANGER).ends == asked
    strokes = {end.when: end.sheet.what["strokes"] for end in asked}
    assert strokes["lost"] == (2, 3)
    assert asked[-2].sheet.what["crosses"][0]["monks"] == 1
    room.happen(events.Acted(seat=room.state.to_act or 0, action="stop"))
    assert (look(room.table, OWNER).ends, look(room.table, OWNER).sheet) == ((), asked[0].sheet)


def test_roem_is_told_with_its_points() -> None:
    """Rules: KJ-8, KJ-9."""
    room = Room("klaverjas", trump_choice="forced").begin(OWNER)
    told = []
    for chance in range(12):
        rng = random.Random(chance)
        while not room.state.is_over:
            before = room.state.view(None).own
            room.play(rng)
            done = look(room.table, STRANGER).story[-1]
            counts = room.state.history[-1][1] == Roem()
            assert done.points == (before.waiting if counts else None)
            told += [done.points] if counts else []
        room.happen(events.Dealt())
    assert len(set(told)) > 1


def test_tricks_say_their_card_points(rng: random.Random) -> None:
    room = Room("klaverjas", trump_choice="forced").begin(OWNER).to_cards(rng)
    said: list[int] = []
    while not room.state.is_over:
        room.play(rng)
        last = look(room.table, STRANGER).last
        if last is not None and last.number > len(said):
            assert last.points is not None
            said.append(last.points)
    assert sum(said) == 162
    room = Room("styrivolt").begin(OWNER).to_cards(rng, tricks=1)
    last = look(room.table, OWNER).last
    assert last is not None
    assert last.points is None


@pytest.mark.parametrize(("bid", "counting"), [("bid stryger", True), ("bid tout", False)])
def test_in_a_tout_no_card_points_are_told(bid: str, counting: bool, rng: random.Random) -> None:
    """Rule: KA-2."""
    room = Room("klorsjavs_auction", deals="200").begin(OWNER)
    while str(room.to_cards(rng, tricks=1).state.bid) != bid:
        room.over(rng).play(rng)
    told = look(room.table, OWNER)
    assert told.deal is not None
    assert told.last is not None
    assert (told.deal.points is not None, told.last.points is not None) == (counting, counting)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", ["sjavs", "sjavs2", "sjavs3", "klorsjavs_auction"])
@pytest.mark.parametrize("bidding", ["compulsory", "optional"])
def test_who_has_no_choice_in_the_auction_is_told_why(name: str, bidding: str, rng: random.Random) -> None:
    """Rules: SJ-9 to SJ-12, KA-3."""
    options = {"bidding": bidding} if name.startswith("sjavs") else {}
    told = set()
    for _ in range(150):
        room = Room(name, secret=rng.randbytes(32).hex(), **options).begin(OWNER)
        while not room.state.points and not room.state.is_over:
            shown, calls = look(room.table, OWNER), {type(action).__name__ for action in room.state.view(0).legal}
            passes, bids = "Pass" in calls, bool(calls & {"Bid", "BidContract", "Hold"})
            assert (shown.barred is not None) is (passes is not bids)
            assert look(room.table, STRANGER).barred is None
            if shown.barred is not None:
                assert shown.barred.why.endswith(".")
                told.add(("bid" if passes else "pass", shown.barred.rule))
            room.play(rng)
    rules = {
        "klorsjavs_auction": {("bid", "KA-3")},
        "compulsory": {("bid", "SJ-9"), ("bid", "SJ-10"), ("pass", "SJ-12")},
        "optional": {("bid", "SJ-9"), ("bid", "SJ-10")},
    }
    assert told == rules.get(name, rules[bidding])


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
    assert [set(hand) for hand in outcome.dealt] == [set(map(str, hand)) for hand in room.state.dealt]
    tables = room.state.game.tables(room.state)
    for dealt, hand in zip(room.state.dealt, outcome.dealt, strict=True):
        assert hand == tuple(str(card) for group in tables.as_held(card_set(dealt)) for card in group)


def test_secrets_are_told_when_the_match_is_over_and_the_invitation_to_who_sits(rng: random.Random) -> None:
    room = Room("sjavs").begin(OWNER, FRIEND)
    secret = room.table.secret.hex()
    while room.table.stage == "playing":
        assert secret not in msgspec.json.encode(look(room.table, OWNER)).decode()
        room.play(rng, 37)
    assert look(room.table, STRANGER).fair.secret == secret
    assert look(room.table, FRIEND).standing.invite == "invite"
    room.do(OWNER, messages.Close())
    assert look(room.table, STRANGER).fair.secret == secret


def test_a_deal_that_is_over_ends_the_match_of_a_closed_table(rng: random.Random) -> None:
    room = Room().begin(OWNER)
    room.do(OWNER, messages.Close())
    assert look(room.table, OWNER).fair.secret is None, "broken off, its cards stay hidden"
    room = Room().begin(OWNER).over(rng)
    room.do(OWNER, messages.Close())
    shown = look(room.table, OWNER)
    assert (shown.standing.stage, shown.fair.secret, shown.fair.record) == ("closed", room.table.secret.hex(), FILE)


def test_a_closed_table_counts_the_deals_that_were_finished(rng: random.Random) -> None:
    room = Room("sjavs").begin(OWNER)
    while not (room.table.match and room.table.match.sheet.lines):
        room.play(rng)
    finished = room.table.match
    room.play(rng, 3)
    begun = room.state
    assert not begun.is_over
    room.do(OWNER, messages.Close())
    shown = look(room.table, OWNER)
    assert shown.outcome is not None
    assert shown.sheet is not None
    assert (shown.sheet.over, shown.sheet.early) == ("yes", "yes")
    assert shown.sheet.what["lines"] == sheet_shown(finished.sheet).what["lines"]
    assert room.table.finished is not None
    record = records.load(room.table.finished.record())
    assert record.deals == finished.deals
    assert record.sheet.closed


def test_a_match_that_was_over_is_not_ended_early_by_closing_the_table(rng: random.Random) -> None:
    room = Room("sjavs").begin(OWNER).play(rng, 100_000)
    record = room.table.finished
    room.do(OWNER, messages.Close())
    assert room.table.finished == record
    sheet = look(room.table, OWNER).sheet
    assert sheet is not None
    assert (sheet.over, sheet.early) == ("yes", "no")


def test_there_is_a_record_until_the_next_match_is_over(rng: random.Random) -> None:
    room = Room("sjavs").begin(OWNER)
    assert look(room.table, OWNER).fair.record is None
    room.play(rng, 100_000)
    first = room.table.finished
    assert first is not None
    assert room.table.match is not None
    assert first.match.deals == room.table.match.deals
    assert first.match.players[:2] == (room.table.chairs[0].name, "Player 2")
    room.do(OWNER, messages.Again(), messages.Agree(settings=messages.Settings(game="klaverjas")), messages.Begin())
    assert room.table.finished == first
    shown = look(room.table, OWNER).fair
    assert (shown.secret, shown.record) == (None, FILE.replace("klaverjas", "sjavs"))
    room.play(rng, 100_000)
    second = room.table.finished
    assert second is not None
    assert (second.match.deals, second.secret) == (room.table.match.deals, room.table.secret)
    assert look(room.table, OWNER).fair.record == FILE


def test_who_had_a_seat_is_told_which_and_nobody_else_is() -> None:
    def told(person: str) -> int | None:
        return look(room.table, person).standing.held

    room = Room().sit(OWNER, FRIEND)
    assert told(FRIEND) is None, "before a match seats may be changed"
    room.do(OWNER, messages.Begin())
    room.do(FRIEND, messages.Stand())
    assert (told(OWNER), told(FRIEND), told(STRANGER), told("")) == (0, 1, None, None)
    anna = look(room.table, OWNER)
    room.do(FRIEND, messages.Sit(seat=1, name=NAMES[FRIEND]), messages.Stand())
    assert look(room.table, OWNER) == anna
    assert room.code(FRIEND, messages.Sit(seat=2, name=NAMES[FRIEND])) == "seat"
    room.do(STRANGER, messages.Sit(seat=1, name=NAMES[STRANGER]))
    assert (told(FRIEND), told(STRANGER)) == (1, 1)


def test_chairs_say_who_is_there() -> None:
    room = Room().begin(OWNER, FRIEND, THIRD)
    room.happen(events.SteppedIn(seat=2))
    assert look(room.table, OWNER).chairs == (
        messages.Chair(who="you", name="Anna", here="yes"),
        messages.Chair(who="person", name="Bárður", here="no", until=12.5),
        messages.Chair(who="person", name="Cori", here="played for"),
        messages.Chair(who="bot", name="", here="yes"),
    )


@pytest.mark.one_in(4)
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
            assert drawing.common(seen(table, "", here, "table")) | drawing.own(fresh) == anew


def test_those_who_see_the_same_are_sent_the_same_bytes(rng: random.Random) -> None:
    room, drawing = Room("styrivolt").begin(OWNER, FRIEND).to_cards(rng, tricks=2), Drawing()
    one, other = (drawing.own(seen(room.table, person, HERE, "table")) for person in (STRANGER, "somebody else"))
    assert all(one[name] is other[name] for name in one)
    anna = drawing.own(seen(room.table, OWNER, HERE, "table"))
    assert {name for name in anna if anna[name] is one[name]} >= {"deal", "story"}
