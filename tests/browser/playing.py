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
NEXT = f"{OVER} button:text('Next deal')"
CARDS = ".mine .held.may"
BUTTONS = ".asked .buttons button:not(:disabled)"
LEADS = ".asked .buttons button:text('Lead it for')"
LONGEST = 60
"""Seconds without anybody's turn until a table is given up."""
MOST = 300
"""Turns after which what never comes is given up."""
TOWARDS = """element => {
  const now = document.activeElement, hand = element.closest(".hand")
  if (element === now) return "Enter"
  const before = now !== document.body && !(now.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
  if (hand?.contains(now)) return before ? "ArrowLeft" : "ArrowRight"
  return before ? "Shift+Tab" : "Tab"
}"""
"""The key that comes nearer to an element, or presses it."""
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
        key: str = target.evaluate(TOWARDS)
        keyboard.press(key)
        if key == "Enter":
            return
    raise AssertionError(f"the keyboard doesn't reach {target.inner_text()!r}")


def sit(visitor: Visitor, name: str, press: Press = click) -> None:
    """Take the first empty seat, under a name."""
    page = visitor.page
    page.get_by_label("Your name").fill(name)
    press(page.get_by_role("button", name="Sit here").first)
    page.locator(".seats .mine").get_by_text(name).wait_for()
    visitor.settle()


def alone(visitor: Visitor, game: str, *, press: Press = click, chance: int | str = 2) -> Player:
    """Begin a match of a game at a table of one's own, against bots; the player chooses by chance."""
    visitor.page.goto(visitor.open(game=game))
    sit(visitor, "Marjun")
    visitor.page.get_by_role("button", name="Begin").click()
    return Player(visitor=visitor, press=press, chance=Random(chance))


def act(player: Player) -> None:
    """Do something of what may be done now."""
    page, cards, leads = player.page, player.page.locator(CARDS), player.page.locator(LEADS)
    if page.locator(".asked .buttons .main:disabled").count():
        put_down(player)
    elif leads.count():  # the card was chosen already, and to press the only one again only takes it back
        player.press(leads.nth(player.chance.randrange(leads.count())))
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
    for _ in range(MOST):
        if not _comes(players, reached):
            return
        acting = next((player for player in players if player.page.locator(TURN).count()), None)
        if acting is None:
            next_deal(players)
        else:
            act(acting)
    raise AssertionError(f"{MOST} turns weren't enough")


def _comes(players: Sequence[Player], reached: Callable[[], bool]) -> bool:
    """Wait until something is so or somebody has to do something: whether it is the latter."""
    page, ends = players[0].page, time.monotonic() + LONGEST
    while time.monotonic() < ends:
        # In this order: what comes with somebody's turn is seen before the turn is used up.
        acts = any(player.page.locator(TURN).count() for player in players) or page.locator(NEXT).count()
        if reached():
            return False
        if acts:
            return True
        page.wait_for_timeout(10)
    raise AssertionError("nothing more happens")


def shown(page: Page, what: str) -> Callable[[], bool]:
    """Whether a page shows something: a selector."""
    return lambda: page.locator(what).count() > 0


def play_deal(players: Sequence[Player]) -> None:
    """Play until a deal is over in which tricks were played, whoever passed before."""
    page = players[0].page
    while True:
        play_until(players, shown(page, OVER))
        if "trick" in page.locator(f"{OVER} .told").last.inner_text() or not page.get_by_text("Next deal").count():
            return
        next_deal(players)


def next_deal(players: Sequence[Player]) -> None:
    """All are ready for the next deal."""
    for player in players:
        player.press(player.page.get_by_role("button", name="Next deal"))
        player.visitor.settle()
    for player in players:
        player.page.locator(OVER).wait_for(state="detached")
