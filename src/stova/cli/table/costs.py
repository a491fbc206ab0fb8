"""The page after a deal: what each card cost. It fills as the costs are worked out."""

from collections.abc import Sequence
from itertools import chain
from typing import ClassVar

from textual.binding import Binding, BindingType

from stova.cli.ledger import ledger
from stova.cli.signs import Signs
from stova.cli.table.pages import written
from stova.cli.table.panel import Leaf
from stova.cli.table.scrolled import Scrolled
from stova.cli.table.window import laid_for
from stova.cli.thinking import thinker
from stova.cli.words import costs
from stova.engine.state import State
from stova.errors import NoMemory
from stova.review import SIGHT, EarlyStep, Step, choices, early_steps, steps

AROUND = 6
"""Columns of the window that lie round the page: its frame, padding and scroll bar."""
WIDEST = 90
"""The longest lines, in characters."""


class Findings:
    """What is known of a finished deal, and how more is worked out."""

    def __init__(self, deal: State) -> None:
        self.deal = deal
        self.found: list[Step] = []
        self.early: list[EarlyStep] = []
        self.over = False
        """Whether all is worked out."""
        self._left = chain[Step | EarlyStep](steps(deal, seconds=SIGHT), early_steps(deal, seconds=SIGHT))

    def go_on(self) -> None:
        """Work out one more step; it is over when there is none, or too little memory for more."""
        try:
            step = next(self._left, None)
        except NoMemory:
            step = None
        match step:
            case Step():
                self.found.append(step)
            case EarlyStep():
                self.early.append(step)
            case None:
                self.over = True


class CostsPage(Scrolled):
    """What the cards of a match's finished deals cost, a deal at a time, the last one first.

    Left and right go to other deals.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "dismiss", show=False),
        Binding("left", "turn(-1)", show=False, priority=True),
        Binding("right", "turn(1)", show=False, priority=True),
    ]

    def __init__(self, deals: Sequence[Findings], players: Sequence[str], signs: Signs) -> None:
        self.leaf = Leaf(signs, id="costs")
        super().__init__(self.leaf, signs, keys=costs.KEYS)
        self.deals, self.players = deals, players
        self.at = len(deals) - 1
        """The deal shown."""

    def on_mount(self) -> None:
        self._turned()

    def on_resize(self) -> None:
        self._lay()

    def action_turn(self, step: int) -> None:
        """Show another deal."""
        at = min(max(0, self.at + step), len(self.deals) - 1)
        if at != self.at:
            self.at = at
            self.paper.scroll_home(animate=False)
            self._turned()

    def _turned(self) -> None:
        """Show the deal, and work out what is not known of it."""
        shown = self.deals[self.at]
        played = bool(choices(shown.deal))
        self.paper.border_title = self.signs.text(costs.title(self.at + 1, played=played))
        self._lay()
        self.run_worker(self._work(shown), exclusive=True)

    async def _work(self, shown: Findings) -> None:
        """Work out all of a deal, in the thread."""
        while not shown.over:
            await thinker("advice").think(shown.go_on)
            self._lay()

    def _lay(self) -> None:
        width = min(laid_for(self.app.size).width - AROUND, WIDEST)
        known = self.deals[self.at]
        shown = ledger(known.deal, self.players, self.signs, known.found, early=known.early, looking=not known.over)
        self.leaf.lay(written(shown.lines(width), self.signs))
