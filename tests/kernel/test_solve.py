"""The exact search on the kernel alone: against a naive walk, and the refusal of bad input.

Parties here are any sets of seats, bonuses any sets of cards; so more comes up than in the games.
"""

import random
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from kernel.naive_solve import QUIET, Question, naive_values
from naive_play import Bonuses, Naive, Play, deal
from stova import kernel
from stova.kernel import Goal

LENGTHS = {2: (2, 1), 3: (2, 0), 4: (2, 0)}
"""Cards of a hand and covered ones, at most, by the number of seats."""
LONGER = {2: (5, 2), 3: (5, 0), 4: (4, 0)}


def random_play(game: Naive, rng: random.Random, lengths: Mapping[int, tuple[int, int]]) -> Play:
    """A position of a few tricks, in a trick or between two, some tricks taken before."""
    length, covered = lengths[game.seats]
    play = deal(game, rng.randint(max(1, covered), length), rng, covered=rng.randint(0, covered))
    for _ in range(rng.randrange(game.seats)):
        play = play.after(game, rng.choice(game.legal(play.hands[play.seat], play.trick)))
    winners = rng.choice([set(), {play.leader}, {play.leader, rng.randrange(game.seats)}])
    return replace(play, tricks=[int(seat in winners) for seat in range(game.seats)])


def random_bonuses(play: Play, rng: random.Random) -> Bonuses:
    """Sets of cards that may fall in one trick."""
    cards = [card for hand in play.hands for card in hand] + list(play.covers.values()) + play.trick
    sizes = [rng.randint(2, len(play.hands)) for _ in range(rng.randrange(9))]
    return tuple((frozenset(rng.sample(cards, min(size, len(cards)))), rng.choice([20, 50, 100])) for size in sizes)


def random_question(
    policy: kernel.Policy,
    seats: int,
    goal: Goal,
    rng: random.Random,
    lengths: Mapping[int, tuple[int, int]] = LENGTHS,
) -> tuple[Question, Play]:
    game = Naive(
        seats=seats,
        policy=policy,
        trump_suit=rng.randrange(4),
        last_trick_points=rng.choice([0, 10]),
        anything_goes=rng.random() < 0.1,
    )
    play = random_play(game, rng, lengths)
    if goal is Goal.ALONE and sum(play.tricks) > 1:
        play = replace(play, tricks=[int(seat == play.leader) for seat in range(seats)])
    signed = goal in (Goal.BALANCE, Goal.BONUSES)
    question = Question(
        game=game,
        own=frozenset(rng.sample(range(seats), rng.randint(1, seats - 1))),
        goal=goal,
        bonuses=random_bonuses(play, rng) if signed else (),
        pit=(0 if goal is Goal.BONUSES else rng.choice([0, 100]), rng.choice([0, 100])) if signed else (0, 0),
        balance=rng.randint(-60, 60) if goal is Goal.BONUSES else 0,
        declared=rng.random() < 0.5,
    )
    return question, play


@pytest.mark.one_in(4)
@pytest.mark.parametrize("goal", Goal)
@pytest.mark.parametrize("policy", kernel.Policy)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_values(policy: kernel.Policy, seats: int, goal: Goal) -> None:
    rng = random.Random(f"{policy} {seats} {goal}")
    for _ in range(12):
        question, play = random_question(policy, seats, goal, rng)
        expected = naive_values(question, play)
        best = (max if play.seat in question.own else min)(expected.values())
        for reduced in (True, False):
            assert solved(question, play, reduced=reduced) == expected
            assert solved(question, play, reduced=reduced, cards=0) == {kernel.ANY_CARD: best}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("goal", Goal)
@pytest.mark.parametrize("policy", kernel.Policy)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_longer_plays_with_and_without_reductions(policy: kernel.Policy, seats: int, goal: Goal) -> None:
    """Only here is a position met again in which other seats took the tricks before."""
    rng = random.Random(f"longer {policy} {seats} {goal}")
    for _ in range(10 if kernel.SANITIZED else 20):
        question, play = random_question(policy, seats, goal, rng, LONGER)
        found = solved(question, play, reduced=True)
        assert found == solved(question, play, reduced=False)
        best = (max if play.seat in question.own else min)(found.values())
        assert solved(question, play, reduced=True, cards=0) == {kernel.ANY_CARD: best}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("goal", Goal)
