"""Stýrivolt: choosing the suits, and the cut for stikkar. See `test_styrivolt.py`."""

import pytest

from helpers import KEY, names, run, texts, tricks
from stova import State, Suit
from stova.rules.allowing import allowed_by
from styrivolt_states import board, chosen, deal, exposed, from_pack, hand, others, refused, seen, styrivolt


def test_st_12_the_dealer_turns_until_a_third_suit_comes() -> None:
    state = deal(("", "", "", ""), "6C 4C AD AC 7D 5H 6D")
    own = seen(state, 3)
    assert (own.chosen, names(own.turned)) == ((Suit.CLUBS, Suit.DIAMONDS), "6C 4C AD AC 7D 5H")
    for seat in (0, 1, 2, None):
        assert (seen(state, seat).chosen, seen(state, seat).turned, seen(state, seat).turned_count) == ((), (), 6)
    state = run(state, "expose 4C")
    assert [seen(state, seat).chosen for seat in (0, 3)] == [(Suit.CLUBS,), (Suit.CLUBS, Suit.DIAMONDS)]


def test_st_12_an_open_search() -> None:
    state = deal(("", "", "", ""), "6C 4C AD AC 7D 5H 6D", open_search="yes")
    for seat in (0, 1, 2, 3, None):
        own = seen(state, seat)
        assert (own.chosen, names(own.turned)) == ((Suit.CLUBS, Suit.DIAMONDS), "6C 4C AD AC 7D 5H")


def test_st_12_two_suits_to_the_end_of_the_stock() -> None:
    state = deal(("", "", "", ""), "6C 6D 9C QC 9D QD 8C KC 8D KD AC AD")
    assert (seen(state, 3).chosen, seen(state, 0).turned_count) == ((Suit.CLUBS, Suit.DIAMONDS), 12)


def test_st_12_one_suit_is_dealt_again() -> None:
    stock = " ".join(rank + "S" for rank in "23456789JQKA")
    match = styrivolt().match(key=KEY, dealer=3, hands=deal(("",) * 4, stock).dealt[:4], talon=stock)
    assert (match.state.is_over, match.state.result.redeal, match.state.result.rule) == (True, "same", "ST-12")
    assert (match.sheet.dealer, match.next_deal().state.dealer) == (3, 3)
    assert all(match.state.view(seat).own.turned == () for seat in (0, 1, 2, None))


@pytest.mark.parametrize(
    ("stock", "suits", "shown"),
    [
        ("2H KS 3S JH 9D", (Suit.HEARTS, Suit.SPADES), ["2H", "3S"]),
        ("6C 4C AD AC 7D 5H", (Suit.CLUBS, Suit.DIAMONDS), ["4C", "7D AD"]),
        ("9H 5H 4H 7C 6C 2H 9S", (Suit.HEARTS, Suit.CLUBS), ["5H", "7C"]),
    ],
)
def test_st_13_the_examples(stock: str, suits: tuple[Suit, ...], shown: list[str]) -> None:
    state = deal(("", "", "", ""), stock)
    assert (seen(state, 3).chosen, names(seen(state, 3).turned), state.to_act) == (suits, stock, 3)
    for cards in shown:
        assert texts(state) == {f"expose {cards}"}
        state = run(state, f"expose {cards}")
    assert (exposed(state), state.to_act) == (shown, 0)
    gone = " ".join(shown).split()
    assert [str(card) for card in state.talon] == [str(card) for card in state.dealt[4] if str(card) not in gone]


@pytest.mark.parametrize(
    ("turned", "shown"),
    [
        ("5S 7S AS", "5S"),
        ("7S 6S JS", "7S JS"),
        ("7S JS AS 8S", "7S 8S"),
        ("7H JH 9H 2H", "7H 2H"),
        ("7C 4C", "7C 4C"),
        ("7D 6D KD", "7D"),
        ("8H 9H AH JH", "9H"),
        ("AD 9D", "9D"),
        ("JD AD", "AD"),
        ("JS 6S", "JS"),
        ("8S 9S 6S", "8S"),
        ("6S 9S", "6S"),
        ("9S 2S", "9S"),
        ("8D 2D", "8D"),
        ("3S 2S", "2S"),
        ("KS 3S", "3S"),
        ("4S QS", "4S"),
        ("KC QC", "KC"),
        ("QS", "QS"),
        ("KS 4S QS", "KS|4S"),
        ("8C 9C 2C", "8C|9C"),
        ("KC 4C", "4C"),  # the fyrik is a stikkar
    ],
)
def test_st_13_the_best_of_the_cards_turned(turned: str, shown: str) -> None:
    second, third = [suit for suit in "CSHD" if suit != turned[1]][:2]
    state = deal(("", "", "", ""), f"{turned} Q{second} Q{third}")
    assert texts(state) == {f"expose {cards}" for cards in shown.split("|")}
    for cards in shown.split("|"):
        assert exposed(run(state, f"expose {cards}", f"expose Q{second}")) == [cards, f"Q{second}"]


