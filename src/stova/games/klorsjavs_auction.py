"""Auction Klørsjavs: the highest contract names trumps. Rules: KA-1 to KA-9."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal

from stova.cards import pack
from stova.engine.actions import BidContract
from stova.engine.ending import Ending
from stova.engine.game import Game
from stova.engine.options import AtLeast, option
from stova.engine.result import Result
from stova.engine.stakes import Bands, bands
from stova.engine.state import Phase, State
from stova.engine.tables import CardTables
from stova.engine.view import View
from stova.games import klorsjavs
from stova.rules.columns import ColumnRules, Columns
from stova.rules.contracts import ContractAuction, FreeNaming
from stova.rules.results import passed_out
from stova.rules.tricks import Tricks, forehand

CONTRACTS = ("spil", "stryger", "tout", "strøget tout")
"""From the lowest up. Rule: KA-2."""
TRICKS = 6
WITH_EXCHANGE = ("spil", "tout")
TOUTS = {"tout": 10, "strøget tout": 15}
GAMES = {"spil": 1, "stryger": 4}
"""What a single win is worth. Rule: KA-6."""
WORTH = GAMES | TOUTS


@dataclass(frozen=True, kw_only=True)
class AuctionOptions:
    """Options of the auction game."""

    first_dealer: Literal["draw", "scorer", "given"] = option("draw", "KL-5")
    counter: Literal[5, 10] = option(5, "KA-1")
    wenzels: Literal["no", "yes"] = option("no", "KA-1")
    cat_first: Literal["no", "yes"] = option("no", "KA-4")
    # `raise` is a word of Python: the option is called so in text and given as `raise_` in a call.
    raise_: Literal["single", "duel"] = option("single", "KA-3")
    double_at: Literal[91, 90] = option(91, "KA-7")
    payment: Literal["each", "flat"] = option("each", "KA-8")
    deals: Annotated[int | None, AtLeast(1)] = option(12, "KA-9")


PRESETS: dict[str, dict[str, object]] = {
    "standard": {},
    "catsatcards": {"payment": "flat"},
    "wikipedia": {"counter": 10, "wenzels": "yes", "raise": "duel", "double_at": 90},
}


def contract(position: State | View) -> str:
    """The contract that was bid."""
    assert isinstance(position.bid, BidContract)
    return position.bid.contract


def tables_of(position: State | View | Ending) -> CardTables:
    """The card tables of a deal, by its trumps. Rule: KA-1."""
    game = position.game
    return klorsjavs.card_tables(game.pack, game.options.counter, position.trump, wenzels=game.options.wenzels == "yes")


def tricks_needed(position: State | View) -> int | None:
    """All of them in the touts, where nothing else counts. Rule: KA-2."""
    return TRICKS if isinstance(position.bid, BidContract) and position.bid.contract in TOUTS else None


def exchanges(state: State) -> bool:
    """Whether the contract lets the declarer exchange. Rule: KA-4."""
    return contract(state) in WITH_EXCHANGE


def first_lead(state: State) -> int:
    """In the touts the declarer leads. Rule: KA-5."""
    assert state.declarer is not None
    return forehand(state) if tricks_needed(state) is None else state.declarer


def amount(options: AuctionOptions, bid: str, points: int, tricks: int) -> tuple[str, int]:
    """What it comes to, and what the declarer wins or loses for it. Rules: KA-6, KA-7."""
    if bid in TOUTS:
        return ("tout", TOUTS[bid]) if tricks == TRICKS else ("tout lost", -TOUTS[bid])
    if points == klorsjavs.THREE.all:
        return "all", 3 * GAMES[bid]
    if points >= options.double_at:
        return "double", 2 * GAMES[bid]
    if points >= klorsjavs.THREE.win:
        return "won", GAMES[bid]
    if not tricks:
        return "no trick", -3 * GAMES[bid]
    return ("lost", -GAMES[bid]) if points > 30 else ("lost double", -2 * GAMES[bid])


def score(state: State) -> Result:
    """The result of a finished deal. Rule: KA-8."""
    if state.declarer is None:
        return passed_out(state, "KA-3")
    options, declarer = state.game.options, state.declarer
    points, tricks = klorsjavs.with_put_by(state)
    made, won = amount(options, contract(state), points[declarer], tricks[declarer])
    own = 2 * won if options.payment == "each" else won
    return klorsjavs.settled(state, points, tricks, (made, "KA-6", -own, won))


def stakes(state: State) -> Bands:
    """What a deal with a declarer is worth."""
    assert state.declarer is not None
    options, extra = state.game.options, klorsjavs.put_by(state)
    return _stakes(options, contract(state), declarer=state.declarer, extra=extra)


@lru_cache(maxsize=256)
def _stakes(options: AuctionOptions, bid: str, *, declarer: int, extra: int) -> Bands:
    def worth(points: int, tricks: int, alone: bool) -> int:
        return (3 if options.payment == "each" else 2) * amount(options, bid, points, tricks)[1]

    return bands(worth, seats=frozenset((declarer,)), extra=extra, most=klorsjavs.THREE.all, of=TRICKS)


def game(options: AuctionOptions, preset: str, base: AuctionOptions) -> Game:
    """The auction game."""
    sides = (0, 1, 2)
    deal = klorsjavs.dealing(3, 3)
    phases: tuple[Phase, ...] = (
        deal,
        ContractAuction(rule="KA-3", contracts_rule="KA-2", contracts=CONTRACTS, answer=options.raise_),
        *klorsjavs.exchange(options.cat_first, exchanges),
        FreeNaming(rule="KA-4"),
        Tricks(rule="KL-10", ruff_rule="KL-10", first_lead=first_lead),
    )
    columns = ColumnRules(sides=sides, start=0, deals=options.deals)
    return Game(
        name="klorsjavs_auction",
        title="Auction Klørsjavs",
        summary="Three players bid for four contracts.",
        preset=preset,
        options=options,
        base=base,
        sides=sides,
        pack=pack(klorsjavs.ranking(options.counter)),
        phases=phases,
        first_dealer=options.first_dealer,
        tables_of=tables_of,
        lay=deal.lay,
        score=score,
        tricks_needed=tricks_needed,
        stakes=stakes,
        new_sheet=lambda dealer: Columns(rules=columns, dealer=dealer),
        talon_name="cat",
    )
