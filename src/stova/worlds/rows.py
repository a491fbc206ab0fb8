"""Rows on the table of open cards that cover others: what a view of them tells."""

from collections.abc import Iterator

from msgspec.structs import replace

from stova.cards import Card
from stova.engine.state import State
from stova.worlds.ways import COVERED, NEVER, Walk, plays


def lay(walk: Walk, sample: State) -> None:
    """What is known of each column, before the plays are gone along; `sample` is any deal just dealt."""
    for seat, upper, lower, up, covered in _columns(walk, sample):
        if covered:
            walk.move(lower, COVERED)
            walk.settle(_just_played(walk, seat) if up is None else up, upper)
            continue
        walk.covers.append((upper, lower))
        walk.routes[upper] = replace(walk.routes[upper], gone=True)
        walk.routes[lower] = replace(walk.routes[lower], gone=True, late=True)
        if up is not None:
            walk.settle(up, lower)


def _columns(walk: Walk, sample: State) -> Iterator[tuple[int, int, int, Card | None, bool]]:
    """Each column: its seat, the routes of its upper and its lower card, what lies open and whether it covers one."""
    routes = {(route.origin, route.slots): index for index, route in enumerate(walk.routes)}
    at = {
        card: routes.get((seat, (slot,)), 0) for seat, own in enumerate(sample.dealt) for slot, card in enumerate(own)
    }
    pairs = iter(sample.game.covers(sample))
    for seat, row in enumerate(walk.view.own):
        for up, covered in zip(row.up, row.covered, strict=True):
            upper, lower = next(pairs)
            yield seat, at[upper], at[lower], up, covered


def _just_played(walk: Walk, seat: int) -> Card:
    view = walk.view
    return view.trick[(seat - view.leader) % view.game.seats]


def turned_up(walk: Walk) -> None:
    """After the plays: since when each card can't have been in the hand before it was turned up, and until when.

    A seat that couldn't follow held none of the cards that would have been due. Those it had all the same later had
    been covered, and what covered them was played in that trick or after it.
    """
    holders = {card: seat for _, seat, card, _ in plays(walk.view)}
    for seat, row in enumerate(walk.view.own):
        holders |= {card: seat for card in row.up if card is not None}
    for card, seat in holders.items():
        earlier = (trick for own, trick, cards in walk.lacks if own == seat and cards >> card & 1)
        walk.since[card] = max((trick for trick in earlier if trick < walk.played[card]), default=0)
        if walk.played[card] == NEVER and not _at_once(walk):
            walk.played[card] = len(walk.view.tricks)


def _at_once(walk: Walk) -> bool:
    """Whether covered cards are turned up during the trick."""
    return bool(walk.view.game.options.turn_up == "at_once")
