"""Sanity tests of the Stýrivolt oracle: taking the stock, and the stikkar laid by the cutter."""

from __future__ import annotations

import pytest

from oracle_play import run, tricks
from oracle_styrivolt import Deal
from styrivolt_deals import PLAIN, cut, others, plain


def test_taking_and_changing_back() -> None:  # ST-18, ST-19, ST-21
    deal = plain()
    stock, hand = list(deal.stock), list(deal.hands[0])
    assert others(deal) == {"stock", "trade 5C for 6C"}
    run(deal, "stock")
    assert (deal.hands[0], deal.stock, deal.to_act) == (stock, hand, 0)
    assert others(deal) == {"back", "both"}  # 5C is no trader for a stikkar
    assert {action for action in deal.legal() if action.startswith("put")} == {f"put away {card}" for card in stock}
    run(deal, "back")
    assert (deal.hands[0], deal.stock) == (hand, stock)
    assert others(deal) == {"trade 5C for 6C"}
    tricks(deal, "AH KC 4H QC", "KH AD")
    assert "stock" not in others(deal)  # 9D in the dealt hand
    tricks(deal, "4D 2S")
    assert (deal.to_act, others(deal)) == (3, {"trade 5S for 6S"})
    tricks(deal, "3S 3H")
    assert others(deal) == {"stock"}  # ST-22: seat 1, in the third trick
    run(deal, "stock")
    assert (sorted(deal.hands[1]), len(deal.stock)) == (sorted(stock), 7)
    run(deal, f"put away {stock[0]}")
    assert deal.stock[-1] == stock[0]
    assert others(deal) == set()


def test_keeping_both() -> None:  # ST-19, ST-21
    deal = run(plain(), "stock", "both")
    assert (len(deal.hands[0]), deal.stock) == (19, [])
    run(deal, "put away 2D")
    assert {action for action in deal.legal() if not action.startswith("play")} == {"trade 5C for 6C"}
    tricks(deal, "AH")
    assert others(deal) == set()  # one card lies there: nothing to play the deal with
    deal = run(plain("KS JS"), "stock")
    assert others(deal) == set()  # a stikkar in the stock


def test_traders_for_a_stikkar() -> None:  # ST-21
    deal = run(plain("6C JC"), "stock")
    assert deal.exposed["C"] == ["JC"]
    assert others(deal) == set()  # given away
    deal = run(plain("6C JC", "5C 3C"), "stock")
    assert others(deal) == {"back", "trade 5C for JC"}
    run(deal, "trade 5C for JC")
    assert others(deal) == set()  # used
    deal = run(plain("6C JC"), "trade 5C for JC", "stock")
    assert others(deal) == {"back"}


def test_who_may_take() -> None:  # ST-18, ST-22
    for late, offered in [("no", False), ("yes", True)]:
        deal = tricks(plain(late_stock=late), "AH KC 4H QC")
        assert ("stock" in deal.legal()) == offered
    deal = tricks(plain(), "3H")
    run(deal, "stock")
    assert "stock" not in deal.legal()
    tricks(deal, "2D")
    assert "stock" not in others(deal)
    tricks(deal, "4H QC")
    assert deal.to_act == 2
    tricks(deal, "2H 2S")
    run(deal, "stock")  # what seat 1 put down
    assert deal.stock == PLAIN[0].replace(" 3H", "").split()
    assert others(deal) == {"back", "both"}
    run(deal, "both")
    assert len(deal.hands[0]) == 17


def test_lamb_and_stikkar_exposed() -> None:  # ST-20
    deal = plain("6C 7C", "2D JC", "5C 5H")
    assert (deal.exposed["C"], len(deal.stock)) == (["7C", "JC"], 9)
    run(deal, "stock")
    assert (deal.to_act, deal.legal()) == (1, {"stay"})
    run(deal, "stay")
    assert (deal.to_act, deal.legal()) == (2, {"stay", "trade 5C for 7C", "trade 5C for JC"})
    run(deal, "stay", "stay")
    assert (deal.to_act, deal.legal()) == (0, {"take 7C", "take JC"})
    run(deal, "take 7C")
    assert (len(deal.hands[0]), deal.exposed["C"], others(deal)) == (10, ["JC"], {"back", "both"})
    run(deal, "back")
    assert (deal.exposed["C"], len(deal.stock)) == (["7C", "JC"], 9)
    tricks(deal, "AH")
    run(deal, "stock", "trade 5C for JC")
    assert (deal.to_act, deal.legal()) == (2, {"stay"})
    run(deal, "stay", "stay", "stay")
    assert (deal.to_act, deal.exposed["C"], len(deal.hands[1])) == (1, ["5C"], 10)
    assert "7C" in deal.hands[1]


