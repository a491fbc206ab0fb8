"""Sjavs for three, rule by rule: a test is named after the rule it proves."""

import dataclasses
import random
from typing import Any

import pytest

import stova
from expected import PRESETS, ROWS, STANDARD
from helpers import KEY, finish, names, refused, run, scores, stored, texts, tricks
from stova import State
from stova.cards import cards_in

HANDS = [
    "QC QS JC AH KH QH 7C 8S AD 10D",
    "JS JH AS KS 10S 9S AC KC 9H 8H",
    "JD 10C 9C 8C 10H 7H KD QD 9D 8D",
]
"""With dealer 2: six hearts, six spades, five diamonds; the talon is 7S 7D."""

OWN: dict[str, dict[str, object]] = {
    "standard": {},
    "catsatcards": {},
    "wikipedia": {},
    "suduroy": {"solo_vol": "side"},
    "danish_game": {"solo_vol": "side"},
}


def three(**options: Any) -> State:
    return stova.game("sjavs3", **options).deal(hands=HANDS, talon="7S 7D", dealer=2)


def soloist(**options: Any) -> State:
    """Forehand has bid, and is to name trumps or exchange."""
    return run(three(**options), "bid 6", "pass", "pass")


def test_presets() -> None:
    assert stova.presets("sjavs3") == tuple(PRESETS)
    fours = {"cut_packets", "single_player_vol"}
    for preset, changes in PRESETS.items():
        expected = {name: value for name, value in (STANDARD | changes).items() if name not in fours}
        expected |= {"trump_after_exchange": "no", "solo_vol": "single", "solo_60": "tie"} | OWN[preset]
        assert dataclasses.asdict(stova.game("sjavs3", preset=preset).options) == expected


def test_sj3_1_each_for_itself() -> None:
    assert stova.game("sjavs3").sides == (0, 1, 2)


@pytest.mark.parametrize(("cutter", "seat"), [("right", 0), ("left", 2)])
def test_sj3_1_dealing_after_a_cut(cutter: str, seat: int) -> None:
    state = stova.game("sjavs3", cutter=cutter).deal(key=KEY, dealer=1)
    assert state.to_act == seat
    top = list(state.pack[20:] + state.pack[:20])
    hands: dict[int, list[str]] = {place: [] for place in range(3)}
    talon: list[str] = []
    for size in (3, 4, 3):
        for place in (2, 0, 1):
            hands[place] += [str(top.pop(0)) for _ in range(size)]
        if len(talon) < 2:
            talon.append(str(top.pop(0)))
    state = run(state, "cut 20")
    assert [[str(card) for card in hand] for hand in state.dealt] == [hands[0], hands[1], hands[2], talon]


def test_sj3_1_dealing_after_a_knock() -> None:
    state = run(stova.game("sjavs3").deal(key=KEY, dealer=1), "knock")
    pack = state.pack
    assert state.dealt == (pack[11:21], pack[22:], pack[:10], (pack[10], pack[21]))
    assert state.talon == (pack[10], pack[21])


def test_sj3_2_none_one_or_two_cards() -> None:
    state = run(soloist(), "trump H")
    hand = HANDS[0].split()
    pairs = {frozenset((one, other)) for one in hand for other in hand}
    assert len(texts(state)) == 1 + len(pairs) == 1 + 10 + 45
    assert {frozenset(text.split()[1:]) for text in texts(state)} == pairs | {frozenset(["none"])}
    assert refused(state, "discard 7S") == "SJ3-2"
    assert refused(state, "discard 7D 7C") == "SJ3-2"
    assert refused(state, "play 7C") == "SJ3-2"


@pytest.mark.parametrize(
    ("discard", "hand", "talon"),
    [
        ("none", "7C JC QC 8S QS QH KH AH 10D AD", "7S 7D"),
        ("8S", "7C JC QC 7S QS QH KH AH 10D AD", "7D"),
        ("7C 8S", "JC QC 7S QS QH KH AH 7D 10D AD", ""),
    ],
)
def test_sj3_2_as_many_from_the_top_of_the_talon(discard: str, hand: str, talon: str) -> None:
    state = run(soloist(), "trump H", f"discard {discard}")
    assert names(cards_in(state.hands[0])) == hand
    assert names(state.talon) == talon
    assert state.to_act == 0


def test_sj3_2_the_talon_is_unseen_before_the_discard() -> None:
    state = run(soloist(), "trump H")
    assert all(state.view(seat).talon is None for seat in (0, 1, 2, None))


def test_sj3_2_trumps_named_after_the_exchange() -> None:
    state = soloist(trump_after_exchange="yes")
    assert len(texts(state)) == 56
    assert refused(state, "trump H") == "SJ3-2"
    state = run(state, "discard AH")
    assert texts(state) == {"trump H"}
    assert run(state, "trump H").to_act == 0


def test_sj3_2_clubs_said_need_no_naming() -> None:
    hands = [HANDS[1], "QC QS JC 10C 9C 8C 7C 8S AD 10D", "JD AH KH QH 10H 7H KD QD 9D 8D"]
    for option in ("no", "yes"):
        game = stova.game("sjavs3", trump_after_exchange=option)
        state = run(game.deal(hands=hands, dealer=2), "bid 6", "bid 7 clubs", "pass")
        assert (state.to_act, str(state.trump)) == (1, "C" if option == "no" else "None")
        after = run(state, "discard none")
        assert (after.points, str(after.trump)) == ((0, 0, 0), "C")


