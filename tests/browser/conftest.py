"""A card room for all browser tests of a process, and a browser for those of a file."""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect

from browser.serving import CHROMIUM, card_room, chromium
from browser.visitors import PATIENCE, Screen, Visitor

expect.set_options(timeout=PATIENCE)
Visit = Callable[[Screen], Visitor]
HERE: list[Visitor] = []
"""Who is in the card room."""


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
    with visiting(browser, address) as come:
        yield come


@pytest.fixture(scope="module")
def visit_for_long(browser: Browser, address: str) -> Iterator[Visit]:
    """The same for visitors who stay for all tests of a file: a browser's first page is the dear one."""
    with visiting(browser, address) as come:
        yield come


@contextmanager
def visiting(browser: Browser, address: str) -> Iterator[Visit]:
    visitors: list[Visitor] = []

    def come(screen: Screen) -> Visitor:
        visitors.append(Visitor(browser, address, screen))
        HERE.append(visitors[-1])
        return visitors[-1]

    yield come
    complaints = [said for visitor in visitors for said in visitor.complaints]
    for visitor in visitors:
        HERE.remove(visitor)
        visitor.page.unroute_all(behavior="ignoreErrors")  # a page may be calling as it closes
        visitor.context.close()
    assert not complaints


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that fails says what everybody had before them."""
    report = yield
    if report.failed:
        report.sections += [(f"Visitor {number}", visitor.sees()) for number, visitor in enumerate(HERE, 1)]
    return report
