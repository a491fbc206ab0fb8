"""Sanity tests of the Stýrivolt oracle itself: examples worked by hand from the rule book, and deals at random."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from oracle_chalk import Sheet
from oracle_play import run, tricks
from oracle_styrivolt import Deal
from oracle_styrivolt_cards import OPTIONS, PACK, RANKS, beats, best_to_expose, card_value, made, winning_play
from styrivolt_deals import make, plain, plays


@pytest.mark.parametrize(
    ("stock", "chosen", "exposed"),
    [
        ("2H KS 3S JH 9D", ["H", "S"], ["2H", "3S"]),
        ("6C 4C AD AC 7D 5H", ["C", "D"], ["4C", "7D AD"]),
        ("9H 5H 4H 7C 6C 2H 9S", ["H", "C"], ["5H", "7C"]),
    ],
)
def test_choosing(stock: str, chosen: list[str], exposed: list[str]) -> None:  # ST-12 to ST-14
    deal = make(["", "", "", ""], stock)
    assert (deal.chosen, deal.turned, deal.to_act) == (chosen, stock.split(), 3)
    before = list(deal.stock)
    for cards in exposed:
        assert deal.legal() == {f"expose {cards}"}
        deal.apply(f"expose {cards}")
    assert deal.exposed == {suit: cards.split() for suit, cards in zip(chosen, exposed, strict=True)}
    assert deal.stock == [card for card in before if card not in " ".join(exposed).split()]
    assert (deal.phase, deal.to_act) == ("play", 0)


@pytest.mark.parametrize(
    ("suit", "turned", "expected"),
    [
        ("S", "KS 4S QS", {"KS", "4S"}),
        ("C", "8C 9C 2C", {"8C", "9C"}),
        ("C", "KC QC", {"KC"}),
        ("C", "4C KC", {"4C"}),
        ("H", "8H 9H AH JH", {"9H"}),
        ("H", "9H 2H", {"2H"}),
        ("D", "AD 9D", {"9D"}),
        ("D", "JD AD", {"AD"}),
        ("S", "8S 9S 6S", {"8S"}),
        ("S", "6S 9S", {"6S"}),
        ("S", "9S 2S", {"9S"}),
        ("S", "3S 2S", {"2S"}),
        ("S", "3S KS", {"3S"}),
        ("S", "QS 4S", {"4S"}),
        ("S", "QS", {"QS"}),
        ("S", "5S 7S AS", {"5S"}),
        ("S", "7S 6S JS", {"7S JS"}),
        ("S", "7S 6S 2H", {"7S"}),
    ],
)
def test_exposing(suit: str, turned: str, expected: set[str]) -> None:  # ST-13
    assert set(best_to_expose(suit, turned.split())) == expected


def test_one_suit_is_dealt_again() -> None:  # ST-12
    deal = make(["", "", "", ""], " ".join(rank + "S" for rank in RANKS))
    assert deal.result() == {
        "passed_out": True,
        "chosen": ["S"],
        "tricks": [0, 0, 0, 0],
        "winner": None,
        "made": None,
        "redeal_by": "same",
    }
    sheet = Sheet({}, 3)
    sheet.enter(deal.result())
    assert (sheet.dealer, sheet.strokes) == (3, [3, 3])


# Which of the cards played after the one now winning beat it, with hearts and clubs chosen.
@pytest.mark.parametrize(
    ("winning", "better", "worse"),
    [
        ("2H", "", "4C 8S 9H 9D AH AC"),  # ST-3
        ("4C", "2H", "8S 9H 9D AC JH"),
        ("9D", "2H 4C 8S 9H", "AH JC"),
        ("AH", "9D 9H", "AC JH JC 6H"),  # ST-4, ST-6
        ("JC", "AH AC 9D", "JH 6C AS"),
        ("6C", "JH AC 9D", "6H 2C 3H KC 8C AS"),  # ST-5
        ("2C", "6H 6C JC", "3H 3C 4H KC"),
        ("3H", "2C 6C", "3C 4H QC"),
        ("4H", "3H 3C 2C", "5C KC QC JS"),
        ("7H", "", "2H 4C AH 6C 7C"),  # ST-7
        ("8C", "JH AC 9D 2H", "6C 6H 9C KC AS"),
        ("8H", "JC", "6H 8C 7C"),
        ("KH", "2C 6H JH", "3C 4H KC AS"),
        ("QC", "3H 2C 6H", "4H KC KH QH"),
        ("5C", "4H 3H AC 9D", "5H KC QC 7C AS"),  # ST-15
        ("AS", "6H 6C JC", "2C 3H 4H KH 8H AD"),  # ST-5, ST-9
        ("KS", "AS 2C 6H", "QS 3C 4H AD"),
        ("QS", "KS AS 3C 2C", "4H KD JS KC"),
        ("JS", "QS 4H 3H", "9S KC QH 5C 8C"),
        ("3D", "4D 5D 7D 8D AD 4H", "2D AS 5C 7C"),
        ("8D", "9D JD", "7D 9C"),
        ("7S", "8S 9S", "6S 7C"),
    ],
)
def test_beating(winning: str, better: str, worse: str) -> None:
    now = card_value(winning, "HC", "")
    assert [card for card in better.split() if not beats(card_value(card, "HC", ""), now)] == []
    assert [card for card in worse.split() if beats(card_value(card, "HC", ""), now)] == []


@pytest.mark.parametrize(
    ("trick", "chosen", "fours", "winner"),
    [
        ("QS KS 3H 4H", "HC", "", "KS"),  # ST-10
        ("QS 3H KS 4H", "HC", "", "3H"),
        ("QS 3H 2C KS", "HC", "", "2C"),
        ("AH AC JH 6C", "HC", "", "AH"),
        ("5S 7H 8C KC", "HC", "", "5S"),  # led only
        ("2D 3S 5C 2S", "HC", "", "2D"),
        ("7C 2H 4C 8S", "HC", "", "7C"),
        ("2D 2H 2C 2S", "HC", "2", "2D"),  # ST-11: four birds, the first stands
        ("9D 9H 4C 9S", "HC", "9", "4C"),
        ("8S 9C 9H 8D", "HC", "9", "8S"),
        ("AH 8D 9D JC", "HC", "8", "8D"),
        ("AH 4S 8S 2H", "HC", "4", "2H"),
        ("9H 4S 8S AH", "HC", "4", "4S"),
        ("JH AS AH 2D", "HC", "A", "AS"),
        ("6H JS 2D AH", "HC", "J", "AH"),
        ("8C JS 6H 2S", "HC", "J", "JS"),
        ("AS 6D 2C 4H", "HC", "6", "6D"),
        ("QS 3D KS 2D", "HC", "3", "3D"),
        ("7S 2H 8S AH", "HC", "7", "7S"),
        ("AD 7S 3D 7D", "HC", "7", "AD"),
        ("KS AS 3H 4H", "HC", "K", "KS"),
        ("QS KS 4H 3H", "HC", "KQ", "3H"),
        ("5S 6S 3D 2D", "HC", "5", "6S"),
    ],
)
def test_tricks(trick: str, chosen: str, fours: str, winner: str) -> None:
    played = list(enumerate(trick.split()))
    assert winning_play(played, chosen, set(fours) - {"5"})[1] == winner


def test_lambs_led() -> None:  # ST-8
    deal = plain("AH 7C", "KC 7S")
    assert "play 7C" not in deal.legal()
    tricks(deal, "KH")
    assert "play 7S" in deal.legal()  # not led
    tricks(deal, "7S 4H 5S")
    assert (deal.to_act, "play 7C" in deal.legal()) == (0, True)
    tricks(deal, "7C AD 2H AC")
    assert deal.trick_winners == [0, 0]


def test_traders_led() -> None:  # ST-15
    deal = plain()
    assert {action for action in deal.legal() if "5C" in action} == {"play 5C for 6C", "trade 5C for 6C"}
    run(deal, "trade 5C for 6C")
    assert deal.exposed == {"C": ["5C"], "S": ["6S"]}
    assert (deal.to_act, "play 6C" in deal.legal(), "6C" in deal.hands[0]) == (0, True, True)
    deal = run(plain(), "play 5C for 6C")
    assert (deal.trick, deal.to_act, deal.exposed["C"]) == ([(0, "6C")], 1, ["5C"])
    tricks(deal, "AD 9D")
    assert {action for action in deal.legal() if "5S" in action} == {"play 5S", "trade 5S for 6S"}
    run(deal, "trade 5S for 6S", "play AC")
    assert deal.trick_winners == [2]


def test_traders_led_for_a_lamb_or_for_nothing() -> None:  # ST-8, ST-15
    deal = plain("6C 7C")
    assert deal.exposed["C"] == ["7C"]
    assert {action for action in deal.legal() if "5C" in action} == {"trade 5C for 7C"}
    tricks(deal, "AH KC 4H QC")
    assert {action for action in deal.legal() if "5C" in action} == {"trade 5C for 7C", "play 5C for 7C"}
    deal = plain("6C 7C", "2D AC")
    assert deal.exposed["C"] == ["7C", "AC"]
    assert {play for play in plays(deal) if "5C" in play} == {"play 5C for AC"}
    deal = plain()
    deal.exposed["C"] = []  # by hand
    tricks(deal, "5C AD 4H 4S")
    assert deal.trick_winners == [3]


def test_four_of_a_kind() -> None:  # ST-11
    hands = ["9C 9D 9H 9S 2D 3D 4D 5D 5H", "7C 7D 7H 7S 5C 5S 6H 6S 3S", "AC AD AS KH QH JH 8H 4H 3H", ""]
    deal = run(make(hands, "AH 6C 6D"), "expose AH", "expose 6C")
    assert deal.fours == {"9", "7"}
    tricks(deal, "9H 3S 3H 2C")
    assert (deal.announced, deal.trick_winners) == (set(), [0])  # a mare it was anyhow
    tricks(deal, "9S 7D 4H 2S")
    assert (deal.announced, deal.trick_winners) == ({"9", "7"}, [0, 0])
    deal = plain("6C AC", "KH AD", "QH AS")
    assert deal.fours == set()
    run(deal, "play 5C for AC")
    assert (deal.fours, deal.announced) == ({"A"}, set())
    tricks(deal, "KH 4H 2S", "AH KD 9H 4S")
    assert (deal.announced, deal.trick_winners) == ({"A"}, [0, 2])
    deal = plain("KC 7C", "KD 7H", "QD 7S")
    assert deal.fours == {"7"}
    tricks(deal, "KH 7D 4H 2S")  # changed, though not led
    assert (deal.announced, deal.trick_winners) == ({"7"}, [3])
    deal = plain("KS 8D", "QS 8H")
    run(deal, "stock")
    assert deal.fours == set()
    deal = plain("2D AH", "KS 8D", "QS 8H", "9S 8S")
    run(deal, "stock")
    assert deal.fours == {"8"}  # picked up
    tricks(deal, "9C AD 9D 2S", "4H 3S 8D 3D")
    assert (deal.announced, deal.trick_winners) == ({"8"}, [2, 0])


def test_must_beat() -> None:  # ST-16
    deal = tricks(plain("AD 8H", "KC JH", "KD 2C", must_beat="yes"), "7H")
    assert plays(deal) == {"play 8H", "play JH", "play 2C"}
    deal = tricks(plain(must_beat="yes"), "7H 3D")
    assert len(plays(deal)) == 9  # the partner's
    run(deal, "play 4D")
    assert plays(deal) == {f"play {card}" for card in ["AC", "AS", "JC", "JS", "2S", "3S", "4S"]}
    deal = tricks(plain(must_beat="yes"), "AH KC 9D")
    assert plays(deal) == {f"play {card}" for card in deal.hands[3]}  # nothing beats it
    assert "trade 5S for 6S" in deal.legal()


@pytest.mark.parametrize(
    ("winners", "worth"),
    [
        ([1, 0, 2, 0, 2, 2], "game"),
        ([0, 2, 2, 0, 0, 1], "game"),
        ([0, 2, 2, 0, 0], "kept in"),
        ([1, 3, 1, 1, 1, 1], "kept in"),
        ([1, 1, 1, 1, 1, 3, 3], "kept in alone"),
        ([1, 1, 1, 1, 1, 1, 1, 1, 3], "nine"),
        ([2] * 9, "nine alone"),
    ],
)
def test_what_is_made(winners: list[int], worth: str) -> None:  # ST-17, ST-24
    assert made(winners) == worth


def test_stopping_and_going_on() -> None:  # ST-17
    deal = plain("AH AC", "KH AS", "QH JC", "JH JS", "8H 2H", "7H 4C", "6H 8S")
    tricks(deal, "AC KC 4D QC", "AS 3D 4H 2S", "JC 6D 5H 3S", "JS 7D 5D 4S")
    assert deal.phase == "play"
    tricks(deal, "2H 8D 7H 5S")
    assert (deal.legal(), deal.to_act) == ({"stop", "go on"}, 0)
    assert run(deal, "go on").to_act == 0
    tricks(deal, "4C JD 8H KH")
    assert deal.legal() == {"stop", "go on"}
    run(deal, "go on")
    tricks(deal, "3H QD 9D JH")
    run(deal, "stop")
    result = deal.result()
    assert (result["winner"], result["made"], result["tricks"]) == (0, "kept in alone", [6, 0, 1, 0])
    with pytest.raises(ValueError, match="not legal"):
        deal.apply("play 3H")


def all_cards(deal: Deal) -> list[str]:
    piles = [*deal.hands, *deal.won, *deal.exposed.values(), deal.stock, deal.laid, [card for _, card in deal.trick]]
    if deal.phase == "take":
        piles.append([card for card, _ in deal.came])
    return sorted(card for pile in piles for card in pile)


def random_deal(rng: random.Random) -> Deal:
    options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    pack = rng.sample(PACK, 48)
    deal = Deal(options, rng.randrange(4), pack=pack)
    again = Deal(options, deal.dealer, pack=pack)
    while deal.to_act is not None:
        words = sorted({action.split()[0] for action in deal.legal()})
        assert words
        word = rng.choice(words)
        action = rng.choice(sorted(action for action in deal.legal() if action.split()[0] == word))
        again.apply(action)
        deal.apply(action)
        assert deal.phase in ("cut", "over") or all_cards(deal) == sorted(PACK)
        if deal.phase == "play":
            assert all(len(hand) >= 9 - len(deal.trick_winners) - 1 for hand in deal.hands)
    assert again.result() == deal.result()
    return deal


def test_random_play() -> None:
    rng = random.Random(1)
    seen: Counter[str] = Counter()
    for _ in range(400):
        deal = random_deal(rng)
        seen.update({action.split()[0] for _, action in deal.history} | {str(deal.result()["made"])})
    assert set(seen) >= {"cut", "expose", "play", "trade", "stock", "back", "both", "put", "take", "stay", "game"}
