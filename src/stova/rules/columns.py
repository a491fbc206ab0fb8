"""Columns: a sheet of running totals, up or down from a start."""

from msgspec import Struct
from msgspec.structs import replace

from stova.engine.result import Result


class ColumnRules(Struct, frozen=True, kw_only=True):
    """What a game says of its columns. `sides[seat]` is the side the seat scores with.

    The match ends after `deals` played deals, or when somebody is at `floor` or below and one side is lowest alone.
    """

    sides: tuple[int, ...]
    start: int
    deals: int | None = None
    floor: int | None = None
    noted: int | None = None
    """A total to end on that is noted."""
    unit: str = ""
    """What is counted, where it isn't points."""


class Entry(Struct, frozen=True, kw_only=True):
    """A line: a deal, and where the sides stand after it."""

    dealer: int
    result: Result
    standing: tuple[int, ...]


class Columns(Struct, frozen=True, kw_only=True):
    """The sheet of a match; immutable. Tuples are by side."""

    rules: ColumnRules
    dealer: int
    """The seat that deals next."""
    lines: tuple[Entry, ...] = ()
    closed: bool = False

    @property
    def sides(self) -> int:
        """How many sides the sheet has columns for."""
        return len(set(self.rules.sides))

    @property
    def standing(self) -> tuple[int, ...]:
        """Where the sides stand."""
        return self.lines[-1].standing if self.lines else (self.rules.start,) * self.sides

    @property
    def is_over(self) -> bool:
        if self.closed or (self.rules.deals is not None and len(self.lines) >= self.rules.deals):
            return True
        lowest = min(self.standing)
        return self.rules.floor is not None and lowest <= self.rules.floor and self.standing.count(lowest) == 1

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides with the highest total once the match is over."""
        return self._at(max(self.standing)) if self.is_over else ()

    @property
    def losers(self) -> tuple[int, ...]:
        """The sides with the lowest total once a match that has a floor is over."""
        return self._at(min(self.standing)) if self.is_over and self.rules.floor is not None else ()

    @property
    def noted(self) -> tuple[int, ...]:
        """The sides that ended on the total that is noted."""
        return self._at(self.rules.noted) if self.is_over else ()

    def _at(self, total: int | None) -> tuple[int, ...]:
        return tuple(side for side, own in enumerate(self.standing) if own == total)

    def column(self, side: int) -> tuple[int, ...]:
        """What is written in a side's column, from the start on."""
        return (self.rules.start, *(line.standing[side] for line in self.lines))

    def enter(self, result: Result) -> "Columns":
        """The sheet with a deal entered; one that was passed out only moves the deal, if that."""
        if result.redeal is not None:
            return self if result.redeal == "same" else self.misdeal()
        standing = tuple(now + score for now, score in zip(self.standing, result.score, strict=True))
        line = Entry(dealer=self.dealer, result=result, standing=standing)
        return replace(self.misdeal(), lines=(*self.lines, line))

    def misdeal(self) -> "Columns":
        """The sheet after a misdeal: the next dealer deals again."""
        return replace(self, dealer=(self.dealer + 1) % len(self.rules.sides))

    def close(self) -> "Columns":
        """The sheet of a match that ends here."""
        return replace(self, closed=True)

    def summary(self) -> dict[str, object]:
        """The match as plain data, for records and programs."""
        return {
            "standing": self.standing,
            "over": self.is_over,
            "winners": self.winners,
            "losers": self.losers,
            "noted": self.noted,
        }
