"""A beginner's mistakes: which they are, that they come by the seed, and that a novice doesn't make them."""

import random
import sys
from collections import Counter
from statistics import mean

import pytest
from msgspec.structs import replace

import stova
from helpers import KEY, run, some_action
from stova import Action, State, View
from stova.bots.beginner import beginner, forgetful
from stova.bots.judging import elsewhere, length
from stova.bots.novice import novice
from stova.cards import Card
from stova.engine.actions import NameTrump, Pass, Play

SEEDS = range(200)


def chosen(state: State) -> Counter[str]:
    """What beginners do, by how many of the seeds."""
    assert state.to_act is not None
    view = state.view(state.to_act)
    return Counter(str(beginner(view, seed)) for seed in SEEDS)


def hearts() -> State:
    """Seat 2 has named hearts, seat 1 leads."""
    hands = (
        "JH 7H AS 9S 7S 9C 8C 7D",
        "QC QS AD QD 8D KS 8S 7C",
        "JC JS KH QH 9H 8H AC 10S",
        "JD AH 10H KD 10D 9D KC 10C",
    )
    return run(stova.game("sjavs").deal(hands=hands, dealer=0), "bid 5", "bid 6", "pass", "pass", "trump H")


def test_leads_aces_at_once() -> None:
    state = run(hearts(), "play AD", "play 8H", "play 9D", "play 7D")
    found = chosen(state)
    assert found["play AC"] > len(SEEDS) / 3
    assert str(novice(state.view(2), 0)) == "play JC"


def test_ruffs_with_too_high_a_trump() -> None:
    state = run(hearts(), "play AD")
    assert chosen(state)["play JC"] > len(SEEDS) / 10
    assert str(novice(state.view(2), 0)) == "play 8H"


def test_forgets_what_is_gone() -> None:
    state = run(hearts(), "play AD", "play 8H", "play 9D", "play 7D", "play JC", "play JD", "play 7H", "play QS")
    view = state.view(1)
    gone = Card("9D")
    assert not elsewhere(view) >> gone & 1
    assert elsewhere(forgetful(view)) >> gone & 1


def test_decides_by_what_it_remembers(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[View]()

    def recorded(view: View, seed: int) -> Action:
        asked.append(view)
        return view.legal[0]

    monkeypatch.setattr(sys.modules[beginner.__module__], "novice", recorded)
    state = run(hearts(), "play AD", "play 8H", "play 9D", "play 7D", "play JC", "play JD", "play 7H", "play QS")
    chosen(state)
    assert asked
    assert all(view == forgetful(state.view(1)) != state.view(1) for view in asked)


def test_a_slip_comes_by_how_far_the_deal_has_got() -> None:
    """Or with one seed it would slip at each turn, or at none."""
    view = run(hearts(), "play AD", "play 8H", "play 9D", "play 7D").view(2)
    later = replace(view, history=(*view.history, *view.history[-1:]))
    assert any(beginner(view, seed) != beginner(later, seed) for seed in SEEDS)


def test_any_card_may_be_played_without_a_look() -> None:
    """Of those none of which would win."""
    rng, found = random.Random("careless"), 0
    for _ in range(20):
        state = stova.game("klaverjas").deal(key=rng.randbytes(32))
        while not state.is_over:
            view = state.view(state.to_act)
            cards = [action.card for action in view.legal if isinstance(action, Play)]
            if view.trick and len(cards) > 4:
                beaten_by = view.game.tables(view).beaten_by[view.trick[view.best]]
                if not any(beaten_by >> card & 1 for card in cards):
                    assert len(chosen(state)) == len(cards)
                    found += 1
            state = state.apply(some_action(state.legal_actions(), rng))
    assert found > 4


def test_sometimes_keeps_quiet_about_roem() -> None:
    hands = (
        "KH 7C 8C 7S 8S 7D 8D 9D",
        "QH 9C 10C 9S 10S AD 10D KD",
        "JH 9H JC QC JS QS JD QD",
        "AH 10H KC AC KS AS 8H 7H",
    )
    state = stova.game("klaverjas").deal(hands=hands, dealer=3)
    state = run(state, "trump H", "play KH", "play QH", "play JH", "play AH")
    found = chosen(state)
    assert 0 < found["no roem"] < found["roem"]


def test_bids_high_on_length() -> None:
    """Three low trumps of six cards are no stryger."""
    hands = ("5H JH QH 5S QS 5D", "AH KH AS KS AD KD", "AC KC QC JC 5C JS")
    view = stova.game("klorsjavs_auction").deal(hands=hands, talon="JD QD", dealer=2).view(0)
    assert any(str(beginner(view, seed)) == "bid stryger" for seed in SEEDS)
    assert str(novice(view, 0)) == "bid spil"


def test_mistakes_come_now_and_then() -> None:
    """A beginner does what a novice does more often than not."""
    game = stova.game("klaverjas")
    agreed = []
    for number in range(20):
        state = game.deal(key=KEY, number=number)
        while not state.is_over:
            assert state.to_act is not None
            view = state.view(state.to_act)
            agreed.append(beginner(view, number) == novice(view, number))
            state = state.apply(novice(view, number))
    assert 0.6 < mean(agreed) < 0.95


def test_names_the_longest_suit_when_it_has_to_name_one() -> None:
    rng, named = random.Random("names"), 0
    while named < 60:
        state = stova.game("sjavs3", trump_after_exchange="yes").deal(key=rng.randbytes(32))
        while not state.is_over and not state.points:
            suits = [action for action in state.legal_actions() if isinstance(action, NameTrump)]
            if len(suits) > 1 and Pass() not in state.legal_actions() and state.to_act is not None:
                view = state.view(state.to_act)
                longest = max(length(view, action.suit) for action in suits)
                for seed in range(6):
                    choice = beginner(view, seed)
                    assert isinstance(choice, NameTrump)
                    assert length(view, choice.suit) == longest
                named += 1
            state = state.apply(some_action(state.legal_actions(), rng))


def test_who_has_no_highest_card_of_a_plain_suit_leads_the_first_trump_at_hand() -> None:
    """More often than not; a novice leads the best."""
    hands = (
        "7H QH 8S 7S 8C 7C 8D 7D",
        "JH 9H AH KS AS AC KD AD",
        "8H JS 9S 9C JC KC 9D JD",
        "10H 10S QS QC 10C KH QD 10D",
    )
    state = run(stova.game("klaverjas").deal(hands=hands, dealer=3), "trump H")
    assert set(chosen(state)) == {"play 7H", "play QH"}
    assert 100 < chosen(state)["play 7H"] < 140
