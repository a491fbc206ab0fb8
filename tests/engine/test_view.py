"""Views: in two worlds that differ in what a seat can't know, the seat sees the same bytes.

A world is made from another by exchanging cards the seat hasn't seen, everywhere: in hands, covered, in the talon,
among the discards, in the pack. Once as if by magic, whatever was bid or played with them; once by playing the same
deal again with the cards exchanged, where that is legal. What a seat has seen is worked out here for games that hide
nothing but cards; `tests/games` has the others.
"""

import gc
import json
import random
import re
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

import stova
from helpers import GAMES, KEY, PRESETS, finish, random_options, run, some_action, step, values
from stova import Action, Card, Game, IllegalAction, Match, RulesError, State, Suit, View
from stova.cards import card_set, cards_in
from stova.engine.actions import Discard, Exchange, FaceDown, Fold, Pass, Play
from stova.games.sjavs2 import Row

Show = Callable[[State, int | None], bytes]
CARDS_ALONE = tuple(name for name, game in stova.games().items() if game.plays_by_tables)
"""Games in which nothing is hidden but cards, and seen when they are played or held."""
EXCHANGING = tuple(name for name, game in stova.games().items() if {Discard, Exchange} & set(map(type, game.actions)))
LONG_AUCTION = {"bidding": "optional", "all_pass": "redeal", "trump_choice": "pass_or_play"}
"""Options with which all may pass."""


def shown(state: State, seat: int | None) -> bytes:
    return state.view(seat).to_json()


def seen(state: State, seat: int | None) -> int:
    """The cards a seat has seen, as far as the rules show them: its own, those played or open, its discards."""
    played = card_set(action.card for _, action in state.history if isinstance(action, Play))
    opened = card_set(card for row in rows(state) for card in row.up if card is not None)
    mine = state.hands[seat] if seat is not None and state.hands else 0
    put_down = card_set(state.discards or ()) if seat is not None and seat == state.declarer else 0
    if state.is_over and state.tricks and state.declarer is not None:
        put_down = card_set((*(state.discards or ()), *state.talon))
    return played | opened | mine | put_down


def rows(state: State) -> tuple[Row, ...]:
    """The rows of cards on the table, in games that have such."""
    return state.own if isinstance(state.own, tuple) else ()


def exchanged(value: Any, other: dict[Card, Card]) -> Any:
    """A value with cards exchanged for others wherever it holds any."""
    if isinstance(value, Card):
        return other.get(value, value)
    if isinstance(value, Discard | Exchange):
        return type(value)(tuple(sorted(exchanged(value.cards, other))))
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
    pack = exchanged(state.pack, other)
    first = State(game=state.game, dealer=state.dealer, drawn=state.drawn, pack=pack)
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
        state = state.apply(some_action(state.legal_actions(), rng))
        yield state


def differing(show: Show, name: str, deals: int, *, magic: bool) -> Iterator[bool]:
    """For one world after another that a seat can't tell from this one: whether it looks different to it."""
    for number in range(deals):
        rng = random.Random(f"{name} {number}")
        for state in states(stova.game(name, **random_options(name, rng)), rng):
            seat = rng.choice([*range(state.game.seats), None])
            for other in exchanges(state, seat, rng):
                world = another_world(state, other) if magic else replayed(state, other)
                if world is not None:
                    yield show(world, seat) != show(state, seat)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", CARDS_ALONE)
def test_views_are_the_same_in_any_world_a_seat_cannot_tell(name: str) -> None:
    found = list(differing(shown, name, 30, magic=True))
    assert len(found) > 750
    assert not any(found)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", CARDS_ALONE)
def test_views_are_the_same_in_worlds_played_alike(name: str) -> None:
    found = list(differing(shown, name, 30, magic=False))
    assert len(found) > 100
    assert not any(found)


@pytest.mark.parametrize("name", CARDS_ALONE)
def test_views_of_deals_passed_out(name: str) -> None:
    options = {option: value for option, value in LONG_AUCTION.items() if option in values(name)}
    for number in range(20):
        rng = random.Random(number)
        state = stova.game(name, **random_options(name, rng) | options).deal(key=KEY, number=number)
        while not state.is_over:
            state = state.apply(Pass() if Pass() in state.legal_actions() else state.legal_actions()[0])
        assert state.result.redeal is not None
        for seat in (*range(state.game.seats), None):
            for other in exchanges(state, seat, rng):
                assert shown(another_world(state, other), seat) == shown(state, seat)


