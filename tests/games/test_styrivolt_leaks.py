"""Views of Stýrivolt: in two worlds that a seat can't tell apart, it sees the same bytes; nor can an onlooker.

A world is made from another by exchanging cards the seat hasn't seen. Once the same deal is played again with them
exchanged: wherever that is legal, and all that is said aloud is the same, the seat can't know which of the two it was.
Once they are exchanged as if by magic, whatever was done with them, and fours nobody has spoken of come or go.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from helpers import run
from stova import Card, IllegalAction, State
from stova.cards import RANKS, card_set, cards_in
from stova.engine.actions import PutAway
from stova.games.styrivolt.board import Board
from stova.games.styrivolt.stock import entitled
from styrivolt_states import CHANGED, a_pack, begun, board, states, styrivolt

Show = Callable[[State, int | None], bytes]
Exchange = dict[Card, Card]
WATCHERS = (0, 1, 2, 3, None)
VERBS = "cut expose play trade stock stay take back both put stop go"


def shown(state: State, seat: int | None) -> bytes:
    return state.view(seat).to_json()


@cache
def played(number: int) -> tuple[State, ...]:
    """The states of a deal with options and actions by chance."""
    rng = random.Random(number)
    game = styrivolt(**{name: rng.choice(values) for name, values in CHANGED.items() if rng.random() < 0.7})
    depth = 0 if game.options.cut_for_stikkar == "no" else rng.randint(1, 47)
    pack = a_pack(game, rng)
    state = begun(game, pack[48 - depth :] + pack[: 48 - depth])
    state = run(state, f"cut {depth}") if depth else state
    return tuple(states(state, rng))


def known(deal: Sequence[State], seat: int | None) -> int:
    """The cards a watcher has seen in the course of the deal: what it held, what was named aloud, what it looked at."""
    seen = 0
    for state in deal:
        on_table = board(state)
        seen |= card_set((*on_table.laid, *(card for cards in on_table.exposed for card in cards)))
        if seat is not None:
            seen |= state.hands[seat]
        if seat == state.dealer or state.game.options.open_search == "yes":
            seen |= card_set(on_table.turned)
        if seat is not None and seat == (state.dealer - 1) % 4:
            seen |= card_set(on_table.looked)
    spoken = (action for _, action in deal[-1].history if not isinstance(action, PutAway))
    return seen | card_set(card for action in spoken for card in _cards(action))


def _cards(value: Any) -> Iterator[Card]:
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _cards(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _cards(item)


def exchanged(value: Any, other: Exchange) -> Any:
    """A value with cards exchanged for others wherever it holds any."""
    if isinstance(value, Card):
        return other.get(value, value)
    if isinstance(value, Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return replace(value, **{name: exchanged(field, other) for name, field in fields.items()})
    return tuple(exchanged(item, other) for item in value) if isinstance(value, tuple) else value


def exchanges(hidden: Sequence[Card], rng: random.Random) -> Iterator[Exchange]:
    """All hidden cards for one another, some pairs, some within their suits and some within their ranks."""
    if len(hidden) < 2:
        return
    yield dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    for _ in range(4):
        one, other = rng.sample(hidden, 2)
        yield {one: other, other: one}
    for key in (_suit, _rank):
        alike = [[card for card in hidden if key(card) == value] for value in {key(card): None for card in hidden}]
        mixed = [zip(cards, rng.sample(cards, len(cards)), strict=True) for cards in alike]
        yield dict(pair for pairs in mixed for pair in pairs)


def _suit(card: Card) -> str:
    return str(card.suit)


def _rank(card: Card) -> str:
    return card.rank


def aloud(state: State) -> tuple[object, ...]:
    """What all have seen and heard besides the actions: how many cards were turned, what was laid and announced."""
    on_table = board(state)
    return len(on_table.turned), len(on_table.looked), on_table.laid_first, on_table.announced


def replayed(deal: Sequence[State], other: Exchange) -> Iterator[State]:
    """The deal played again with cards exchanged, as far as it is legal and sounds the same."""
    game, first = deal[0].game, exchanged(deal[0].pack, other)
    done = len(deal[0].history)
    world = begun(game, first)
    try:
        for _, action in deal[0].history:
            world = world.apply(action)
        for state, after in zip(deal, (*deal[1:], None), strict=True):
            if aloud(world) != aloud(state):
                return
            yield world
            if after is not None:
                _, action = after.history[done]
                done += 1
                world = world.apply(exchanged(action, other))
    except IllegalAction:
        return


def worlds_played(show: Show, numbers: range) -> tuple[int, int]:
    """How many states of deals played again were looked at, and how many looked different to who can't tell them."""
    looked = different = 0
    for number in numbers:
        rng, whole = random.Random(f"replay {number}"), played(number)
        for seat in WATCHERS:
            deal = whole[: rng.randint(1, len(whole))]
            looks = {place: show(deal[place], seat) for place in {*rng.choices(range(len(deal)), k=5), len(deal) - 1}}
            hidden = cards_in(card_set(deal[0].game.pack) & ~known(deal, seat))
            for other in exchanges(hidden, rng):
                for place, world in enumerate(replayed(deal, other)):
                    if place in looks:
                        looked += 1
                        different += show(world, seat) != looks[place]
    return looked, different


