"""What is to be seen of a table: what was called, each card of the trick, and how many cards the others hold."""

import json
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from browser.conftest import Visit
from browser.playing import CARDS, OVER, Player, alone, click, keys, play_deal, play_until, shown, sit
from browser.seeing import check
from browser.visitors import DESKTOP, PHONE, SIDEWAYS, STILL_PHONE, Motion, Screen
from stova.server.table import MOST_TALK

INDEX = 0.45
"""The part of a card, from its upper left corner, in which its rank and its suit stand."""
SCREENS = {"phone": STILL_PHONE, "sideways": SIDEWAYS, "desktop": DESKTOP}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS.keys())
def test_no_card_of_a_trick_hides_another_and_hands_show_their_cards(screen: Screen, visit: Visit) -> None:
    visitor = visit(screen)
    page = visitor.page
    player = alone(visitor, "klaverjas")
    trick: list[bool] = []

    def is_full() -> bool:
        trick[:] = _indices_on_top(page)
        return len(trick) == len(visitor.scenes()[0]["chairs"])

    play_until([player], is_full)
    assert all(trick)
    play_until([player], lambda: page.locator(".mine .held").count() == 5 and page.locator(".acting").count() > 0)
    fans = [fan.locator(".back").count() for fan in page.locator(".fan").all()]
    assert fans == _held(visitor.scenes())


