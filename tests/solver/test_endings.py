"""Endings that weren't played to: cards left, trumps, and who leads."""

import pickle
import random
from typing import Any, Literal

import pytest

import stova
from endings import SOLVED, TRICKS, ending
from stova import Ending, RulesError, State
from stova.cards import cards_in
from stova.engine.actions import Play
from stova.errors import NotationError
from stova.playouts import playouts
from stova.solver import AtLeast, Bounds, Limit, estimates, party, solve, stakes_of, value_of

KLAVERJAS = stova.game("klaverjas")
HANDS = ["JC AS", "9C 10S", "AC KS", "KC QS"]


def without_its_deal(state: State) -> Ending:
    """The cards left in a state."""
    hands = [cards_in(hand) for hand in state.hands]
    game = state.game
    return game.ending(hands, trump=state.trump, leader=state.leader, trick=state.trick, declarer=state.declarer)


def played_to(rng: random.Random, name: str) -> State:
    """A state by chance with a card to play, and none of them covered."""
    while True:
        state = ending(rng, (name,), TRICKS)
        if not state.game.covers(state) and all(isinstance(action, Play) for action in state.legal_actions()):
            return state


def so_far(state: State) -> dict[str, int]:
    """What the party of the seat to act has before the cards left are played."""
    own, stakes = party(state), stakes_of(state)
    extra = getattr(stakes, "extra", 0) if own == stakes.seats else 0
    return {
        "points": extra + sum(state.points[seat] for seat in own),
        "tricks": sum(trick.winner in own for trick in state.tricks),
    }


@pytest.mark.parametrize("name", SOLVED)
def test_what_is_left_brings_what_the_deal_comes_to_less_what_there_was(name: str) -> None:
    rng = random.Random(f"left {name}")
    for _ in range(40):
        state = played_to(rng, name)
        left, had = without_its_deal(state), so_far(state)
        assert left.legal_actions() == state.legal_actions()
        assert party(left) == party(state)
        for goal in ("points", "tricks"):
            whole = solve(state, goal=goal).values
            expected = {play: Bounds(value.low - had[goal], value.high - had[goal]) for play, value in whole.items()}
            assert solve(left, goal=goal).values == expected
            amount = value_of(state, goal=goal).low - had[goal]
            of: Literal["points", "tricks"] = goal
            assert value_of(left, goal=AtLeast(amount, of)) == Bounds(1, 1)
            assert value_of(left, goal=AtLeast(amount + 1, of)) == Bounds(0, 0)


@pytest.mark.parametrize("name", SOLVED)
def test_cards_fall_as_in_the_deal(name: str) -> None:
    rng = random.Random(f"fall {name}")
    for _ in range(40):
        state = played_to(rng, name)
        left, points = without_its_deal(state), state.points
        while not state.is_over:
            action = rng.choice(state.legal_actions())
            state = state.apply(action)
            if isinstance(action, Play):
                left = left.apply(action)
                assert (left.hands, left.trick, left.leader) == (state.hands, state.trick, state.leader)
                assert left.tricks == state.tricks[len(state.tricks) - len(left.tricks) :]
        assert left.is_over
        assert left.legal_actions() == ()
        assert tuple(before + own for before, own in zip(points, left.points, strict=True)) == state.points


@pytest.mark.parametrize("name", SOLVED)
def test_the_line_of_an_ending_comes_to_its_value(name: str) -> None:
    rng = random.Random(f"line {name}")
    for _ in range(10):
        left = without_its_deal(played_to(rng, name))
        for goal in ("points", "tricks"):
            solution, end = solve(left, goal=goal), left
            for action in solution.line:
                end = end.apply(action)
            own = party(left)
            points, tricks = sum(end.points[seat] for seat in own), sum(trick.winner in own for trick in end.tricks)
            assert end.is_over
            assert solution.value == Bounds(*2 * [points if goal == "points" else tricks])


def test_a_trick_under_way() -> None:
    left = KLAVERJAS.ending(["AS", "9C 10S", "AC KS", "KC QS"], trump="♣", leader=0, trick="JC")
    assert (left.to_act, left.legal_actions()) == (1, (KLAVERJAS.action("play 9C"),))
    assert solve(left).state is left
    assert str(solve(left)) == "points of seat 1's party: 0\n  play 9C  0"


def test_an_ending_is_printed() -> None:
    left = KLAVERJAS.ending(["AS", "9C 10S", "AC KS", "KC QS"], trump="clubs", leader=0, trick="JC", declarer=2)
    assert str(left).splitlines() == [
        "klaverjas, de_wieken; an ending",
        "trumps ♣, declarer seat 2",
        "  seat 0  ♠A",
        "> seat 1  ♣9  ♠10",
        "  seat 2  ♣A  ♠K",
        "  seat 3  ♣K  ♠Q",
        "trick 1: seat 0 ♣J",
    ]


def test_who_plays_with_whom() -> None:
    three = stova.game("klorsjavs").ending(["AC", "KC", "AH"], trump=None, leader=1, declarer=2)
    assert party(three) == {0, 1}
    alone = stova.game("klorsjavs").ending(["AC", "KC", "AH"], trump=None, leader=1)
    assert party(alone) == {1}
    assert party(KLAVERJAS.ending(HANDS, trump="C", leader=1)) == {1, 3}
    assert party(KLAVERJAS.ending(HANDS, trump="C", leader=1, declarer=0)) == {1, 3}


def test_an_ending_is_played_out() -> None:
    played = playouts(KLAVERJAS.ending(HANDS, trump="C", leader=0), 10, seed=1)
    assert {sum(played[number, 0, seat] for seat in range(4)) for number in range(10)} == {87}


