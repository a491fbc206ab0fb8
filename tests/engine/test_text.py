"""Deals printed for people."""

import random

import pytest

import stova
from helpers import GAMES, KEY, run, some_action
from stova.cards import cards_in

SUITS = set("♣♠♥♦")


def test_a_deal_is_printed_with_all_hands_and_a_view_with_its_own() -> None:
    state = stova.game("sjavs").deal(key=KEY, dealer=3)
    while not state.points or not state.trick:
        state = run(state, str(state.legal_actions()[0]))
    head, said, *hands, trick, asked = str(state).splitlines()
    assert head == "sjavs, standard; seat 3 deals"
    assert state.trump is not None
    assert said.endswith(f"trumps {state.trump.symbol}, declarer seat {state.declarer}")
    assert [line[0] == ">" for line in hands] == [seat == state.to_act for seat in range(4)]
    for hand, line in zip(state.hands, hands, strict=True):
        assert sorted(line.split()[-hand.bit_count() :]) == sorted(card.symbol for card in cards_in(hand))
    assert trick == f"trick 1: seat {state.leader} {state.trick[0].symbol}"
    seat = state.to_act
    assert seat is not None
    assert asked == f"seat {seat} is to play a card"
    *known, asked, may = str(state.view(seat)).splitlines()
    assert known[2 + seat] == hands[seat].rstrip()
    assert known[2 + (seat + 1) % 4].split() == ["seat", str((seat + 1) % 4), "8", "cards"]
    assert asked == f"seat {seat} is to play a card"
    assert may == f"it may {', '.join(map(str, state.legal_actions()))}"


def test_tricks_and_points_stand_beside_who_took_them() -> None:
    state = stova.game("sjavs").deal(key=KEY, dealer=3)
    while len(state.tricks) < 3:
        state = run(state, str(state.legal_actions()[-1]))
    assert len({trick.winner for trick in state.tricks}) > 1
    for seat, line in enumerate(row for row in str(state).splitlines() if row[1:].startswith(" seat ")):
        taken, points = sum(trick.winner == seat for trick in state.tricks), state.points[seat]
        assert line.endswith(f"  {taken} trick{'s' * (taken != 1)}, {points} point{'s' * (points != 1)}")


def test_what_a_game_alone_keeps_is_told_in_words_and_signs() -> None:
    klaverjas = stova.game("klaverjas").deal(key=KEY)
    while not klaverjas.tricks:
        klaverjas = klaverjas.apply(klaverjas.legal_actions()[0])
    own = klaverjas.own
    counted = f"besides: counted {own.counted[0]} {own.counted[1]}, waiting {own.waiting}"
    assert any(line.startswith(counted) for line in str(klaverjas).splitlines())
    state = stova.game("styrivolt").deal(key=KEY)
    while state.view(None).doing != "play a card":
        state = state.apply(state.legal_actions()[0])
    chosen, exposed, turned = state.own.chosen, state.own.exposed, state.own.turned
    signs = " / ".join(" ".join(card.symbol for card in cards) for cards in exposed)
    begin = f"besides: chosen {' '.join(suit.symbol for suit in chosen)}, turned"
    told = f"{begin} {' '.join(card.symbol for card in turned)}, exposed {signs}, stock lies yes, "
    assert any(line.startswith(told) for line in str(state).splitlines())
    seen = f"{begin} count {len(turned)}, exposed {signs}, looked count 0, stock {len(state.talon)}"
    assert seen in str(state.view((state.dealer + 2) % 4)).splitlines()
    rows = stova.game("sjavs2").deal(key=KEY)
    while rows.view(None).doing != "play a card":
        rows = rows.apply(rows.legal_actions()[0])
    first = " ".join(card.symbol for card in rows.own[1].up)
    down = " ".join(card.symbol for card in rows.own[1].down)
    assert f"seat 1's: up {first}, down {down}" in str(rows).splitlines()
    assert f"seat 1's: first {first}, up {first}, turned - - - -" in str(rows.view(0)).splitlines()


@pytest.mark.parametrize("name", GAMES)
def test_every_state_and_view_can_be_printed_and_no_view_shows_a_hand_it_does_not_see(name: str) -> None:
    rng = random.Random(name)
    for _ in range(3):
        state = stova.game(name).deal(key=rng.randbytes(32))
        while not state.is_over:
            assert all(card.symbol in str(state) for hand in state.hands for card in cards_in(hand))
            for seat in (None, *range(state.game.seats)):
                view = state.view(seat)
                for other, line in enumerate(row for row in str(view).splitlines() if row[1:].startswith(" seat ")):
                    assert other == seat or (f"{view.counts[other]} card" in line and not SUITS & set(line))
            state = state.apply(some_action(state.legal_actions(), rng))
        assert f"{state.result.made}, {state.result.rule}: score " in str(state)
        assert str(state.view(0)).splitlines()[-1] == str(state).splitlines()[-1]
