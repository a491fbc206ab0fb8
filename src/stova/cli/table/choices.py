"""Buttons: one for each thing that may be said, with its key."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from stova.cli.table.canvas import Canvas
from stova.cli.table.drawing import Drawing
from stova.cli.words import labels

LETTERS = "egajhkbf"
"""Keys for buttons beside cards, where their own are taken: none of a card, none that does something at any time."""
LOOSE = (2, 2)
"""Columns inside a button at each end, and between buttons."""
TIGHT = (1, 1)
TALL = 3
"""Rows a button takes where there's air between things."""


class Choice(NamedTuple):
    """A button: its key, what it says, and what it stands for."""

    key: str
    label: str
    means: object


def with_keys(choices: Sequence[Choice], spare: str = "") -> tuple[Choice, ...]:
    """The choices, with other keys where two have the same: one of the spare ones, or all are numbered."""
    keys = [choice.key for choice in choices]
    if len(set(keys)) == len(keys):
        return tuple(choices)
    if not spare:
        return tuple(choice._replace(key=str(number)) for number, choice in enumerate(choices, start=1))
    found: list[Choice] = []
    for at, choice in enumerate(choices):
        free = (letter for letter in spare if letter not in keys)
        key = choice.key if choice.key not in keys[:at] else next(free, choice.key)
        keys[at] = key
        found.append(choice._replace(key=key))
    return tuple(found)


class Choices(Drawing):
    """Buttons in a row, or in several where they don't fit in one; one of them may be pointed at."""

    COVERED: ClassVar[Mapping[str, str]] = {"button": "button-off", "button-on": "button-off"}

    choices: tuple[Choice, ...] = ()
    refused: tuple[Choice, ...] = ()
    """What has a key but no button: choosing it says why it can't be done."""
    pointed: int | None = 0

    def show(
        self,
        choices: Sequence[Choice],
        *,
        pointed: int | None = 0,
        spare: str = "",
        refused: Sequence[Choice] = (),
    ) -> None:
        self.choices, self.pointed, self.refused = with_keys(choices, spare), pointed, tuple(refused)
        self.display = bool(choices)
        self.refresh()

    def under_key(self, key: str) -> Choice | None:
        return next((choice for choice in (*self.choices, *self.refused) if choice.key == key), None)

    def keys(self) -> Collection[str]:
        """The keys of buttons, and of what has none."""
        return {choice.key for choice in (*self.choices, *self.refused)} - {"enter", "escape"}

    def chosen(self, key: str) -> Choice | None:
        """What a key chooses: the button it stands on, or with Enter and the space bar the one that is pointed at."""
        return self.pointed_choice() if key in ("enter", "space") else self.under_key(key)

    def pointed_choice(self) -> Choice | None:
        return None if self.pointed is None or not self.choices else self.choices[self.pointed]

    def point(self, step: int) -> None:
        if self.choices:
            first = 0 if step > 0 else -1
            self.pointed = (first if self.pointed is None else self.pointed + step) % len(self.choices)
            self.refresh()

    def unpoint(self) -> None:
        self.pointed = None
        self.refresh()

    def fit(self, width: int, *, roomy: bool) -> None:
        """Take the height the buttons need."""
        rows = len(self._rows(width)[0])
        self.styles.height = TALL if roomy and rows == 1 else rows

    def width_in(self, room: int) -> int:
        """The columns all buttons take in one row, with air in them where there's room."""
        loose, tight = (
            _width([self._text(choice, inside) for choice in self.choices], gap) for inside, gap in (LOOSE, TIGHT)
        )
        return loose if loose <= room else tight

    def draw(self, canvas: Canvas) -> None:
        rows, gap = self._rows(canvas.width)
        height = canvas.height // len(rows) if rows else 1
        for number, row in enumerate(rows):
            x = max(0, (canvas.width - _width([text for _, text in row], gap)) // 2)
            for at, text in row:
                self._draw_button(canvas, at, text, x, number * height, height)
                x += len(text) + gap

    def _draw_button(self, canvas: Canvas, at: int, text: str, x: int, y: int, height: int) -> None:
        on = at == self.pointed
        style = "button-on" if on else "button"
        canvas.fill(x, y, len(text), height, style)
        middle = y + height // 2
        canvas.put(x, middle, text, style)
        if on:
            canvas.put(x, middle, canvas.signs.turn, style)
        canvas.spot(x, y, len(text), height, self.choices[at])

    def _rows(self, width: int) -> tuple[list[list[tuple[int, str]]], int]:
        """The buttons in rows, as number and text, and the columns between them."""
        for inside, gap in (LOOSE, TIGHT):
            texts = [self._text(choice, inside) for choice in self.choices]
            if _width(texts, gap) <= width:
                return [list(enumerate(texts))], gap
        return list(_wrapped(texts, gap, width)), gap

    def _text(self, choice: Choice, inside: int) -> str:
        sign = labels.ESCAPE if choice.key == "escape" else choice.key
        text = choice.label if choice.key == "enter" else f"[{sign}] {choice.label}"
        text = f"[{sign}]" if choice.key == choice.label else text
        return self.signs.text(f"{' ' * inside}{text}{' ' * inside}")


def _width(texts: Sequence[str], gap: int) -> int:
    return sum(map(len, texts)) + gap * (len(texts) - 1)


def _wrapped(texts: Sequence[str], gap: int, width: int) -> Iterator[list[tuple[int, str]]]:
    row: list[tuple[int, str]] = []
    for at, text in enumerate(texts):
        if row and _width([*(other for _, other in row), text], gap) > width:
            yield row
            row = []
        row.append((at, text))
    yield row
