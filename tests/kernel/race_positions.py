"""Races of Stýrivolt to search, and positions of them."""

import random
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
        "tricks": 9,
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


def search(of: kernel.Race, goal: str = "SCORE", *, side: int = 0, memory: int = 1 << 20, **less: bool) -> Any:
    return kernel.RaceSearch(of, goal=kernel.RaceGoal[goal], side=side, memory=memory, **less)
