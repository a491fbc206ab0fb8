"""The oracle's options and counting for Stýrivolt: what beats what, which suits are chosen, what the tricks make.

Written from the rule book alone; see `oracle_styrivolt.py` for the deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

SUITS = ["C", "S", "H", "D"]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A"]  # low to high, unchosen (ST-2)
PACK = [rank + suit for suit in SUITS for rank in RANKS]  # ST-1
PERMANENT = ["2H", "4C", "8S", "9H", "9D"]  # ST-3, high to low

# What can beat a card, high to low: permanent stikkar, then the ranks of the chosen suits. Rule: ST-3 to ST-5.
POWERS = [*PERMANENT, "A", "J", "6", "2", "3", "4"]
FOUR_VALUES = {"2": "2H", "4": "4C", "8": "8S", "9": "9H"}  # ST-11; other ranks take the chosen card's role
TRICKS = 9

# Every option with the values it can have, the default first. A value list of one stands for any number or None.
OPTIONS: dict[str, list[object]] = {
    "open_search": ["no", "yes"],
    "must_beat": ["no", "yes"],
    "late_stock": ["no", "yes"],
    "cut_for_stikkar": ["no", "bottom", "to_fourth"],
    "cut_exposes": [1, 2],
    "queen_if_king_in_stock": ["no", "yes"],
    "king_takes_bird": ["no", "yes"],
    "table_talk": ["yes", "no"],
    "crosses": [3],
    "deals": [None],
}

Result = dict[str, Any]


def complete(options: dict[str, object]) -> dict[str, Any]:
    """All options, the defaults filled in. Raises ValueError for an unknown name or value."""
    chosen: dict[str, Any] = {name: values[0] for name, values in OPTIONS.items()}
    for name, value in options.items():
        if name not in OPTIONS or (len(OPTIONS[name]) > 1 and value not in OPTIONS[name]):
            raise ValueError(f"no such option: {name}={value!r}")
        chosen[name] = value
    return chosen


def stikkar_of(suit: str) -> list[str]:
    """The stikkar printed in a chosen suit, high to low. Rule: ST-3, ST-4."""
    return [card for card in PERMANENT if card[1] == suit] + ["A" + suit, "J" + suit]


def is_stikkar(card: str, chosen: Iterable[str]) -> bool:
    return card in PERMANENT or (card[0] in "AJ" and card[1] in chosen)


def card_value(card: str, chosen: Iterable[str], fours: Iterable[str]) -> str:
    """What a card counts as: a permanent stikkar ("2H"), a rank of the chosen suits ("A"), or itself, an unchosen card.

    Rule: ST-3 to ST-11. `fours` are the ranks of which four have been together in a hand.
    """
    if card[0] in fours:
        return FOUR_VALUES.get(card[0], card[0])
    if card in PERMANENT:
        return card
    return card[0] if card[1] in chosen else card


def beats(value: str, winning: str) -> bool:
    """Whether a card of the one value, played later, beats the one now winning. Rule: ST-4 to ST-10."""
    if value not in POWERS:
        return unchosen(value) and unchosen(winning) and lower(winning, value)
    if winning == "7":  # a lamb wins only if it was led
        return False
    if winning in POWERS:
        return POWERS.index(value) < POWERS.index(winning)
    if unchosen(winning):
        least = {"A": "6", "K": "2", "Q": "3"}.get(winning[0], "4")
    else:
        least = {"8": "J", "9": "J", "K": "2", "Q": "3", "5": "4"}[winning]
    return POWERS.index(value) <= POWERS.index(least)


def unchosen(value: str) -> bool:
    return value not in POWERS and len(value) == 2


def lower(card: str, other: str) -> bool:
    return card[1] == other[1] and RANKS.index(card[0]) < RANKS.index(other[0])


def winning_play(trick: list[tuple[int, str]], chosen: Iterable[str], fours: Iterable[str]) -> tuple[int, str]:
    """The seat and the card now winning the trick. Rule: ST-10."""
    best = trick[0]
    for play in trick[1:]:
        if beats(card_value(play[1], chosen, fours), card_value(best[1], chosen, fours)):
            best = play
    return best


def four_ranks(hand: list[str]) -> set[str]:
    """The ranks of which all four are in the hand, and which that changes. Rule: ST-11."""
    return {rank for rank in RANKS if rank != "5" and all(rank + suit in hand for suit in SUITS)}


def search_stock(stock: list[str]) -> tuple[list[str], list[str]]:
    """The cards the dealer turns, and the chosen suits in the order found (one only: a void deal). Rule: ST-12."""
    turned: list[str] = []
    chosen: list[str] = []
    for card in stock:
        turned.append(card)
        if card[1] not in chosen and len(chosen) == 2:
            break
        if card[1] not in chosen:
            chosen.append(card[1])
    return turned, chosen


def best_to_expose(suit: str, turned: Iterable[str]) -> list[str]:
    """What the dealer may expose for a chosen suit: "5H", or lamb and stikkar, "7H AH". Rule: ST-13."""
    cards = [card for card in turned if card[1] == suit]
    stikkar = [card for card in stikkar_of(suit) if card in cards]
    if "5" + suit in cards:
        return ["5" + suit]
    if "7" + suit in cards:
        return [" ".join(["7" + suit, *stikkar[:1]])]
    if stikkar:
        return stikkar[:1]
    ranked = [[card for card in cards if card[0] in ranks] for ranks in ["6", "89", "2", "3", "K4", "Q"]]
    return next(best for best in ranked if best)


def claimant(card: str, laid: list[str]) -> str:
    """The card that may claim a stikkar of those laid: the king, the queen for the lower of a suit. Rule: ST-29."""
    highest = next(other for other in PERMANENT if other in laid and other[1] == card[1])
    return ("K" if card == highest else "Q") + card[1]


def side_tricks(winners: list[int]) -> list[int]:
    return [len([seat for seat in winners if seat % 2 == side]) for side in range(2)]


def made(winners: list[int]) -> str:
    """What a finished deal is worth, from the winners of its tricks in order. Rule: ST-17, ST-24."""
    if min(side_tricks(winners)) > 0:
        return "game"
    if len(winners) == TRICKS:
        return "nine alone" if len(set(winners)) == 1 else "nine"
    return "kept in alone" if len(set(winners[:5])) == 1 else "kept in"
