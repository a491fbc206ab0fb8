"""Somebody at a browser, who notes all that it complains of."""

import json
import re
from typing import Any, Literal, TypeAlias

import pytest
from msgspec import Struct
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, WebSocket, WebSocketRoute

HURRY = """
  const wait = window.setTimeout
  window.setTimeout = (then, after, ...rest) => wait(then, after === 7000 ? after : after / 10, ...rest)
"""
"""What is shown one after another is shown in a tenth of the time. What was said stands as long as ever, or it might
be gone before anybody looks."""
PATIENCE = 30_000
"""Milliseconds until something that should be seen is missed."""


Motion: TypeAlias = Literal["reduce", "no-preference"]
Theme: TypeAlias = Literal["dark", "light"]


class Screen(Struct, frozen=True, kw_only=True):
    """What somebody looks at: pixels, what the device asks of pages, and how long things are to be seen."""

    width: int
    height: int
    theme: Theme
    motion: Motion = "no-preference"
    pointer: Literal["mouse", "finger"] = "mouse"
    time: Literal["real", "short"] = "short"


PHONE = Screen(width=360, height=640, theme="dark", pointer="finger")
DESKTOP = Screen(width=1280, height=800, theme="light", motion="reduce")
STILL_PHONE = Screen(width=PHONE.width, height=PHONE.height, theme="dark", motion="reduce", pointer="finger")
TABLET = Screen(width=768, height=1024, theme="light", motion="reduce", pointer="finger")
TOUCHED = Screen(width=1280, height=800, theme="light", motion="reduce", pointer="finger")
SIDEWAYS = Screen(width=640, height=360, theme="light", motion="reduce", pointer="finger")
SCREENS = pytest.mark.parametrize(
    "screen", [STILL_PHONE, SIDEWAYS, TABLET, DESKTOP], ids=["phone", "sideways", "tablet", "desktop"]
)


class Visitor:
    """Somebody who came to the card room, on the page where they are."""

    def __init__(self, browser: Browser, address: str, screen: Screen) -> None:
        self.screen, self.address = screen, address
        self.context = _context(browser, address, screen)
        if screen.time == "short":
            self.context.add_init_script(HURRY)
        self._complaints: list[str] = []
        self._excused: list[str] = []
        self.heard: list[dict[str, Any]] = []
        """What the table told this visitor, the latest last."""
        self.unanswered = 0
        self.line: Literal["up", "down"] = "up"
        self._lines: list[WebSocketRoute] = []
        self.page = self.arrive()

    @property
    def complaints(self) -> list[str]:
        """What the browser or the page complained of: errors and warnings, requests to elsewhere."""
        return [said for said in self._complaints if not any(re.search(kind, said) for kind in self._excused)]

    def arrive(self) -> Page:
        """Another page, in place of the one before."""
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._noted)
        self.page.on("pageerror", lambda error: self._complaints.append(str(error)))
        self.page.on("requestfinished", self._foreign)
        self.page.on("websocket", self._listen)
        return self.page

    def reach_over_a_line(self) -> None:
        """Be connected, from the next table on, by a line that can be cut."""
        self.page.route_web_socket(re.compile("/ws$"), self._connected)

    def cut(self) -> None:
        """The line is cut, and nothing goes over it until it is mended."""
        self.line = "down"
        for line in self._lines:
            line.close(code=4000)

    def mend(self) -> None:
        self.line = "up"

    def _connected(self, line: WebSocketRoute) -> None:
        if self.line == "down":
            line.close(code=4000)
        else:
            self._lines.append(line)
            line.connect_to_server()

    def excuse(self, pattern: str) -> None:
        """Take no notice of complaints of a kind that what is done must bring about."""
        self._excused.append(pattern)

    def open(self, **settings: object) -> str:
        """Open a table without going to it; the path of its invitation."""
        self.context.request.get("/api/me")
        wanted = {"pace": "quick", "bots": "beginner", **settings}
        headers = {"Origin": self.address}
        reply = self.context.request.post("/api/tables", data={"settings": wanted}, headers=headers)
        assert reply.ok, reply.text()
        return f"/join/{reply.json()['invite']}"

    def go_to_a_deleted_table(self) -> None:
        """Go to a table of which only the record is left, by what the room says of such a one."""
        refused = {"code": "gone", "why": "Nobody was at this table for long, so it was deleted."}
        bye = json.dumps({"type": "bye", "refused": refused, "again": None})
        self.page.route_web_socket(re.compile("/ws$"), lambda line: line.on_message(lambda _: line.send(bye)))
        self.page.goto("/table/gone")

    def scenes(self) -> list[dict[str, Any]]:
        """The scenes told, and what changed of them."""
        return [message["scene"] for message in self.heard if message["type"] in ("whole", "change")]

    def settle(self) -> None:
        """Wait until everything done has been answered, and is shown."""
        self.page.evaluate("0")
        for _ in range(PATIENCE // 10):
            if self.unanswered <= 0:
                self.page.evaluate("0")
                return
            self.page.wait_for_timeout(10)
        raise AssertionError("the table doesn't answer")

    def sees(self) -> str:
        """The page in words."""
        try:
            return f"{self.page.url}\n{self.page.locator('body').inner_text()}"
        except Error as error:
            return f"nothing: {error}"

    def _listen(self, socket: WebSocket) -> None:
        self.unanswered = 0
        socket.on("framesent", lambda frame: self._counted(frame, "do", 1))
        socket.on("framereceived", lambda frame: self._counted(frame, "answer", -1))

    def _counted(self, frame: str | bytes, kind: str, count: int) -> None:
        message = json.loads(frame)
        self.unanswered += count * (message["type"] == kind)
        if kind == "answer":
            self.heard.append(message)

    def _noted(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def _foreign(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self._complaints.append(f"{request.url} was asked for")


def _context(browser: Browser, address: str, screen: Screen) -> BrowserContext:
    return browser.new_context(
        base_url=address,
        viewport={"width": screen.width, "height": screen.height},
        color_scheme=screen.theme,
        reduced_motion=screen.motion,
        has_touch=screen.pointer == "finger",
    )
