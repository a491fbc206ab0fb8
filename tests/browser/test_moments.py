"""What there is to be seen, and heard, at moments that seldom come: they are made by hand."""

import random

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Visit
from browser.playing import keys
from browser.seeing import apart, box, check, drawn, not_lost
from browser.staging import Stage, at, kept_in, with_a_lamb
from browser.visitors import DESKTOP, SCREENS, STILL_PHONE, Screen, Visitor
from server.room import FRIEND, NAMES, OWNER, STRANGER, THIRD, Room, acts
from stova.server import events, messages
from styrivolt_states import five

NEVER_LATER = """
  const wait = window.setTimeout
  window.later = []
  window.setTimeout = (then, after, ...rest) => after === 400 ? later.push(then) : wait(then, after, ...rest)
"""
LONG = ("Christoffersen", "Gudmundur á Heygum", "Marjun Joensen", "Kristiansen-Dahl")
"""Names as people have them."""
ONLOOKER = "else"


@pytest.mark.one_in(2)
@SCREENS
def test_nobody_sits_on_a_card_of_the_trick(screen: Screen, visit: Visit) -> None:
    """With long names, and all that may stand beside them."""
    visitor, rng = visit(screen), random.Random(1)
    page = visitor.page
    room = Room("klaverjas").begin(OWNER, FRIEND)
    while not (len(room.state.trick) == 3 and room.state.leader % 2):
        room.play(rng)
    Stage(visitor, room)
    page.evaluate("for (const name of document.querySelectorAll('.seat .name')) name.textContent = 'Guðrun Maria'")
    expect(page.locator(".trick li")).to_have_count(3)
    drawn(page)
    for card in page.locator(".trick li").all():
        assert all(apart(box(card), box(seat)) for seat in page.locator(".at .seat").all())


