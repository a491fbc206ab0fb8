"""Each command: what it brings about, and every reason for which it is refused."""

import random
from contextlib import suppress

import pytest
from msgspec.structs import replace

import stova
from helpers import RULES
from server.room import FRIEND, NAMES, OWNER, SECRET, STRANGER, THIRD, Room, acts
from stova import fair
from stova.server import deciding, events, messages, table
from stova.server.deciding import Refused, checked, decide, named
from stova.server.messages import Act, Settings, Sit
from stova.server.table import Chair


@pytest.fixture
def rng() -> random.Random:
    return random.Random(1)


def test_sit() -> None:
    room = Room()
    assert room.do(FRIEND, Sit(seat=2, name="  Bárður   á  Bø ")) == (
        events.Sat(person=FRIEND, name="Bárður á Bø", seat=2),
    )
    assert room.table.chairs[2].name == "Bárður á Bø"
    assert room.code(OWNER, Sit(seat=4, name="Anna")) == "seat"
    assert room.code(OWNER, Sit(seat=-1, name="Anna")) == "seat"
    assert room.code(OWNER, Sit(seat=2, name="Anna")) == "taken"
    assert room.code(OWNER, Sit(seat=0, name="Bárður á Bø")) == "name"
    assert room.code("", Sit(seat=0, name="Anna")) == "nobody"
    room.do(FRIEND, Sit(seat=0, name="Bárður"))
    assert [chair.by for chair in room.table.chairs] == ["person", "nobody", "nobody", "nobody"]


@pytest.mark.parametrize("name", ["", "   ", "a" * 21, "a\x00b", "a\u202eb", "\u200b", "\ud800"])
def test_no_name(name: str) -> None:
    assert Room().code(OWNER, Sit(seat=0, name=name)) == "name"


def test_a_name_is_text_and_nothing_else() -> None:
    assert named("<b>Anna</b>") == "<b>Anna</b>"


def test_sitting_down_while_a_match_is_played() -> None:
    room = Room().begin(OWNER)
    room.do(FRIEND, Sit(seat=2, name="Bárður"))
    assert room.table.chairs[2].by == "person"
    assert room.code(FRIEND, Sit(seat=1, name="Bárður")) == "seat"
    room.do(FRIEND, Sit(seat=2, name="B"))
    assert room.table.chairs[2].name == "B"


def test_another_name_leaves_all_else_as_it_is() -> None:
    room = Room().sit(OWNER, FRIEND)
    room.do(FRIEND, room.share("aa"), Sit(seat=1, name="B"))
    assert (room.table.chairs[1].name, room.table.shares[1]) == ("B", b"\xaa")
    room.do(FRIEND, Sit(seat=2, name="B"))
    assert room.table.shares == (b"",) * 4, "bytes are of a seat"


def test_stand() -> None:
    room = Room().sit(OWNER, FRIEND)
    room.do(FRIEND, room.share("aa"), messages.Stand())
    assert room.table.chairs[1] == Chair()
    assert room.table.shares[1] == b""
    assert room.code(FRIEND, messages.Stand()) == "seat"
    room.sit(OWNER, FRIEND).begin()
    room.do(FRIEND, messages.Stand())
    assert room.table.chairs[1].by == "bot"
    assert room.table.seat_of(FRIEND) is None


def test_agree_keeps_people_seated() -> None:
    room = Room().sit(OWNER)
    room.do(FRIEND, Sit(seat=3, name="Bárður"))
    room.do(FRIEND, room.share("aa"))
    room.do(OWNER, messages.Agree(settings=Settings(game="sjavs3")))
    assert [chair.name for chair in room.table.chairs] == ["Anna", "Bárður", ""]
    assert room.table.shares == (b"",) * 3
    room.do(THIRD, Sit(seat=2, name="Cori"))
    assert room.code(OWNER, messages.Agree(settings=Settings(game="sjavs2"))) == "seats"
    room.do(OWNER, messages.Agree(settings=Settings(game="styrivolt")))
    assert [chair.name for chair in room.table.chairs] == ["Anna", "Bárður", "Cori", ""]


