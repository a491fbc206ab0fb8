"""Playing at a table with the hands: whatever may be done now is touched, or reached by the keyboard and pressed."""

import time
from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct
from playwright.sync_api import Locator, Page

from browser.visitors import Visitor

Press = Callable[[Locator], None]
TURN = ".asked.acting"
OVER = ".outcome"
CARDS = ".mine .held.may"
BUTTONS = ".asked .buttons button:not(:disabled)"
LONGEST = 150
"""Seconds until a deal that doesn't end is given up."""
FURTHEST = 80
"""Presses of Tab after which something can't be reached."""


class Player(Struct, frozen=True, kw_only=True):
    """A visitor who plays, how they press things, and what they choose by."""

    visitor: Visitor
    press: Press
    chance: Random

    @property
    def page(self) -> Page:
        return self.visitor.page


def touch(target: Locator) -> None:
    """With a finger."""
    target.tap()


def click(target: Locator) -> None:
    """With a mouse."""
    target.click()


def keys(target: Locator) -> None:
    """With the keyboard alone: Tab to it, or to the hand and along it by the arrows, then Enter."""
    keyboard = target.page.keyboard
    for _ in range(FURTHEST):
        if _focused(target):
            keyboard.press("Enter")
            return
        keyboard.press(_towards(target))
    raise AssertionError(f"the keyboard doesn't reach {target.inner_text()!r}")


def _focused(target: Locator) -> bool:
    return bool(target.evaluate("element => element === document.activeElement"))


def _towards(target: Locator) -> str:
    """The key that comes nearer to it."""
    key: str = target.evaluate(
        """element => {
          const now = document.activeElement, hand = element.closest(".hand")
          if (hand === null || !hand.contains(now)) return "Tab"
          return now.compareDocumentPosition(element) & 4 ? "ArrowRight" : "ArrowLeft"
        }"""
    )
    return key


def sit(visitor: Visitor, name: str, press: Press = click) -> None:
    """Take the first empty seat, under a name."""
    page = visitor.page
    page.get_by_label("Your name").fill(name)
    press(page.get_by_role("button", name="Sit here").first)
    page.locator(".seats .mine").get_by_text(name).wait_for()
    visitor.settle()


def act(player: Player) -> None:
    """Do something of what may be done now."""
    page, cards = player.page, player.page.locator(CARDS)
    if page.locator(".asked .buttons .main:disabled").count():
        put_down(player)
    elif cards.count():
        player.press(cards.nth(player.chance.randrange(cards.count())))
    else:
        buttons = page.locator(BUTTONS)
        player.press(buttons.nth(player.chance.randrange(buttons.count())))
    player.visitor.settle()


def put_down(player: Player) -> None:
    """Choose as many cards as have to be put down, and put them down."""
    cards, button = player.page.locator(CARDS), player.page.locator(".asked .buttons .main")
    for place in range(cards.count()):
        player.press(cards.nth(place))
        if button.is_enabled():
            break
    player.press(button)


def play_until(players: Sequence[Player], reached: Callable[[], bool]) -> None:
    """Go on, each at their turn and from deal to deal, until something is so; fails if that takes too long."""
    ends = time.monotonic() + LONGEST
    while not reached():
        assert time.monotonic() < ends, f"nothing more happens: {players[0].page.locator('main').inner_text()}"
        acting = next((player for player in players if player.page.locator(TURN).count()), None)
        if acting is not None:
            act(acting)
        elif players[0].page.locator(OVER).get_by_role("button", name="Next deal").count():
            next_deal(players)
        else:
            players[0].page.wait_for_timeout(30)


def shown(page: Page, what: str) -> Callable[[], bool]:
    """Whether a page shows something: a selector."""
    return lambda: page.locator(what).count() > 0


def play_deal(players: Sequence[Player]) -> None:
    """Play until a deal is over in which tricks were played, whoever passed before."""
    page = players[0].page
    while True:
        play_until(players, shown(page, OVER))
        if "trick" in page.locator(f"{OVER} .told").inner_text() or not page.get_by_text("Next deal").count():
            return
        next_deal(players)


def next_deal(players: Sequence[Player]) -> None:
    """All are ready for the next deal."""
    for player in players:
        player.press(player.page.get_by_role("button", name="Next deal"))
        player.visitor.settle()
    for player in players:
        player.page.locator(OVER).wait_for(state="detached")
