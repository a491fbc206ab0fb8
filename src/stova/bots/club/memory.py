"""What a player with a perfect memory knows: who plays with whom, the cards gone, and who can't hold what."""

from dataclasses import dataclass
from functools import cached_property

from stova.bots.judging import friends, unseen
from stova.cards import Card, CardSet, card_set
from stova.engine.actions import Back, Both, LeadTrader, TakeStock, Trade
from stova.engine.game import nothing_covered
from stova.engine.tables import CardTables
from stova.engine.view import View, plays

CHANGES = (TakeStock, Both, Back, Trade, LeadTrader)
"""Actions that bring cards into a hand: what it lacked before, it may have since."""


@dataclass(frozen=True, kw_only=True)
class Memory:
    """What the viewer knows of the other hands.

    `may_hold[seat]` are the unseen cards that a seat may hold, `sizes[seat]` how many cards it has still to play; the
    viewer's are those of `hand` and any that will be turned up on the table.
    """

    tables: CardTables
    seat: int
    friends: frozenset[int]
    hand: CardSet
    unseen: CardSet
    may_hold: tuple[CardSet, ...]
    sizes: tuple[int, ...]

    @cached_property
    def open_minded(self) -> bool:
        """Whether every seat may hold every unseen card."""
        return all(cards == self.unseen for cards in self.may_hold)

    @cached_property
    def counting(self) -> bool:
        """Whether any card counts card points."""
        return any(self.tables.points)

    def places(self, card: Card) -> int:
        """How many seats may hold the card."""
        return sum([cards >> card & 1 for cards in self.may_hold])


def remember(view: View) -> Memory:
    """What the viewer can know, once hands are dealt."""
    assert view.seat is not None
    tables, others, left = view.game.tables(view), unseen(view), tricks_left(view)
    seats = range(len(view.counts))
    played = {(view.leader + place) % len(seats) for place in range(len(view.trick))}
    return Memory(
        tables=tables,
        seat=view.seat,
        friends=friends(view),
        hand=card_set(view.hand),
        unseen=others,
        may_hold=tuple([others & ~cards for cards in lacking(view, tables)]),
        sizes=tuple([left - (seat in played) for seat in seats]),
    )


def tricks_left(view: View) -> int:
    """The tricks still to be finished. Who took cards on the way may have more of them than that."""
    if view.game.covers is not nothing_covered:
        return len(view.game.pack) // view.game.seats - len(view.tricks)
    played = {(view.leader + place) % view.game.seats for place in range(len(view.trick))}
    return min(count + (seat in played) for seat, count in enumerate(view.counts))


def lacking(view: View, tables: CardTables) -> list[CardSet]:
    """The cards each seat can't have held when it played one that wouldn't have been legal beside them."""
    lacks = [0] * len(view.counts)
    if view.game.covers is not nothing_covered:
        return lacks
    pack = card_set(view.game.pack)
    for _, seat, card, trick in plays(view):
        lacks[seat] |= tables.lacking(card, trick, pack)
    changed = {actor for actor, action in view.history if isinstance(action, CHANGES)}
    return [0 if seat in changed else cards for seat, cards in enumerate(lacks)]
