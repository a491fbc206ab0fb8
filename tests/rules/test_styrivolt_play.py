"""Stýrivolt: trading, the play and its end. See `test_styrivolt.py`."""

import random

import pytest

from helpers import KEY, finish, names, run, texts, tricks
from oracle_styrivolt_cards import made
from stova.games.styrivolt.board import with_board
from stova.games.styrivolt.ending import ends
from stova.rules.allowing import allowed_by
from styrivolt_states import (
    board,
    chosen,
    deal,
    exposed,
    five,
    hand,
    last_trick,
    others,
    plain,
    plays,
    refused,
    seen,
    styrivolt,
    winners,
)


def test_st_15_a_trader_is_traded_at_ones_own_turn() -> None:
    state = plain()
    assert others(state) == {"stock", "trade 5C for 6C"}
    assert all(state.view(seat).legal == () for seat in (1, 2, 3, None))
    assert refused(state, "trade 5S for 6S") == "You don't hold the five of spades. ST-15"
    state = run(state, "trade 5C for 6C")
    assert (exposed(state), state.to_act, "6C" in hand(state, 0)) == (["5C", "6S"], 0, True)
    assert state.view(2).history[-1] == state.history[-1]  # all see it
    state = tricks(state, "AH AD 4H")
    assert "trade 5S for 6S" in others(state)
    assert winners(run(state, "trade 5S for 6S", "play 6S")) == [3]


def test_st_15_between_tricks_is_ones_next_turn() -> None:
    state = tricks(plain(), "AH AD 9D 2S")
    assert (state.to_act, others(state)) == (2, set())
    state = tricks(state, "4H")
    assert "trade 5S for 6S" in others(state)


def test_st_15_one_of_two() -> None:
    state = plain("6C 7C", "2D JC")
    assert exposed(state) == ["7C JC", "7S"]
    assert others(state) == {"stock", "trade 5C for 7C", "trade 5C for JC"}
    state = run(state, "trade 5C for 7C")
    assert exposed(state) == ["5C JC", "7S"]
    assert others(state) == {"stock"}  # the five is gone: the other card stays


def test_st_15_a_trader_led_is_traded_and_the_card_is_led() -> None:
    state = plain()
    why = "A trader that is led is traded: say for what, as in play 5C for 6C. ST-15"
    assert refused(state, "play 5C") == why
    assert {play for play in plays(state) if "5C" in play} == {"5C for 6C"}
    state = run(state, "play 5C for 6C")
    assert (names(state.trick), state.to_act, exposed(state)) == ("6C", 1, ["5C", "6S"])


def test_st_15_which_of_two_is_the_players_choice_but_for_the_lamb() -> None:
    state = plain("6C 7C", "2D JC")
    assert {play for play in plays(state) if "5C" in play} == {"5C for JC"}
    assert refused(state, "play 5C for 7C").endswith("ST-8")
    state = tricks(state, "AH KC 4H QC")
    assert {play for play in plays(state) if "5C" in play} == {"5C for 7C", "5C for JC"}
    assert winners(tricks(run(state, "play 5C for 7C"), "AD 2H AC")) == [0, 0]


def test_st_15_a_trader_for_a_lamb_alone_is_not_led_before_a_trick_is_won() -> None:
    state = plain("6C 7C")
    assert exposed(state)[0] == "7C"
    assert not [play for play in plays(state) if "5C" in play]
    assert "trade 5C for 7C" in others(state)


def test_st_15_with_nothing_to_trade_for_it_is_the_weakest_chosen_card() -> None:
    state = plain()
    state = with_board(state, exposed=((), *board(state).exposed[1:]))  # by hand: play hardly brings it about
    assert "play 5C" in texts(state)
    assert winners(tricks(state, "5C AD 4H 4S")) == [3]
    assert winners(tricks(state, "5C AD 4H QC")) == [0]


def test_st_15_played_to_anothers_lead_it_is_worthless() -> None:
    state = tricks(plain(), "3H KC 4H 5S")
    assert winners(state) == [2]
    assert winners(tricks(plain("3H 2C", "KC 5C"), "AH 5C 5H QC")) == [0]


