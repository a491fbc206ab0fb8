"""The draw for seats and for the first deal. Rule: SJ-6.

Cards are drawn from the top of shuffle 0 with the label `draw`, then of shuffle 1 and so on should it run out: one for
each player in the order they came, then again one for each of those whose ranks are equal, in the same order.
"""

from collections.abc import Iterator, Sequence
from itertools import count

from msgspec import Struct

from stova.cards import RANKS, Card
from stova.engine.shuffle import shuffled


class Draw(Struct, frozen=True):
    """A draw: the cards drawn in each round by player (None: did not draw), the player on each seat, the first dealer.

    Player 0 sits at seat 0.
    """

    rounds: tuple[tuple[Card | None, ...], ...]
    seating: tuple[int, ...]
    dealer: int


def draw(pack: Sequence[Card], key: bytes, *, players: int, partners: bool) -> Draw:
    """Every player draws a card from the shuffled pack; players with equal ranks set theirs aside and draw again.

    The highest deals first; with `partners` the two highest sit opposite each other.
    """
    cards = _endless(pack, key)
    held: list[Card] = [next(cards) for _ in range(players)]
    rounds: list[tuple[Card | None, ...]] = [tuple(held)]
    while again := _equals(held):
        for player in again:
            held[player] = next(cards)
        rounds.append(tuple(card if player in again else None for player, card in enumerate(held)))
    ranking = sorted(range(players), key=lambda player: -RANKS.index(held[player].rank))
    seating = _opposite(ranking) if partners else tuple(range(players))
    return Draw(tuple(rounds), seating, seating.index(ranking[0]))


def _endless(pack: Sequence[Card], key: bytes) -> Iterator[Card]:
    for number in count():
        yield from shuffled(pack, key, "draw", number)


def _equals(held: Sequence[Card]) -> tuple[int, ...]:
    ranks = [card.rank for card in held]
    return tuple(player for player, rank in enumerate(ranks) if ranks.count(rank) > 1)


def _opposite(ranking: Sequence[int]) -> tuple[int, ...]:
    first, second, third, fourth = ranking
    circle = (first, third, second, fourth)
    start = circle.index(0)
    return circle[start:] + circle[:start]
