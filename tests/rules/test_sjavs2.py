"""Sjavs for two, rule by rule: a test is named after the rule it proves."""

import dataclasses
from collections.abc import Sequence
from typing import Any

import pytest

import stova
from expected import PRESETS, ROWS, STANDARD
from helpers import KEY, names, refused, run, scores, texts
from stova import State
from stova.cards import Card, cards_in
from stova.games.sjavs2 import Row, SeenRow

DOWN = ["7C 8C 9C 10C", "JC QC KC AC"]
UP = ["7S 8S 9S 10S", "JS QS KS AS"]
HAND = ["7H 8H 9H 10H JH QH KH AH", "7D 8D 9D 10D JD QD KD AD"]
HANDS = [" ".join(part) for part in zip(DOWN, UP, HAND, strict=True)]
"""With dealer 1: eight hearts, ten diamonds."""

OWN: dict[str, dict[str, object]] = {
    "standard": {},
    "catsatcards": {"visible_bid": "hand", "turn_up": "at_once"},
    "wikipedia": {},
    "suduroy": {"cut_packets": (3, 2, 3)},
    "danish_game": {},
}


def two(**options: Any) -> State:
    return stova.game("sjavs2", **options).deal(hands=HANDS, dealer=1)


def begun(**options: Any) -> State:
    """Seat 1 plays diamonds; forehand is to lead."""
    return run(two(**options), "bid 8", "bid 10", "trump D")


def row(state: State, seat: int) -> tuple[str, str]:
    """A seat's open and covered cards; `-` for an empty place."""
    own = state.own[seat]
    assert isinstance(own, Row)
    return in_places(own.up), in_places(own.down)


def seen_row(state: State, seat: int) -> tuple[str, str]:
    """What all saw open first in a seat's row, and what was turned up; `-` for what lies covered."""
    own: SeenRow = state.view(None).own[seat]
    return in_places(own.first), in_places(own.turned)


def in_places(cards: Sequence[Card | None]) -> str:
    return " ".join(str(card or "-") for card in cards)


def test_presets() -> None:
    assert stova.presets("sjavs2") == tuple(PRESETS)
    for preset, changes in PRESETS.items():
        expected = {name: value for name, value in (STANDARD | changes).items() if name != "single_player_vol"}
        expected |= {"visible_bid": "hand_and_upcards", "turn_up": "trick_end", "solo_vol": "side"} | OWN[preset]
        assert dataclasses.asdict(stova.game("sjavs2", preset=preset).options) == expected


@pytest.mark.parametrize(("packets", "cutter", "seat"), [((4, 4), "right", 1), ((3, 2, 3), "left", 1)])
@pytest.mark.parametrize("cut", [0, 9])
def test_sj2_1_covered_open_and_in_hand(packets: tuple[int, ...], cutter: str, seat: int, cut: int) -> None:
    state = stova.game("sjavs2", cut_packets=packets, cutter=cutter).deal(key=KEY, dealer=0)
    assert state.to_act == seat
    top = list(state.pack[cut:] + state.pack[:cut])
    dealt: dict[int, list[str]] = {0: [], 1: []}
    for size in (4, 4, *(packets if cut else (8,))):
        for place in (1, 0):
            dealt[place] += [str(top.pop(0)) for _ in range(size)]
    state = run(state, f"cut {cut}" if cut else "knock")
    assert top == []
    for place in (0, 1):
        assert names(state.dealt[place]).split() == dealt[place]
        assert row(state, place) == (" ".join(dealt[place][4:8]), " ".join(dealt[place][:4]))
        assert {str(card) for card in cards_in(state.hands[place])} == set(dealt[place][4:])


def test_sj2_2_hand_and_open_cards_are_played() -> None:
    state = begun()
    assert texts(state) == {f"play {card}" for card in f"{UP[0]} {HAND[0]}".split()}
    assert refused(state, "play 7C") == "SJ-15"


def test_sj2_2_open_cards_must_follow() -> None:
    assert texts(run(begun(), "play 10S")) == {"play KS", "play AS"}
    assert refused(run(begun(), "play 10S"), "play 7D") == "SJ-15"
    assert texts(run(begun(), "play JH")) == {f"play {card}" for card in f"JS QS {HAND[1]}".split()}


def test_sj2_2_nobody_sees_covered_cards() -> None:
    for seat in (0, 1, None):
        view = begun().view(seat)
        assert view.own == tuple(SeenRow(own.up, own.up, (None, None, None, None)) for own in begun().own)
        assert not {card for card in view.hand if str(card) in f"{DOWN[0]} {DOWN[1]}".split()}


