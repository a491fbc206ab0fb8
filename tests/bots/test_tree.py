"""The example of a bot that searches: `examples/tree.py`."""

import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType

import pytest

import stova
from helpers import GAMES, KEY
from programs import PATIENCE
from stova import State
from stova.bots import bot
from stova.bots.program import Program
from stova.solver import solve
from stova.worlds import Worlds

TREE = Path(__file__).parents[2] / "examples" / "tree.py"


@pytest.fixture
def tree() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tree", TREE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_every_game(name: str, tree: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "DEALS", 5)
    state, chance = stova.game(name).deal(key=KEY), random.Random(1)
    while not state.is_over:
        view, seed = state.view(state.to_act), chance.getrandbits(32)
        action = tree.searcher(view, seed)
        assert action in view.legal
        assert action == tree.searcher(view, seed)
        state = state.apply(action)


def with_little_left(name: str, tricks: int) -> list[State]:
    """States in which the last tricks begin."""
    game, novice, chance = stova.game(name), bot("novice"), random.Random(3)
    found: list[State] = []
    while len(found) < 16:
        state = game.deal(key=chance.randbytes(32))
        while not state.is_over and not (state.points and max(map(int.bit_count, state.hands)) <= tricks):
            state = state.apply(novice(state.view(state.to_act), chance.getrandbits(32)))
        if not state.is_over:
            found.append(state)
    return found


@pytest.mark.parametrize("name", ["sjavs", "klaverjas"])
def test_it_finds_what_is_best_on_average(name: str, tree: ModuleType) -> None:
    """With two tricks left others have next to no choice, so that perfect play in every deal is a good guide."""
    lost = by_chance = 0.0
    for state in with_little_left(name, 2):
        view = state.view(state.to_act)
        rows = [solve(world, goal="score").values for world in Worlds(view).draw(tree.DEALS, seed=1)]
        means = {action: sum(row[action].low for row in rows) / len(rows) for action in view.legal}
        lost += max(means.values()) - means[tree.searcher(view, 1)]
        by_chance += max(means.values()) - sum(means.values()) / len(means)
    assert by_chance > 20 * lost, (by_chance, lost)


def test_it_is_a_program() -> None:
    with Program((sys.executable, str(TREE)), seconds=PATIENCE) as program:
        state = with_little_left("sjavs", 2)[0]
        view = state.view(state.to_act)
        assert program(view, 1) in view.legal
        assert program.forfeits == []
        assert program.answered
