"""Card play as a race to a number of tricks: what a game whose play is more than tables tells the kernel about it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from stova.cards import Card, CardSet
from stova.engine.state import State
from stova.engine.tables import CardTables


@dataclass(frozen=True, kw_only=True)
class Swap:
    """A card that lies open and may be had for another at one's own turn.

    What is to be swapped can't be led without, but for a `claim`: there others who can swap for the card go first.
    """

    give: Card
    take: Card
    from_trick: int = 0
    claim: bool = False


@dataclass(frozen=True, kw_only=True)
class RacePoint:
    """A state whose card play goes on, as one of a race."""

    at_rest: bool
    """Whether the seat to act can do nothing now but play, swap, stop and go on."""
    changes: frozenset[str]
    """What has changed the tables."""
    possible: Mapping[str, CardSet]
    """What may still change them, with the cards that do it when swaps bring them into one hand."""
    swaps: tuple[Swap, ...]
    open: CardSet
    """The cards that lie open."""
    opened_alone: bool
    """Whether the first tricks that were enough were all won by one seat."""
    decided: bool
    """Whether the leader has said to go on."""
    loose: frozenset[int] = field(default_factory=frozenset)
    """The sides that may yet do something besides all this; they needn't."""


@dataclass(frozen=True, kw_only=True)
class RaceRules:
    """Sides of four seats race to `enough` of `tricks` tricks; who has lost none by then may stop or go on for all.

    `worth` is the score, rising, for winning the race, for enough without a loss, for all, and for these two alone.
    `tables` gives the tables and the cards that only a seat with a trick may lead, after some changes. `point` is None
    where no card can be played.
    """

    tricks: int
    enough: int
    worth: tuple[int, ...]
    tables: Callable[[State, frozenset[str]], tuple[CardTables, CardSet]]
    point: Callable[[State], RacePoint | None]