def test_who_sits_accepts_other_rules_before_a_match() -> None:
    room, there = Room(), (OWNER, FRIEND)
    room.do(OWNER, messages.Agree(settings=Settings(game="klaverjas")))
    room.sit(OWNER, FRIEND, THIRD)
    before, other = room.table.settings, Settings(game="sjavs")
    room.do(OWNER, messages.Agree(settings=replace(before, listed="yes")))
    assert {chair.accepts for chair in room.table.chairs} == {"yes"}, "who may find the table is no rule"
    room.do(OWNER, messages.Agree(settings=other))
    other = room.table.settings
    assert [chair.accepts for chair in room.table.chairs] == ["yes", "no", "no", "yes"]
    owner = deciding.Asker(OWNER, at=1.0, secret=SECRET, here=there)
    with pytest.raises(Refused) as caught:
        decide(room.table, owner, messages.Begin())
    assert caught.value.refusal.why == "The rules were changed, and Bárður must accept them first."
    assert room.code(FRIEND, messages.Accept(settings=before)) == "changed"
    assert room.code(STRANGER, messages.Accept(settings=other)) == "seat"
    room.do(FRIEND, messages.Accept(settings=other))
    assert decide(room.table, owner, messages.Begin())
    assert room.do(FRIEND, messages.Accept(settings=other)) == ()
    assert [chair.accepts for chair in room.table.chairs] == ["yes", "yes", "no", "yes"]
    room.begin()
    assert {chair.accepts for chair in room.table.chairs} == {"yes"}


def test_who_sits_down_accepts_the_rules() -> None:
    room = Room().sit(OWNER, FRIEND)
    room.do(OWNER, messages.Agree(settings=Settings(game="sjavs")))
    room.do(FRIEND, Sit(seat=1, name="Bárdur"))
    assert [chair.accepts for chair in room.table.chairs] == ["yes", "no", "yes", "yes"], "who takes another name sat"
    room.do(FRIEND, Sit(seat=2, name="Bárður"))
    assert [chair.accepts for chair in room.table.chairs] == ["yes"] * 4


def test_an_onlooker_who_keeps_the_table_asks_all_who_sit() -> None:
    room = Room()
    room.do(FRIEND, Sit(seat=0, name="Bárður"))
    room.do(OWNER, messages.Agree(settings=Settings(game="sjavs")))
    assert room.table.chairs[0].accepts == "no"


def test_agree_is_refused() -> None:
    room = Room().sit(OWNER, FRIEND)
    settings = Settings(game="sjavs")
    assert room.code(FRIEND, messages.Agree(settings=settings)) == "owner"
    room.begin()
    assert room.code(OWNER, messages.Agree(settings=settings)) == "begun"


@pytest.mark.parametrize(
    "settings",
    [
        Settings(game="whist"),
        Settings(game="sjavs", preset="best"),
        Settings(game="sjavs", options={"bidding": "perhaps"}),
        Settings(game="sjavs", options={"no_such_option": "1"}),
        Settings(game="sjavs", options={"name": "x"}),
        Settings(game="sjavs", options={"preset": "x"}),
        Settings(game="sjavs", options={"'; drop table journal": "x"}),
        Settings(game="x" * 5000),
    ],
)
def test_settings_no_table_can_be_played_by(settings: Settings) -> None:
    with pytest.raises(Exception, match=r"\.$") as caught:
        checked(settings)
    assert caught.type.__name__ == "Refused"
    assert Room().code(OWNER, messages.Agree(settings=settings)) == "settings"


def test_share() -> None:
    room = Room().sit(OWNER)
    room.do(OWNER, room.share("AB" * 32))
    assert room.table.shares[0] == b"\xab" * 32
    room.do(OWNER, room.share("01"))
    assert room.table.shares[0] == b"\x01", "those shared last count"
    assert room.code(OWNER, room.share("0")) == "share"
    assert room.code(OWNER, room.share("no")) == "share"
    assert room.code(OWNER, room.share("00" * 33)) == "share"
    assert room.code(STRANGER, room.share("00")) == "seat"
    other = messages.Share(digits="02", commitment=fair.commitment(bytes(32)).hex())
    assert room.code(OWNER, other) == "commitment"
    room.begin()
    assert room.code(OWNER, room.share("00")) == "begun"


