"""Stýrivolt, as played in Kvívík. Rules: ST-1 to ST-31."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from stova.cards import Card
from stova.engine.actions import Action, GoOn, Stop
from stova.engine.game import Game
from stova.engine.options import AtLeast, option
from stova.engine.race import RaceRules
from stova.engine.result import Result
from stova.engine.state import Phase, State
from stova.engine.tables import CardTables
from stova.engine.view import View
from stova.errors import IllegalAction
from stova.games.styrivolt.asking import Ask
from stova.games.styrivolt.board import board_of, show, with_board
from stova.games.styrivolt.chalk import chalk
from stova.games.styrivolt.choosing import MOST_LOOKED, ChooseSuits, CutForStikkar
from stova.games.styrivolt.hidden import hidden
from stova.games.styrivolt.powers import PACK, card_tables, power
from stova.games.styrivolt.race import race_point, race_tables
from stova.games.styrivolt.stock import STOCK, TRICKS, Away, CarryOut, ChangeBack, KeepBoth, StockAside
from stova.games.styrivolt.trading import OwnTrades, TraderLead, barred
from stova.rules.dealing import DealOut, Table, rounds
from stova.rules.phases import advance, end
from stova.rules.tricks import Tricks

ENOUGH = 5
"""Tricks that win a deal. Rule: ST-17."""
WORTH = {"game": 1, "kept in": 2, "nine": 3, "kept in alone": 6, "nine alone": 12}
"""The score of a deal in strokes; a monk's cross counts as the six strokes two crosses take. Rule: ST-24."""


@dataclass(frozen=True, kw_only=True)
class StyrivoltOptions:
    """Options of the game."""

    first_dealer: Literal["draw", "scorer", "given"] = option("draw", "ST-1")
    open_search: Literal["no", "yes"] = option("no", "ST-12")
    must_beat: Literal["no", "yes"] = option("no", "ST-16")
    late_stock: Literal["no", "yes"] = option("no", "ST-18")
    crosses: Annotated[int | None, AtLeast(1)] = option(3, "ST-28")
    deals: Annotated[int | None, AtLeast(1)] = option(None, "ST-28")
    minutes: Annotated[int | None, AtLeast(1)] = option(None, "ST-28")
    cut_for_stikkar: Literal["no", "bottom", "to_fourth"] = option("no", "ST-29")
    cut_exposes: Literal[1, 2] = option(1, "ST-29")
    queen_if_king_in_stock: Literal["no", "yes"] = option("no", "ST-29")
    king_takes_bird: Literal["no", "yes"] = option("no", "ST-30")
    table_talk: Literal["yes", "no"] = option("yes", "ST-31")


PRESETS: dict[str, dict[str, object]] = {
    "kvivik": {},
    "simple": {"must_beat": "yes"},
    "cutting": {"cut_for_stikkar": "to_fourth", "cut_exposes": 2, "queen_if_king_in_stock": "yes"},
}


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


def after_card(state: State) -> State:
    """A card changed by four of a kind is announced, and a taking is over. Rules: ST-11, ST-19."""
    board, card = board_of(state), state.trick[-1]
    seat = (state.leader + len(state.trick) - 1) % 4
    changes: dict[str, object] = {}
    if board.taking is not None and board.taking.seat == seat:
        changes["taking"] = None
    if card.rank in board.ranks and card.rank not in board.announced and _changed(state, card):
        changes["announced"] = (*board.announced, card.rank)
    return with_board(state, **changes) if changes else state


def _changed(state: State, card: Card) -> bool:
    board = board_of(state)
    return power(card, board.chosen) != power(card, board.chosen, board.ranks)


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
    rule = "ST-17" if what == "game" else "ST-24"
    return Result(points=nothing, tricks=tricks, score=worth, made=what, rule=rule, own=Won(winner))


RACE = RaceRules(tricks=TRICKS, enough=ENOUGH, worth=tuple(WORTH.values()), tables=race_tables, point=race_point)


def tables_of(must_beat: str) -> Callable[[State | View], CardTables]:
    """The card tables of a deal whose suits are chosen; a view knows the fours it may know of."""
    return lambda position: card_tables(position.own.chosen, position.own.ranks, must_beat)


def game(options: StyrivoltOptions, preset: str, base: StyrivoltOptions) -> Game:
    """The game."""
    table = Table(packets=(*rounds(4, (3, 3, 3)), ("talon", STOCK)))
    plain = DealOut(rule="ST-1", table=table)
    looked = MOST_LOOKED[options.cut_for_stikkar]
    cut = CutForStikkar(rule="ST-29", table=table, most_looked=looked, most_laid=options.cut_exposes)
    dealing = cut if looked else plain
    asking = 2
    tricks = Tricks(
        rule="ST-16",
        ruff_rule="ST-16",
        after_card=after_card,
        between=asking,
        barred=barred,
        asides=(
            TraderLead(rule="ST-15"),
            OwnTrades(rule="ST-15", asking=asking),
            StockAside(asking=asking, late=options.late_stock == "yes"),
            ChangeBack(),
            KeepBoth(),
            Away(),
        ),
    )
    phases: tuple[Phase, ...] = (dealing, ChooseSuits(rule="ST-13"), Ask(), CarryOut(), StopOrGoOn(), tricks)
    return Game(
        name="styrivolt",
        title="Stýrivolt",
        summary="Two chosen suits, birds, mares and lambs.",
        preset=preset,
        options=options,
        base=base,
        sides=(0, 1, 0, 1),
        pack=PACK,
        phases=phases,
        first_dealer=options.first_dealer,
        tables=tables_of(options.must_beat),
        lay=plain.lay,
        score=score,
        new_sheet=chalk(options.crosses, options.deals),
        show=show,
        hidden=hidden,
        talon_name="stock",
        phrases=("this one is good",),
        race=RACE,
    )
