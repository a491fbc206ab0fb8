"""What to say in an auction and what to put down: by what the hand comes to as declarer's, played out at random."""

import random

from msgspec.structs import replace

from stova.bots.club.guessing import Guess, guesses
from stova.bots.club.memory import Memory, remember
from stova.bots.club.outcomes import Standing, played_out
from stova.bots.novice import exchange as put_down
from stova.cards import Suit, cards_in
from stova.engine.actions import Accept, Action, Bid, BidContract, Declare, Hold, NameTrump, Pass
from stova.engine.view import View

DEALS = 12
"""How many deals of the unseen cards a hand is judged by."""
TIMES = 12
"""How often each is played out."""
ALONE = 0.42
"""The share of all card points, played out at random, from which a deal is worth declaring against all others."""
TOGETHER = 0.66
"""The same with a partner."""
TURNED = 0.78
"""The same for a suit that was turned: somebody has to play it in the end, and it needn't be this side."""
CONTRACTS = (0.38, 0.55, 0.86, 0.95)
"""The same for each contract, from the lowest; those above need the last."""


def call(view: View, seed: int) -> Action:
    """Bid, name trumps, declare or pass."""
    legal = view.legal
    bids = [action for action in legal if isinstance(action, Bid)]
    if bids:
        return max(bids, key=lambda bid: (bid.length, bid.suit is Suit.CLUBS))
    if any(isinstance(action, BidContract | Hold) for action in legal):
        return _contract(view, seed)
    names = [action for action in legal if isinstance(action, NameTrump)]
    if names:
        shares = {action: share(view, action.suit, seed) for action in names}
        best = max(names, key=shares.__getitem__)
        return best if Pass() not in legal or shares[best] >= _enough(view, TOGETHER) else Pass()
    play = next((action for action in legal if isinstance(action, Declare | Accept)), legal[0])
    trump = None if view.drawn is None else view.drawn.suit
    return play if share(view, trump, seed) >= _enough(view, TURNED) else Pass()


def _enough(view: View, together: float) -> float:
    sides = view.game.sides
    return ALONE if len(set(sides)) == len(sides) else together


def _contract(view: View, seed: int) -> Action:
    """The highest contract the hand is good for."""
    hand = share(view, best_suit(view, seed), seed)
    contracts = [action for action in view.game.actions if isinstance(action, BidContract)]
    wanted = (*CONTRACTS, *CONTRACTS[-1:] * len(contracts))
    for contract, least in reversed(list(zip(contracts, wanted, strict=False))):
        action = Hold() if contract == view.bid else contract
        if action in view.legal and hand >= least:
            return action
    return Pass()


def as_declarer(view: View, trump: Suit | None) -> View:
    """The view if the viewer were the declarer, and this suit trumps."""
    return replace(view, declarer=view.seat, trump=view.trump if trump is None else trump)


def share(view: View, trump: Suit | None, seed: int) -> float:
    """The share of all card points that the viewer's side would have as declarers, played out at random."""
    chance = random.Random(seed)
    declared = as_declarer(view, trump)
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
