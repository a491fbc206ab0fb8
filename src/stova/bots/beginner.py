"""A beginner: the novice's rules of thumb with the mistakes people make who have just learnt the game."""

import random
from collections.abc import Sequence

from msgspec.structs import replace

from stova.bots.checks import require_choice
from stova.bots.judging import length
from stova.bots.novice import novice
from stova.cards import Card, Suit
from stova.engine.actions import (
    Accept,
    Action,
    BidContract,
    Declare,
    NameTrump,
    NoRoem,
    Pass,
    Play,
    Roem,
)
from stova.engine.view import View

REMEMBERED = 1
"""How many tricks a beginner remembers the cards of."""
EAGER = 0.6
"""How often the highest card of a plain suit is led at once, or by who has no such card the first trump at hand."""
CARELESS = 0.35
"""How often a card is played without a look at who holds the trick, and what it costs."""
QUIET = 0.3
"""How often roem isn't seen."""
BOLD = 0.3
"""How often a hand is played, or a bid raised, for no more than the length of a suit."""
LONG = 0.45
"""The share of the hand that looks long to a beginner."""


def beginner(view: View, seed: int) -> Action:
    """One of `view.legal`, with mistakes by the seed and by how far the deal has got.

    Raises RulesError for who has nothing to choose, or no seed.
    """
    require_choice(view, seed)
    legal, chance = view.legal, random.Random(seed ^ len(view.history) << 64)
    if len(legal) == 1:
        return legal[0]
    if Roem() in legal:
        return NoRoem() if chance.random() < QUIET else Roem()
    said = _call(view, chance)
    if said is not None:
        return said
    cards = [action.card for action in legal if isinstance(action, Play)]
    slip = _slip(view, cards, chance) if len(cards) == len(legal) else None
    return Play(slip) if slip is not None else novice(forgetful(view), seed)


def forgetful(view: View) -> View:
    """The view without the tricks a beginner has forgotten."""
    return replace(view, tricks=view.tricks[-REMEMBERED:])


def _call(view: View, chance: random.Random) -> Action | None:
    """A bid, trumps or contract chosen for length alone; None when the beginner judges as a novice does."""
    legal = view.legal
    turned = view.drawn if Accept() in legal else None
    trumps = max(Suit, key=lambda suit: length(view, suit)) if turned is None else turned.suit
    names = [action for action in legal if isinstance(action, NameTrump)]
    if names and Pass() not in legal:
        return max(names, key=lambda action: length(view, action.suit))
    if chance.random() >= BOLD or length(view, trumps) < LONG * len(view.hand):
        return None
    if names:
        return NameTrump(trumps)
    raised = [action for action in legal if isinstance(action, BidContract)]
    return next((action for action in legal if isinstance(action, Declare | Accept)), raised[1] if raised[1:] else None)


def _slip(view: View, legal: Sequence[Card], chance: random.Random) -> Card | None:
    """A card played by mistake; None when there is none."""
    tables = view.game.tables(view)
    if not view.trick:
        trumps = [card for card in legal if tables.trumps >> card & 1]
        plain = [card for card in legal if not tables.trumps >> card & 1]
        eager = [card for card in plain if not tables.beaten_by[card] & tables.follow[card] & ~tables.trumps] or trumps
        return eager[0] if eager and chance.random() < EAGER else None
    if chance.random() >= CARELESS:
        return None
    beating = [card for card in legal if tables.beaten_by[view.trick[view.best]] >> card & 1]
    return max(beating, key=tables.order.__getitem__) if beating else chance.choice(legal)
