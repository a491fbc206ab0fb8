"""Cards, suits, packs, and sets of cards as bit masks.

A card is an integer 0..51, `13 * suit + rank`, so that a set of cards is an `int` with bit `card` set. Suits are
ordered as the permanent trumps of Sjavs are: clubs, spades, hearts, diamonds. Ranks are 0..12 for 2 3 … 10 J Q K A;
which card beats which is no matter of this number but of a game's tables.
"""

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import TypeAlias

from stova.errors import NotationError, RulesError, require_kind, require_whole, shown

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")

CardSet: TypeAlias = int
"""A set of cards as a bit mask: bit `card` is set when the card is in it."""


class Suit(IntEnum):
    """A suit; `str()` gives its letter in text forms."""

    CLUBS = 0
    SPADES = 1
    HEARTS = 2
    DIAMONDS = 3

    @property
    def word(self) -> str:
        """The English name, in the plural: `clubs`."""
        return self.name.lower()

    @property
    def symbol(self) -> str:
        return "♣♠♥♦"[self]

    @property
    def cards(self) -> CardSet:
        """All thirteen cards printed with this suit."""
        return 0x1FFF << 13 * self

    def __str__(self) -> str:
        return "CSHD"[self]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Card(int):
    """One card. `str()` gives its text form, rank then suit: `QC`, `10H`."""

    __slots__ = ()

    def __new__(cls, card: int | str) -> "Card":
        """A card from its number or its text form. Raises NotationError, and RulesError for what is neither."""
        if isinstance(card, str):
            return parse_card(card)
        require_whole("a card's number", card, 0, 51)
        return super().__new__(cls, card)

    @property
    def suit(self) -> Suit:
        """The suit printed on the card."""
        return _SUITS[self // 13]

    @property
    def rank(self) -> str:
        """The rank printed on the card: `7`, `10`, `Q`."""
        return RANKS[self % 13]

    @property
    def symbol(self) -> str:
        """The card for people: `♣Q`."""
        return self.suit.symbol + self.rank

    @property
    def title(self) -> str:
        """The card in a sentence: `the queen of clubs`."""
        return f"the {RANK_NAMES[self % 13]} of {self.suit.word}"

    def __str__(self) -> str:
        return _TEXTS[self]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


_SUITS = tuple(Suit)
_TEXTS = tuple(f"{rank}{suit}" for suit in Suit for rank in RANKS)
CARDS = tuple(Card(number) for number in range(52))
"""Every card, at its own number."""

_BY_TEXT = {text: card for card in CARDS for text in (str(card), card.rank + card.suit.symbol)}
_BY_TEXT |= {card.symbol: card for card in CARDS} | {f"{card.suit}{card.rank}": card for card in CARDS}
_BY_TEXT |= {text.replace("10", "T"): card for text, card in list(_BY_TEXT.items()) if card.rank == "10"}
_WORD = re.compile(r"[^\s,]+")


def pack(ranks: Iterable[str]) -> tuple[Card, ...]:
    """The cards of the given ranks in all four suits, ascending."""
    wanted = frozenset(ranks)
    return tuple(card for card in CARDS if card.rank in wanted)


def card_set(cards: Iterable[Card]) -> CardSet:
    """The set of these cards as a mask. Raises RulesError for what are no cards."""
    mask = 0
    try:
        for card in cards:
            mask |= 1 << card
    except (TypeError, ValueError, OverflowError) as error:
        raise RulesError(f"a set is made of cards, as parse_cards gives them, not of {shown(cards)}") from error
    if mask >> 52:
        raise RulesError(f"cards are numbers from 0 to 51, not {mask.bit_length() - 1}")
    return mask


def cards_in(mask: CardSet) -> tuple[Card, ...]:
    """The cards of a mask, ascending. Raises RulesError for what is no set of cards."""
    found = []
    try:
        left = mask | 0
        while left:
            low = left & -left
            found.append(CARDS[low.bit_length() - 1])
            left ^= low
    except (TypeError, IndexError, AttributeError) as error:
        raise RulesError(f"a set of cards is a bit mask below 2**52, not {shown(mask)}") from error
    return tuple(found)


def parse_card(text: str, *, column: int = 1) -> Card:
    """A card from `QC`, `qc`, `♣Q`, `Q♣`, `10H` or `TH`.

    Raises NotationError, at `column`, for anything else.
    """
    card = _BY_TEXT.get(text.upper())
    if card is None:
        raise NotationError(f"{text[:20]!r} is not a card; cards look like QC, 10H or ♣Q", column=column)
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards from a text that separates them by blanks or commas, in the order written.

    Raises NotationError with the column of the first word that isn't a card, RulesError for what is no text.
    """
    require_kind("cards in writing", text, str)
    return tuple(parse_card(word.group(), column=word.start() + 1) for word in _WORD.finditer(text))