def test_begin() -> None:
    room = Room().sit(OWNER, FRIEND)
    assert room.code(FRIEND, messages.Begin()) == "owner"
    room.do(OWNER, messages.Begin())
    assert [chair.by for chair in room.table.chairs] == ["person", "person", "bot", "bot"]
    assert room.code(OWNER, messages.Begin()) == "begun"


def test_who_opened_the_table_may_begin_it_without_sitting() -> None:
    room = Room().begin()
    assert room.table.stage == "playing"
    assert room.table.people() == frozenset()


def test_act(rng: random.Random) -> None:
    room = Room().begin(OWNER, FRIEND, THIRD).to_cards(rng, turn=0)
    legal = acts(room, 0)
    assert room.code(FRIEND, Act(action=legal[0])) == "turn"
    assert room.code(STRANGER, Act(action=legal[0])) == "seat"
    assert room.code(OWNER, Act(action="play 1X")) == "action"
    assert room.code(OWNER, Act(action="x" * 100_000)) == "action"
    assert room.code(OWNER, Act(action="")) == "action"
    illegal = next(str(a) for a in room.table.game.actions if str(a) not in legal and str(a).startswith("play"))
    refusal = room.refused(OWNER, Act(action=illegal))
    assert refusal.code == "illegal"
    assert refusal.rule in RULES
    assert room.do(OWNER, Act(action=legal[0])) == (events.Acted(seat=0, action=legal[0]),)


def test_acting_when_there_is_nothing_to_act_in(rng: random.Random) -> None:
    room = Room().sit(OWNER)
    assert room.code(OWNER, Act(action="pass")) == "gathering"
    room.begin().over(rng)
    assert room.refused(OWNER, Act(action="pass")).why == "The deal is over."
    room.do(OWNER, messages.Pause(state="on"))
    assert room.code(OWNER, Act(action="pass")) == "paused"
    room.do(OWNER, messages.Close())
    assert room.code(OWNER, Act(action="pass")) == "closed"


def test_the_next_deal_waits_for_the_people(rng: random.Random) -> None:
    room = Room().begin(OWNER, FRIEND)
    assert room.code(OWNER, messages.Ready()) == "dealing"
    room.over(rng)
    assert room.do(OWNER, messages.Ready()) == (events.Readied(seat=0),)
    assert room.do(OWNER, messages.Ready()) == ()
    assert room.do(FRIEND, messages.Ready()) == (events.Readied(seat=1), events.Dealt())
    assert room.table.match is not None
    assert len(room.table.match.past) == 1
    assert room.table.ready == frozenset()


def finished(rng: random.Random) -> Room:
    """A table whose match is over, one of its people being played for."""
    room = Room("sjavs").begin(OWNER, FRIEND)
    room.happen(events.SteppedIn(seat=1))
    room.play(rng, 100_000)
    assert room.table.stage == "over"
    return room


def test_again(rng: random.Random) -> None:
    room = Room().begin(OWNER)
    assert room.code(OWNER, messages.Again()) == "begun"
    room = finished(rng)
    assert room.code(OWNER, messages.Ready()) == "over"
    assert room.code(OWNER, messages.Pause(state="on")) == "over"
    assert room.code(FRIEND, messages.Again()) == "owner"
    first = room.table
    room.do(OWNER, messages.Again())
    assert room.table.stage == "gathering"
    assert room.table.secret != first.secret
    assert room.table.turn > first.turn
    assert [chair.by for chair in room.table.chairs] == ["person", "person", "nobody", "nobody"]
    room.do(OWNER, messages.Begin())
    assert room.table.match is not None
    assert first.match is not None
    assert room.table.match.key != first.match.key
    assert room.table.seat_of(FRIEND) == 1, "who was away keeps the seat"


def test_say() -> None:
    room = Room().sit(OWNER)
    (said,) = room.do(OWNER, messages.Say(text=" <i>hi</i>  there "))
    assert said == events.Said(at=1.0, name="Anna", seat=0, text="<i>hi</i> there")
    assert room.do(OWNER, messages.Say(phrase="hello")) == (events.Said(at=1.0, name="Anna", seat=0, phrase="hello"),)
    assert room.code(STRANGER, messages.Say(text="hi")) == "seat"
    assert room.code(OWNER, messages.Say()) == "say"
    assert room.code(OWNER, messages.Say(phrase="no such phrase")) == "say"
    assert room.code(OWNER, messages.Say(text="a" * 301)) == "say"
    assert room.code(OWNER, messages.Say(text="a\x1bb")) == "say"


