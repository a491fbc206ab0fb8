"""The oracles as one: how each is made, and what the engine says put in its words.

Oracles speak of lists and texts, and differ in what they keep. An `Oracle` here is the few functions that know one of
them; `against_oracle.py` compares with them and knows none.
"""

import dataclasses
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

import oracle
import oracle_chalk
import oracle_klaverjas
import oracle_klorsjavs
import oracle_sheet
import oracle_styrivolt
import oracle_styrivolt_cards
from stova import Game, Result, State
from stova.cards import Card
from stova.games.klaverjas import Counted
from stova.games.sjavs2 import Row
from stova.games.styrivolt.board import board_of
from stova.games.styrivolt.chalk import Chalk
from stova.games.styrivolt.ending import Won
from stova.rules.columns import Columns
from stova.rules.ladder import Ladder

Words = dict[str, Any]
"""Something in the oracle's words."""

MADE = {"all": True, "double": True, "won": True, "tout": True, "fold": "fold"}
"""What the oracle of Klørsjavs calls what was made; anything else is lost."""


def texts(cards: Collection[Card | None]) -> list[str]:
    """Cards as texts; no card is an empty one."""
    return ["" if card is None else str(card) for card in cards]


def options_of(game: Game, known: Collection[str]) -> Words:
    """The options of a game that its oracle knows, by the names they have in the rules."""
    fields = {field.name: field.name.removesuffix("_") for field in dataclasses.fields(game.options)}
    return {name: getattr(game.options, field) for field, name in fields.items() if name in known}


def by_side(game: Game, values: Sequence[int]) -> tuple[int, ...]:
    """Sums by side of values by seat; values by side stay as they are."""
    sides = len(set(game.sides))
    if len(values) == sides:
        return tuple(values)
    return tuple(sum(value for seat, value in enumerate(values) if game.sides[seat] == side) for side in range(sides))


def from_cards(state: State) -> Words:
    """What an oracle is told of a deal's cards: the pack, or the hands given."""
    if state.pack:
        return {"pack": texts(state.pack)}
    return {"hands": [texts(hand) for hand in state.dealt[:-1]], "talon": texts(state.dealt[-1])}


def auctioned(state: State) -> Words:
    """What lies on the table of games with a declarer, beside hands and trick."""
    return {"talon": texts(state.talon), "discards": texts(state.discards or ()), "declarer": state.declarer}


def scored(result: Result) -> Words:
    """A result with a declarer that was played."""
    trump = None if result.trump is None else str(result.trump)
    return {"declarer": result.declarer, "trump": trump, "score": list(result.score)}


def summed(game: Game, expected: Words) -> Words:
    """What the oracle says of a deal, card points and tricks by side."""
    return expected | {name: by_side(game, expected[name]) for name in ("points", "tricks") if name in expected}


@dataclass(frozen=True, kw_only=True)
class Oracle:
    """What is to be known of an oracle. `table` and `result` are in the oracle's words."""

    deal: Callable[[State], Any]
    """The oracle's deal, from the beginning of a state's."""
    sheet: Callable[[Game, int], Any]
    """The oracle's sheet for a first dealer."""
    table: Callable[[State], Words]
    """What lies on the table, as the oracle's attributes."""
    result: Callable[[Result], Words]
    """What a played deal came to."""
    written: Callable[[Any, Any], Words]
    """What is on the engine's sheet, as the attributes of the oracle's, which comes second."""


def _sjavs_deal(state: State) -> oracle.Deal:
    options = options_of(state.game, oracle.OPTIONS)
    return oracle.Deal(state.game.name, options, state.dealer, **from_cards(state))


def _sjavs_sheet(game: Game, dealer: int) -> oracle_sheet.Sheet:
    return oracle_sheet.Sheet(game.name, options_of(game, oracle.OPTIONS), dealer)


def _sjavs_table(state: State) -> Words:
    rows: Sequence[Row] = state.own or ()
    covered = {"upcards": [texts(row.up) for row in rows], "downcards": [texts(row.down) for row in rows]}
    return auctioned(state) | (covered if rows else {})


def _sjavs_result(result: Result) -> Words:
    return scored(result) | {"tie": result.made == "tie", "points": result.points, "tricks": result.tricks}


def _ladder(sheet: Ladder, expected: oracle_sheet.Sheet) -> Words:
    """The oracle's columns are those of a new rubber even if its first deal was passed out."""
    words: Words = {
        "dealer": sheet.dealer,
        "crosses": list(sheet.crosses),
        "rubbers_won": list(sheet.rubbers_won),
        "rubbers_played": len(sheet.rubbers),
        "over": sheet.is_over,
        "winners": list(sheet.winners),
        "scores": [list(line.scored) for line in sheet.lines],
    }
    if len(expected.columns[0]) > 1:
        words["columns"] = [list(sheet.column(side, sheet.lines[-1].rubber)) for side in range(sheet.sides)]
    return words


def _klorsjavs_deal(state: State) -> oracle_klorsjavs.Deal:
    name = state.game.name
    options = options_of(state.game, oracle_klorsjavs.OPTIONS[name])
    return oracle_klorsjavs.Deal(name, options, state.dealer, **from_cards(state))


