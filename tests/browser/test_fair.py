"""A house that doesn't keep to what it showed: what it is made to say is told plainly at the table."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute

from browser.conftest import Visit
from browser.playing import sit
from browser.seeing import check
from browser.visitors import DESKTOP, PHONE, Screen, Visitor

ALARM = "The cards may have been chosen"
ASKED = "Did another device of yours add them?"


def crooked(visitor: Visitor, exchanged: Callable[[dict[str, Any]], None]) -> list[str]:
    """Lets a visitor's page hear otherwise of how the cards come about, once the list returned isn't empty."""
    from_now_on: list[str] = []

    def altered(data: str) -> str:
        message = json.loads(data)
        if from_now_on and "fair" in message.get("scene", {}):
            exchanged(message["scene"]["fair"])
        return json.dumps(message)

    def connected(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda data: line.send(altered(str(data))))

    visitor.page.route_web_socket(re.compile("/ws$"), connected)
    return from_now_on


def another_secret(fair: dict[str, Any]) -> None:
    fair["commitment"] = "ab" * 32


def another_share(fair: dict[str, Any]) -> None:
    fair["shares"][0] = "cd" * 32


@pytest.mark.one_in(2)
@pytest.mark.parametrize("screen", [PHONE, DESKTOP])
@pytest.mark.parametrize(
    ("exchanged", "said", "told"),
    [
        (another_secret, ALARM, "exchanged it after it had seen them"),
        (another_share, ASKED, "If neither is so, the table exchanged them."),
    ],
)
def test_what_was_exchanged_is_said(
    visit: Visit, screen: Screen, exchanged: Callable[[dict[str, Any]], None], said: str, told: str
) -> None:
    visitor = visit(screen)
    page, house = visitor.page, crooked(visitor, exchanged)
    page.goto(visitor.open(game="klaverjas"))
    sit(visitor, "Marjun")
    page.get_by_role("button", name="Begin").wait_for()
    house.append("crooked")
    page.reload()
    page.get_by_role("button", name="Begin").click()
    page.get_by_label("Your hand").wait_for()
    page.get_by_text(said).wait_for()
    check(page)
    page.get_by_role("button", name="Look").click()
    page.get_by_text(told).wait_for()
    check(page)
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_text(said).wait_for(state="detached")


def test_an_honest_house_is_not_accused(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    page = visitor.page
    page.goto(visitor.open(game="klaverjas"))
    sit(visitor, "Marjun")
    page.get_by_role("button", name="Begin").click()
    page.get_by_label("Your hand").wait_for()
    page.reload()
    page.get_by_label("Your hand").wait_for()
    page.get_by_role("banner").get_by_role("button", name="Table", exact=True).click()
    page.get_by_text("Fair deals").click()
    page.get_by_text("Your device noted the number before it added its bytes.").wait_for()
    assert page.get_by_text(ALARM).count() == 0
