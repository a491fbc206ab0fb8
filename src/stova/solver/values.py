"""What a search is for and what comes out: goals, limits, bounds."""

from collections.abc import Iterable
from math import inf
from time import perf_counter
from typing import Literal, TypeAlias

from msgspec import Struct, field

from stova.errors import RulesError, require_seconds, require_whole, shown

ENDLESS = 1 << 63
MOST_AMOUNT = 10_000
MEMORY = 64 << 20
"""Bytes that a search's table takes at most, unless told otherwise."""


class AtLeast(Struct, frozen=True):
    """The goal of so many card points or tricks, or so much score, or more: it is worth 1 to reach it, 0 not to.

    Raises RulesError for what is no goal.
    """

    amount: int
    of: Literal["points", "score", "tricks"] = "points"

    def __post_init__(self) -> None:
        require_whole("the amount", self.amount, -MOST_AMOUNT, MOST_AMOUNT)
        if self.of not in ("points", "score", "tricks"):
            raise RulesError(f"{shown(self.of)} is no goal: it is at least so much of 'points', 'score' or 'tricks'")

    def __str__(self) -> str:
        if self.of == "score":
            return f"a score of at least {self.amount}"
        return f"at least {self.amount} {self.of.removesuffix('s') if self.amount == 1 else self.of}"


Goal: TypeAlias = Literal["points", "score", "tricks"] | AtLeast
"""What is played for: the card points of one's party, its score less that of an opponent, or its tricks."""


def played_for(goal: Goal) -> Literal["points", "score", "tricks"]:
    """What counts for a goal, whether all of it or at least so much."""
    return goal.of if isinstance(goal, AtLeast) else goal


class Limit(Struct, frozen=True, kw_only=True):
    """When to give up: after so many positions between tricks, or so many seconds. Only nodes give equal results.

    Raises RulesError for what is no limit.
    """

    nodes: int = ENDLESS
    seconds: float = inf

    def __post_init__(self) -> None:
        require_whole("the number of nodes", self.nodes, 0, ENDLESS)
        require_seconds(self.seconds)


UNLIMITED = Limit()


class Effort(Struct, kw_only=True):
    """How much search there may be, and how much there was. `reduced` uses all that spares work; tests do without."""

    limit: Limit = UNLIMITED
    memory: int = MEMORY
    grain: int = 1
    """Bounds of card points and of balances may differ by less than this."""
    reduced: bool = True
    nodes: int = 0
    began: float = field(default_factory=perf_counter)

    def nodes_left(self) -> int:
        return max(self.limit.nodes - self.nodes, 0)

    def seconds_left(self) -> float:
        return max(self.limit.seconds - (perf_counter() - self.began), 0.0)


class Bounds(Struct, frozen=True):
    """What something comes to: `low` at least, `high` at most. They are equal when it is known exactly."""

    low: int
    high: int

    def __str__(self) -> str:
        return str(self.low) if self.exact else f"{self.low} to {self.high}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    @property
    def exact(self) -> bool:
        return self.low == self.high

    def __neg__(self) -> "Bounds":
        return Bounds(-self.high, -self.low)

    def reaching(self, amount: int) -> "Bounds":
        """1 where it is so much or more, else 0."""
        return Bounds(int(self.low >= amount), int(self.high >= amount))


def exactly(amount: int) -> Bounds:
    """Bounds of what is known."""
    return Bounds(amount, amount)


def best_of(values: Iterable[Bounds]) -> Bounds:
    """What a choice among such values comes to for who wants much."""
    known = tuple(values)
    return Bounds(max(value.low for value in known), max(value.high for value in known))


def worst_of(values: Iterable[Bounds]) -> Bounds:
    """What a choice among such values comes to when who chooses wants little."""
    return -best_of(-value for value in values)