@pytest.mark.parametrize("seats", [3, 4])
def test_covered_cards_of_more_than_two_seats(seats: int, goal: Goal) -> None:
    """No game has them. Several seats' may be turned up one after the other, and draw more than one's."""
    rng = random.Random(f"covered {seats} {goal}")
    for policy in kernel.Policy:
        for _ in range(12):
            question, play = random_question(policy, seats, goal, rng, {3: (4, 2), 4: (3, 1)})
            assert solved(question, play, reduced=True) == solved(question, play, reduced=False)


def test_trumps_are_no_suit_of_their_own_where_anything_goes() -> None:
    """Plain cards follow trumps there too, so nothing follows from how suits lie; the naive walk knows of none."""
    policy = kernel.Policy.FOLLOW_ELSE_RUFF_AND_BEAT
    game = Naive(seats=3, policy=policy, trump_suit=1, anything_goes=True)
    question = Question(game=game, own=frozenset((0,)), goal=Goal.POINTS)
    hands = [[48, 6, 21], [7, 10, 20], [24, 25, 19]]
    play = Play(hands=hands, leader=2, points=[0] * 3, tricks=[0] * 3)
    assert solved(question, play, reduced=True) == naive_values(question, play)


def test_cards_are_alike_only_where_whoever_is_void_may_play_them_alike() -> None:
    """Whoever can't follow has to beat, by a trump here: of two that are next to each other the higher may have to."""
    game = Naive(seats=4, policy=kernel.Policy.BEAT, trump_suit=0, last_trick_points=10)
    hands = [[35, 5], [46, 6, 22], [24, 48, 45], [33, 20]]
    play = Play(hands=hands, leader=3, trick=[44, 49], points=[0] * 4, tricks=[0, 0, 0, 1])
    question = Question(game=game, own=frozenset((0, 2, 3)), goal=Goal.POINTS)
    assert solved(question, play, reduced=True) == naive_values(question, play) == {6: 21, 22: 18}


def solved(question: Question, play: Play, *, reduced: bool, cards: int = 2**64 - 1) -> dict[int, int]:
    """The kernel's answers in the naive walk's terms: of ALONE and BONUSES it only says so much."""
    tricks = max(len(hand) + sum(card in play.covers for card in hand) for hand in play.hands)
    if question.goal is Goal.ALONE:
        found, _ = question.asked(play, low=0, high=tricks, marks=[tricks], reduced=reduced, cards=cards)
        return {card: int(low == tricks) for card, (low, _) in found.items()}
    high = 1 if question.goal is Goal.BONUSES else 15_000
    found, _ = question.asked(play, high=high, reduced=reduced, cards=cards)
    assert all(low == high for low, high in found.values())
    return {card: low for card, (low, _) in found.items()}


def test_bonuses_in_runs_at_any_balance() -> None:
    """Cards of runs lie in several hands, and the balance is anything from lost to won: here bonuses are fought for."""
    rng = random.Random("runs 2")
    for _ in range(400):
        game = Naive(seats=4, policy=kernel.Policy.FOLLOW, trump_suit=rng.randrange(4), last_trick_points=10)
        suits = rng.sample(range(4), 2)
        play = deal(game, 3, rng)
        cards = sorted(13 * suit + rank for suit in suits for rank in rng.sample(range(5, 13), 6))
        hands = [cards[seat::4] for seat in rng.sample(range(4), 4)]
        play = replace(play, hands=hands, tricks=rng.choice([[0, 0, 0, 0], [1, 1, 0, 0]]))
        runs = tuple((frozenset(range(card, card + 3)), 20) for card in cards if {card + 1, card + 2} <= set(cards))
        question = Question(
            game=game,
            own=frozenset(rng.choice([(0, 2), (1, 3)])),
            goal=Goal.BONUSES,
            bonuses=runs,
            pit=(0, rng.choice([0, 100])),
            balance=rng.randint(-90, 20),
            declared=rng.random() < 0.5,
        )
        assert solved(question, play, reduced=True) == solved(question, play, reduced=False)


