"""Perft: how many ways there are to play on, by depth, against the oracle and against stored counts."""

import copy

import pytest

import oracle
import stova
from helpers import golden, run
from stova import State

POSITIONS = golden("perft.json")
IDS = [f"{position['game']}-{position['options']['overtrump']}-{len(position['actions'])}" for position in POSITIONS]


def count(state: State, depth: int) -> int:
    """How many different ways to do `depth` actions there are from here."""
    legal = state.legal_actions()
    if depth == 1 or not legal:
        return len(legal)
    return sum(count(state.apply(action), depth - 1) for action in legal)


def oracle_count(deal: oracle.Deal, depth: int) -> int:
    legal = deal.legal()
    if depth == 1 or not legal:
        return len(legal)
    total = 0
    for action in legal:
        after = copy.copy(deal)
        for name in ("hands", "upcards", "downcards", "won"):
            setattr(after, name, [list(cards) for cards in getattr(deal, name)])
        for name in ("talon", "discards", "trick", "history", "tricks"):
            setattr(after, name, list(getattr(deal, name)))
        after.apply(action)
        total += oracle_count(after, depth - 1)
    return total


@pytest.mark.parametrize("position", POSITIONS, ids=IDS)
def test_stored_counts(position: dict[str, object]) -> None:
    state = begin(position)
    counts = position["counts"]
    assert isinstance(counts, list)
    assert [count(state, depth) for depth in range(1, len(counts) + 1)] == counts


def begin(position: dict[str, object]) -> State:
    game = stova.game(str(position["game"]), **position["options"])  # type: ignore[arg-type]
    return run(game.deal(key="77" * 32), *position["actions"])  # type: ignore[misc]


@pytest.mark.parametrize("position", POSITIONS, ids=IDS)
def test_the_oracle_counts_the_same(position: dict[str, object]) -> None:
    state = begin(position)
    options = {"overtrump": state.game.options.overtrump, "bidding": state.game.options.bidding}
    pack = [str(card) for card in state.pack]
    deal = oracle.Deal(state.game.name, options, 0, pack=pack)
    for _, action in state.history:
        deal.apply(str(action))
    counts = position["counts"]
    assert isinstance(counts, list)
    few = [number for number in counts if number <= 1500]
    assert [oracle_count(deal, depth) for depth in range(1, len(few) + 1)] == few