def test_the_last_cards_of_the_permanent_trumps_alone() -> None:
    """Where nobody bid, no suit is named."""
    sjavs = stova.game("sjavs")
    left = sjavs.ending(["AC", "JD", "AH", "KC"], trump=None, leader=0)
    assert value_of(left) == Bounds(0, 0)
    assert value_of(sjavs.ending(["AC", "KD", "AH", "KC"], trump=None, leader=0)) == Bounds(30, 30)
    assert value_of(sjavs.ending(["AS", "7C", "7H", "7D"], trump=None, leader=0)) == Bounds(11, 11)
    assert value_of(sjavs.ending(["AS", "7C", "7H", "7D"], trump="C", leader=0)) == Bounds(0, 0)


@pytest.mark.parametrize(
    ("hands", "given", "said"),
    [
        (HANDS[:3], {}, "klaverjas has 4 seats, and so as many hands, not 3"),
        ([*HANDS[:3], "KC"], {}, "here 2, 2, 2, 2 cards, for instance, not 2, 2, 2, 1"),
        (HANDS, {"trick": "7C"}, "here 2, 3, 3, 3 cards, for instance, not 2, 2, 2, 2"),
        (["", "", "", ""], {}, "there are no cards left to play"),
        (["AS", "10S", "KS", "QS"], {"trick": "JC 9C AC KC"}, "a trick under way has fewer than 4 cards, not 4"),
        ([*HANDS[:3], "KC JC"], {}, "given twice: JC"),
        ([*HANDS[:3], "KC 2S"], {}, "not in the pack of klaverjas: 2S"),
        (HANDS, {"leader": 4}, "the seat that leads must be a whole number, 0 to 3, not 4"),
        (HANDS, {"declarer": -1}, "the declarer's seat must be a whole number, 0 to 3, not -1"),
        (HANDS, {"trump": "X"}, "'X' is no trump suit: it is C, S, H or D"),
        (HANDS, {"trump": 7}, "7 is no trump suit: it is C, S, H or D"),
        (HANDS, {"trump": None}, "klaverjas is played with trumps: say which suit, C, S, H or D"),
        (3, {}, "the hands must be an Iterable, not int"),
        ([1, 2, 3, 4], {}, "cards are a text such as 'QC 10H'"),
    ],
)
def test_what_is_no_ending(hands: Any, given: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError) as error:
        KLAVERJAS.ending(hands, **{"trump": "C", "leader": 0, **given})
    assert said in str(error.value)


def test_what_has_no_endings() -> None:
    with pytest.raises(RulesError, match="there are no endings of styrivolt"):
        stova.game("styrivolt").ending(["AS", "KS", "QS", "JS"], trump=None, leader=0)
    with pytest.raises(RulesError, match="trumps are always clubs in klorsjavs"):
        stova.game("klorsjavs").ending(["AC", "KC", "AH"], trump="S", leader=0)
    with pytest.raises(NotationError, match="in seat 3's hand, column 4: 'XX' is not a card"):
        KLAVERJAS.ending([*HANDS[:3], "KC XX"], trump="C", leader=0)


def test_an_ending_has_no_score_and_no_hidden_cards() -> None:
    left: Any = KLAVERJAS.ending(HANDS, trump="C", leader=0)
    with pytest.raises(RulesError, match="an ending has no score"):
        solve(left, goal="score")
    with pytest.raises(RulesError, match="what is estimated must be a State, not Ending"):
        estimates([left])


def test_what_may_not_be_played() -> None:
    left = KLAVERJAS.ending(["JC", "9C", "AC", "KC"], trump="C", leader=0)
    with pytest.raises(RulesError, match="'play 9C' can't be done here: seat 0 may play JC"):
        left.apply(KLAVERJAS.action("play 9C"))
    with pytest.raises(RulesError, match="'roem' can't be done here"):
        left.apply(KLAVERJAS.action("roem"))
    text: Any = "play JC"
    with pytest.raises(RulesError, match=r"'play JC' is no action; game.action\(text\) makes one"):
        left.apply(text)
    for card in ("JC", "9C", "AC", "KC"):
        left = left.apply(KLAVERJAS.action(f"play {card}"))
    assert left.points == (59, 0, 0, 0)
    with pytest.raises(RulesError, match="'play JC' can't be done here: all cards are played"):
        left.apply(KLAVERJAS.action("play JC"))
    with pytest.raises(RulesError, match="nothing to solve"):
        solve(left)


def test_what_lies_in_the_trick_must_have_been_allowed() -> None:
    with pytest.raises(RulesError, match="'play 10S' can't be done here: seat 1 may play 9C"):
        KLAVERJAS.ending(["AS", "9C", "AC KS", "KC QS"], trump="C", leader=0, trick="JC 10S")


def test_an_ending_is_pickled_and_solved_within_limits() -> None:
    left = stova.game("klaverjas").ending(HANDS, trump="C", leader=0)
    assert pickle.loads(pickle.dumps(left)) == left
    cut = solve(left, limit=Limit(nodes=0))
    assert all(cut.values[play].low <= value.low <= cut.values[play].high for play, value in solve(left).values.items())
    coarse = solve(left, grain=4)
    assert all(value.high - value.low < 4 for value in coarse.values.values())


def test_clubs_may_be_named_where_they_are_always_trumps() -> None:
    game, hands = stova.game("klorsjavs"), ["QC KS", "AC KD", "5S AD"]
    assert game.ending(hands, trump="C", leader=0) == game.ending(hands, trump=None, leader=0)
