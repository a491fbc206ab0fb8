"""Sanity tests of the Klørsjavs oracle: examples counted by hand from the rule book, and matches played at random."""

from __future__ import annotations

import random

import pytest

from oracle_klorsjavs import OPTIONS, SEATS, Deal, Result, Sheet, card_points, pack_of
from oracle_play import run, tricks

PACK = pack_of("klorsjavs")
# Dealer 2, so seat 0 is forehand.
HANDS = [
    ["QC", "JS", "AC", "AS", "5H", "5D"],
    ["QS", "JC", "KC", "KS", "AH", "KD"],
    ["JH", "JD", "5C", "5S", "QH", "AD"],
]
CAT = ["KH", "QD"]


def dealt(game: str = "klorsjavs", **options: object) -> Deal:
    return Deal(game, options, 2, hands=HANDS, talon=CAT)


def auction(**options: object) -> Deal:
    return dealt("klorsjavs_auction", **options)


def test_packs() -> None:  # KL-1, KL-4, KL4-1, KL4-2
    assert (len(PACK), card_points(PACK)) == (20, 120)
    assert (len(pack_of("klorsjavs4")), card_points(pack_of("klorsjavs4"))) == (18, 114)
    assert pack_of("klorsjavs", 10)[:6] == ["10C", "JC", "QC", "KC", "AC", "10S"]
    assert card_points(pack_of("klorsjavs", 10)) == 120


def test_suits() -> None:  # KL-2, KL-3, KA-1
    deal = dealt()
    assert deal.trump_cards() == ["QC", "QS", "JC", "JS", "JH", "JD", "AC", "KC", "5C"]
    assert [deal.rest_of_suit(suit) for suit in "SH"] == [["AS", "KS", "5S"], ["AH", "KH", "QH", "5H"]]
    assert deal.best_card(["5H", "AD", "KH"]) == "KH"
    assert deal.best_card(["AH", "5C", "JD"]) == "JD"
    deal = auction()
    deal.trump = "H"
    assert deal.trump_cards() == ["AH", "KH", "QH", "JH", "5H"]
    assert deal.best_card(["KC", "QC", "AS"]) == "KC"
    deal.options["wenzels"] = "yes"
    assert deal.trump_cards() == ["QC", "QS", "JC", "JS", "JH", "JD", "AH", "KH", "QH", "5H"]
    assert deal.rest_of_suit("C") == ["AC", "KC", "5C"]


@pytest.mark.parametrize("knocked", [True, False])
def test_cut_and_deal(knocked: bool) -> None:  # KL-5
    deal = Deal("klorsjavs", {}, 2, pack=PACK)
    assert (deal.to_act, len(deal.legal())) == (1, 20)
    pack = PACK if knocked else PACK[7:] + PACK[:7]
    deal.apply("knock" if knocked else "cut 7")
    assert deal.hands[0] == pack[:3] + pack[11:14]
    assert deal.hands[2] == pack[6:9] + pack[17:]
    assert deal.talon == pack[9:11]


def test_cut_and_deal_for_four() -> None:  # KL4-1
    pack = pack_of("klorsjavs4")
    deal = Deal("klorsjavs4", {}, 0, pack=pack)
    assert (deal.to_act, "cut 17" in deal.legal(), "cut 18" in deal.legal()) == (3, True, False)
    deal.apply("knock")
    assert deal.hands[1] == pack[:2] + pack[10:12]
    assert deal.hands[0] == pack[6:8] + pack[16:]
    assert deal.talon == pack[8:10]


def test_a_deal_counted_by_hand() -> None:
    deal = run(dealt(), "declare")
    assert len(deal.legal()) == 15 + 1
    run(deal, "exchange 5H 5D")
    assert (deal.discards, deal.talon, deal.legal()) == (["5H", "5D"], [], {"fold", "stay"})
    run(deal, "stay", "play QC")
    assert deal.legal() == {"play QS", "play JC", "play KC"}
    run(deal, "play KC", "play 5C")
    tricks(deal, "AS KS 5S", "JS JC JD", "AH QH KH", "QS JH AC", "KD AD QD")
    result = deal.result()
    assert result["points"] == [17 + 25 + 20, 6 + 18 + 16, 18]
    assert result["tricks"] == [2, 3, 1]
    assert result["score"] == [0, -4, -4]
    assert result["made"] is True


def test_exchange() -> None:  # KL-7
    deal = run(dealt(), "pass", "declare", "leave", "stay")
    assert (deal.declarer, deal.talon, deal.to_act) == (1, CAT, 0)
    deal = run(dealt(cat_first="yes"), "declare")
    assert deal.legal() == {"take", "leave"}
    deal.apply("take")
    assert len(deal.legal()) == 8 * 7 / 2
    deal.apply("discard 5D QD")
    assert sorted(deal.hands[0]) == sorted(["QC", "JS", "AC", "AS", "5H", "KH"])
    assert (deal.discards, deal.talon, deal.phase) == (["5D", "QD"], [], "fold")


