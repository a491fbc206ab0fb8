"""Drawing cards: a big index, the sign of the suit, and a frame that says what may be done with it."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from stova.cards import Card, Suit
from stova.cli.signs import Frame
from stova.cli.table.canvas import Canvas

Look = Literal["face", "sunken", "chosen"]
"""A card that lies there or may be chosen; one that may not; one pointed at, or that took a trick."""


class Size(NamedTuple):
    """The size of cards in characters."""

    width: int
    height: int


SIZES = (Size(11, 7), Size(9, 5), Size(7, 4), Size(6, 4), Size(5, 3))
"""From the most comfortable down."""


def size_for(width: int, height: int, *, cards: int, sizes: Sequence[Size] = SIZES) -> Size:
    """The largest of the sizes in which so many cards fit in a row, and one fits in the height."""
    fitting = (size for size in sizes if size.height <= height and cards * size.width <= width)
    return next(fitting, SIZES[-1])


def draw_card(
    canvas: Canvas, x: int, y: int, size: Size, card: Card, look: Look = "face", *, covers: bool = False
) -> None:
    """A card face up, its top left corner at a place; with `covers` another lies face down beneath it."""
    if covers:
        draw_back(canvas, x, y + 1, size)
    frames = {"face": canvas.signs.plain, "sunken": canvas.signs.faint, "chosen": canvas.signs.heavy}
    _frame(canvas, x, y, size, frames[look], look)
    if covers:
        canvas.put(x + 1, y + size.height - 1, frames[look].foot[1] * (size.width - 2), look + "-over")
    style = look + "-red" if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else look
    sign = canvas.signs.suit(card.suit)
    inner = size.width - 2
    if size.height == 3:
        text = canvas.signs.card(card)
        canvas.put(x + 1, y + 1, text.center(inner), style)
    elif size.height == 4:
        canvas.put(x + 1, y + 1, card.rank.center(inner), style)
        canvas.put(x + 1, y + 2, sign.center(inner), style)
    else:
        canvas.put(x + 2, y + 1, card.rank, style)
        canvas.put(x + size.width // 2, y + size.height // 2, sign, style)
        canvas.put(x + size.width - 2 - len(card.rank), y + size.height - 2, card.rank, style)


def draw_back(canvas: Canvas, x: int, y: int, size: Size) -> None:
    """A card face down."""
    _frame(canvas, x, y, size, canvas.signs.plain, "back")
    canvas.fill(x + 1, y + 1, size.width - 2, size.height - 2, "back", char=canvas.signs.back)


def _frame(canvas: Canvas, x: int, y: int, size: Size, frame: Frame, style: str) -> None:
    """The outline of a card in a style's `-frame`, its inside empty in the style."""
    inner = size.width - 2
    canvas.put(x, y, _row(frame.top, inner), style + "-frame")
    for row in range(y + 1, y + size.height - 1):
        canvas.put(x, row, _row(frame.row, inner), style + "-frame")
        canvas.put(x + 1, row, " " * inner, style)
    canvas.put(x, y + size.height - 1, _row(frame.foot, inner), style + "-frame")


def _row(frame: str, inner: int) -> str:
    return frame[0] + frame[1] * inner + frame[2]