@pytest.mark.parametrize("name", CARDS_ALONE)
def test_sheets_are_the_same_whatever_was_never_seen(name: str) -> None:
    """Views show the sheet, and it may tell no more of earlier deals than everybody saw of them."""
    rng = random.Random(name)
    for _ in range(30):
        state = finish(stova.game(name, **random_options(name, rng)).deal(key=rng.randbytes(32)), rng)
        sheet = state.game.new_sheet(0)
        for other in exchanges(state, None, rng):
            assert sheet.enter(another_world(state, other).result) == sheet.enter(state.result)


def _shows_the_next_hand(state: State, seat: int | None) -> bytes:
    hands = state.hands or (0,)
    return shown(state, seat) + str(hands[((seat or 0) + 1) % len(hands)]).encode()


def _shows_how_long_a_hidden_suit_is(state: State, seat: int | None) -> bytes:
    before = state.hands[(seat or 0) - 1] if state.hands else 0
    return shown(state, seat) + bytes([(before & Suit.CLUBS.cards).bit_count()])


def _shows_points_put_by(state: State, seat: int | None) -> bytes:
    put_by = (*state.talon, *(state.discards or ()))
    return shown(state, seat) + bytes([sum(card.rank == "A" for card in put_by)])


def _shows_which_were_put_by(state: State, seat: int | None) -> bytes:
    return shown(state, seat) + repr([action for _, action in state.history if not isinstance(action, Play)]).encode()


def _shows_covered_cards(state: State, seat: int | None) -> bytes:
    return shown(state, seat) + repr([row.down for row in rows(state)]).encode()


def _shows_how_many_the_next_seat_may_play(state: State, seat: int | None) -> bytes:
    return shown(state, seat) + bytes([len(state.legal_actions())])


def _shows_the_pack(state: State, seat: int | None) -> bytes:
    return shown(state, seat) + repr(state.pack[:1]).encode()


@pytest.mark.parametrize(
    ("leak", "name"),
    [
        *((_shows_the_next_hand, name) for name in CARDS_ALONE),
        *((_shows_how_long_a_hidden_suit_is, name) for name in CARDS_ALONE),
        *((_shows_the_pack, name) for name in CARDS_ALONE),
        *((_shows_how_many_the_next_seat_may_play, name) for name in CARDS_ALONE),
        *((_shows_points_put_by, name) for name in EXCHANGING),
        *((_shows_which_were_put_by, name) for name in EXCHANGING),
        (_shows_covered_cards, "sjavs2"),
    ],
)
@pytest.mark.parametrize("magic", [True, False])
def test_a_leak_would_be_found(leak: Show, name: str, *, magic: bool) -> None:
    assert any(differing(leak, name, 60, magic=magic))


def exchanged_talon(name: str, number: int) -> State:
    """A deal whose declarer has just exchanged two cards or left the talon."""
    options = {option: value for option, value in LONG_AUCTION.items() if option in values(name)}
    state, rng = stova.game(name, **options).deal(key=KEY, number=number), random.Random(number)
    while state.discards is None:
        actions = [action for action in state.legal_actions() if action != Pass() or rng.random() < 0.5]
        state = state.apply(rng.choice(actions or state.legal_actions()))
        state = state if not state.is_over else exchanged_talon(name, number + 100)
    return state


@pytest.mark.parametrize("name", EXCHANGING)
def test_discards_are_the_declarers_until_the_end(name: str) -> None:
    for number in range(20):
        state = exchanged_talon(name, number)
        seats = range(state.game.seats)
        before = [state.view(seat).discards for seat in seats]
        assert before == [state.discards if seat == state.declarer else None for seat in seats]
        assert {state.view(seat).discarded for seat in (*seats, None)} == {len(state.discards or ())}
        assert state.view(None).discards is state.view(None).talon is None
        while not state.is_over:
            state = state.apply(next(action for action in state.legal_actions() if action != Fold()))
        assert {state.view(seat).discards for seat in (*seats, None)} == {state.discards}
        assert {state.view(seat).talon for seat in (*seats, None)} == {state.talon}


