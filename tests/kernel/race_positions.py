"""Races of Stýrivolt to search, and positions of them."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from stova import kernel
from stova.cards import Suit, card_set, parse_cards
from stova.games.styrivolt.powers import PACK, card_tables
from stova.playouts import kernel_tables

CHOSEN = (Suit.CLUBS, Suit.SPADES)
WORTH = (1, 2, 3, 6, 12)
SWAPS = [(*parse_cards("5C 6C"), 0, False), (*parse_cards("5S JS"), 0, False), (*parse_cards("KC 6C"), 8, True)]
OPEN = card_set(parse_cards("6C JS"))
SIXES, LAMBS = card_set(parse_cards("6C 6S 6H 6D")), card_set(parse_cards("7C 7S"))


def race(must_beat: str = "no", *, fours: bool = False, together: Any = None, **changes: Any) -> kernel.Race:
    """A race with cards to swap for; with `fours` the sixes can come together, with `together` those there."""
    sets = [(), ("6",)] if fours else [()]
    given: dict[str, Any] = {
        "tables": [kernel_tables(card_tables(CHOSEN, ranks, must_beat), 4) for ranks in sets],
        "held_back": [LAMBS] * len(sets),
        "fours": [SIXES] if fours else [],
        "swaps": SWAPS,
        "enough": 5,
        "worth": WORTH,
    }
    if together is not None:
        given["fours"] = together
    return kernel.Race(**(given | changes))


def position(left: int, rng: random.Random, **changes: Any) -> kernel.RacePosition:
    """Hands of so many cards, nothing played to the trick, the tricks before won at random."""
    won = [0, 0, 0, 0]
    for _ in range(9 - left):
        side = rng.choice([side for side in (0, 1) if won[side] + won[side + 2] < 4])
        won[side + rng.choice((0, 2))] += 1
    cards = rng.sample([card for card in PACK if not OPEN >> card & 1], 4 * left)
    hands = [card_set(cards[seat * left : (seat + 1) * left]) for seat in range(4)]
    leader = rng.choice([seat for seat in range(4) if won[seat]] or [0])
    given: dict[str, Any] = {"hands": hands, "open": OPEN, "won": won, "leader": leader, "trick": []}
    return kernel.RacePosition(**(given | changes))


@dataclass(frozen=True)
class Values:
    """A search asked for values, which are found by asking whether they are so much."""

    search: kernel.RaceSearch
    outcomes: Sequence[int]
    """The values there can be, rising."""

    def values(self, positions: Iterable[kernel.RacePosition], **limit: Any) -> list[tuple[int, int]]:
        """The least and the most each can be, by halves; equal unless a limit was met, which is for each question."""
        return [self._value(position, **limit) for position in positions]

    def _value(self, position: kernel.RacePosition, **limit: Any) -> tuple[int, int]:
        low, high = 0, len(self.outcomes) - 1
        while low < high:
            middle = (low + high + 1) // 2
            reached = self.search.reaches(position, self.outcomes[middle], **limit)
            if reached is None:
                break
            low, high = (middle, high) if reached else (low, middle - 1)
        return self.outcomes[low], self.outcomes[high]


def search(of: kernel.Race, goal: str = "SCORE", *, side: int = 0, memory: int = 1 << 20, **less: bool) -> Values:
    """A search for the score or tricks of a side in a race for five of nine."""
    outcomes = range(10) if goal == "TRICKS" else sorted(sign * worth for worth in WORTH for sign in (-1, 1))
    return Values(kernel.RaceSearch(of, goal=kernel.RaceGoal[goal], side=side, memory=memory, **less), outcomes)
