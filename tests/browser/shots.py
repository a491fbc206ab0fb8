"""Pictures of every page and game: `python tests/browser/shots.py DIR` makes a PNG of each by size, light and dark.

`GAME ...` after the folder makes those of some games only.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import stova
from browser.playing import OVER, TURN, alone, play_deal, play_until, sit
from browser.serving import card_room, chromium
from browser.visitors import DESKTOP, Theme, Visitor

SIZES = {"phone": (360, 640), "tablet": (820, 1180), "desktop": (1280, 800), "wide": (1920, 1080)}
THEMES: tuple[Theme, ...] = ("light", "dark")


def main(folder: Path, games: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room, card_room(Path(room)) as address, chromium() as browser:
        visitor = Visitor(browser, address, DESKTOP)
        if not games:
            _pages(visitor, folder)
        for game in games or stova.games():
            _game(visitor, game, folder)


def _shoot(visitor: Visitor, folder: Path, what: str) -> None:
    """A picture in every size and light; of pages that are read all, however long."""
    page = visitor.page
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            page.wait_for_timeout(150)
            page.screenshot(path=folder / f"{what}-{size}-{theme}.png", full_page=what in ("front", "how"))
    page.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})


def _pages(visitor: Visitor, folder: Path) -> None:
    page = visitor.page
    page.goto("/join/nothing-here")
    page.get_by_text("This invitation").wait_for()
    _shoot(visitor, folder, "lost")
    page.goto(visitor.open(game="styrivolt", listed="yes"))
    sit(visitor, "Marjun")
    _shoot(visitor, folder, "gathering")
    page.get_by_role("button", name="Change").click()
    page.get_by_text("Single rules").click()
    _shoot(visitor, folder, "rules")
    page.goto("/how/sjavs")
    page.get_by_role("heading", level=1).wait_for()
    _shoot(visitor, folder, "how")
    page.goto("/")
    page.get_by_role("link", name="Come in").wait_for()
    _shoot(visitor, folder, "front")
    page.get_by_role("button", name="Settings").click()
    _shoot(visitor, folder, "settings")


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
        page.get_by_role("banner").get_by_role("button", name=button, exact=True).click()
        _shoot(visitor, folder, f"{game}-5-{button.split()[0].lower()}")
        page.get_by_role("button", name="Close", exact=True).click()


def _may_play(visitor: Visitor) -> bool:
    """Whether a card may be played, or the deal is over before one could."""
    return visitor.page.locator(f"{TURN} ~ * .held.may, {OVER}").count() > 0


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