def test_fold() -> None:  # KL-9
    deal = run(dealt(), "declare", "leave", "fold")
    assert (deal.result()["score"], deal.result()["made"]) == ([-8, 0, 0], "fold")
    assert (deal.result()["points"], deal.result()["tricks"]) == ([7, 0, 0], [0, 0, 0])
    deal = run(dealt(fold_until="own_card"), "pass", "pass", "declare", "leave", "play QC")
    assert "fold" not in deal.legal()
    deal.apply("play KC")
    assert deal.legal() == {"play JH", "play JD", "play 5C", "fold"}
    tricks(deal, "5C", "AS KS")
    assert deal.legal() == {"play 5S"}


def test_passed_out() -> None:  # KL-6
    result = run(dealt(), "pass", "pass", "pass").result()
    assert (result["passed_out"], result["redeal_by"], result["score"]) == (True, "same", [0, 0, 0])


@pytest.mark.parametrize(
    ("three", "four", "taken", "expected"),
    [
        (120, 114, 6, [0, -16, -16]),
        (119, 113, 5, [0, -8, -8]),
        (91, 86, 3, [0, -8, -8]),
        (90, 85, 3, [0, -4, -4]),
        (61, 58, 1, [0, -4, -4]),
        (60, 57, 1, [-8, 0, 0]),
        (6, 6, 1, [-8, 0, 0]),
        (22, 22, 0, [-16, 0, 0]),
    ],
)
def test_score_tables(three: int, four: int, taken: int, expected: list[int]) -> None:  # KL-11, KL-12, KL4-2
    for game, points in [("klorsjavs", three), ("klorsjavs4", four)]:
        deal = Deal(game, {}, 2, pack=pack_of(game))
        deal.tricks[0] = taken
        assert deal._score(0, points)[0][:3] == expected
        deal.options["no_trick"] = 8
        assert deal._score(0, points)[0][0] == max(expected[0], -8)


def test_single_raise() -> None:  # KA-3
    deal = run(auction(), "bid stryger")
    assert deal.legal() == {"pass", "bid tout", "bid strøget tout"}
    run(deal, "bid strøget tout")
    assert deal.legal() == {"pass"}
    run(deal, "pass")
    assert (deal.declarer, deal.phase, deal.to_act) == (1, "trump", 1)
    run(deal, "trump D")
    assert deal.to_act == 1  # KA-5


@pytest.mark.parametrize(
    ("calls", "declarer", "bid"),
    [
        ("pass/pass/bid spil", 2, "spil"),
        ("bid spil/pass/pass", 0, "spil"),
        ("bid spil/bid stryger/pass/pass", 1, "stryger"),
        ("bid spil/bid stryger/hold/pass/pass", 0, "stryger"),
        ("bid spil/bid stryger/hold/bid tout/pass/bid strøget tout/pass", 2, "strøget tout"),
        ("bid spil/bid stryger/bid tout/pass/bid strøget tout/hold/pass", 0, "strøget tout"),
        ("pass/bid spil/bid tout/bid strøget tout/pass", 1, "strøget tout"),
    ],
)
def test_duel(calls: str, declarer: int, bid: str) -> None:  # KA-3
    deal = run(auction(**{"raise": "duel"}), *calls.split("/"))
    assert (deal.declarer, deal.bid, deal.phase in ("exchange", "trump")) == (declarer, bid, True)


def test_duel_turns() -> None:  # KA-3
    deal = run(auction(**{"raise": "duel"}), "bid spil", "bid tout")
    assert (deal.to_act, deal.legal()) == (0, {"hold", "pass", "bid strøget tout"})
    run(deal, "hold")
    assert (deal.to_act, deal.legal()) == (1, {"pass", "bid strøget tout"})
    run(deal, "bid strøget tout", "hold")
    assert (deal.to_act, deal.legal()) == (1, {"pass"})
    run(deal, "pass")
    assert (deal.to_act, deal.legal()) == (2, {"pass"})


def test_an_auction_deal_counted_by_hand() -> None:  # KA-4 to KA-8
    for payment, own in [("each", -2), ("flat", -1)]:
        deal = run(auction(payment=payment), "bid spil", "pass", "pass", "leave")
        assert deal.legal() == {"trump C", "trump S", "trump H", "trump D"}
        run(deal, "trump H")
        tricks(deal, "AC KC 5C", "AS KS 5S", "JS QS JH", "AD 5D KD", "JD 5H AH", "JC QH QC")
        result = deal.result()
        assert result["points"] == [25 + 25 + 7, 23, 7 + 25 + 8]
        assert (result["trump"], result["tricks"]) == ("H", [2, 1, 3])
        assert (result["score"], result["made"]) == ([own, 1, 1], False)


