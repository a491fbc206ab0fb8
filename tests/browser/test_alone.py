"""Alone against bots: from the front page to the end of a match, and another."""

from random import Random

from browser.conftest import Visit
from browser.playing import Player, click, next_deal, play_deal
from browser.seeing import check
from browser.visitors import DESKTOP, PHONE, Visitor


def test_one_touch_and_one_plays(visit: Visit) -> None:
    page = visit(PHONE).page
    page.goto("/")
    page.get_by_role("button", name="Klaverjas: play now").tap()
    page.get_by_label("Your hand").wait_for()
    assert page.locator(".mine .held").count() == 8


def test_a_match_to_its_end(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name="Auction Klørsjavs: a table for friends").click()
    agree(visitor)
    page.get_by_role("button", name="Sit here").first.click()
    page.get_by_role("button", name="Begin").click()
    player = Player(visitor=visitor, press=click, chance=Random(3))
    play_deal([player])
    next_deal([player])
    play_deal([player])
    page.get_by_role("heading", name="The match is over").wait_for()
    check(page)
    with page.expect_download() as record:
        page.get_by_text("Download the record").click()
    assert "fair" in record.value.path().read_text(encoding="utf-8")
    page.get_by_role("button", name="Play another").click()
    page.get_by_role("button", name="Begin").wait_for()


def agree(visitor: Visitor) -> None:
    """Two deals, beginners, and no time lost."""
    page = visitor.page
    page.get_by_role("button", name="Change").click()
    page.get_by_label("Bots").select_option("beginner")
    page.get_by_label("Pace").select_option("quick")
    page.get_by_text("Single rules").click()
    page.get_by_label("Deals").fill("2")
    page.get_by_label("Deals").press("Tab")
    check(page)
    page.get_by_role("button", name="Play by these").click()
    page.get_by_role("dialog").wait_for(state="detached")
    page.get_by_text("quick").wait_for()
