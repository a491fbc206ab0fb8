"""Card-play tables: what a card beats, follows and counts, as data that the engine and the kernel both read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from stova.cards import CARDS, Card, CardSet, card_set, cards_in


class Policy(Enum):
    """What a player who can't follow the led suit must do."""

    FOLLOW = "follow"
    """Any card."""
    FOLLOW_BEAT_IF_RUFFING = "follow, beat if ruffing"
    """Any plain card; but over a trump in the trick only a trump that beats it, if the hand holds one."""
    FOLLOW_ELSE_RUFF_AND_BEAT = "follow, else ruff and beat"
    """A trump, one that beats the trumps in the trick if the hand holds one."""


@dataclass(frozen=True, kw_only=True)
class CardTables:
    """The card play of a deal, once trumps are known.

    `beaten_by[card]` is the set of cards that beat `card` when it is winning the trick, `follow[card]` the set of cards
    that follow it when it is led, `points[card]` its card points; `order[card]` its place in its suit or among
    the trumps, higher is stronger, for showing a hand. All are indexed 0..51.
    """

    beaten_by: tuple[CardSet, ...]
    follow: tuple[CardSet, ...]
    points: tuple[int, ...]
    order: tuple[int, ...]
    trumps: CardSet
    policy: Policy

    def legal(self, hand: CardSet, trick: Sequence[Card], best: int) -> CardSet:
        """The cards of `hand` that may be played to `trick`, whose card at index `best` is winning."""
        if not trick:
            return hand
        following = hand & self.follow[trick[0]]
        if following:
            return following
        if self.policy is Policy.FOLLOW or self.trumps >> trick[0] & 1:
            return hand
        return self._ruffing(hand, trick[best])

    def _ruffing(self, hand: CardSet, winning: Card) -> CardSet:
        trumps = hand & self.trumps
        beating = trumps & self.beaten_by[winning] or trumps
        if self.policy is Policy.FOLLOW_ELSE_RUFF_AND_BEAT:
            return beating or hand
        ruffed = self.trumps >> winning & 1
        return hand & ~trumps | beating if ruffed else hand

    def ranked(self, cards: CardSet) -> tuple[Card, ...]:
        """The cards of a set, strongest first within each suit or the trumps; equals by number."""
        return tuple(sorted(cards_in(cards), key=lambda card: (-self.order[card], card)))


def tables(
    *,
    trumps: Sequence[Card],
    suits: Iterable[Sequence[Card]],
    points: Mapping[str, int],
    policy: Policy,
) -> CardTables:
    """Tables of a game in which trumps beat plain suits and higher cards beat lower ones of their suit.

    `trumps` and each of `suits` list their cards from the highest down; together they are the pack. `points` are card
    points by rank, 0 for ranks not named.
    """
    beaten_by, follow, order = [0] * 52, [0] * 52, [0] * 52
    trump_set = card_set(trumps)
    for suit in (trumps, *suits):
        above = 0 if suit is trumps else trump_set
        for place, card in enumerate(suit):
            beaten_by[card], follow[card], order[card] = above, card_set(suit), len(suit) - place
            above |= 1 << card
    return CardTables(
        beaten_by=tuple(beaten_by),
        follow=tuple(follow),
        order=tuple(order),
        points=tuple(points.get(card.rank, 0) for card in CARDS),
        trumps=trump_set,
        policy=policy,
    )