@pytest.mark.parametrize("number", [410, 1074, 1493, 1881])
def test_what_is_not_lost_is_far_above_all_that_can_be_asked(number: int) -> None:
    """In these plays a bonus on the way to a question near that height once made cards seem not lost."""
    question, play = random_question(kernel.Policy.FOLLOW, 4, Goal.BONUSES, random.Random(f"not lost {number}"), LONGER)
    found, _ = question.asked(play, high=-kernel.LOWEST)
    assert {card: min(low, 1) for card, (low, _) in found.items()} == solved(question, play, reduced=True)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"own": 4}, "own must be a set of the seats"),
        ({"low": 2, "high": 1}, r"low\.\.high must lie within \+-20000"),
        ({"low": -20_000}, r"low\.\.high must lie within \+-20000"),
        ({"high": 20_000}, r"low\.\.high must lie within \+-20000"),
        ({"marks": [3, 2]}, "marks must ascend"),
        ({"seconds": -1.0}, "seconds must be 0 or more"),
        ({"seconds": float("nan")}, "seconds must be 0 or more"),
        ({"pit": (-1, 0)}, "pit must be 0 or more"),
        ({"pit": (0, -1)}, "pit must be 0 or more"),
        ({"pit": (0, 20_000)}, "points, bonuses, pit and balance may come to more than 19999"),
        ({"pit": (20_000, 0)}, "points, bonuses, pit and balance may come to more than 19999"),
        ({"balance": 20_000}, "points, bonuses, pit and balance may come to more than 19999"),
        ({"balance": -(2**31)}, "points, bonuses, pit and balance may come to more than 19999"),
    ],
)
def test_bad_questions(changes: dict[str, Any], reason: str) -> None:
    question, play = simple()
    with pytest.raises(ValueError, match=reason):
        question.asked(play, **changes)


@pytest.mark.parametrize("bonuses", [[(3, 20_000)], [(3, 65_535)] * 64])
def test_bonuses_that_come_to_too_much(bonuses: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="points, bonuses, pit and balance may come to more than 19999"):
        ask(no_suits(8, bonuses=bonuses), halves(8))


def simple() -> tuple[Question, Play]:
    """Two seats with three cards each."""
    game = Naive(seats=2, policy=kernel.Policy.FOLLOW)
    return Question(game=game, own=frozenset((0,)), goal=Goal.BALANCE), deal(game, 3, random.Random(1))


@pytest.mark.parametrize(
    "changes", [{"own": -1}, {"nodes": -1}, {"cards": -1}, {"pit": (1,)},
                {"marks": ["a"]}, {"low": "a"}]
)  # fmt: skip
def test_what_is_of_no_such_type(changes: dict[str, Any]) -> None:
    question, play = simple()
    with pytest.raises(TypeError):
        question.asked(play, **changes)


def test_tables_and_position_must_fit() -> None:
    _, play = simple()
    tables = Naive(seats=3, policy=kernel.Policy.FOLLOW).tables()
    with pytest.raises(ValueError, match="the position has 2 seats, the tables 3"):
        ask(tables, play.position())


def ask(tables: kernel.Tables, position: kernel.Position, **changes: Any) -> tuple[list[tuple[int, int, int]], int]:
    table = changes.pop("table", None) or kernel.Transpositions(1 << 12)
    goal = changes.pop("goal", Goal.POINTS)
    given = QUIET | {"own": 1, "pit": (0, 0), "balance": 0, "declared": False} | changes
    return kernel.solve(table, tables, position, goal, **given)


def no_suits(cards: int, worth: int = 1, bonuses: Sequence[tuple[int, int]] = ()) -> kernel.Tables:
    """The higher card wins, and anything goes."""
    above = [-1 << card + 1 & 2**64 - 1 for card in range(cards)]
    return kernel.Tables(
        seats=2, beaten_by=above, follow=[2**64 - 1] * cards, points=[worth] * cards, trumps=0,
        policy=kernel.Policy.FOLLOW, bonuses=bonuses,
    )  # fmt: skip


def halves(cards: int) -> kernel.Position:
    """The even cards against the odd ones."""
    evens = sum(1 << card for card in range(0, cards, 2))
    return kernel.Position(hands=[evens, evens << 1], leader=0, trick=[], points=[0, 0], tricks=[0, 0])


def test_at_most_32_cards() -> None:
    assert len(ask(no_suits(32), halves(32), nodes=100)[0]) == 16
    assert ask(no_suits(32), halves(32), nodes=0)[1] == 1
    with pytest.raises(ValueError, match="more than 32 cards are still to be played"):
        ask(no_suits(34), halves(34))


def test_no_more_points_than_fit() -> None:
    assert ask(no_suits(8, 255), halves(8), low=0)[0]
    position = kernel.Position(hands=[1, 2], leader=0, trick=[], points=[65_500, 0], tricks=[0, 0])
    with pytest.raises(ValueError, match="points may come to more than 65535"):
        ask(no_suits(8, 255), position)


