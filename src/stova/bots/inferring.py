"""How likely a hand is, as its player chose to play it alone, what to keep of it, or what to make trumps; what the
rules make impossible is left to `worlds`."""

from collections.abc import Sequence
from functools import cache
from math import exp

from stova.bots.judging import plays_alone, tables_if, tricks
from stova.cards import CardSet, Suit, card_set
from stova.engine.actions import BidContract, Declare, FaceDown, NameTrump
from stova.engine.view import View, plays
from stova.worlds import Rate

CHOICES = (Declare, BidContract, FaceDown)
"""How one comes to play alone, or to what is kept for that. Who bids a length may be forced to, and tells no more."""
ALONE, TOGETHER = {2: 2.1, 3: 3.6}, 3.0
"""How much more likely a trick more makes a hand that is played alone against so many, and a suit to be named with a
partner: as logarithms, near what they are with club players."""


def hand_rate(view: View) -> Rate | None:
    """How likely hands are, where another seat chose to play alone, what to keep for that, or, of all suits and with a
    partner, what trumps are; else None.

    Alone the better a hand that seat has kept, the likelier; with a partner the better beside others the suit it named.
    """
    declarer, named, alone = view.declarer, view.trump, plays_alone(view)
    chosen = any(isinstance(action, CHOICES if alone else NameTrump) for _, action in view.history)
    if declarer in (None, view.seat) or named is None or not chosen or not (alone or view.bid is None):
        return None
    a_trick = ALONE[view.game.seats - 1] if alone else TOGETHER
    tables = [tables_if(view, trump) for trump in ((named,) if alone else Suit)]
    pack, suits = card_set(view.game.pack), [suit.cards for suit in Suit]
    played = card_set(card for _, seat, card, _ in plays(view) if seat == declarer)

    @cache
    def likely(cards: CardSet) -> Sequence[float]:
        """How much likelier the cards of a suit make the hand, for each suit that could be trumps."""
        return [exp(a_trick * tricks(own, cards, pack & ~cards)) for own in tables]

    @cache
    def rate(kept: CardSet) -> float:
        # Spelled out, since of all that is done for a world this is done 32 times.
        clubs, spades, hearts, diamonds = [likely(kept & suit) for suit in suits]
        by_trump = [c * s * h * d for c, s, h, d in zip(clubs, spades, hearts, diamonds, strict=True)]
        return by_trump[0] if alone else by_trump[named] / sum(by_trump)

    return lambda hands: rate(hands[declarer] | played)
