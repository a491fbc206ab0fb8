"""What games keep of their own on the table, known by what there is of it and not by which game it is."""

from typing import Protocol, runtime_checkable

from stova.cards import Card, Suit
from stova.engine.view import View


@runtime_checkable
class OpenRow(Protocol):
    """A seat's cards on the table, as everybody sees them: open ones, and where covered ones lie."""

    up: tuple[Card | None, ...]

    @property
    def covered(self) -> tuple[bool, ...]: ...


@runtime_checkable
class OpenStock(Protocol):
    """A stock that suits are chosen from, with the cards that lie open for them."""

    chosen: tuple[Suit, ...]
    exposed: tuple[tuple[Card, ...], ...]
    laid: tuple[Card, ...]
    """Cards laid open besides."""
    stock: int
    """How many cards lie in the stock's place."""
    takers: tuple[int, ...]
    """The seats that took what lay there."""
    turned: tuple[Card, ...]
    """The cards turned to find the suits, for who may see them."""
    turned_count: int
    looked: tuple[Card, ...]
    """The cards looked at when cutting, for who did."""
    fours: tuple[str, ...]
    """The ranks of which four were together, as far as the seat knows."""
    announced: tuple[str, ...]
    """Those of them that were announced."""
    put_down: tuple[Card, ...]
    """What the seat itself put down."""


@runtime_checkable
class Bonus(Protocol):
    """A bonus for what falls together in a trick: counted by side, and in the trick just won, still to be declared."""

    counted: tuple[int, int]
    waiting: int
    what: tuple[str, ...]
    """What it is that waits, in words."""


def rows(view: View) -> tuple[OpenRow, ...]:
    """The cards that lie before each seat, in games that have such."""
    own = view.own if isinstance(view.own, tuple) else ()
    return tuple(row for row in own if isinstance(row, OpenRow))


def stock(view: View) -> OpenStock | None:
    """The stock and what lies open with it, in games that have such."""
    return view.own if isinstance(view.own, OpenStock) else None


def bonus(view: View) -> Bonus | None:
    """The bonus so far, in games that have one."""
    return view.own if isinstance(view.own, Bonus) else None


def needed(view: View) -> tuple[int, int] | None:
    """What the declarer's side needs to have more than half of all that counts, and what counts so far.

    None where that is always the same, since there is no bonus, or nobody is declarer yet.
    """
    found = bonus(view)
    if found is None or view.declarer is None or view.trump is None:
        return None
    tables = view.game.tables(view)
    counts = sum(tables.points) + tables.last_trick + sum(found.counted)
    return counts // 2 + 1, counts


def waiting(view: View) -> int:
    """The bonus in the trick just won that is still to be declared."""
    found = bonus(view)
    return 0 if found is None else found.waiting


def lying(view: View) -> int:
    """How many cards lie face down on the table, put down or never dealt to a hand."""
    if not view.counts:
        return 0
    played = len(view.trick) + sum(len(trick.cards) for trick in view.tricks)
    covered = sum(sum(row.covered) for row in rows(view))
    return len(view.game.pack) - sum(view.counts) - played - covered


def put_down(view: View) -> tuple[Card, ...]:
    """What the seat put down and may look at still: discards only until the first card is led."""
    found = stock(view)
    if found is not None:
        return found.put_down
    begun = bool(view.trick or view.tricks)
    return view.discards if view.discards and view.seat == view.declarer and not begun else ()
