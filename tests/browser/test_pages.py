"""Every page and everything that is laid over one, in both lights: nothing wider than the screen, nothing axe finds."""

import pytest
from playwright.sync_api import Page, Route, expect

from browser.conftest import Visit
from browser.playing import OVER, alone, next_deal, play_deal, play_until, sit
from browser.seeing import check
from browser.visitors import DESKTOP, PHONE, Motion, Screen

BRIGHT_PHONE = Screen(width=360, height=640, theme="light", pointer="finger", motion="reduce")
DARK_DESKTOP = Screen(width=1280, height=800, theme="dark")
NOTE_FLIGHTS = """
  window.flights = 0
  const animate = Element.prototype.animate
  Element.prototype.animate = function (frames, how) {
    if ((how?.duration ?? how) > 0) window.flights++
    return animate.call(this, frames, how)
  }
"""
NOBODY_LOOKS_AGAIN = """
  const wait = window.setTimeout
  window.setTimeout = (then, after, ...rest) => after >= 5000 ? 0 : wait(then, after, ...rest)
"""
BROKEN_OFF = (
    "Close the table for all? The match is broken off, without a result or a record: at the end of a deal it would have"
    " both."
)
ENDED_EARLY = "Close the table for all? The match ends with the deals that are finished: this one doesn't count."
NOT_FOUND = r"status of 404"
SCREENS = {"phone": PHONE, "bright phone": BRIGHT_PHONE, "desktop": DESKTOP, "dark desktop": DARK_DESKTOP}
screens = pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS.keys())


