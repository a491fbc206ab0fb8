"""How games are played: the pages that tell it, and the ways there from wherever a rule is named."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

import stova
from browser.conftest import Visit
from browser.playing import CARDS, TURN, Player, act, click, keys, play_until, sit
from browser.seeing import check
from browser.visitors import DESKTOP, PHONE, Screen, Visitor

REFUSED = f"{TURN} ~ * .held[aria-disabled=true]"
RULE = "main article[id]"
NOT_FOUND = r"status of 404"


def read(page: Page, game: str) -> None:
    page.goto(f"/how/{game}")
    page.get_by_role("heading", level=1).wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")  # with its letters the page moves once more


@pytest.mark.one_in(4)
@pytest.mark.parametrize("game", stova.games())
def test_every_game_has_its_page(game: str, visit: Visit) -> None:
    visitor = visit(PHONE)
    page = visitor.page
    read(page, game)
    title = stova.game(game).title
    assert page.title() == f"How {title} is played · Stova"
    told = visitor.context.request.get(f"/api/games/{game}/how").json()
    numbers = [part["rule"] for section in told["sections"] for part in section["parts"] if part["rule"]]
    assert page.locator(RULE).evaluate_all("rules => rules.map(rule => rule.id)") == numbers
    assert page.locator(".cards svg").count() >= 5
    assert page.get_by_text("`").count() == 0
    page.locator(f"{RULE}:has(table), {RULE}:has(.example)").first.locator("h3 a").click()
    page.locator(".sought").wait_for()
    check(page)
    page.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})
    page.emulate_media(color_scheme=DESKTOP.theme)
    check(page)


@pytest.mark.parametrize(("screen", "place"), [(PHONE, ".beneath"), (DESKTOP, ".remark")], ids=["phone", "desktop"])
def test_remarks_on_a_deal_stand_once_where_there_is_room(screen: Screen, place: str, visit: Visit) -> None:
    page = visit(screen).page
    read(page, "klorsjavs")
    remark = page.get_by_text("You have no heart, and trump.").filter(visible=True)
    expect(remark).to_have_count(1)
    assert remark.evaluate(f"remark => remark.matches('{place}')")


@pytest.mark.one_in(2)
@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_refused_card_leads_to_its_rule_and_not_away_from_the_table(screen: Screen, visit: Visit) -> None:
    visitor = visit(screen)
    page, player = visitor.page, refused(visitor)
    number = rule_named(page)
    page.locator(".notice").get_by_role("link").click()
    panel = page.get_by_role("dialog", name=f"Rule {number}")
    expect(panel.locator(".rule")).to_contain_text(beginning(visitor, number))
    check(page)
    assert page.context.pages == [page]
    with page.context.expect_page() as opened:
        panel.get_by_role("link", name="How Klaverjas is played").click()
    whole = opened.value
    rule = whole.locator(f"[id='{number}'].sought")
    expect(rule).to_be_in_viewport(ratio=1)
    expect(whole.locator("#KJ-5 .agreed")).to_have_text("needed (Rotterdam)")
    whole.close()
    panel.get_by_role("button", name="Close", exact=True).click()
    panel.wait_for(state="detached")
    held = page.locator(".mine .held").count()
    act(player)
    play_until([player], lambda: page.locator(".mine .held").count() < held)


def refused(visitor: Visitor) -> Player:
    """Somebody at a table of Rotterdam's rules, who has just touched a card that can't be played."""
    page = visitor.page
    page.goto(visitor.open(game="klaverjas", preset="rotterdam"))
    sit(visitor, "Marjun")
    page.get_by_role("button", name="Begin").click()
    player = Player(visitor=visitor, press=click, chance=Random(4))
    play_until([player], lambda: page.locator(REFUSED).count() > 0 and page.locator(CARDS).count() > 0)
    page.locator(REFUSED).first.evaluate("card => card.click()")  # wherever it moves just then
    page.locator(".notice").wait_for()
    return player


def beginning(visitor: Visitor, number: str) -> str:
    """The first words of a rule, as the server tells them."""
    told = visitor.context.request.get("/api/games/klaverjas/how").json()
    parts = [part for section in told["sections"] for part in section["parts"]]
    words: str = next(part["blocks"][0]["rows"][0][0][0]["text"] for part in parts if part["rule"] == number)
    return words.strip()


def rule_named(page: Page) -> str:
    return page.locator(".notice").get_by_role("link").inner_text().removeprefix("Rule ")


def test_by_the_keyboard_from_the_front_page_to_a_rule_and_back(visit: Visit) -> None:
    page = visit(DESKTOP).page
    page.goto("/")
    keys(page.get_by_role("link", name="How Stýrivolt is played"))
    page.get_by_role("heading", name="How Stýrivolt is played").wait_for()
    keys(page.get_by_role("navigation").get_by_role("link", name="Taking the stock"))
    expect(page.get_by_role("heading", name="Taking the stock")).to_be_in_viewport()
    page.get_by_role("link", name="ST-18").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#ST-18.sought")).to_be_in_viewport()
    assert page.url.endswith("/how/styrivolt#ST-18")
    page.go_back()
    page.go_back()
    expect(page.get_by_role("heading", name="How Stýrivolt is played")).to_be_in_viewport()
    page.go_back()
    page.get_by_role("button", name="Klaverjas: play now").wait_for()


def test_what_is_agreed_is_marked_and_each_rule_shown(visit: Visit) -> None:
    """From where rules are agreed on, and from where they are read at the table."""
    visitor = visit(PHONE)
    page = visitor.page
    page.goto(visitor.open(game="sjavs", options={"tie": "double"}))
    sit(visitor, "Marjun")
    page.get_by_text("All rules").click()
    page.get_by_role("link", name="Rule SJ-25").first.click()
    panel = page.get_by_role("dialog", name="Rule SJ-25")
    expect(panel.locator(".agreed").first).to_have_text("twice as much")
    panel.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Change").click()
    form = page.get_by_role("dialog", name="Rules")
    form.locator("select:has(option[value=sjavs3])").select_option("sjavs3")
    form.get_by_text("Single rules").click()
    form.get_by_role("link", name="Rule SJ3-2").click()
    panel = page.get_by_role("dialog", name="Rule SJ3-2")
    panel.get_by_text("soloist").first.wait_for()
    check(page)
    page.keyboard.press("Escape")
    panel.wait_for(state="detached")
    assert form.is_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Table", exact=True).click()
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="How Sjavs is played").click()
    expect(opened.value.locator("#SJ-25 .agreed").first).to_have_text("twice as much")


def test_whoever_has_read_may_play(visit: Visit) -> None:
    page = visit(PHONE).page
    read(page, "klaverjas")
    page.get_by_role("button", name="Play now").click()
    page.get_by_label("Your hand").wait_for()


def test_rules_lead_to_each_other(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    page = visitor.page
    read(page, "sjavs3")
    page.get_by_role("link", name="Sjavs", exact=True).click()
    page.get_by_role("heading", name="How Sjavs is played").wait_for()
    visitor.excuse(NOT_FOUND)
    page.goto("/how/poker")
    page.get_by_text("There is no such page.").wait_for()
    check(page)
