"""The end of a deal of Stýrivolt: going on for nine, and what was made. Rules: ST-17, ST-24."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from stova.cards import Card
from stova.engine.actions import Action, GoOn, Stop
from stova.engine.result import Result
from stova.engine.state import State
from stova.errors import IllegalAction
from stova.games.styrivolt.board import board_of, with_board
from stova.games.styrivolt.stock import TRICKS
from stova.rules.phases import advance, end

ENOUGH = 5
"""Tricks that win a deal. Rule: ST-17."""
WORTH = {"game": 1, "kept in": 2, "nine": 3, "kept in alone": 6, "nine alone": 12}
"""The score of a deal in strokes; a monk's cross counts as the six strokes two crosses take. Rule: ST-24."""


@dataclass(frozen=True, kw_only=True)
class StopOrGoOn:
    """The end of the play, or the choice to stop or go on for nine after keeping in. Rule: ST-17."""

    rule = "ST-17"
    doing = "stop here or go on for all nine tricks"
    kinds = (Stop, GoOn)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return (Stop(), GoOn())

    def enter(self, state: State) -> State:
        played = len(state.tricks)
        if state.trick or played < ENOUGH or board_of(state).went_on == played:
            return advance(state)
        ours, theirs = side_tricks(state)
        if played < TRICKS and 0 in (ours, theirs):
            return replace(state, to_act=state.leader)
        over = max(ours, theirs) >= ENOUGH
        return end(state) if over else advance(state)

    def legal(self, state: State) -> tuple[Action, ...]:
        return (Stop(), GoOn())

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        return None

    def apply(self, state: State, action: Action) -> State:
        if isinstance(action, Stop):
            return end(state)
        return advance(with_board(state, went_on=len(state.tricks)))


def side_tricks(state: State) -> tuple[int, int]:
    """The tricks of each side."""
    ours = sum(state.game.sides[trick.winner] == 0 for trick in state.tricks)
    return ours, len(state.tricks) - ours


class Won(Struct, frozen=True, gc=False):
    """What the result of a deal says besides: the side that won it."""

    winner: int


def made(state: State) -> str:
    """What the winners of a finished deal made. Rules: ST-17, ST-24."""
    if 0 not in side_tricks(state):
        return "game"
    nine = len(state.tricks) == TRICKS
    counting = state.tricks if nine else state.tricks[:ENOUGH]
    alone = len({trick.winner for trick in counting}) == 1
    return ("nine" if nine else "kept in") + (" alone" if alone else "")


def score(state: State) -> Result:
    """The result of a finished deal; its score is in strokes."""
    nothing = (0, 0)
    if not state.tricks:
        return Result(points=nothing, tricks=nothing, score=nothing, made="one suit", rule="ST-12", redeal="same")
    tricks = side_tricks(state)
    winner = tricks.index(max(tricks))
    what = made(state)
    worth = (WORTH[what], 0) if winner == 0 else (0, WORTH[what])
    rule = "ST-17" if what == "game" and board_of(state).went_on else "ST-24"
    return Result(points=nothing, tricks=tricks, score=worth, made=what, rule=rule, own=Won(winner))


class End(NamedTuple):
    """An end a deal may have: the choice that may lead there, when it comes about, and the result."""

    choice: Stop | GoOn
    when: Literal["now", "all", "alone", "lost"]
    result: Result


def ends(state: State) -> tuple[End, ...]:
    """What stopping comes to, and going on: with all tricks won, by one player where one has all so far, or one lost.

    Rules: ST-17, ST-24.
    """
    leader, left = state.leader, TRICKS - len(state.tricks)
    alone = len({trick.winner for trick in state.tricks}) == 1
    found = [
        End(Stop(), "now", score(state)),
        End(GoOn(), "all", _after(state, [leader] * (left - 1) + [(leader + 2) % 4])),
        End(GoOn(), "lost", _after(state, [(leader + 1) % 4])),
    ]
    return (*found[:1], *([End(GoOn(), "alone", _after(state, [leader] * left))] if alone else []), *found[1:])


def _after(state: State, winners: Sequence[int]) -> Result:
    """The result once tricks have gone to these seats."""
    last, state = state.tricks[-1], with_board(state, went_on=len(state.tricks))
    return score(replace(state, tricks=(*state.tricks, *(replace(last, winner=seat) for seat in winners))))