@pytest.mark.one_in(2)
@screens
def test_pages_without_a_table(screen: Screen, visit: Visit) -> None:
    visitor = visit(screen)
    page = visitor.page
    page.goto("/")
    page.get_by_role("heading", name="You", exact=True).wait_for()
    check(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").wait_for()
    check(page)
    page.goto("/join/nothing-here")
    page.get_by_text("This invitation is for no table here").wait_for()
    visitor.excuse(NOT_FOUND)
    check(page)
    visitor.go_to_a_deleted_table()
    page.get_by_text("Nobody was at this table for long").wait_for()
    assert page.get_by_role("link", name="Download the record").get_attribute("href") == "/api/tables/gone/record"
    check(page)


def test_behind_an_unknown_proxy_the_page_says_what_to_do(visit: Visit) -> None:
    visitor = visit(PHONE)
    page = visitor.page
    proxied = {"origin": visitor.address.replace("http:", "https:"), "x-forwarded-proto": "https"}
    page.goto("/")
    page.get_by_role("button", name="Play now").last.wait_for()

    def by_proxy(call: Route) -> None:
        call.fulfill(response=call.fetch(headers=call.request.all_headers() | proxied))

    page.route("**/api/tables", lambda call: by_proxy(call) if call.request.method == "POST" else call.fallback())
    page.get_by_role("button", name="Play now").last.click()
    expect(page.get_by_text("Whoever keeps the room opens it with --proxy 127.0.0.1.")).to_be_in_viewport()
    visitor.excuse("status of 403")
    check(page)


def test_a_match_that_is_over_is_looked_at_and_not_gone_on_with(visit: Visit) -> None:
    visitor = visit(PHONE)
    page = visitor.page
    table = {"id": "t", "game": "sjavs", "title": "Sjavs", "stage": "over", "players": ["Bo"], "yourTurn": "no"}
    going = table | {"id": "u", "stage": "playing"}
    page.route("**/api/mine", lambda call: call.fulfill(json=[table, going]))
    page.goto("/")
    ways = page.get_by_role("region", name="My tables").get_by_role("link")
    expect(ways).to_have_text(["Look", "Go on"])


def test_play_now_pressed_twice_opens_one_table(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    page, asked = visitor.page, list[Route]()
    page.goto("/")
    page.route("**/api/tables", lambda call: asked.append(call) if call.request.method == "POST" else call.fallback())
    play = page.get_by_role("button", name="Play now").first
    with page.expect_request(lambda call: call.method == "POST" and call.url.endswith("/api/tables")):
        play.click()
    play.click()
    asked[0].continue_()
    page.get_by_label("What you may do").wait_for()
    assert len(asked) == 1


@pytest.mark.one_in(2)
@screens
def test_a_table_and_what_is_laid_over_it(screen: Screen, visit: Visit) -> None:
    visitor = visit(screen)
    page = visitor.page
    page.goto(visitor.open(game="sjavs"))
    sit(visitor, "Marjun")
    check(page)
    page.get_by_role("button", name="Change").click()
    page.get_by_text("Single rules").click()
    check(page)
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_label("What you may do").wait_for()
    for name in ("Last trick", "Sheet", "Talk", "Table"):
        button = page.get_by_role("banner").get_by_role("button", name=name, exact=True)
        if button.is_visible():
            button.click()
            check(page)
            page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Pause").click()
    page.get_by_text("The table is paused.").wait_for()
    check(page)
    page.goto("/")
    page.get_by_role("link", name="Go on").wait_for()
    check(page)


def test_a_table_that_was_closed(visit: Visit) -> None:
    visitor = visit(PHONE)
    page = visitor.page
    page.goto(visitor.open(game="sjavs"))
    sit(visitor, "Marjun")
    close(page, "Close the table for all?")
    page.get_by_role("link", name="All games").wait_for()
    check(page)
    assert page.get_by_role("main").count() == 1
    assert not page.get_by_role("link", name="Download the record").count()


def close(page: Page, question: str) -> None:
    """The owner closes the table, being asked so first."""
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Close the table").click()
    page.get_by_role("group", name=question, exact=True).get_by_role("button", name="Yes").click()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_match_that_ends_with_its_table_shows_what_it_came_to(screen: Screen, visit: Visit) -> None:
    host, onlooker = visit(screen), visit(PHONE)
    page = host.page
    player = alone(host, "klaverjas")
    page.locator(".asked").wait_for()
    onlooker.page.goto(page.url)
    onlooker.page.get_by_text("You are looking on.").wait_for()
    play_deal([player])
    close(page, "Close the table for all?")
    for shown in (page, onlooker.page):
        shown.get_by_role("status").get_by_text("This table is closed.").wait_for()
        expect(shown.locator(f"{OVER} .won")).to_be_visible()
        expect(shown.locator(f"{OVER} .sheet table")).to_be_visible()
        assert not shown.get_by_text("deals to go").count()
        assert shown.locator(OVER).get_by_role("button").all_inner_texts() == []
        check(shown)
    page.reload()
    address = str(page.get_by_role("link", name="Download the record").get_attribute("href"))
    assert page.request.get(address).json()["closed"] is True
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("dialog").get_by_role("link", name="How Klaverjas is played").wait_for()
    menu = page.get_by_role("dialog").get_by_role("button").all_inner_texts()
    assert not {"Stand up", "Close the table", "Copy link"} & set(menu)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_match_that_is_broken_off_counts_as_far_as_its_deals_are_finished(screen: Screen, visit: Visit) -> None:
    visitor = visit(screen)
    page, player = visitor.page, alone(visitor, "klaverjas")
    play_deal([player])
    next_deal([player])
    page.get_by_label("What you may do").wait_for()
    close(page, ENDED_EARLY)
    page.get_by_role("status").get_by_text("This table is closed.").wait_for()
    expect(page.locator(f"{OVER} .sheet").get_by_text("The match was ended early.")).to_be_visible()
    assert not page.get_by_text("deals to go").count()
    address = str(page.get_by_role("link", name="Download the record").get_attribute("href"))
    record = page.request.get(address).json()
    assert record["closed"] is True
    assert all("result" in deal for deal in record["deals"])
    check(page)


def test_a_first_deal_that_is_broken_off_leaves_nothing(visit: Visit) -> None:
    visitor = visit(PHONE)
    page = visitor.page
    alone(visitor, "klaverjas")
    page.get_by_label("What you may do").wait_for()
    close(page, BROKEN_OFF)
    page.get_by_role("link", name="All games").wait_for()
    assert not page.get_by_role("link", name="Download the record").count()
    check(page)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("motion", "flies"), [("reduce", "nothing"), ("no-preference", "cards")])
def test_nothing_flies_if_the_device_asks_for_that(motion: Motion, flies: str, visit: Visit) -> None:
    visitor = visit(Screen(width=1280, height=800, theme="light", motion=motion, time="real"))
    visitor.page.add_init_script(NOTE_FLIGHTS)
    player = alone(visitor, "klaverjas")
    play_until([player], lambda: visitor.page.locator(".mine .held").count() == 6)
    assert visitor.page.evaluate("flights") == 0 if flies == "nothing" else visitor.page.evaluate("flights") > 0


def test_the_front_page_asks_once_for_its_lists(visit: Visit) -> None:
    visitor = visit(Screen(width=1280, height=800, theme="light", time="real"))
    page, asked = visitor.page, list[str]()
    page.add_init_script(NOBODY_LOOKS_AGAIN)
    page.on("request", lambda request: asked.append(request.url.removeprefix(visitor.address)))
    page.goto("/")
    page.get_by_role("heading", name="You", exact=True).wait_for()
    page.wait_for_load_state("networkidle")
    assert asked.count("/api/mine") == asked.count("/api/tables") == 1


def test_the_keyboard_goes_back_to_where_it_was(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    page = visitor.page
    page.goto(visitor.open(game="sjavs"))
    sit(visitor, "Marjun")
    page.get_by_role("button", name="Change").click()
    way = page.get_by_label("Way of playing")
    way.focus()
    way.select_option("suduroy")
    page.get_by_text("As on the southern island.").last.wait_for()
    expect(way).to_be_focused()
    page.get_by_role("button", name="Play by these").click()
    expect(page.get_by_role("button", name="Change")).to_be_focused()

    opener = page.get_by_role("banner").get_by_role("button", name="Table", exact=True)
    opener.click()
    page.get_by_role("button", name="Stand up").click()
    expect(page.get_by_role("group", name="Leave your seat to a bot?").get_by_role("button", name="No")).to_be_focused()
    check(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Stand up")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Yes").click()
    expect(opener).to_be_focused()


def test_who_stood_up_is_offered_the_seat_they_had(visit: Visit) -> None:
    visitor = visit(PHONE)
    page = visitor.page
    alone(visitor, "sjavs")
    page.get_by_label("What you may do").wait_for()
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Stand up").click()
    page.get_by_role("button", name="Yes").click()
    page.get_by_text("You are looking on.").wait_for()
    seats = page.get_by_role("status").get_by_role("button")
    assert seats.all_inner_texts() == ["Take your seat again"]
    check(page)
    seats.click()
    page.get_by_text("You are looking on.").wait_for(state="detached")


@pytest.mark.one_in(2)
@screens
def test_who_comes_late_and_has_no_name_yet(screen: Screen, visit: Visit) -> None:
    host, guest = visit(DESKTOP), visit(screen)
    alone(host, "sjavs")
    host.page.get_by_label("What you may do").wait_for()
    page = guest.page
    page.goto(host.page.url)
    seat = page.get_by_role("button", name="Play for Bot 2")
    expect(seat).to_be_disabled()
    check(page)
    page.get_by_label("Your name").fill("Bo")
    seat.click()
    page.get_by_text("You are looking on.").wait_for(state="detached")
    host.page.get_by_label("seat of Bo").wait_for()
