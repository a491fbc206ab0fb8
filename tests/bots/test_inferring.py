"""What bots conclude from how somebody came to play alone, or to name trumps."""

import random
from collections.abc import Sequence
from math import exp, log
from statistics import fmean

import pytest
from msgspec.structs import replace

import stova
from stova import State
from stova.bots import inferring
from stova.bots.club import club
from stova.bots.inferring import hand_rate
from stova.bots.judging import MASTER, masters, trump_worths
from stova.cards import CardSet, Suit, card_set, cards_in
from stova.engine.actions import BidContract, NameTrump, Pass
from stova.engine.game import Game
from stova.engine.view import plays
from stova.worlds import Worlds

ALONE = ("klorsjavs_auction", "klorsjavs", "klorsjavs4", "sjavs3")
"""The games in which somebody chooses to play against all others, or what to keep for that."""
TOLD = (*ALONE, "klaverjas")
"""Those and the game in which one of partners names any suit."""


def played_by_another(game: Game, count: int, *, tricks: int = 0) -> list[State]:
    """States of club players' card play after so many tricks or more, whose seat to act isn't the declarer's."""
    rng, found = random.Random(game.name), list[State]()
    while len(found) < count:
        state = game.deal(key=rng.randbytes(32))
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


def tricks_of(state: State, hand: CardSet, trump: Suit | None) -> float:
    """What a hand takes if this suit is trumps, by trumps and by cards that only they beat."""
    state = replace(state, trump=trump)
    tables = state.game.tables(state)
    plain = cards_in(hand & ~tables.trumps)
    return trumps_of(state, hand) + MASTER * len(masters(tables, plain, card_set(state.game.pack) & ~hand))


def off(states: Sequence[State], *, told: bool) -> float:
    """How much better the declarer's trumps are than in worlds, as likely as what was told makes them or all alike."""
    found = []
    for state in states:
        view = state.view(state.to_act)
        drawn = Worlds(view, rate=hand_rate(view) if told else None).hands(32, seed=1)
        own = fmean(trumps_of(state, kept(state, hands)) for hands in drawn)
        found.append(trumps_of(state, kept(state, state.hands)) - own)
    return fmean(found)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("tricks", [0, 2])
@pytest.mark.parametrize("name", TOLD)
def test_who_chose_trumps_or_to_play_alone_has_the_hand_for_it(name: str, tricks: int) -> None:
    states = played_by_another(stova.game(name), 40, tricks=tricks)
    unaware, aware = off(states, told=False), off(states, told=True)
    assert unaware > 0.2
    assert -0.2 < aware < unaware / 2


@pytest.mark.parametrize("tricks", [0, 3])
@pytest.mark.parametrize("name", TOLD)
def test_rates_go_by_the_hand_kept(name: str, tricks: int) -> None:
    """By its trumps and by what nothing beats, whatever has been played of it; of a suit named beside the others."""
    for state in played_by_another(stova.game(name), 3, tricks=tricks):
        rate = hand_rate(state.view(state.to_act))
        assert rate is not None

        def expected(hands: Sequence[CardSet], state: State = state) -> float:
            hand = kept(state, hands)
            if name in ALONE:
                return inferring.ALONE[state.game.seats - 1] * tricks_of(state, hand, state.trump)
            by_suit = {suit: inferring.TOGETHER * tricks_of(state, hand, suit) for suit in Suit}
            assert state.trump is not None
            return by_suit[state.trump] - log(sum(map(exp, by_suit.values())))

        first, *others = Worlds(state.view(state.to_act)).hands(30, seed=1)
        for hands in others:
            assert log(rate(hands) / rate(first)) == pytest.approx(expected(hands) - expected(first))


@pytest.mark.parametrize("calls", [("trump H",), ("pass", "trump H")])
def test_what_is_named_tells_the_others_and_onlookers(calls: Sequence[str]) -> None:
    state = stova.game("klaverjas", preset="utrecht").deal(key="55" * 32)
    for call in calls:
        assert hand_rate(state.view(None)) is None
        state = state.apply(state.game.action(call))
    assert state.points
    told = [seat for seat in (None, *range(4)) if hand_rate(state.view(seat))]
    assert told == [seat for seat in (None, *range(4)) if seat != state.declarer]


def test_nothing_is_told_by_ones_own_call_nor_before_trumps_are_named() -> None:
    state = stova.game("klorsjavs_auction").deal(key="55" * 32)
    for action in (state.legal_actions()[0], BidContract("strøget tout"), Pass(), Pass(), NameTrump(Suit.CLUBS)):
        assert all(hand_rate(state.view(seat)) is None for seat in range(3))
        state = state.apply(action)
    assert state.points
    assert state.to_act == state.declarer
    assert [hand_rate(state.view(seat)) is None for seat in range(3)].count(True) == 1
    assert hand_rate(state.view(state.to_act)) is None


def test_nothing_is_told_where_nobody_has_to_declare() -> None:
    (state,) = played_by_another(stova.game("styrivolt"), 1)
    assert hand_rate(state.view(state.to_act)) is None


@pytest.mark.parametrize("calls", [("accept",), ("pass", "accept"), ("pass",) * 4])
def test_nothing_is_told_by_who_plays_what_was_turned(calls: Sequence[str]) -> None:
    """Hardly anybody accepts, and after four passes forehand has to play it."""
    state = stova.game("klaverjas", trump_choice="turned").deal(key="55" * 32)
    for call in calls:
        state = state.apply(state.game.action(call))
    assert state.points
    assert all(hand_rate(state.view(seat)) is None for seat in range(4))


@pytest.mark.parametrize("name", ["sjavs", "sjavs2"])
def test_nothing_is_told_by_bids_of_lengths_nor_by_which_of_these_suits_is_named(name: str) -> None:
    states = played_by_another(stova.game(name), 20)
    assert all(hand_rate(state.view(state.to_act)) is None for state in states)
    assert any(isinstance(action, NameTrump) for state in states for _, action in state.history)


def test_how_much_a_trick_more_tells_is_as_it_is_said_to_be() -> None:
    """In docs/bots.md: against two, against three, and with a partner."""
    tells = (inferring.ALONE[2], inferring.ALONE[3], inferring.TOGETHER)
    assert [round(exp(a_trick)) for a_trick in tells] == [8, 37, 20]