def another_world(state: State, other: Exchange, fours: tuple[tuple[str, int], ...]) -> State:
    """The state with cards exchanged as if by magic, and with these fours."""
    fields = ("pack", "dealt", "talon", "history")
    own = replace(exchanged(board(state), other), fours=fours)
    hands = tuple(card_set(exchanged(cards_in(hand), other)) for hand in state.hands)
    return replace(state, hands=hands, own=own, **{name: exchanged(getattr(state, name), other) for name in fields})


def other_fours(state: State, seat: int | None, seen: int, rng: random.Random) -> tuple[tuple[str, int], ...]:
    """Fours as they could be as well: those the watcher knows of, and some of those it can't know of."""
    on_table: Board = board(state)
    certain = [(rank, holder) for rank, holder in on_table.fours if holder == seat or rank in on_table.announced]
    unseen = [rank for rank in RANKS if not any(card.rank == rank for card in cards_in(seen))]
    ours = (seat if seat is not None else rng.randrange(4)) + 1
    return tuple(sorted({*certain, *((rank, ours % 4) for rank in unseen if rng.random() < 0.3)}))


def worlds_by_magic(show: Show, numbers: range) -> tuple[int, int]:
    """The same as `worlds_played`, with worlds made by magic."""
    looked = different = 0
    for number in numbers:
        rng, whole = random.Random(f"magic {number}"), played(number)
        for seat in WATCHERS:
            for place in rng.sample(range(len(whole)), 5):
                state, seen = whole[place], known(whole[: place + 1], seat)
                look = show(state, seat)
                for other in exchanges(cards_in(card_set(state.game.pack) & ~seen), rng):
                    world = another_world(state, other, other_fours(state, seat, seen, rng))
                    looked += 1
                    different += show(world, seat) != look
    return looked, different


def test_views_are_the_same_in_worlds_played_alike() -> None:
    looked, different = worlds_played(shown, range(45))
    assert looked > 3000
    assert different == 0


def test_views_are_the_same_in_any_world_a_seat_cannot_tell() -> None:
    looked, different = worlds_by_magic(shown, range(20))
    assert looked > 2500
    assert different == 0


def test_the_deals_played_have_all_there_is() -> None:
    last = [played(number)[-1] for number in range(130)]
    verbs = {str(action).split()[0] for state in last for _, action in state.history}
    assert verbs == set(VERBS.split())
    assert sum(bool(board(state).announced) for state in last) > 5
    assert sum(len(board(state).ranks) > len(board(state).announced) for state in last) > 4
    assert {state.result.made for state in last} >= {"game", "kept in"}


def _the_next_hand(state: State, seat: int | None) -> object:
    return state.hands[((seat or 0) + 1) % 4]


def _a_card_of_the_stock(state: State, seat: int | None) -> object:
    return state.talon[-1:]


def _what_the_dealer_turned(state: State, seat: int | None) -> object:
    return board(state).turned


def _what_the_cutter_looked_at(state: State, seat: int | None) -> object:
    return board(state).looked


def _fours_unspoken(state: State, seat: int | None) -> object:
    return sorted({rank for rank, _ in board(state).fours})


def _what_others_put_down(state: State, seat: int | None) -> object:
    return board(state).put_down


def _what_others_put_away(state: State, seat: int | None) -> object:
    return [str(action) for _, action in state.history]


def _how_much_the_next_may_do(state: State, seat: int | None) -> object:
    return len(state.legal_actions()) if len(board(state).exposed) == 2 else 0


def _who_may_take_the_stock(state: State, seat: int | None) -> object:
    return [entitled(state, other) for other in range(4)]


def _who_could_trade(state: State, seat: int | None) -> object:
    if len(board(state).exposed) < 2:
        return 0
    return sum(str(action).startswith("trade") for action in state.legal_actions())


LEAKS = (
    _the_next_hand,
    _a_card_of_the_stock,
    _what_the_dealer_turned,
    _what_the_cutter_looked_at,
    _fours_unspoken,
    _what_others_put_down,
    _what_others_put_away,
    _how_much_the_next_may_do,
    _who_may_take_the_stock,
    _who_could_trade,
)


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("worlds", [worlds_played, worlds_by_magic])
def test_a_leak_would_be_found(
    leak: Callable[[State, int | None], object], worlds: Callable[[Show, range], tuple[int, int]]
) -> None:
    """The leak alone is looked at: all else is the same in these worlds, as the tests above show."""
    found = (worlds(lambda state, seat: repr(leak(state, seat)).encode(), range(n, n + 1))[1] for n in range(60))
    assert any(found)
