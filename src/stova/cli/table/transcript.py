"""A match written out, to be read on the screen."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from stova.cli.signs import Signs
from stova.cli.table.laid import Laid
from stova.cli.words import labels
from stova.engine.match import Match
from stova.transcript import transcript


class Transcript(Laid[None]):
    """The transcript of a match; arrows and the mouse wheel move it, Escape, Enter and q put it away."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,r", "dismiss", show=False)]

    def __init__(self, match: Match, signs: Signs) -> None:
        super().__init__()
        self.text, self.keys = signs.text(transcript(match)), signs.text(labels.PAGE_KEYS)

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="paper") as paper:
            paper.border_subtitle = self.keys
            yield Static(self.text, markup=False)
