"""What to say in an auction, by how good a hand would be as the declarer's."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from msgspec import Struct

from stova.bots.judging import plays_alone, suits_after
from stova.cards import Suit
from stova.engine.actions import Accept, Action, Bid, BidContract, Declare, Hold, NameTrump, Pass
from stova.engine.view import View, trump_suit

Good: TypeAlias = Callable[[Suit], float]
"""How good a hand is as the declarer's if this suit is trumps."""


class Enough(Struct, frozen=True, kw_only=True):
    """How good a hand must be: alone to declare against so many, or to bid a length; with a partner to name trumps, or
    to accept a suit that was turned; for each contract, and how much better to hold one that was bid over one's own.

    With a partner any length that may be bid gains by it. Contracts are listed from the lowest; those above need as
    much as the last.
    """

    alone: Mapping[int, float]
    length: float
    together: float
    turned: float
    contracts: tuple[float, ...]
    holding: float = 0.0


def call(view: View, good: Good, enough: Enough, *, lowest: bool) -> Action:
    """Bid, name trumps, declare or pass.

    Of contracts it is the `lowest` there is, if the hand is good enough for it, or else the highest it is good for. A
    suit is judged once.
    """
    good = cache(good)
    legal, alone = view.legal, plays_alone(view)
    bids = [action for action in legal if isinstance(action, Bid)]
    if bids:
        least = enough.length if alone else 0.0
        bid = _longest(bids, good, least)
        return _say(view, bid, good, suits_after(view, bid), least)
    if any(isinstance(action, BidContract | Hold) for action in legal):
        return _contract(view, max(map(good, Suit)), enough, lowest=lowest)
    names = [action for action in legal if isinstance(action, NameTrump)]
    if names:
        best = max(names, key=lambda action: good(action.suit))
        return _say(view, best, good, [best.suit], enough.together)
    play = next((action for action in legal if isinstance(action, Declare | Accept)), legal[0])
    turned = trump_suit(view) if view.drawn is None else view.drawn.suit
    assert turned is not None
    least = enough.alone[view.game.seats - 1] if alone else enough.turned
    return _say(view, play, good, [turned], least)


def _say(view: View, action: Action, good: Good, trumps: Sequence[Suit], least: float) -> Action:
    """To say it if one of these suits as trumps is good enough for it, or else to pass if one may."""
    if Pass() not in view.legal or least <= 0 or max(map(good, trumps)) >= least:
        return action
    return Pass()


def _longest(bids: Sequence[Bid], good: Good, least: float) -> Bid:
    """The longest suit; clubs, which score most, if they are good enough, or the best of those as long."""
    named = {bid: bid.suit for bid in bids if bid.suit is not None}
    if len(named) < 2:
        return next(iter(named), bids[0])
    return max(named, key=lambda bid: (named[bid] is Suit.CLUBS and good(Suit.CLUBS) >= least, good(named[bid])))


def _contract(view: View, hand: float, enough: Enough, *, lowest: bool) -> Action:
    """A contract the hand is good enough for, or to hold the one that was bid, or to pass."""
    contracts = [action for action in view.game.actions if isinstance(action, BidContract)]
    wanted = (*enough.contracts, *enough.contracts[-1:] * len(contracts))
    actions = [
        (Hold(), least + enough.holding) if contract == view.bid else (contract, least)
        for contract, least in zip(contracts, wanted, strict=False)
    ]
    may_bid = [(action, least) for action, least in actions if action in view.legal]
    found = [action for action, least in may_bid[: 1 if lowest else None] if hand >= least]
    return found[-1] if found else Pass()
