"""Buttons: one for each thing that may be said, with its key."""

from collections.abc import Sequence
from typing import NamedTuple

from stova.cli.table.canvas import Canvas
from stova.cli.table.drawing import Drawing
from stova.cli.words import labels


class Choice(NamedTuple):
    """A button: its key, what it says, and what it stands for."""

    key: str
    label: str
    means: object


def with_keys(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """The choices, numbered where two have the same key."""
    keys = [choice.key for choice in choices]
    if len(set(keys)) == len(keys):
        return tuple(choices)
    return tuple(choice._replace(key=str(number)) for number, choice in enumerate(choices, start=1))


class Choices(Drawing):
    """Buttons in a row, one of them pointed at."""

    choices: tuple[Choice, ...] = ()
    pointed = 0

    def show(self, choices: Sequence[Choice]) -> None:
        self.choices, self.pointed = with_keys(choices), 0
        self.display = bool(choices)
        self.refresh()

    def under_key(self, key: str) -> Choice | None:
        return next((choice for choice in self.choices if choice.key == key), None)

    def pointed_choice(self) -> Choice | None:
        return self.choices[self.pointed] if self.choices else None

    def point(self, step: int) -> None:
        if self.choices:
            self.pointed = (self.pointed + step) % len(self.choices)
            self.refresh()

    def draw(self, canvas: Canvas) -> None:
        texts = [_text(choice) for choice in self.choices]
        x = max(0, (canvas.width - sum(map(len, texts)) - 2 * (len(texts) - 1)) // 2)
        for at, (choice, text) in enumerate(zip(self.choices, texts, strict=True)):
            on = at == self.pointed
            if canvas.height >= 3:
                canvas.fill(x, 0, len(text), 3, "button-on" if on else "button")
            canvas.put(x, canvas.height // 2, text, "button-on" if on else "button")
            if on:
                canvas.put(x, canvas.height // 2, canvas.signs.turn, "button-on")
            canvas.spot(x, 0, len(text), canvas.height, choice)
            x += len(text) + 2


def _text(choice: Choice) -> str:
    sign = labels.ESCAPE if choice.key == "escape" else choice.key
    key = "" if choice.key in ("enter", choice.label) else f"[{sign}] "
    return f"  {key}{choice.label}  "
