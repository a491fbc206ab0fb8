"""Pictures of every page and game: `python tests/browser/shots.py DIR` makes a PNG of each by size, light and dark.

`GAME ...` after the folder makes those of some games only.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import stova
from browser.passkeys import Keys
from browser.playing import OVER, TURN, alone, play_deal, play_until, sit
from browser.serving import card_room, chromium
from browser.visitors import DESKTOP, Theme, Visitor

SIZES = {"phone": (360, 640), "tablet": (820, 1180), "desktop": (1280, 800), "wide": (1920, 1080)}
THEMES: tuple[Theme, ...] = ("light", "dark")
WHOLE = ("front", "front-mine", "how")
"""Pages that are read from the top to the end, however long."""


def main(folder: Path, games: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room, card_room(Path(room)) as address, chromium() as browser:
        if not games:
            _pages(Visitor(browser, address, DESKTOP), Visitor(browser, address, DESKTOP), folder)
        visitor = Visitor(browser, address, DESKTOP)
        for game in games or stova.games():
            _game(visitor, game, folder)


def _shoot(visitor: Visitor, folder: Path, what: str, sizes: Iterable[str] = SIZES) -> None:
    """A picture in every size and light; of pages that are read all, however long."""
    page = visitor.page
    for size in sizes:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            page.wait_for_timeout(150)
            page.screenshot(path=folder / f"{what}-{size}-{theme}.png", full_page=what in WHOLE)
    page.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})


def _pages(host: Visitor, guest: Visitor, folder: Path) -> None:
    """What there is without a game: at the host's, and at a guest's who is asked to come."""
    page = host.page
    invitation = host.open(game="styrivolt", listed="yes")
    page.goto(invitation)
    sit(host, "Marjun")
    _shoot(host, folder, "gathering")
    page.get_by_role("button", name="Change").click()
    page.get_by_text("Single rules").click()
    _shoot(host, folder, "rules")
    page.goto("/how/sjavs")
    page.get_by_role("heading", level=1).wait_for()
    _shoot(host, folder, "how")
    _own_pages(host, folder)
    _guest_pages(guest, host, invitation, folder)


def _own_pages(host: Visitor, folder: Path) -> None:
    """The front page of somebody who has a table and a passkey, and what one sets there."""
    page = host.page
    page.goto("/")
    page.get_by_role("link", name="Go on").wait_for()
    authenticator = Keys(host)
    page.get_by_role("button", name="Make a passkey").click()
    page.get_by_text("made on").wait_for()
    assert authenticator.kept
    _shoot(host, folder, "front-mine")
    page.get_by_role("button", name="Settings").click()
    _shoot(host, folder, "settings")
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Show my personal link").click()
    _shoot(host, folder, "link")


def _guest_pages(guest: Visitor, host: Visitor, invitation: str, folder: Path) -> None:
    """Ways into the room and what they lead to."""
    page = guest.page
    page.goto("/")
    page.get_by_role("link", name="Come in").wait_for()
    _shoot(guest, folder, "front")
    page.goto(invitation)
    page.get_by_role("button", name="Sit here").first.wait_for()
    _shoot(guest, folder, "invited")
    sit(guest, "Bo")
    page.goto(str(host.context.request.get("/api/me").json()["link"]))
    page.get_by_role("heading", name="Be Marjun on this device?").wait_for()
    _shoot(guest, folder, "change")
    page.goto("/join/nothing-here")
    page.get_by_text("This invitation").wait_for()
    _shoot(guest, folder, "lost")
    guest.go_to_a_deleted_table()
    page.get_by_text("Nobody was at this table for long").wait_for()
    _shoot(guest, folder, "deleted")


def _game(visitor: Visitor, game: str, folder: Path) -> None:
    """A deal of it: the first turn, the first card, half the hand later, and what it came to."""
    page, player = visitor.page, alone(visitor, game, chance=game)
    page.locator(f"{TURN}, {OVER}").wait_for()
    _shoot(visitor, folder, f"{game}-1-first")
    play_until([player], lambda: _may_play(visitor))
    _shoot(visitor, folder, f"{game}-2-play")
    cards = page.locator(".mine .held").count()
    play_until([player], lambda: page.locator(".mine .held").count() <= cards // 2 and _may_play(visitor))
    _shoot(visitor, folder, f"{game}-3-later")
    play_deal([player])
    _shoot(visitor, folder, f"{game}-4-over")
    for button in ("Last trick", "Table"):
        _shoot_opened(visitor, folder, game, button, SIZES)
    for button in ("Sheet", "Talk"):
        _shoot_opened(visitor, folder, game, button, ["phone"])


def _shoot_opened(visitor: Visitor, folder: Path, game: str, button: str, sizes: Iterable[str]) -> None:
    """What the table's head lays over it, in sizes where it has that button."""
    page = visitor.page
    width, height = SIZES[next(iter(sizes))]
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_role("banner").get_by_role("button", name=button, exact=True).click()
    _shoot(visitor, folder, f"{game}-5-{button.split()[0].lower()}", sizes)
    page.get_by_role("button", name="Close", exact=True).click()


def _may_play(visitor: Visitor) -> bool:
    """Whether a card may be played."""
    return visitor.page.locator(f"{TURN} ~ * .held.may").count() > 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Make pictures of every page and game.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", choices=stova.games(), metavar="game", help="all if not given")
    chosen = parser.parse_args()
    main(chosen.folder, chosen.games)
