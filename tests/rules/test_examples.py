"""The worked examples of the rules, from one golden file."""

from typing import Any

import pytest

import stova
from helpers import card_tables, golden
from stova import Result, Suit
from stova.cards import Card, card_set, parse_cards
from stova.engine.tables import CardTables
from stova.games.klorsjavs_auction import amount
from stova.games.styrivolt.chalk import Chalk
from stova.games.styrivolt.choosing import exposable, search

EXAMPLES = golden("examples.json")
WORDS = {suit.word: suit for suit in Suit}


def worth(tables: CardTables, cards: tuple[Card, ...]) -> int:
    return sum(tables.points[card] for card in cards)


@pytest.mark.parametrize(
    ("name", "trump", "count"), [(name, *pair) for name, by in EXAMPLES["trumps"].items() for pair in by.items()]
)
def test_how_many_trumps_there_are(name: str, trump: str, count: int) -> None:
    assert card_tables(name, trump).trumps.bit_count() == count


@pytest.mark.parametrize(("name", "points"), EXAMPLES["points"].items())
def test_how_many_card_points_there_are(name: str, points: int) -> None:
    assert worth(card_tables(name, "C"), stova.game(name).pack) == points


def test_the_nine_wenzels_and_clubs() -> None:
    wenzels = parse_cards(EXAMPLES["wenzels"])
    assert card_tables("klorsjavs", "C").ranked(card_set(wenzels)) == wenzels
    assert card_tables("klorsjavs", "C").trumps == card_set(wenzels)


def test_the_162_points_of_klaverjas() -> None:
    expected, by_hearts = EXAMPLES["klaverjas"], card_tables("klaverjas", "H")
    suits = {suit: tuple(card for card in stova.game("klaverjas").pack if card.suit is suit) for suit in Suit}
    assert worth(by_hearts, suits[Suit.HEARTS]) == expected["trumps"]
    assert [worth(by_hearts, suits[suit]) for suit in Suit if suit is not Suit.HEARTS] == [expected["plain suit"]] * 3
    assert by_hearts.last_trick == expected["last trick"]
    assert worth(by_hearts, stova.game("klaverjas").pack) + by_hearts.last_trick == expected["total"]


@pytest.mark.parametrize("example", EXAMPLES["ST-13"])
def test_st_13_choosing(example: dict[str, Any]) -> None:
    turned, chosen = search(parse_cards(example["turned"]))
    assert chosen == tuple(WORDS[word] for word in example["chosen"].split())
    shown = [exposable(turned, suit, chosen) for suit in chosen]
    assert shown == [(parse_cards(cards),) for cards in example["exposed"]]


def test_st_27_the_chalk_up() -> None:
    sheet = stova.game("styrivolt", crosses="none").new_sheet(0)
    for line in EXAMPLES["ST-27"]:
        score = (1, 0) if line["side"] == 0 else (0, 1)
        sheet = sheet.enter(Result(points=(0, 0), tricks=(0, 0), score=score, made=line["made"], rule="ST-24"))
        assert isinstance(sheet, Chalk)
        assert list(sheet.strokes) == line["strokes"]
        assert [crosses.count for crosses in sheet.crosses] == line["crosses"]


@pytest.mark.parametrize("bid", ["spil", "stryger"])
def test_ka_6_games(bid: str) -> None:
    options = stova.game("klorsjavs_auction").options
    for taken, expected in EXAMPLES["KA-6"][bid].items():
        points, tricks = (0, 0) if taken == "no trick" else (int(taken), 3)
        assert amount(options, bid, points, tricks)[1] == expected


@pytest.mark.parametrize("bid", ["tout", "strøget tout"])
def test_ka_6_touts(bid: str) -> None:
    options = stova.game("klorsjavs_auction").options
    assert amount(options, bid, 120, 6)[1] == EXAMPLES["KA-6"][bid]["all"]
    assert amount(options, bid, 110, 5)[1] == EXAMPLES["KA-6"][bid]["lost"]
