"""Sanity tests of the oracle itself: examples counted by hand from the rule book, and deals played at random."""

from __future__ import annotations

import random

import pytest

from oracle import OPTIONS, PACK, Deal, Result, best_card, card_points, followers, rest_of_suit, trump_cards
from oracle_play import run, tricks
from oracle_sheet import Sheet

# Dealer 3, so seat 0 is forehand. Seat 0 has five hearts, seat 2 five clubs; seats 1 and 3 have nothing to bid.
FOUR = [
    ["QC", "JS", "AH", "KH", "10H", "7S", "8S", "AD"],
    ["JD", "9H", "AS", "KS", "10S", "10D", "9D", "8D"],
    ["QS", "JC", "AC", "KC", "10C", "7H", "9S", "KD"],
    ["JH", "9C", "8C", "7C", "QH", "8H", "QD", "7D"],
]
# Dealer 2. Seat 0 has six hearts, seat 1 six spades, seat 2 five diamonds.
THREE = [
    ["QC", "QS", "JC", "AH", "KH", "QH", "7C", "8S", "AD", "10D"],
    ["JS", "JH", "AS", "KS", "10S", "9S", "AC", "KC", "9H", "8H"],
    ["JD", "10C", "9C", "8C", "10H", "7H", "KD", "QD", "9D", "8D"],
]


def four(**options: object) -> Deal:
    return Deal("sjavs", options, 3, hands=FOUR)


def calls(hand: str, standing: tuple[int, str | None] | None, **options: object) -> set[str]:
    """What a player with these cards may call."""
    deal = four(**options)
    deal.dealt[0] = hand.split()
    deal.standing = standing
    return deal.legal()


def test_cards() -> None:  # SJ-4, SJ-5
    assert [len(trump_cards(suit)) for suit in "CSHD"] == [12, 12, 13, 13]
    assert [len(rest_of_suit(suit)) for suit in "CSHD"] == [6, 6, 7, 7]
    assert card_points(PACK) == 120


def test_following_and_winning() -> None:  # SJ-3, SJ-15, SJ-17
    assert followers("AC", ["QC", "7C", "JD"], "H") == ["7C"]
    assert followers("JD", ["QC", "7C", "7H"], "H") == ["QC", "7H"]
    assert followers("JD", ["QC", "7C", "7H"], None) == ["QC"]
    assert best_card(["10S", "KS", "AH", "7S"], "D") == "KS"
    assert best_card(["AS", "7D", "JD", "AD"], "D") == "JD"
    assert best_card(["AS", "AD"], None) == "AS"


def test_a_deal_counted_by_hand() -> None:
    deal = run(four(), "bid 5", "pass", "bid 5 clubs", "pass")
    assert (deal.declarer, deal.trump, deal.to_act) == (2, "C", 0)
    tricks(deal, "AH 9H 7H 8H", "AD 8D KD 7D", "KH JD JC QH", "QS 7C JS 9D")
    assert deal.to_act == 2
    tricks(deal, "AC JH QC 10D", "7S AS 9S 9C", "QD 8S KS 10C", "KC 8C 10H 10S")
    result = deal.result()
    assert result["points"] == [52, 0, 57, 11]
    assert result["tricks"] == [3, 0, 4, 1]
    assert result["score"] == [8, 0]
    assert not result["tie"]


def test_one_player_takes_everything() -> None:  # SJ-18, SJ-20
    hands = [["QC", "QS", "JC", "JS", "JH", "JD", "AC", "KC"]]
    rest = [card for card in PACK if card not in hands[0]]
    hands += [rest[seat::3] for seat in range(3)]
    scores = []
    for single in ["yes", "no"]:
        deal = run(Deal("sjavs", {"single_player_vol": single}, 3, hands=hands), "bid 8 clubs")
        while deal.to_act is not None:
            legal = deal.legal()
            best = [f"play {card}" for card in trump_cards("C") if f"play {card}" in legal]
            deal.apply(best[0] if best and deal.to_act == 0 else min(legal))
        assert deal.result()["points"] == [120, 0, 0, 0]
        scores.append(deal.result()["score"])
    assert scores == [[24, 0], [16, 0]]


@pytest.mark.parametrize(
    ("points", "taken", "simple", "clubs"),
    [
        (120, 8, [12, 0], [16, 0]),
        (120, 7, [4, 0], [8, 0]),
        (90, 5, [4, 0], [8, 0]),
        (89, 5, [2, 0], [4, 0]),
        (61, 5, [2, 0], [4, 0]),
        (60, 5, [0, 0], [0, 0]),
        (59, 5, [0, 4], [0, 8]),
        (31, 5, [0, 4], [0, 8]),
        (30, 5, [0, 8], [0, 16]),
        (0, 1, [0, 8], [0, 16]),
        (0, 0, [0, 16], [0, 16]),
    ],
)
def test_score_tables(points: int, taken: int, simple: list[int], clubs: list[int]) -> None:  # SJ-18, SJ-21
    deal = four()
    deal.declarer = 2
    deal.tricks = [min(taken, 2), 8 - taken, max(taken - 2, 0), 0]
    for trump, score in [("H", simple), ("C", clubs)]:
        deal.trump = trump
        assert deal._score([points, 120 - points, 0, 0]) == (score, points == 60)