@pytest.mark.one_in(2)
@pytest.mark.parametrize("screen", [STILL_PHONE, DESKTOP], ids=["phone", "desktop"])
def test_who_is_slow_and_who_is_asleep(screen: Screen, visit: Visit) -> None:
    """The server says so after half a minute and after one: here it is made to say so at once."""
    visitor = visit(screen)
    page, clocks, told = visitor.page, dict[int, float](), list[Any]()

    def connected(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def tell(message: str | bytes) -> None:
            heard = json.loads(message)
            for seat, chair in enumerate(heard.get("scene", {}).get("chairs", ())):
                if seat in clocks:
                    chair |= {"until": clocks[seat]} | (
                        {} if chair["who"] == "you" else {"who": "person", "name": "Bo"}
                    )
            line.send(json.dumps(heard))

        def asked(message: str | bytes) -> None:
            told.append(json.loads(message).get("command"))
            server.send(message)

        server.on_message(tell)
        line.on_message(asked)

    page.route_web_socket(re.compile("/ws$"), connected)
    play_until([alone(visitor, "klaverjas")], shown(page, CARDS))
    clocks |= {0: 20.0, 1: 30.0}
    page.reload()
    page.get_by_label("seat of Bo").get_by_text(re.compile(r"slow, [12]\d s")).wait_for()
    page.get_by_role("status").get_by_text("The others wait: they may soon").get_by_text(
        re.compile(r"1\d s")
    ).wait_for()
    check(page)
    assert not page.get_by_role("button", name="Let a bot play for Bo").count()
    clocks |= {0: 0.0, 1: 0.0}
    page.reload()
    page.get_by_label("seat of Bo").get_by_text("asleep?").wait_for()
    page.get_by_role("status").get_by_text("they may let a bot play for you now").wait_for()
    check(page)
    page.get_by_role("button", name="Let a bot play for Bo").click()
    page.get_by_role("alert").get_by_text(".").wait_for(state="attached")
    assert told[-1] == {"type": "replace", "seat": 1}


def test_what_lies_before_a_seat_is_not_in_its_hand(visit: Visit) -> None:
    """Eight cards each, beside four that lie open and four below those."""
    visitor = visit(DESKTOP)
    page = visitor.page
    player = alone(visitor, "sjavs2")
    play_until([player], lambda: page.locator(CARDS).count() > 0)
    assert page.locator(".mine .hand .held").count() == 8
    scenes = visitor.scenes()
    lay_open = next(scene["own"]["seats"][1]["up"] for scene in scenes if (scene.get("own") or {}).get("seats"))
    played = next(scene["trick"]["cards"] for scene in reversed(scenes) if scene.get("trick"))
    expect(page.locator(".fan .back")).to_have_count(8 - len(set(played) - set(lay_open)))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_keyboard_stays_in_the_hand(motion: Motion, visit: Visit) -> None:
    """A card played by the keyboard leaves it on the next one, or on the one that is last now."""
    visitor = visit(Screen(width=1280, height=800, theme="light", motion=motion))
    page = visitor.page
    player = alone(visitor, "klaverjas", press=keys)
    for left in (7, 6):
        play_until([player], lambda: page.locator(CARDS).count() > 0)
        cards = page.locator(CARDS)
        keys(cards.last if left == 7 else cards.first)
        page.wait_for_function("left => document.querySelectorAll('.mine .hand > li').length === left", arg=left)
        assert page.evaluate("document.activeElement.closest('.hand') !== null")


def test_calls_stand_on_the_felt_until_a_card_is_played(visit: Visit) -> None:
    visitor = visit(STILL_PHONE)
    page = visitor.page
    player = alone(visitor, "sjavs")
    calls = page.get_by_role("list", name="The calls").get_by_role("listitem")
    callers: list[str] = []

    def all_called() -> bool:
        callers[:] = [said.split(":")[0] for said in calls.all_text_contents()]
        return len(callers) == len(visitor.scenes()[0]["chairs"])

    play_until([player], all_called)
    assert [caller.strip() for caller in callers] == ["You", "Left", "Partner", "Right"]
    play_until([player], shown(page, ".trick li"))
    assert not calls.count()


def test_whoever_is_called_like_a_bot_is_one_of_those_who_played(visit: Visit) -> None:
    host, onlooker = visit(DESKTOP), visit(PHONE)
    host.page.goto(host.open(game="klaverjas"))
    sit(host, "Bot 2")
    host.page.get_by_role("button", name="Begin").click()
    host.page.locator(".asked").wait_for()
    onlooker.page.goto(host.page.url)
    play_deal([Player(visitor=host, press=click, chance=Random(2))])
    onlooker.page.locator(OVER).wait_for()
    assert onlooker.page.locator(f"{OVER} h3").all_text_contents() == ["Bot 2", "Bot 2", "Bot 3", "Bot 4"]


def test_what_is_said_after_much_talk_is_marked_until_it_is_read(visit: Visit) -> None:
    """A table tells the last that was said, and never more: here all of that was said before."""
    hearing, speaking = visit(STILL_PHONE), visit(DESKTOP)
    before = [{"at": at, "name": "Bo", "seat": 1, "text": str(at), "phrase": ""} for at in range(1, MOST_TALK + 1)]

    def connected(line: WebSocketRoute) -> None:
        def tell(message: str | bytes) -> None:
            heard = json.loads(message)
            if "talk" in heard.get("scene", {}):
                heard["scene"]["talk"] = [*before, *heard["scene"]["talk"]][-MOST_TALK:]
            line.send(json.dumps(heard))

        line.connect_to_server().on_message(tell)

    page, talk, unread = hearing.page, hearing.page.get_by_role("button", name="Talk"), hearing.page.locator(".unread")
    page.route_web_socket(re.compile("/ws$"), connected)
    invitation = hearing.open(game="klaverjas")
    page.goto(invitation)
    speaking.page.goto(invitation)
    sit(speaking, "Bo")
    unread.wait_for()
    talk.click()
    page.get_by_role("button", name="Close", exact=True).click()
    unread.wait_for(state="detached")
    speaking.page.get_by_role("button", name="Talk").click()
    speaking.page.get_by_role("button", name="Well played.").click()
    unread.wait_for()


def test_only_a_card_that_is_raised_first_is_a_toggle(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    page = visitor.page
    player = alone(visitor, "klaverjas")
    play_until([player], lambda: page.locator(CARDS).count() > 0)
    assert not page.locator(".held[aria-pressed]").count()
    page.evaluate("localStorage.setItem('stova.settings', JSON.stringify({ touch: 'raise' }))")
    page.reload()
    page.locator(CARDS).last.click()
    assert page.locator(".held[aria-pressed=true]").count() == 1
    assert page.locator(".held[aria-pressed]").count() == page.locator(CARDS).count()


def _indices_on_top(page: Page) -> list[bool]:
    """Whether nothing lies on the part of each card of the trick that says which it is."""
    tops: list[bool] = page.evaluate(
        """index => {
          const centre = document.querySelector(".centre")
          if (centre === null) return []
          centre.style.pointerEvents = "auto"
          const parts = [0.1, 0.5, 1].flatMap(across => [0.1, 0.5, 1].map(down => [index * across, index * down]))
          const tops = [...centre.querySelectorAll(".trick li")].map(card => {
            const { x, y, width, height } = card.getBoundingClientRect()
            return parts.every(([across, down]) =>
              card.contains(document.elementFromPoint(x + width * across, y + height * down)))
          })
          centre.style.pointerEvents = ""
          return tops
        }""",
        INDEX,
    )
    return tops


def _held(scenes: list[dict[str, object]]) -> list[int]:
    """How many cards the others hold, by the last scene that told of the deal; none of those who hold nothing."""
    deal = next(scene["deal"] for scene in reversed(scenes) if scene.get("deal"))
    assert isinstance(deal, dict)
    return [count for count in deal["counts"][1:] if count]
