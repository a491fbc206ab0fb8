"""Reading actions the ways people write them."""

import re
from collections.abc import Iterator

from stova.cards import Suit, parse_card
from stova.errors import NotationError

SUITS = {name: suit for suit in Suit for name in (str(suit).casefold(), suit.word, suit.symbol)}
"""Suits by the ways people write them, in small letters."""
_WORDS = re.compile(r"[^\s,]+")


def spellings(text: str) -> Iterator[str]:
    """The text forms that may be meant by a text, the nearest first, all in small letters.

    Cards may be written in any way `parse_card` reads and in any order, suits by letter, name or sign.
    """
    words = _WORDS.findall(text.casefold())
    yield " ".join(words)
    verb, rest = words[:1], [_card_or_suit(word, short=words[:1] == ["trump"]) for word in words[1:]]
    yield " ".join((*verb, *rest)).casefold()
    cards = [word for word in rest if word[-1:].isupper()]
    if cards == rest:
        ascending = sorted(cards, key=parse_card)
        yield " ".join((*verb, *ascending)).casefold()
        yield " ".join((*verb, *reversed(ascending))).casefold()


def _card_or_suit(word: str, *, short: bool) -> str:
    """The word as the text forms write it: a card in capitals, a suit by its letter or its name."""
    suit = SUITS.get(word)
    if suit is not None:
        return str(suit) if short else suit.word
    try:
        return str(parse_card(word))
    except NotationError:
        return word
