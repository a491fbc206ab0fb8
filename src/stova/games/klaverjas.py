"""Klaverjas, the Dutch game. Rules: KJ-1 to KJ-13."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from stova.cards import Card, CardSet, Suit, card_set, pack
from stova.engine.actions import Action, NoRoem, Roem
from stova.engine.ending import Ending
from stova.engine.game import Game
from stova.engine.options import AtLeast, Choices, option
from stova.engine.result import Result
from stova.engine.stakes import Balance
from stova.engine.state import Phase, State
from stova.engine.tables import CardTables, Policy, suits_from_top, tables
from stova.engine.view import View
from stova.errors import IllegalAction
from stova.rules.columns import ColumnRules, Columns
from stova.rules.dealing import DealOut, Table, rounds
from stova.rules.phases import advance
from stova.rules.prospects import so_many_deals
from stova.rules.results import passed_out, taken
from stova.rules.tricks import Tricks
from stova.rules.trump_choice import TrumpChoice

SEQUENCE = ("7", "8", "9", "10", "J", "Q", "K", "A")
"""The order of sequences, trumps too. Rule: KJ-8."""
PACK = pack(SEQUENCE)
TRUMPS = ("J", "9", "A", "10", "K", "Q", "8", "7")
PLAIN = ("A", "10", "K", "Q", "J", "9", "8", "7")
PLAIN_POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3}
LAST_TRICK = 10
TOTAL = 162
"""Ranks and points. Rule: KJ-2."""
RUNS = {3: ("three in sequence", 20), 4: ("four in sequence", 50)}
STUK = 20
FOURS = {"J": 200, "10": 100, "Q": 100, "K": 100, "A": 100}
"""What roem is worth. Rule: KJ-8."""
PIT = 100
"""Rule: KJ-10."""
USUAL = ((-227, 72), (-190, 124), (-162, 102), (22, 168), (59, 182), (98, 170), (145, 150), (285, 32))
"""What declarers come to, of a thousand deals, put together by means; from 500 that club players played."""


@dataclass(frozen=True, kw_only=True)
class KlaverjasOptions:
    """Options of the game."""

    first_dealer: Literal["draw", "scorer", "given"] = option("draw", "EV-3")
    packets: Annotated[tuple[int, ...], Choices(((3, 3, 2), (3, 2, 3)))] = option((3, 3, 2), "KJ-1")
    trump_choice: Literal["forced", "pass_or_play", "turned"] = option("forced", "KJ-3")
    ruff: Literal["amsterdam", "rotterdam"] = option("amsterdam", "KJ-5")
    roem: Literal["declare", "automatic"] = option("declare", "KJ-9")
    defenders_pit: Literal[100, 0, 200] = option(100, "KJ-10")
    deals: Annotated[int | None, Choices((16, 12, 4, None))] = option(16, "KJ-12")
    minutes: Annotated[int | None, AtLeast(1)] = option(None, "KJ-12")
    revoke: Annotated[str | None, Choices(("162_and_100", "minus_100", None))] = option("162_and_100", "KJ-13")


PRESETS: dict[str, dict[str, object]] = {
    "de_wieken": {},
    "amsterdam": {"trump_choice": "turned"},
    "rotterdam": {"trump_choice": "turned", "ruff": "rotterdam"},
    "utrecht": {"trump_choice": "pass_or_play"},
}


@cache
def card_tables(trump: Suit | None, ruff: str) -> CardTables:
    """The card tables for a trump suit. Rules: KJ-2, KJ-4 to KJ-7."""
    suits = suits_from_top(PACK, PLAIN)
    trumps = () if trump is None else suits_from_top(PACK, TRUMPS)[trump]
    if trump is not None:
        del suits[trump]
    return tables(
        trumps=trumps,
        suits=suits.values(),
        bonuses=() if trump is None else bonuses(trump),
        points=PLAIN_POINTS,
        trump_points=TRUMP_POINTS,
        last_trick=LAST_TRICK,
        policy=Policy.OVERTRUMP_OPPONENTS if ruff == "amsterdam" else Policy.OVERTRUMP,
    )


def tables_of(ruff: str) -> Callable[[State | View | Ending], CardTables]:
    """The card tables of a deal, by its trumps."""
    by_trump = {trump: card_tables(trump, ruff) for trump in (None, *Suit)}
    return lambda position: by_trump[position.trump]


class RoemCount(Struct, frozen=True, gc=False):
    """The roem of a deal: counted so far by side, and what lies in the trick just won, still to be declared."""

    counted: tuple[int, int] = (0, 0)
    waiting: int = 0
    what: tuple[str, ...] = ()
    """What it is that waits."""


class Counted(Struct, frozen=True, gc=False):
    """What the result of a deal says besides: roem by side with the pit, and whether somebody took all tricks."""

    roem: tuple[int, int]
    pit: bool


@cache
def roem_cards(trump: Suit) -> tuple[tuple[str, CardSet, int], ...]:
    """All roem: what it is, the cards it takes, its worth. Rule: KJ-8."""
    suits = [[card for rank in SEQUENCE for card in PACK if (card.suit, card.rank) == (suit, rank)] for suit in Suit]
    runs = [
        (what, suit[place : place + size], worth)
        for size, (what, worth) in RUNS.items()
        for suit in suits
        for place in range(len(suit) - size + 1)
    ]
    stuk = ("stuk", [card for card in suits[trump] if card.rank in ("Q", "K")], STUK)
    fours = [("four of a kind", [card for card in PACK if card.rank == rank], worth) for rank, worth in FOURS.items()]
    return tuple((what, card_set(cards), worth) for what, cards, worth in (*runs, stuk, *fours))


def roem_in(cards: Sequence[Card], trump: Suit) -> tuple[tuple[str, int], ...]:
    """The roem in a trick: what each part of it is, and its worth. Rule: KJ-8."""
    held = card_set(cards)
    found = [(what, worth) for what, wanted, worth in roem_cards(trump) if not wanted & ~held]
    return tuple(part for part in found if part != RUNS[3]) if RUNS[4] in found else tuple(found)


@cache
def bonuses(trump: Suit) -> tuple[tuple[CardSet, int], ...]:
    """The same, with what each adds to what it holds: four in sequence hold three twice. Rule: KJ-8."""
    within = 2 * RUNS[3][1]
    return tuple((cards, worth - within if what == RUNS[4][0] else worth) for what, cards, worth in roem_cards(trump))


def count_roem(state: State) -> State:
    """A trick was won: its roem waits to be declared, or counts at once. Rule: KJ-9."""
    assert state.trump is not None
    found = dict(roem_in(state.tricks[-1].cards, state.trump))
    if not found:
        return state
    waiting = replace(state, own=RoemCount(_own(state).counted, sum(found.values()), tuple(found)))
    return counted(waiting) if state.game.options.roem == "automatic" else waiting


def counted(state: State) -> State:
    """The roem that waits goes to the side that won the trick."""
    before = _own(state)
    side = state.game.sides[state.tricks[-1].winner]
    by_side = tuple(own + before.waiting if index == side else own for index, own in enumerate(before.counted))
    return replace(state, own=RoemCount((by_side[0], by_side[1])))


def _own(state: State) -> RoemCount:
    return state.own or RoemCount()


@dataclass(frozen=True, kw_only=True)
class DeclareRoem:
    """Who won a trick with roem in it declares it or keeps quiet, before the next lead. Rule: KJ-9."""

    rule = "KJ-9"
    doing = "declare roem or keep quiet"
    kinds = (Roem, NoRoem)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return (Roem(), NoRoem())

    def enter(self, state: State) -> State:
        return replace(state, to_act=state.leader) if _own(state).waiting else advance(state)

    def legal(self, state: State) -> tuple[Action, ...]:
        return (Roem(), NoRoem())

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        return None

    def apply(self, state: State, action: Action) -> State:
        if isinstance(action, Roem):
            return advance(counted(state))
        return advance(replace(state, own=RoemCount(_own(state).counted)))


def score(state: State) -> Result:
    """The result of a finished deal. Rules: KJ-10, KJ-11."""
    if state.declarer is None:
        return passed_out(state, "KJ-3")
    points, tricks = taken(state)
    own = state.game.sides[state.declarer]
    roem = _with_pit(state, tricks)
    nat = points[own] + roem[own] <= points[1 - own] + roem[1 - own]
    total = [points[side] + roem[side] for side in (0, 1)]
    if nat:
        total[own], total[1 - own] = 0, TOTAL + sum(roem)
    pit = 0 in tricks
    return Result(
        declarer=state.declarer,
        trump=state.trump,
        points=tuple(points),
        tricks=tuple(tricks),
        score=tuple(total),
        made="nat" if nat else "pit" if pit else "won",
        rule="KJ-10" if pit and not nat else "KJ-11",
        own=Counted((roem[0], roem[1]), pit),
    )


def _with_pit(state: State, tricks: Sequence[int]) -> list[int]:
    """The roem by side, with what all tricks are worth. Rule: KJ-10."""
    assert state.declarer is not None
    declarers = state.game.sides[state.declarer]
    worth = [PIT if side == declarers else state.game.options.defenders_pit for side in (0, 1)]
    return [own + (worth[side] if not tricks[1 - side] else 0) for side, own in enumerate(_own(state).counted)]


def stakes(state: State) -> Balance:
    """What a deal with a declarer is worth, roem and pit besides card points. Rules: KJ-9 to KJ-11."""
    assert state.declarer is not None
    own = state.game.sides[state.declarer]
    count = _own(state)
    return Balance(
        seats=frozenset((own, own + 2)),
        counted=(count.counted[own], count.counted[1 - own]),
        pit=(PIT, state.game.options.defenders_pit),
        declared=state.game.options.roem == "declare",
    )


def revoked(options: KlaverjasOptions, side: int) -> Result | None:
    """What a kept sheet enters for a side that didn't follow the rules; None where nothing is. Rule: KJ-13."""
    amounts = {"162_and_100": (0, TOTAL + PIT), "minus_100": (-PIT, 0), None: None}[options.revoke]
    if amounts is None:
        return None
    own, others = amounts
    nothing = (0, 0)
    score = (own, others) if side == 0 else (others, own)
    return Result(points=nothing, tricks=nothing, score=score, made="revoke", rule="KJ-13")


