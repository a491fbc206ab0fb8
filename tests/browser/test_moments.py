"""What there is to be seen, and heard, at moments that seldom come: they are made by hand."""

import random

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from browser.conftest import Visit
from browser.playing import keys
from browser.seeing import check, hand_on_screen
from browser.staging import Stage, at
from browser.visitors import DESKTOP, PHONE, Screen, Visitor
from helpers import run
from server.room import FRIEND, NAMES, OWNER, STRANGER, THIRD, Room, acts
from stova import State
from stova.server import events, messages
from styrivolt_states import chosen, deal, five, plain

STILL_PHONE = Screen(width=PHONE.width, height=PHONE.height, theme="dark", motion="reduce", pointer="finger")
TABLET = Screen(width=768, height=1024, theme="light", motion="reduce", pointer="finger")
TOUCHED = Screen(width=1280, height=800, theme="light", motion="reduce", pointer="finger")
SIDEWAYS = Screen(width=640, height=360, theme="light", motion="reduce", pointer="finger")
SCREENS = pytest.mark.parametrize(
    "screen", [STILL_PHONE, SIDEWAYS, TABLET, DESKTOP], ids=["phone", "sideways", "tablet", "desktop"]
)

LAMB = ("2H 7C 7S KC 8S AD", "3H 6H QH", "4C 5H", "9H KH")
"""Forehand wins a trick and can lead a lamb then; clubs and spades are chosen."""
EIGHTS = ("2S 2C 2D AC 9C", "8S 8C 8D 8H KH", "4C", "KD")
"""The player left of forehand has four eights, and forehand four twos; clubs and spades are chosen."""

NEVER_LATER = """
  const wait = window.setTimeout
  window.later = []
  window.setTimeout = (then, after, ...rest) => after === 400 ? later.push(then) : wait(then, after, ...rest)
"""
LONG = ("Christoffersen", "Gudmundur á Heygum", "Marjun Joensen", "Kristiansen-Dahl")
"""Names as people have them."""
ONLOOKER = "else"


def kept_in(*last: str) -> Room:
    """Forehand's side has taken five tricks, and says whether to go on; seat 1 is somebody else's."""
    return at(five(*last), OWNER, FRIEND)


def with_a_lamb() -> State:
    return chosen(deal(LAMB, "6C 8C 6S 9C AH"))


def with_eights() -> State:
    return chosen(deal(EIGHTS, "QC QS AH 3C 3S 5C"))


@SCREENS
def test_trumps_are_marked_in_the_trick_and_in_the_last_one(screen: Screen, visit: Visit) -> None:
    visitor = visit(screen)
    stage = Stage(visitor, at(with_a_lamb()))
    stage.act("play 2H", "play 3H", "play 5H")
    expect(visitor.page.locator(".trick li")).to_have_count(3)
    assert marked(visitor.page, ".trick li") == ["two of hearts, bird"]
    assert visitor.page.locator(".trick .role").all_text_contents() == ["bird"]
    stage.act("play 9H")
    visitor.page.get_by_role("button", name="Last trick").click()
    assert marked(visitor.page, "dialog li") == ["two of hearts, bird", "nine of hearts, hay-yard mare"]
    check(visitor.page)


def marked(page: Page, cards: str) -> list[str]:
    """What is said of the cards that have a trump's mark."""
    found = page.locator(cards).filter(has=page.locator(".trump")).locator(".unseen").all_text_contents()
    return [said.split(": ")[-1].removesuffix(", winning") for said in found]


@SCREENS
def test_a_lamb_says_that_nothing_beats_it(screen: Screen, visit: Visit) -> None:
    visitor = visit(screen)
    stage = Stage(visitor, at(with_a_lamb()))
    stage.act("play 2H", "play 3H", "play 5H", "play KH")
    stage.act("play 7C", "play 6H")
    expect(visitor.page.locator(".news")).to_have_text("♣7, lamb. Led, nothing beats it; otherwise it beats nothing.")
    expect(visitor.page.locator("[data-announcer]")).to_contain_text("seven of clubs, lamb")
    expect(visitor.page.locator(".trick .role")).to_have_text("lamb")
    check(visitor.page)


