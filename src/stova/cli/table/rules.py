"""The rules of a game, to be read on the screen."""

from dataclasses import dataclass
from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from stova.cli.signs import Signs
from stova.cli.table.laid import Laid
from stova.cli.words import labels
from stova.engine.game import Game
from stova.rulebook import rules_page


class RulesPage(Laid[None]):
    """The rules page of a game; arrows and the mouse wheel move it, Escape, Enter, q and r put it away."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,r", "dismiss", show=False)]

    def __init__(self, game: Game, signs: Signs) -> None:
        super().__init__()
        self.text, self.signs = signs.text(rules_page(game.name)), signs

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="paper") as paper:
            paper.border_subtitle = self.signs.text(labels.PAGE_KEYS)
            yield Static(PlainLetters(self.text) if self.signs.ascii_only else Markdown(self.text), markup=False)


PLAIN = str.maketrans("•▌…", "*|.")
"""What Markdown is drawn with all the same, as letters."""


@dataclass(frozen=True)
class PlainLetters:
    """Markdown drawn with plain letters alone."""

    text: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        plain = options.copy()
        plain.encoding = "ascii"
        for segment in console.render(Markdown(self.text), plain):
            yield segment._replace(text=segment.text.translate(PLAIN))
