"""A deal played once by two contestants, from seeds that are its own."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from textwrap import shorten
from typing import Literal, TypeAlias

from msgspec import Struct

from stova.bots import Bot
from stova.bots.forfeits import Forfeit
from stova.bots.program import Program
from stova.engine.game import Game
from stova.engine.result import Result
from stova.engine.state import State
from stova.engine.view import View
from stova.errors import BotError

CutWay: TypeAlias = Literal["chance", "asked"]
"""Who cuts: chance, alike in every replay of a deal so that the cards are the same, or the bot whose turn it is."""
Counted: TypeAlias = Literal["score", "points"]
"""What a deal is measured by: `Result.score` or the card points."""
MOST_REDEALS = 50
"""After so many deals passed out in a row the last counts as it is: bots that never bid would go on for ever."""
SHOWN, WHY = 120, 300
"""How much is told of what a bot that failed could have chosen, and of how it failed, in characters."""
NEXT = 1 << 32
"""How far the number of a redeal is from that of the deal before: no two deals share one."""


class Thought(Struct, frozen=True, kw_only=True):
    """What a contestant's decisions in a deal took; a move without a choice is none. Times in seconds."""

    decisions: int
    seconds: float
    longest: float
    forfeits: tuple[Forfeit, ...]


class Played(Struct, frozen=True, kw_only=True):
    """A deal played once. `seating`, `score` and `points` are by side, `thoughts` by contestant, 0 and 1.

    `seating` is the contestant that played each side, `dealer` a seat, `redeals` how often it was passed out before.
    """

    deal: int
    replay: int
    dealer: int
    redeals: int
    seating: tuple[int, ...]
    score: tuple[int, ...]
    points: tuple[int, ...]
    made: str
    thoughts: tuple[Thought, Thought]

    def mean(self, contestant: int, what: Counted) -> float:
        """What the sides of a contestant had, on average."""
        had = self.score if what == "score" else self.points
        own = [value for value, player in zip(had, self.seating, strict=True) if player == contestant]
        return sum(own) / len(own)


def seatings(game: Game) -> tuple[tuple[int, ...], ...]:
    """The contestant of each side in every replay of a deal: each one on each side, against the other on the rest.

    Two sides make two replays, n sides of a seat each 2n.
    """
    sides = range(game.side_count)
    alone = [tuple(player if other == side else 1 - player for other in sides) for side in sides for player in (0, 1)]
    return tuple(dict.fromkeys(alone))


def seed_of(*parts: int | str) -> int:
    """A number below 2**64 that depends on all the parts, and on nothing else."""
    return int.from_bytes(sha256(" ".join(map(str, parts)).encode()).digest()[:8], "big")


def key_for(seed: int) -> bytes:
    """The key of all deals with a seed."""
    return sha256(f"arena {seed}".encode()).digest()


def dealt(game: Game, seed: int, *, deal: int, redeals: int, dealer: int, cut: CutWay) -> State:
    """A deal before anything is said, after so many of that number were passed out; cut, if chance cuts."""
    state = game.deal(key=key_for(seed), number=deal + redeals * NEXT, dealer=dealer)
    while cut == "chance" and not state.dealt:
        legal = state.legal_actions()
        state = state.apply(legal[seed_of("cut", seed, deal, redeals, len(state.history)) % len(legal)])
    return state


Clocks: TypeAlias = tuple[list[float], list[float]]
"""What each contestant's decisions took so far, in seconds each."""


def thought(taken: Sequence[float], forfeits: Sequence[Forfeit]) -> Thought:
    """What decisions that took so long come to."""
    return Thought(decisions=len(taken), seconds=sum(taken), longest=max(taken, default=0.0), forfeits=tuple(forfeits))


