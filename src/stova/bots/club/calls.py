"""What to say in an auction and what to put down: by what the hand comes to as declarer's, played out at random."""

import dataclasses
import random
from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from stova.bots.calling import Enough, Good, call
from stova.bots.club.guessing import Guess, guesses
from stova.bots.club.memory import Memory, remember
from stova.bots.club.outcomes import Standing, played_out
from stova.cards import Suit, cards_in
from stova.engine.actions import Action
from stova.engine.view import View

DEALS = 100
"""How many deals of the unseen cards a hand is judged by; with twelve a suit is often taken for better than a better
one."""
TIMES = 3
"""How often each is played out."""
ENOUGH = Enough(alone={2: 0.42, 3: 0.6}, length=0.5, together=0.6, turned=0.97, contracts=(0.34, 0.5, 0.97, 0.97))
"""The share of all card points, played out at random, that it takes. A suit that was turned somebody has to play in the
end, and it needn't be this side; a hand good enough for all tricks is so without an exchange, which counts for more."""


def say(view: View, seed: int) -> Action:
    """To bid, name trumps, declare or pass: the highest contract the hand is good for, by its share of the points."""
    return call(view, shares(view, seed), ENOUGH, lowest=False)


def shares(view: View, seed: int) -> Good:
    """By trump suit, the share of all card points that the viewer's side would have as declarers, played out at random;
    every suit in the same deals of the unseen cards."""
    chance, game = random.Random(seed), view.game
    declared = replace(view, declarer=view.seat)

    @cache
    def deals() -> tuple[Memory, Sequence[tuple[Guess, int]]]:
        """What there is to remember, and deals that fit, with a seed each: before the first card no trumps matter."""
        memory = remember(declared)
        return memory, [(guess, chance.getrandbits(64)) for guess in guesses(memory, DEALS, chance)]

    def share(trump: Suit) -> float:
        remembered, guessed = deals()
        memory = dataclasses.replace(remembered, tables=game.tables(replace(declared, trump=trump)), enough=None)
        whole = memory.tables.points_of(game.pack, last=True)
        return sum([come(view, memory, guess, seed) for guess, seed in guessed]) / DEALS / whole

    return share


def come(view: View, memory: Memory, guess: Guess, seed: int) -> float:
    """What the viewer has as declarer in the end, if this is how the cards lie: those nobody has count too."""
    points, nothing = memory.tables.points, (0,) * len(guess.hands)
    leader = (view.dealer + 1) % len(nothing)
    standing = Standing(hands=guess.hands, leader=leader, trick=(), points=nothing, tricks=nothing, covers=guess.covers)
    return sum([points[card] for card in cards_in(guess.rest)]) + played_out(memory, standing, seed, TIMES)
