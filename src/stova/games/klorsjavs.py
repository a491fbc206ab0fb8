"""Klørsjavs, the Danish game, for three and for four. Rules: KL-1 to KL-14, KL4-1, KL4-2."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Literal, NamedTuple

from stova.cards import Card, Suit, pack, parse_cards
from stova.engine.actions import Discard, Exchange
from stova.engine.ending import Ending
from stova.engine.game import Game
from stova.engine.options import option
from stova.engine.result import Result
from stova.engine.stakes import Bands, bands
from stova.engine.state import Phase, State
from stova.engine.tables import CardTables, Policy, suits_from_top, tables
from stova.engine.view import View
from stova.rules.columns import ColumnRules, Columns
from stova.rules.dealing import CutAndDeal, Table, rounds
from stova.rules.declaring import FoldBeforeOwnCard, FoldOrStay, PlayOrPass, folded
from stova.rules.exchange import PutDown, TakeFirst, always, talon_taken
from stova.rules.results import passed_out, taken
from stova.rules.tricks import Tricks

WENZELS = parse_cards("QC QS JC JS JH JD")
"""The highest trumps, high to low. Rule: KL-2."""
START = 60
"""Rule: KL-13."""


@dataclass(frozen=True, kw_only=True)
class KlorsjavsOptions:
    """Options of the three- and four-handed games."""

    first_dealer: Literal["draw", "scorer", "given"] = option("draw", "KL-5")
    counter: Literal[5, 10] = option(5, "KL-4")
    cat_first: Literal["no", "yes"] = option("no", "KL-7")
    fold_until: Literal["lead", "own_card"] = option("lead", "KL-9")
    no_trick: Literal[16, 8] = option(16, "KL-12")
    port_penalty: Literal["yes", "no"] = option("yes", "KL-14")


PRESETS: dict[str, dict[str, object]] = {
    "standard": {},
    "catsatcards": {"fold_until": "own_card", "no_trick": 8, "port_penalty": "no"},
    "wikipedia": {},
}


class Levels(NamedTuple):
    """From how many card points a declarer wins, wins double, and has won everything. Rules: KL-11, KL4-2."""

    win: int
    double: int
    all: int
    rule: str


THREE = Levels(61, 91, 120, "KL-11")
FOUR = Levels(58, 86, 114, "KL4-2")


def ranking(counter: int) -> tuple[str, ...]:
    """The ranks, high to low. Rules: KL-2 to KL-4."""
    return ("A", "K", "Q", "J", str(counter))


def card_points(counter: int) -> dict[str, int]:
    """Card points by rank. Rule: KL-4."""
    return {"A": 11, str(counter): 10, "K": 4, "Q": 3, "J": 2}


@cache
def card_tables(cards: tuple[Card, ...], counter: int, trump: Suit | None, *, wenzels: bool) -> CardTables:
    """The card tables for a trump suit, headed by the wenzels if there are any. Rules: KL-2, KL-3, KL-10, KA-1.

    Before one is named only the wenzels are trumps.
    """
    top = WENZELS if wenzels else ()
    suits = suits_from_top(cards, ranking(counter), top=top)
    trumps = top + (() if trump is None else suits.pop(trump))
    return tables(trumps=trumps, suits=suits.values(), points=card_points(counter), policy=Policy.FOLLOW)


def tables_of(position: State | View | Ending) -> CardTables:
    """The card tables: clubs are always trumps. Rule: KL-2."""
    game = position.game
    return card_tables(game.pack, game.options.counter, Suit.CLUBS, wenzels=True)


def loss(options: KlorsjavsOptions, levels: Levels, points: int, tricks: int) -> tuple[str, str, int, int]:
    """What it comes to, by what rule, and how many øre the declarer and each opponent lose. Rules: KL-11, KL-12."""
    if points == levels.all:
        return "all", levels.rule, 0, 16
    if points >= levels.double:
        return "double", levels.rule, 0, 8
    if points >= levels.win:
        return "won", levels.rule, 0, 4
    if tricks:
        return "lost", levels.rule, 8, 0
    return "no trick", "KL-12", options.no_trick, 0


def score(levels: Levels, state: State) -> Result:
    """The result of a finished deal."""
    if state.declarer is None:
        return passed_out(state, "KL-6")
    if folded(state):
        nothing = [0] * state.game.seats
        return settled(state, nothing, nothing, ("fold", "KL-9", 8, 0))
    points, tricks = with_put_by(state)
    return settled(
        state, points, tricks, loss(state.game.options, levels, points[state.declarer], tricks[state.declarer])
    )


def put_by(state: State) -> int:
    """The card points of the cat or the discards, which are the declarer's. Rule: KL-7."""
    worth = card_points(state.game.options.counter)
    return sum(worth[card.rank] for card in (*(state.discards or ()), *state.talon))


