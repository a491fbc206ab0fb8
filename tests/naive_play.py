"""Card play like Sjavs' without tables and masks, to hold the kernel against. Cards are 13 * suit + rank."""

import random
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeAlias, cast

from stova import kernel

Bonuses: TypeAlias = tuple[tuple[frozenset[int], int], ...]
"""Sets of cards, and what each is worth to who wins a trick that holds all of it."""
PACK = [13 * suit + rank for suit in range(4) for rank in range(5, 13)]
PERMANENT = [10, 23, 9, 22, 35, 48]  # ♣Q ♠Q ♣J ♠J ♥J ♦J, the highest first
POINTS = {8: 10, 9: 2, 10: 3, 11: 4, 12: 11}


@dataclass(frozen=True, kw_only=True)
class Naive:
    """A game: a trump suit above which stand the permanent trumps, a policy, and bonuses."""

    seats: int
    policy: kernel.Policy
    trump_suit: int = 2
    last_trick_points: int = 0
    anything_goes: bool = False

    def is_trump(self, card: int) -> bool:
        return card in PERMANENT or card // 13 == self.trump_suit

    def strength(self, card: int, led: int) -> int:
        """How high a card counts when `led` was led; -1 when it can't win."""
        if card in PERMANENT:
            return 200 - PERMANENT.index(card)
        if self.is_trump(card):
            return 100 + card % 13
        same_suit = card // 13 == led // 13 and not self.is_trump(led)
        return card % 13 if same_suit else -1

    def follows(self, card: int, led: int) -> bool:
        if self.anything_goes or self.is_trump(led):
            return self.anything_goes or self.is_trump(card)
        return not self.is_trump(card) and card // 13 == led // 13

    def points(self, card: int) -> int:
        return POINTS.get(card % 13, 0)

    def winning(self, trick: list[int]) -> int:
        """The index of the winning card."""
        strengths = [self.strength(card, trick[0]) for card in trick]
        return strengths.index(max(strengths))

    def legal(self, hand: list[int], trick: list[int]) -> list[int]:
        if not trick:
            return hand
        partner_holds = len(trick) > 1 and trick[-2] == trick[self.winning(trick)]
        if self.policy is kernel.Policy.BEAT:
            return hand if partner_holds else self.beating(hand, trick) or hand
        led = trick[0]
        following = [card for card in hand if self.follows(card, led)]
        if self.is_trump(led) and self.policy in (kernel.Policy.OVERTRUMP_OPPONENTS, kernel.Policy.OVERTRUMP):
            return self.beating(following, trick) or following or hand
        if following or self.is_trump(led) or self.policy is kernel.Policy.FOLLOW:
            return following or hand
        return self.ruffing(hand, trick, partner_holds=partner_holds)

    def ruffing(self, hand: list[int], trick: list[int], *, partner_holds: bool) -> list[int]:
        """What may be played by who has none of the plain suit led."""
        plain = [card for card in hand if not self.is_trump(card)]
        trumps = [card for card in hand if self.is_trump(card)]
        over = self.beating(trumps, trick)
        if self.policy is kernel.Policy.OVERTRUMP_OPPONENTS:
            return [*plain, *over] or hand if partner_holds else over or plain or hand
        if self.policy is kernel.Policy.FOLLOW_BEAT_IF_RUFFING:
            return plain + over if over and self.is_trump(trick[self.winning(trick)]) else hand
        return over or trumps or hand

    def beating(self, cards: list[int], trick: list[int]) -> list[int]:
        """Those of the cards that would win the trick if it ended with them."""
        return [card for card in cards if self.winning([*trick, card]) == len(trick)]

    def tables(self, bonuses: Bonuses = ()) -> kernel.Tables:
        """The same game as tables; a card that isn't of the pack has empty entries."""
        return kernel.Tables(
            seats=self.seats,
            beaten_by=[
                mask([other for other in PACK if self.strength(other, card) > self.strength(card, card)])
                for card in range(52)
            ],
            follow=[mask([other for other in PACK if self.follows(other, card)]) for card in range(52)],
            points=[self.points(card) for card in range(52)],
            trumps=mask([card for card in PACK if self.is_trump(card)]),
            policy=self.policy,
            last_trick_points=self.last_trick_points,
            bonuses=[(mask(list(cards)), worth) for cards, worth in bonuses],
        )


@dataclass(frozen=True, kw_only=True)
class Play:
    """A naive position: hands by seat, and under which card each covered card lies."""

    hands: list[list[int]]
    leader: int = 0
    trick: list[int] = field(default_factory=list)
    points: list[int]
    tricks: list[int]
    covers: dict[int, int] = field(default_factory=dict)

    @property
    def seat(self) -> int:
        return (self.leader + len(self.trick)) % len(self.hands)

    def position(self) -> kernel.Position:
        return kernel.Position(
            hands=[mask(hand) for hand in self.hands],
            leader=self.leader,
            trick=self.trick,
            points=self.points,
            tricks=self.tricks,
            covers=self.covers.items(),
        )

    def after(self, game: Naive, card: int) -> "Play":
        """The position after the seat to act played `card`."""
        hands = [[other for other in hand if other != card] for hand in self.hands]
        covers = {upper: lower for upper, lower in self.covers.items() if upper != card}
        if card in self.covers:
            hands[self.seat].append(self.covers[card])
        played = replace(self, hands=hands, covers=covers, trick=[*self.trick, card])
        return played.gathered(game) if len(played.trick) == game.seats else played

    def gathered(self, game: Naive) -> "Play":
        winner = (self.leader + game.winning(self.trick)) % game.seats
        worth = sum(game.points(card) for card in self.trick)
        worth += 0 if any(self.hands) else game.last_trick_points
        return replace(
            self,
            trick=[],
            leader=winner,
            points=[had + worth * (seat == winner) for seat, had in enumerate(self.points)],
            tricks=[had + (seat == winner) for seat, had in enumerate(self.tricks)],
        )


def rows(results: memoryview) -> list[list[list[int]]]:
    """The results of play-outs as lists, with the dimensions that the type of a memoryview doesn't tell."""
    return cast(list[list[list[int]]], results.tolist())


def mask(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def deal(game: Naive, length: int, rng: random.Random, *, covered: int = 0) -> Play:
    """A random deal of `length` cards a seat, with `covered` more a seat under cards of its hand."""
    cards = rng.sample(PACK, game.seats * (length + covered))
    hands = [[cards.pop() for _ in range(length)] for _ in range(game.seats)]
    covers = {upper: cards.pop() for hand in hands for upper in rng.sample(hand, covered)}
    zeros = [0] * game.seats
    return Play(hands=hands, leader=rng.randrange(game.seats), points=zeros, tricks=zeros, covers=covers)


def outcomes(game: Naive, play: Play) -> dict[tuple[int, ...], Fraction]:
    """The probability of each result (points by seat, then tricks) when every choice is uniformly random."""
    hand = play.hands[play.seat]
    if not hand:
        return {(*play.points, *play.tricks): Fraction(1)}
    cards = game.legal(hand, play.trick)
    found: dict[tuple[int, ...], Fraction] = {}
    for card in cards:
        for result, chance in outcomes(game, play.after(game, card)).items():
            found[result] = found.get(result, Fraction(0)) + chance / len(cards)
    return found
