"""Faroese Sjavs for two, with cards open on covered ones on the table. Rules: SJ2-1 to SJ2-5, else as for four."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from stova.cards import Card, card_set
from stova.engine.game import Game
from stova.engine.hidden import play
from stova.engine.known import Known
from stova.engine.options import option
from stova.engine.result import Result
from stova.engine.state import Phase, State
from stova.engine.view import View
from stova.engine.ways import COVERED, Walk, dealt_routes
from stova.games import sjavs
from stova.rules.dealing import CutAndDeal, Table, rounds
from stova.rules.tricks import Tricks, as_it_is

ROW = 4
COVERED_RULE = "SJ2-2"
"""The rule of open cards on covered ones."""

Item = TypeVar("Item")


@dataclass(frozen=True, kw_only=True)
class Sjavs2Options(sjavs.FaroeseOptions):
    """Options of the two-handed game."""

    cut_packets: sjavs.CutPackets = option((4, 4), "SJ-7")
    visible_bid: Literal["hand_and_upcards", "hand"] = option("hand_and_upcards", "SJ2-3")
    turn_up: Literal["trick_end", "at_once"] = option("trick_end", "SJ2-4")
    solo_vol: Literal["single", "side"] = option("side", "SJ2-5")


PRESETS: dict[str, dict[str, object]] = {
    "standard": {},
    "catsatcards": {"clubs_61_89": 5, "turn_up": "at_once", "visible_bid": "hand"},
    "wikipedia": sjavs.WIKIPEDIA,
    "suduroy": sjavs.SUDUROY | {"cut_packets": (3, 2, 3)},
    "danish_game": sjavs.DANISH_GAME,
}


class Row(Struct, frozen=True):
    """A seat's four columns on the table: the card lying open (None: played) and the one covered (None: none left)."""

    up: tuple[Card | None, ...]
    down: tuple[Card | None, ...]


class SeenRow(Struct, frozen=True):
    """A row as everybody sees it, by column: what lay open `first`, and what was `turned` up later (None: covered)."""

    first: tuple[Card, ...]
    up: tuple[Card | None, ...]
    """What lies open now; None: played."""
    turned: tuple[Card | None, ...]

    @property
    def covered(self) -> tuple[bool, ...]:
        """Which columns still have a covered card."""
        return tuple(card is None for card in self.turned)


def spread(state: State, dealt: Sequence[Sequence[Card]]) -> State:
    """Lay out what each seat was dealt: a row of four covered, four open on them, eight in hand. Rule: SJ2-1."""
    rows = tuple(Row(tuple(cards[ROW : 2 * ROW]), tuple(cards[:ROW])) for cards in dealt)
    hands = tuple(card_set(cards[ROW:]) for cards in dealt)
    return replace(state, hands=hands, own=rows)


def lift(state: State) -> State:
    """A card played from the row has left it."""
    seat, card = (state.leader + len(state.trick) - 1) % 2, state.trick[-1]
    row = state.own[seat]
    if card not in row.up:
        return state
    lifted = Row(_put(row.up, row.up.index(card), None), row.down)
    return replace(state, own=_put(state.own, seat, lifted))


def turn_up(state: State) -> State:
    """Covered cards whose upper card has gone are turned up and may be played. Rule: SJ2-4."""
    for seat, row in enumerate(state.own):
        for place, card in enumerate(row.down):
            if card is not None and row.up[place] is None:
                row = Row(_put(row.up, place, card), _put(row.down, place, None))
                hand = state.hands[seat] | 1 << card
                state = replace(state, hands=_put(state.hands, seat, hand), own=_put(state.own, seat, row))
    return state


def lift_and_turn_up(state: State) -> State:
    """A card played from the row has left it, and what it covered lies open."""
    return turn_up(lift(state))


def _put(items: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    return (*items[:place], item, *items[place + 1 :])


def show(state: State, seat: int | None) -> tuple[SeenRow, ...]:
    """The rows on the table, by seat; nobody sees a covered card. Rule: SJ2-2."""
    return tuple([_seen(row, dealt) for row, dealt in zip(state.own or (), state.dealt, strict=False)])


def _seen(row: Row, dealt: Sequence[Card]) -> SeenRow:
    turned = [lower if down is None else None for lower, down in zip(dealt[:ROW], row.down, strict=True)]
    return SeenRow(tuple(dealt[ROW : 2 * ROW]), row.up, tuple(turned))


def covers(state: State) -> tuple[tuple[Card, Card], ...]:
    """Each covered card with the card on it, which may be in the trick by now. Rule: SJ2-4."""
    return tuple(
        [
            (upper, down)
            for cards, row in zip(state.dealt, state.own or (), strict=False)
            for upper, down in zip(cards[ROW : 2 * ROW], row.down, strict=True)
            if down is not None
        ]
    )


def known(view: View) -> Known:
    """The open cards, and which of them lie on covered ones. Rules: SJ2-1, SJ2-4."""
    return Known(
        held=tuple(card_set(card for card in row.up if card is not None) for row in view.own),
        covering=tuple(card_set(compress(row.first, row.covered)) for row in view.own),
    )


def hidden(view: View, sample: State) -> list[Walk]:
    """What a view tells of the hand and the covered cards, each of which was dealt alone. Rules: SJ2-1, SJ2-4.

    All others have lain open, so that every card a hand had besides what it was dealt is known.
    """
    walk = Walk(view=view, routes=dealt_routes(sample, alone=range(2 * ROW)))
    for index, route in enumerate(walk.routes):
        if route.slots:
            _lay(walk, index, view.own[route.origin])
    play(walk)
    return [walk]


def _lay(walk: Walk, index: int, row: SeenRow) -> None:
    """The card in a slot of a row lies covered, or is known."""
    card = (*row.turned, *row.first)[walk.routes[index].slots[0]]
    if card is None:
        walk.move([index], COVERED)
    else:
        walk.settle(card, index)


def count(options: Sjavs2Options, *, points: int, tricks: int, of: int, alone: bool) -> sjavs.Outcome:
    """What a two-handed deal comes to. Rule: SJ2-5."""
    return sjavs.outcome(options, points=points, tricks=tricks, of=of, single=options.solo_vol == "single")


def score(state: State) -> Result:
    """The result of a finished two-handed deal."""
    return sjavs.settle(state, count)


def game(options: Sjavs2Options, preset: str, base: Sjavs2Options) -> Game:
    """The two-handed game."""
    sides = (0, 1)
    layout = rounds(2, (ROW, ROW))
    dealing = CutAndDeal(
        rule="SJ-7",
        cutter=options.cutter,
        after_cut=Table(packets=(*layout, *rounds(2, options.cut_packets)), spread=spread),
        after_knock=Table(packets=(*layout, *rounds(2, (8,))), spread=spread),
    )
    at_once = options.turn_up == "at_once"
    phases: tuple[Phase, ...] = (
        dealing,
        *sjavs.auction(options, most=12, upcards=options.visible_bid == "hand_and_upcards"),
        Tricks(
            rule="SJ-15",
            ruff_rule="SJ-16",
            after_card=lift_and_turn_up if at_once else lift,
            after_trick=as_it_is if at_once else turn_up,
        ),
    )
    return Game(
        name="sjavs2",
        title="Sjavs for two",
        summary="A hand each, and open cards on covered ones.",
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
        stakes=partial(sjavs.stakes, count),
        new_sheet=sjavs.sheet(options, sides),
        show=show,
        own_types={View: tuple[SeenRow, ...]},
        covers=covers,
        hidden=hidden,
        known_of=known,
    )