def with_put_by(state: State) -> tuple[list[int], list[int]]:
    """Card points and tricks by seat, the cat or the discards with the declarer. Rule: KL-7."""
    assert state.declarer is not None
    points, tricks = taken(state)
    points[state.declarer] += put_by(state)
    return points, tricks


def settled(state: State, points: list[int], tricks: list[int], made: tuple[str, str, int, int]) -> Result:
    """The result from what the deal came to, by what rule, and what the declarer and each opponent lose."""
    word, rule, declarer, opponent = made
    return Result(
        declarer=state.declarer,
        trump=state.trump,
        points=tuple(points),
        tricks=tuple(tricks),
        score=tuple(-declarer if seat == state.declarer else -opponent for seat in range(state.game.seats)),
        made=word,
        rule=rule,
    )


def stakes(levels: Levels, state: State) -> Bands:
    """What a deal with a declarer is worth."""
    assert state.declarer is not None
    return _stakes(levels, state.game.options, declarer=state.declarer, extra=put_by(state))


@lru_cache(maxsize=256)
def _stakes(levels: Levels, options: KlorsjavsOptions, *, declarer: int, extra: int) -> Bands:
    def worth(points: int, tricks: int, alone: bool) -> int:
        _, _, own, others = loss(options, levels, points, tricks)
        return others - own

    return bands(worth, seats=frozenset((declarer,)), extra=extra, most=levels.all, of=1)


def dealing(seats: int, packet: int) -> CutAndDeal:
    """The cut, then a packet each, two to the cat, a packet each. Rules: KL-5, KL4-1."""
    table = Table(packets=(*rounds(seats, (packet,)), ("talon", 2), *rounds(seats, (packet,))))
    return CutAndDeal(rule="KL-5", cutter="right", after_cut=table, after_knock=table)


def exchange(cat_first: str, needed: Callable[[State], bool] = always) -> tuple[Phase, ...]:
    """The exchange with the cat. Rule: KL-7."""
    if cat_first == "no":
        return (PutDown(rule="KL-7", sizes=(0, 2), form=Exchange, needed=needed),)
    return TakeFirst(rule="KL-7", needed=needed), PutDown(rule="KL-7", sizes=(2,), form=Discard, needed=talon_taken)


def _phases(options: KlorsjavsOptions, deal: CutAndDeal) -> tuple[Phase, ...]:
    before: tuple[Phase, ...] = (deal, PlayOrPass(rule="KL-6", trump=Suit.CLUBS), *exchange(options.cat_first))
    if options.fold_until == "lead":
        return (*before, FoldOrStay(rule="KL-9"), Tricks(rule="KL-10", ruff_rule="KL-10"))
    return (*before, Tricks(rule="KL-10", ruff_rule="KL-10", asides=(FoldBeforeOwnCard(rule="KL-9"),)))


def game(options: KlorsjavsOptions, preset: str, base: KlorsjavsOptions) -> Game:
    """The three-handed game."""
    return _game(
        "klorsjavs",
        "Klørsjavs",
        "Three players, each for itself; clubs are trumps.",
        THREE,
        options,
        preset,
        base,
    )


def game4(options: KlorsjavsOptions, preset: str, base: KlorsjavsOptions) -> Game:
    """The four-handed game."""
    return _game(
        "klorsjavs4",
        "Klørsjavs for four",
        "Four cards each, two in the cat; short.",
        FOUR,
        options,
        preset,
        base,
    )


def _game(
    name: str,
    title: str,
    summary: str,
    levels: Levels,
    options: KlorsjavsOptions,
    preset: str,
    base: KlorsjavsOptions,
) -> Game:
    seats, packet = (3, 3) if levels is THREE else (4, 2)
    gone = () if levels is THREE else parse_cards("QH QD")
    deal = dealing(seats, packet)
    sides = tuple(range(seats))
    noted = START if options.port_penalty == "yes" else None
    columns = ColumnRules(sides=sides, start=START, floor=0, noted=noted, unit="øre")
    return Game(
        name=name,
        title=title,
        summary=summary,
        preset=preset,
        options=options,
        base=base,
        sides=sides,
        pack=tuple(card for card in pack(ranking(options.counter)) if card not in gone),
        phases=_phases(options, deal),
        first_dealer=options.first_dealer,
        tables_of=tables_of,
        lay=deal.lay,
        score=partial(score, levels),
        stakes=partial(stakes, levels),
        new_sheet=lambda dealer: Columns(rules=columns, dealer=dealer),
        talon_name="cat",
    )
