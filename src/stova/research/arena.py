"""The arena: two bots measured by duplicate deals, so that the luck of the cards cancels."""

import pickle
import random
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias, get_args

from stova.bots import Bot, bot
from stova.bots.checks import move_seconds, require_choice
from stova.bots.naming import is_program
from stova.bots.novice import novice
from stova.bots.program import Program
from stova.engine.actions import Action
from stova.engine.game import Game
from stova.engine.state import State
from stova.engine.view import View
from stova.errors import RulesError, require_kind, require_whole, shown
from stova.research.baseline import SampleAndSolve
from stova.research.replay import NEXT, CutWay, Played, Replay, called, dealt, seatings
from stova.research.report import Report
from stova.research.workers import in_order

Contestant: TypeAlias = str | Bot
"""A bot's name, `random`, `sample-and-solve`, or a bot: one that can be pickled, to play in several processes."""


MOST_JOBS = 256
"""Processes at most."""


def anything(view: View, seed: int) -> Action:
    """A legal action, each equally likely: the arena's `random`.

    Raises RulesError for who has nothing to choose, or no seed.
    """
    require_choice(view, seed)
    return random.Random(seed).choice(view.legal)


MEASURES: Mapping[str, Bot] = {"novice": novice, "random": anything, "sample-and-solve": SampleAndSolve()}
"""Bots to measure by, besides the levels."""


def contestant(given: Contestant, *, seconds: float | None = None) -> Bot:
    """The bot that is meant; `seconds` as for `stova.bots.bot`.

    Raises RulesError.
    """
    if not (isinstance(given, str) or callable(given)):
        raise RulesError(f"a contestant is a bot or the name of one, not {shown(given)}")
    return bot(given, seconds=seconds, besides=MEASURES) if isinstance(given, str) else given


@dataclass(frozen=True, kw_only=True)
class Arena:
    """A measurement: everything it depends on but the time bots take."""

    game: Game
    bots: tuple[Contestant, Contestant]
    seed: int
    seconds: float | None = None
    cut: CutWay = "chance"

    @property
    def labels(self) -> tuple[str, str]:
        """What the bots are called, with a time they wouldn't take by themselves, so that they can be told apart.

        Raises RulesError for a name there isn't, and for more or fewer of them.
        """
        first, second = map(self._label, self._pair())
        return first, second if second != first else f"{second} (2)"

    def _label(self, given: Contestant) -> str:
        if not isinstance(given, str):
            return called(given)
        if self.seconds is None or is_program(given):
            return given
        timed = contestant(given, seconds=self.seconds)
        return given if timed == contestant(given) else called(timed)

    def players(self) -> tuple[Bot, Bot]:
        """The two bots. Raises RulesError for a name there isn't, and for more or fewer of them."""
        given = self._pair()
        if self.seconds is not None:
            move_seconds(self.seconds)
        if self.cut not in get_args(CutWay):
            raise RulesError(f"the pack is cut by 'chance', or the bots are 'asked', not {shown(self.cut)}")
        first, second = (contestant(each, seconds=self.seconds) for each in given)
        return first, second

    def _pair(self) -> tuple[Contestant, Contestant]:
        """The bots as they were given. Raises RulesError for more or fewer than two."""
        if not (isinstance(self.bots, tuple | list) and len(self.bots) == 2):
            raise RulesError(f"two bots are measured, as in bots=('club', 'beginner'), not {shown(self.bots)}")
        return self.bots

    @contextmanager
    def bench(self) -> "Iterator[Callable[[int], tuple[Played, ...]]]":
        """The function that plays a deal, all its replays; programs are begun for it, and ended after it."""
        players = self.players()
        with ExitStack() as stack:
            for player in players:
                if isinstance(player, Program):
                    stack.enter_context(player)
            yield partial(self.deal, players)

    def deal(self, players: Sequence[Bot], number: int) -> tuple[Played, ...]:
        """A deal played with every seating. Raises BotError as `Replay.play` does."""
        replays = [
            Replay(game=self.game, seed=self.seed, deal=number, number=replay, seating=seating, cut=self.cut)
            for replay, seating in enumerate(seatings(self.game))
        ]
        return tuple(replay.play(players) for replay in replays)

    def deals(self, count: int, *, jobs: int = 1) -> Generator[tuple[Played, ...]]:
        """The replays of each of so many deals, in order; the same on any number of processes but for times.

        Raises RulesError for numbers that can't be and for bots that can't be sent to processes, BotError when a bot
        fails or a program doesn't begin, isn't ready or doesn't play the game, StovaError when a process ends early.
        """
        require_whole("the number of deals", count, 1, NEXT - 1)
        require_whole("the number of jobs", jobs, 1, MOST_JOBS)
        require_kind("what is played", self.game, Game)
        require_whole("the seed", self.seed, 0, 2**64 - 1)
        self.players()
        if jobs > 1:
            self._require_pickled()
        return in_order(self.bench, count, jobs=jobs)

    def _require_pickled(self) -> None:
        for given, label in zip(self.bots, self.labels, strict=True):
            try:
                pickle.dumps(given)
            except Exception as error:
                why = "to play in several processes it must be one that can be pickled, such as a module's function"
                raise RulesError(f"{label}: {why}") from error

    def dealt(self, row: Played) -> State:
        """The deal of a row as it was dealt, to look at again: cut, if chance cuts, and nothing said or played yet.

        Raises RulesError for what is no row.
        """
        require_kind("a row", row, Played)
        return dealt(self.game, self.seed, deal=row.deal, redeals=row.redeals, dealer=row.dealer, cut=self.cut)

    def report(self, rows: Iterable[Played]) -> Report:
        """What deals came to. `rows` are whole deals, each with all its replays, one after the other.

        Raises RulesError for others.
        """
        require_kind("the rows of a report", rows, Iterable)
        rows = tuple(rows)
        for row in rows:
            require_kind("a row of a report", row, Played)
        replays = list(range(len(seatings(self.game))))
        report = Report(game=self.game, bots=self.labels, seed=self.seed, rows=rows)
        odd = next((own[0].deal for own in report.deals if [row.replay for row in own] != replays), None)
        if odd is not None:
            of = f"a report is of whole deals, each with its {len(replays)} replays in order"
            raise RulesError(f"{of}; deal {odd} isn't")
        if len({row.deal for row in rows}) < len(report.deals):
            raise RulesError("a report counts a deal once, but some are there twice")
        return report


def play(
    game: Game,
    *,
    bots: tuple[Contestant, Contestant],
    deals: int,
    seed: int = 0,
    seconds: float | None = None,
    jobs: int = 1,
) -> Report:
    """Play deals with two bots, each deal with every seating that makes it fair.

    `seconds` is the time a move of bots given by name: of outside programs, and of those that think for a time and
    whose name sets none. The same seed gives the same report with any number of `jobs` (processes), apart from times
    and what bots make of time. With several a script keeps what it runs under `if __name__ == "__main__":`. Raises as
    `Arena.deals` does, and what was played until then is lost; who wants to keep it takes the deals from there.
    """
    arena = Arena(game=game, bots=bots, seed=seed, seconds=seconds)
    return arena.report([row for replays in arena.deals(deals, jobs=jobs) for row in replays])
