"""The pack, seen from the side, to be cut."""

from stova.cli.table.canvas import Canvas
from stova.cli.table.drawing import Drawing
from stova.cli.table.faces import Size
from stova.cli.words import labels


class Pack(Drawing):
    """The pack lying on its side. It is cut where the mark is: so many cards are lifted off."""

    size_of_pack = 0
    depth = 0

    def show(self, cards: int) -> None:
        """Offer a pack for cutting; 0 puts it away."""
        self.size_of_pack, self.depth = cards, cards // 2
        self.display = bool(cards)
        self.refresh()

    def fit(self, size: Size) -> None:
        self.styles.height = size.height + 1

    def move(self, step: int) -> None:
        self.cut_at(self.depth + step)

    def cut_at(self, depth: int) -> None:
        self.depth = min(max(1, depth), self.size_of_pack - 1)
        self.refresh()

    def draw(self, canvas: Canvas) -> None:
        gap, sides = 3, canvas.height - 2
        x = (canvas.width - self.size_of_pack - gap) // 2
        for card in range(self.size_of_pack):
            at = x + card + (gap if card >= self.depth else 0)
            for y in range(sides):
                canvas.put(at, y, canvas.signs.edge, "back")
            canvas.spot(at, 0, 1, canvas.height, card + 1)
        canvas.put(x + self.depth + gap // 2, canvas.height - 2, canvas.signs.mark, "accent")
        rest = self.size_of_pack - self.depth
        canvas.centred(canvas.height - 1, labels.halves(self.depth, rest), "muted")
