"""What is laid over the table: panels and pages."""

from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, ScreenResultType

EVERYWHERE = {"q": "app.leave", "t": "app.change_theme"}
"""What keys do on every screen, unless they choose something there."""


def pressed(event: events.Key) -> str:
    """What a key is called: by its character where that can be seen, a letter by the small one."""
    seen = event.character and not event.character.isspace() and event.is_printable
    return event.character.lower() if event.character and seen else event.key


class Laid(ModalScreen[ScreenResultType]):
    """A screen that is put away once, however often that is asked for, and only while nothing lies over it."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        # Keys pressed quickly still come here when the screen is away; Textual would put away the next one with them.
        return super().dismiss(result) if self.is_active else AwaitComplete()
