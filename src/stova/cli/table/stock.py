"""The stock and the cards that lie open beneath it."""

from collections.abc import Sequence

from stova.cards import Card, Suit
from stova.cli.own import OpenStock
from stova.cli.signs import Signs
from stova.cli.table.canvas import Canvas
from stova.cli.table.faces import SIZES, Size, draw_card
from stova.cli.words import labels
from stova.cli.words.people import counted

SMALL, LARGE = SIZES[-1], SIZES[2]
"""The sizes of the open cards: two suits have two cards at most each."""
LABEL = 10
"""Columns for the words before values, at the side of the table."""
NAMED = 2
"""As many takers as there is room to name."""


def draw_stock(canvas: Canvas, stock: OpenStock, name: str, players: Sequence[str]) -> int:
    """The chosen suits, their open cards, the stock across them, and what else there is; the row after it."""
    half = canvas.width // 2
    size = LARGE if canvas.width >= 4 * LARGE.width else SMALL
    if not stock.exposed:
        canvas.put(0, 0, labels.NOT_SHOWN if stock.chosen else labels.NOT_CHOSEN, "muted")
    for place, (suit, cards) in enumerate(zip(stock.chosen, stock.exposed, strict=False)):
        canvas.put(half * place, 0, suit_text(suit, canvas.signs), "accent")
        _draw_open(canvas, half * place, cards, size)
    y = 1 + (size.height if stock.exposed else 0)
    if stock.stock:
        what = labels.PUT_DOWN.lower() if stock.takers else name
        _draw_pile(canvas, y, f"{what}: {counted(stock.stock, 'card')}")
        y += 1
    for label, value in _lines(stock, players):
        canvas.put(0, y, label, "muted")
        canvas.put(LABEL, y, value, "strong")
        y += 1
    return y


def _draw_open(canvas: Canvas, x: int, cards: Sequence[Card], size: Size) -> None:
    for place, card in enumerate(cards):
        draw_card(canvas, x + size.width * place, 1, size, card)


def _draw_pile(canvas: Canvas, y: int, text: str) -> None:
    """Cards face down, with how many there are."""
    canvas.fill(0, y, canvas.width, 1, "back", char=canvas.signs.back)
    canvas.centred(y, f" {text} ", "pile")


def suit_text(suit: Suit, signs: Signs) -> str:
    """A suit by its sign and name."""
    return suit.word if signs.ascii_only else f"{signs.suit(suit)} {suit.word}"


def _lines(stock: OpenStock, players: Sequence[str]) -> list[tuple[str, str]]:
    found = []
    if stock.laid:
        found.append((labels.LAID_OPEN, " ".join(card.symbol for card in stock.laid)))
    if stock.takers:
        few = len(stock.takers) <= NAMED
        who = ", ".join(players[seat] for seat in stock.takers) if few else counted(len(stock.takers), "player")
        found.append((labels.TAKEN_BY, who))
    return found
