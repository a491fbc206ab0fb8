"""Every game against the oracle: matches Hypothesis makes up and shrinks, and many at random."""

import dataclasses
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

import oracle
import oracle_sheet
import stova
from against_oracle import Pair, check_sheets, play_deals
from helpers import GAMES, option_sets, random_options
from stova import Result, Suit
from stova.rules.ladder import Ladder


class Table(RuleBasedStateMachine):
    """A match in which legal actions are done and any actions tried, with any options."""

    name = "sjavs"

    def __init__(self) -> None:
        super().__init__()
        self.pair: Pair | None = None

    @property
    def both(self) -> Pair:
        assert self.pair is not None
        return self.pair

    @initialize(data=st.data(), key=st.binary(min_size=32, max_size=32), dealer=st.integers(0, 3))
    def sit_down(self, data: st.DataObject, key: bytes, dealer: int) -> None:
        options = data.draw(option_sets(self.name), label="options")
        seats = {"sjavs": 4, "sjavs3": 3, "sjavs2": 2}[self.name]
        self.pair = Pair(self.name, options, key=key, dealer=dealer % seats)

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
                self.both.apply(rng.choice(self.both.legal))

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
    @rule()
    def deal_again(self) -> None:
        self.both.next_deal()

    @invariant()
    def agree(self) -> None:
        if self.pair is not None:
            self.pair.check_position()
            assert self.pair.match.state.is_over == (self.pair.deal.to_act is None)


@pytest.mark.parametrize("game", GAMES)
def test_matches_made_up(game: str) -> None:
    machine = type(f"Table_{game}", (Table,), {"name": game})
    few = settings(max_examples=30, stateful_step_count=30)
    run_state_machine_as_test(machine, settings=few)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_matches_at_random(game: str, seed: int) -> None:
    assert play_deals(700, seed, names=(game,)) >= 700


def test_refusals_of_every_action_at_every_turn() -> None:
    assert play_deals(12, 99, tried=1.0) >= 12


def result(sides: int, rng: random.Random) -> Result:
    """A deal's result by chance, ties and deals passed out among them more often than in play."""
    declarer, nothing = rng.randrange(4 if sides == 2 else 3) % sides, (0,) * sides
    kind = rng.choice(["tie", "tie", "passed out", "won", "won", "lost", "lost", "unbid"])
    wins = [(side == declarer) == (kind == "won") for side in range(sides)]
    amount = rng.choice([2, 4, 8, 16, 24]) if kind in ("won", "lost") else 0
    return Result(
        declarer=None if kind in ("passed out", "unbid") else declarer,
        trump=None if kind in ("passed out", "unbid") else rng.choice(list(Suit)),
        points=nothing,
        tricks=nothing,
        score=tuple(amount * won for won in wins),
        made=kind,
        rule="SJ-18",
        redeal=rng.choice(["same", "next"]) if kind == "passed out" else None,
    )


@pytest.mark.parametrize("name", GAMES)
def test_sheets_at_random(name: str) -> None:
    for number in range(400):
        rng = random.Random(f"{name} {number}")
        game = stova.game(name, **random_options(name, rng))
        sheet, expected = game.new_sheet(1), oracle_sheet.Sheet(name, dataclasses.asdict(game.options), 1)
        assert isinstance(sheet, Ladder)
        for _ in range(30):
            if not sheet.is_over:
                entered = result(sheet.sides, rng)
                sheet = sheet.enter(entered)
                expected.enter(as_oracle(entered))
                check_sheets(sheet, expected)


def as_oracle(entered: Result) -> oracle.Result:
    return {
        "passed_out": entered.redeal is not None,
        "redeal_by": entered.redeal,
        "declarer": entered.declarer,
        "trump": None if entered.trump is None else str(entered.trump),
        "score": list(entered.score),
        "tie": entered.made == "tie",
    }
