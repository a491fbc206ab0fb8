"""What bots conclude from how somebody came to play alone."""

import random
from collections.abc import Sequence
from statistics import fmean

import pytest

import stova
from stova import State
from stova.bots.club import club
from stova.bots.inferring import likely
from stova.bots.judging import trump_worths
from stova.cards import Suit, cards_in
from stova.engine.actions import BidContract, NameTrump, Pass
from stova.worlds import Worlds

ALONE = ("klorsjavs_auction", "klorsjavs", "klorsjavs4", "sjavs3")
"""The games in which somebody chooses to play against all others, or what to keep for that."""


def played_by_another(name: str, count: int) -> list[State]:
    """States at the start of card play, of club players, whose seat to act isn't the declarer's."""
    rng, found = random.Random(name), list[State]()
    while len(found) < count:
        state = stova.game(name).deal(key=rng.randbytes(32))
        while not state.is_over and (not state.points or state.to_act == state.declarer):
            assert state.to_act is not None
            state = state.apply(club(state.view(state.to_act), 1))
        if not state.is_over:
            found.append(state)
    return found


def worlds_of(state: State) -> Worlds:
    """Those of the seat to act."""
    assert state.to_act is not None
    return Worlds(state.view(state.to_act))


def trumps_of_declarer(worlds: Sequence[State]) -> float:
    """What the declarer's trumps take on average, before the first lead."""
    worths, declarer = trump_worths(worlds[0].game.tables(worlds[0])), worlds[0].declarer
    assert declarer is not None
    return fmean(sum(worths.get(card, 0.0) for card in cards_in(world.hands[declarer])) for world in worlds)


def off(states: Sequence[State], *, told: bool) -> float:
    """How much better the declarer's trumps are than in worlds, those picked for what was told or any."""
    found = []
    for state in states:
        worlds = worlds_of(state)
        drawn = likely(worlds, 32, seed=1) if told else worlds.draw(32, seed=1)
        found.append(trumps_of_declarer([state]) - trumps_of_declarer(drawn))
    return fmean(found)


@pytest.mark.parametrize("name", ALONE)
def test_who_plays_alone_has_the_trumps_for_it(name: str) -> None:
    states = played_by_another(name, 40)
    unaware = off(states, told=False)
    assert unaware > 0.3
    assert abs(off(states, told=True)) < unaware / 2


@pytest.mark.parametrize("name", ALONE)
def test_likely_worlds_are_worlds(name: str) -> None:
    for state in played_by_another(name, 3):
        possible = worlds_of(state)
        worlds = likely(possible, 20, seed=7)
        assert len(worlds) == 20
        assert all(world.view(state.to_act) == possible.view for world in worlds)
        assert worlds == likely(possible, 20, seed=7)
        assert worlds != likely(possible, 20, seed=8)
        assert likely(possible, 0, seed=7) == []


def test_nothing_is_told_by_ones_own_call() -> None:
    state = stova.game("klorsjavs_auction").deal(key="55" * 32)
    for action in (state.legal_actions()[0], BidContract("strøget tout"), Pass(), Pass(), NameTrump(Suit.CLUBS)):
        state = state.apply(action)
    assert state.points
    assert state.to_act == state.declarer
    worlds = worlds_of(state)
    assert likely(worlds, 20, seed=7) == worlds.draw(20, seed=7)


@pytest.mark.parametrize("name", ["sjavs", "sjavs2", "klaverjas"])
def test_with_partners_and_after_bids_of_lengths_alone_worlds_are_all_alike(name: str) -> None:
    (state,) = played_by_another(name, 1)
    worlds = worlds_of(state)
    assert likely(worlds, 20, seed=7) == worlds.draw(20, seed=7)