def test_st_13_nothing_else_is_shown() -> None:
    state = deal(("", "", "", ""), "KS 4S QS QC QD")
    assert refused(state, "expose QS") == "Of the cards turned the best is shown: expose 4S or expose KS. ST-13"
    assert refused(state, "play QS").endswith("ST-13")
    assert all(state.view(seat).legal == () for seat in (0, 1, 2, None))


@pytest.mark.parametrize(
    ("stock", "left"), [("6C 6S 2D", 10), ("7C AC 6S 2D", 9), ("7C AC 7S 8S 2D", 8), ("7C 6C 5S 8S 2D", 10)]
)
def test_st_14_the_stock_left(stock: str, left: int) -> None:
    state = chosen(deal(("", "", "", ""), stock))
    assert [seen(state, seat).stock for seat in (0, 3, None)] == [left] * 3
    assert sum(len(cards) for cards in board(state).exposed) == 12 - left
    assert state.view(0).talon is None


@pytest.mark.parametrize(
    ("bottom", "how", "exposes", "laid", "looked"),
    [
        ("2H 3C 3S 9D", "bottom", 1, "9D", 1),
        ("2H 3C 4C 9D", "bottom", 2, "9D", 1),
        ("2H 3C 9D 4S", "bottom", 1, "", 1),
        ("2H 3C 9D 4S", "to_fourth", 1, "9D", 2),
        ("2H 3C 9D 4S", "to_fourth", 2, "9D 2H", 4),
        ("2H 9D 8S 4S", "to_fourth", 2, "8S 9D", 3),
        ("2H 3C 3S 3D 4S", "to_fourth", 1, "", 4),
    ],
)
def test_st_29_the_cutter_looks_for_stikkar(bottom: str, how: str, exposes: int, laid: str, looked: int) -> None:
    state = from_pack(bottom, cut_for_stikkar=how, cut_exposes=exposes)
    assert (state.to_act, state.view(2).doing) == (2, "cut the pack")
    assert texts(state) == {f"cut {depth}" for depth in range(1, 48)}
    state = run(state, "cut 11")
    assert state.to_act == 3
    for seat in (0, 1, 2, 3, None):
        assert names(seen(state, seat).laid) == laid
        assert seen(state, seat).looked_count == looked
        assert names(seen(state, seat).looked) == (" ".join(bottom.split()[: -looked - 1 : -1]) if seat == 2 else "")
    state = chosen(state)
    assert seen(state, 0).stock + sum(map(len, board(state).exposed)) == 12 - len(laid.split())
    assert not set(laid.split()) & {str(card) for card in board(state).turned}


def test_st_29_the_pack_is_cut_and_dealt() -> None:
    state = styrivolt(cut_for_stikkar="bottom").deal(key=KEY, dealer=1)
    after = run(state, "cut 20")
    assert state.to_act == 0
    assert after.dealt[2][:3] == state.pack[20:23]  # forehand is dealt first
    assert after.dealt[4][-1] == state.pack[19]


def test_st_29_nobody_cuts_without_the_option() -> None:
    state = styrivolt().deal(key=KEY, dealer=1)
    assert (state.to_act, seen(state, 0).laid, seen(state, 0).looked_count) == (1, (), 0)


HANDS = ("KC QC KD 5D 2C 3C 3D 3S 2S", "KH 6C 7C 8C 9C 2D 4D 6D 7D", "QH 4S 5S 6S 7S 9S JH 3H 4H", "")


def laid_hearts(bottom: str = "8D JC 2H 9H", **options: object) -> State:
    """The mare and the bird are laid open; seat 1 holds the king of hearts, seat 2 the queen."""
    options = {"cut_for_stikkar": "to_fourth", "cut_exposes": 2} | options
    return chosen(run(from_pack(bottom, HANDS, **options), "cut 11"))


