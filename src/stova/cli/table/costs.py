"""The page after a deal: what each card cost. It fills as the costs are worked out."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import ClassVar

from textual.binding import Binding, BindingType

from stova.cli.signs import Signs
from stova.cli.table.ledger import ledger
from stova.cli.table.pages import written
from stova.cli.table.panel import Leaf
from stova.cli.table.scrolled import Scrolled
from stova.cli.table.window import laid_for
from stova.cli.thinking import thinker
from stova.cli.words import costs
from stova.engine.state import State
from stova.review import SIGHT, EarlyStep, Step, choices, early_steps, steps

AROUND = 6
"""Columns of the window that lie round the page: its frame, padding and scroll bar."""
WIDEST = 90
"""The longest lines, in characters."""


class CostsPage(Scrolled):
    """What the cards of a match's finished deals cost, a deal at a time, the last one first.

    Left and right go to other deals.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "dismiss", show=False),
        Binding("left", "turn(-1)", show=False, priority=True),
        Binding("right", "turn(1)", show=False, priority=True),
    ]

    def __init__(self, deals: Sequence[State], players: Sequence[str], signs: Signs) -> None:
        self.leaf = Leaf(signs, id="costs")
        super().__init__(self.leaf, signs, keys=costs.KEYS)
        self.deals, self.players = deals, players
        self.at = len(deals) - 1
        """The deal shown."""
        self.found: list[list[Step]] = [[] for _ in deals]
        self.early: list[list[EarlyStep]] = [[] for _ in deals]
        self.over = set[int]()
        """The deals of which all is worked out."""
        self.left: list[Iterator[Step | EarlyStep]] = [
            chain(steps(deal, seconds=SIGHT), early_steps(deal, seconds=SIGHT)) for deal in deals
        ]

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
        played = bool(choices(self.deals[self.at]))
        self.paper.border_title = self.signs.text(costs.title(self.at + 1, played=played))
        self._lay()
        self.run_worker(self._work(self.at), exclusive=True)

    async def _work(self, at: int) -> None:
        while await thinker("advice").think(partial(self._go_on, at)):
            self._lay()
        self.over.add(at)
        self._lay()

    def _go_on(self, at: int) -> bool:
        """Work out one more step of a deal, in the thread; whether there was one."""
        step = next(self.left[at], None)
        match step:
            case Step():
                self.found[at].append(step)
            case EarlyStep():
                self.early[at].append(step)
        return step is not None

    def _lay(self) -> None:
        width = min(laid_for(self.app.size).width - AROUND, WIDEST)
        at = self.at
        known, looking = self.found[at], at not in self.over
        shown = ledger(self.deals[at], self.players, self.signs, known, early=self.early[at], looking=looking)
        self.leaf.lay(written(shown.lines(width), self.signs))
