"""Views: in two worlds that differ in what a seat can't know, the seat sees the same bytes.

A world is made from another by exchanging cards the seat hasn't seen, everywhere: in hands, covered, in the talon,
among the discards, in the pack. Once as if by magic, whatever was bid or played with them; once by playing the same
deal again with the cards exchanged, where that is legal.
"""

import gc
import json
import random
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

import stova
from helpers import GAMES, KEY, finish, random_options, run
from stova import Action, Card, Game, IllegalAction, Match, RulesError, State, Suit, View
from stova.cards import card_set, cards_in
from stova.engine.actions import Discard, Play

Show = Callable[[State, int | None], bytes]


def shown(state: State, seat: int | None) -> bytes:
    return state.view(seat).to_json()


def seen(state: State, seat: int | None) -> int:
    """The cards a seat has seen, as far as the rules show them: its own, those played or open, its discards."""
    played = card_set(action.card for _, action in state.history if isinstance(action, Play))
    opened = card_set(card for row in state.own or () for card in row.up if card is not None)
    mine = state.hands[seat] if seat is not None and state.hands else 0
    put_down = card_set(state.discards or ()) if seat is not None and seat == state.declarer else 0
    if state.is_over and state.tricks:
        put_down = card_set((*(state.discards or ()), *state.talon))
    return played | opened | mine | put_down