@pytest.mark.parametrize(
    ("hand", "standing", "options", "expected"),
    [
        ("QC JS AH KH 10H 7S 8S AD", None, {}, {"bid 5"}),
        ("QC JS AH KH 10H 7S 8S AD", None, {"bidding": "optional"}, {"bid 5", "pass"}),
        ("QC JS AH KH 10H 7S 8S AD", None, {"reveal_suit": "yes"}, {"bid 5 hearts"}),
        ("QC JS AH KH 10H 7S 8S AD", (5, None), {}, {"pass"}),
        ("QC JS AH KH 10H 7S 8S AD", (5, None), {"equal_bid": "any"}, {"bid 5"}),
        ("QC JS AH KH 10H 7S 8S AD", (5, "C"), {"equal_bid": "any"}, {"pass"}),
        ("QS JC AC KC 10C 7H 9S KD", None, {}, {"bid 5", "bid 5 clubs"}),
        ("QS JC AC KC 10C 7H 9S KD", None, {"clubs_opening": "no"}, {"bid 5"}),
        ("QS JC AC KC 10C 7H 9S KD", (5, None), {"clubs_opening": "no"}, {"bid 5 clubs"}),
        ("QS JC AC KC 10C 7H 9S KD", (5, None), {"equal_bid": "any"}, {"bid 5", "bid 5 clubs"}),
        ("QS JC AC KC 10C 7H 9S KD", (5, "C"), {}, {"pass"}),
        ("QC QS JC AC KC AH KH 7D", None, {"reveal_suit": "yes"}, {"bid 5 clubs"}),
        ("QC QS JC AC KC AH KH 7D", (5, "S"), {"reveal_suit": "yes", "clubs_when_equal": "may"}, {"bid 5 clubs"}),
        (
            "QC QS JC AC KC AH KH 7D",
            None,
            {"reveal_suit": "yes", "clubs_when_equal": "may"},
            {"bid 5 clubs", "bid 5 hearts"},
        ),
    ],
)
def test_calls(
    hand: str, standing: tuple[int, str | None] | None, options: dict[str, object], expected: set[str]
) -> None:  # SJ-9 to SJ-13
    assert calls(hand, standing, **options) == expected


def test_naming_trumps() -> None:  # SJ-12, SJ-13
    for option, expected in [("must", {"trump C"}), ("may", {"trump C", "trump H"})]:
        deal = four(clubs_when_equal=option)
        deal.dealt[0] = ["QC", "QS", "JC", "AC", "KC", "AH", "KH", "7D"]
        deal.dealt[2] = FOUR[1]
        run(deal, "bid 5", "pass", "pass", "pass")
        assert deal.legal() == expected


@pytest.mark.parametrize(
    ("overtrump", "expected"),
    [
        ("no", {"QS", "JC", "AC", "KC", "10C", "9S"}),
        ("if_trumping", {"QS", "JC", "9S"}),
        ("must", {"QS", "JC"}),
    ],
)
def test_overtrump(overtrump: str, expected: set[str]) -> None:  # SJ-16
    deal = run(four(overtrump=overtrump), "bid 5", "pass", "bid 5 clubs", "pass")
    tricks(deal, "AH 9H 7H 8H", "AD 8D KD 7D", "KH JD")
    assert deal.legal() == {f"play {card}" for card in expected}


def test_all_pass() -> None:  # SJ-14
    for option, redeal_by in [("redeal", "same"), ("next_dealer", "next")]:
        deal = run(four(all_pass=option, bidding="optional"), *["pass"] * 4)
        assert (deal.result()["passed_out"], deal.result()["redeal_by"]) == (True, redeal_by)
    deal = run(four(all_pass="play", bidding="optional"), *["pass"] * 4)
    assert deal.to_act == 0
    tricks(deal, "JS JD QS JH")
    assert deal.to_act == 2  # the queen of spades; the other clubs are no trumps
    deal.apply("play AC")
    assert deal.legal() == {"play 9C", "play 8C", "play 7C"}
    assert deal._score([60, 30, 1, 29]) == ([4, 0], False)
    assert deal._score([60, 30, 0, 30]) == ([0, 0], True)