@pytest.mark.parametrize("screen", [STILL_PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_keyboard_goes_on_from_an_open_card_and_what_is_turned_up_is_told(screen: Screen, visit: Visit) -> None:
    visitor, rng = visit(screen), random.Random(1)
    page = visitor.page
    room = Room("sjavs2").begin(OWNER)
    while not (room.to_cards(rng, turn=0).state.trick and (card := next(iter(_covering(room)), None))):
        room.play(rng)
    stage = Stage(visitor, room)
    keys(page.locator(f".mine .row [data-card='{card}']"))
    stage.act(f"play {card}")
    not_lost(page, ".mine .row, .mine .hand")
    expect(page.locator("[data-announcer]")).to_contain_text("You turn up ")


def _covering(room: Room) -> list[str]:
    """The open cards of seat 0 that may be played, and lie on covered ones."""
    row = room.state.view(0).own[0]
    return [str(card) for card, on in zip(row.up, row.covered, strict=True) if on and f"play {card}" in acts(room, 0)]


def test_the_keyboard_goes_on_when_a_deal_is_over(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    stage = Stage(visitor, at(five("9D 8H 8D 5H")))
    keys(visitor.page.locator(".asked .buttons button").first)
    stage.act("stop")
    not_lost(visitor.page, ".outcome .main")


def test_who_won_the_match_is_told_to_who_listens(visit: Visit) -> None:
    visitor, rng = visit(DESKTOP), random.Random(1)
    room = Room("klaverjas", deals="4").begin(OWNER)
    while room.table.stage == "playing":
        last = room.table
        room.play(rng)
    room.table = last
    stage = Stage(visitor, room)
    assert room.state.to_act is not None
    stage.act(*acts(room, room.state.to_act))
    expect(visitor.page.locator("[data-announcer]")).to_contain_text(" won the match.")


def test_all_that_was_said_at_once_is_shown_and_read_aloud(visit: Visit) -> None:
    visitor = visit(STILL_PHONE)
    stage = Stage(visitor, at(with_a_lamb(), OWNER, FRIEND))
    stage.say("Gott kvøld", "Hvussu gongur?")
    expect(visitor.page.get_by_label("seat of Bárður").locator("q")).to_have_text(["Gott kvøld", "Hvussu gongur?"])
    expect(visitor.page.get_by_text("Bárður: Gott kvøld Bárður: Hvussu gongur?")).to_be_attached()
    check(visitor.page)


def test_what_was_read_stays_read_on_coming_back_and_what_was_not_stays_unread(visit: Visit) -> None:
    visitor = visit(STILL_PHONE)
    page, unread = visitor.page, visitor.page.locator(".unread")
    stage = Stage(visitor, at(with_a_lamb(), OWNER, FRIEND))
    expect(unread).to_have_count(0)
    stage.say("Gott kvøld", moment=2.0)
    expect(unread).to_have_count(1)
    come_back(visitor)
    expect(unread).to_have_count(1)
    page.get_by_role("button", name="Talk").click()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(unread).to_have_count(0)
    come_back(visitor)
    expect(unread).to_have_count(0)
    stage.say("Hvussu gongur?", moment=3.0)
    expect(unread).to_have_count(1)


def come_back(visitor: Visitor) -> None:
    visitor.page.reload()
    visitor.page.locator(".room").wait_for()


def test_a_menu_that_goes_on_below_says_so(visit: Visit) -> None:
    visitor = visit(STILL_PHONE)
    page = visitor.page
    Stage(visitor, kept_in("9D 8H 8D 5H"))
    page.get_by_role("button", name="Table", exact=True).click()
    more = page.locator("dialog .more.seen")
    expect(more).to_have_count(1)
    check(page)
    page.get_by_role("dialog").evaluate("dialog => dialog.scrollTo(0, dialog.scrollHeight)")
    expect(more).to_have_count(0)
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Last trick").click()
    expect(page.locator("dialog li")).to_have_count(4)
    expect(more).to_have_count(0)


@pytest.mark.parametrize("names", [("Bo", "Gudmundsen"), ("Gudmundsen", "Bo")], ids=["long", "short"])
def test_what_is_marked_at_a_seat_is_in_one_line(names: tuple[str, str], visit: Visit) -> None:
    """At the sides of a phone's table beneath the name, however short it is, and elsewhere beside it."""
    room = at(five("9D 8H 8D 5H"), OWNER, FRIEND, THIRD)
    room.do(THIRD, messages.Sit(seat=2, name=names[0]))
    room.do(OWNER, messages.Sit(seat=0, name=names[1]))
    visitor = visit(STILL_PHONE)
    Stage(visitor, room, FRIEND)
    page = visitor.page
    page.locator("[data-place=right]").get_by_text(names[1]).wait_for()
    marked: dict[str, int] = {}
    for place in ("left", "head", "right"):
        seat = page.locator(f"[data-place={place}] .seat")
        name = seat.locator(".name").bounding_box()
        plaque = seat.bounding_box()
        assert name is not None
        assert plaque is not None
        assert name["width"] < plaque["width"]
        for mark in seat.locator(".tag").all():
            box = mark.bounding_box()
            assert box is not None
            assert (box["y"] > name["y"] + name["height"] / 2) is (place != "head")
            marked[place] = marked.get(place, 0) + 1
    assert marked == {"head": 1, "right": 1}
    check(page)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("screen", [STILL_PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize(
    ("game", "person"),
    [("klorsjavs4", OWNER), ("sjavs3", OWNER), ("klaverjas", OWNER), ("klaverjas", ONLOOKER)],
    ids=["four sides", "three sides", "two sides", "onlooker"],
)
def test_long_names_stay_in_the_outcome_and_on_the_sheet(game: str, person: str, screen: Screen, visit: Visit) -> None:
    rng, room = random.Random(5), Room(game)
    people = (OWNER, FRIEND, THIRD, STRANGER)[: len(room.table.chairs)]
    for seat, (sitting, name) in enumerate(zip(people, LONG, strict=False)):
        room.do(sitting, messages.Sit(seat=seat, name=name))
    room.do(OWNER, messages.Begin())
    for _ in range(4):
        room.play(rng).to_cards(rng, tricks=2).over(rng)
    visitor = visit(screen)
    Stage(visitor, room, person)
    expect(visitor.page.locator(".outcome")).to_contain_text(LONG[1])
    check(visitor.page)
    own = visitor.page.locator(".facts .own .whose").all_text_contents()
    assert set(own) == (set() if person == ONLOOKER else {"We"} if game == "klaverjas" else {"You"})
    for label in visitor.page.locator(".share .label").all():
        assert box(label.locator("span").last)["y"] == pytest.approx(box(label)["y"], abs=1)


def test_who_looked_at_cards_when_the_pack_was_cut(visit: Visit) -> None:
    room = Room("styrivolt", cut_for_stikkar="to_fourth", cut_exposes="1").begin(OWNER, FRIEND, THIRD, STRANGER)
    cutter = room.state.to_act
    assert cutter is not None
    people = (OWNER, FRIEND, THIRD, STRANGER)
    visitor = visit(DESKTOP)
    Stage(visitor, room, people[(cutter + 2) % 4]).act("cut 9")
    expect(visitor.page.get_by_label("Stock")).to_contain_text(f"{NAMES[people[cutter]]} looked at")


@pytest.mark.one_in(2)
@pytest.mark.parametrize("screen", [STILL_PHONE, DESKTOP], ids=["phone", "desktop"])
def test_what_is_refused_at_an_outcome_or_in_a_dialog_is_seen(screen: Screen, visit: Visit) -> None:
    visitor = visit(screen)
    page, refused = visitor.page, visitor.page.locator(".refused")
    stage = Stage(visitor, kept_in("9D 8H 8D 5H"))
    stage.act("stop")
    stage.refuses = "The table is busy."
    page.get_by_role("button", name="Next deal").click()
    expect(refused).to_contain_text("The table is busy.")
    assert on_top(refused)
    check(page)
    refused.get_by_role("button", name="Close").click()
    expect(refused).to_have_count(0)
    if screen is STILL_PHONE:
        page.get_by_role("button", name="Talk").click()
    stage.refuses = "Nobody says that here."
    field = page.get_by_role("textbox", name="Say something")
    field.fill("Gott kvøld")
    page.get_by_role("button", name="Say", exact=True).click()
    expect(refused).to_contain_text("Nobody says that here.")
    assert on_top(refused)
    if screen is STILL_PHONE:
        expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text("Nobody says that here.")
        check(page)
    refused.get_by_role("button", name="Close").click()
    expect(refused).to_have_count(0)
    expect(field).to_have_value("Gott kvøld")
    page.get_by_role("button", name="Say", exact=True).click()
    expect(refused).to_contain_text("Nobody says that here.")
    stage.refuses = ""
    page.get_by_role("button", name="Say", exact=True).click()
    expect(field).to_have_value("")
    expect(refused).to_have_count(0)


def on_top(what: Locator) -> bool:
    """Whether nothing lies over something: the picture of its place is another without it."""
    place = box(what)
    shown = what.page.screenshot(clip=place)
    what.evaluate("element => { element.style.visibility = 'hidden' }")
    without = what.page.screenshot(clip=place)
    what.evaluate("element => { element.style.visibility = '' }")
    return shown != without


def test_the_next_deal_is_not_offered_while_it_would_be_refused(visit: Visit) -> None:
    visitor = visit(STILL_PHONE)
    page, room = visitor.page, kept_in("9D 8H 8D 5H")
    stage, button = Stage(visitor, room), visitor.page.get_by_role("button", name="Next deal")
    stage.act("stop")
    expect(button).to_have_count(1)
    room.happen(events.Paused())
    stage.tell()
    expect(page.get_by_text("The table is paused.")).to_have_count(1)
    expect(button).to_have_count(0)
    room.happen(events.Resumed(), events.SteppedIn(seat=0))
    stage.tell()
    expect(page.get_by_text("A bot plays for you.")).to_have_count(1)
    expect(button).to_have_count(0)
    room.happen(events.CameBack(seat=0))
    stage.tell()
    expect(button).to_have_count(1)


def test_a_second_tap_does_not_answer_the_next_question(visit: Visit) -> None:
    """The finger is still where the last button was; the keyboard isn't in that danger."""
    visitor = visit(Screen(width=360, height=640, theme="dark", motion="reduce", pointer="finger", time="real"))
    page = visitor.page
    page.add_init_script(NEVER_LATER)
    stage = Stage(visitor, Room("klorsjavs", secret=f"{4:064x}").begin(OWNER))
    stage.act("cut 4", "declare", "leave")
    buttons = page.locator(".asked.acting .buttons button")
    expect(buttons).to_have_text(["Play on", "Fold"])
    for button in buttons.all():
        place = box(button)
        page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    visitor.settle()
    assert stage.asked == []
    buttons.first.press("Enter")
    visitor.settle()
    assert stage.asked == [{"type": "act", "action": "stay"}]
    page.evaluate("later.forEach(then => then())")
    buttons.last.tap()
    visitor.settle()
    assert stage.asked[1:] == [{"type": "act", "action": "fold"}]


def test_a_rubber_that_ended_the_match_is_the_last_on_the_sheet(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    Stage(visitor, Room("sjavs", rubbers="2").begin(OWNER).play(random.Random(8), 100_000))
    sheet = visitor.page.locator("aside .sheet")
    expect(sheet).to_contain_text("Rubber 2")
    assert "start" not in sheet.inner_text(), "no rubber begins any more"
    assert "\N{MINUS SIGN}4" in sheet.locator(".past").first.inner_text(), "and no hyphen"


@pytest.mark.parametrize("screen", [STILL_PHONE, DESKTOP], ids=["phone", "desktop"])
def test_who_loses_a_seat_is_told(screen: Screen, visit: Visit) -> None:
    visitor, room = visit(screen), Room("sjavs").sit(OWNER, FRIEND)
    page, stage = visitor.page, Stage(visitor, room, FRIEND)
    room.happen(events.Stood(seat=1))
    stage.tell()
    expect(page.get_by_role("status").get_by_text("You have lost your seat.")).to_be_visible()
    check(page)
    room.sit(OWNER, FRIEND)
    stage.tell()
    expect(page.get_by_text("You have lost your seat.")).to_have_count(0)
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Stand up").click()
    page.get_by_role("button", name="Yes").click()
    room.happen(events.Stood(seat=1))
    stage.tell()
    page.get_by_text("Anna invites you").wait_for()
    assert page.get_by_text("You have lost your seat.").count() == 0, "who stands up isn't told so"


def test_a_name_may_be_written_while_the_match_begins(visit: Visit) -> None:
    """Then the field goes, and what is written in it is sent all the same; the browser complains of nothing."""
    visitor, room = visit(DESKTOP), Room("sjavs").sit(OWNER)
    stage = Stage(visitor, room)
    visitor.page.get_by_label("Your name").press_sequentially("Ann")
    room.do(OWNER, messages.Begin())
    stage.tell()
    visitor.page.get_by_label("seat of You").wait_for()
    visitor.settle()
    assert {"type": "sit", "seat": 0, "name": "Ann"} in stage.asked


def test_who_is_away_is_not_said_to_think(visit: Visit) -> None:
    visitor, room = visit(DESKTOP), Room("sjavs").begin(OWNER, FRIEND).to_cards(random.Random(1), turn=1)
    stage = Stage(visitor, room)
    expect(visitor.page.locator(".asked")).to_contain_text("is thinking")
    stage.tell(FRIEND)
    expect(visitor.page.locator(".asked")).to_contain_text("It is the turn of Bárður, who is away.")


@pytest.mark.one_in(2)
@SCREENS
def test_all_that_somebody_holds_is_on_the_screen(screen: Screen, visit: Visit) -> None:
    visitor = visit(screen)
    Stage(visitor, at(with_a_lamb()))
    right = box(visitor.page.locator(".table"))["x"] + box(visitor.page.locator(".table"))["width"]
    fans = visitor.page.locator(".fan > span").all()
    assert len(fans) == 27
    for card in map(box, fans):
        assert 0 <= card["x"] <= right - card["width"]


@pytest.mark.one_in(2)
@SCREENS
def test_the_first_trick_lies_on_no_open_card(screen: Screen, visit: Visit) -> None:
    visitor = visit(screen)
    room = Room("sjavs2").begin(OWNER).to_cards(random.Random(3), turn=1)
    Stage(visitor, room).act(acts(room, 1)[0])
    expect(visitor.page.locator(".trick li")).to_have_count(1)
    expect(visitor.page.locator(".aside")).to_be_visible()
    drawn(visitor.page)
    played = box(visitor.page.locator(".trick li"))
    assert all(apart(played, box(card)) for card in visitor.page.locator(".row .up").all())
    check(visitor.page)
