"""Card play as a race to a number of tricks: what a game whose play is more than tables tells the kernel about it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

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
class Pile:
    """Cards that lie to be had for a whole hand, once by each of some seats, at its own turn."""

    cards: CardSet
    seats: frozenset[int]
    """Who may yet take them, or what lies in their place by then."""
    lapses: bool
    """Whether nobody may any more unless they are taken before this trick is over."""
    whole: bool
    """Whether nobody's hand lies there: what is left of a pair, the other card swapped away, goes with it unasked."""
    pairs: tuple[CardSet, ...]
    """For each suit cards that lie open together: others may swap for them first, and of two one goes along."""
    binding: CardSet
    """Cards that keep who took them, or put down what can be swapped for them, from changing back."""
    possible: Mapping[str, CardSet]
    """What may change the tables when hands change, as `RacePoint.possible`."""


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
    pile: Pile | None
    """What may yet be taken for a hand; None where nobody may take it."""
    loose: frozenset[int]
    """The sides that may yet do something besides all this; they needn't."""


@dataclass(frozen=True, kw_only=True)
class RaceRules:
    """Sides of four seats race to `enough` tricks; who has lost none by then may stop or go on for all.

    `worth` is the score, rising, for winning the race, for enough without a loss, for all, and for these two alone.
    `tables` gives the tables and the cards that only a seat with a trick may lead, after some changes. `point` is None
    where no card can be played.
    """

    enough: int
    worth: tuple[int, ...]
    tables: Callable[[State, frozenset[str]], tuple[CardTables, CardSet]]
    point: Callable[[State], RacePoint | None]

    @property
    def tricks(self) -> int:
        """All there are: neither side has enough until the other can't."""
        return 2 * self.enough - 1
