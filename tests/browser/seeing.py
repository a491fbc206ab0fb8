"""What must be so of every page, whatever it shows."""

from functools import cache
from importlib.resources import files
from typing import Any

from playwright.sync_api import FloatRect, Locator, Page

TOO_WIDE = """[...document.querySelectorAll(".outcome, aside, .sheet")]
  .filter(box => box.scrollWidth > box.clientWidth).map(box => box.className || box.tagName)"""
"""What has something in it that reaches out of it."""

TOO_LONG = """!!document.querySelector(".room") && document.scrollingElement.scrollHeight > innerHeight"""
"""Whether a table, which is as high as the screen, has something below it."""

STILL = "Promise.allSettled(document.getAnimations().map(moving => moving.finished))"
"""What fades or flies has done so: what is half faded can't be read, and need not be."""


@cache
def _axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def check(page: Page) -> None:
    """Nothing axe finds fault with, nothing too wide or too long for where it stands, once it is drawn and still."""
    drawn(page)
    page.evaluate(STILL)
    faults = violations(page)
    assert not faults, "\n".join(faults)
    assert not page.evaluate("document.scrollingElement.scrollWidth - innerWidth"), "wider than the screen"
    assert not page.evaluate(TOO_WIDE), "wider than what it stands in"
    assert not page.evaluate(TOO_LONG), "longer than the screen"


def violations(page: Page) -> list[str]:
    """What axe finds fault with: the rule and the elements."""
    page.evaluate(f"window.axe === undefined && (() => {{ {_axe()} }})()")
    found: dict[str, Any] = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


def hand_on_screen(page: Page) -> None:
    """All cards of the hand, and what is asked, lie within the screen."""
    width, height = page.evaluate("[innerWidth, innerHeight]")
    for place in page.locator(".mine .held, .asked").all():
        box = place.bounding_box()
        assert box is not None
        assert box["x"] >= -1
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width + 1
        assert box["y"] + min(box["height"], 30) <= height


def drawn(page: Page) -> None:
    """Waits until all is drawn in its own letters, which a page asks for as it is laid out."""
    page.evaluate("document.body.getBoundingClientRect(), document.fonts.ready.then(() => null)")


def box(what: Locator) -> FloatRect:
    found = what.bounding_box()
    assert found is not None
    return found


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Whether two things are beside each other, or over each other."""
    return (
        one["x"] + one["width"] <= other["x"] + 1
        or other["x"] + other["width"] <= one["x"] + 1
        or one["y"] + one["height"] <= other["y"] + 1
        or other["y"] + other["height"] <= one["y"] + 1
    )


def not_lost(page: Page, where: str) -> None:
    """The keyboard is on something there."""
    page.wait_for_function("where => document.activeElement.closest(where) !== null", arg=where)
