"""Stýrivolt: taking the stock. See `test_styrivolt.py`."""

import random

import pytest

import stova
from helpers import KEY, names, run, texts, tricks
from stova import NotationError, State
from stova.games.styrivolt.stock import entitled
from stova.rules.allowing import allowed_by
from styrivolt_states import (
    PLAIN,
    STOCK,
    board,
    chosen,
    exposed,
    hand,
    others,
    plain,
    plays,
    refused,
    seen,
    states,
    styrivolt,
    winners,
)

NO_RIGHT = "Only who was dealt no stikkar may take the stock, and only once. ST-18"
FIRST_TRICK = "The stock is first taken during the first trick. ST-18"
FIRST, SECOND = (set(cards.split()) for cards in PLAIN[:2])
STOCK_LEFT = set(STOCK.split()) - {"6C", "6S"}


def away(state: State) -> set[str]:
    """The cards that may be put away."""
    return {text.removeprefix("put away ") for text in texts(state) if text.startswith("put")}


def test_st_18_with_no_stikkar_dealt_one_may_take_the_stock() -> None:
    state = plain()
    assert [entitled(state, seat) for seat in range(4)] == [True, True, False, False]
    assert "stock" in texts(state)
    state = run(state, "stock")
    assert (hand(state, 0), {str(card) for card in state.talon}, state.to_act) == (STOCK_LEFT, FIRST, 0)


@pytest.mark.parametrize("card", ["9D", "2H", "AC", "JS"])
def test_st_18_a_stikkar_dealt_bars_it(card: str) -> None:
    assert refused(plain(f"AH {card}"), "stock") == NO_RIGHT


@pytest.mark.parametrize("card", ["7C", "5S", "8C", "2S", "2C", "KC"])
def test_st_18_nothing_else_bars_it(card: str) -> None:
    assert "stock" in texts(plain(f"AH {card}"))


def test_st_18_the_hand_dealt_counts_not_the_one_held() -> None:
    state = run(plain("6C JC"), "trade 5C for JC")
    assert ("JC" in hand(state, 0), "stock" in texts(state)) == (True, True)
    assert refused(tricks(plain("AH 9D"), "9D KC 4H QC", "KH AD 4D 2S"), "stock") == NO_RIGHT


def test_st_18_the_right_goes_round_from_forehand() -> None:
    state = plain()
    assert all(state.view(seat).legal == () for seat in (1, 2, 3, None))  # who else has it is not seen
    state = tricks(state, "AH")
    assert "stock" in texts(state)
    state = tricks(state, "AD")
    assert refused(state, "stock") == NO_RIGHT


@pytest.mark.parametrize(("late", "may"), [("no", False), ("yes", True)])
def test_st_18_only_before_the_first_trick_is_put_aside(late: str, *, may: bool) -> None:
    state = tricks(plain(late_stock=late), "AH KC 4H QC")
    assert (state.to_act, "stock" in texts(state)) == (0, may)
    if not may:
        assert refused(state, "stock") == FIRST_TRICK
        return
    state = run(state, "stock")
    assert hand(state, 0) == STOCK_LEFT
    assert names(state.talon) == "5C 3H 6H 7H 8H JH QH KH"
    state = tricks(state, "2D")
    assert "stock" in texts(state)  # what was put down, as with an early taking
    assert refused(tricks(plain(late_stock=late), "AH KC 4H QC", "KH AD 9D"), "stock") == NO_RIGHT


def test_st_19_the_hand_goes_face_down_in_the_stocks_place() -> None:
    state = run(plain(), "stock")
    assert set(names(seen(state, 0).put_down).split()) == FIRST
    for seat in (0, 1, 2, 3, None):
        view = state.view(seat)
        assert (view.counts, seen(state, seat).stock, seen(state, seat).takers) == ((10, 9, 9, 9), 9, (0,))
        assert (view.history[-1], view.talon) == (state.history[-1], None)
        assert seat == 0 or seen(state, seat).put_down == ()


def test_st_19_one_card_may_be_put_away() -> None:
    state = run(plain(), "stock")
    assert away(state) == STOCK_LEFT
    assert refused(state, "put away AH") == "You don't hold the ace of hearts. ST-19"
    after = run(state, "put away 2D")
    assert (str(after.talon[-1]), after.view(1).counts, after.to_act) == ("2D", (9, 9, 9, 9), 0)
    assert [str(after.view(seat).history[-1][1]) for seat in (0, 1, 2, 3, None)] == [
        "put away 2D",
        *["put away 1 face down"] * 4,
    ]
    assert names(seen(after, 0).put_down).endswith("2D")
    assert away(after) == set()
    why = "You may put one card away only after taking more than the others hold. ST-19"
    assert refused(after, "put away 7C") == why
    assert away(tricks(state, "2D")) == set()
    assert refused(plain(), "put away AH") == why


