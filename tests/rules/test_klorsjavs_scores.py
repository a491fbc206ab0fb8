"""Klørsjavs for three and for four, rule by rule: the play, scores and the match."""

import random
from functools import cache
from typing import Any

import pytest

import stova
from helpers import KEY, refused, run, tricks
from klorsjavs_deals import BOTH, four, lost, sheet, tables, three
from searched import bent, play_on, plays, search, why
from stova import Result, State, Suit
from stova.rules.columns import Columns


@cache
def ended(name: str, points: int | None, won: int | None = None, **options: Any) -> Result:
    """A deal found and played in which the declarer takes so many card points, and in so many tricks if that is said.

    Without points it takes no trick.
    """
    game = stova.game(name, **options)

    def make(rng: random.Random) -> State:
        dealer, declarer = rng.randrange(game.seats), rng.randrange(game.seats)
        strong = points is not None and points > 40
        state = bent(game, rng, {declarer}, Suit.CLUBS, strong=strong, dealer=dealer)
        while state.to_act != declarer:
            state = run(state, "pass")
        winners = {declarer} if strong else set(range(game.seats)) - {declarer}
        return play_on(run(state, "declare"), rng, winners, "stay")

    def wanted(state: State) -> bool:
        result = state.result
        assert result.declarer is not None
        own, taken = result.points[result.declarer], result.tricks[result.declarer]
        if points is None:
            return not taken
        return own == points and taken > 0 and won in (None, taken)

    return search(f"{name} {points} {won}", make, wanted).result


def scored(*score: int) -> Result:
    nothing = (0,) * len(score)
    return Result(declarer=0, points=nothing, tricks=nothing, score=score, made="won", rule="KL-11")


def entered(columns: Columns, *scores: tuple[int, ...]) -> Columns:
    for score in scores:
        columns = columns.enter(scored(*score))
    return columns


def test_kl_10_forehand_leads_then_the_winner() -> None:
    state = run(three(), "pass", "pass", "declare", "leave", "stay")
    assert (state.declarer, state.to_act) == (2, 0)
    state = tricks(state, "AS QS KS")
    assert (state.to_act, state.tricks[0].winner) == (1, 1)
    assert tricks(state, "AH 5D KH").tricks[1].winner == 1


def test_kl_10_follow_or_play_anything() -> None:
    state = tricks(run(three(), "declare", "leave", "stay"), "KH")
    assert plays(state) == "5H AH"
    assert refused(state, "play AC") == "KL-10"
    assert why(state, "play KD") == "You hold a heart, the ace of hearts: hearts were led, so you must play a heart."
    state = tricks(state, "AH")
    assert plays(state) == "5C JC KC KS 5D AD", "no duty to trump"
    assert refused(state, "play QC") == "KL-10"
    assert tricks(state, "5C").tricks[0].winner == 2
    assert tricks(state, "AD").tricks[0].winner == 1


def test_kl_10_a_deal_counted_by_hand() -> None:
    state = run(three(), "declare", "exchange 5S KH", "stay")
    state = tricks(state, "QC JH KC", "AS 5H KS", "QD KD AD", "5D JD AH", "JS QS 5C", "AC JC QH")
    assert state.points == (9 + 25 + 23, 15, 18 + 16)
    result = state.result
    assert (result.points, result.tricks) == ((57 + 14, 15, 34), (3, 1, 2))
    assert (result.score, result.made, result.rule) == ((0, -4, -4), "won", "KL-11")


ROWS = [
    (120, (0, 16), "all"),
    (114, (0, 8), "double"),
    (91, (0, 8), "double"),
    (90, (0, 4), "won"),
    (61, (0, 4), "won"),
    (60, (8, 0), "lost"),
    (30, (8, 0), "lost"),
    (16, (8, 0), "lost"),
]


@pytest.mark.parametrize(("points", "loses", "made"), ROWS)
def test_kl_11_who_loses_what(points: int, loses: tuple[int, int], made: str) -> None:
    result = ended("klorsjavs", points)
    assert (lost(result), result.made, result.rule) == (loses, made, "KL-11")


def test_kl_11_all_is_a_hundred_and_twenty_points_and_every_trick() -> None:
    assert ended("klorsjavs", 120).tricks.count(0) == 2
    least = min(points for points in tables().points if points)
    assert 3 * least == 6, "who lacks a trick lacks 6 card points, so nobody has 115 to 119"


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("no_trick", [16, 8])
def test_kl_12_no_trick(name: str, no_trick: int) -> None:
    result = ended(name, None, no_trick=no_trick)
    assert result.declarer is not None
    assert result.tricks[result.declarer] == 0
    assert result.points[result.declarer] > 0, "the cat's points don't save"
    assert (lost(result), result.made, result.rule) == ((no_trick, 0), "no trick", "KL-12")