def test_cut_and_deal() -> None:  # SJ-7
    deal = Deal("sjavs", {"cut_packets": (3, 2, 3)}, 3, pack=PACK)
    assert deal.to_act == 2
    assert len(deal.legal()) == 32
    deal.apply("cut 1")
    assert deal.hands[0] == PACK[1:4] + PACK[13:15] + PACK[21:24]
    assert deal.hands[3] == PACK[10:13] + PACK[19:21] + PACK[30:32] + PACK[:1]
    deal = run(Deal("sjavs", {"cutter": "left"}, 3, pack=PACK), "knock")
    assert deal.history == [(0, "knock")]
    assert deal.hands[1] == PACK[8:16]


def test_three_hand_deal() -> None:  # SJ3-1
    deal = run(Deal("sjavs3", {}, 2, pack=PACK), "knock")
    assert deal.hands == [PACK[:10], PACK[11:21], PACK[22:]]
    assert deal.talon == [PACK[10], PACK[21]]
    deal = run(Deal("sjavs3", {}, 2, pack=PACK), "cut 16")
    pack = PACK[16:] + PACK[:16]
    assert deal.hands[0] == pack[:3] + pack[10:14] + pack[23:26]
    assert deal.talon == [pack[9], pack[22]]


def test_three_hand_counted_by_hand() -> None:  # SJ3-2 to SJ3-4
    deal = run(Deal("sjavs3", {}, 2, hands=THREE, talon=["7S", "7D"]), "bid 6", "pass", "pass")
    assert deal.legal() == {"trump H"}
    deal.apply("trump H")
    assert len(deal.legal()) == 1 + 10 + 45
    assert "discard AD 10D" not in deal.legal()
    run(deal, "discard 10D AD")
    tricks(deal, "QC 8H 7H", "QS 9H 10H", "JC JH JD", "AH JS KD", "AS 10C 7S")
    tricks(deal, "KS 9C 8S", "10S QD KH", "QH AC 8C", "7C KC 9D", "9S 8D 7D")
    result = deal.result()
    assert result["points"] == [53 + 21, 46, 0]
    assert result["tricks"] == [5, 5, 0]
    assert result["score"] == [2, 0, 0]


def test_three_hand_talon_order_and_options() -> None:  # SJ3-2, SJ3-4, SJ3-5
    deal = Deal("sjavs3", {"trump_after_exchange": "yes"}, 2, hands=THREE, talon=["7S", "7D"])
    run(deal, "bid 6", "pass", "pass", "discard AH")
    assert (deal.discards, deal.talon, deal.hands[0][-1]) == (["AH"], ["7D"], "7S")
    assert deal.legal() == {"trump H"}  # six as dealt
    deal.apply("trump H")
    deal.tricks = [10, 0, 0]
    assert deal._score([120, 0, 0]) == ([16, 0, 0], False)
    deal.options["solo_vol"] = "side"
    assert deal._score([120, 0, 0]) == ([12, 0, 0], False)
    assert deal._score([60, 60, 0]) == ([0, 0, 0], True)
    deal.options["solo_60"] = "loss"
    assert deal._score([60, 60, 0]) == ([0, 4, 4], False)
    deal.declarer = None
    assert deal._score([60, 59, 0]) == ([0, 0, 0], True)
    assert deal._score([40, 59, 10]) == ([0, 0, 0], False)


def test_two_hand() -> None:  # SJ2-1 to SJ2-4
    deal = run(Deal("sjavs2", {}, 1, pack=PACK), "knock")
    assert deal.downcards == [["7C", "8C", "9C", "10C"], ["JC", "QC", "KC", "AC"]]
    assert deal.upcards == [["7S", "8S", "9S", "10S"], ["JS", "QS", "KS", "AS"]]
    run(deal, "bid 8", "bid 10", "trump D", "play 10S")
    assert deal.legal() == {"play KS", "play AS"}
    assert (deal.upcards[0][3], deal.downcards[0][3]) == ("", "10C")
    deal.apply("play AS")
    assert deal.upcards == [["7S", "8S", "9S", "10C"], ["JS", "QS", "KS", "AC"]]
    assert "play AC" in deal.legal()
    deal = run(Deal("sjavs2", {"turn_up": "at_once", "visible_bid": "hand"}, 1, pack=PACK), "knock")
    run(deal, "bid 8", "pass", "trump H", "play 10S")
    assert (deal.upcards[0][3], deal.downcards[0][3]) == ("10C", "")


def entered(score: list[int], *, trump: str | None = "H", declarer: int | None = 0, tie: bool = False) -> Result:
    return {"passed_out": False, "declarer": declarer, "trump": trump, "score": score, "tie": tie}


TIE = entered([0, 0], tie=True)


