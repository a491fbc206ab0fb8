"""The ladder: a sheet on which sides count down from a start to nought, with crosses for rubbers won."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from stova.cards import Suit
from stova.engine.result import TIE, Result


class LadderRules(Struct, frozen=True, kw_only=True):
    """What a game's options say of its ladder. `sides[seat]` is the side the seat scores with."""

    sides: tuple[int, ...]
    start: int
    tie: Literal["plus2", "plus2_clubs4", "suduroy", "double", "quadruple"]
    tie_accumulates: Literal["yes", "no"]
    cross: Literal["rubber", "double_only"]
    double_victory: Literal["yes", "no"]
    max_deals: int | None
    rubbers: int | None


class Line(Struct, frozen=True, kw_only=True):
    """A line of the ladder: a deal, what the sides scored with it (ties before it included) and where they stand."""

    rubber: int
    dealer: int
    result: Result
    scored: tuple[int, ...]
    standing: tuple[int, ...]


class Ladder(Struct, frozen=True, kw_only=True):
    """The sheet of a match; immutable. Rubbers count from 0; tuples are by side unless said otherwise."""

    rules: LadderRules
    dealer: int
    """The seat that deals next."""
    lines: tuple[Line, ...] = ()
    ties: int = 0
    """Ties since the last score, waiting for the next."""
    rubbers: tuple[tuple[int, ...], ...] = ()
    """The sides that won each finished rubber: none for a draw, several when shared."""
    awards: tuple[tuple[int, ...], ...] = ()
    """The crosses each finished rubber brought, by side."""
    closed: bool = False

    @property
    def sides(self) -> int:
        """How many sides the sheet has columns for."""
        return len(set(self.rules.sides))

    @property
    def crosses(self) -> tuple[int, ...]:
        """The crosses of each side."""
        return tuple(sum(award[side] for award in self.awards) for side in range(self.sides))

    @property
    def is_over(self) -> bool:
        return self.closed or len(self.rubbers) == self.rules.rubbers

    @property
    def standing(self) -> tuple[int, ...]:
        """Where the sides stand: a finished rubber's end until the next one has a line."""
        return self.lines[-1].standing if self.lines else (self.rules.start,) * self.sides

    @property
    def to_go(self) -> tuple[int, ...]:
        """Where the sides stand in the rubber in hand."""
        begun = bool(self.lines) and self.lines[-1].rubber == len(self.rubbers)
        return self.standing if begun else (self.rules.start,) * self.sides

    @property
    def rubbers_won(self) -> tuple[int, ...]:
        return tuple(sum(side in winners for winners in self.rubbers) for side in range(self.sides))

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides with most crosses once the match is over; else most rubbers; else lowest in the rubber in hand."""
        if not self.is_over:
            return ()
        merits = list(zip(self.crosses, self.rubbers_won, (-now for now in self.to_go), strict=True))
        return tuple(side for side, merit in enumerate(merits) if merit == max(merits))

    def column(self, side: int, rubber: int | None = None) -> tuple[int, ...]:
        """What is written in a side's column for a rubber (the one in hand), from the start down. Rule: SJ-29."""
        number = len(self.rubbers) if rubber is None else rubber
        return (self.rules.start, *(line.standing[side] for line in self.lines if line.rubber == number))

    def enter(self, result: Result) -> "Ladder":
        """The sheet with a deal entered; one that was passed out only moves the deal. Rules: SJ-14, SJ-25 to SJ-28."""
        if result.redeal is not None:
            return self if result.redeal == "same" else self.misdeal()
        scored = self._scored(result)
        standing = tuple(now - score for now, score in zip(self.to_go, scored, strict=True))
        line = Line(rubber=len(self.rubbers), dealer=self.dealer, result=result, scored=scored, standing=standing)
        ties = 0 if any(scored) else self.ties + (result.made == TIE)
        sheet = replace(self.misdeal(), lines=(*self.lines, line), ties=ties)
        return sheet._end_rubber(standing) if self._finished(standing) else sheet

    def close(self) -> "Ladder":
        """The sheet of a match that ends here."""
        return replace(self, closed=True)

    def misdeal(self) -> "Ladder":
        """The sheet after a misdeal: the next dealer deals again. Rule: SJ-8."""
        return replace(self, dealer=(self.dealer + 1) % len(self.rules.sides))

    def _scored(self, result: Result) -> tuple[int, ...]:
        times = self.ties if self.rules.tie_accumulates == "yes" else min(self.ties, 1)
        if self.rules.tie in ("double", "quadruple"):
            factor = 2 if self.rules.tie == "double" else 4
            return tuple(score * factor**times for score in result.score)
        extra = self._extra(result) * times
        return tuple(score + extra if score else 0 for score in result.score)

    def _extra(self, result: Result) -> int:
        """What a tie adds to the next score. Rule: SJ-25."""
        if self.rules.tie == "plus2_clubs4":
            return 4 if result.trump is Suit.CLUBS else 2
        if self.rules.tie == "suduroy" and result.declarer is not None:
            return 2 if result.score[self.rules.sides[result.declarer]] else 4
        return 2

    def _finished(self, standing: tuple[int, ...]) -> bool:
        deals = 1 + sum(line.rubber == len(self.rubbers) for line in self.lines)
        return min(standing) <= 0 or deals == self.rules.max_deals

    def _end_rubber(self, standing: tuple[int, ...]) -> "Ladder":
        lowest = min(standing)
        winners = tuple(side for side, now in enumerate(standing) if now == lowest)
        if lowest > 0 and len(winners) == self.sides:
            winners = ()
        award = tuple(self._crosses(side, standing) if side in winners else 0 for side in range(self.sides))
        return replace(self, rubbers=(*self.rubbers, winners), awards=(*self.awards, award), ties=0)

    def _crosses(self, winner: int, standing: tuple[int, ...]) -> int:
        """The crosses a rubber is worth. Rule: SJ-27."""
        double = all(now == self.rules.start for side, now in enumerate(standing) if side != winner)
        if self.rules.cross == "double_only":
            return int(double)
        return 2 if double and self.rules.double_victory == "yes" else 1

    def summary(self) -> dict[str, object]:
        """The match as plain data, for records and programs."""
        return {
            "standing": self.standing,
            "crosses": self.crosses,
            "rubbers": self.rubbers,
            "over": self.is_over,
            "winners": self.winners,
        }