def test_st_16_forehand_leads_and_then_the_winner() -> None:
    state = finish(styrivolt().deal(key=KEY, dealer=1), random.Random(16))
    assert state.tricks[0].leader == 2
    for one, other in zip(state.tricks, state.tricks[1:], strict=False):
        assert other.leader == one.winner


def test_st_16_any_card_may_be_played() -> None:
    state = tricks(plain(), "AH")
    assert plays(state) == hand(state, 1)
    assert refused(state, "play AH") == "You don't hold the ace of hearts. ST-16"
    assert refused(state, "expose 6C") == "It is time to play a card. ST-16"


def test_st_16_must_beat() -> None:
    state = tricks(plain("AD 8H", "KC JH", "KD 2C", must_beat="yes"), "7H")
    assert plays(state) == {"8H", "JH", "2C"}
    assert refused(state, "play QD").endswith("ST-16")
    state = tricks(plain(must_beat="yes"), "7H 3D")
    assert plays(state) == hand(state, 2)  # the partner's card wins
    state = tricks(state, "4D")
    assert plays(state) == {"AC", "AS", "JC", "JS", "2S", "3S", "4S"}
    assert "trade 5S for 6S" in texts(state)
    state = tricks(plain(must_beat="yes"), "AH KC 9D")
    assert plays(state) == hand(state, 3)  # nothing here beats it


def test_st_17_five_tricks_win_and_who_kept_in_is_asked() -> None:
    rng = random.Random(17)
    seen_made = set()
    for number in range(150):
        state = styrivolt().deal(key=KEY, number=number)
        while not state.is_over:
            ours = [winner % 2 for winner in winners(state)]
            asked = len(ours) >= 5 and len(set(ours)) == 1 and len(ours) < 9 and not state.trick
            assert ("stop" in texts(state)) <= asked
            assert max(ours.count(0), ours.count(1)) < 5 or len(set(ours)) == 1
            state = state.apply(rng.choice(state.legal_actions()))
        result = state.result
        assert result.made == made(winners(state))
        assert (result.own.winner, result.tricks[result.own.winner] >= 5) == (
            result.tricks.index(max(result.tricks)),
            True,
        )
        seen_made.add(result.made)
    assert {"game", "kept in"} <= seen_made


def test_st_17_stopping_at_five() -> None:
    state = five("9D 8H 8D 5H")
    assert (state.to_act, texts(state)) == (0, {"stop", "go on"})
    assert state.view(0).doing == "stop here or go on for all nine tricks"
    assert refused(state, "play AC") == "It is time to stop here or go on for all nine tricks. ST-17"
    assert all(state.view(seat).legal == () for seat in (1, 2, 3, None))
    state = run(state, "stop")
    result = state.result
    assert (result.made, result.tricks, result.score, result.own.winner) == ("kept in alone", (5, 0), (6, 0), 0)


def test_st_17_kept_in_by_both_is_not_alone() -> None:
    state = five("3H 8H JS 5H")
    assert (winners(state), state.to_act) == ([0, 0, 0, 0, 2], 2)
    assert texts(state) == {"stop", "go on"}  # who would lead next is asked
    result = run(state, "stop").result
    assert (result.made, result.score, result.rule) == ("kept in", (2, 0), "ST-24")


def test_st_17_going_on_and_stopping_later() -> None:
    state = run(five("9D 8H 8D 5H"), "go on")
    assert state.to_act == 0
    state = tricks(state, "AC JH 4H JD")
    assert texts(state) == {"stop", "go on"}
    result = run(state, "stop").result
    assert (result.made, result.tricks) == ("kept in alone", (6, 0))


def test_st_17_all_nine() -> None:
    state = run(five("9D 8H 8D 5H"), "go on")
    for trick in ("AC JH KD JD", "AS 6H AD QD", "JC KC JS 2D"):
        state = run(tricks(state, trick), "go on")
    one = tricks(state, "3H QC 4H 3D")
    assert (one.result.made, one.result.tricks, one.result.score) == ("nine", (9, 0), (3, 0))
    assert (one.result.own.winner, one.is_over) == (0, True)


