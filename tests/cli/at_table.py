"""Sitting at a table in a test: starting it, waiting, pressing keys, reading the screen."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from textual import events
from textual.pilot import Pilot

import stova
from stova.bots.seeding import seed
from stova.cards import Card
from stova.cli import sitting
from stova.cli.signs import ASCII, COLOUR, MONO, Signs
from stova.cli.sitting import Sitting, think
from stova.cli.storage import CutWay, Manners
from stova.cli.table.app import TableApp
from stova.cli.table.choices import Choices
from stova.cli.table.drawing import Drawing
from stova.cli.table.panel import Panel
from stova.cli.table.table import Table
from stova.engine.actions import Action, Cut, Discard, Exchange, LeadTrader, Play, PutAway, Take
from stova.engine.match import Match

SIZE = (80, 24)
KEY = bytes([7]) * 32
NAMED = {"?": "question_mark", "-": "minus", "=": "equals_sign", " ": "space"}
"""What keys are called that aren't called by their character."""
SIGNS = {"colour": COLOUR, "mono": MONO, "ascii": ASCII}


@dataclass
class Seat:
    """The human's seat at a table on a screen of the test's."""

    app: TableApp
    pilot: Pilot[None]

    @property
    def sitting(self) -> Sitting:
        return self.app.sitting

    @property
    def table(self) -> Table:
        (table,) = (screen for screen in self.app.screen_stack if isinstance(screen, Table))
        return table

    @property
    def panel(self) -> Panel | None:
        return self.app.screen if isinstance(self.app.screen, Panel) else None

    @property
    def asked(self) -> tuple[Action, ...]:
        """What is asked for, once the table waits for it."""
        return self.sitting.view().legal if self.table.answer is not None and not self.panel else ()

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until the screen has dealt with them."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def burst(self, *keys: str) -> None:
        """Press keys faster than the screen can deal with them, and wait until it has."""
        for key in keys:
            self.app.post_message(events.Key(NAMED.get(key, key), key if len(key) == 1 else None))
        await self.pilot.pause()

    async def click(self, widget: str, x: int, y: int) -> None:
        await self.pilot.click(widget, offset=(x, y))
        await self.pilot.pause()

    async def wait(self, ready: Callable[[], object], seconds: float = 20) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(seconds):
            while not ready():
                await asyncio.sleep(0.002)
        await self.pilot.pause(0)

    async def settle(self) -> None:
        """Wait until the human has something to do."""
        await self.wait(lambda: self.panel or self.asked or self.table.waiting or self.app.return_code is not None)

    async def go_on(self) -> None:
        """Do one thing, by keys: put a panel away, or what the novice would do."""
        await self.settle()
        match, panel = self.sitting.match, self.panel
        if panel:
            self.app.simulate_key("enter")
        else:
            await self.do(lively(match))
        await self.wait(lambda: self.sitting.match is not match or self.panel is not panel)
        await self.settle()

    async def do(self, action: Action) -> None:
        """Do an action by its keys."""
        for key in self.keys_for(action):
            self.app.simulate_key(key)
        if isinstance(action, LeadTrader):
            await self.pilot.pause()
            if way := self._button(action):
                self.app.simulate_key(way)

    def keys_for(self, action: Action) -> list[str]:
        """The keys that do an action."""
        match action:
            case Play(card=card) | LeadTrader(card=card):
                return self._cards(card)
            case PutAway(card=card):
                return ["a", *self._cards(card)]
            case Discard(cards=cards) | Exchange(cards=cards) if Take not in map(type, self.asked):
                return [*(key for card in cards for key in self._cards(card)), "enter" if cards else "v"]
            case Cut():
                return ["c"]
            case _:
                return [self._button(action)]

    def _cards(self, card: Card) -> list[str]:
        rows = (self.table.hand, self.table.row)
        return [row.keys[at] for row in rows for at, other in _places(row) if other == card]

    def _button(self, action: Action) -> str:
        """The key of an action's button; nothing while there is none."""
        return next((choice.key for choice in self.table.choices.choices if choice.means == action), "")

    async def finish_trick(self) -> None:
        """Play to the trick if it is one's turn, and wait until it lies there finished."""
        if self.asked:
            await self.press(*self.keys_for(think(self.sitting.match, "novice")))
        await self.wait(lambda: self.table.waiting is not None)

    async def until(self, kind: type, tricks: int = 0) -> None:
        """Play until a kind of action is asked for, and so many tricks have been taken."""
        await self.settle()
        while not (any(isinstance(a, kind) for a in self.asked) and len(self.sitting.view().tricks) >= tricks):
            await self.go_on()

    async def until_panel(self, title: str) -> Panel:
        """Play until a panel with such a title lies on the table."""
        await self.settle()
        while not (self.panel and title in self.panel.panel_title):
            await self.go_on()
        return self.panel

    def text(self) -> str:
        """What the whole screen shows."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    def check(self) -> None:
        """Nothing is cut off, and nothing scrolls."""
        width, height = self.app.size
        for drawing in self.app.screen.query(Drawing):
            if drawing.display and drawing.size.area:
                assert drawing.canvas.lost == 0, (drawing, drawing.size)
                assert drawing.region.right <= width, drawing
                assert drawing.region.bottom <= height, drawing
        assert not self.app.screen.show_vertical_scrollbar
        assert all(choices.size.height for choices in self.app.screen.query(Choices) if choices.display)


def lively(match: Match) -> Action:
    """What somebody does who tries everything: any kind of action, and any action of that kind."""
    source = random.Random(seed(match))
    legal = match.state.legal_actions()
    kind = source.choice(sorted({type(action) for action in legal}, key=lambda kind: kind.__name__))
    return source.choice([action for action in legal if isinstance(action, kind)])


def _places(row: object) -> list[tuple[int, object]]:
    return [(at, place.card) for at, place in enumerate(row.places)]  # type: ignore[attr-defined]


def begin(name: str, *, cut: CutWay = "ask", preset: str | None = None, **options: object) -> Sitting:
    """A new sitting that never waits."""
    return sitting.begin(stova.game(name, preset, **options), KEY, Manners(cut=cut), hurry=True)


def shortly_before(at: Sitting, ready: Callable[[Match], bool], *, steps: int) -> Sitting:
    """The sitting a few actions before its match would be as wanted, everybody playing as the novice does."""
    played = [at.match]
    while not ready(played[-1]):
        last = played[-1]
        played.append(last.next_deal() if last.state.is_over else last.apply(think(last, "novice")))
    at.match, at.fresh = played[max(0, len(played) - 1 - steps)], False
    return at


@asynccontextmanager
async def seated(
    at: Sitting, *, size: tuple[int, int] = SIZE, signs: Signs = COLOUR, look: str = "dark"
) -> AsyncIterator[Seat]:
    """A table with the human sitting at it."""
    app = TableApp(at, signs, look=look, colour=signs is not MONO)
    async with app.run_test(size=size) as pilot:
        seat = Seat(app, pilot)
        await seat.settle()
        yield seat


async def do(seat: Seat, action: Action) -> None:
    """Do what is asked for, and see nothing cut off."""
    assert action in seat.asked
    before = seat.sitting.match
    await seat.do(action)
    await seat.wait(lambda: seat.sitting.match is not before)
    assert seat.sitting.match.state.history[len(before.state.history)] == (0, action)
    await seat.settle()
    seat.check()