@pytest.mark.parametrize(
    ("points", "taken", "amount"),
    [(120, 6, 3), (119, 5, 2), (91, 4, 2), (90, 4, 1), (61, 2, 1), (60, 2, -1), (31, 2, -1), (30, 1, -2), (22, 0, -3)],
)
def test_auction_table(points: int, taken: int, amount: int) -> None:  # KA-6, KA-7
    for bid, factor in [("spil", 1), ("stryger", 4)]:
        deal = auction()
        deal.bid = bid
        deal.tricks[1] = taken
        each = factor * amount
        assert deal._auction_score(1, points) == ([-each, 2 * each, -each], amount > 0)
        deal.options["double_at"] = 90
        each = factor * 2 if points == 90 else each
        assert deal._auction_score(1, points)[0] == [-each, 2 * each, -each]


def test_touts() -> None:  # KA-6
    deal = auction()
    deal.tricks = [0, 0, 6]
    for bid, amount in [("tout", 10), ("strøget tout", 15)]:
        deal.bid = bid
        assert deal._auction_score(2, 120) == ([-amount, -amount, 2 * amount], True)
        assert deal._auction_score(0, 10) == ([-2 * amount, amount, amount], False)


def entered(*score: int) -> Result:
    return {"passed_out": False, "score": list(score)}


def test_sheet() -> None:  # KL-13, KL-14
    sheet = Sheet("klorsjavs", {}, 0)
    sheet.enter({"passed_out": True, "redeal_by": "same"})
    assert sheet.dealer == 0
    for _ in range(3):
        sheet.enter(entered(0, -16, -16))
    assert (sheet.dealer, sheet.port) == (0, [])
    sheet.enter(entered(0, -16, -16))
    assert not sheet.over  # both at -4
    sheet.enter(entered(0, -8, 0))
    assert sheet.columns == [[60] * 6, [60, 44, 28, 12, -4, -12], [60, 44, 28, 12, -4, -4]]
    assert (sheet.over, sheet.losers, sheet.winners, sheet.port) == (True, [1], [0], [0])
    with pytest.raises(ValueError, match="over"):
        sheet.enter("misdeal")


def test_auction_sheet() -> None:  # KA-9
    sheet = Sheet("klorsjavs_auction", {"deals": 2}, 2)
    sheet.enter(entered(-1, 2, -1))
    assert (sheet.over, sheet.dealer) == (False, 0)
    sheet.enter("misdeal")
    sheet.enter(entered(2, -1, -1))
    assert sheet.columns == [[0, -1, 1], [0, 2, 1], [0, -1, -2]]
    assert (sheet.over, sheet.winners, sheet.losers) == (True, [0, 1], [])


def check_books(game: str, deal: Deal, result: Result) -> None:
    folded = result["made"] == "fold"
    if not result["passed_out"] and not folded:
        assert sum(result["points"]) == card_points(deal.whole_pack)
        assert sum(result["tricks"]) == (4 if game == "klorsjavs4" else 6)
    if game != "klorsjavs_auction":
        assert max(result["score"]) == 0
    elif deal.options["payment"] == "each":
        assert sum(result["score"]) == 0
    assert result["score"][deal.declarer or 0] == -8 or not folded


@pytest.mark.parametrize("game", sorted(SEATS))
def test_random_matches_keep_the_books(game: str) -> None:
    rng = random.Random(game)
    for _ in range(60):
        options = {name: rng.choice(values) for name, values in OPTIONS[game].items()}
        sheet = Sheet(game, options, rng.randrange(3))
        while not sheet.over:
            pack = pack_of(game, options["counter"])
            deal = Deal(game, options, sheet.dealer, pack=rng.sample(pack, len(pack)))
            while deal.to_act is not None:
                deal.apply(rng.choice(sorted(deal.legal())))
                cards = [card for cards in [*deal.hands, *deal.won] for card in cards] + deal.talon + deal.discards
                assert sorted(cards + [card for _, card in deal.trick]) == sorted(pack)
            check_books(game, deal, deal.result())
            sheet.enter(deal.result())
        assert sheet.winners


def test_what_is_not_legal() -> None:
    deal = dealt()
    for action in ["bid spil", "trump C", "play QC", "exchange 5H 5D"]:
        with pytest.raises(ValueError, match="not legal"):
            deal.apply(action)
    deal.apply("declare")
    with pytest.raises(ValueError, match="not legal"):
        deal.apply("exchange 5D 5H")
    with pytest.raises(ValueError, match="no such option"):
        dealt(payment="flat")
    with pytest.raises(ValueError, match="not over"):
        deal.result()
