"""Actions: what a seat does. Each has one text form, `str(action)`, which `Game.action` reads back."""

from typing import TypeAlias

from msgspec import Struct

from stova.cards import CARDS, Card, Suit


class Cut(Struct, frozen=True, gc=False):
    """Put the top `depth` cards of the pack beneath the rest."""

    depth: int

    def __str__(self) -> str:
        return f"cut {self.depth}"


class Knock(Struct, frozen=True, gc=False):
    """Leave the pack as it is."""

    def __str__(self) -> str:
        return "knock"


class Pass(Struct, frozen=True, gc=False):
    """Make no bid."""

    def __str__(self) -> str:
        return "pass"


class Bid(Struct, frozen=True, gc=False):
    """Bid a number of cards of one suit; `suit` is None while it stays unsaid."""

    length: int
    suit: Suit | None = None

    def __str__(self) -> str:
        return f"bid {self.length}" if self.suit is None else f"bid {self.length} {self.suit.word}"


class NameTrump(Struct, frozen=True, gc=False):
    """Name the trump suit."""

    suit: Suit

    def __str__(self) -> str:
        return f"trump {self.suit}"


class Discard(Struct, frozen=True, gc=False):
    """Put cards, ascending, face down and take as many from the talon; none of them leaves it alone."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return "discard " + (" ".join(map(str, self.cards)) or "none")


class Play(Struct, frozen=True, gc=False):
    """Play a card to the trick."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


Action: TypeAlias = Cut | Knock | Pass | Bid | NameTrump | Discard | Play

PLAYS = tuple(Play(card) for card in CARDS)
"""The action of playing each card, at the card's number."""
