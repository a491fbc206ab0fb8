"""The novice: legal, better than chance, and a function of the view and the seed alone."""

import random
from collections.abc import Callable

import pytest

import stova
from helpers import GAMES, KEY, random_game
from stova import Action, RulesError, View
from stova.bots import bot, bots
from stova.bots.novice import novice

Player = Callable[[View, int], Action]


def anything(view: View, seed: int) -> Action:
    """A player who plays by chance."""
    return random.Random(seed).choice(view.legal)


def test_bots_by_name() -> None:
    assert bots() == ("novice",)
    assert bot("novice") is novice
    with pytest.raises(RulesError, match="no bot 'fool'; there are novice"):
        bot("fool")


def test_always_legal_and_always_the_same() -> None:
    rng = random.Random(1)
    decisions = 0
    while decisions < 4000:
        game = random_game(rng)
        state = game.deal(key=rng.randbytes(32), dealer=rng.randrange(game.seats))
        while not state.is_over:
            assert state.to_act is not None
            view, seed = state.view(state.to_act), rng.getrandbits(32)
            action = novice(view, seed)
            assert action in view.legal
            assert novice(state.view(state.to_act), seed) == action
            decisions += 1
            state = state.apply(action if rng.random() < 0.8 else rng.choice(state.legal_actions()))


def result(name: str, number: int, players: tuple[Player, ...]) -> tuple[int, ...]:
    """The score by side of one deal, `players` by side."""
    game = stova.game(name)
    state = game.deal(key=KEY, number=number, dealer=number % game.seats)
    while not state.is_over:
        assert state.to_act is not None
        player = players[game.sides[state.to_act]]
        state = state.apply(player(state.view(state.to_act), number))
    return state.result.score


@pytest.mark.parametrize("name", GAMES)
def test_beats_chance(name: str) -> None:
    sides = len(set(stova.game(name).sides))
    own_score = others_score = 0.0
    for number in range(120):
        for own in range(sides):
            players = tuple(novice if side == own else anything for side in range(sides))
            score = result(name, number, players)
            own_score += score[own]
            others_score += sum(score[side] for side in range(sides) if side != own) / (sides - 1)
    assert own_score > 1.3 * others_score
