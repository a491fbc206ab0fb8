"""What to say in an auction and what to put down: by what the hand comes to as declarer's, played out at random."""

import random
from functools import partial

from msgspec.structs import replace

from stova.bots.calling import Enough, Judgement, call
from stova.bots.club.guessing import Guess, guesses
from stova.bots.club.memory import Memory, remember
from stova.bots.club.outcomes import Standing, played_out
from stova.bots.judging import plays_alone
from stova.bots.novice import put_down
from stova.cards import Suit, cards_in
from stova.engine.actions import Action
from stova.engine.view import View

DEALS = 12
"""How many deals of the unseen cards a hand is judged by."""
TIMES = 12
"""How often each is played out."""
ALONE = {2: 0.42, 3: 0.6}
"""The share of all card points, played out at random, from which a deal is worth declaring against so many."""
LENGTH = 0.5
"""The same for who bids a length, and may pass."""
TOGETHER = 0.6
"""The share to name trumps with a partner."""
TURNED = 0.9
"""The share for a suit that was turned: somebody has to play it in the end, and it needn't be this side."""
CONTRACTS = (0.34, 0.5, 0.97, 0.97)
"""The share for each contract; a hand good enough for all tricks is so without an exchange, which counts for more."""


def judgement(view: View, seed: int) -> Judgement:
    """To bid, name trumps, declare or pass: the highest contract the hand is good for, by its share of the points."""
    if plays_alone(view):
        alone = ALONE.get(view.game.seats - 1, LENGTH)
        enough = Enough(to_bid=LENGTH, to_name=alone, to_play=alone, contracts=CONTRACTS)
    else:
        enough = Enough(to_name=TOGETHER, to_play=TURNED, contracts=CONTRACTS)
    return call(view, partial(share, view, seed=seed), enough, lowest=False)


def share(view: View, trump: Suit, seed: int) -> float:
    """The share of all card points that the viewer's side would have as declarers, played out at random."""
    chance = random.Random(seed)
    declared = replace(view, declarer=view.seat, trump=trump)
    memory = remember(declared)
    whole = sum(memory.tables.points[card] for card in view.game.pack) + memory.tables.last_trick
    found = [come(declared, memory, guess, chance.getrandbits(64)) for guess in guesses(memory, DEALS, chance)]
    return sum(found) / DEALS / whole


def come(view: View, memory: Memory, guess: Guess, seed: int) -> float:
    """What the viewer has as declarer in the end, if this is how the cards lie: those nobody has count too."""
    points, nothing = memory.tables.points, (0,) * len(guess.hands)
    leader = (view.dealer + 1) % len(nothing)
    standing = Standing(hands=guess.hands, leader=leader, trick=(), points=nothing, tricks=nothing, covers=guess.covers)
    return sum([points[card] for card in cards_in(guess.rest)]) + played_out(memory, standing, seed, TIMES)


def exchange(view: View, seed: int) -> Action:
    """Put down what serves least if the best suit, or the one that was named, is trumps."""
    return put_down(view, best_suit(view, seed) if view.trump is None else None)


def best_suit(view: View, seed: int) -> Suit:
    """The suit that would make the best trumps."""
    return max(Suit, key=lambda suit: share(view, suit, seed))