def test_sj3_3_discards_and_talon_count_for_the_soloist() -> None:
    state = run(soloist(), "trump H", "discard 10D AD")
    state = tricks(state, "QC 8H 7H", "QS 9H 10H", "JC JH JD", "AH JS KD", "AS 10C 7S")
    state = tricks(state, "KS 9C 8S", "10S QD KH", "QH AC 8C", "7C KC 9D", "9S 8D 7D")
    assert (state.points, state.result.points) == ((53, 46, 0), (74, 46, 0))
    assert state.result.score == (2, 0, 0)


def test_sj3_3_what_is_left_of_the_talon_counts_too() -> None:
    game = stova.game("sjavs3")
    hands = [hand.replace("AD", "7D") for hand in HANDS]
    state = run(game.deal(hands=hands, talon="7S AD", dealer=2), "bid 6", "pass", "pass", "trump H", "discard QC")
    state = finish(state, random.Random(3))
    assert names(state.talon) == "AD"
    assert state.result.points[0] == state.points[0] + 11 + 3
    assert sum(state.result.points) == 120


def test_sj3_3_without_a_soloist_the_talon_is_nobodys() -> None:
    game = stova.game("sjavs3", all_pass="play", bidding="optional")
    hands = [hand.replace("AD", "7D") for hand in HANDS]
    state = run(game.deal(hands=hands, talon="7S AD", dealer=2), "pass", "pass", "pass")
    assert (state.to_act, state.trump, state.discards) == (0, None, None)
    end = finish(state, random.Random(3))
    assert all(end.view(seat).talon is None for seat in (0, 1, 2, None))
    result = end.result
    assert sum(result.points) == 109
    assert result.score == tuple(4 if points > 60 else 0 for points in result.points)


THREE_ROWS = [("all", 16, 24), *ROWS[2:]]


@pytest.mark.parametrize(("row", "simple", "clubs"), THREE_ROWS)
def test_sj3_4_the_soloist_or_both_opponents_score(row: str, simple: int, clubs: int) -> None:
    assert scores("sjavs3", row) == (simple, clubs)


@pytest.mark.parametrize(("row", "simple", "clubs"), [("all", 12, 16), *ROWS[2:]])
def test_sj3_4_all_tricks_as_the_vol_of_a_side(row: str, simple: int, clubs: int) -> None:
    assert scores("sjavs3", row, solo_vol="side") == (simple, clubs)


@pytest.mark.parametrize(("row", "simple", "clubs"), [*THREE_ROWS[:6], *((row, -4, -8) for row, _, _ in ROWS[7:])])
def test_sj3_4_with_the_other_scales(row: str, simple: int, clubs: int) -> None:
    expected = (simple, 5 if row in ("61", "89") else clubs)
    assert scores("sjavs3", row, losing_scale="flat", clubs_61_89=5) == expected


def test_sj3_4_each_counts_down_from_24() -> None:
    sheet = stova.game("sjavs3").new_sheet(0)
    lost = stored("sjavs3", "59", clubs=False).result
    standing = [24, 24, 24]
    for side, score in enumerate(lost.score):
        standing[side] -= score
    assert sheet.enter(lost).summary()["standing"] == tuple(standing)
    assert sorted(standing) == [20, 20, 24]


@pytest.mark.parametrize("clubs", [False, True])
def test_sj3_5_exactly_sixty(clubs: bool) -> None:
    tied = stored("sjavs3", "60", clubs=clubs).result
    assert (tied.made, tied.score, tied.rule) == ("tie", (0, 0, 0), "SJ-25")
    lost = stored("sjavs3", "60", clubs=clubs, solo_60="loss").result
    amount = 8 if clubs else 4
    assert lost.declarer is not None
    assert lost.score == tuple(0 if seat == lost.declarer else amount for seat in range(3))
    assert (lost.made, lost.rule) == ("lost", "SJ3-5")


@pytest.mark.parametrize(("row", "simple", "clubs"), THREE_ROWS)
def test_sj3_5_a_loss_at_sixty_changes_no_other_row(row: str, simple: int, clubs: int) -> None:
    expected = (-4, -8) if row == "60" else (simple, clubs)
    assert scores("sjavs3", row, solo_60="loss") == expected


@pytest.mark.parametrize(
    ("standing", "winners", "crosses"),
    [
        ((8, 24, 22), (0,), (1, 0, 0)),
        ((24, 8, 12), (1,), (0, 1, 0)),
        ((24, 8, 8), (1, 2), (0, 1, 1)),
        ((4, 14, 24), (0,), (1, 0, 0)),
    ],
    ids=["soloist", "lower", "shared", "soloist first"],
)
def test_sj3_6_the_lower_wins_and_equal_is_shared(
    standing: tuple[int, ...], winners: tuple[int, ...], crosses: tuple[int, ...]
) -> None:
    sheet = stova.game("sjavs3").new_sheet(0)
    for side, now in enumerate(standing):
        sheet = sheet.enter(_scored(tuple((24 - now) * (side == other) for other in range(3))))
    last = (16, 0, 0) if winners == (0,) else (0, 16, 16)
    sheet = sheet.enter(_scored(last))
    assert (sheet.is_over, sheet.winners, sheet.summary()["crosses"]) == (True, winners, crosses)


def _scored(score: tuple[int, ...]) -> stova.Result:
    nothing = (0, 0, 0)
    return stova.Result(declarer=0, points=nothing, tricks=nothing, score=score, made="won", rule="SJ-18")
