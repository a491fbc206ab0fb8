"""How long bots think that think about worlds: for a time, or until they have thought about so many."""

import time
from dataclasses import dataclass
from math import inf
from typing import ClassVar

from stova.bots.checks import move_seconds, move_worlds
from stova.bots.sampling import LEAST, Drawn
from stova.engine.view import View
from stova.worlds import Rate, Worlds


@dataclass(frozen=True)
class Thinker:
    """A bot that thinks for `seconds` on one core, or instead about so many `worlds`, however long that takes.

    By worlds its choice depends on view and seed alone, as that of bots that don't think for a time.
    """

    level: ClassVar[str]

    seconds: float = 1.0
    worlds: int | None = None

    def __post_init__(self) -> None:
        """Raises RulesError for what is no time, and no number of worlds."""
        move_seconds(self.seconds)
        if self.worlds is not None:
            move_worlds(self.worlds)

    @property
    def name(self) -> str:
        """What it is asked for by: `expert`, `expert:0.1` or `expert:100w`."""
        if self.worlds is not None:
            return f"{self.level}:{self.worlds}w"
        seconds = str(self.seconds).removesuffix(".0")
        return self.level if self.seconds == Thinker.seconds else f"{self.level}:{seconds}"

    @property
    def allowed(self) -> float:
        """The seconds it has."""
        return self.seconds if self.worlds is None else inf

    def end(self) -> float:
        """When to stop, by the clock of `time.perf_counter`."""
        return time.perf_counter() + self.allowed

    def drawn(self, view: View, seed: int, *, rate: Rate | None = None) -> Drawn:
        """The worlds it thinks about. Raises RulesError where there are none, or more to count than there is time."""
        return Drawn(Worlds(view, seconds=max(self.allowed, LEAST), rate=rate), seed, self.worlds)
