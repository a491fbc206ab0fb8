"""The middle of the table: who sits where, what was said, and the trick."""

from stova.cli import own
from stova.cli.table.canvas import Canvas
from stova.cli.table.drawing import Drawing
from stova.cli.table.faces import SIZES, Size, draw_back, draw_card
from stova.cli.table.hand import Place
from stova.cli.table.seats import EDGES, Spot, axis, call_of, card_places, played_by, tags
from stova.cli.words import labels
from stova.engine.view import View


def row_of(view: View, seat: int) -> tuple[Place, ...]:
    """The cards that lie before a seat, in games that have such."""
    rows = own.rows(view)
    if seat >= len(rows):
        return ()
    return tuple(Place(up, covers) for up, covers in zip(rows[seat].up, rows[seat].covered, strict=True))


class Board(Drawing):
    """Plaques round the table, and between them the trick, or the calls while there is none."""

    view: View | None = None
    players: tuple[str, ...] = ()
    stand_ins: frozenset[int] = frozenset()
    """The seats a program lost to a novice."""
    finished = False
    """Whether the last finished trick still lies there."""
    card_size = Size(7, 4)

    def show(
        self, view: View, players: tuple[str, ...], *, finished: bool, stand_ins: frozenset[int] = frozenset()
    ) -> None:
        self.view, self.players, self.finished, self.stand_ins = view, players, finished, stand_ins
        self.refresh()

    def fit(self, size: Size) -> None:
        """Draw cards in this size."""
        self.card_size = size
        self.refresh()

    window = 0
    """Columns of the whole window, of which the board has the left part."""

    def draw(self, canvas: Canvas) -> None:
        if self.view is None:
            return
        middle = axis(self.view.game.seats, canvas.width, self.window, self.card_size)
        wide = Canvas(max(canvas.width, 2 * middle), canvas.height, canvas.signs)
        self._draw_table(wide)
        canvas.paste(wide)

    def _draw_table(self, canvas: Canvas) -> None:
        """Draw everything, round the middle of the canvas."""
        assert self.view is not None
        top = self._draw_row(canvas, self.view)
        places = card_places(self.view.game.seats, canvas.width, canvas.height, self.card_size, top=top)
        for seat, spot in enumerate(places):
            self._draw_plaque(canvas, self.view, seat, spot)
        if self.view.trick or self.finished:
            self._draw_trick(canvas, self.view, places)
        elif not self.view.tricks and self.view.trump is None:
            self._draw_calls(canvas, self.view, places)
            self._draw_turned(canvas, self.view)

    def _draw_row(self, canvas: Canvas, view: View) -> int:
        """The other player's row of cards, if there is one; the rows left free for it."""
        row = row_of(view, 1)
        x = (canvas.width - self.card_size.width * len(row)) // 2
        for place in row:
            if place.card is not None:
                draw_card(canvas, x, 0, self.card_size, place.card, covers=place.covers)
            elif place.covers:
                draw_back(canvas, x, 0, self.card_size)
            x += self.card_size.width
        return self.card_size.height + 1 if row else 1

    def _draw_plaque(self, canvas: Canvas, view: View, seat: int, spot: Spot) -> None:
        edge = EDGES[view.game.seats][seat]
        acts = seat == view.to_act and bool(not self.finished or own.waiting(view))
        name = f"{canvas.signs.turn} {self.players[seat]}" if acts else self.players[seat]
        style = "turn" if acts else "strong"
        said = tags(view, seat, self.stand_ins)
        if row_of(view, seat):
            self._beside_row(canvas, view, seat, spot, name, said, style)
        elif edge in ("top", "bottom"):
            self._level(canvas, 0 if edge == "top" else canvas.height - 1, name, said, style)
        else:
            x = spot.x - 2 - _width(name, said) if edge == "left" else spot.x + self.card_size.width + 2
            self._stack(canvas, max(0, x), spot.y, name, said, style)

    def _beside_row(self, canvas: Canvas, view: View, seat: int, spot: Spot, name: str, said: str, style: str) -> None:
        """A plaque where a row of cards is in the way: left of the other's row, and right of your card."""
        if seat == view.seat:
            self._stack(canvas, spot.x + self.card_size.width + 3, canvas.height - 3, name, said, style)
        else:
            row = (canvas.width - self.card_size.width * len(row_of(view, seat))) // 2
            self._stack(canvas, max(0, row - 2 - _width(name, said)), 0, name, said, style)

    def _level(self, canvas: Canvas, y: int, name: str, said: str, style: str) -> None:
        x = (canvas.width - len(name) - (2 + len(said) if said else 0)) // 2
        canvas.line(x, y, [(name, style), ("  ", ""), (said, "muted")])

    def _stack(self, canvas: Canvas, x: int, y: int, name: str, said: str, style: str) -> None:
        canvas.put(x, y, name, style)
        for row, tag in enumerate(filter(None, said.split(", ")), start=1):
            canvas.put(x, y + row, tag, "muted")

    def _draw_calls(self, canvas: Canvas, view: View, places: tuple[Spot, ...]) -> None:
        for seat, spot in enumerate(places):
            middle = spot.x + self.card_size.width // 2
            style = "strong" if seat == view.declarer else "muted"
            canvas.centred(spot.y + self.card_size.height // 2, call_of(view, seat), style, middle=middle)

    def _draw_turned(self, canvas: Canvas, view: View) -> None:
        """In the middle: the card that turned a suit, or those turned from the stock to find suits."""
        stock = own.stock(view)
        if view.drawn is not None:
            y = (canvas.height - self.card_size.height) // 2
            draw_card(canvas, (canvas.width - self.card_size.width) // 2, y, self.card_size, view.drawn)
            canvas.centred(y + self.card_size.height, labels.SUIT_TURNED, "muted")
        elif stock is not None and stock.turned_count and len(stock.exposed) < len(stock.chosen or (0, 0)):
            self._draw_fan(canvas, view, stock)

    def _draw_fan(self, canvas: Canvas, view: View, stock: own.OpenStock) -> None:
        """The cards turned from the stock that don't lie open yet, their faces for who may see them."""
        lying = [card for cards in stock.exposed for card in cards]
        turned = [card for card in stock.turned if card not in lying]
        size, number = SIZES[-1], stock.turned_count - len(lying)
        step = min(size.width, (canvas.width - 2 - size.width) // max(1, number - 1))
        x, y = (canvas.width - size.width - step * (number - 1)) // 2, canvas.height // 2 - 1
        for place in range(number):
            if turned:
                draw_card(canvas, x + step * place, y, size, turned[place])
            else:
                draw_back(canvas, x + step * place, y, size)
        told = labels.turned(self.players[view.dealer], stock.turned_count, view.game.talon_name)
        canvas.centred(y + size.height, told, "muted")

    def _draw_trick(self, canvas: Canvas, view: View, places: tuple[Spot, ...]) -> None:
        done = self.finished and bool(view.tricks)
        leader, cards = (view.tricks[-1].leader, view.tricks[-1].cards) if done else (view.leader, view.trick)
        best = view.tricks[-1].winner if done else (leader + view.best) % view.game.seats
        for seat, place in played_by(leader, cards, view.game.seats).items():
            draw_card(canvas, *places[seat], self.card_size, cards[place], "chosen" if seat == best else "face")


def _width(name: str, said: str) -> int:
    """The columns a plaque takes when its tags stand under the name."""
    return max(len(line) for line in (name, *said.split(", ")))
