"""What a view tells of where cards are now, besides the viewer's hand, the tricks and the discards."""

from msgspec import Struct

from stova.cards import CardSet, card_set
from stova.engine.view import View, plays


class Known(Struct, frozen=True, kw_only=True, gc=False):
    """Where cards are that a seat sees, or has seen go there."""

    held: tuple[CardSet, ...]
    """By seat, cards it has for certain and may play, such as those open on the table."""
    covering: tuple[CardSet, ...]
    """By seat, its cards that lie on a covered one. As in `Game.covers` one just played to the trick still does."""
    away: CardSet = 0
    """Cards in nobody's hand."""


def nothing_known(view: View) -> Known:
    """What is known in games where nothing lies open."""
    nothing = (0,) * view.game.seats
    return Known(held=nothing, covering=nothing)


def lacking(view: View) -> tuple[CardSet, ...]:
    """By seat, the cards beside which one that it played wouldn't have been legal."""
    lacks = [0] * view.game.seats
    tables, pack = view.game.tables_of(view), card_set(view.game.pack)
    for _, seat, card, trick in plays(view):
        lacks[seat] |= tables.lacking(card, trick, pack)
    return tuple(lacks)
