"""What a deal comes to when all hands are known and it is played out at random."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from stova import kernel
from stova.bots.club.memory import Memory
from stova.cards import Card, CardSet, card_set, cards_in
from stova.engine.tables import CardTables
from stova.playouts import kernel_tables

TIMES = 16
"""How often a deal is played out."""
TRICK = 0.1
"""What a trick is worth beside having enough of them, where tricks alone count."""


class Standing(Struct, frozen=True, kw_only=True, gc=False):
    """Where card play stands: hands, card points and tricks by seat, and a trick, perhaps a whole one.

    `covers` are pairs (card in a hand, card it covers).
    """

    hands: tuple[CardSet, ...]
    leader: int
    trick: tuple[Card, ...]
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    covers: tuple[tuple[Card, Card], ...] = ()


def played_out(memory: Memory, standing: Standing, seed: int, times: int = TIMES) -> float:
    """What the viewer's side has in the end on the average: card points, or where tricks alone count whether it has
    enough and `TRICK` for each."""
    tables, seats = memory.tables, len(standing.hands)
    if len(standing.trick) == seats:
        standing = taken(tables, standing)
    hands = evened(tables, standing)
    if not any(hands):
        return _worth(memory, standing.points, standing.tricks)
    position = kernel.Position(
        hands=hands,
        leader=standing.leader,
        trick=standing.trick,
        points=standing.points,
        tricks=standing.tricks,
        covers=standing.covers,
    )
    rows: Any = kernel.playouts(kernel_tables(tables, seats), position, times, seed).tolist()
    worths: list[float] = [_worth(memory, points, tricks) for points, tricks in rows]
    return sum(worths) / times


def taken(tables: CardTables, standing: Standing) -> Standing:
    """What stands when the winner has taken the trick."""
    winner = (standing.leader + tables.winning(standing.trick)) % len(standing.hands)
    points, tricks = list(standing.points), list(standing.tricks)
    points[winner] += tables.points_of(standing.trick, last=not any(standing.hands))
    tricks[winner] += 1
    return replace(standing, leader=winner, trick=(), points=tuple(points), tricks=tuple(tricks))


def evened(tables: CardTables, standing: Standing) -> list[CardSet]:
    """The hands without cards, the weakest, that won't be played because others have none then."""
    seats = len(standing.hands)
    played = {(standing.leader + place) % seats for place in range(len(standing.trick))}
    uppers = card_set([upper for upper, _ in standing.covers])
    counts = [
        hand.bit_count() + (hand & uppers).bit_count() + (seat in played) for seat, hand in enumerate(standing.hands)
    ]
    left = min(counts)
    if max(counts) == left:
        return list(standing.hands)
    return [_strongest(tables, hand, left - (seat in played)) for seat, hand in enumerate(standing.hands)]


def _strongest(tables: CardTables, hand: CardSet, count: int) -> CardSet:
    for card in sorted(cards_in(hand), key=tables.order.__getitem__)[: hand.bit_count() - count]:
        hand &= ~(1 << card)
    return hand


def _worth(memory: Memory, points: Sequence[int], tricks: Sequence[int]) -> float:
    friends = memory.friends
    if memory.enough is None:
        return sum([points[seat] for seat in friends])
    own = sum([tricks[seat] for seat in friends])
    return (own >= memory.enough) + TRICK * own