def exchanged(value: Any, other: dict[Card, Card]) -> Any:
    """A value with cards exchanged for others wherever it holds any."""
    if isinstance(value, Card):
        return other.get(value, value)
    if isinstance(value, Discard):
        return Discard(tuple(sorted(exchanged(value.cards, other))))
    if isinstance(value, Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return replace(value, **{name: exchanged(field, other) for name, field in fields.items()})
    return tuple(exchanged(item, other) for item in value) if isinstance(value, tuple) else value


def another_world(state: State, other: dict[Card, Card]) -> State:
    """The state with cards exchanged as if by magic."""
    hands = tuple(card_set(exchanged(cards_in(hand), other)) for hand in state.hands)
    fields = ("pack", "dealt", "talon", "discards", "trick", "tricks", "own", "history")
    return replace(state, hands=hands, **{name: exchanged(getattr(state, name), other) for name in fields})


def replayed(state: State, other: dict[Card, Card]) -> State | None:
    """The same deal with cards exchanged, if its history is legal there too."""
    first = State(game=state.game, dealer=state.dealer, pack=exchanged(state.pack, other))
    world = state.game.phases[0].enter(first)
    try:
        for _, action in state.history:
            world = world.apply(exchanged(action, other))
    except IllegalAction:
        return None
    return world


def exchanges(state: State, seat: int | None, rng: random.Random) -> Iterator[dict[Card, Card]]:
    """Exchanges of cards the seat hasn't seen: all of them for one another, then some pairs."""
    hidden = cards_in(card_set(state.game.pack) & ~seen(state, seat))
    yield dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    for _ in range(2 if len(hidden) > 1 else 0):
        one, other = rng.sample(hidden, 2)
        yield {one: other, other: one}


def states(game: Game, rng: random.Random) -> Iterator[State]:
    """The states of a random deal, from the cut to the end."""
    state = game.deal(key=rng.randbytes(32), dealer=rng.randrange(game.seats))
    yield state
    while not state.is_over:
        state = state.apply(rng.choice(state.legal_actions()))
        yield state


def differing_worlds(show: Show, name: str, deals: int, *, magic: bool, **options: Any) -> tuple[int, int]:
    """How many worlds were looked at, and how many looked different to a seat that can't tell them apart."""
    looked = different = 0
    for number in range(deals):
        rng = random.Random(f"{name} {number}")
        for state in states(stova.game(name, **random_options(name, rng) | options), rng):
            seat = rng.choice([*range(state.game.seats), None])
            for other in exchanges(state, seat, rng):
                world = another_world(state, other) if magic else replayed(state, other)
                looked += world is not None
                different += world is not None and show(world, seat) != show(state, seat)
    return looked, different


@pytest.mark.parametrize("name", GAMES)
def test_views_are_the_same_in_any_world_a_seat_cannot_tell(name: str) -> None:
    looked, different = differing_worlds(shown, name, 60, magic=True)
    assert looked > 3000
    assert different == 0


@pytest.mark.parametrize("name", GAMES)
def test_views_are_the_same_in_worlds_played_alike(name: str) -> None:
    looked, different = differing_worlds(shown, name, 60, magic=False)
    assert looked > 500
    assert different == 0


@pytest.mark.parametrize("name", GAMES)
def test_views_of_deals_passed_out(name: str) -> None:
    options = {"bidding": "optional", "all_pass": "redeal"}
    for number in range(20):
        rng = random.Random(number)
        game = stova.game(name, **random_options(name, rng) | options)
        state = run(game.deal(key=KEY, number=number), "knock", *["pass"] * game.seats)
        for seat in (*range(game.seats), None):
            for other in exchanges(state, seat, rng):
                assert shown(another_world(state, other), seat) == shown(state, seat)


def _shows_the_next_hand(state: State, seat: int | None) -> bytes:
    hands = state.hands or (0,)
    return shown(state, seat) + str(hands[((seat or 0) + 1) % len(hands)]).encode()


def _shows_how_long_a_hidden_suit_is(state: State, seat: int | None) -> bytes:
    before = state.hands[(seat or 0) - 1] if state.hands else 0
    return shown(state, seat) + bytes([(before & Suit.CLUBS.cards).bit_count()])


def _shows_points_put_by(state: State, seat: int | None) -> bytes:
    put_by = (*state.talon, *(state.discards or ()))
    return shown(state, seat) + bytes([sum(card.rank == "A" for card in put_by)])


def _shows_covered_cards(state: State, seat: int | None) -> bytes:
    return shown(state, seat) + repr([row.down for row in state.own or ()]).encode()


def _shows_how_many_the_next_seat_may_play(state: State, seat: int | None) -> bytes:
    return shown(state, seat) + bytes([len(state.legal_actions())])


def _shows_the_pack(state: State, seat: int | None) -> bytes:
    return shown(state, seat) + repr(state.pack[:1]).encode()


@pytest.mark.parametrize(
    ("leak", "name"),
    [
        *((_shows_the_next_hand, name) for name in GAMES),
        *((_shows_how_long_a_hidden_suit_is, name) for name in GAMES),
        *((_shows_the_pack, name) for name in GAMES),
        *((_shows_how_many_the_next_seat_may_play, name) for name in GAMES),
        (_shows_points_put_by, "sjavs3"),
        (_shows_covered_cards, "sjavs2"),
    ],
)
@pytest.mark.parametrize("magic", [True, False])
def test_a_leak_would_be_found(leak: Show, name: str, *, magic: bool) -> None:
    assert differing_worlds(leak, name, 20, magic=magic)[1] > 0


def test_discards_are_the_soloists_until_the_end() -> None:
    game = stova.game("sjavs3", bidding="optional")
    for number in range(20):
        state = run(game.deal(key=KEY, number=number), "knock")
        while state.discards is None and not state.is_over:
            state = state.apply(state.legal_actions()[-1])
        before = [state.view(seat).discards for seat in range(3)]
        assert before == [state.discards if seat == state.declarer else None for seat in range(3)]
        assert {state.view(seat).discarded for seat in (0, 1, 2, None)} == {len(state.discards or ())}
        assert state.view(None).discards is state.view(None).talon is None
        state = finish(state, random.Random(number))
        assert {state.view(seat).discards for seat in (0, 1, 2, None)} == {state.discards}
        assert {state.view(seat).talon for seat in (0, 1, 2, None)} == {state.talon}


def test_the_talon_of_a_deal_passed_out_stays_hidden() -> None:
    state = run(stova.game("sjavs3", bidding="optional").deal(key=KEY), "knock", "pass", "pass", "pass")
    assert state.is_over
    assert all(state.view(seat).talon is state.view(seat).discards is None for seat in (0, 1, 2, None))
    assert state.view(None).hand == ()


@pytest.mark.parametrize("name", GAMES)
def test_a_view_says_what_the_seat_may_know(name: str) -> None:
    rng = random.Random(name)
    for state in states(stova.game(name), rng):
        for seat in (*range(state.game.seats), None):
            view = state.view(seat)
            mine = seat is not None and bool(state.hands)
            assert view.hand == (cards_in(state.hands[seat or 0]) if mine else ())
            assert view.counts == tuple(hand.bit_count() for hand in state.hands)
            assert view.legal == (state.legal_actions() if seat is not None and seat == state.to_act else ())
            assert (view.to_act, view.trick, view.tricks) == (state.to_act, state.trick, state.tricks)
            assert (view.trump, view.bid, view.calls) == (state.trump, state.bid, state.calls)
            assert (view.result is None) == (view.doing is not None) == (not state.is_over)
            assert view.seat == seat


@pytest.mark.parametrize("name", GAMES)
def test_views_are_plain_json(name: str) -> None:
    for state in states(stova.game(name, preset="wikipedia", tie="double"), random.Random(name)):
        view = json.loads(shown(state, 0))
        assert view["game"] == {"game": name, "preset": "wikipedia", "options": {"tie": "double"}}
        assert view["hand"] == [str(card) for card in state.view(0).hand]
        assert view["legal"] == [str(action) for action in state.view(0).legal]
        assert view["trump"] == (None if state.trump is None else str(state.trump))


@pytest.mark.parametrize("name", GAMES)
def test_seats_there_are_not(name: str) -> None:
    state = stova.game(name).deal(key=KEY)
    for seat in (-1, state.game.seats, 99):
        with pytest.raises(RulesError, match=f"{name} has seats 0 to {state.game.seats - 1}, not {seat}"):
            state.view(seat)


def _reachable(value: object) -> Iterator[object]:
    """All that can be reached from a value, but for classes, modules and functions."""
    found: dict[int, object] = {}
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if id(item) in found or isinstance(item, type | ModuleType | FunctionType):
            continue
        found[id(item)] = item
        waiting += gc.get_referents(item)
    yield from found.values()


@pytest.mark.parametrize("name", GAMES)
def test_no_state_can_be_reached_from_a_view(name: str) -> None:
    match = stova.game(name).match(key=bytes(range(32)), dealer=0)
    rng = random.Random(2)
    while not match.state.is_over:
        view = match.state.view(0)
        reachable = list(_reachable(view))
        assert not [item for item in reachable if isinstance(item, State | Match)]
        assert match.key not in [item for item in reachable if isinstance(item, bytes)]
        match = match.apply(rng.choice(match.state.legal_actions()))


def test_views_cannot_be_changed() -> None:
    view: View = stova.game("sjavs").deal(key=KEY).view(0)
    with pytest.raises(AttributeError):
        view.seat = 1  # type: ignore[misc]
    actions: tuple[Action, ...] = view.legal
    assert isinstance(actions, tuple)
