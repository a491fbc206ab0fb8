"""Every game against its oracle: matches Hypothesis makes up and shrinks, and many at random."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import stova
from adapters import ORACLES
from against_oracle import Pair, play_deals
from helpers import GAMES, option_sets, some_action

CHUNKS = 10
"""Tests a game's random deals are spread over, so that they can run side by side."""
DEALS = 1000
"""Random deals a chunk, at least."""
STACKS = st.none() | st.integers(0, 2**32)


class Table(RuleBasedStateMachine):
    """A match in which legal actions are done and any actions tried, with any options."""

    name = GAMES[0]

    def __init__(self) -> None:
        super().__init__()
        self.pair: Pair | None = None

    @property
    def both(self) -> Pair:
        assert self.pair is not None
        return self.pair

    @initialize(data=st.data(), key=st.binary(min_size=32, max_size=32), dealer=st.integers(0, 3), stack=STACKS)
    def sit_down(self, data: st.DataObject, key: bytes, dealer: int, stack: int | None) -> None:
        options = data.draw(option_sets(self.name), label="options")
        self.pair = Pair(self.name, options, key=key, dealer=dealer % stova.game(self.name).seats, stack=stack)

    def going_on(self) -> bool:
        return self.pair is not None and not self.pair.match.state.is_over

    @precondition(going_on)
    @rule(choice=st.integers(0, 2**16))
    def act(self, choice: int) -> None:
        self.both.apply(self.both.legal[choice % len(self.both.legal)])

    @precondition(going_on)
    @rule(seed=st.integers(0, 2**16), most=st.integers(2, 20))
    def act_often(self, seed: int, most: int) -> None:
        rng = random.Random(seed)
        for _ in range(most):
            if self.going_on():
                self.both.apply(some_action(self.both.legal, rng))

    @precondition(lambda self: self.pair is not None)
    @rule(number=st.integers(0, 2**16))
    def try_anything(self, number: int) -> None:
        actions = self.both.game.actions
        self.both.check_refusals([actions[number % len(actions)]])

    @precondition(going_on)
    @rule()
    def try_everything(self) -> None:
        self.both.check_refusals(self.both.game.actions)

    @precondition(lambda self: self.pair is not None and self.pair.match.state.is_over and not self.pair.match.is_over)
    @rule(stack=STACKS)
    def deal_again(self, stack: int | None) -> None:
        self.both.next_deal(stack)

    @invariant()
    def agree(self) -> None:
        if self.pair is not None:
            self.pair.check_position()
            assert self.pair.match.state.is_over == (self.pair.deal.to_act is None)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", GAMES)
def test_matches_made_up(name: str) -> None:
    machine = type(f"Table_{name}", (Table,), {"name": name})
    few = settings(max_examples=50, stateful_step_count=30)
    run_state_machine_as_test(machine, settings=few)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_matches_at_random(name: str, chunk: int) -> None:
    assert play_deals(DEALS, chunk, names=(name,)) >= DEALS


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", GAMES)
def test_refusals_of_every_action_at_every_turn(name: str) -> None:
    assert play_deals(10, "refusals", names=(name,), tried=1.0) >= 10


def test_every_game_has_an_oracle() -> None:
    assert set(ORACLES) == set(GAMES)
