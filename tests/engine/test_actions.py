"""Actions: their numbers and their text forms."""

import random
import re
from collections import Counter
from collections.abc import MutableMapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stova
from helpers import GAMES, PRESETS, random_game, random_options, some_action
from stova import NotationError, Suit
from stova.cards import parse_cards
from stova.engine.actions import (
    Accept,
    Back,
    Bid,
    BidContract,
    Both,
    Cut,
    Declare,
    Discard,
    Exchange,
    Expose,
    FaceDown,
    Fold,
    GoOn,
    Hold,
    Knock,
    LeadTrader,
    NameTrump,
    NoRoem,
    Pass,
    Play,
    PutAway,
    Roem,
    Stay,
    Stop,
    Take,
    TakeExposed,
    TakeStock,
    Trade,
    face_up,
    told,
)

SJAVS: dict[type, int] = {Cut: 31, Knock: 1, Pass: 1, NameTrump: 4, Play: 32}
KLORSJAVS: dict[type, int] = {Knock: 1, Pass: 1, Take: 1}
FOLDING: dict[type, int] = {Declare: 1, Fold: 1, Stay: 1}
COUNTS: dict[str, dict[type, int]] = {
    "sjavs": {**SJAVS, Bid: 20},
    "sjavs3": {**SJAVS, Bid: 30, Discard: 529},
    "sjavs2": {**SJAVS, Bid: 40},
    "klorsjavs": {**KLORSJAVS, **FOLDING, Cut: 19, Discard: 260, Exchange: 261, Play: 24},
    "klorsjavs4": {**KLORSJAVS, **FOLDING, Cut: 17, Discard: 215, Exchange: 216, Play: 22},
    "klorsjavs_auction": {
        **KLORSJAVS,
        **{BidContract: 4, Hold: 1, NameTrump: 4},
        **{Cut: 19, Discard: 260, Exchange: 261, Play: 24},
    },
    "styrivolt": {
        **{Cut: 47, Expose: 61, Trade: 54, Stay: 1, TakeStock: 1, TakeExposed: 48, Back: 1, Both: 1},
        **{PutAway: 48, Stop: 1, GoOn: 1, LeadTrader: 44, Play: 48},
    },
    "klaverjas": {Pass: 1, Accept: 1, NameTrump: 4, Roem: 1, NoRoem: 1, Play: 32},
}
"""How many actions of each kind there are; of Klørsjavs those with fives and those with tens."""
NUMBERS = {
    "sjavs": {"cut 1": 0, "knock": 31, "pass": 32, "bid 5": 33, "bid 8 diamonds": 52, "play AD": 88},
    "sjavs3": {"knock": 31, "bid 10 diamonds": 62, "trump D": 66, "discard none": 67, "discard 7C 8C": 100},
    "sjavs2": {"knock": 31, "bid 12": 68, "trump C": 73, "play 7C": 77, "play AD": 108},
    "klorsjavs": {"knock": 19, "pass": 20, "declare": 21, "leave": 282, "take": 543, "fold": 544, "play 5C": 546},
    "klorsjavs4": {"knock": 17, "declare": 19, "leave": 235, "stay": 453, "play 5C": 454},
    "klorsjavs_auction": {
        "pass": 20,
        "bid spil": 21,
        "bid strøget tout": 24,
        "hold": 25,
        "trump C": 26,
        "play 5C": 552,
    },
    "styrivolt": {"cut 47": 46, "stay": 47, "expose 2C": 48, "stock": 163, "back": 260, "go on": 263, "play AD": 355},
    "klaverjas": {"pass": 0, "accept": 1, "trump C": 2, "roem": 6, "no roem": 7, "play 7C": 8, "play AD": 39},
}
"""Numbers that stay what they are: programs learn and store them."""
CARD = re.compile(r"\b(10|[2-9JQKA])([CSHD])\b")
SIGNS = {str(suit): suit.symbol for suit in Suit}


@pytest.mark.parametrize("name", GAMES)
def test_what_actions_there_are(name: str) -> None:
    assert Counter(map(type, stova.game(name).actions)) == COUNTS[name]


