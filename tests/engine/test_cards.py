import pytest
from hypothesis import given
from hypothesis import strategies as st

from stova import Card, NotationError, Suit
from stova.cards import CARDS, card_set, cards_in, pack, parse_card, parse_cards
from stova.solver import Bounds


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_every_form_of_a_card_is_read(card: Card) -> None:
    rank, letter, sign = card.rank, str(card.suit), card.suit.symbol
    forms = [rank + letter, letter + rank, rank + sign, sign + rank]
    forms += [form.replace("10", "T") for form in forms]
    assert {parse_card(form) for form in forms} == {parse_card(form.lower()) for form in forms} == {card}
    assert (str(card), card.symbol) == (forms[0], forms[3])


def test_titles() -> None:
    assert parse_card("QC").title == "the queen of clubs"
    assert parse_card("10H").title == "the ten of hearts"
    assert repr(parse_card("7D")) == "Card('7D')"


def test_cards_suits_and_bounds_are_set_as_text() -> None:
    assert f"{parse_card('QC'):>4}|{Suit.HEARTS:^3}|{Bounds(3, 3):>3}|{Bounds(3, 5):<8}|" == "  QC| H |  3|3 to 5  |"


def test_suits() -> None:
    assert [str(suit) for suit in Suit] == ["C", "S", "H", "D"]
    assert [suit.word for suit in Suit] == ["clubs", "spades", "hearts", "diamonds"]
    assert "".join(suit.symbol for suit in Suit) == "♣♠♥♦"
    assert all(cards_in(suit.cards) == tuple(card for card in CARDS if card.suit is suit) for suit in Suit)


def test_numbers() -> None:
    assert [int(card) for card in CARDS] == list(range(52))
    assert [card.suit for card in CARDS] == [suit for suit in Suit for _ in range(13)]
    assert [int(card) for card in parse_cards("2C AC 2S AD")] == [0, 12, 13, 51]


def test_cards_in_the_order_written() -> None:
    assert list(map(str, parse_cards(" qc,7H  ♦10 , tS\n"))) == ["QC", "7H", "10D", "10S"]
    assert parse_cards("") == parse_cards(" , ") == ()


@pytest.mark.parametrize(
    ("text", "column"), [("QC XX", 4), ("1H", 1), ("QC,7H;8D", 4), ("QC QC, C", 8), ("10", 1), ("\x00", 1), ("Q♣♣", 1)]
)
def test_what_is_no_card_is_named_with_its_column(text: str, column: int) -> None:
    with pytest.raises(NotationError, match="is not a card") as caught:
        parse_cards(text)
    assert caught.value.column == column
    assert ("column" in str(caught.value)) == (column > 1)


@given(st.text())
def test_any_text_is_cards_or_no_notation(text: str) -> None:
    try:
        cards = parse_cards(text)
    except NotationError as caught:
        error = caught
    else:
        assert parse_cards(" ".join(map(str, cards))) == cards
        return
    assert 1 <= error.column <= len(text)
    assert len(str(error)) < 250


@given(st.sets(st.sampled_from(CARDS)))
def test_sets_of_cards(cards: set[Card]) -> None:
    assert cards_in(card_set(cards)) == tuple(sorted(cards))
    assert card_set(cards).bit_count() == len(cards)


def test_packs() -> None:
    assert len(pack(("7", "8", "9", "10", "J", "Q", "K", "A"))) == 32
    assert list(map(str, pack(["A", "2"]))) == ["2C", "AC", "2S", "AS", "2H", "AH", "2D", "AD"]