@pytest.mark.parametrize("text", ["👨‍💻", "🏳️‍🌈 and 👩🏽‍🚀!", "👩‍❤️‍👨", "🏴‍☠️", "🇫🇴"])
def test_pictures_joined_to_one_are_said(text: str) -> None:
    room = Room().sit(OWNER)
    (said,) = room.do(OWNER, messages.Say(text=text))
    assert isinstance(said, events.Said)
    assert said.text == text


@pytest.mark.parametrize(
    "text",
    [
        "a\u200db",
        "👨\u200d",
        "\u200d💻",
        "👨\u200d\u200d💻",
        "👨\u200db",
        "a\ufe0f\u200d💻",
        "a\x1bb",
        "e" + "\u0336" * 4,
    ],
)
def test_what_cannot_be_shown_is_not_said(text: str) -> None:
    room = Room().sit(OWNER)
    with pytest.raises(Refused, match="can't be shown"):
        room.do(OWNER, messages.Say(text=text))


def test_only_so_much_talk_is_shown() -> None:
    room = Room().sit(OWNER)
    for number in range(80):
        room.do(OWNER, messages.Say(text=str(number)))
    assert [said.text for said in room.table.talk] == [str(number) for number in range(30, 80)]


def test_pause() -> None:
    room = Room()
    assert room.code(FRIEND, messages.Pause(state="on")) == "owner"
    assert room.do(OWNER, messages.Pause(state="off")) == ()
    assert room.code(OWNER, messages.Pause(state="on")) == "gathering"
    room.begin(OWNER, FRIEND)
    assert room.do(OWNER, messages.Pause(state="on")) == (events.Paused(),)
    assert room.code(OWNER, messages.Ask(about="undo")) == "paused"
    assert room.do(OWNER, messages.Pause(state="on")) == ()
    assert room.do(OWNER, messages.Pause(state="off")) == (events.Resumed(),)
    assert room.table.stage == "playing"


def test_while_who_opened_the_table_is_away_the_first_who_sits_keeps_it() -> None:
    room = Room().begin(OWNER, FRIEND, THIRD)
    pause, here = messages.Pause(state="on"), {FRIEND, THIRD, STRANGER, ""}

    def may(person: str, here: set[str]) -> bool:
        with suppress(deciding.Refused):
            return bool(deciding.decide(room.table, deciding.Asker(person, at=1.0, secret="", here=here), pause))
        return False

    assert [may(person, here) for person in (OWNER, FRIEND, THIRD, STRANGER, "")] == [False, True, False, False, False]
    assert may(THIRD, {THIRD})
    assert may(OWNER, {OWNER, FRIEND})
    assert not may(FRIEND, {OWNER, FRIEND})
    assert not may(STRANGER, {STRANGER})


def test_replace() -> None:
    room = Room().begin(OWNER, FRIEND)
    assert room.code(FRIEND, messages.Replace(seat=0)) == "owner"
    assert room.code(OWNER, messages.Replace(seat=2)) == "seat"
    assert room.code(OWNER, messages.Replace(seat=9)) == "seat"
    assert room.code(OWNER, messages.Replace(seat=-4)) == "seat"
    assert room.do(OWNER, messages.Replace(seat=1)) == (events.SteppedIn(seat=1),)
    room.do(FRIEND, messages.Return())
    assert room.table.people() == {0, 1}
    room.do(OWNER, messages.Replace(seat=1), messages.Replace(seat=1))
    assert room.table.chairs[1].by == "bot"
    assert room.code(FRIEND, messages.Return()) == "seat"
    room = Room().sit(OWNER, FRIEND)
    room.do(OWNER, messages.Replace(seat=1))
    assert room.table.chairs[1].by == "nobody"


