"""View: all that one seat, or an onlooker, may know of a deal."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from stova.cards import Card, Suit, card_set, cards_in
from stova.engine.actions import PUTTING_DOWN, Action, Bid, BidContract, Call, FaceDown, told
from stova.engine.plain import plain
from stova.engine.result import Result, Sheet
from stova.engine.state import State, Trick
from stova.engine.text import of_view

if TYPE_CHECKING:
    from stova.engine.ending import Ending
    from stova.engine.game import Game


class View(Struct, frozen=True, kw_only=True):
    """What `seat` may know of a deal; `seat` is None for an onlooker, who sees no hand.

    Bots and clients get this and nothing else. Fields named as in `State` mean the same there.
    """

    game: "Game"
    seat: int | None
    dealer: int
    doing: str | None
    """What the seat to act is asked, to complete `It is time to …`; None when the deal is over."""
    to_act: int | None
    hand: tuple[Card, ...]
    """The cards `seat` may play now, ascending."""
    counts: tuple[int, ...]
    """How many cards each seat may play now; empty before the deal."""
    was_dealt: tuple[Card, ...]
    """The cards `seat` was dealt, ascending, but for those that still lie covered."""
    drawn: Card | None
    talon: tuple[Card, ...] | None
    """What is left of the talon, once it has counted to the declarer; None before."""
    discards: tuple[Card, ...] | None
    """The declarer's discards: for the declarer, and for all once a deal is over in which a trick was played."""
    discarded: int | None
    """How many cards the declarer put down; None until the exchange."""
    calls: tuple[tuple[int, Call], ...]
    declarer: int | None
    bid: Bid | BidContract | None
    trump: Suit | None
    leader: int
    trick: tuple[Card, ...]
    best: int
    tricks: tuple[Trick, ...]
    points: tuple[int, ...]
    history: tuple[tuple[int, Action | FaceDown], ...]
    """Everything done so far, with the seat; cards put face down are hidden from the others."""
    own: Any
    legal: tuple[Action, ...]
    """What `seat` may do: empty unless it is its turn."""
    result: Result | None
    sheet: Sheet | None

    def __str__(self) -> str:
        """What the seat knows, in a few lines to be printed."""
        return of_view(self)

    def to_json(self) -> bytes:
        """The view as UTF-8 JSON: cards, suits and actions in their text forms, the game as its name and options."""
        return msgspec.json.encode(plain(self), order="deterministic")


def look(state: State, seat: int | None) -> View:
    """The view that `seat` has of `state`."""
    played = state.is_over and bool(state.tricks)
    return View(
        game=state.game,
        seat=seat,
        dealer=state.dealer,
        doing=state.doing,
        to_act=state.to_act,
        hand=cards_in(state.hands[seat]) if seat is not None and state.hands else (),
        counts=tuple(hand.bit_count() for hand in state.hands),
        was_dealt=_was_dealt(state, seat),
        drawn=state.drawn,
        talon=state.talon if played and state.declarer is not None else None,
        discards=state.discards if played or (seat is not None and seat == state.declarer) else None,
        discarded=None if state.discards is None else len(state.discards),
        calls=state.calls,
        declarer=state.declarer,
        bid=state.bid,
        trump=state.trump,
        leader=state.leader,
        trick=state.trick,
        best=state.best,
        tricks=state.tricks,
        points=state.points,
        history=_history(state, seat),
        own=state.game.show(state, seat),
        legal=state.legal_actions() if seat is not None and seat == state.to_act else (),
        result=state.result if state.is_over else None,
        sheet=state.sheet,
    )


def _was_dealt(state: State, seat: int | None) -> tuple[Card, ...]:
    if seat is None or not state.dealt:
        return ()
    covered = card_set([lower for _, lower in state.game.covers(state)])
    return cards_in(card_set(state.dealt[seat]) & ~covered)


def _history(state: State, seat: int | None) -> tuple[tuple[int, Action | FaceDown], ...]:
    """What was done, as a seat may know it: where that is the whole truth the same pairs, which compare quickly."""
    return tuple(
        [
            done if done[0] == seat or not isinstance(done[1], PUTTING_DOWN) else (done[0], told(done[1]))
            for done in state.history
        ]
    )


def plays(view: View) -> Iterator[tuple[int, int, Card, Sequence[Card]]]:
    """Each card played: the number of its trick, the seat, the card, and the trick before it."""
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    for number, (leader, cards) in enumerate((*tricks, (view.leader, view.trick))):
        for place, card in enumerate(cards):
            yield number, (leader + place) % view.game.seats, card, cards[:place]


def trump_suit(view: "View | Ending") -> Suit | None:
    """The trump suit: the one named, or the one that is always trumps."""
    if view.trump is not None:
        return view.trump
    trumps, pack = view.game.tables(view).trumps, card_set(view.game.pack)
    return next((suit for suit in Suit if suit.cards & pack and not suit.cards & pack & ~trumps), None)