@pytest.mark.parametrize("name", [name for name in EXCHANGING if Fold() in stova.game(name).actions])
def test_what_was_put_by_stays_hidden_when_the_declarer_folds(name: str) -> None:
    for number in range(20):
        state = run(exchanged_talon(name, number), "fold")
        for seat in (*range(state.game.seats), None):
            view = state.view(seat)
            assert view.talon is None
            assert view.discards == (state.discards if seat == state.declarer else None)
            assert all(text not in shown(state, seat) for text in hidden_texts(state, seat))


def hidden_texts(state: State, seat: int | None) -> list[bytes]:
    """The cards a seat hasn't seen, as JSON has them."""
    hidden = cards_in(card_set(state.game.pack) & ~seen(state, seat))
    return [f'"{card}"'.encode() for card in hidden if card != state.drawn]


@pytest.mark.parametrize("name", EXCHANGING)
def test_the_talon_of_a_deal_passed_out_stays_hidden(name: str) -> None:
    options = {option: value for option, value in LONG_AUCTION.items() if option in values(name)}
    state = run(stova.game(name, **options).deal(key=KEY), "knock", *["pass"] * stova.game(name).seats)
    assert state.is_over
    assert all(state.view(seat).talon is state.view(seat).discards is None for seat in (*range(3), None))


@pytest.mark.parametrize("name", GAMES)
def test_an_onlooker_sees_no_hand(name: str) -> None:
    """Every card in an onlooker's view has been played, lies open or has been named aloud."""
    for number in range(5):
        rng = random.Random(f"{name} {number}")
        for state in states(stova.game(name, **random_options(name, rng)), rng):
            view = state.view(None)
            assert not view.hand
            assert not view.legal
            if name in CARDS_ALONE:
                assert all(text not in view.to_json() for text in hidden_texts(state, None))


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


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_views_are_plain_json(name: str, preset: str) -> None:
    rng = random.Random(name + preset)
    game = stova.game(name, preset=preset, **random_options(name, rng))
    for state in states(game, rng):
        for seat in (rng.randrange(game.seats), None):
            view, plain = state.view(seat), json.loads(shown(state, seat))
            identity = plain["game"]
            assert stova.game(identity["game"], preset=identity["preset"], **identity["options"]) is game
            assert plain["hand"] == [str(card) for card in view.hand]
            assert plain["legal"] == [str(action) for action in view.legal]
            assert plain["trump"] == (None if state.trump is None else str(state.trump))
            assert plain["drawn"] == (None if state.drawn is None else str(state.drawn))
            said = [str(action) for _, action in view.history if not isinstance(action, FaceDown)]
            assert [text for _, text in plain["history"] if isinstance(text, str)] == said
            assert set(plain) == set(View.__struct_fields__)


@pytest.mark.parametrize("name", GAMES)
def test_seats_there_are_not(name: str) -> None:
    state = stova.game(name).deal(key=KEY)
    wrong: tuple[Any, ...] = (-1, state.game.seats, 99, "0", [], 1.0, True)
    for seat in wrong:
        said = re.escape(f"a seat of {name} must be a whole number, 0 to {state.game.seats - 1}, not {seat!r}")
        with pytest.raises(RulesError, match=said):
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
    while len(match.deals) < 3 and not match.is_over:
        view = match.state.view(0)
        reachable = list(_reachable(view))
        assert not [item for item in reachable if isinstance(item, State | Match)]
        assert match.key not in [item for item in reachable if isinstance(item, bytes)]
        match = step(match, rng)


def test_the_sheet_in_json() -> None:
    rng, match = random.Random(5), stova.game("klaverjas").match(key=KEY, dealer=0)
    while len(match.deals) < 3:
        match = step(match, rng)
    plain = json.loads(shown(match.state, 1))["sheet"]
    assert plain["dealer"] == match.state.dealer
    assert [tuple(line["standing"]) for line in plain["lines"]] == [line.standing for line in match.sheet.lines]
    assert tuple(plain["lines"][0]["result"]["score"]) == match.past[0].result.score


def test_views_cannot_be_changed() -> None:
    view: View = stova.game("sjavs").deal(key=KEY).view(0)
    with pytest.raises(AttributeError):
        view.seat = 1  # type: ignore[misc]
    actions: tuple[Action, ...] = view.legal
    assert isinstance(actions, tuple)
