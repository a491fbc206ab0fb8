"""The rule by which something may be done, told with what is offered."""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

import pytest

import stova
from helpers import random_options
from stova import Game, State, rulebook
from stova.rules.allowing import allowed_by
from styrivolt_states import a_pack, begun, states, styrivolt

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


def told(states: Iterable[State]) -> dict[str, set[str]]:
    """By kind of action, the rules by which such are allowed in these states."""
    found = defaultdict[str, set[str]](set)
    for state in states:
        for action in state.legal_actions():
            found[type(action).__name__].add(allowed_by(state, action))
    return found


def played(games: Iterable[Game], rng: random.Random) -> Iterator[State]:
    """The states of a deal of each game, played by chance."""
    for game in games:
        yield from states(game.deal(key=rng.randbytes(32), dealer=0), rng)


@pytest.mark.parametrize("name", stova.games())
def test_it_stands_in_the_rules(name: str) -> None:
    page, rng = rulebook.rules_page(name), random.Random(name)
    for kind, rules in told(played((stova.game(name, **random_options(name, rng)) for _ in range(15)), rng)).items():
        assert all(f"**{rule}**" in page for rule in rules), kind


def test_what_may_be_done_in_styrivolt_besides_playing() -> None:
    rng, game = random.Random("styrivolt"), styrivolt(cut_for_stikkar="to_fourth")
    found = told(chain.from_iterable(states(begun(game, a_pack(game, rng)), rng) for _ in range(300)))
    assert {kind: found[kind] for kind in STYRIVOLT} == STYRIVOLT


def test_contracts_are_explained_elsewhere_than_bidding() -> None:
    found = told(played([stova.game("klorsjavs_auction")] * 5, random.Random(1)))
    assert (found["BidContract"], found["Pass"]) == ({"KA-2"}, {"KA-3"})


def test_a_declarer_may_fold_by_one_rule_however_long() -> None:
    for until in ("lead", "own_card"):
        found = told(played([stova.game("klorsjavs", fold_until=until)] * 10, random.Random(1)))
        assert found["Fold"] == {"KL-9"}
