"""A row of cards of yours: the hand, or the cards that lie open before you."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from stova.cards import Card, card_set
from stova.cli.signs import Signs
from stova.cli.table.canvas import Canvas
from stova.cli.table.drawing import Drawing
from stova.cli.table.faces import Look, Size, draw_back, draw_card
from stova.cli.table.seats import axis
from stova.engine.view import View

HAND_KEYS = "1234567890-=zxcvnyu"
"""One for each card of the largest hand: after the digits letters that mean nothing else."""
ROW_KEYS = "abcdef"


class Place(NamedTuple):
    """A place in a row. `covers` says that a covered card lies there, beneath `card` or alone."""

    card: Card | None
    covers: bool = False
    gap: bool = False
    """Whether the place stands a little apart from the one before."""


def sorted_hand(view: View, cards: Iterable[Card]) -> tuple[Place, ...]:
    """A hand as people hold it, its suits a little apart."""
    groups = view.game.tables(view).as_held(card_set(cards))
    return tuple(Place(card, gap=place == 0) for group in groups for place, card in enumerate(group))


class Hand(Drawing):
    """Cards in a row with a key under each. It points at one when asked to choose."""

    COVERED: ClassVar[Mapping[str, str]] = {"key": "muted"}

    places: tuple[Place, ...] = ()
    legal: frozenset[Card] | None = None
    """The cards that may be chosen; None while nothing is asked."""
    pointed: int | None = None
    put_down: frozenset[Card] = frozenset()
    card_size = Size(7, 4)
    window = 0
    """Columns of the window, for a row that lies in its left part, on the axis of the board for two."""
    lifts: bool = False
    """Whether there is a row above the cards for those put down to rise into."""

    def __init__(self, signs: Signs, *, id: str, keys: str = HAND_KEYS) -> None:
        super().__init__(signs, id=id)
        self.keys = keys

    def show(self, places: Sequence[Place]) -> None:
        self.places = tuple(places)
        self.refresh()

    def ask(self, legal: Iterable[Card] | None, *, lifts: bool = False) -> None:
        """Ask for one of the cards, or for nothing."""
        self.legal = None if legal is None else frozenset(legal)
        self.lifts, self.pointed, self.put_down = lifts, None, frozenset()
        self.fit(self.card_size)

    def fit(self, size: Size) -> None:
        """Take the height the cards need."""
        self.card_size = size
        covers = any(place.covers for place in self.places)
        self.styles.height = size.height + 1 + self.lifts + covers
        self.refresh()

    def cards(self) -> tuple[Card, ...]:
        return tuple(place.card for place in self.places if place.card is not None)

    def under_key(self, key: str) -> Card | None:
        """The card whose key this is."""
        at = self.keys.find(key) if len(key) == 1 else -1
        return self.places[at].card if 0 <= at < len(self.places) else None

    def card_keys(self) -> str:
        """The keys of cards, while one is asked for."""
        return "" if self.legal is None else "".join(key for key in self.keys if self.under_key(key) is not None)

    def point(self, step: int) -> None:
        """Point at the next card, or at the one before; at first at one that may be chosen."""
        held = [at for at, place in enumerate(self.places) if place.card is not None]
        legal = [at for at in held if self.places[at].card in (self.legal or ())]
        if self.pointed in held:
            self.pointed = held[(held.index(self.pointed) + step) % len(held)]
        elif legal or held:
            self.pointed = (legal or held)[0 if step > 0 else -1]
        self.refresh()

    def unpoint(self) -> None:
        self.pointed = None
        self.refresh()

    def pointed_card(self) -> Card | None:
        return None if self.pointed is None or self.pointed >= len(self.places) else self.places[self.pointed].card

    def toggle(self, card: Card) -> None:
        """Choose a card to put down, or take it back."""
        self.put_down = self.put_down ^ {card}
        self.refresh()

    def draw(self, canvas: Canvas) -> None:
        aside = axis(2, canvas.width, self.window, self.card_size) - canvas.width // 2 if self.window else 0
        for at, x in enumerate(self.columns(canvas.width)):
            self._draw_place(canvas, at, x + aside)

    def columns(self, width: int) -> list[int]:
        """Where each place begins, the whole row in the middle; cards too many to lie side by side overlap."""
        size = self.card_size.width
        if size * len(self.places) > width:
            return [at * (width - size) // max(1, len(self.places) - 1) for at in range(len(self.places))]
        room = width - size * len(self.places)
        wanted = sum(place.gap for place in self.places[1:])
        gap = min(2, room // wanted) if wanted and room > 0 else 0
        columns, x = [], max(0, (room - gap * wanted) // 2)
        for at, place in enumerate(self.places):
            x += gap if at and place.gap else 0
            columns.append(x)
            x += size
        return columns

    def _draw_place(self, canvas: Canvas, at: int, x: int) -> None:
        place, size = self.places[at], self.card_size
        y = int(self.lifts and place.card not in self.put_down)
        if place.card is None:
            if place.covers:
                draw_back(canvas, x, y, size)
            return
        draw_card(canvas, x, y, size, place.card, self._look(at, place.card), covers=place.covers)
        canvas.spot(x, y, size.width, size.height + 1, place.card)
        if self.legal is not None:
            self._draw_key(canvas, at, x)

    def _look(self, at: int, card: Card) -> Look:
        if at == self.pointed:
            return "chosen"
        return "face" if self.legal is None or card in self.legal else "sunken"

    def _draw_key(self, canvas: Canvas, at: int, x: int) -> None:
        card = self.places[at].card
        may = card in (self.legal or ())
        key = self.keys[at] if at < len(self.keys) else ""
        middle = x + self.card_size.width // 2
        if at == self.pointed:
            text, style = f"{canvas.signs.mark}{key}", "accent"
        else:
            text, style = (f"[{key}]", "key") if may else (f" {key} ", "muted")
        canvas.put(middle - len(text) // 2, canvas.height - 1, text, style)