@SCREENS
@pytest.mark.parametrize("last", ["9D 8H 8D 5H", "3H 8H JS 5H"], ids=["alone", "both"])
def test_going_on_for_nine_shows_what_it_may_come_to(screen: Screen, last: str, visit: Visit) -> None:
    visitor = visit(screen)
    page, alone = visitor.page, last.startswith("9D")
    stage = Stage(visitor, kept_in(last))
    ends = page.locator(".asked .end")
    expect(ends).to_have_count(4 if alone else 3)
    stops, *_, lost = ends.all_inner_texts()
    assert ("a monk's cross" if alone else "two strokes erased") in stops
    assert lost.split("\n")[0] == "One lost"
    assert "one stroke erased" in lost
    assert page.locator(".asked .end").last.locator(".erased").count() == 1
    nothing_overlaps(page)
    hand_on_screen(page)
    check(page)
    buttons = page.locator(".asked button")
    if not alone:  # it is the partner's to say
        expect(page.locator(".prompt")).to_have_text("We have taken all 5 tricks. Partner decides.")
        assert not buttons.count()
        return
    expect(page.locator("[data-announcer]")).to_contain_text("One lost, an ordinary game, one stroke erased")
    assert [button.split("\n")[0] for button in buttons.all_inner_texts()] == ["Stop here", "Go on for all nine"]
    buttons.last.click()
    expect(page.locator(".room")).to_be_visible()
    assert stage.asked[-1] == {"type": "act", "action": "go on"}


def nothing_overlaps(page: Page) -> None:
    """What is asked and the cards of the stock, neither of which is under the head of the page."""
    drawn(page)
    asked = [page.locator(".asked .prompt"), *page.locator(".asked button").all()]
    stock = [*page.locator(".stock .cards").all(), page.locator(".foot .seat")]
    for one in asked:
        assert box(one)["y"] >= box(page.get_by_role("banner"))["height"]
        for other in stock:
            assert apart(box(one), box(other))


def drawn(page: Page) -> None:
    """Waits until all is drawn in its own letters."""
    page.evaluate("document.fonts.ready.then(() => null)")


