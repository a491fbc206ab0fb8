"""Faroese Sjavs for four, and what its three- and two-handed forms share with it. Rules: SJ-1 to SJ-29."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Annotated, Any, Literal, NamedTuple, Protocol

from stova.cards import Suit, card_set, pack, parse_cards
from stova.engine.ending import Ending
from stova.engine.game import Game
from stova.engine.options import AtLeast, Choices, option
from stova.engine.result import TIE, Result
from stova.engine.stakes import Bands, bands
from stova.engine.state import Phase, State
from stova.engine.tables import CardTables, Policy, suits_from_top, tables
from stova.engine.view import View
from stova.rules.dealing import CutAndDeal, Table, rounds
from stova.rules.ladder import Ladder, LadderRules
from stova.rules.lengths import AuctionRules, LengthAuction, Lengths, Naming
from stova.rules.prospects import down_the_ladder
from stova.rules.results import passed_out, taken
from stova.rules.tricks import Tricks

PACK = pack(("7", "8", "9", "10", "J", "Q", "K", "A"))
"""Rule: SJ-2."""
PERMANENT = parse_cards("QC QS JC JS JH JD")
"""The permanent trumps, high to low. Rule: SJ-3."""
RANKING = ("A", "K", "Q", "10", "9", "8", "7")
"""The rest of a suit, high to low; the black queens are permanent trumps. Rule: SJ-4."""
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
"""Rule: SJ-5."""
TOTAL = 120
"""Card points in the pack. Rule: SJ-5."""
START = 24
"""Rule: SJ-26."""
UNBID = 4
"""What a deal that nobody bid and that was played scores. Rule: SJ-14."""
USUAL = ((-16, 5), (-8, 57), (-4, 105), (0, 10), (2, 279), (4, 365), (8, 112), (12, 42), (16, 24), (24, 1))
"""What declarers come to, of a thousand deals; from 1,500 that club players played under the standard preset."""

CutPackets = Annotated[tuple[int, ...], Choices(((4, 4), (3, 2, 3)))]


@dataclass(frozen=True, kw_only=True)
class FaroeseOptions:
    """Options of every Faroese form."""

    first_dealer: Literal["draw", "scorer", "given"] = option("draw", "SJ-6")
    cutter: Literal["right", "left"] = option("right", "SJ-7")
    equal_bid: Literal["clubs", "any"] = option("clubs", "SJ-10")
    clubs_opening: Literal["yes", "no"] = option("yes", "SJ-11")
    bidding: Literal["compulsory", "optional"] = option("compulsory", "SJ-12")
    clubs_when_equal: Literal["must", "may"] = option("must", "SJ-12")
    reveal_suit: Literal["yes", "no"] = option("no", "SJ-13")
    all_pass: Literal["redeal", "next_dealer", "play"] = option("redeal", "SJ-14")
    overtrump: Literal["no", "if_trumping", "must"] = option("no", "SJ-16")
    clubs_61_89: Literal[4, 5] = option(4, "SJ-19")
    losing_scale: Literal["tiered", "flat"] = option("tiered", "SJ-22")
    tie: Literal["plus2", "plus2_clubs4", "suduroy", "double", "quadruple"] = option("plus2", "SJ-25")
    tie_accumulates: Literal["yes", "no"] = option("yes", "SJ-25")
    cross: Literal["rubber", "double_only"] = option("rubber", "SJ-27")
    double_victory: Literal["yes", "no"] = option("yes", "SJ-27")
    rubbers: Annotated[int | None, AtLeast(1)] = option(1, "SJ-27")
    max_deals: Annotated[int | None, Choices((None, 6))] = option(None, "SJ-28")


@dataclass(frozen=True, kw_only=True)
class SjavsOptions(FaroeseOptions):
    """Options of the four-handed game."""

    cut_packets: CutPackets = option((4, 4), "SJ-7")
    single_player_vol: Literal["yes", "no"] = option("yes", "SJ-20")


WIKIPEDIA: dict[str, object] = {
    "losing_scale": "flat",
    "overtrump": "if_trumping",
    "tie": "plus2_clubs4",
    "all_pass": "play",
    "cross": "double_only",
}
SUDUROY: dict[str, object] = {"double_victory": "no", "tie": "suduroy"}
DANISH_GAME: dict[str, object] = {
    "cutter": "left",
    "equal_bid": "any",
    "reveal_suit": "yes",
    "tie": "double",
    "max_deals": 6,
}
PRESETS: dict[str, dict[str, object]] = {
    "standard": {},
    "catsatcards": {"clubs_61_89": 5},
    "wikipedia": WIKIPEDIA,
    "suduroy": SUDUROY | {"cut_packets": (3, 2, 3), "single_player_vol": "no"},
    "danish_game": DANISH_GAME | {"single_player_vol": "no"},
}

SUITS = tuple(suit.cards & card_set(PACK) | card_set(PERMANENT) for suit in Suit)
"""What would be trumps, by suit: twelve cards in a black suit, thirteen in a red one. Rules: SJ-3, SJ-4."""

POLICIES = {
    "no": Policy.FOLLOW,
    "if_trumping": Policy.FOLLOW_BEAT_IF_RUFFING,
    "must": Policy.FOLLOW_ELSE_RUFF_AND_BEAT,
}
"""Rule: SJ-16."""


@cache
def card_tables(trump: Suit | None, overtrump: str) -> CardTables:
    """The card tables for a trump suit, or for the permanent trumps alone. Rules: SJ-3 to SJ-5, SJ-14 to SJ-17."""
    suits = suits_from_top(PACK, RANKING, top=PERMANENT)
    trumps = PERMANENT + (() if trump is None else suits.pop(trump))
    return tables(trumps=trumps, suits=suits.values(), points=POINTS, policy=POLICIES[overtrump])


def tables_of(overtrump: str) -> Callable[[State | View | Ending], CardTables]:
    """The card tables of a deal, by its trumps."""
    by_trump = {trump: card_tables(trump, overtrump) for trump in (None, *Suit)}
    return lambda position: by_trump[position.trump]


class Outcome(NamedTuple):
    """What a deal is worth: who scores, and how much when trumps are simple and when they are clubs."""

    made: str
    rule: str
    winner: Literal["declarers", "opponents", "nobody"]
    simple: int
    clubs: int


def outcome(options: FaroeseOptions, *, points: int, tricks: int, of: int, single: bool) -> Outcome:
    """What declarers come to who took `points` card points in `tricks` of `of` tricks.

    `single` says that all tricks taken by one player count as such. Rules: SJ-18 to SJ-25.
    """
    if tricks == of:
        made = ("solo vol", 16, 24) if single else ("vol", 12, 16)
        return Outcome(made[0], "SJ-18", "declarers", *made[1:])
    if points >= 90:
        return Outcome("ninety", "SJ-18", "declarers", 4, 8)
    if points > 60:
        return Outcome("won", "SJ-18", "declarers", 2, options.clubs_61_89)
    if points == 60:
        return Outcome(TIE, "SJ-25", "nobody", 0, 0)
    return lost(options, points=points, tricks=tricks)


def lost(options: FaroeseOptions, *, points: int, tricks: int) -> Outcome:
    """What declarers come to who lost. Rules: SJ-21 to SJ-23."""
    if options.losing_scale == "flat":
        return Outcome("lost", "SJ-22", "opponents", 4, 8)
    if tricks == 0:
        return Outcome("no trick", "SJ-21", "opponents", 16, 16)
    if points <= 30:
        return Outcome("javn", "SJ-21", "opponents", 8, 16)
    return Outcome("lost", "SJ-21", "opponents", 4, 8)


class Count(Protocol):
    """What a deal with a declarer comes to, from the card points and tricks, of `of`, of the declarer's side.

    `alone` is whether one seat took all tricks that were taken.
    """

    def __hash__(self) -> int: ...

    def __call__(self, options: Any, *, points: int, tricks: int, of: int, alone: bool) -> Outcome: ...


def settle(state: State, count: Count, extra: int = 0) -> Result:
    """The result of a finished deal; `extra` are card points the declarer has besides tricks."""
    game, declarer = state.game, state.declarer
    if not state.tricks:
        return passed_out(state, "SJ-14", "same" if game.options.all_pass == "redeal" else "next")
    points, tricks = taken(state)
    if declarer is None:
        return _unbid(tuple(points), tuple(tricks))
    own = game.sides[declarer]
    points[own] += extra
    alone = len({trick.winner for trick in state.tricks}) == 1
    made = count(game.options, points=points[own], tricks=tricks[own], of=len(state.tricks), alone=alone)
    amount = made.clubs if state.trump is Suit.CLUBS else made.simple
    wins = [made.winner == ("declarers" if side == own else "opponents") for side in range(len(points))]
    return Result(
        declarer=declarer,
        trump=state.trump,
        points=tuple(points),
        tricks=tuple(tricks),
        score=tuple(amount if won else 0 for won in wins),
        made=made.made,
        rule=made.rule,
    )


def stakes(count: Count, state: State, extra: int = 0) -> Bands:
    """What a deal is worth by card points; of one that nobody bid on, to the side to act."""
    game = state.game
    # Once it is over nobody is to act: any seat will do then, as it is worth as much to each side.
    player = state.leader if state.to_act is None else state.to_act
    own = game.side_seats[player if state.declarer is None else state.declarer]
    if state.declarer is None:
        return _unbid_stakes(own, even=2 * len(own) == game.seats)
    clubs, of = state.trump is Suit.CLUBS, len(state.dealt[0])
    return _stakes(count, game.options, clubs=clubs, seats=own, extra=extra, of=of)


@lru_cache(maxsize=256)
def _stakes(count: Count, options: FaroeseOptions, *, clubs: bool, seats: frozenset[int], extra: int, of: int) -> Bands:
    def worth(points: int, tricks: int, alone: bool) -> int:
        made = count(options, points=points, tricks=tricks, of=of, alone=alone)
        return {"declarers": 1, "opponents": -1, "nobody": 0}[made.winner] * (made.clubs if clubs else made.simple)

    return bands(worth, seats=seats, extra=extra, most=TOTAL, of=of)


@cache
def _unbid_stakes(seats: frozenset[int], *, even: bool) -> Bands:
    def worth(points: int, tricks: int, alone: bool) -> int:
        return UNBID if points > TOTAL // 2 else -UNBID if even and points < TOTAL // 2 else 0

    return bands(worth, seats=seats, extra=0, most=TOTAL, of=0)


def _unbid(points: tuple[int, ...], tricks: tuple[int, ...]) -> Result:
    """Nobody bid and the hand was played: more than 60 scores. Rule: SJ-14."""
    score = tuple(UNBID if own > 60 else 0 for own in points)
    made = TIE if max(points) == 60 else "unbid"
    return Result(points=points, tricks=tricks, score=score, made=made, rule="SJ-25" if made == TIE else "SJ-14")


def count(options: SjavsOptions, *, points: int, tricks: int, of: int, alone: bool) -> Outcome:
    """What a four-handed deal comes to. Rule: SJ-20."""
    single = alone and options.single_player_vol == "yes"
    return outcome(options, points=points, tricks=tricks, of=of, single=single)


def score(state: State) -> Result:
    """The result of a finished four-handed deal."""
    return settle(state, count)


def auction(options: FaroeseOptions, *, most: int, upcards: bool = False) -> tuple[LengthAuction, Naming]:
    """The bidding and the naming of trumps. Rules: SJ-9 to SJ-14.

    `most` is the longest a suit can be; `upcards` says whether cards that lie open count.
    """
    lengths = Lengths(suits=SUITS, upcards=upcards, clubs_first=options.clubs_when_equal == "must")
    bidding = LengthAuction(
        lengths=lengths,
        least=5,
        most=most,
        rules=AuctionRules(length="SJ-9", overcall="SJ-10", opening="SJ-11", longest="SJ-12", naming="SJ-13"),
        equal_bid=options.equal_bid,
        clubs_opening=options.clubs_opening,
        bidding=options.bidding,
        reveal_suit=options.reveal_suit,
        all_pass=options.all_pass,
    )
    return bidding, Naming(lengths=lengths, rule="SJ-13")


def sheet(options: FaroeseOptions, sides: tuple[int, ...]) -> Callable[[int], Ladder]:
    """A maker of empty sheets for a first dealer."""
    rules = LadderRules(
        sides=sides,
        start=START,
        tie=options.tie,
        tie_accumulates=options.tie_accumulates,
        cross=options.cross,
        double_victory=options.double_victory,
        max_deals=options.max_deals,
        rubbers=options.rubbers,
    )
    return lambda dealer: Ladder(rules=rules, dealer=dealer)


def game(options: SjavsOptions, preset: str, base: SjavsOptions) -> Game:
    """The four-handed game."""
    sides = (0, 1, 0, 1)
    dealing = CutAndDeal(
        rule="SJ-7",
        cutter=options.cutter,
        after_cut=Table(packets=rounds(4, options.cut_packets)),
        after_knock=Table(packets=rounds(4, (8,))),
    )
    phases: tuple[Phase, ...] = (
        dealing,
        *auction(options, most=8),
        Tricks(rule="SJ-15", ruff_rule="SJ-16"),
    )
    return Game(
        name="sjavs",
        title="Sjavs",
        summary="Four players, two sides, six permanent trumps.",
        preset=preset,
        options=options,
        base=base,
        sides=sides,
        pack=PACK,
        phases=phases,
        first_dealer=options.first_dealer,
        tables_of=tables_of(options.overtrump),
        lay=dealing.lay,
        score=score,
        stakes=partial(stakes, count),
        prospects=down_the_ladder(USUAL) if options.cross == "rubber" else None,
        phrases=("better",),
        new_sheet=sheet(options, sides),
    )
