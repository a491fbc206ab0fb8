"""What a seat can tell from its view: who plays with it, what it hasn't seen, how strong its hand is."""

from collections.abc import Iterable, Sequence
from types import NoneType

from msgspec.structs import replace

from stova.cards import Card, CardSet, Suit, card_set, cards_in
from stova.engine.actions import Bid, BidContract
from stova.engine.tables import CardTables
from stova.engine.view import View
from stova.errors import RulesError, require_kind
from stova.rules.lengths import Naming

MASTER = 1 / 3
"""How much of a trick a card takes for a declarer that only trumps beat, as far as one can tell before the first
lead."""


def plays_alone(view: View) -> bool:
    """Whether every seat is a side of its own, so that a declarer has all others against it."""
    sides = view.game.sides
    return len(set(sides)) == len(sides)


def friends(view: View) -> frozenset[int]:
    """The seats that play this deal with the viewer: its side, or all against a declarer who plays alone.

    Raises RulesError for what is no view, and for an onlooker's.
    """
    require_kind("what friends are told by", view, View)
    if view.seat is None:
        raise RulesError("an onlooker plays with nobody")
    return view.game.party(view.seat, view.declarer)


def gone(view: View) -> CardSet:
    """The cards that nobody holds any more, as far as the seat knows: in tricks, discards, or open for the taking.

    Raises RulesError for what is no view.
    """
    require_kind("what cards are told by", view, View)
    played = card_set(view.trick) | card_set(view.discards or ())
    for trick in view.tricks:
        played |= card_set(trick.cards)
    return played | view.game.known(view).away


def elsewhere(view: View) -> CardSet:
    """The cards others may hold, in sight or not. Raises RulesError for what is no view."""
    return ~gone(view) & card_set(view.game.pack) & ~card_set(view.hand)


def masters(tables: CardTables, cards: Iterable[Card], others: CardSet) -> list[Card]:
    """Those of the cards that none of the others beats by following. Raises RulesError for what are no tables."""
    require_kind("what cards are compared by", tables, CardTables)
    return [card for card in cards if not tables.beaten_by[card] & tables.follow[card] & others]


def tables_if(view: View, trump: Suit | None) -> CardTables:
    """The card tables if this suit is trumps; None for what the view says. Raises RulesError for what is no suit."""
    require_kind("what would be trumps", trump, Suit, NoneType)
    return view.game.tables(view if trump is None else replace(view, trump=trump))


def length(view: View, suit: Suit) -> int:
    """How many cards of the hand would be trumps, the rank of none being looked at."""
    return (card_set(view.hand) & tables_if(view, suit).trumps).bit_count()


def trump_worths(tables: CardTables) -> dict[Card, float]:
    """How much of a trick each trump takes, by its rank: more than half of one, the highest all."""
    height = max(tables.order)
    return {card: 0.5 + tables.order[card] / height / 2 for card in cards_in(tables.trumps)}


def tricks(tables: CardTables, cards: CardSet, others: CardSet) -> float:
    """How many tricks cards take for a declarer, while there are these others: trumps by their rank, and cards that
    only trumps beat `MASTER` of one."""
    worths = trump_worths(tables)
    plain = masters(tables, cards_in(cards & ~tables.trumps), others)
    return sum(worths[card] for card in cards_in(cards & tables.trumps)) + MASTER * len(plain)


def strength(view: View, trump: Suit | None) -> float:
    """How much of the hand takes tricks if this suit is trumps: 0 none, 1 all."""
    return tricks(tables_if(view, trump), card_set(view.hand), elsewhere(view)) / len(view.hand)


def suits_after(view: View, bid: Bid | BidContract | None) -> Sequence[Suit]:
    """The suits that may be trumps if this bid of the viewer's stands: the one it names, the longest of its hand where
    bids are of lengths, or any."""
    if isinstance(bid, Bid) and bid.suit is not None:
        return (bid.suit,)
    naming = next((phase for phase in view.game.phases if isinstance(phase, Naming)), None)
    if naming is None or view.seat is None:
        return tuple(Suit)
    lengths = naming.lengths
    return lengths.of(lengths.counting(card_set(view.was_dealt), view.game.known(view).held[view.seat]))[1]