@pytest.mark.parametrize("name", GAMES)
def test_numbers_are_places(name: str) -> None:
    game = stova.game(name)
    assert [game.numbers[action] for action in game.actions] == list(range(len(game.actions)))
    assert not isinstance(game.numbers, MutableMapping)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_numbers_are_the_same_for_all_options(name: str, preset: str) -> None:
    rng = random.Random(name + preset)
    for _ in range(10):
        game = stova.game(name, preset=preset, **random_options(name, rng))
        assert game.actions == stova.game(name).actions


@pytest.mark.parametrize("name", GAMES)
def test_numbers_are_kept(name: str) -> None:
    game = stova.game(name)
    assert {text: game.numbers[game.action(text)] for text in NUMBERS[name]} == NUMBERS[name]


def test_whatever_is_legal_has_its_number() -> None:
    rng = random.Random(3)
    for _ in range(150):
        game = random_game(rng)
        state = game.deal(key=rng.randbytes(32), dealer=rng.randrange(game.seats))
        while not state.is_over:
            assert all(game.actions[game.numbers[action]] == action for action in state.legal_actions())
            state = state.apply(some_action(state.legal_actions(), rng))


@pytest.mark.parametrize("name", GAMES)
def test_every_text_is_read_back(name: str) -> None:
    game = stova.game(name)
    for action in game.actions:
        text = str(action)
        for form in (text, text.upper(), text.lower(), f"  {text.replace(' ', '   ')}\t"):
            assert game.action(form) is action


@pytest.mark.parametrize("name", GAMES)
def test_every_action_is_read_in_any_form_of_its_cards(name: str) -> None:
    """Suit signs before or after the rank, the letter first, small letters."""
    game = stova.game(name)
    for action in game.actions:
        for form in (
            lambda found: SIGNS[found[2]] + found[1],
            lambda found: found[1] + SIGNS[found[2]],
            lambda found: found[2] + found[1],
            lambda found: found[0].lower(),
        ):
            assert game.action(CARD.sub(form, str(action))) is action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("trump hearts", "trump H"),
        ("Trump ♥", "trump H"),
        ("bid 5 C", "bid 5 clubs"),
        ("bid 6 ♣", "bid 6 clubs"),
        ("play th", "play 10H"),
        ("KNOCK", "knock"),
        ("BID  STRØGET TOUT", "bid strøget tout"),
        ("Exchange kc,qc", "exchange QC KC"),
        ("Go  On", "go on"),
    ],
)
def test_forgiving_forms(text: str, action: str) -> None:
    found = [game.action(text) for game in stova.games().values() if action in map(str, game.actions)]
    assert set(map(str, found)) == {action}


@pytest.mark.parametrize("text", ["discard 8d 7c", "discard 7c,8d", "discard ♦8 ♣7", "DISCARD 7C  8D"])
def test_discards_in_any_order(text: str) -> None:
    assert stova.game("sjavs3").action(text) == Discard(parse_cards("7C 8D"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "play",
        "play 1C",
        "play 10X",
        "play QC QC",
        "play QC 7D",
        "QC",
        "cut",
        "cut 0",
        "cut 48",
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
        "exchange 5C",
        "exchange none",
        "expose",
        "expose QC KC",
        "trade 5H",
        "trade 5H AH",
        "trade 5H for AC",
        "play 5H for",
        "put away",
        "put 3D",
        "take AH KH",
        "go",
        "no",
        "bid strøget",
        "pass\x00",
        "play QC" + " " * 40 + "7D",
        "pass" + " " * 40 + "knock",
        "x" * 10_000,
    ],
)
def test_what_is_no_action(text: str) -> None:
    for name in GAMES:
        with pytest.raises(
            NotationError, match=rf"is not an action of {name}; its actions look like .*play "
        ) as caught:
            stova.game(name).action(text)
        assert len(str(caught.value)) < 400


WORDS = r"(play|bid|trump|discard|cut|pass|knock|exchange|expose|trade|put away|take|go|no)"


@given(st.text() | st.from_regex(WORDS + r"( [0-9a-zA-Z♣♥]{1,6}){0,3}"))
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


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_face_down_is_the_action_again_with_its_cards(name: str) -> None:
    for action in stova.game(name).actions:
        seen = told(action)
        if isinstance(seen, FaceDown):
            assert isinstance(action, Discard | Exchange | PutAway)
            cards = (action.card,) if isinstance(action, PutAway) else action.cards
            assert face_up(seen, cards) == action
