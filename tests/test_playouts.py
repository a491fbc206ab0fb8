"""The kernel and the engine play by the same tables."""

import random
from collections.abc import Iterator

import pytest

import stova
from stova import kernel
from stova.playouts import kernel_position, kernel_tables, playouts
from stova.rules.tricks import legal_cards

KEY = b"playouts".ljust(32, b".")


def card_plays(name: str, *, deals: int, seed: int) -> Iterator[stova.State]:
    """Every state of the card play of random deals with random duties to overtrump."""
    rng = random.Random(seed)
    for number in range(deals):
        overtrump = rng.choice(["no", "if_trumping", "must"])
        turn_up = {"turn_up": rng.choice(["trick_end", "at_once"])} if name == "sjavs2" else {}
        game = stova.game(name, overtrump=overtrump, all_pass="play", **turn_up)
        state = game.deal(key=KEY, number=number, dealer=number % game.seats)
        while not state.is_over:
            if state.points:
                yield state
            state = state.apply(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", stova.games())
def test_kernel_and_engine_agree_on_what_may_be_played(name: str) -> None:
    for state in card_plays(name, deals=150, seed=1):
        tables = kernel_tables(state.game.tables(state), state.game.seats)
        assert kernel.legal(tables, kernel_position(state)) == legal_cards(state)


@pytest.mark.parametrize("name", stova.games())
def test_kernel_and_engine_agree_on_the_end_when_there_is_no_choice(name: str) -> None:
    for state in card_plays(name, deals=150, seed=2):
        if len(state.tricks) + 1 < sum(len(hand) for hand in state.dealt[:-1]) // state.game.seats:
            continue
        played = playouts(state, 1, seed=3)
        end = state
        while not end.is_over:
            (action,) = end.legal_actions()
            end = end.apply(action)
        winners = [trick.winner for trick in end.tricks]
        for seat in range(state.game.seats):
            assert played[0, 0, seat] == end.points[seat]
            assert played[0, 1, seat] == winners.count(seat)


@pytest.mark.parametrize("name", stova.games())
def test_every_playout_gives_out_every_point_and_trick(name: str) -> None:
    for state in card_plays(name, deals=20, seed=4):
        seats, hands = state.game.seats, sum(len(hand) for hand in state.dealt[:-1])
        talon = (*(state.discards or ()), *state.talon)
        points = state.game.tables(state).points
        played = playouts(state, 4, seed=5)
        for one in range(4):
            assert sum(played[one, 0, seat] for seat in range(seats)) == 120 - sum(points[card] for card in talon)
            assert sum(played[one, 1, seat] for seat in range(seats)) == hands // seats


def test_playouts_need_a_card_play_that_goes_on() -> None:
    state = stova.game("sjavs").deal(key=KEY)
    with pytest.raises(stova.RulesError, match="card play"):
        playouts(state, 1, seed=0)
