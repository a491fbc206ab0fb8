"""Stýrivolt, as played in Kvívík. Rules: ST-1 to ST-31."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

from stova.cards import Card
from stova.engine.ending import Ending
from stova.engine.game import Game
from stova.engine.options import AtLeast, option
from stova.engine.race import RaceRules
from stova.engine.result import Result
from stova.engine.state import Phase, State
from stova.engine.tables import CardTables
from stova.engine.view import View
from stova.games.styrivolt.asking import Ask
from stova.games.styrivolt.board import SeenBoard, board_of, show, with_board
from stova.games.styrivolt.chalk import Chalk
from stova.games.styrivolt.choosing import MOST_LOOKED, ChooseSuits, CutForStikkar
from stova.games.styrivolt.ending import ENOUGH, WORTH, StopOrGoOn, Won, score
from stova.games.styrivolt.hidden import hidden
from stova.games.styrivolt.known import known, lacking
from stova.games.styrivolt.powers import MEANINGS, PACK, card_tables, power
from stova.games.styrivolt.race import race_point, race_tables
from stova.games.styrivolt.stock import STOCK, Away, CarryOut, ChangeBack, KeepBoth, StockAside
from stova.games.styrivolt.trading import OwnTrades, TraderLead, barred
from stova.rules.dealing import DealOut, Table, rounds
from stova.rules.tricks import Tricks


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


RACE = RaceRules(enough=ENOUGH, worth=tuple(WORTH.values()), tables=race_tables, point=race_point)


def tables_of(must_beat: str) -> Callable[[State | View | Ending], CardTables]:
    """The card tables of a deal whose suits are chosen; a view knows the fours it may know of."""

    def chosen(position: State | View | Ending) -> CardTables:
        assert not isinstance(position, Ending), "its card play is more than tables"
        return card_tables(position.own.chosen, position.own.ranks, must_beat)

    return chosen


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
        tables_of=tables_of(options.must_beat),
        lay=plain.lay,
        score=score,
        tricks_needed=lambda position: ENOUGH,
        new_sheet=lambda dealer: Chalk(dealer=dealer, until_crosses=options.crosses, until_deals=options.deals),
        show=show,
        own_types={View: SeenBoard, Result: Won},
        hidden=hidden,
        known_of=known,
        lacking_of=lacking,
        talon_name="stock",
        phrases=("this one is good",),
        meanings=MEANINGS,
        race=RACE,
    )
