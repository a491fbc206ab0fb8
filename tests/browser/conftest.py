"""A card room for all browser tests of a process, and a browser for those of a file."""

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from browser.serving import CHROMIUM, card_room, chromium
from browser.visitors import Screen, Visitor

# Whole deals in browsers take minutes: `make browser` plays them, and `make test` looks at the pages alone.
collect_ignore = (
    [] if os.environ.get("STOVA_BROWSER") == "all" else ["test_alone.py", "test_friends.py", "test_games.py"]
)

Visit = Callable[[Screen], Visitor]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    with card_room(tmp_path_factory.mktemp("room")) as address:
        yield address


@pytest.fixture(scope="module")
def browser(address: str) -> Iterator[Browser]:
    """Playwright's loop runs as long as its browser does: no longer than a file, or asynchronous tests couldn't."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Brings somebody to the card room. In the end nobody's browser may have complained of anything."""
    visitors: list[Visitor] = []

    def come(screen: Screen) -> Visitor:
        visitors.append(Visitor(browser, address, screen))
        return visitors[-1]

    yield come
    complaints = [said for visitor in visitors for said in visitor.complaints]
    for visitor in visitors:
        visitor.context.close()
    assert not complaints
