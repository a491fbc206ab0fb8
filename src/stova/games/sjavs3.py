"""Faroese Sjavs for three: a soloist, two opponents and a talon. Rules: SJ3-1 to SJ3-6, else as for four."""

from dataclasses import dataclass
from typing import Literal

from stova.engine.actions import Discard
from stova.engine.game import Game
from stova.engine.options import option
from stova.engine.result import Result
from stova.engine.stakes import Bands
from stova.engine.state import Phase, State
from stova.games import sjavs
from stova.rules.dealing import CutAndDeal, Table, rounds
from stova.rules.exchange import PutDown
from stova.rules.tricks import Tricks


@dataclass(frozen=True, kw_only=True)
class Sjavs3Options(sjavs.FaroeseOptions):
    """Options of the three-handed game."""

    trump_after_exchange: Literal["yes", "no"] = option("no", "SJ3-2")
    solo_vol: Literal["single", "side"] = option("single", "SJ3-4")
    solo_60: Literal["tie", "loss"] = option("tie", "SJ3-5")


PRESETS: dict[str, dict[str, object]] = {
    "standard": {},
    "catsatcards": {"clubs_61_89": 5},
    "wikipedia": sjavs.WIKIPEDIA,
    "suduroy": sjavs.SUDUROY | {"solo_vol": "side"},
    "danish_game": sjavs.DANISH_GAME | {"solo_vol": "side"},
}


def count(options: Sjavs3Options, *, points: int, tricks: int, of: int, alone: bool) -> sjavs.Outcome:
    """What a three-handed deal comes to. Rules: SJ3-4, SJ3-5."""
    if points == 60 and options.solo_60 == "loss":
        return sjavs.lost(options, points=points, tricks=tricks)._replace(rule="SJ3-5")
    return sjavs.outcome(options, points=points, tricks=tricks, of=of, single=options.solo_vol == "single")


def put_by(state: State) -> int:
    """The card points of discards and talon, which are the soloist's. Rule: SJ3-3."""
    return sum(sjavs.POINTS.get(card.rank, 0) for card in (*(state.discards or ()), *state.talon))


def score(state: State) -> Result:
    """The result of a finished three-handed deal."""
    return sjavs.settle(state, count, extra=put_by(state))


def stakes(state: State) -> Bands:
    """What a three-handed deal is worth."""
    return sjavs.stakes(count, state, extra=put_by(state))


def game(options: Sjavs3Options, preset: str, base: Sjavs3Options) -> Game:
    """The three-handed game."""
    sides = (0, 1, 2)
    dealing = CutAndDeal(
        rule="SJ-7",
        cutter=options.cutter,
        after_cut=Table(packets=(*rounds(3, (3,)), ("talon", 1), *rounds(3, (4,)), ("talon", 1), *rounds(3, (3,)))),
        after_knock=Table(packets=((0, 10), ("talon", 1), (1, 10), ("talon", 1), (2, 10))),
    )
    bidding, naming = sjavs.auction(options, most=10)
    exchange = PutDown(rule="SJ3-2", sizes=(0, 1, 2), form=Discard)
    named = (exchange, naming) if options.trump_after_exchange == "yes" else (naming, exchange)
    phases: tuple[Phase, ...] = (dealing, bidding, *named, Tricks(rule="SJ-15", ruff_rule="SJ-16"))
    return Game(
        name="sjavs3",
        title="Sjavs for three",
        summary="Each for itself; one plays against two.",
        preset=preset,
        options=options,
        base=base,
        sides=sides,
        pack=sjavs.PACK,
        phases=phases,
        first_dealer=options.first_dealer,
        tables_of=sjavs.tables_of(options.overtrump),
        lay=dealing.lay,
        score=score,
        stakes=stakes,
        new_sheet=sjavs.sheet(options, sides),
    )