def show(state: State, seat: int | None) -> RoemCount:
    """The roem counted and waiting, which everybody sees."""
    return _own(state)


def game(options: KlaverjasOptions, preset: str, base: KlaverjasOptions) -> Game:
    """The game."""
    sides = (0, 1, 0, 1)
    deal = DealOut(rule="KJ-1", table=Table(packets=rounds(4, options.packets)))
    phases: tuple[Phase, ...] = (
        deal,
        TrumpChoice(rule="KJ-3", way=options.trump_choice),
        DeclareRoem(),
        Tricks(rule="KJ-4", ruff_rule="KJ-5", after_trick=count_roem, between=2),
    )
    columns = ColumnRules(sides=sides, start=0, deals=options.deals)
    return Game(
        name="klaverjas",
        title="Klaverjas",
        summary="Jack and nine of trumps above all, and roem.",
        preset=preset,
        options=options,
        base=base,
        sides=sides,
        pack=PACK,
        phases=phases,
        first_dealer=options.first_dealer,
        tables_of=tables_of(options.ruff),
        lay=deal.lay,
        score=score,
        stakes=stakes,
        prospects=so_many_deals(USUAL) if options.deals is not None else None,
        new_sheet=lambda dealer: Columns(rules=columns, dealer=dealer),
        show=show,
        own_types={View: RoemCount, Result: Counted},
        draws=options.trump_choice == "turned",
    )
