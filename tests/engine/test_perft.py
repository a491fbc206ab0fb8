"""Perft: how many ways there are to play on, by depth, against the oracle and against stored counts."""

import pickle
from typing import Any

import pytest

import stova
from adapters import ORACLES
from helpers import GAMES, golden, run
from stova import State

Position = dict[str, Any]
POSITIONS: list[Position] = golden("perft.json")
FEW = 1500
"""Up to this number the oracle counts too."""


def name_of(position: Position) -> str:
    chosen = "-".join(map(str, position["options"].values()))
    return f"{position['game']}-{chosen}-{len(position['actions'])}"


IDS = list(map(name_of, POSITIONS))


def begin(position: Position) -> State:
    """The state of a stored position: some actions into a fixed deal."""
    game = stova.game(position["game"], **position["options"])
    return run(game.deal(key="77" * 32, number=position.get("number", 0)), *position["actions"])


def count(state: State, depth: int) -> int:
    """How many different ways to do `depth` actions there are from here."""
    legal = state.legal_actions()
    if depth == 1 or not legal:
        return len(legal)
    return sum(count(state.apply(action), depth - 1) for action in legal)


def oracle_count(deal: Any, depth: int) -> int:
    legal = deal.legal()
    if depth == 1 or not legal:
        return len(legal)
    total, before = 0, pickle.dumps(deal)
    for action in legal:
        after = pickle.loads(before)
        after.apply(action)
        total += oracle_count(after, depth - 1)
    return total


@pytest.mark.one_in(4)
@pytest.mark.parametrize("position", POSITIONS, ids=IDS)
def test_stored_counts(position: Position) -> None:
    state, counts = begin(position), position["counts"]
    assert [count(state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.one_in(4)
@pytest.mark.parametrize("position", POSITIONS, ids=IDS)
def test_the_oracle_counts_the_same(position: Position) -> None:
    state = begin(position)
    first = state.game.deal(key="77" * 32, number=position.get("number", 0))
    deal = ORACLES[state.game.name].deal(first)
    for _, action in state.history:
        deal.apply(str(action))
    few = [number for number in position["counts"] if number <= FEW]
    assert [oracle_count(deal, depth) for depth in range(1, len(few) + 1)] == few


def test_every_game_has_positions() -> None:
    assert {position["game"] for position in POSITIONS} == set(GAMES)
