"""A grid of characters in named styles, which widgets draw on."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from stova.cli.signs import Signs, Span


class Spot(NamedTuple):
    """A part of a canvas that can be clicked, and what it stands for."""

    x: int
    y: int
    width: int
    height: int
    means: object

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Canvas:
    """A drawing of `width` by `height` characters. What goes past its edge is left out, and counted in `lost`."""

    def __init__(self, width: int, height: int, signs: Signs) -> None:
        self.width, self.height, self.signs = width, height, signs
        self.lost = 0
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]
        self._spots: list[Spot] = []

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write a text from a place rightwards; the column after it."""
        written = self.signs.text(text)
        self._write(x, y, written, [style] * len(written))
        return x + len(written)

    def _write(self, x: int, y: int, chars: Sequence[str], styles: Sequence[str]) -> None:
        first, end = max(0, -x), min(len(chars), self.width - x)
        if not 0 <= y < self.height or first >= end:
            first = end = 0
        else:
            self._chars[y][x + first : x + end] = chars[first:end]
            self._styles[y][x + first : x + end] = styles[first:end]
        self.lost += sum(char != " " for part in (chars[:first], chars[end:]) for char in part)

    def line(self, x: int, y: int, spans: "list[Span]") -> int:
        """Write spans one after the other; the column after them."""
        for text, style in spans:
            x = self.put(x, y, text, style)
        return x

    def centred(self, y: int, text: str, style: str = "", *, middle: int | None = None) -> None:
        """Write a text round the middle of the canvas, or round a column."""
        about = self.width // 2 if middle is None else middle
        self.put(max(0, about - len(self.signs.text(text)) // 2), y, text, style)

    def right(self, y: int, text: str, style: str = "", *, edge: int | None = None) -> None:
        """Write a text that ends at the right edge, or before a column."""
        self.put((self.width if edge is None else edge) - len(self.signs.text(text)), y, text, style)

    def fill(self, x: int, y: int, width: int, height: int, style: str, *, char: str = " ") -> None:
        for row in range(y, y + height):
            self.put(x, row, char * width, style)

    def spot(self, x: int, y: int, width: int, height: int, means: object) -> None:
        """Make a part clickable; later ones lie on top."""
        self._spots.insert(0, Spot(x, y, width, height, means))

    def at(self, x: int, y: int) -> object:
        """What can be clicked at a place; None where there's nothing."""
        return next((spot.means for spot in self._spots if spot.holds(x, y)), None)

    def paste(self, other: "Canvas", x: int = 0, y: int = 0) -> None:
        """Copy another canvas, its top left corner at a place."""
        for row, (chars, styles) in enumerate(zip(other._chars, other._styles, strict=True), start=y):
            self._write(x, row, chars, styles)
        self.lost += other.lost
        for spot in reversed(other._spots):
            self.spot(spot.x + x, spot.y + y, spot.width, spot.height, spot.means)

    def strip(self, y: int, style_of: Callable[[str], Style]) -> Strip:
        """A row for the terminal."""
        if y >= self.height:
            return Strip.blank(self.width, style_of(""))
        cells = zip(self._styles[y], self._chars[y], strict=True)
        runs = groupby(cells, key=lambda cell: cell[0])
        return Strip([Segment("".join(char for _, char in run), style_of(name)) for name, run in runs], self.width)

    def rows(self) -> list[str]:
        """The characters alone, for tests."""
        return ["".join(row).rstrip() for row in self._chars]
