"""What it tells of a hand that somebody chose to play it alone, or what to keep of it, beyond what that rules out."""

from collections.abc import Sequence
from functools import cache
from math import exp

from stova.bots.judging import masters, trump_worths
from stova.cards import CardSet, card_set, cards_in
from stova.engine.actions import BidContract, Declare, FaceDown
from stova.engine.view import View, plays
from stova.worlds import Rate

CHOICES = (Declare, BidContract, FaceDown)
"""How one comes to play alone, or to what is kept for that. Who bids a length may be forced to, and tells no more."""
BY_TRUMPS, BY_MASTERS = {2: 1.8, 3: 3.2}, 0.5
"""How much more likely a trick more by trumps, against so many, or by cards that nothing beats makes a declarer's hand:
as logarithms, near what they are with club players. Few put such cards away in an exchange."""


def hand_rate(view: View) -> Rate | None:
    """How likely hands are, where another seat plays alone and chose to, or chose what to keep; else None.

    The better a hand that seat has kept, the likelier.
    """
    declarer = view.declarer
    if declarer is None or declarer == view.seat or not any(isinstance(action, CHOICES) for _, action in view.history):
        return None
    tables, pack = view.game.tables(view), card_set(view.game.pack)
    worths = trump_worths(tables)
    played = card_set(card for _, seat, card, _ in plays(view) if seat == declarer)
    suits = {tables.follow[card] for card in view.game.pack}
    by_trumps = BY_TRUMPS[view.game.seats - 1]

    @cache
    def log_rate(cards: CardSet) -> float:
        """What the cards of a suit, or trumps, say."""
        trumps = sum([worths[card] for card in cards_in(cards & tables.trumps)])
        best = masters(tables, cards_in(cards & ~tables.trumps), pack & ~cards)
        return by_trumps * trumps + BY_MASTERS * len(best)

    def rate(hands: Sequence[CardSet]) -> float:
        kept = hands[declarer] | played
        return exp(sum([log_rate(kept & suit) for suit in suits]))

    return rate
