"""Sanity tests of the Klaverjas oracle: examples counted by hand from the rule book, and rounds played at random."""

from __future__ import annotations

import random

import pytest

from oracle_klaverjas import OPTIONS, PACK, SUITS, Deal, Result, Sheet, best_card, card_points, roem
from oracle_play import run, tricks

# Dealer 3, so seat 0 is forehand.
HANDS = [
    ["JC", "9C", "AC", "AS", "10S", "AH", "10H", "AD"],
    ["KC", "QC", "8C", "KS", "QS", "JS", "7H", "8H"],
    ["10C", "7C", "9S", "8S", "KH", "QH", "JH", "10D"],
    ["7S", "9H", "KD", "QD", "JD", "9D", "8D", "7D"],
]


def dealt(turned: str | None = None, **options: object) -> Deal:
    return Deal("klaverjas", options, 3, hands=HANDS, turned=turned)


def test_cards() -> None:  # KJ-2, KJ-7
    assert card_points(PACK, None) == 4 * 30
    assert card_points(PACK, "H") == 152
    assert best_card(["KS", "10S", "QS", "AH"], "D") == "10S"
    assert best_card(["AS", "AD", "9D", "10D"], "D") == "9D"
    assert best_card(["KD", "7D", "JD", "AD"], "D") == "JD"


@pytest.mark.parametrize(
    ("cards", "plain", "trumps"),
    [
        ("7H 8H 9H AS", 20, 20),
        ("10H 8H 9H JH", 50, 50),
        ("10H 8H JH 7H", 0, 0),
        ("10H JH AH KH", 0, 0),
        ("JH AH KH QH", 50, 70),
        ("AH QH KH JS", 20, 40),
        ("KH 7S QH 8H", 0, 20),
        ("KH KS KD KC", 100, 100),
        ("JH JS JD JC", 200, 200),
        ("9H 9S 9D 9C", 0, 0),
        ("KH AH 7H 8H", 0, 0),
    ],
)
def test_roem(cards: str, plain: int, trumps: int) -> None:  # KJ-8
    assert (roem(cards.split(), "C"), roem(cards.split(), "H")) == (plain, trumps)


def test_dealing() -> None:  # KJ-1
    deal = Deal("klaverjas", {}, 3, pack=PACK)
    assert deal.hands[0] == PACK[:3] + PACK[12:15] + PACK[24:26]
    deal = Deal("klaverjas", {"packets": (3, 2, 3)}, 0, pack=PACK)
    assert deal.hands[0] == PACK[9:12] + PACK[18:20] + PACK[29:]
    assert deal.to_act == 1


def test_choosing_trumps() -> None:  # KJ-3
    assert dealt().legal() == {f"trump {suit}" for suit in SUITS}
    deal = run(dealt(trump_choice="pass_or_play"), "pass", "pass", "trump H")
    assert (deal.declarer, deal.trump, deal.to_act) == (2, "H", 0)
    deal = run(dealt(trump_choice="pass_or_play"), *["pass"] * 4)
    assert (deal.result()["passed_out"], deal.result()["redeal_by"]) == (True, "same")
    deal = run(dealt("S", trump_choice="turned"), "pass")
    assert deal.legal() == {"accept", "pass"}
    deal = run(deal, "accept")
    assert (deal.declarer, deal.trump, deal.to_act) == (1, "S", 0)
    deal = run(dealt("S", trump_choice="turned"), *["pass"] * 4)
    assert (deal.declarer, deal.trump, deal.to_act, deal.phase) == (0, "S", 0, "play")
    with pytest.raises(ValueError, match="no suit drawn"):
        dealt(trump_choice="turned")


def test_a_deal_counted_by_hand() -> None:  # KJ-10, KJ-11
    deal = run(dealt(), "trump C", "play JC")
    assert deal.legal() == {"play KC", "play QC", "play 8C"}
    tricks(deal, "8C 10C 7D", "9C KC 7C 8D", "AC QC 9S 9D", "AS JS 8S 7S", "10S QS JH JD", "AH 8H KH 9H")
    assert [card_points(cards, "C") for cards in deal.won] == [30 + 18 + 14 + 13 + 17 + 15, 0, 0, 0]
    tricks(deal, "10H 7H QH QD", "AD KS 10D KD")
    result = deal.result()
    assert result["points"] == [162, 0]
    assert (result["roem"], result["pit"], result["nat"]) == ([100, 0], True, False)
    assert (result["tricks"], result["score"]) == ([8, 0, 0, 0], [262, 0])


def test_declaring_roem() -> None:  # KJ-9
    deal = tricks(run(dealt(), "trump C"), "10S JS 9S 7S")
    assert (deal.to_act, deal.legal(), deal.trick) == (0, {"roem", "no roem"}, [])
    assert run(deal, "roem").roem == [20, 0]
    assert "play AS" in deal.legal()
    deal = run(tricks(run(dealt(), "trump C"), "10S JS 9S 7S"), "no roem")
    assert (deal.roem, deal.phase) == ([0, 0], "play")
    deal = tricks(run(dealt(roem="automatic"), "trump C"), "10S JS 9S 7S")
    assert (deal.roem, deal.phase) == ([20, 0], "play")


