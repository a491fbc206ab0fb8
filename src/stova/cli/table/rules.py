"""The rules of a game, to be read on the screen."""

from dataclasses import dataclass
from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown
from textual.binding import Binding, BindingType
from textual.widgets import Static

from stova.cli.signs import Signs
from stova.cli.table.scrolled import Scrolled
from stova.engine.game import Game
from stova.rulebook import rules_page


class RulesPage(Scrolled):
    """The rules page of a game."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("r", "dismiss", show=False)]

    def __init__(self, game: Game, signs: Signs) -> None:
        text = signs.text(rules_page(game.name))
        super().__init__(Static(PlainLetters(text) if signs.ascii_only else Markdown(text), markup=False), signs)


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
