"""What beats what in Stýrivolt. Rules: ST-2 to ST-11."""

from enum import IntEnum
from functools import cache

from stova.cards import CARDS, RANKS, Card, CardSet, Suit, card_set, parse_cards
from stova.engine.tables import CardTables, Policy

PACK = tuple(card for card in CARDS if card.rank != "10")
"""Rule: ST-1."""
PERMANENT = parse_cards("2H 4C 8S 9H 9D")
"""The permanent stikkar, high to low. Rule: ST-3."""
CHOSEN_POWERS = ("A", "J", "6", "2", "3", "4")
"""The ranks of the chosen suits that beat others, high to low. Rules: ST-4, ST-5."""
UNCHOSEN = ("A", "K", "Q", "J", "9", "8", "7", "6", "5", "4", "3", "2")
"""Rule: ST-2."""


class Power(IntEnum):
    """How strong a card is. The permanent stikkar are 0 to 4; down to the unfortunate lower numbers beat higher ones.

    Those below have power only when led, and are ordered by how hard they are to beat then.
    """

    STYRIVOLT = 5
    KARNIFL = 6
    POSTMAN = 7
    TVIST = 8
    TRIST = 9
    UNFORTUNATE = 10
    LAMB = 11
    FREE = 12
    KING = 13
    QUEEN = 14
    TRADER = 15
    NONE = 16
    """An unchosen card."""


WEAKEST_TAKER = {Power.LAMB: -1, Power.FREE: 6, Power.KING: 8, Power.QUEEN: 9, Power.TRADER: 10}
"""The weakest power that beats a card with power only when led. Rule: ST-7."""
REACH = {"A": 7, "K": 8, "Q": 9}
"""The weakest power that beats an unchosen card of the rank; for those below, 10. Rule: ST-5."""
ROLES = {"K": Power.KING, "Q": Power.QUEEN, "8": Power.FREE, "9": Power.FREE, "5": Power.TRADER, "7": Power.LAMB}
NAMES = (
    *("bird", "fyrik", "eight", "hay-yard mare", "mare of diamonds", "stýrivolt", "karnifl", "postman", "tvist"),
    *("trist", "unfortunate", "lamb", "free card", "king", "queen", "trader", ""),
)
"""What players call the cards of each power."""
MEANINGS = {
    "bird": "Nothing beats it.",
    "fyrik": "Only the bird beats it.",
    "eight": "Only bird and fyrik beat it.",
    "hay-yard mare": "Only bird, fyrik and eight beat it.",
    "mare of diamonds": "Only bird, fyrik, eight and hay-yard mare beat it.",
    "stýrivolt": "Only the permanent stikkar beat it, from the bird to the mares.",
    "karnifl": "Only the permanent stikkar and stýrivolts beat it.",
    "postman": "It beats unchosen aces and all that is lower; only stikkar beat it.",
    "tvist": "It beats unchosen kings and all that is lower; postmen and stikkar beat it.",
    "trist": "It beats unchosen queens and all that is lower; a tvist, a postman or a stikkar beats it.",
    "unfortunate": "It beats unchosen jacks and all that is lower; a trist or better beats it.",
    "lamb": "Led, nothing beats it; otherwise it beats nothing.",
    "free card": "Led, only a stikkar beats it; otherwise it beats nothing.",
    "king": "Led, a tvist or better beats it; otherwise it beats nothing.",
    "queen": "Led, a trist or better beats it; otherwise it beats nothing.",
    "trader": "At your turn it can be traded for a card that lies open for its suit.",
}
"""What is to be known of cards in play by these names: what beats them. Rules: ST-3 to ST-7, ST-15."""
TOGETHER = {"2": 0, "4": 1, "8": 2, "9": 3}
"""The power four of a kind have from the best of them. Rule: ST-11."""


@cache
def power(card: Card, chosen: tuple[Suit, ...], fours: tuple[str, ...] = ()) -> int:
    """The power of a card when these suits are chosen and four of these ranks have been together."""
    if card.rank in fours and card.rank != "5":
        return TOGETHER.get(card.rank, _chosen_power(card.rank))
    if card in PERMANENT:
        return PERMANENT.index(card)
    return _chosen_power(card.rank) if card.suit in chosen else Power.NONE


def _chosen_power(rank: str) -> int:
    if rank in CHOSEN_POWERS:
        return Power.STYRIVOLT + CHOSEN_POWERS.index(rank)
    return ROLES[rank]


def is_stikkar(card: Card, chosen: tuple[Suit, ...]) -> bool:
    """Whether a card is one of the stikkar, not counting four of a kind. Rules: ST-4, ST-18."""
    return power(card, chosen) <= Power.KARNIFL


@cache
def card_tables(chosen: tuple[Suit, ...], fours: tuple[str, ...], must_beat: str) -> CardTables:
    """The card tables for two chosen suits, and ranks of which four have been together."""
    powers = {card: power(card, chosen, fours) for card in PACK}
    beaten = [_beaten_by(card, powers) if card in powers else 0 for card in CARDS]
    anything = card_set(PACK)
    return CardTables(
        beaten_by=tuple(beaten),
        follow=(anything,) * 52,
        points=(0,) * 52,
        order=tuple(_order(card, powers) if card in powers else 0 for card in CARDS),
        roles=tuple(NAMES[powers[card]] if card in powers else "" for card in CARDS),
        trumps=card_set(card for card, own in powers.items() if own != Power.NONE),
        policy=Policy.BEAT if must_beat == "yes" else Policy.FOLLOW,
    )


def _beaten_by(card: Card, powers: dict[Card, int]) -> CardSet:
    own = powers[card]
    if own <= Power.UNFORTUNATE:
        return card_set(other for other, strength in powers.items() if strength < own)
    if own != Power.NONE:
        return card_set(other for other, strength in powers.items() if strength <= WEAKEST_TAKER[Power(own)])
    reach = REACH.get(card.rank, Power.UNFORTUNATE)
    return card_set(other for other, strength in powers.items() if strength <= reach or _higher(other, card, strength))


def _higher(other: Card, card: Card, strength: int) -> bool:
    same = strength == Power.NONE and other.suit is card.suit
    return same and UNCHOSEN.index(other.rank) < UNCHOSEN.index(card.rank)


def _order(card: Card, powers: dict[Card, int]) -> int:
    """For sorting a hand: what has power before the rest."""
    return 40 - powers[card] if powers[card] != Power.NONE else RANKS.index(card.rank)