@dataclass(frozen=True, kw_only=True)
class Replay:
    """One of the times a deal is played: which deal, who sits where, and by what seed."""

    game: Game
    seed: int
    deal: int
    number: int
    seating: tuple[int, ...]
    cut: CutWay = "chance"

    def play(self, bots: Sequence[Bot]) -> Played:
        """Play it, and again with other cards while it is passed out.

        Programs begin anew: what one forfeited before is its own again. Raises BotError for another bot that fails or
        chooses what isn't legal, and for a program that doesn't begin, isn't ready in time or doesn't play the game.
        """
        clocks: Clocks = ([], [])
        dealer, redeals = self.deal % self.game.seats, 0
        before = [_forgiven(bot) for bot in bots]
        result = self._result(bots, clocks, dealer=dealer, redeals=0)
        while result.redeal is not None and redeals < MOST_REDEALS:
            redeals += 1
            dealer = (dealer + (result.redeal == "next")) % self.game.seats
            result = self._result(bots, clocks, dealer=dealer, redeals=redeals)
        lost = [_forfeits(bot)[known:] for bot, known in zip(bots, before, strict=True)]
        first, second = (thought(clocks[player], self._of(player, lost[player])) for player in (0, 1))
        return Played(
            deal=self.deal,
            replay=self.number,
            dealer=dealer,
            redeals=redeals,
            seating=self.seating,
            score=result.score,
            points=result.points,
            made=result.made,
            thoughts=(first, second),
        )

    def _of(self, contestant: int, forfeits: Sequence[Forfeit]) -> list[Forfeit]:
        """Those of a contestant's own seats: both may be the same program."""
        return [forfeit for forfeit in forfeits if self.seating[self.game.sides[forfeit.seat]] == contestant]

    def _result(self, bots: Sequence[Bot], clocks: Clocks, *, dealer: int, redeals: int) -> Result:
        state = dealt(self.game, self.seed, deal=self.deal, redeals=redeals, dealer=dealer, cut=self.cut)
        while not state.is_over:
            state = self._after(state, bots, clocks, redeals)
        for seat, side in enumerate(self.game.sides):
            if isinstance(bot := bots[self.seating[side]], Program):
                bot.tell(state.view(seat))
        return state.result

    def _after(self, state: State, bots: Sequence[Bot], clocks: Clocks, redeals: int) -> State:
        """The state after the next action."""
        seat, legal, turn = state.to_act, state.legal_actions(), len(state.history)
        assert seat is not None
        if len(legal) == 1:
            return state.apply(legal[0])
        contestant = self.seating[self.game.sides[seat]]
        bot, view = bots[contestant], state.view(seat)
        if isinstance(bot, Program):
            _begin(bot, view)
        seed = seed_of("bot", self.seed, self.deal, self.number, redeals, seat, turn)
        known, begun = _answered(bot), time.perf_counter()
        try:
            action = bot(view, seed)
            # What a novice decides for a program that has lost the seat is no decision of the program's.
            if known is None or _answered(bot) != known:
                clocks[contestant].append(time.perf_counter() - begun)
            return state.apply(action)
        except (Exception, SystemExit) as error:
            # A program's failures are forfeits; what it raises is ours.
            if isinstance(bot, Program):
                raise
            where = f"deal {self.deal}, replay {self.number}, on seat {seat}"
            choices = shorten(", ".join(map(str, legal)), SHOWN, placeholder=" …")
            why = shorten(f"{type(error).__name__}: {error}", WHY, placeholder=" …")
            raise BotError(f"{called(bot)} failed in {where}, where it had to choose from {choices}: {why}") from error


def called(bot: Bot) -> str:
    """What a bot is called: by its `name`, or as a function or its class is."""
    return str(getattr(bot, "name", None) or getattr(bot, "__name__", None) or type(bot).__name__)


def _answered(bot: Bot) -> int | None:
    """How many decisions a program has made; None of another bot, which makes all it is asked for."""
    return bot.answered if isinstance(bot, Program) else None


def _forfeits(bot: Bot) -> Sequence[Forfeit]:
    return bot.forfeits if isinstance(bot, Program) else ()


def _begin(program: Program, view: View) -> None:
    """Begin a program for a view's seat. To wait for one that is never ready would take hours of nothing, and what
    novices do for one that doesn't begin, or doesn't play the game, is no measure of it.

    Raises BotError.
    """
    known = len(program.forfeits)
    program.begin(view)
    for forfeit in program.forfeits[known:]:
        if forfeit.fault == "declined":
            raise BotError(f"{forfeit.program} {forfeit.why_in_full}")
        if forfeit.unready or not program.answered:
            why = f"{forfeit.program} {forfeit.why_in_full.rstrip(',')} when it was started"
            raise BotError(f"{why}: does it answer `hello`, and flush what it writes?" if forfeit.unready else why)


def _forgiven(bot: Bot) -> int:
    """Give a program its seats back; how often it had forfeited one."""
    if isinstance(bot, Program):
        bot.forgive()
    return len(_forfeits(bot))