def test_all_who_sit_may_have_a_bot_play_for_who_is_asleep(rng: random.Random) -> None:
    room = Room().begin(OWNER, FRIEND, THIRD).to_cards(rng, turn=0)

    def code(person: str, seat: int, waited: float) -> str:
        asker = deciding.Asker(person, at=1.0, secret="", here=set(NAMES), waited=waited)
        try:
            assert deciding.decide(room.table, asker, messages.Replace(seat=seat)) == (events.SteppedIn(seat=seat),)
        except deciding.Refused as refused:
            return refused.refusal.code
        return "done"

    assert [code(FRIEND, 0, waited) for waited in (59.0, 61.0)] == ["owner", "done"]
    assert code(FRIEND, 2, 61.0) == "owner", "nobody waits for seat 2"
    assert code(STRANGER, 0, 61.0) == "owner"
    room.over(rng).do(FRIEND, messages.Ready())
    assert [code(THIRD, seat, 61.0) for seat in (0, 1)] == ["done", "owner"]
    room.do(OWNER, messages.Pause(state="on"))
    assert code(THIRD, 0, 61.0) == "owner"


def test_who_is_played_for_does_not_keep_the_table() -> None:
    room = Room().begin(OWNER, FRIEND, THIRD)
    everybody = {OWNER, FRIEND, THIRD}
    for asleep, keeps in ((0, FRIEND), (1, THIRD), (2, OWNER)):
        room.happen(events.SteppedIn(seat=asleep))
        assert room.table.kept_by(everybody) == keeps
    room.happen(events.CameBack(seat=0))
    assert room.table.kept_by(everybody) == OWNER


def test_a_stand_in_plays_until_who_sits_there_returns() -> None:
    room = Room().begin(OWNER, FRIEND)
    assert room.do(FRIEND, messages.Return()) == ()
    room.happen(events.SteppedIn(seat=1))
    assert room.table.seat_of(FRIEND) == 1
    assert room.table.people() == {0}
    assert room.code(FRIEND, Act(action="pass")) == "stand-in"
    assert room.code(STRANGER, Sit(seat=1, name="Dóra")) == "taken"
    assert room.do(FRIEND, messages.Return()) == (events.CameBack(seat=1),)
    assert room.table.people() == {0, 1}
    assert room.code(STRANGER, messages.Return()) == "seat"


def test_close() -> None:
    room = Room().sit(OWNER, FRIEND)
    assert room.code(FRIEND, messages.Close()) == "owner"
    room.do(OWNER, messages.Close())
    assert room.table.stage == "closed"
    assert room.code(OWNER, messages.Close()) == "closed"


def test_every_command_is_decided_and_every_event_has_its_effect() -> None:
    assert set(deciding._DECIDE) == set(messages.Command.__args__)
    assert set(table._AFTER) | {events.Opened} == set(events.Any.__args__)


@pytest.mark.parametrize("name", stova.games())
def test_every_game_begins(name: str) -> None:
    room = Room(name).begin(OWNER)
    assert room.table.match is not None
    assert room.state.game.name == name
    assert room.table.chairs[0].name == NAMES[OWNER]


def test_nobody_looks_into_two_hands_of_a_match(rng: random.Random) -> None:
    """Who stands up and sits down elsewhere would know both; one's own seat can be had back."""
    room = Room().begin(OWNER, FRIEND)
    room.do(FRIEND, messages.Stand())
    assert room.code(FRIEND, messages.Sit(seat=2, name="Bárður")) == "seat"
    room.over(rng)
    assert room.code(FRIEND, messages.Sit(seat=2, name="Bárður")) == "seat"
    room.do(THIRD, messages.Sit(seat=2, name="Cori"), messages.Stand())
    assert room.code(THIRD, messages.Sit(seat=1, name="Cori")) == "seat"
    room.do(FRIEND, messages.Sit(seat=1, name="Bárður"))
    room.do(OWNER, messages.Replace(seat=1), messages.Replace(seat=1))
    assert room.code(FRIEND, messages.Sit(seat=3, name="Bárður")) == "seat"


def test_another_match_has_seats_for_all(rng: random.Random) -> None:
    room = Room(rubbers="1", game="sjavs").begin(OWNER, FRIEND)
    room.do(FRIEND, messages.Stand())
    room.play(rng, 100_000)
    room.do(OWNER, messages.Again())
    room.do(FRIEND, messages.Sit(seat=3, name="Bárður"))
