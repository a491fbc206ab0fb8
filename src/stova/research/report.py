"""What an arena's deals come to: means, and how sure they are."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from statistics import fmean, stdev
from typing import get_args

from stova.bots.forfeits import Forfeit
from stova.engine.game import Game
from stova.engine.options import changed, text_of
from stova.errors import RulesError, require_kind, require_whole, shown
from stova.research.replay import Counted, Played, Thought
from stova.research.telling import told


@dataclass(frozen=True)
class Estimate:
    """A mean and its standard error, which is infinite, and not told, for a single deal."""

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{self.mean:+z.2f}" + (f" ± {self.error:.2f}" if self.error < math.inf else "")


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values."""
    count = len(values)
    return Estimate(fmean(values), stdev(values) / math.sqrt(count) if count > 1 else math.inf)


@dataclass(frozen=True, kw_only=True)
class Standing:
    """How a contestant did: means a deal of its sides, decisions and times in seconds, forfeits."""

    bot: str
    score: float
    points: float
    decisions: int
    mean_seconds: float
    longest: float
    forfeits: tuple[Forfeit, ...]


@dataclass(frozen=True, kw_only=True)
class Report:
    """The deals an arena played, a row each time one was, and what they come to."""

    game: Game
    bots: tuple[str, str]
    seed: int
    rows: tuple[Played, ...] = field(repr=False)

    def __str__(self) -> str:
        """The table that `stova arena` prints. Raises RulesError when nothing was played."""
        return "\n".join(told(self))

    @cached_property
    def deals(self) -> tuple[tuple[Played, ...], ...]:
        """The rows of each deal."""
        return tuple(tuple(rows) for _, rows in groupby(self.rows, key=lambda row: row.deal))

    @property
    def options(self) -> tuple[str, ...]:
        """The options changed from those of the preset, as `tie=double`."""
        return tuple(f"{name}={text_of(value)}" for name, value in changed(self.game.options, self.game.base).items())

    @property
    def rules(self) -> str:
        """What was played: the game, its preset and the options changed."""
        return ", ".join((self.game.name, self.game.preset, *self.options))

    @property
    def has_points(self) -> bool:
        """Whether cards count points; in a race to a number of tricks none do."""
        return self.game.race is None

    def differences(self, what: Counted = "score") -> list[float]:
        """By how much the first bot had more than the second, a deal, on average of its replays.

        A side is compared with the mean of the other contestant's. Raises RulesError for what deals aren't measured by.
        """
        if what not in get_args(Counted):
            raise RulesError(f"deals are measured by 'score' or 'points', not by {shown(what)}")
        if what == "points" and not self.has_points:
            raise RulesError(f"{self.game.name} has no card points: deals are measured by 'score'")
        return [fmean(row.mean(0, what) - row.mean(1, what) for row in rows) for rows in self.deals]

    def difference(self, what: Counted = "score") -> Estimate:
        """The mean of `differences` and its standard error; the unit is the deal with all its replays.

        Raises RulesError when nothing was played, and as `differences` does.
        """
        self._require_played()
        return estimate(self.differences(what))

    def standing(self, contestant: int) -> Standing:
        """How contestant 0 or 1 did. Raises RulesError when nothing was played, and for another."""
        self._require_played()
        require_whole("the contestant", contestant, 0, 1)
        thoughts = [row.thoughts[contestant] for row in self.rows]
        decisions = sum(thought.decisions for thought in thoughts)
        return Standing(
            bot=self.bots[contestant],
            score=fmean(row.mean(contestant, "score") for row in self.rows),
            points=fmean(row.mean(contestant, "points") for row in self.rows),
            decisions=decisions,
            mean_seconds=sum(thought.seconds for thought in thoughts) / max(decisions, 1),
            longest=max(thought.longest for thought in thoughts),
            forfeits=tuple(forfeit for thought in thoughts for forfeit in thought.forfeits),
        )

    def _require_played(self) -> None:
        if not self.rows:
            raise RulesError("no deal was played, so there is nothing to say of them")


THOUGHT = "decisions", "seconds", "longest", "forfeits"
"""The columns of a CSV that say what a contestant's decisions took."""


def csv_head(game: Game) -> tuple[str, ...]:
    """The names of a CSV's columns. `bot_0` is who sat on seat 0; scores and points are by side.

    Raises RulesError for what is no game.
    """
    require_kind("what a CSV is of", game, Game)
    sides = range(game.side_count)
    return (
        *("game", "preset", "options", "seed", "deal", "replay", "dealer", "redeals"),
        *(f"bot_{seat}" for seat in range(game.seats)),
        *(f"{what}_{side}" for what in ("score", "points") for side in sides),
        "made",
        *(f"{which}_{what}" for which in ("first", "second") for what in THOUGHT),
    )


def csv_lines(report: Report) -> Iterator[tuple[object, ...]]:
    """The rows of the CSV. Raises RulesError for what is no report."""
    require_kind("what a CSV is made of", report, Report)
    game, bots = report.game, report.bots
    options = " ".join(report.options)
    for row in report.rows:
        yield (
            *(game.name, game.preset, options, report.seed, row.deal, row.replay, row.dealer, row.redeals),
            *(bots[row.seating[side]] for side in game.sides),
            *(*row.score, *row.points, row.made),
            *(value for thought in row.thoughts for value in _csv_thought(thought)),
        )


def _csv_thought(thought: Thought) -> Iterator[object]:
    yield from (thought.decisions, f"{thought.seconds:.6f}", f"{thought.longest:.6f}", len(thought.forfeits))
