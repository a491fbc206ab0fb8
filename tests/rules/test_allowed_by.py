"""The rule by which something may be done, told with what is offered."""

import random
from collections import defaultdict
from typing import Any

import pytest

import stova
from helpers import step
from stova import rulebook
from stova.rules.allowing import allowed_by

STYRIVOLT = {
    "Expose": {"ST-13"},
    "Trade": {"ST-15", "ST-20", "ST-29"},
    "LeadTrader": {"ST-15"},
    "TakeStock": {"ST-18", "ST-22"},
    "PutAway": {"ST-19"},
    "TakeExposed": {"ST-20"},
    "Back": {"ST-21"},
    "Both": {"ST-21"},
}


def told(name: str, matches: int, **options: Any) -> dict[str, set[str]]:
    """By kind of action, the rules by which such were allowed in random matches."""
    rng, found = random.Random(name), defaultdict[str, set[str]](set)
    for _ in range(matches):
        match = stova.game(name, **options).match(key=rng.randbytes(32), dealer=0)
        while not match.state.is_over:
            for action in match.state.legal_actions():
                found[type(action).__name__].add(allowed_by(match.state, action))
            match = step(match, rng)
    return found


@pytest.mark.parametrize("name", stova.games())
def test_it_stands_in_the_rules(name: str) -> None:
    page = rulebook.rules_page(name)
    for kind, rules in told(name, 5).items():
        assert all(rule in page for rule in rules), kind


def test_what_may_be_done_in_styrivolt_besides_playing() -> None:
    found = told("styrivolt", 1500, cut_for_stikkar="to_fourth")
    assert {kind: found[kind] for kind in STYRIVOLT} == STYRIVOLT


def test_contracts_are_explained_elsewhere_than_bidding() -> None:
    found = told("klorsjavs_auction", 5)
    assert (found["BidContract"], found["Pass"]) == ({"KA-2"}, {"KA-3"})
