"""What calls and exchanges come to."""

import random
from collections import Counter
from statistics import fmean

import pytest

import stova
from helpers import KEY
from stova import State
from stova.bots import Bot
from stova.bots.club import club
from stova.bots.novice import novice
from stova.bots.playing_on import CHANCE, came_to
from stova.cards import Suit
from stova.engine.actions import BidContract, Declare, Fold, NameTrump, Pass, Play, Stay
from stova.solver import estimates

GAMES = tuple(stova.games())


def early(name: str, number: int, kind: type | tuple[type, ...], **options: str) -> State:
    """A state before the first card in which such an action may be chosen, or not."""
    rng = random.Random(number)
    state = stova.game(name, **options).deal(key=KEY, number=number)
    while not state.is_over and not state.points:
        if any(isinstance(action, kind) for action in state.legal_actions()):
            return state
        state = state.apply(rng.choice(state.legal_actions()))
    return early(name, number + 1000, kind, **options)


def ahead(state: State, seat: int) -> float:
    """The score of a seat's side less that of the others on average."""
    own = state.game.sides[seat]
    return state.result.score[own] - fmean(score for side, score in enumerate(state.result.score) if side != own)


def to_the_end(state: State, chance: random.Random, by: Bot = club) -> State:
    while not state.is_over:
        state = state.apply(by(state.view(state.to_act), chance.getrandbits(64)))
    return state


@pytest.mark.parametrize("name", ["klorsjavs", "klorsjavs4"])
def test_what_ends_the_deal_comes_to_what_it_is(name: str) -> None:
    state = early(name, 1, Fold)
    assert state.to_act is not None
    assert state.to_act == state.declarer
    lost = ahead(state.apply(Fold()), state.to_act)
    assert came_to(state, Fold(), 1) == [lost]
    assert lost < 0


def test_what_is_dealt_anew_may_come_to_what_deals_usually_do() -> None:
    """For either side; where nobody can tell what they do it comes to nothing. Rule: KJ-3."""
    state = stova.game("klaverjas", "utrecht").deal(key=KEY, dealer=3)
    for _ in range(3):
        state = state.apply(Pass())
    prospects = state.game.prospects
    assert prospects is not None
    found = Counter[float]()
    for seed in range(2000):
        score, opposite = came_to(state, Pass(), seed)
        assert score == -opposite
        found[score] += 1
    assert {score for score, _ in prospects.deals} == set(found)
    assert all(abs(found[score] - 2 * deals) < 5 * (2 * deals) ** 0.5 for score, deals in prospects.deals)
    other = early("klorsjavs", 1, Pass)
    while not other.apply(Pass()).is_over:
        other = other.apply(Pass())
    assert came_to(other, Pass(), 1) == [0]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("klorsjavs", {}),
        ("klorsjavs", {"fold_until": "own_card"}),
        ("klorsjavs4", {}),
        ("klorsjavs_auction", {}),
        ("sjavs3", {}),
        ("klaverjas", {}),
    ],
)
def test_sides_that_play_together_score_alike(name: str, options: dict[str, str]) -> None:
    """The estimate is what the party of who leads has more than others: for a seat that is as if it alone had that.

    Who leads may also fold, if it may be done until then.
    """
    seen = set[bool]()
    for number in range(40):
        state, chance = early(name, number, (Pass, NameTrump), **options), random.Random(number)
        seat, action = state.to_act, random.Random(number).choice(state.legal_actions())
        assert seat is not None
        playing = state.apply(action)
        while not playing.points and not playing.is_over:
            stays = Stay() in playing.legal_actions()
            playing = playing.apply(Stay() if stays else novice(playing.view(playing.to_act), chance.getrandbits(64)))
        if playing.is_over or not any(isinstance(action, Play) for action in playing.legal_actions()):
            continue
        (expected,) = estimates([playing], chance=CHANCE, repeats=1, seed=chance.getrandbits(64))
        assert playing.to_act is not None
        leaders = {state.game.sides[own] for own in state.game.party(playing.to_act, playing.declarer)}
        ahead_of_others = list[float]()
        for score in expected.values():
            scores = [score if side in leaders else 0.0 for side in range(max(state.game.sides) + 1)]
            own = scores.pop(state.game.sides[seat])
            ahead_of_others.append(own - fmean(scores))
        assert came_to(state, action, number) == pytest.approx(ahead_of_others)
        seen.add(seat == playing.declarer)
    assert seen == ({True} if name == "klaverjas" else {True, False})


