"""Where seats are on the table, and the plaques that say who sits there."""

from collections.abc import Container, Sequence
from typing import Literal, NamedTuple

from stova.cli import own
from stova.cli.table.faces import Size
from stova.cli.words import labels
from stova.cli.words.calls import call_text
from stova.engine.view import View

Edge = Literal["bottom", "left", "top", "right"]

EDGES: dict[int, tuple[Edge, ...]] = {
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
}
"""At which edge each seat is, from yours clockwise, by the number of seats."""


class Spot(NamedTuple):
    """A place on the table, in characters from its top left."""

    x: int
    y: int


def card_places(seats: int, width: int, height: int, size: Size, *, top: int = 1) -> tuple[Spot, ...]:
    """Where the card each seat plays lies; `top` rows are left free above."""
    middle, low = (width - size.width) // 2, height - 1 - size.height
    if seats == 2:
        high = max(top, (top + low) // 2)
        return Spot(middle + size.width // 2 + 2, high), Spot(middle - size.width // 2 - 2, high)
    aside = size.width + max(2, size.width // 2)
    side = (top + low) // 2 if seats > 3 else max(top + 1, (top + low) // 2 - 1)
    across = {"bottom": Spot(middle, low), "left": Spot(middle - aside, side)}
    across |= {"top": Spot(middle, top), "right": Spot(middle + aside, side)}
    return tuple(across[edge] for edge in EDGES[seats])


BESIDE = 12
"""Columns for what stands beside the card at the right."""
IN_ROW = 4
"""Cards that lie open before each of two players."""


def axis(seats: int, width: int, window: int, size: Size) -> int:
    """The column round which the table is drawn: the middle of the window, if there's room right of it for the rest."""
    return max(width // 2, min(window // 2, width - _right_of_axis(seats, size)))


def _right_of_axis(seats: int, size: Size) -> int:
    if seats == 2:
        return max(3 * size.width, 2 + size.width + 1 + BESIDE)
    return max(2, size.width // 2) + size.width + size.width // 2 + BESIDE


def columns_for(seats: int, size: Size) -> int:
    """The columns that cards of a size take on the table, with what stands beside them on both sides."""
    beside_row = IN_ROW * size.width + 2 * BESIDE if seats == 2 else 0
    return max(2 * _right_of_axis(seats, size), beside_row)


def tags(view: View, seat: int, stand_ins: Container[int]) -> str:
    """What is to be said of a seat besides its name. On the seats of `stand_ins` a novice plays for a program."""
    marks = [labels.DEALER_TAG] if seat == view.dealer else []
    marks += [labels.DECLARER_TAG] if seat == view.declarer and (view.trump is not None or view.tricks) else []
    stock = own.stock(view)
    if stock is not None and seat in stock.takers:
        first = seat == stock.takers[0]
        marks.append(labels.HAS_STOCK.format(stock=view.game.talon_name) if first else labels.TOOK_HAND)
    if seat in stand_ins:
        marks.append(labels.STAND_IN_TAG)
    return ", ".join(marks)


def call_of(view: View, seat: int) -> str:
    """The last thing a seat said in the bidding."""
    places = [place for place, (caller, _) in enumerate(view.calls) if caller == seat]
    return call_text(view.calls, places[-1]) if places else ""


def played_by(leader: int, cards: Sequence[object], seats: int) -> dict[int, int]:
    """The place in the trick of each seat's card."""
    return {(leader + place) % seats: place for place in range(len(cards))}