def test_st_17_nine_alone() -> None:
    hands = ("2H 4C 8S 9H 9D AC AS JC JS", "AH KH QH JH 8H 7H 6H KC QC", "AD 3H 4D 5D 6D 7D 8D 4H KD", "")
    state = chosen(deal(hands, "6C 6S 9S"))
    while not state.is_over:
        state = run(state, "go on" if "go on" in texts(state) else f"play {state.view(state.to_act).hand[0]}")
    assert (state.result.made, state.result.tricks, state.result.score) == ("nine alone", (9, 0), (12, 0))


def test_st_17_a_trick_lost_after_going_on() -> None:
    state = run(five("9D 8H 8D 5H"), "go on")
    state = tricks(state, "3H KC KD JD")
    assert not state.is_over
    state = run(five("9D 8H 8D 5H"), "go on")
    state = tricks(state, "3H JH KD JD")
    assert (winners(state), state.is_over) == ([0, 0, 0, 0, 0, 1], True)
    assert (state.result.made, state.result.tricks, state.result.score) == ("game", (5, 1), (1, 0))
    assert state.result.rule == ends(five("9D 8H 8D 5H"))[-1].result.rule == "ST-17"


@pytest.mark.parametrize("option", ["no", "yes"])
def test_st_30_the_king_may_take_the_bird_in_the_last_trick(option: str) -> None:
    state = last_trick("2C", "KH", "2D", "3D", king_takes_bird=option)
    assert texts(state) == {"play KH", *(["trade KH for 2H"] if option == "yes" else [])}
    assert allowed_by(state, state.game.action("trade KH for 2H")) == "ST-30"
    if option == "no":
        assert refused(state, "trade KH for 2H").endswith("ST-30")


def test_st_30_it_takes_it_when_nobody_else_does() -> None:
    state = run(last_trick("2C", "KH", "2D", "5H", king_takes_bird="yes"), "trade KH for 2H")
    for seat in (2, 3, 0):
        assert (state.to_act, seen(state, None).asking) == (seat, "bird")
        assert texts(state) == {"stay", *(["trade 5H for 2H"] if seat == 3 else [])}
        assert {allowed_by(state, action) for action in state.legal_actions()} == {"ST-30"}
        state = run(state, "stay")
    assert (state.to_act, texts(state), exposed(state)) == (1, {"play 2H"}, ["KH", "6S"])
    state = tricks(state, "2H 2D")
    assert others(state) == {"trade 5H for KH"}  # the king lies there like any card exposed
    assert winners(tricks(state, "5H 2C"))[-1] == 1


def test_st_30_the_five_goes_first() -> None:
    state = run(last_trick("2C", "2D", "5H", "KH", king_takes_bird="yes"), "play 2D", "play 5H", "trade KH for 2H")
    assert (state.to_act, texts(state)) == (0, {"stay"})  # ♥5 is gone
    assert "2H" in hand(run(state, "stay", "stay", "stay"), 3)
    state = run(last_trick("5H", "KH", "2C", "2D", king_takes_bird="yes"), "trade KH for 2H", "stay", "stay")
    assert refused(state, "play 5H") == "It is time to trade for a card that lies open, or stay. ST-20"
    state = run(state, "trade 5H for 2H")
    assert (state.to_act, texts(state), exposed(state)) == (1, {"play KH"}, ["5H", "6S"])
    assert winners(tricks(state, "KH 2C 2D 2H"))[-1] == 0


def test_st_30_not_once_the_five_has_traded() -> None:
    state = last_trick("KH", "5H", "2C", "2D", king_takes_bird="yes")
    assert texts(run(state, "play 5H for 2H", "play 2C", "play 2D")) == {"play KH"}


@pytest.mark.parametrize("talk", ["yes", "no"])
def test_st_31_table_talk_changes_nothing_in_the_play(talk: str) -> None:
    state = finish(styrivolt(table_talk=talk).deal(key=KEY), random.Random(31))
    assert state.history == finish(styrivolt().deal(key=KEY), random.Random(31)).history
    assert state.game.options.table_talk == talk