def test_st_19_ten_against_nine_counts_a_card_in_the_trick_with_its_hand() -> None:
    state = run(tricks(plain(), "AH"), "stock")
    assert len(away(state)) == 10
    state = run(plain("6C 7C", "2D JC"), "stock", "stay", "stay", "stay", "take 7C")
    assert state.view(0).counts == (10, 9, 9, 9)
    state = run(plain("6C 7C", "2D JC", "6S 7S", "9C AS"), "stock", *["stay"] * 3, "take 7C", "take 7S")
    assert (state.view(0).counts, len(away(state))) == ((10, 9, 9, 9), 10)
    state = tricks(run(tricks(plain(), "AH"), "stock"), "2D 4H QC")
    assert state.view(1).counts == (8, 9, 8, 8)  # kept, it is one more to the end
    state = run(tricks(plain(), "3H"), "stock", "play 2D", "play 4H", "play QC", "play 2H", "play 2S")
    state = run(state, "stock")
    assert (state.view(0).counts, away(state)) == ((9, 9, 7, 7), set())  # nine, but seat 1 has as many


def test_st_20_lamb_and_stikkar_open_the_trader_is_asked_first() -> None:
    state = run(plain("6C 7C", "2D JC", "5C 5H"), "stock")
    for seat in (1, 2, 3):  # all are asked, so that asking tells nothing
        assert (state.to_act, seen(state, None).asking) == (seat, "taking")
        assert texts(state) == {"stay", *(["trade 5C for 7C", "trade 5C for JC"] if seat == 2 else [])}
        assert {allowed_by(state, action) for action in state.legal_actions()} == {"ST-20"}
        state = run(state, "stay")
    assert (state.to_act, texts(state)) == (0, {"take 7C", "take JC"})
    assert state.view(0).doing == "take one of the two cards along with the stock"
    assert refused(state, "take 6S") == "Take one of 7C and JC. ST-20"
    taken = run(state, "take JC")
    assert ({"JC"} <= hand(taken, 0), exposed(taken)[0], len(hand(taken, 0))) == (True, "7C", 10)
    taken = run(state, "take 7C")
    assert exposed(taken)[0] == "JC"
    assert "trade 5C for JC" in others(tricks(taken, "8C 3D"))


def test_st_20_what_a_trade_leaves_goes_with_the_stock() -> None:
    state = run(plain("6C 7C", "2D JC", "5C 5H"), "stock", "stay", "trade 5C for JC")
    assert (state.to_act, texts(state)) == (2, {"stay"})
    state = run(state, "stay", "stay")
    assert (state.to_act, exposed(state)[0], "7C" in hand(state, 0)) == (0, "5C", True)
    state = run(plain("6C 7C", "2D JC"), "trade 5C for JC", "stock")
    assert (state.to_act, exposed(state)[0], "7C" in hand(state, 0)) == (0, "5C", True)  # nobody is asked


def test_st_20_two_pairs() -> None:
    state = run(plain("6C 7C", "2D JC", "6S 7S", "9C AS"), "stock")
    assert exposed(state) == ["7C JC", "7S AS"]
    state = run(state, "stay", "stay")
    assert texts(state) == {"stay", "trade 5S for 7S", "trade 5S for AS"}
    state = run(state, "stay")
    assert texts(state) == {"take 7C", "take JC"}
    state = run(state, "take 7C")
    assert texts(state) == {"take 7S", "take AS"}
    state = run(state, "take 7S")
    assert (exposed(state), {"7C", "7S"} <= hand(state, 0)) == (["JC", "AS"], True)


def test_st_20_nobody_is_asked_without_a_pair() -> None:
    state = run(plain("6C 7C"), "stock")
    assert (exposed(state)[0], state.to_act, seen(state, 1).asking) == ("7C", 0, None)


def test_st_21_changing_back() -> None:
    state = run(plain(), "stock")
    assert others(state) == {"back", "both"}
    state = run(state, "back")
    assert (hand(state, 0), {str(card) for card in state.talon}) == (FIRST, STOCK_LEFT)
    assert others(state) == {"trade 5C for 6C"}
    assert refused(state, "stock") == NO_RIGHT
    state = run(tricks(state, "AH"), "stock")
    assert hand(state, 1) == STOCK_LEFT  # the stock itself


def test_st_21_lamb_and_stikkar_lie_there_again_after_changing_back() -> None:
    state = run(plain("6C 7C", "2D JC", "5C 5H"), "stock", *["stay"] * 3, "take 7C", "back")
    assert (exposed(state)[0], seen(state, 1).stock) == ("7C JC", 9)
    state = run(tricks(state, "AH"), "stock")
    assert state.to_act == 2  # and are asked for again


@pytest.mark.parametrize("action", ["play 2D", "put away 2D", "both"])
def test_st_21_only_just_after_the_taking(action: str) -> None:
    state = run(plain(), "stock", action)
    while state.to_act != 0:
        state = run(state, f"play {state.view(state.to_act).hand[0]}")
    assert refused(state, "back") == "You may change back only just after you have taken. ST-21"
    assert refused(state, "both") == "You may keep both only just after you have taken. ST-21"
    assert refused(plain(), "back").endswith("ST-21")


def test_st_21_not_with_a_stikkar_in_the_stock() -> None:
    state = run(plain("KS JS"), "stock")
    assert others(state) == set()
    assert refused(state, "back") == "There is a stikkar in what you took, so you stay with it. ST-21"
    assert refused(state, "both") == "There is a stikkar, or a trader for one, among the cards. ST-21"


