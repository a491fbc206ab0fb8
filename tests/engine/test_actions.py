"""Actions: their numbers and their text forms."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stova
from helpers import GAMES, random_options
from stova import NotationError
from stova.cards import parse_cards
from stova.engine.actions import Bid, Cut, Discard, Knock, NameTrump, Pass, Play

COUNTS = {
    "sjavs": {Cut: 31, Knock: 1, Pass: 1, Bid: 20, NameTrump: 4, Play: 32},
    "sjavs3": {Cut: 31, Knock: 1, Pass: 1, Bid: 30, NameTrump: 4, Discard: 529, Play: 32},
    "sjavs2": {Cut: 31, Knock: 1, Pass: 1, Bid: 40, NameTrump: 4, Play: 32},
}


@pytest.mark.parametrize("name", GAMES)
def test_what_actions_there_are(name: str) -> None:
    assert Counter(map(type, stova.game(name).actions)) == COUNTS[name]


@pytest.mark.parametrize("name", GAMES)
def test_numbers_are_places(name: str) -> None:
    game = stova.game(name)
    assert [game.numbers[action] for action in game.actions] == list(range(len(game.actions)))


@pytest.mark.parametrize("name", GAMES)
def test_numbers_are_the_same_for_all_options(name: str) -> None:
    rng = random.Random(name)
    for preset in stova.presets(name):
        for _ in range(10):
            game = stova.game(name, preset=preset, **random_options(name, rng))
            assert game.actions == stova.game(name).actions


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        (
            "sjavs",
            {"cut 1": 0, "knock": 31, "pass": 32, "bid 5": 33, "bid 8 diamonds": 52, "play AD": 88},
        ),
        ("sjavs3", {"knock": 31, "bid 10 diamonds": 62, "trump D": 66, "discard none": 67, "discard 7C 8C": 100}),
        ("sjavs2", {"knock": 31, "bid 12": 68, "trump C": 73, "play 7C": 77, "play AD": 108}),
    ],
)
def test_numbers_are_kept(name: str, numbers: dict[str, int]) -> None:
    game = stova.game(name)
    assert {text: game.numbers[game.action(text)] for text in numbers} == numbers


@pytest.mark.parametrize("name", GAMES)
def test_every_text_is_read_back(name: str) -> None:
    game = stova.game(name)
    for action in game.actions:
        text = str(action)
        for form in (text, text.upper(), text.lower(), f"  {text.replace(' ', '   ')}\t"):
            assert game.action(form) is action


@pytest.mark.parametrize("name", GAMES)
def test_every_play_is_read_in_any_form_of_its_card(name: str) -> None:
    game = stova.game(name)
    for card in game.pack:
        for form in (card.symbol, f"{card.rank}{card.suit.symbol}", f"{card.suit}{card.rank}", str(card).lower()):
            assert game.action(f"play {form}") == Play(card)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("trump hearts", "trump H"),
        ("Trump ♥", "trump H"),
        ("bid 5 C", "bid 5 clubs"),
        ("bid 6 ♣", "bid 6 clubs"),
        ("play th", "play 10H"),
        ("KNOCK", "knock"),
    ],
)
def test_forgiving_forms(text: str, action: str) -> None:
    for name in GAMES:
        assert str(stova.game(name).action(text)) == action


@pytest.mark.parametrize("text", ["discard 8d 7c", "discard 7c,8d", "discard ♦8 ♣7", "DISCARD 7C  8D"])
def test_discards_in_any_order(text: str) -> None:
    assert stova.game("sjavs3").action(text) == Discard(parse_cards("7C 8D"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "play",
        "play 2C",
        "play QC QC",
        "play QC 7D",
        "QC",
        "cut",
        "cut 0",
        "cut 32",
        "cut -1",
        "cut 1 2",
        "bid",
        "bid 4",
        "bid 13",
        "bid five",
        "bid 5 clubs hearts",
        "trump",
        "trump none",
        "discard",
        "discard 7C 7C",
        "discard 7C 8C 9C",
        "knock knock",
        "pass\x00",
        "play QC" + " " * 40 + "7D",
        "pass" + " " * 40 + "knock",
        "x" * 10_000,
    ],
)
def test_what_is_no_action(text: str) -> None:
    for name in GAMES:
        with pytest.raises(NotationError, match=rf"is not an action of {name}; .* look like cut .*play ") as caught:
            stova.game(name).action(text)
        assert len(str(caught.value)) < 300


@given(st.text() | st.from_regex(r"(play|bid|trump|discard|cut|pass|knock)( [0-9a-zA-Z♣♥]{1,6}){0,3}"))
def test_any_text_is_an_action_or_no_notation(text: str) -> None:
    for name in GAMES:
        game = stova.game(name)
        try:
            action = game.action(text)
        except NotationError:
            continue
        assert game.action(str(action)) is action


@pytest.mark.parametrize("name", GAMES)
def test_texts_are_all_different_and_short(name: str) -> None:
    texts = [str(action) for action in stova.game(name).actions]
    assert len(set(texts)) == len(texts)
    assert max(map(len, texts)) <= 40
