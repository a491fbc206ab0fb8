"""What bots conclude from how somebody came to play alone."""

import random
from collections.abc import Sequence
from math import log
from statistics import fmean

import pytest

import stova
from stova import State
from stova.bots.club import club
from stova.bots.inferring import BY_MASTERS, BY_TRUMPS, hand_rate
from stova.bots.judging import masters, trump_worths
from stova.cards import CardSet, Suit, card_set, cards_in
from stova.engine.actions import BidContract, NameTrump, Pass
from stova.engine.view import plays
from stova.worlds import Worlds

ALONE = ("klorsjavs_auction", "klorsjavs", "klorsjavs4", "sjavs3")
"""The games in which somebody chooses to play against all others, or what to keep for that."""


def played_by_another(name: str, count: int, *, tricks: int = 0) -> list[State]:
    """States of club players' card play after so many tricks or more, whose seat to act isn't the declarer's."""
    rng, found = random.Random(name), list[State]()
    while len(found) < count:
        state = stova.game(name).deal(key=rng.randbytes(32))
        while not state.is_over and (not state.points or len(state.tricks) < tricks or state.to_act == state.declarer):
            assert state.to_act is not None
            state = state.apply(club(state.view(state.to_act), 1))
        if not state.is_over:
            found.append(state)
    return found


def kept(state: State, hands: Sequence[CardSet]) -> CardSet:
    """The hand the declarer has kept, if these are the hands now."""
    assert state.declarer is not None
    return hands[state.declarer] | card_set(
        card for _, seat, card, _ in plays(state.view(None)) if seat == state.declarer
    )


def trumps_of(state: State, hand: CardSet) -> float:
    """What the trumps of a hand take."""
    worths = trump_worths(state.game.tables(state))
    return sum(worths.get(card, 0.0) for card in cards_in(hand))


def masters_of(state: State, hand: CardSet) -> int:
    """How many cards of a hand but trumps nothing beats."""
    tables = state.game.tables(state)
    plain = cards_in(hand & ~tables.trumps)
    return len(masters(tables, plain, card_set(state.game.pack) & ~hand))


def off(states: Sequence[State], *, told: bool) -> float:
    """How much better the declarer's trumps are than in worlds, as likely as what was told makes them or all alike."""
    found = []
    for state in states:
        view = state.view(state.to_act)
        drawn = Worlds(view, rate=hand_rate(view) if told else None).hands(32, seed=1)
        own = fmean(trumps_of(state, kept(state, hands)) for hands in drawn)
        found.append(trumps_of(state, kept(state, state.hands)) - own)
    return fmean(found)


@pytest.mark.parametrize("tricks", [0, 2])
@pytest.mark.parametrize("name", ALONE)
def test_who_plays_alone_has_the_trumps_for_it(name: str, tricks: int) -> None:
    states = played_by_another(name, 40, tricks=tricks)
    unaware, aware = off(states, told=False), off(states, told=True)
    assert unaware > 0.2
    assert -0.2 < aware < unaware / 2


@pytest.mark.parametrize("tricks", [0, 3])
@pytest.mark.parametrize("name", ALONE)
def test_rates_go_by_the_hand_kept(name: str, tricks: int) -> None:
    """By its trumps and by what nothing beats, whatever has been played of it."""
    for state in played_by_another(name, 3, tricks=tricks):
        view = state.view(state.to_act)
        rate = hand_rate(view)
        assert rate is not None
        first, *others = Worlds(view).hands(30, seed=1)
        for hands in others:
            one, other = kept(state, first), kept(state, hands)
            by_trumps = BY_TRUMPS[state.game.seats - 1] * (trumps_of(state, other) - trumps_of(state, one))
            by_masters = BY_MASTERS * (masters_of(state, other) - masters_of(state, one))
            assert log(rate(hands) / rate(first)) == pytest.approx(by_trumps + by_masters)


def test_nothing_is_told_by_ones_own_call() -> None:
    state = stova.game("klorsjavs_auction").deal(key="55" * 32)
    for action in (state.legal_actions()[0], BidContract("strøget tout"), Pass(), Pass(), NameTrump(Suit.CLUBS)):
        state = state.apply(action)
    assert state.points
    assert state.to_act == state.declarer
    assert hand_rate(state.view(state.to_act)) is None


@pytest.mark.parametrize("name", ["sjavs", "sjavs2", "klaverjas", "styrivolt"])
def test_with_partners_and_after_bids_of_lengths_alone_worlds_are_all_alike(name: str) -> None:
    (state,) = played_by_another(name, 1)
    assert hand_rate(state.view(state.to_act)) is None