def test_st_21_not_when_a_trader_for_a_stikkar_was_given_away_or_used() -> None:
    why = "A trader for a stikkar was given away or used, so you stay with what you took. ST-21"
    state = run(plain("6C JC"), "stock")
    assert (exposed(state)[0], refused(state, "back")) == ("JC", why)
    assert refused(state, "both").endswith("ST-21")
    state = run(plain("6C JC", "5C 3C"), "stock")
    assert others(state) == {"back", "trade 5C for JC"}
    assert refused(state, "both") == "There is a trader for a stikkar among the cards. ST-21"
    state = run(state, "trade 5C for JC")
    assert (others(state), refused(state, "back")) == (set(), why)


def test_st_21_a_trader_for_something_else_is_no_hindrance() -> None:
    state = run(plain("5C 3C"), "stock", "trade 5C for 6C")
    assert others(state) == {"back", "both"}
    state = run(state, "back")
    assert (exposed(state)[0], {"6C"} <= {str(card) for card in state.talon}) == ("5C", True)


def test_st_21_a_stikkar_traded_before_stands_in_the_way_of_both() -> None:
    state = run(plain("6C JC"), "trade 5C for JC", "stock")
    assert others(state) == {"back"}
    assert "JC" in hand(run(state, "back"), 0)


def test_st_21_keeping_both() -> None:
    state = run(plain(), "stock", "both")
    assert (hand(state, 0), state.talon, state.view(1).counts) == (FIRST | STOCK_LEFT, (), (19, 9, 9, 9))
    state = run(state, "put away 2D")
    assert (away(state), len(hand(state, 0)), seen(state, 1).stock) == (set(), 18, 1)
    assert plays(tricks(state, "AH")) == SECOND


def test_st_22_another_may_take_what_was_put_down() -> None:
    state = run(tricks(plain(), "3H"), "stock")
    assert refused(state, "stock") == NO_RIGHT
    state = tricks(state, "2D 4H QC", "2H 2S")
    assert (state.to_act, "stock" in texts(state)) == (0, True)  # in the second trick
    state = run(state, "stock")
    assert (hand(state, 0), others(state)) == (SECOND, {"back", "both"})
    assert {str(card) for card in state.talon} == FIRST - {"3H"}
    assert len(hand(run(state, "both"), 0)) == 17
    state = run(state, "back")
    assert hand(state, 0) == FIRST - {"3H"}


def test_st_22_a_pile_too_small_cannot_be_taken() -> None:
    state = tricks(run(plain(), "stock", "both"), "AH")
    assert refused(state, "stock") == "Too few cards lie there to play the deal out with. ST-22"
    state = tricks(run(plain(), "stock", "both", "put away 2D"), "AH")
    assert refused(state, "stock").endswith("ST-22")


def test_st_22_after_changing_back_the_stock_itself_is_there_for_the_whole_deal() -> None:
    state = tricks(run(plain(), "stock", "back"), "3H KC 4H QC", "2H 2S 6H")
    state = run(state, "stock")
    assert (state.to_act, hand(state, 1), len(state.tricks)) == (1, STOCK_LEFT, 1)


def test_actions_of_the_stock_have_one_text_form() -> None:
    game = styrivolt()
    for text in ("stock", "take 7H", "put away 3D", "back", "both", "stay", "stop", "go on"):
        assert str(game.action(text.upper())) == text
    for text in ("expose 7D AD", "trade 5H for AH", "play 5H for AH", "expose 7H 2H"):
        assert str(game.action(text.lower())) == text
    with pytest.raises(NotationError):
        game.action("trade 6H for AH")


def test_cards_are_never_lost() -> None:
    for number in range(60):
        begun = chosen(styrivolt(late_stock="yes").deal(key=KEY, number=number))
        for state in states(begun, random.Random(number)):
            piles = sum(held.bit_count() for held in state.hands) + len(state.talon) + len(state.trick)
            assert piles + sum(map(len, board(state).exposed)) + 4 * len(state.tricks) == 48
        assert winners(state)


def test_st_21_the_stock_lies_there_again_after_every_change_back() -> None:
    game = stova.game("styrivolt")
    dealers, top = ["2H", "4C", "8S", "9H", "9D", "AC", "AS", "JS", "5C"], ["7C", "JC", "6S", "2D"]
    rest = [str(card) for card in game.pack if str(card) not in (*dealers, *top)]
    hands = [" ".join(cards) for cards in (rest[:9], rest[9:18], rest[18:27], dealers)]
    state = game.deal(hands=hands, talon=" ".join(top + rest[27:]), dealer=3)
    state = run(state, "expose 7C JC", "expose 6S")
    for _ in range(2):
        state = run(state, "stock", "stay", "stay", "stay", "take 7C", "back")
        plain = next(text for text in texts(state) if text.startswith("play") and " for " not in text)
        state = run(state, plain)
    state = run(state, "stock", "trade 5C for JC", "stay", "stay", "stay")
    assert state.hands[2].bit_count() == 10, "the stock and the lamb left over of the pair"
