"""What it tells of a hand that somebody chose to play it alone, or what to keep of it, beyond what that rules out."""

import random
from heapq import nsmallest
from math import ceil, exp, inf

from stova.bots.judging import masters, trump_worths
from stova.cards import CardSet, card_set, cards_in
from stova.engine.actions import BidContract, Declare, FaceDown, Hold
from stova.engine.state import State
from stova.engine.view import View, plays
from stova.worlds import Worlds

SPARE = 4
"""Worlds drawn for each that is looked at."""
BY_TRUMPS, BY_MASTERS = 1.8, 0.5
"""How much more likely a trick more by trumps or by cards that nothing beats makes a declarer's hand: as logarithms,
near what they are with club players. Few put such cards away in an exchange."""


def likely(worlds: Worlds, count: int, *, seed: int, seconds: float = inf) -> list[State]:
    """So many worlds, or those found in so many seconds, perhaps none.

    They are as `Worlds.draw` draws them, each equally likely. But where somebody else plays alone, and chose to or
    chose what to keep, one of four is taken by lot, and better hands of that player's have better chances. Raises
    RulesError if worlds are too rare to be found.
    """
    view = worlds.view
    declarer = view.declarer
    if declarer is None or not _tells(view, declarer):
        return worlds.draw(count, seed=seed, seconds=seconds)
    drawn, rng = worlds.draw(SPARE * count, seed=seed, seconds=seconds), random.Random(seed)
    tables, pack = view.game.tables(view), card_set(view.game.pack)
    worths = trump_worths(tables)
    played = card_set(card for _, seat, card, _ in plays(view) if seat == declarer)

    def rate(hand: CardSet) -> float:
        """How likely who chose to play alone has kept this hand."""
        trumps = sum([worths[card] for card in cards_in(hand & tables.trumps)])
        best = masters(tables, cards_in(hand & ~tables.trumps), pack & ~hand)
        return exp(BY_TRUMPS * trumps + BY_MASTERS * len(best))

    # Whose event comes first, where rates are chances (P. Efraimidis and P. Spirakis, 2006).
    events = {rng.expovariate(rate(world.hands[declarer] | played)): world for world in drawn}
    return [events[first] for first in nsmallest(ceil(len(drawn) / SPARE), events)]


def _tells(view: View, declarer: int) -> bool:
    """Whether the declarer, another seat, chose to play against all others, or what cards to keep.

    Who bids a length may be forced to, and tells no more than it.
    """
    if declarer == view.seat:
        return False
    calls = [action for seat, action in view.calls if seat == declarer]
    chose = any(isinstance(action, Declare | BidContract | Hold) for action in calls)
    return chose or any(seat == declarer and isinstance(action, FaceDown) for seat, action in view.history)
