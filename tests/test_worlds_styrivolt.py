"""Worlds of Stýrivolt: every deal that gives a view is drawn, and each is as likely as the next."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from helpers import run
from stova import Action, Card, Game, State, Suit
from stova.engine.actions import Back, Both, Expose, LeadTrader, PutAway, TakeExposed, TakeStock, Trade
from styrivolt_states import a_pack, last_trick
from worlds_brute_styrivolt import Shuffle, check, enumerated, some_deal

Doer = Callable[[State], int | None]


class Kind(NamedTuple):
    """Deals in which something happens, and whose doing it is."""

    by: Doer
    liked: tuple[type, ...] = ()
    options: Mapping[str, Any] = MappingProxyType({})
    pack: Shuffle = a_pack


def who(*kinds: type, wanted: Callable[[Action], bool] = lambda action: True) -> Doer:
    """Who last did such a thing."""

    def found(state: State) -> int | None:
        done = (seat for seat, action in reversed(state.history) if isinstance(action, kinds) and wanted(action))
        return next(done, None)

    return found


def nobody_took(state: State) -> int | None:
    return None if state.own.takers else 3


def forehand(state: State) -> int | None:
    return 0


def second_taker(state: State) -> int | None:
    return state.own.takers[1] if len(state.own.takers) > 1 else None


def took_stikkar_laid_open(state: State) -> int | None:
    own = state.own
    return own.takers[0] if own.takers and own.laid_first and not own.laid else None


def had_four(state: State) -> int | None:
    return state.own.fours[0][1] if state.own.fours else None


def is_claim(trade: Action) -> bool:
    return isinstance(trade, Trade) and trade.card.rank != "5"


def of_two_suits(game: Game, rng: random.Random) -> Sequence[Card]:
    """A pack of which the stock has no third suit, but for its last card perhaps."""
    cards = rng.sample(game.pack, 48)
    stock = [card for card in cards if card.suit in (Suit.HEARTS, Suit.CLUBS)][:11]
    rest = [card for card in cards if card not in stock]
    return (*rest[:36], *stock, rest[36])


CUT = {"cut_for_stikkar": "to_fourth"}
KINDS = {
    "the stock is not taken": Kind(nobody_took),
    "the whole stock is turned": Kind(forehand, (), {"cut_for_stikkar": "no", "open_search": "no"}, of_two_suits),
    "all see the search": Kind(who(TakeStock), (TakeStock,), {"open_search": "yes"}),
    "one of a pair is taken along": Kind(who(TakeExposed), (TakeStock,)),
    "a card is put away": Kind(who(PutAway), (TakeStock, PutAway)),
    "a hand is changed back": Kind(who(Back), (TakeStock, Back)),
    "both are kept": Kind(who(Both), (Both,), {"late_stock": "yes"}),
    "two take": Kind(second_taker, (TakeStock, PutAway)),
    "the stock is taken late": Kind(who(TakeStock), (), {"late_stock": "yes"}),
    "a five is traded": Kind(who(Trade), (Trade,), {"cut_for_stikkar": "no"}),
    "a trader is led": Kind(who(LeadTrader), (LeadTrader,)),
    "a stikkar laid open is claimed": Kind(who(Trade, wanted=is_claim), (Trade,), CUT),
    "a stikkar laid open goes with the stock": Kind(took_stikkar_laid_open, (TakeStock,), CUT),
    "winning cards must be beaten": Kind(who(TakeStock, Expose), (TakeStock,), {"must_beat": "yes"}),
    "four are together": Kind(had_four, (TakeStock,)),
}


def deals(kind: Kind, rng: random.Random) -> Iterator[tuple[list[State], int]]:
    """Deals in which that happens, with whose doing it is."""
    while True:
        states = some_deal(rng, kind.liked, kind.pack, **kind.options)
        by = kind.by(states[-1])
        if by is not None and len(states[-1].tricks) > 7:
            yield states, by


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("place", [0, 1, 2], ids=["own", "opponent", "partner"])
def test_each_deal_is_as_likely(name: str, place: int) -> None:
    rng = random.Random(f"{name} {place}")
    for states, by in deals(KINDS[name], rng):
        seat = (by + place) % 4
        found = enumerated(states, seat, rng)
        if found is not None:
            check(found[0], seat, found[1], seed=5)
            return


@pytest.mark.parametrize(
    "done",
    [
        ("3D", "trade KH for 2H", "stay", "stay", "stay", "play 2H", "play 2D", "play 3D", "play 2C"),
        ("5H", "trade KH for 2H", "stay", "trade 5H for 2H", "play KH", "play 2D", "play 2H", "play 2C"),
    ],
    ids=["the king", "the five"],
)
def test_each_deal_is_as_likely_when_the_bird_is_had(done: tuple[str, ...]) -> None:
    states = [last_trick("2C", "KH", "2D", done[0], king_takes_bird="yes")]
    for action in done[1:]:
        states.append(run(states[-1], action))
    looked = 0
    for seat in range(4):
        for state in states:
            found = enumerated([state], seat, random.Random(1))
            looked += found is not None
            if found is not None:
                check(state, seat, found[1], seed=5)
    assert looked > 2
