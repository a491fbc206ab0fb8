"""Four people with browsers of their own at one table, and one who only looks on."""

from random import Random

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.playing import OVER, Player, click, play_until, shown, sit
from browser.seeing import check
from browser.visitors import DESKTOP, PHONE, Visitor

NAMES = ("Rannvá", "Høgni", "Sunnuva", "Tróndur")
HELD = ".mine .held"


@pytest.fixture(scope="module")
def visitors(visit_for_long: Visit) -> list[Visitor]:
    """Four people, each with a browser of their own."""
    return [visit_for_long(DESKTOP) for _ in NAMES]


@pytest.fixture
def players(visitors: list[Visitor]) -> list[Player]:
    """The four at a new table, over the link the first of them was shown, and they have begun."""
    host, *others = visitors
    host.page.goto(host.open(game="klaverjas"))
    sit(host, NAMES[0])
    link = host.page.locator(".shared .link").inner_text()
    for visitor, name in zip(others, NAMES[1:], strict=True):
        visitor.page.goto(link)
        sit(visitor, name)
    host.page.get_by_role("button", name="Begin").click()
    return [Player(visitor=visitor, press=click, chance=Random(seat)) for seat, visitor in enumerate(visitors)]


def test_who_is_invited_reads_by_whom(visitors: list[Visitor]) -> None:
    host, guest = visitors[:2]
    invitation = host.open(game="styrivolt")
    guest.page.goto(invitation)
    guest.page.get_by_role("heading", name="You are invited to Stýrivolt.").wait_for()
    host.page.goto(invitation)
    sit(host, "Rannvá")
    guest.page.get_by_role("heading", name="Rannvá invites you to Stýrivolt.").wait_for()
    check(guest.page)
    host.page.get_by_label("Your name").fill("Rannvá á Bø")
    host.page.get_by_role("button", name="Begin").focus()
    guest.page.get_by_role("heading", name="Rannvá á Bø invites you").wait_for()
    sit(guest, "Høgni")
    assert not guest.page.get_by_text("invites you").count()
    assert not host.page.get_by_text("invites you").count()


def test_who_sits_accepts_rules_that_were_changed(visitors: list[Visitor]) -> None:
    host, guest = visitors[:2]
    invitation = host.open(game="klaverjas")
    host.page.goto(invitation)
    sit(host, NAMES[0])
    guest.page.goto(invitation)
    sit(guest, NAMES[1])
    host.page.get_by_role("button", name="Change").click()
    host.page.get_by_label("Way of playing").select_option("rotterdam")
    host.page.get_by_text("A suit is turned for trumps").last.wait_for()
    host.page.get_by_role("button", name="Play by these").click()
    guest.page.get_by_text("The rules were changed").wait_for()
    assert not host.page.get_by_text("The rules were changed").count()
    host.page.get_by_text("has yet to agree").wait_for()
    check(guest.page)
    check(host.page)
    host.page.get_by_role("button", name="Begin").click()
    host.page.get_by_text(f"{NAMES[1]} must accept them first").first.wait_for()
    guest.page.get_by_role("button", name="Agree", exact=True).click()
    expect(guest.page.get_by_text("The rules were changed")).to_have_count(0)
    host.page.get_by_role("button", name="Begin").click()
    expect(guest.page.locator(".gathering")).to_have_count(0)


def in_second_trick(player: Player) -> bool:
    """Whether one or two cards of the second trick lie on the table and the player still has to play."""
    return player.page.locator(HELD).count() == 7 and player.page.locator(".trick li").count() in (1, 2)


def hand(visitor: Visitor) -> list[str]:
    return [card.get_attribute("data-card") or "" for card in visitor.page.locator(HELD).all()]


