"""Alone against bots: from the front page to the end of a match, and another."""

import re
from random import Random

from playwright.sync_api import Page

from browser.conftest import Visit
from browser.playing import OVER, Player, alone, click, keys, play_deal, play_until, shown, sit
from browser.seeing import check
from browser.visitors import DESKTOP, PHONE, Visitor


def test_one_touch_and_one_plays(visit: Visit) -> None:
    page = visit(PHONE).page
    page.goto("/")
    page.get_by_role("button", name="Klaverjas: play now").tap()
    page.get_by_label("Your hand").wait_for()
    assert page.locator(".mine .held").count() == 8


def test_a_match_by_rules_of_ones_own_to_its_end(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    page = visitor.page
    play_to_the_end(begin(visitor, "Auction Klørsjavs", deals=2))
    page.get_by_text("Deal 2").wait_for()
    check(page)
    with page.expect_download() as record:
        page.get_by_text("Download the record").click()
    assert "fair" in record.value.path().read_text(encoding="utf-8")
    assert re.fullmatch(r"stova-klorsjavs_auction-20\d\d-\d\d-\d\d-\d{6}\.jsonl", record.value.suggested_filename)
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_text("Fair deals").click()
    page.get_by_text(f"stova verify {record.value.suggested_filename} --commitment").wait_for()
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Play another").click()
    page.get_by_role("button", name="Begin").wait_for()


def test_other_rules_take_nobodys_share_of_the_deals_away(visit: Visit) -> None:
    """All shares are taken back then: those who sit there give theirs again."""
    visitor = visit(DESKTOP)
    page = visitor.page
    page.goto(visitor.open(game="klaverjas"))
    sit(visitor, "Marjun")
    agree(page, None)
    visitor.settle()
    page.get_by_role("button", name="Begin").click()
    page.get_by_label("Your hand").wait_for()
    shares = [scene["fair"]["shares"][0] for scene in visitor.scenes() if "fair" in scene]
    first = shares.index(next(filter(None, shares)))
    assert "" in shares[first:], "they were taken back"
    assert shares[-1] == shares[first]


def play_to_the_end(player: Player) -> None:
    play_until([player], shown(player.page, ":text-is('The match is over')"))


def begin(visitor: Visitor, game: str, deals: int | None = None) -> Player:
    """Alone at a table for friends, which plays by the rules agreed."""
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name=f"{game}: a table for friends", exact=True).click()
    agree(page, deals)
    sit(visitor, "Marjun")
    page.get_by_role("button", name="Begin").click()
    return Player(visitor=visitor, press=click, chance=Random(3))


def agree(page: Page, deals: int | None) -> None:
    """Beginners, no time lost, and so many deals if that isn't left as it is."""
    page.get_by_role("button", name="Change").click()
    page.get_by_label("Bots").select_option("beginner")
    page.get_by_label("Pace").select_option("quick")
    page.get_by_text("Single rules").click()
    if deals is not None:
        page.get_by_label("Deals").fill(str(deals))
        page.get_by_label("Deals").press("Tab")
    check(page)
    page.get_by_role("button", name="Play by these").click()
    page.get_by_role("dialog").wait_for(state="detached")
    page.get_by_text("quick").wait_for()


LISTEN = """
  window.heard = []
  new MutationObserver(() => {
    const said = document.querySelector("[data-announcer]")?.textContent
    if (said && said !== window.heard.at(-1)) window.heard.push(said)
  }).observe(document, { subtree: true, childList: true, characterData: true })
"""
RANKS = {"7": "seven", "8": "eight", "9": "nine", "10": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
SUITS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}


def test_a_deal_is_told_to_who_listens(visit: Visit) -> None:
    """The trumps, every card and who takes each trick, one's own turns and what the deal came to."""
    visitor = visit(DESKTOP)
    visitor.page.add_init_script(LISTEN)
    player = alone(visitor, "klaverjas", press=keys)
    play_deal([player])
    heard: list[str] = visitor.page.evaluate("window.heard")
    done = {
        happened["at"]: happened
        for scene in visitor.scenes()
        for happened in scene.get("story", ())
        if happened["kind"] == "Play"
    }
    assert len(done) == 32
    told = " ".join(heard)
    for happened in done.values():
        card = happened["action"].split()[-1]
        assert f"{RANKS[card[:-1]]} of {SUITS[card[-1]]}" in told, card
    assert told.count(" the trick.") == 8
    assert "as trumps" in told
    assert "Your turn" in told or "Your lead" in told
    came_to = visitor.page.locator(f"{OVER} .came-to").inner_text()
    assert came_to
    assert came_to in told
