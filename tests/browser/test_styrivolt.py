"""What cards can do, and what lies open, in Stýrivolt: at moments made by hand."""

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.playing import keys
from browser.seeing import apart, box, check, drawn, hand_on_screen, not_lost
from browser.staging import LAMB, Stage, at, kept_in, with_a_lamb
from browser.visitors import DESKTOP, SCREENS, STILL_PHONE, TOUCHED, Screen
from helpers import run
from server.room import FRIEND, OWNER, STRANGER, THIRD
from stova import State
from styrivolt_states import chosen, deal, plain

EIGHTS = ("2S 2C 2D AC 9C", "8S 8C 8D 8H KH", "4C", "KD")
"""The player left of forehand has four eights, and forehand four twos; clubs and spades are chosen."""


def with_eights() -> State:
    return chosen(deal(EIGHTS, "QC QS AH 3C 3S 5C"))


@pytest.mark.one_in(2)
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


@pytest.mark.one_in(2)
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


@pytest.mark.one_in(4)
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


@pytest.mark.one_in(2)
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


@pytest.mark.one_in(2)
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


@pytest.mark.one_in(2)
@SCREENS
def test_a_hand_that_was_taken_with_all_there_is_to_do_fits(screen: Screen, visit: Visit) -> None:
    visitor = visit(screen)
    Stage(visitor, at(run(plain(), "stock")))
    expect(visitor.page.locator(".asked .buttons button")).to_have_count(3)
    expect(visitor.page.locator(".asked .aside")).to_contain_text("Rule ST-21")
    nothing_overlaps(visitor.page)
    hand_on_screen(visitor.page)
    check(visitor.page)


def test_the_keyboard_goes_to_the_hand_to_put_a_card_away(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    Stage(visitor, at(run(plain(), "stock")))
    keys(visitor.page.get_by_role("button", name="Put one card away"))
    not_lost(visitor.page, ".hand .held")


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


def test_a_card_laid_open_is_among_those_turned_no_more(visit: Visit) -> None:
    visitor = visit(STILL_PHONE)
    stage = Stage(visitor, at(deal(LAMB, "AC 8C 6S 9C AH"), FRIEND, THIRD, STRANGER, OWNER), OWNER)
    turned = visitor.page.get_by_label("Stock").locator(".tight > span")
    expect(turned).to_have_count(5)
    stage.act("expose AC")
    expect(turned).to_have_count(4)
    assert visitor.page.get_by_label("Stock").get_by_text("ace of clubs").count() == 1