def test_a_deal_that_nobody_bid_is_played_to_the_end() -> None:
    """Each of three plays for itself there: who leads may score 4 alone, as may anybody else. Rule: SJ-14."""
    seen = set[tuple[int, ...]]()
    for number in range(60):
        state = early("sjavs3", number, Pass, bidding="optional", all_pass="play")
        while Pass() in state.legal_actions() and len(state.history) < 3:
            state = state.apply(Pass())
        if Pass() not in state.legal_actions():
            continue
        seat, chance = state.to_act, random.Random(number)
        assert seat is not None
        done = to_the_end(state.apply(Pass()), chance, novice)
        assert done.declarer is None
        assert came_to(state, Pass(), number) == [ahead(done, seat)]
        seen.add(done.result.score)
    assert {(0, 0, 0), (4, 0, 0)} & seen
    assert len(seen) > 2


@pytest.mark.parametrize(
    ("name", "options"), [("sjavs", {"bidding": "optional", "all_pass": "play"}), ("styrivolt", {})]
)
def test_of_two_sides_a_deal_that_nobody_bid_is_estimated(name: str, options: dict[str, str]) -> None:
    """What one side gets there the other doesn't: it comes to as much for whoever acts last before the first lead."""
    playing = state = stova.game(name, **options).deal(key=KEY, number=1)
    while not playing.points:
        legal = playing.legal_actions()
        state, playing = playing, playing.apply(Pass() if Pass() in legal else legal[0])
    assert playing.declarer is None
    chance = random.Random(1)
    (expected,) = estimates([playing], chance=CHANCE, repeats=1, seed=chance.getrandbits(64))
    assert state.to_act is not None
    assert playing.to_act is not None
    sign = 1 if state.game.sides[state.to_act] == state.game.sides[playing.to_act] else -1
    assert came_to(state, playing.history[-1][1], 1) == [sign * score for score in expected.values()]


def test_many_trumps_come_to_more_than_few() -> None:
    """Of the namer's side, on average; a tenth of what can be won is the least."""
    gains = list[float]()
    for number in range(20):
        state = early("klaverjas", number, NameTrump)
        assert state.to_act is not None
        partners = state.hands[state.to_act] | state.hands[(state.to_act + 2) % 4]
        fewest, *_, most = sorted(Suit, key=lambda suit: (partners & suit.cards).bit_count())
        gains.append(fmean(came_to(state, NameTrump(most), 1)) - fmean(came_to(state, NameTrump(fewest), 1)))
    assert fmean(gains) > 32


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", ["klaverjas", "klorsjavs4", "klorsjavs_auction", "sjavs3"])
def test_it_comes_to_about_what_it_does_when_club_players_play_to_the_end(name: str) -> None:
    """On average, in many deals; in units of what deals differ by."""
    guessed, found = list[float](), list[float]()
    for number in range(60):
        state = early(name, number, (NameTrump, Declare, BidContract))
        action = next(a for a in state.legal_actions() if isinstance(a, NameTrump | Declare | BidContract))
        seat = state.to_act
        assert seat is not None
        guessed.append(fmean(came_to(state, action, number)))
        found.append(ahead(to_the_end(state.apply(action), random.Random(number)), seat))
    spread = fmean(abs(score - fmean(found)) for score in found)
    assert abs(fmean(guessed) - fmean(found)) < spread / 2
    mean, other = fmean(guessed), fmean(found)
    assert sum((one - mean) * (two - other) for one, two in zip(guessed, found, strict=True)) > 0


@pytest.mark.parametrize("name", GAMES)
def test_equal_seeds_give_equal_scores(name: str) -> None:
    state = stova.game(name).deal(key=KEY, number=3)
    while not state.dealt:
        state = state.apply(state.legal_actions()[0])
    action = state.legal_actions()[0]
    assert came_to(state, action, 5) == came_to(state, action, 5)