def test_a_deal_with_one_who_drops_out_twice(players: list[Player]) -> None:
    dropping, seat = players[2], players[0].page.get_by_label("seat of Sunnuva")
    play_until(players, lambda: in_second_trick(dropping))
    cards = hand(dropping.visitor)

    dropping.page.close()
    seat.get_by_text("bot in").wait_for()
    dropping.visitor.arrive()
    dropping.visitor.reach_over_a_line()
    dropping.page.goto("/")
    dropping.page.get_by_role("region", name="My tables").get_by_role("link", name="Go on").click()
    dropping.page.locator(HELD).first.wait_for()
    seat.get_by_text("bot in").wait_for(state="detached")
    assert hand(dropping.visitor) == cards

    dropping.visitor.cut()
    dropping.page.get_by_text("The connection is gone").wait_for()
    seat.get_by_text("bot in").wait_for()
    check(dropping.page)
    dropping.visitor.mend()
    dropping.page.get_by_text("The connection is gone").wait_for(state="detached")
    seat.get_by_text("bot in").wait_for(state="detached")
    assert hand(dropping.visitor) == cards

    play_until(players, shown(players[0].page, OVER))
    for player in players:
        player.page.locator(OVER).wait_for()

    dropping.visitor.cut()
    players[0].page.locator(OVER).get_by_text("Sunnuva: bot in").wait_for()
    check(players[0].page)
    dropping.visitor.mend()
    players[0].page.locator(OVER).get_by_text("Sunnuva: bot in").wait_for(state="detached")


def test_an_onlooker_sees_no_hand(players: list[Player], visit: Visit) -> None:
    onlooker = visit(PHONE)
    onlooker.page.goto(players[0].page.url)
    onlooker.page.get_by_text("You are looking on.").wait_for()
    play_until(players, lambda: in_second_trick(players[3]))
    check(onlooker.page)
    onlooker.page.locator(".trick li").first.wait_for()
    assert not onlooker.page.locator(".held").count()
    assert onlooker.scenes()
    assert not any(scene.get("hand") or scene.get("choices") for scene in onlooker.scenes())
    assert any(scene.get("hand") for scene in players[3].visitor.scenes())


def test_a_refused_card_says_why(players: list[Player]) -> None:
    refused = ".asked.acting ~ * .held[aria-disabled=true]"
    play_until(players, lambda: any(player.page.locator(refused).count() for player in players))
    page = next(player.page for player in players if player.page.locator(refused).count())
    card = page.locator(refused).first
    name = card.get_attribute("data-card")
    card.evaluate("card => card.click()")  # a neighbour covers the most of it
    notice = page.locator(".asked .notice")
    notice.wait_for()
    assert notice.inner_text().split("Rule KJ-")[0].strip().endswith(".")
    assert notice.get_by_role("link").inner_text().startswith("Rule KJ-")
    assert page.get_by_role("alert").inner_text() in notice.inner_text()
    assert page.locator(f"[data-card='{name}']").count() == 1
    check(page)


def test_what_is_said_is_text_and_all_of_it_in_reach(players: list[Player]) -> None:
    speaking, hearing = players[0].page, players[1].page
    for said in ("long " * 50 + "1", "long " * 50 + "2", "<img src=x onerror=alert(1)> Góðan dag"):
        speaking.get_by_label("Say something").fill(said)
        speaking.get_by_role("button", name="Say", exact=True).click()
        hearing.get_by_label("seat of Rannvá").locator(".says").get_by_text(said[:200]).wait_for()
        hearing.locator("aside .lines").get_by_text(said).wait_for()
    assert not hearing.locator(".lines img").count()
    check(hearing)


def test_who_is_muted_stays_so(players: list[Player]) -> None:
    host, other = players[0].page, players[1].page
    for page in (host, other):
        page.get_by_label("Say something").wait_for()
    heard = host.get_by_role("list", name="Talk")

    def say(text: str) -> None:
        other.get_by_label("Say something").fill(text)
        other.get_by_role("button", name="Say", exact=True).click()
        other.get_by_role("list", name="Talk").get_by_text(text).wait_for()

    say("Gott spæl")
    heard.get_by_text("Gott spæl").wait_for()
    host.get_by_role("button", name=f"Mute {NAMES[1]}").click()
    assert not heard.get_by_text("Gott spæl").count()
    host.reload()
    say("Og takk")
    players[2].page.get_by_role("list", name="Talk").get_by_text("Og takk").wait_for()
    host.get_by_role("button", name=f"Hear {NAMES[1]}").wait_for()
    assert "takk" not in host.locator("body").inner_text()
    host.get_by_role("button", name=f"Hear {NAMES[1]}").click()
    heard.get_by_text("Og takk").wait_for()