def low(state: State) -> str:
    """A card of the seat to act that is no good."""
    return str(state.view(state.to_act).hand[0])


def test_st_29_the_king_takes_the_higher_and_the_queen_the_other() -> None:
    state = tricks(laid_hearts(), "3C")
    assert "trade KH for 2H" in others(state)
    assert refused(state, "trade KH for 9H").endswith(
        "the queen the lower of two, in trick one and before the stock. ST-29"
    )
    before = seen(state, 0).stock
    state = run(state, "trade KH for 2H")
    assert (names(board(state).laid), "2H" in hand(state, 1), str(state.talon[-1])) == ("9H", True, "KH")
    assert (seen(state, 0).stock, state.to_act) == (before + 1, 1)
    state = run(state, "play 6C")
    assert "trade QH for 9H" in others(state)
    assert refused(state, "trade QH for 2H").endswith("ST-15")
    assert "9H" in hand(run(state, "trade QH for 9H"), 2)


def test_st_29_one_of_a_suit_is_the_kings() -> None:
    state = tricks(laid_hearts("8D JC 2H 9H", cut_exposes=1), "3C")
    assert (names(board(state).laid), "trade KH for 9H" in others(state)) == ("9H", True)
    assert "trade QH for 9H" not in others(run(state, "play 6C"))


def test_st_29_only_during_the_first_trick() -> None:
    state = tricks(laid_hearts(), "3C 6C 4H")
    state = run(state, f"play {low(state)}")
    assert names(board(state).laid) == "9H 2H"
    while state.to_act != 1:
        state = run(state, f"play {low(state)}")
    assert not any("for 2H" in text for text in texts(state))
    assert refused(state, "trade KH for 2H").endswith("ST-29")


def test_st_29_before_the_stock_is_taken_all_are_asked() -> None:
    state = run(laid_hearts(), "stock")
    assert (state.to_act, texts(state), seen(state, 2).asking) == (1, {"stay", "trade KH for 2H"}, "taking")
    assert {allowed_by(state, action) for action in state.legal_actions()} == {"ST-29"}
    assert refused(state, "play KH").endswith("ST-20")
    state = run(state, "trade KH for 2H")
    assert (state.to_act, texts(state)) == (1, {"stay"})
    state = run(state, "stay")
    assert texts(state) == {"stay", "trade QH for 9H"}
    state = run(state, "stay")
    assert texts(state) == {"stay"}
    state = run(state, "stay")
    assert (state.to_act, board(state).laid) == (0, ())
    assert {"9H", "KH"} <= hand(state, 0)  # what nobody claimed, and the king, go with the stock


def test_st_29_a_late_taking_asks_nobody() -> None:
    state = tricks(laid_hearts(late_stock="yes"), "3C 6C 4H")
    state = run(state, f"play {low(state)}")
    while state.to_act != 0:
        state = run(state, f"play {low(state)}")
    state = run(state, "stock")
    assert (state.to_act, board(state).laid) == (0, ())
    assert {"2H", "9H"} <= hand(state, 0)


@pytest.mark.parametrize(("option", "asked"), [("yes", True), ("no", False)])
def test_st_29_the_queen_if_nobody_claimed_with_the_king(option: str, *, asked: bool) -> None:
    state = tricks(laid_hearts(queen_if_king_in_stock=option), "3C 6C 4H")
    state = run(state, f"play {low(state)}")
    assert (seen(state, 0).asking == "queen") == asked
    if asked:
        assert [state.to_act, len(state.tricks), texts(state)] == [0, 1, {"stay"}]
        state = run(state, "stay", "stay")
        assert texts(state) == {"stay", "trade QH for 2H"}
        state = run(state, "trade QH for 2H", "stay", "stay")
        assert ("2H" in hand(state, 2), names(board(state).laid), state.to_act) == (True, "9H", state.leader)
        assert seen(state, 0).asking is None


def test_st_29_no_queen_is_asked_once_the_king_has_traded() -> None:
    state = run(laid_hearts(queen_if_king_in_stock="yes"), "play 3C", "trade KH for 2H", "play 6C", "play 4H")
    state = run(state, f"play {low(state)}")
    assert (seen(state, 0).asking, names(board(state).laid)) == (None, "9H")
