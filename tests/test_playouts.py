"""The kernel and the engine play by the same tables."""

import os
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import stova
from helpers import first_lead
from stova import kernel
from stova.cards import CARDS, Suit, card_set
from stova.engine.actions import Play
from stova.engine.tables import CardTables, Policy
from stova.games.klaverjas import card_tables as klaverjas_tables
from stova.games.styrivolt.powers import card_tables as styrivolt_tables
from stova.playouts import cores, kernel_position, kernel_tables, playouts

KEY = b"playouts".ljust(32, b".")
GAMES = [name for name, game in stova.games().items() if game.plays_by_tables]
OVERTRUMP = {"overtrump": ("no", "if_trumping", "must"), "all_pass": ("play",)}
KLORSJAVS = {"counter": (5, 10), "cat_first": ("no", "yes"), "fold_until": ("lead", "own_card")}
OPTIONS: dict[str, dict[str, tuple[Any, ...]]] = {
    "sjavs": {**OVERTRUMP},
    "sjavs3": {**OVERTRUMP},
    "sjavs2": {**OVERTRUMP, "turn_up": ("trick_end", "at_once")},
    "klorsjavs": {**KLORSJAVS},
    "klorsjavs4": {**KLORSJAVS},
    "klorsjavs_auction": {"counter": (5, 10), "cat_first": ("no", "yes"), "wenzels": ("no", "yes")},
    "klaverjas": {"ruff": ("amsterdam", "rotterdam"), "roem": ("declare", "automatic")},
}
"""What is chosen at random, of options that card play depends on."""
TOTALS = {"klorsjavs4": 114, "klaverjas": 162}
"""All card points of a deal where they aren't 120."""


def card_plays(name: str, *, deals: int, seed: int) -> Iterator[stova.State]:
    """Every state of the card play of random deals with random options."""
    rng = random.Random(seed)
    for number in range(deals):
        options = {option: rng.choice(values) for option, values in OPTIONS.get(name, {}).items()}
        game = stova.game(name, **options)
        state = game.deal(key=KEY, number=number, dealer=number % game.seats)
        while not state.is_over:
            if state.points:
                yield state
            state = state.apply(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", GAMES)
def test_kernel_and_engine_agree_on_what_may_be_played(name: str) -> None:
    """Where something else than a card is due, such as roem, the leader's cards come next."""
    for state in card_plays(name, deals=150, seed=1):
        tables = kernel_tables(state.game.tables(state), state.game.seats)
        plays = card_set(action.card for action in state.legal_actions() if isinstance(action, Play))
        expected = plays or state.hands[state.leader]
        assert kernel.legal(tables, kernel_position(state)) == expected


@pytest.mark.parametrize("name", GAMES)
def test_kernel_and_engine_agree_on_the_end_when_there_is_no_choice(name: str) -> None:
    compared = 0
    for state in card_plays(name, deals=150, seed=2):
        if len(state.tricks) + 1 < sum(len(hand) for hand in state.dealt[:-1]) // state.game.seats:
            continue
        played = playouts(state, 1, seed=3)
        end = state
        while not end.is_over:
            end = end.apply(end.legal_actions()[0])
        winners = [trick.winner for trick in end.tricks]
        for seat in range(state.game.seats):
            assert played[0, 0, seat] == end.points[seat]
            assert played[0, 1, seat] == winners.count(seat)
        compared += 1
    assert compared > 100


@pytest.mark.parametrize("name", GAMES)
def test_every_playout_gives_out_every_point_and_trick(name: str) -> None:
    for state in card_plays(name, deals=20, seed=4):
        seats, hands = state.game.seats, sum(len(hand) for hand in state.dealt[:-1])
        points = state.game.tables(state).points
        aside = sum(points[card] for card in (*(state.discards or ()), *state.talon))
        played = playouts(state, 4, seed=5)
        for one in range(4):
            assert sum(played[one, 0, seat] for seat in range(seats)) == TOTALS.get(name, 120) - aside
            assert sum(played[one, 1, seat] for seat in range(seats)) == hands // seats


KLAVERJAS = klaverjas_tables(Suit.HEARTS, "amsterdam")
TABLES = [replace(KLAVERJAS, policy=policy) for policy in Policy if policy is not Policy.BEAT]
TABLES.append(styrivolt_tables((Suit.CLUBS, Suit.SPADES), (), "yes"))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("tables", TABLES, ids=lambda tables: tables.policy.name)
def test_kernel_and_engine_agree_on_any_trick(tables: CardTables, seats: int) -> None:
    """Tricks and hands here are of any cards, so duties meet that are rare in real play."""
    rng, for_kernel = random.Random(seats), kernel_tables(tables, seats)
    pack = [card for card in CARDS if tables.follow[card] >> card & 1]
    for _ in range(3000):
        trick = rng.sample(pack, rng.randrange(seats))
        cards = rng.sample([card for card in pack if card not in trick], 3 * seats)
        hands = [sum(1 << cards.pop() for _ in range(3 - (seat < len(trick)))) for seat in range(seats)]
        zeros = [0] * seats
        position = kernel.Position(hands=hands, leader=0, trick=trick, points=zeros, tricks=zeros)
        best = tables.winning(trick) if trick else 0
        assert kernel.legal(for_kernel, position) == tables.legal(hands[len(trick)], trick, best)


def test_playouts_need_a_card_play_that_goes_on() -> None:
    for name in GAMES:
        with pytest.raises(stova.RulesError, match="card play"):
            playouts(stova.game(name).deal(key=KEY), 1, seed=0)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"count": -1}, "play-outs must be a whole number, 1 to"),
        ({"count": 1.5}, "play-outs must be a whole number"),
        ({"seed": -1}, "the seed must be a whole number, 0 to"),
        ({"threads": 0}, "threads must be a whole number, 1 to 256"),
    ],
)
def test_numbers_that_cannot_be_are_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(stova.RulesError, match=said):
        playouts(first_lead("sjavs"), **{"count": 1, "seed": 1} | wrong)


def test_a_view_is_not_played_out() -> None:
    with pytest.raises(stova.RulesError, match="must be a State or Ending, not View"):
        playouts(first_lead("sjavs").view(0), 1, seed=1)  # type: ignore[arg-type]


def test_a_card_play_that_is_more_than_tables_is_refused() -> None:
    states = list(card_plays("styrivolt", deals=3, seed=6))
    assert states
    for state in states:
        with pytest.raises(stova.RulesError, match="styrivolt can't be played out: its card play is more"):
            kernel_position(state)
        with pytest.raises(stova.RulesError, match="styrivolt can't be played out: its card play is more"):
            playouts(state, 1, seed=0)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="only Linux lets a process be kept to some processors")
def test_no_more_cores_than_the_process_may_use() -> None:
    allowed = os.sched_getaffinity(0)
    assert cores() == len(allowed)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        assert cores() == 1
    finally:
        os.sched_setaffinity(0, allowed)