@pytest.mark.parametrize(
    ("trick", "hand", "amsterdam", "rotterdam"),
    [
        ("10H", "8H 9H AS", "9H", "9H"),  # a higher trump than the one led
        ("9H", "AH QH AS", "AH QH", "AH QH"),  # no higher one
        ("9H", "AS KC", "AS KC", "AS KC"),
        ("8H 10H", "9H QH AS", "9H", "9H"),
        ("AS", "7S JH KC", "7S", "7S"),
        ("7S", "JH 7H KC", "JH 7H", "JH 7H"),
        ("7S", "KC 8D", "KC 8D", "KC 8D"),
        ("7S QH", "JH 7H KC", "JH", "JH"),
        ("7S 9H", "AH 7H KC", "KC", "AH 7H"),  # can't beat the trump: discard
        ("7S 9H", "AH 7H", "AH 7H", "AH 7H"),
        ("AS 8S", "JH 7H KC", "JH 7H KC", "JH 7H"),  # the partner holds the trick
        ("7S 8S", "JH 7H KC", "JH 7H", "JH 7H"),  # an opponent does
        ("7S 8S 10C", "JH 7H KC", "JH 7H KC", "JH 7H"),
        ("7S AS", "JH 7H KC", "JH 7H", "JH 7H"),
        ("7S QH 8S", "JH 7H KC", "JH KC", "JH"),
        ("7S QH 8S", "8H 7H KC", "KC", "8H 7H"),
        ("7S QH 8S", "8H 7H", "8H 7H", "8H 7H"),
        ("7S QH 8S", "JH 7H", "JH", "JH"),
        ("7S QH KH", "JH 8H KC", "JH", "JH"),
    ],
)
def test_duties(trick: str, hand: str, amsterdam: str, rotterdam: str) -> None:  # KJ-4 to KJ-6
    for ruff, expected in [("amsterdam", amsterdam), ("rotterdam", rotterdam)]:
        deal = run(dealt(ruff=ruff), "trump H")
        deal.trick = list(enumerate(trick.split()))
        seat = len(deal.trick)
        deal.hands[seat] = hand.split()
        assert set(deal._legal_cards(seat)) == set(expected.split())


@pytest.mark.parametrize(
    ("points", "all_roem", "score", "nat"),
    [
        ([82, 80], [0, 0], [82, 80], False),
        ([81, 81], [0, 0], [0, 162], True),
        ([91, 71], [0, 20], [0, 182], True),
        ([92, 70], [20, 40], [112, 110], False),
        ([61, 101], [50, 0], [111, 101], False),
        ([60, 102], [20, 20], [0, 202], True),
        ([0, 162], [0, 100], [0, 262], True),
    ],
)
def test_score(points: list[int], all_roem: list[int], score: list[int], nat: bool) -> None:  # KJ-11
    assert dealt()._score(0, points, all_roem) == (score, nat)
    assert dealt()._score(1, points[::-1], all_roem[::-1]) == (score[::-1], nat)


def test_defenders_pit() -> None:  # KJ-10
    for value in [100, 0, 200]:
        deal = Deal("klaverjas", {"trump_choice": "pass_or_play", "defenders_pit": value}, 3, hands=HANDS)
        run(deal, "pass", "trump C")
        tricks(deal, "JC 8C 10C 7D", "9C KC 7C 8D", "AC QC 9S 9D", "AS JS 8S 7S", "10S QS JH JD", "AH 8H KH 9H")
        result = tricks(deal, "10H 7H QH QD", "AD KS 10D KD").result()
        assert (result["score"], result["roem"]) == ([162 + value, 0], [value, 0])
        assert (result["nat"], result["pit"]) == (True, True)


def entered(*score: int) -> Result:
    return {"passed_out": False, "score": list(score)}


def test_sheet() -> None:  # KJ-1, KJ-12
    sheet = Sheet("klaverjas", {"deals": 4}, 3)
    for result in [entered(82, 80), entered(0, 162), entered(100, 62)]:
        sheet.enter(result)
    sheet.enter("misdeal")
    sheet.enter({"passed_out": True, "redeal_by": "same"})
    assert (sheet.dealer, sheet.over, sheet.winners) == (2, False, [])
    sheet.enter(entered(142, 20))
    assert sheet.columns == [[0, 82, 82, 182, 324], [0, 80, 242, 304, 324]]
    assert (sheet.dealer, sheet.over, sheet.winners) == (3, True, [0, 1])
    sheet = Sheet("klaverjas", {"deals": None, "minutes": 45}, 0)
    sheet.enter(entered(0, 162))
    sheet.call_time()
    assert (sheet.over, sheet.winners) == (True, [1])
    with pytest.raises(ValueError, match="over"):
        sheet.enter("misdeal")


def check_books(deal: Deal, result: Result) -> None:
    if result["passed_out"]:
        assert result["score"] == [0, 0]
        return
    assert (sum(result["points"]), sum(result["tricks"])) == (162, 8)
    assert sum(result["score"]) == 162 + sum(result["roem"])
    assert result["nat"] == (result["score"][result["declarer"] % 2] == 0)
    assert deal.declarer == deal.forehand or deal.options["trump_choice"] != "forced"


def test_random_rounds_keep_the_books() -> None:
    rng = random.Random("klaverjas")
    for _ in range(40):
        options = {name: rng.choice(values) for name, values in OPTIONS.items()}
        sheet = Sheet("klaverjas", options, rng.randrange(4))
        while not sheet.over:
            deal = Deal("klaverjas", options, sheet.dealer, pack=rng.sample(PACK, 32), turned=rng.choice(SUITS))
            while deal.to_act is not None:
                deal.apply(rng.choice(sorted(deal.legal())))
            check_books(deal, deal.result())
            sheet.enter(deal.result())
            if options["deals"] is None and rng.random() < 0.1 and not sheet.over:
                sheet.call_time()
        assert sheet.winners


def test_what_is_not_legal() -> None:
    deal = dealt()
    for action in ["pass", "accept", "play JC", "roem"]:
        with pytest.raises(ValueError, match="not legal"):
            deal.apply(action)
    with pytest.raises(ValueError, match="no such option"):
        dealt(ruff="utrecht")
    with pytest.raises(ValueError, match="not over"):
        deal.result()