@pytest.mark.parametrize(("points", "loses"), [(120, (0, 16)), (61, (0, 4)), (60, (8, 0))])
def test_kl_12_changes_nothing_for_who_has_a_trick(points: int, loses: tuple[int, int]) -> None:
    assert lost(ended("klorsjavs", points, no_trick=8)) == loses


def test_kl_13_from_sixty_until_somebody_is_lowest_at_nought() -> None:
    start = sheet()
    assert start.standing == (60, 60, 60)
    before = entered(start, *[(-16, 0, 0)] * 3, (-8, 0, 0))
    assert (before.standing, before.is_over, before.losers, before.winners) == ((4, 60, 60), False, (), ())
    after = entered(before, (-4, 0, 0))
    assert (after.standing, after.is_over, after.losers, after.winners) == ((0, 60, 60), True, (0,), (1, 2))
    assert entered(before, (-8, 0, 0)).losers == (0,)
    assert before.column(0) == (60, 44, 28, 12, 4)


def test_kl_13_tied_lowest_play_on() -> None:
    tied = entered(sheet(), *[(-16, -16, 0)] * 4)
    assert (tied.standing, tied.is_over, tied.losers) == ((-4, -4, 60), False, ())
    still = entered(tied, (-4, -4, 0))
    assert not still.is_over
    after = entered(still, (0, -8, 0))
    assert (after.is_over, after.losers, after.winners) == (True, (1,), (2,))
    assert entered(still, (0, 0, -8)).is_over is False


def test_kl_13_a_match_played_to_its_end() -> None:
    match = stova.game("klorsjavs").match(key=KEY, dealer=0)
    dealers = []
    while not match.is_over:
        if match.state.is_over:
            match = match.next_deal()
        for text in ("knock", "declare", "leave", "fold"):
            match = match.apply(match.game.action(text))
        dealers.append(match.state.dealer)
    assert dealers == [0, 1, 2] * 7 + [0]
    assert match.sheet.summary() == {
        "standing": (4, -4, 4),
        "over": True,
        "winners": (0, 2),
        "losers": (1,),
        "noted": (),
    }


@pytest.mark.parametrize(("port_penalty", "noted"), [("yes", (1,)), ("no", ())])
def test_kl_14_who_ends_on_sixty_is_noted(port_penalty: str, noted: tuple[int, ...]) -> None:
    before = entered(sheet(port_penalty=port_penalty), *[(-16, 0, -4)] * 3)
    assert before.noted == ()
    after = entered(before, (-16, 0, 0))
    assert (after.standing, after.is_over, after.noted) == ((-4, 60, 48), True, noted)


def test_kl4_2_a_hundred_and_fourteen_points() -> None:
    points = tables("klorsjavs4").points
    assert sum(points[card] for card in stova.game("klorsjavs4").pack) == 114


@pytest.mark.parametrize(
    ("points", "loses", "made"),
    [
        (114, (0, 16), "all"),
        (105, (0, 8), "double"),
        (86, (0, 8), "double"),
        (85, (0, 4), "won"),
        (58, (0, 4), "won"),
        (57, (8, 0), "lost"),
        (30, (8, 0), "lost"),
    ],
)
def test_kl4_2_who_loses_what(points: int, loses: tuple[int, int], made: str) -> None:
    result = ended("klorsjavs4", points)
    assert len(result.score) == 4
    assert (lost(result), result.made, result.rule) == (loses, made, "KL4-2")


def test_kl4_2_a_deal_counted_by_hand() -> None:
    state = tricks(run(four(), "declare", "leave", "stay"), "QC JH JS KC", "JC QS AC 5C", "KH 5D 5H AH", "JD KD AS KS")
    assert state.points == (11 + 35 + 21, 26, 0, 0)
    assert (state.result.points, state.result.score) == ((67 + 21, 26, 0, 0), (0, -8, -8, -8))


def test_a_misdeal_goes_to_the_next_dealer() -> None:
    before = entered(sheet(dealer=1), (-8, 0, 0))
    after = before.misdeal()
    assert (before.dealer, after.dealer, after.lines) == (2, 0, before.lines)