def test_sj2_3_hand_and_open_cards_are_counted() -> None:
    assert texts(two()) == {"bid 8"}
    assert texts(run(two(), "bid 8")) == {"bid 10"}


def test_sj2_3_the_hand_alone_is_counted() -> None:
    state = two(visible_bid="hand")
    assert texts(state) == {"bid 8"}
    state = run(state, "bid 8")
    assert texts(state) == {"pass"}
    assert refused(state, "bid 10") == "SJ-12"
    assert texts(run(state, "pass")) == {"trump H"}


def test_sj2_4_turned_up_at_the_end_of_the_trick() -> None:
    state = run(begun(), "play 10S")
    assert row(state, 0) == ("7S 8S 9S -", DOWN[0])
    state = run(state, "play AS")
    assert (row(state, 0), row(state, 1)) == (("7S 8S 9S 10C", "7C 8C 9C -"), ("JS QS KS AC", "JC QC KC -"))
    assert "play AC" in texts(state)


def test_sj2_4_turned_up_at_once() -> None:
    state = run(begun(turn_up="at_once"), "play 10S")
    assert (row(state, 0), row(state, 1)) == (("7S 8S 9S 10C", "7C 8C 9C -"), (UP[1], DOWN[1]))
    state = run(state, "play AS")
    assert row(state, 1) == ("JS QS KS AC", "JC QC KC -")


@pytest.mark.parametrize(("option", "turned"), [("trick_end", "- - - -"), ("at_once", "- - - 10C")])
def test_sj2_4_all_see_what_lay_open_first_and_what_was_turned_up(option: str, turned: str) -> None:
    state = run(begun(turn_up=option), "play 10S")
    assert seen_row(state, 0) == (UP[0], turned)
    state = run(state, "play AS")
    assert (seen_row(state, 0), seen_row(state, 1)) == ((UP[0], "- - - 10C"), (UP[1], "- - - AC"))
    state = run(state, "play AC", "play 10C")
    assert (row(state, 0), seen_row(state, 0)) == (("7S 8S 9S -", "7C 8C 9C -"), (UP[0], "- - - 10C"))


@pytest.mark.parametrize("option", ["trick_end", "at_once"])
def test_sj2_4_a_card_from_the_hand_turns_nothing(option: str) -> None:
    state = run(begun(turn_up=option), "play 7H", "play 7D")
    assert (row(state, 0), row(state, 1)) == ((UP[0], DOWN[0]), (UP[1], DOWN[1]))
    assert [hand.bit_count() for hand in state.hands] == [11, 11]


@pytest.mark.parametrize("option", ["trick_end", "at_once"])
def test_sj2_4_a_turned_card_turns_no_other(option: str) -> None:
    state = run(begun(turn_up=option), "play 10S", "play AS", "play AC", "play 10C")
    assert (row(state, 0), row(state, 1)) == (("7S 8S 9S -", "7C 8C 9C -"), ("JS QS KS -", "JC QC KC -"))


TWO_ROWS = [("all", 12, 16), *ROWS[2:]]


@pytest.mark.parametrize(("name", "simple", "clubs"), TWO_ROWS)
def test_sj2_5_sides_of_one(name: str, simple: int, clubs: int) -> None:
    assert scores("sjavs2", name) == (simple, clubs)


@pytest.mark.parametrize(("name", "simple", "clubs"), [("all", 16, 24), *ROWS[2:]])
def test_sj2_5_all_tricks_by_one_player(name: str, simple: int, clubs: int) -> None:
    assert scores("sjavs2", name, solo_vol="single") == (simple, clubs)


@pytest.mark.parametrize(("name", "simple", "clubs"), [*TWO_ROWS[:6], *((row, -4, -8) for row, _, _ in ROWS[7:])])
def test_sj2_5_with_the_other_scales(name: str, simple: int, clubs: int) -> None:
    expected = (simple, 5 if name in ("61", "89") else clubs)
    assert scores("sjavs2", name, losing_scale="flat", clubs_61_89=5) == expected


def test_sj2_5_sixteen_tricks() -> None:
    assert stova.game("sjavs2").sides == (0, 1)
    state = begun()
    while not state.is_over:
        state = state.apply(state.legal_actions()[0])
    assert len(state.tricks) == sum(state.result.tricks) == 16
    assert sum(state.result.points) == 120
