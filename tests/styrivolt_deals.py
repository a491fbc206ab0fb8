"""Deals of Stýrivolt made by hand, for the oracle's tests."""

from __future__ import annotations

from oracle_styrivolt import Deal
from oracle_styrivolt_cards import PACK, PERMANENT, RANKS


def make(hands: list[str], stock: str, **options: object) -> Deal:
    """A deal by seat 3 with these cards; the gaps, and the bottom of the stock, are filled, low cards first."""
    given = [hand.split() for hand in hands] + [stock.split()]
    rest = [card for card in PACK if not any(card in cards for cards in given)]
    rest.sort(key=lambda card: RANKS.index(card[0]))
    for cards, size in zip(given, [9, 9, 9, 9, 12], strict=True):
        while len(cards) < size:
            cards.append(rest.pop(0))
    return Deal(options, 3, hands=given[:4], stock=given[4])


def plays(deal: Deal) -> set[str]:
    return {action for action in deal.legal() if action.startswith("play")}


def others(deal: Deal) -> set[str]:
    """What may be done beside playing a card and putting one away."""
    return {action for action in deal.legal() if not action.startswith(("play", "put"))}


# Chosen: clubs and spades, the sixes exposed; 2D is the third suit. Seats 0 and 1 and the stock have no stikkar.
PLAIN = [
    "AH KH QH JH 8H 7H 6H 3H 5C",
    "AD KD QD JD 8D 7D 6D 3D KC",
    "2H 4C 8S 9H 9D 4H 4D 5H 5D",
    "AC AS JC JS 2S 3S 4S 5S QC",
]
STOCK = "6C 6S 2D 7C 7S 8C 9C KS QS 9S 3C 2C"


def plain(*swaps: str, **options: object) -> Deal:
    """The deal of PLAIN with pairs of cards ("AH 7C") changing places, the suits chosen."""
    places = {card: card for card in PACK}
    for one, other in [swap.split() for swap in swaps]:
        places[one], places[other] = places[other], places[one]
    hands, stock = [" ".join(places[card] for card in hand.split()) for hand in PLAIN], STOCK
    deal = make(hands, " ".join(places[card] for card in stock.split()), **options)
    while deal.phase == "choose":
        deal.apply(min(deal.legal()))
    return deal


def cut(bottom: str, hands: list[str], **options: object) -> Deal:
    """A deal by seat 3 from the pack, cut, with these cards at the bottom."""
    below = bottom.split()
    rest = [card for card in PACK if card not in below + " ".join(hands).split()]
    rest.sort(key=lambda card: card in PERMANENT)
    held = [[*hand.split(), *[rest.pop(0) for _ in range(9 - len(hand.split()))]] for hand in hands]
    pack = [card for r in range(3) for hand in held for card in hand[3 * r : 3 * r + 3]] + rest + below
    deal = Deal(options, 3, pack=pack[-11:] + pack[:-11])
    assert (deal.to_act, len(deal.legal())) == (2, 47)
    deal.apply("cut 11")
    assert deal.dealt == held
    while deal.phase == "choose":
        deal.apply(min(deal.legal()))
    return deal
