"""The novice: legal, better than chance, and a function of the view and the seed alone."""

import random
from collections.abc import Callable
from statistics import mean, stdev

import pytest

import stova
from helpers import GAMES, KEY, PRESETS, random_options, some_action
from stova import Action, Game, View
from stova.bots.novice import novice

Player = Callable[[View, int], Action]


def anything(view: View, seed: int) -> Action:
    """A player who plays by chance."""
    return random.Random(seed).choice(view.legal)


def check_decisions(game: Game, rng: random.Random) -> int:
    """Plays a deal, checks the novice's choice at every turn and mostly follows it; how many there were."""
    state, decisions = game.deal(key=rng.randbytes(32), dealer=rng.randrange(game.seats)), 0
    while not state.is_over:
        assert state.to_act is not None
        view, seed = state.view(state.to_act), rng.getrandbits(32)
        action = novice(view, seed)
        assert action in view.legal
        assert novice(state.view(state.to_act), seed) == action
        decisions += 1
        state = state.apply(action if rng.random() < 0.7 else some_action(state.legal_actions(), rng))
    return decisions


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_always_legal_and_always_the_same(name: str, preset: str) -> None:
    rng = random.Random(name + preset)
    decisions = 0
    while decisions < 400:
        options = random_options(name, rng) if rng.random() < 0.5 else {}
        decisions += check_decisions(stova.game(name, preset=preset, **options), rng)


def score(game: Game, number: int, players: tuple[Player, ...]) -> tuple[int, ...]:
    """The score by side of one deal, `players` by side."""
    state = game.deal(key=KEY, number=number, dealer=number % game.seats)
    while not state.is_over:
        assert state.to_act is not None
        player = players[game.sides[state.to_act]]
        state = state.apply(player(state.view(state.to_act), number))
    return state.result.score


def margins(game: Game, deals: int) -> list[float]:
    """By how much the novice beats players by chance in each deal, on the average of all sides it can have."""
    sides = len(set(game.sides))
    found = []
    for number in range(deals):
        margin = 0.0
        for own in range(sides):
            players = tuple(novice if side == own else anything for side in range(sides))
            scored = score(game, number, players)
            margin += scored[own] - (sum(scored) - scored[own]) / (sides - 1)
        found.append(margin / sides)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_beats_chance(name: str) -> None:
    """By far more than luck explains: five standard errors of the mean."""
    found = margins(stova.game(name), 400)
    assert mean(found) > 5 * stdev(found) / len(found) ** 0.5
