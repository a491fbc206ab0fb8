"""The table: what is on the screen, and what keys and clicks do there."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen, ScreenResultType

from stova.bots.seeding import seed
from stova.cli import own
from stova.cli.signs import Signs
from stova.cli.sitting import Sitting, lost
from stova.cli.table import flow, hinting, pages, sheets
from stova.cli.table.asking import Asker, ask_nothing
from stova.cli.table.board import Board, row_of
from stova.cli.table.choices import Choice, Choices
from stova.cli.table.costs import Findings
from stova.cli.table.drawing import Drawing
from stova.cli.table.faces import SIZES, size_for
from stova.cli.table.facts import Facts
from stova.cli.table.hand import ROW_KEYS, Hand, sorted_hand
from stova.cli.table.laid import EVERYWHERE, Laid, pressed
from stova.cli.table.lines import Head, Keys, Prompt
from stova.cli.table.pack import Pack
from stova.cli.table.panel import AROUND, ASIDE, Page, Panel
from stova.cli.table.rules import RulesPage
from stova.cli.table.scrolled import WholeHint, WholeSheet
from stova.cli.table.seats import columns_for
from stova.cli.table.turns import ask
from stova.cli.table.window import ROOMY, laid_for
from stova.cli.thinking import thinker
from stova.cli.words import asking, labels
from stova.engine.actions import Action
from stova.engine.state import State
from stova.engine.view import View

COMMANDS = frozenset("lpsrqtmiwo?") | {"tab"}
"""Keys that do something at any time, unless they choose what is asked for."""
BACK = Choice("enter", labels.BACK, None)


class Table(Screen[None]):
    """Shows a sitting and asks the human's turns; `flow.play` plays it on."""

    def __init__(self, sitting: Sitting, signs: Signs, *, colour: bool) -> None:
        super().__init__()
        self.sitting, self.signs, self.colour = sitting, signs, colour
        self.head, self.board, self.facts = Head(signs, id="head"), Board(signs, id="board"), Facts(signs, id="facts")
        self.row, self.hand = Hand(signs, id="row", keys=ROW_KEYS), Hand(signs, id="hand")
        self.prompt, self.choices = Prompt(signs, id="prompt"), Choices(signs, id="choices")
        self.pack, self.foot = Pack(signs, id="pack"), Keys(signs, id="foot")
        self.too_small = Prompt(signs, id="too-small")
        self.asker: Asker | None = None
        self.answer: asyncio.Future[Action] | None = None
        self.waiting: asyncio.Event | None = None
        self.bare = asyncio.Event()
        """Set when what lay over the table is put away."""
        self.findings: dict[State, Findings] = {}
        """What cards cost in finished deals, as far as it was asked."""
        self.longest = 0
        """The most cards the hand has held in this deal: the size of cards stays what it needed."""

    def compose(self) -> ComposeResult:
        yield self.head
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield self.board
                yield self.row
            yield self.facts
        yield from (self.prompt, self.choices, self.pack, self.hand, self.foot, self.too_small)

    def on_mount(self) -> None:
        self._show_foot()
        self.show()
        self.run_worker(flow.play(self))

    def on_resize(self) -> None:
        width, height = self.app.size
        roomy = width >= ROOMY.width and height >= ROOMY.height
        self.set_class(roomy, "-roomy")
        self.facts.fit(roomy=roomy)
        self.too_small.ask(labels.TOO_SMALL.format(width=width, height=height), yours=True)
        self._fit()

    def on_screen_suspend(self) -> None:
        """Something lies over the table: of the keys at its foot few work now, and none of those above it."""
        self._set_covered(True)
        self._show_foot()

    def on_screen_resume(self) -> None:
        self.bare.set()
        self._set_covered(False)
        self._show_foot()

    def _set_covered(self, covered: bool) -> None:
        for drawing in (self.head, self.choices, self.row, self.hand):
            drawing.cover(covered)

    def _show_foot(self) -> None:
        """Show the keys that work."""
        (top,) = self.app.screen_stack[-1:] or (self,)
        back = [labels.FOOT_BACK] if isinstance(top, Panel) and (top.closers or top.through) else []
        self.foot.show([*back, *(key for key in labels.FOOT if self._works(key[0], top))])

    def _works(self, key: str, top: Screen[Any]) -> bool:
        """Whether a key at the foot does something now."""
        if key == "t" and not self.colour:
            return False
        if key == "l" and not self.sitting.view().tricks:
            return False
        if key == "i" and (self.answer is None or not hinting.wanted(self.sitting.view())):
            return False
        return top is self or (isinstance(top, Panel) and top.works(key))

    # Showing

    def show(self, *, finished: bool = False) -> None:
        """Draw the match as it stands; with `finished`, the last trick still lies there."""
        match, view = self.sitting.match, self.sitting.view()
        self.show_players(finished=finished)
        self.facts.show(view, match.sheet, match.players)
        row = row_of(view, view.seat or 0)
        self.row.show(row)
        self.row.display = bool(row)
        lying = {place.card for place in row}
        self.hand.show(sorted_hand(view, [card for card in view.hand if card not in lying]))
        self._fit()
        if view.legal and not self.sitting.asks():
            self.prompt.ask("", yours=False)
        elif view.to_act is not None:
            self.prompt.ask(asking.prompt(view, match.players, barred=self.sitting.barred()), yours=bool(view.legal))

    def show_players(self, *, finished: bool) -> None:
        """Draw what there is to see of who plays, and of the trick."""
        match, view, level = self.sitting.match, self.sitting.view(), self.sitting.manners.bots
        finished = finished or bool(own.waiting(view))
        self.board.show(view, match.players, finished=finished, stand_ins=lost(level))
        about = labels.about(len(match.past) + 1, match.players[match.state.dealer], self._note())
        self.head.show(match.game.title, about, labels.bots_told(level))

    def _note(self) -> str:
        """What the head of the table warns of."""
        return labels.NOT_KEPT_SHORT if self.sitting.trouble else sheets.note(self.sitting.match.sheet)

    def _fit(self) -> None:
        """Give the cards the largest size that leaves room for the rest."""
        places = len(self.hand.places)
        self.longest = max(self.longest, places) if places else 0
        width, height = self.app.size
        seats = self.sitting.match.game.seats
        sizes = [size for size in SIZES if columns_for(seats, size) <= width - self.facts.columns]
        size = size_for(width - 2, max(4, (height - 8) // 5), cards=max(self.longest, 8), sizes=sizes)
        self.board.fit(size)
        for widget in (self.row, self.hand, self.pack):
            widget.fit(size)
        self.board.window = self.row.window = width
        self.hand.display = not self.pack.display
        self.choices.fit(width, roomy=height >= ROOMY.height)
        tight = height < ROOMY.height and self.choices.display and self.row.display
        # The prompt's second line makes way for the buttons where open cards need its room.
        self.prompt.styles.height = 1 if tight else 2

    # Asking

    async def ask(self) -> Action:
        """What the human does. Nothing else on the table changes meanwhile."""
        self.answer = asyncio.get_running_loop().create_future()
        if self.prompt.news == labels.NOT_YOUR_TURN:
            self.prompt.tell("")
        self.asker = ask(self.sitting.view(), self, self.offer)
        self._fit()
        self._show_foot()
        try:
            return await self.answer
        finally:
            self.asker = self.answer = None
            ask_nothing(self)
            self._fit()
            self._show_foot()

    def offer(self, action: Action) -> None:
        """Do what was chosen, or say why it can't be done."""
        refused = self.sitting.match.state.refusal(action)
        if refused is not None:
            self.prompt.refuse(str(refused))
        elif self.answer is not None and not self.answer.done():
            self.answer.set_result(action)

    async def wait(self, seconds: float | None) -> None:
        """Wait so long, or until a key is pressed; None waits for the key."""
        self.waiting = asyncio.Event()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.waiting.wait(), seconds)
        self.waiting = None

    async def panel(self, title: str, page: Page, choices: Sequence[Choice], *, pointed: int = 0) -> object:
        """Lay a panel over the table until it is put away; what was chosen."""
        look_up = self._look_up if self.sitting.match.state.is_over else None
        return await self.laid(Panel(title, page, choices, self.signs, pointed=pointed, look_up=look_up))

    async def laid(self, screen: Laid[ScreenResultType]) -> ScreenResultType:
        """Lay a screen over the table, once nothing else lies there, until it is put away; what was chosen."""
        await self._uncovered()
        return await self.app.push_screen_wait(screen)

    async def _uncovered(self) -> None:
        """Wait until nothing lies over the table."""
        while not self.is_active:
            self.bare.clear()
            await self.bare.wait()

    # Keys and clicks

    async def on_key(self, event: events.Key) -> None:
        key = pressed(event)
        event.stop()
        if not self.is_active:
            # The key before this one laid something over the table.
            await self.command(key)
        elif self.waiting is not None and key not in COMMANDS:
            self.waiting.set()
        elif self.asker is not None and (key not in COMMANDS or self.choices.under_key(key)):
            self.asker.press(key)
        else:
            await self.command(key)

    async def on_drawing_picked(self, event: Drawing.Picked) -> None:
        if event.drawing in (self.head, self.foot) or not self.is_active:
            await self.command(str(event.means))
        elif self.waiting is not None:
            self.waiting.set()
        elif self.asker is not None:
            self.asker.pick(event.means)

    def on_click(self) -> None:
        if self.waiting is not None:
            self.waiting.set()

    async def command(self, key: str) -> None:
        """Do what a key does at any time, or where something lies over the table what it does on every screen."""
        if key in EVERYWHERE:
            await self.run_action(EVERYWHERE[key])
        elif self.is_active:
            self._look_up(key)

    def _look_up(self, key: str) -> None:
        """Show what a key shows."""
        match key:
            case "l":
                self._show_last()
            case "s" | "tab":
                self._show_sheet()
            case "?":
                self._lay(labels.HELP, self._help(), ("?",))
            case "p":
                self._show_down()
            case "i":
                self._advise()
            case "w":
                self._open(flow.opponents(self, labels.OTHER_BOTS, closers=("w",)), partial(flow.change_bots, self))
            case "r":
                self._open(RulesPage(self.sitting.match.game, self.signs))
            case "m":
                self._change_pause()
            case "o":
                self._change_forced()

    def _change_pause(self) -> None:
        """Wait for a key after tricks from now on, or do so no longer, nor after the one that lies there."""
        waits = self.sitting.change_pause() == "key"
        self._tell_at_leisure(labels.WAITS if waits else labels.GOES_ON)
        if self.waiting is not None and not waits:
            self.waiting.set()

    def _change_forced(self) -> None:
        """Play a forced card for the human from now on, the one that waits too, or do so no longer."""
        plays = self.sitting.change_forced() == "play"
        self._tell_at_leisure(labels.FORCED_PLAYS if plays else labels.FORCED_WAITS)
        if self.answer is not None and not self.sitting.asks():
            self.offer(*self.sitting.view().legal)

    def _tell_at_leisure(self, notice: str) -> None:
        """Say what a key did, or why it does nothing now, unless a refusal stays for a moment to be read; and that the
        table waits for a key, if it does."""
        if self.waiting is None or not self.prompt.refusal:
            waits = self.waiting is not None and self.sitting.manners.pause == "key"
            self.prompt.tell(f"{notice} {labels.ENTER}" if waits else notice)

    def _advise(self) -> None:
        """Find out what a strong player would do, and show it if the turn is still the same by then."""
        if self.answer is None:
            self._tell_at_leisure(labels.NOT_YOUR_TURN)
        elif hinting.nothing_to_tell(self.sitting.view()):
            self.prompt.tell(labels.NO_HINT)
        else:
            self.prompt.tell(labels.LOOKING)
            # Not a coroutine yet: it may never get its turn.
            looking: Any = partial(self._hint, self.answer, self.sitting.view())
            self.run_worker(looking, group="hint", exclusive=True)

    async def _hint(self, turn: asyncio.Future[Action], view: View) -> None:
        """Show what a strong player would do at this turn, unless it is over when that is found out."""
        found = await thinker("advice").think(partial(hinting.hint, view, seed(self.sitting.match)))
        await self._uncovered()
        if self.answer is turn:
            self.prompt.tell("")
            page = pages.HintPage(found, view, self.signs)
            keys = {*self.hand.card_keys(), *self.row.card_keys(), *self.choices.keys(), "i"}
            panel = Panel(labels.HINT, page, (BACK,), self.signs, aside=self.facts, through=keys)
            self._advised(True)
            self._open(panel, partial(self._after_hint, page))

    def _after_hint(self, page: pages.HintPage, key: object) -> None:
        """The key of a card or a button over a hint means those; the hint's own shows what it had no room for."""
        self._advised(False)
        if key == "i" and not page.whole:
            whole = page(pages.TEXT, len(page.hint.expected) + ROOMY.height)
            self._open(WholeHint(whole, self.signs, title=labels.HINT))
        elif isinstance(key, str) and key != "i" and self.asker is not None:
            self.asker.press(key)

    def _advised(self, there: bool) -> None:
        """What is asked keeps clear of a hint that hangs over it."""
        small = self.facts.size.height - self.facts.kept < ASIDE.height
        self.prompt.styles.padding = (0, 1 + self.facts.columns if there and small else 1, 0, 1)

    def _show_last(self) -> None:
        view = self.sitting.view()
        if view.tricks:
            page = pages.trick_page(view.tricks[-1], view, self.sitting.match.players, self.signs)
            self._lay(labels.LAST_TRICK, page, ("l",))
        else:
            self._tell_at_leisure(labels.NO_TRICK)

    def _help(self) -> Page:
        view = self.sitting.view()
        return pages.help_page(view.game, view, self.sitting.match.sheet, self.signs, colour=self.colour)

    def _show_sheet(self) -> None:
        """Show the whole sheet: on a page of its own where a panel has no room for all deals."""
        page = pages.sheet_page(self.sitting.match, self.signs)
        room = laid_for(self.app.size) - AROUND
        whole = page(room.width, len(self.sitting.match.sheet.lines) + room.height)
        if whole.height > room.height:
            self._open(WholeSheet(whole, self.signs, title=labels.SHEET))
        else:
            self._lay(labels.SHEET, page, ("s", "tab"))

    def _show_down(self) -> None:
        cards = own.put_down(self.sitting.view())
        if cards:
            self._lay(labels.PUT_DOWN_TITLE, pages.down_page(cards, self.signs), ("p",))
        else:
            view = self.sitting.view()
            hidden = view.discards and view.seat == view.declarer
            self._tell_at_leisure(labels.DOWN_HIDDEN if hidden else labels.NOTHING_DOWN)

    def _lay(self, title: str, page: Page, closers: Sequence[str]) -> None:
        """Lay a panel over the table, to be read and put away."""
        self._open(Panel(title, page, (BACK,), self.signs, closers=closers))

    def _open(self, screen: Laid[Any], then: Callable[[object], None] | None = None) -> None:
        """Lay a screen over all there is; what was chosen there is for `then`.

        The foot shows the keys that work there, and when it is away the others.
        """

        def uncovered(chosen: object) -> None:
            if then is not None:
                then(chosen)
            self.call_later(self._show_foot)

        self.app.push_screen(screen, uncovered)
        self.call_later(self._show_foot)