@pytest.mark.parametrize(
    ("options", "result", "expected"),
    [
        ({}, entered([4, 0]), [8, 0]),
        ({"tie_accumulates": "no"}, entered([4, 0]), [6, 0]),
        ({"tie": "plus2_clubs4"}, entered([8, 0], trump="C"), [16, 0]),
        ({"tie": "plus2_clubs4"}, entered([4, 0]), [8, 0]),
        ({"tie": "suduroy"}, entered([4, 0]), [8, 0]),
        ({"tie": "suduroy"}, entered([0, 4]), [0, 12]),
        ({"tie": "suduroy"}, entered([0, 4], declarer=None), [0, 8]),
        ({"tie": "double"}, entered([4, 0]), [16, 0]),
        ({"tie": "quadruple", "tie_accumulates": "no"}, entered([2, 0]), [8, 0]),
    ],
)
def test_ties_carried_over(options: dict[str, object], result: Result, expected: list[int]) -> None:  # SJ-25
    sheet = Sheet("sjavs", options, 0)
    for deal in [TIE, TIE, {"passed_out": True, "redeal_by": "same"}, result]:
        sheet.enter(deal)
    assert sheet.scores == [[0, 0], [0, 0], expected]
    assert sheet.columns[0] == [24, 24, 24, 24 - expected[0]]
    assert sheet.dealer == 3


def test_rubbers_and_crosses() -> None:  # SJ-26, SJ-27
    sheet = Sheet("sjavs", {"rubbers": 2}, 0)
    sheet.enter(entered([24, 0]))
    assert (sheet.rubber_over, sheet.over, sheet.crosses) == (True, False, [2, 0])
    for score in [[4, 0], [0, 16], [0, 16]]:
        sheet.enter(entered(score))
    assert sheet.columns == [[24, 20, 20, 20], [24, 24, 8, -8]]
    assert (sheet.crosses, sheet.rubbers_won, sheet.winners) == ([2, 1], [1, 1], [0])
    sheet = Sheet("sjavs", {"cross": "double_only"}, 0)
    for score in [[4, 0], [0, 16], [0, 16]]:
        sheet.enter(entered(score))
    assert (sheet.crosses, sheet.winners) == ([0, 0], [1])


def test_max_deals() -> None:  # SJ-28
    sheet = Sheet("sjavs", {"max_deals": 6}, 0)
    sheet.enter("misdeal")
    for deal in [entered([4, 0]), entered([0, 4]), TIE, TIE, TIE]:
        sheet.enter(deal)
    assert not sheet.rubber_over
    sheet.enter(TIE)
    assert (sheet.over, sheet.rubbers_won, sheet.winners) == (True, [0, 0], [0, 1])
    sheet = Sheet("sjavs", {"max_deals": 6}, 0)
    for deal in [TIE, entered([4, 0]), entered([0, 4]), TIE, TIE, TIE]:
        sheet.enter(deal)
    assert sheet.columns == [[24, 24, 18, 18, 18, 18, 18], [24, 24, 24, 20, 20, 20, 20]]
    assert (sheet.crosses, sheet.rubbers_won, sheet.winners) == ([1, 0], [1, 0], [0])


def test_three_hand_sheet() -> None:  # SJ3-4, SJ3-6
    sheet = Sheet("sjavs3", {"rubbers": None}, 0)
    for score in [[0, 16, 16], [2, 0, 0], [0, 8, 8]]:
        sheet.enter(entered(score))
    assert sheet.columns == [[24, 24, 22, 22], [24, 8, 8, 0], [24, 8, 8, 0]]
    assert (sheet.crosses, sheet.rubbers_won) == ([0, 1, 1], [0, 1, 1])
    for score in [[0, 2, 0], [0, 16, 16], [0, 8, 8]]:
        sheet.enter(entered(score))
    assert (sheet.crosses, sheet.over, sheet.winners) == ([0, 2, 1], False, [])


@pytest.mark.parametrize("game", ["sjavs", "sjavs3", "sjavs2"])
def test_random_deals_keep_the_books(game: str) -> None:
    rng = random.Random(game)
    for _ in range(60):
        options = {name: rng.choice(values) for name, values in OPTIONS.items()}
        options |= {"max_deals": rng.choice([None, 6]), "rubbers": rng.choice([1, 2])}
        sheet = Sheet(game, options, rng.randrange(2))
        while not sheet.over:
            deal = Deal(game, options, sheet.dealer, pack=rng.sample(PACK, 32))
            while deal.to_act is not None:
                deal.apply(rng.choice(sorted(deal.legal())))
            result = deal.result()
            if not result["passed_out"]:
                all_counted = game != "sjavs3" or deal.declarer is not None
                assert sum(result["points"]) == 120 - (0 if all_counted else card_points(deal.talon))
                assert sum(result["tricks"]) == {"sjavs": 8, "sjavs3": 10, "sjavs2": 16}[game]
                assert not (result["tie"] and any(result["score"]))
            sheet.enter(result)
        assert sheet.winners