@pytest.mark.parametrize(
    ("bottom", "how", "exposes", "laid"),
    [
        ("2H 3C 3S 9D", "bottom", 1, "9D"),
        ("2H 3C 4C 9D", "bottom", 2, "9D"),
        ("2H 3C 9D 4S", "bottom", 1, ""),
        ("2H 3C 9D 4S", "to_fourth", 1, "9D"),
        ("2H 3C 9D 4S", "to_fourth", 2, "9D 2H"),
        ("2H 9D 8S 4S", "to_fourth", 2, "8S 9D"),
        ("2H 3C 3S 3D 4S", "to_fourth", 1, ""),
    ],
)
def test_the_cut(bottom: str, how: str, exposes: int, laid: str) -> None:  # ST-29
    deal = cut(bottom, ["", "", "", ""], cut_for_stikkar=how, cut_exposes=exposes)
    assert deal.laid == laid.split()
    assert len(deal.stock) + sum(map(len, deal.exposed.values())) == 12 - len(deal.laid)
    assert deal.phase == "play"


HEARTS_LAID = ["KC QC JD 5D 2C 3C 3D 3S 2S", "KH 6C 7C 8C 9C 2D 4D 6D 7D", "QH 4S 5S 6S 7S 9S JH 3H 4H", ""]


def two_hearts(**options: object) -> Deal:
    """Bird and mare laid; seat 1 has the king of hearts, seat 2 the queen."""
    return cut("8D JC 2H 9H", HEARTS_LAID, cut_for_stikkar="to_fourth", cut_exposes=2, **options)


def test_king_and_queen_take_laid_stikkar() -> None:  # ST-29
    deal = tricks(two_hearts(), "3C")
    assert {"trade KH for 2H"} <= others(deal) <= {"trade KH for 2H", "stock"}
    run(deal, "trade KH for 2H")
    assert (deal.laid, "KH" in deal.stock, "2H" in deal.hands[1]) == (["9H"], True, True)
    tricks(deal, "6C")
    assert "trade QH for 9H" in others(deal)
    deal = tricks(two_hearts(), f"3C 6C 4H {min(deal.hands[3])}")
    assert deal.laid == ["9H", "2H"]
    assert not any("for 2H" in action for action in deal.legal())


def test_the_queen_for_the_king() -> None:  # ST-29
    deal = two_hearts(queen_if_king_in_stock="yes")
    tricks(deal, f"3C 6C 4H {min(deal.hands[3])}")
    assert (deal.phase, deal.to_act, deal.legal(), len(deal.trick)) == ("ask", 0, {"stay"}, 4)
    run(deal, "stay", "stay")
    assert deal.legal() == {"stay", "trade QH for 2H"}
    run(deal, "trade QH for 2H", "stay", "stay")
    assert (deal.laid, "QH" in deal.stock, len(deal.trick_winners)) == (["9H"], True, 1)


def test_laid_stikkar_and_the_stock() -> None:  # ST-20, ST-29
    deal = plain("6H KS")
    deal.laid = deal.laid_first = ["8S"]  # by hand
    deal.hands[2].remove("8S")
    run(deal, "stock")
    assert deal.legal() == {"stay"}
    run(deal, "stay", "stay", "stay")
    assert (deal.laid, "8S" in deal.hands[0], others(deal)) == ([], True, set())


def test_the_king_takes_the_bird() -> None:  # ST-30
    def ninth(king: int, five: int) -> Deal:
        deal = plain(king_takes_bird="yes")
        deal.chosen, deal.exposed = ["H", "S"], {"H": ["2H"], "S": ["6S"]}  # by hand
        deal.hands = [["3C"], ["3D"], ["3S"], ["4S"]]
        deal.hands[king] = ["KH"]
        deal.hands[five] += ["5H"]
        deal.trick_winners = [0, 1, 0, 1, 0, 1, 0, 1]
        return run(deal, "play 3C")

    deal = ninth(1, 3)
    assert deal.legal() == {"play KH", "trade KH for 2H"}
    run(deal, "trade KH for 2H", "stay")
    assert (deal.to_act, deal.legal()) == (3, {"stay", "trade 5H for 2H"})
    run(deal, "trade 5H for 2H")
    assert (deal.to_act, deal.legal(), deal.exposed["H"]) == (1, {"play KH"}, ["5H"])
    deal = run(ninth(1, 3), "trade KH for 2H", "stay", "stay", "stay")
    assert (deal.to_act, deal.legal(), deal.exposed["H"]) == (1, {"play 2H"}, ["KH"])