def box(what: Locator) -> FloatRect:
    found = what.bounding_box()
    assert found is not None
    return found


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Whether two things are beside each other, or over each other."""
    return (
        one["x"] + one["width"] <= other["x"] + 1
        or other["x"] + other["width"] <= one["x"] + 1
        or one["y"] + one["height"] <= other["y"] + 1
        or other["y"] + other["height"] <= one["y"] + 1
    )


@SCREENS
def test_this_one_is_good_is_said_where_it_is_and_stays_known(screen: Screen, visit: Visit) -> None:
    """Rule: ST-11. One's own four are shown before they are announced, as one's own secret."""
    visitor = visit(screen)
    page = visitor.page
    stage = Stage(visitor, at(with_eights()))
    fours = page.locator(".stock .four")
    expect(fours).to_have_text(["Four twos: bird (only you know)"])
    stage.act("play AC", "play 8D")
    expect(page.get_by_label("seat of Left").locator(".says")).to_have_text("Hesin er góður!")
    expect(page.locator(".news")).to_contain_text("four eights were in one hand, and each counts as eight")
    expect(page.locator("[data-announcer]")).to_contain_text("four eights were in one hand")
    expect(fours).to_have_text(["Four twos: bird (only you know)", "Four eights: eight"])
    check(page)
    stage.act("play 3D", "play KD")
    stage.act("play 8S")
    expect(page.get_by_label("seat of Left").locator(".says")).to_have_count(0)
    expect(fours).to_have_count(2)


@SCREENS
def test_what_can_be_had_for_a_card_of_ones_own_is_framed_and_why_is_said(screen: Screen, visit: Visit) -> None:
    """Rules: ST-15, ST-18."""
    visitor = visit(screen)
    page = visitor.page
    Stage(visitor, at(plain()))
    expect(page.locator(".stock .wanted .unseen")).to_have_text("six of clubs, postman")
    expect(page.locator(".asked .aside")).to_contain_text("You were dealt no stikkar")
    expect(page.locator("[data-announcer]")).to_contain_text("You were dealt no stikkar")
    nothing_overlaps(page)
    check(page)


@SCREENS
def test_a_hand_that_was_taken_with_all_there_is_to_do_fits(screen: Screen, visit: Visit) -> None:
    visitor = visit(screen)
    Stage(visitor, at(run(plain(), "stock")))
    expect(visitor.page.locator(".asked .buttons button")).to_have_count(3)
    expect(visitor.page.locator(".asked .aside")).to_contain_text("Rule ST-21")
    nothing_overlaps(visitor.page)
    hand_on_screen(visitor.page)
    check(visitor.page)


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
    _not_lost(page, ".mine .row, .mine .hand")
    expect(page.locator("[data-announcer]")).to_contain_text("You turn up ")


def _covering(room: Room) -> list[str]:
    """The open cards of seat 0 that may be played, and lie on covered ones."""
    row = room.state.view(0).own[0]
    return [str(card) for card, on in zip(row.up, row.covered, strict=True) if on and f"play {card}" in acts(room, 0)]


def _not_lost(page: Page, where: str) -> None:
    """The keyboard is on something there."""
    page.wait_for_function("where => document.activeElement.closest(where) !== null", arg=where)


def test_the_keyboard_goes_to_the_hand_to_put_a_card_away(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    Stage(visitor, at(run(plain(), "stock")))
    keys(visitor.page.get_by_role("button", name="Put one card away"))
    _not_lost(visitor.page, ".hand .held")


def test_the_keyboard_goes_on_when_a_deal_is_over(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    stage = Stage(visitor, at(five("9D 8H 8D 5H")))
    keys(visitor.page.locator(".asked .buttons button").first)
    stage.act("stop")
    _not_lost(visitor.page, ".outcome .main")


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


@pytest.mark.parametrize("screen", [STILL_PHONE, TOUCHED], ids=["phone", "wide"])
def test_what_a_card_of_ones_hand_can_do_can_be_looked_up(screen: Screen, visit: Visit) -> None:
    visitor = visit(screen)
    page = visitor.page
    Stage(visitor, at(with_a_lamb()))
    page.get_by_role("button", name="What your cards can do").tap()
    lamb = page.get_by_role("dialog").get_by_role("term").filter(has_text="♣7 lamb")
    expect(lamb.locator("+ dd")).to_have_text("Led, nothing beats it; otherwise it beats nothing.")
    check(page)


def test_ones_own_side_comes_first_wherever_sides_are_told(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    page = visitor.page
    Stage(visitor, kept_in("9D 8H 8D 5H"), FRIEND).act("stop")
    expect(page.locator(".outcome .came-to")).to_have_text("They: the first five tricks kept in alone, a monk's cross.")
    assert page.locator(".outcome .told p").all_text_contents()[:2] == ["We: 0 tricks", "They: 5 tricks"]
    assert page.locator("aside svg text").all_text_contents() == ["We", "They"]
    assert page.locator(".outcome h3").all_text_contents() == ["You", "Left", "Partner", "Anna", "Stock"]
    assert page.locator("aside").get_by_text("They: kept in alone").count() == 1


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


def test_a_card_laid_open_is_among_those_turned_no_more(visit: Visit) -> None:
    visitor = visit(STILL_PHONE)
    stage = Stage(visitor, at(deal(LAMB, "AC 8C 6S 9C AH"), FRIEND, THIRD, STRANGER, OWNER), OWNER)
    turned = visitor.page.get_by_label("Stock").locator(".tight > span")
    expect(turned).to_have_count(5)
    stage.act("expose AC")
    expect(turned).to_have_count(4)
    assert visitor.page.get_by_label("Stock").get_by_text("ace of clubs").count() == 1


@SCREENS
def test_all_that_somebody_holds_is_on_the_screen(screen: Screen, visit: Visit) -> None:
    visitor = visit(screen)
    Stage(visitor, at(with_a_lamb()))
    right = box(visitor.page.locator(".table"))["x"] + box(visitor.page.locator(".table"))["width"]
    fans = visitor.page.locator(".fan > span").all()
    assert len(fans) == 27
    for card in map(box, fans):
        assert 0 <= card["x"] <= right - card["width"]


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