def _klorsjavs_sheet(game: Game, dealer: int) -> oracle_klorsjavs.Sheet:
    options = options_of(game, oracle_klorsjavs.OPTIONS[game.name])
    return oracle_klorsjavs.Sheet(game.name, options, dealer)


def _klorsjavs_result(result: Result) -> Words:
    words = scored(result) | {"made": MADE.get(result.made, False)}
    taken = {"points": result.points, "tricks": result.tricks}
    return words if result.made == "fold" else words | taken


def _columns(sheet: Columns, expected: object) -> Words:
    words: Words = {
        "dealer": sheet.dealer,
        "columns": [list(sheet.column(side)) for side in range(sheet.sides)],
        "over": sheet.is_over,
        "winners": list(sheet.winners),
    }
    if sheet.rules.floor is not None:
        words |= {"losers": list(sheet.losers), "port": list(sheet.noted)}
    return words


def _klaverjas_options(game: Game) -> Words:
    """The options that matter to a deal and a round: not for how long is played, nor what a revoke costs."""
    return options_of(game, set(oracle_klaverjas.OPTIONS) - {"minutes", "revoke"})


def _klaverjas_deal(state: State) -> oracle_klaverjas.Deal:
    turned = None if state.drawn is None else str(state.drawn.suit)
    name, options = state.game.name, _klaverjas_options(state.game)
    return oracle_klaverjas.Deal(name, options, state.dealer, turned=turned, **from_cards(state))


def _klaverjas_sheet(game: Game, dealer: int) -> oracle_klaverjas.Sheet:
    return oracle_klaverjas.Sheet(game.name, _klaverjas_options(game), dealer)


def _klaverjas_result(result: Result) -> Words:
    assert isinstance(result.own, Counted)
    words = {"points": result.points, "tricks": result.tricks, "nat": result.made == "nat"}
    return scored(result) | words | {"roem": list(result.own.roem), "pit": result.own.pit}


def _styrivolt_deal(state: State) -> oracle_styrivolt.Deal:
    options = options_of(state.game, oracle_styrivolt_cards.OPTIONS)
    cards = from_cards(state)
    stock = {"stock": cards.pop("talon")} if "talon" in cards else {}
    return oracle_styrivolt.Deal(options, state.dealer, **cards, **stock)


def _styrivolt_sheet(game: Game, dealer: int) -> oracle_chalk.Sheet:
    return oracle_chalk.Sheet(options_of(game, oracle_styrivolt_cards.OPTIONS), dealer)


def _styrivolt_table(state: State) -> Words:
    """The oracle takes what a taker chooses off the table at once, the engine with all that goes along."""
    board = board_of(state)
    going = board.taking.along if board.taking is not None and board.taking.put_down is None else ()
    return {
        "stock": set(texts(state.talon)),
        "turned": texts(board.turned),
        "chosen": [str(suit) for suit in board.chosen],
        "exposed": {
            str(cards[0].suit): texts([card for card in cards if card not in going]) for cards in board.exposed
        },
        "laid": texts(board.laid),
        "laid_first": texts(board.laid_first),
        "fours": set(board.ranks) - {"5"},  # four fives change nothing, and the oracle doesn't note them
        "announced": set(board.announced),
        "takers": list(board.takers),
    }


def _styrivolt_result(result: Result) -> Words:
    assert isinstance(result.own, Won)
    strokes = oracle_chalk.STROKES.get(result.made, 0) + 6 * oracle_chalk.MONKS.get(result.made, 0)
    assert result.score == tuple(strokes if side == result.own.winner else 0 for side in (0, 1))
    return {"made": result.made, "winner": result.own.winner, "tricks": result.tricks}


def _chalk(sheet: Chalk, expected: object) -> Words:
    return {
        "dealer": sheet.dealer,
        "strokes": list(sheet.strokes),
        "single": [crosses.singles for crosses in sheet.crosses],
        "monks": [crosses.monks for crosses in sheet.crosses],
        "gelded": [crosses.gelded for crosses in sheet.crosses],
        "net": sheet.net,
        "over": sheet.is_over,
        "winners": list(sheet.winners),
    }


SJAVS = Oracle(deal=_sjavs_deal, sheet=_sjavs_sheet, table=_sjavs_table, result=_sjavs_result, written=_ladder)
KLORSJAVS = Oracle(
    deal=_klorsjavs_deal, sheet=_klorsjavs_sheet, table=auctioned, result=_klorsjavs_result, written=_columns
)
KLAVERJAS = Oracle(
    deal=_klaverjas_deal, sheet=_klaverjas_sheet, table=auctioned, result=_klaverjas_result, written=_columns
)
STYRIVOLT = Oracle(
    deal=_styrivolt_deal,
    sheet=_styrivolt_sheet,
    table=_styrivolt_table,
    result=_styrivolt_result,
    written=_chalk,
)
ORACLES = {
    **dict.fromkeys(oracle.SEATS, SJAVS),
    **dict.fromkeys(oracle_klorsjavs.SEATS, KLORSJAVS),
    "klaverjas": KLAVERJAS,
    "styrivolt": STYRIVOLT,
}
"""The oracle of each game."""
