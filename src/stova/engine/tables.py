"""Card-play tables: what a card beats, follows and counts, as data that the engine and the kernel both read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise, permutations

from stova.cards import CARDS, Card, CardSet, Suit, card_set, cards_in


class Policy(Enum):
    """What a player who can't follow the led suit must do."""

    FOLLOW = "follow"
    """Any card."""
    FOLLOW_BEAT_IF_RUFFING = "follow, beat if ruffing"
    """Any plain card; but over a trump in the trick only a trump that beats it, if the hand holds one."""
    FOLLOW_ELSE_RUFF_AND_BEAT = "follow, else ruff and beat"
    """A trump, one that beats the trumps in the trick if the hand holds one."""
    BEAT = "beat"
    """A card that beats the winning one if the hand holds one, unless partner holds the trick. There are no suits."""
    OVERTRUMP_OPPONENTS = "overtrump_opponents"
    """Trumps led: a higher one. A plain card led: a trump that beats those in the trick, unless partner holds it; and
    never a lower trump while there is another card."""
    OVERTRUMP = "overtrump"
    """Trumps led: a higher one. A plain card led: a trump, whoever holds the trick, and a higher one if able."""


_HIGHER = frozenset((Policy.OVERTRUMP_OPPONENTS, Policy.OVERTRUMP))


@dataclass(frozen=True, kw_only=True, eq=False)
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
    last_trick: int = 0
    """Card points for the last trick."""
    bonuses: tuple[tuple[CardSet, int], ...] = ()
    """Sets of cards and what each is worth, beside card points, to who wins a trick that holds all of it."""
    roles: tuple[str, ...] = ("",) * 52
    """What players call each card for what it can do, in a word or two; nothing for most."""

    def points_of(self, cards: Sequence[Card], *, last: bool) -> int:
        """The card points of a trick's cards, and those of the `last` trick besides."""
        return sum([self.points[card] for card in cards]) + (self.last_trick if last else 0)

    def bonus(self, cards: CardSet) -> int:
        """What the bonuses in the cards of a trick come to."""
        return sum([worth for held, worth in self.bonuses if not held & ~cards])

    def legal(self, hand: CardSet, trick: Sequence[Card], best: int) -> CardSet:
        """The cards of `hand` that may be played to `trick`, whose card at index `best` is winning."""
        if not trick:
            return hand
        following = hand & self.follow[trick[0]]
        policy = self.policy
        if policy is Policy.FOLLOW:
            return following or hand
        partner_holds = best == len(trick) - 2
        if policy is Policy.BEAT:
            return hand if partner_holds else hand & self.beaten_by[trick[best]] or hand
        trumps_led = self.trumps >> trick[0] & 1
        if following:
            if trumps_led and policy in _HIGHER:
                return following & self.beaten_by[trick[best]] or following
            return following
        if trumps_led:
            return hand
        return self._ruffing(hand, trick[best], partner_holds=partner_holds)

    def _ruffing(self, hand: CardSet, winning: Card, *, partner_holds: bool) -> CardSet:
        trumps = hand & self.trumps
        plain = hand & ~trumps
        beating = trumps & self.beaten_by[winning]
        match self.policy:
            case Policy.FOLLOW_BEAT_IF_RUFFING:
                ruffed = self.trumps >> winning & 1
                return plain | (beating or trumps) if ruffed else hand
            case Policy.OVERTRUMP_OPPONENTS if partner_holds:
                return plain | beating or trumps
            case Policy.OVERTRUMP_OPPONENTS:
                return beating or plain or trumps
            case _:
                return beating or trumps or plain

    def winning(self, trick: Sequence[Card]) -> int:
        """The index in `trick` of the card that is winning it."""
        best = 0
        for place, card in enumerate(trick):
            if self.beaten_by[trick[best]] >> card & 1:
                best = place
        return best

    def lacking(self, card: Card, trick: Sequence[Card], cards: CardSet) -> CardSet:
        """Those of the cards that a hand with `card` can't have held when that was played to `trick`.

        Of two cards both may be played unless one is due before the other, and what is due doesn't depend on the rest
        of the hand, so pairs tell all.
        """
        best, own = self.winning(trick), 1 << card
        if not trick or self.legal(cards | own, trick, best) & own:
            return 0
        return card_set(
            other for other in cards_in(cards & ~own) if not self.legal(own | 1 << other, trick, best) & own
        )

    def ranked(self, cards: CardSet) -> tuple[Card, ...]:
        """The cards of a set, strongest first within each suit or the trumps; equals by number."""
        return tuple(sorted(cards_in(cards), key=lambda card: (-self.order[card], card)))

    def as_held(self, cards: CardSet) -> tuple[tuple[Card, ...], ...]:
        """The cards of a set as people hold them: trumps, then the suits in alternating colours, each from the top
        down; what there is none of is left out."""
        plain = cards & ~self.trumps
        groups = (self.ranked(cards & self.trumps), *(self.ranked(plain & suit.cards) for suit in _alternating(plain)))
        return tuple(filter(None, groups))


def _alternating(cards: CardSet) -> Sequence[Suit]:
    """The suits of a set of cards, in an order in which as few neighbours as can be have one colour."""
    suits = [suit for suit in (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS) if cards & suit.cards]
    return min(permutations(suits), key=_clashes)


def _clashes(suits: Sequence[Suit]) -> int:
    red = [suit in (Suit.HEARTS, Suit.DIAMONDS) for suit in suits]
    return sum(one == other for one, other in pairwise(red))


def suits_from_top(
    cards: Iterable[Card], ranks: Sequence[str], *, top: Sequence[Card] = ()
) -> dict[Suit, tuple[Card, ...]]:
    """The cards of each suit from the highest down, but for those of `top`, which belong to no suit."""
    pack = set(cards) - set(top)
    return {
        suit: tuple(card for rank in ranks for card in pack if card.suit is suit and card.rank == rank) for suit in Suit
    }


def tables(
    *,
    trumps: Sequence[Card],
    suits: Iterable[Sequence[Card]],
    points: Mapping[str, int],
    policy: Policy,
    trump_points: Mapping[str, int] | None = None,
    last_trick: int = 0,
    bonuses: tuple[tuple[CardSet, int], ...] = (),
) -> CardTables:
    """Tables of a game in which trumps beat plain suits and higher cards beat lower ones of their suit.

    `trumps` and each of `suits` list their cards from the highest down; together they are the pack. `points` are card
    points by rank, 0 for ranks not named; `trump_points` those of trumps where they differ.
    """
    beaten_by, follow, order = [0] * 52, [0] * 52, [0] * 52
    trump_set = card_set(trumps)
    worth = points if trump_points is None else trump_points
    for suit in (trumps, *suits):
        above = 0 if suit is trumps else trump_set
        for place, card in enumerate(suit):
            beaten_by[card], follow[card], order[card] = above, card_set(suit), len(suit) - place
            above |= 1 << card
    return CardTables(
        beaten_by=tuple(beaten_by),
        follow=tuple(follow),
        order=tuple(order),
        points=tuple((worth if trump_set >> card & 1 else points).get(card.rank, 0) for card in CARDS),
        trumps=trump_set,
        policy=policy,
        last_trick=last_trick,
        bonuses=bonuses,
    )