def test_numbers_that_just_fit() -> None:
    """Two points and a trick are to come."""
    for changes, most in (({"points": [65_533, 0]}, 65_535), ({"tricks": [65_534, 0]}, 65_535)):
        given: dict[str, Any] = {"hands": [1, 2], "leader": 0, "trick": [], "points": [0, 0], "tricks": [0, 0]}
        ((what, (number, _)),) = changes.items()
        assert ask(no_suits(8), kernel.Position(**given | changes))[0]
        with pytest.raises(ValueError, match=f"{what} may come to more than {most}"):
            ask(no_suits(8), kernel.Position(**given | {what: [number + 1, 0]}))
    position = kernel.Position(hands=[1, 2], leader=0, trick=[], points=[0, 0], tricks=[0, 0])
    assert ask(no_suits(8), position, goal=Goal.BALANCE, pit=(19_997, 0))[0]
    with pytest.raises(ValueError, match="may come to more than 19999"):
        ask(no_suits(8), position, goal=Goal.BALANCE, pit=(19_998, 0))


def test_a_play_that_is_over() -> None:
    position = kernel.Position(hands=[0, 0], leader=0, trick=[], points=[3, 4], tricks=[1, 1])
    with pytest.raises(ValueError, match="the play is over"):
        ask(no_suits(8), position)


def test_results_are_cut_off_at_low_and_high() -> None:
    exact, _ = ask(no_suits(12), halves(12), low=0, high=12)
    cut, _ = ask(no_suits(12), halves(12), low=5, high=6)
    assert [(card, min(max(low, 5), 6), min(max(high, 5), 6)) for card, low, high in exact] == cut


def test_marks_are_decided() -> None:
    exact, _ = ask(no_suits(12), halves(12), low=0, high=12)
    marked, _ = ask(no_suits(12), halves(12), low=0, high=12, marks=[2, 4, 8])
    for (_, low, high), (_, value, _) in zip(marked, exact, strict=True):
        assert low <= value <= high
        assert not any(low < mark <= high for mark in (2, 4, 8))


def test_only_cards_asked_about() -> None:
    assert [card for card, _, _ in ask(no_suits(12), halves(12), cards=0b1100)[0]] == [2]


@pytest.mark.skipif(kernel.SANITIZED, reason="the sanitizer ends the program where memory can't be had")
def test_memory_that_cannot_be_had() -> None:
    with pytest.raises(MemoryError):
        kernel.Transpositions(1 << 62)


def test_memory_serves_one_search_at_a_time() -> None:
    table = kernel.Transpositions(1 << 20)
    tables, position = no_suits(32), halves(32)
    refused: list[str] = []
    thread = threading.Thread(target=lambda: ask(tables, position, table=table, seconds=0.5))
    thread.start()
    while thread.is_alive() and not refused:
        try:
            ask(tables, position, table=table, nodes=1)
        except ValueError as error:
            refused.append(str(error))
    thread.join()
    assert refused == ["another search is using this memory"]
    assert ask(tables, position, table=table, nodes=1)


def test_whatever_is_accepted_can_be_solved() -> None:
    """Tables that belong to no game; the sanitizers watch what the search does."""
    rng = random.Random(5)
    for _ in range(300):
        seats, length = rng.randint(2, 4), rng.randint(1, 3)
        cards = rng.sample(range(64), seats * length)
        hands = [sum(1 << cards.pop() for _ in range(length)) for _ in range(seats)]
        zeros = [0] * seats
        position = kernel.Position(hands=hands, leader=rng.randrange(seats), trick=[], points=zeros, tricks=zeros)
        tables = kernel.Tables(
            seats=seats,
            beaten_by=[rng.getrandbits(64) & rng.getrandbits(64) for _ in range(64)],
            follow=[rng.getrandbits(64) for _ in range(64)],
            points=[rng.randrange(30) for _ in range(64)],
            trumps=rng.getrandbits(64),
            policy=rng.choice(list(kernel.Policy)),
            bonuses=[(rng.getrandbits(64) & rng.getrandbits(64) | 1, 20) for _ in range(3)],
        )
        goal = rng.choice(list(Goal))
        values, _ = ask(tables, position, goal=goal, high=0 if goal is Goal.BONUSES else 15_000)
        assert len(values) == length


def test_points_to_come_are_those_of_all_cards_in_play() -> None:
    play = halves(8)
    assert kernel.points_to_come(no_suits(8, 3), play) == 8 * 3
    with pytest.raises(ValueError, match="has cards the tables don't"):
        kernel.points_to_come(no_suits(6, 3), play)
