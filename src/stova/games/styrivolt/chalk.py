"""The chalk-up: strokes to erase, crosses and monk's crosses. Rules: ST-23 to ST-28."""

from msgspec import Struct
from msgspec.structs import replace

from stova.engine.result import Result

STROKES = 3
"""Cross strokes a side on a new chalk-up."""
ERASED = {"game": 1, "kept in": 2, "nine": 3}
"""Strokes erased for what was made. Rule: ST-24."""
MONKS = {"kept in alone": 1, "nine alone": 2}
"""Monk's crosses for what was made, which leave the chalk-up as it is. Rule: ST-24."""


class Crosses(Struct, frozen=True, gc=False):
    """A side's crosses: single ones, monk's crosses, and halves of gelded monks."""

    singles: int = 0
    monks: int = 0
    gelded: int = 0

    @property
    def count(self) -> int:
        """A monk's cross counts two, half of one counts one."""
        return self.singles + 2 * self.monks + self.gelded

    def erase(self) -> "Crosses":
        """One cross less: a single one first, then half a monk's cross. Rule: ST-26."""
        if self.singles:
            return replace(self, singles=self.singles - 1)
        if self.gelded:
            return replace(self, gelded=self.gelded - 1)
        return replace(self, monks=self.monks - 1, gelded=1)


class ChalkLine(Struct, frozen=True, kw_only=True, gc=False):
    """A deal, and what stands on the slate after it. Tuples are by side."""

    dealer: int
    result: Result
    strokes: tuple[int, int]
    crosses: tuple[Crosses, Crosses]


class Chalk(Struct, frozen=True, kw_only=True):
    """The sheet of a match of Stýrivolt; immutable. Tuples are by side."""

    dealer: int
    """The seat that deals next."""
    until_crosses: int | None
    until_deals: int | None
    lines: tuple[ChalkLine, ...] = ()
    strokes: tuple[int, int] = (STROKES, STROKES)
    """Strokes still standing on the chalk-up."""
    crosses: tuple[Crosses, Crosses] = (Crosses(), Crosses())
    closed: bool = False

    @property
    def net(self) -> int:
        """Side 0's crosses less side 1's; only one of them has any. Rule: ST-26."""
        return self.crosses[0].count - self.crosses[1].count

    @property
    def is_over(self) -> bool:
        enough = self.until_crosses is not None and abs(self.net) >= self.until_crosses
        return self.closed or enough or (self.until_deals is not None and len(self.lines) >= self.until_deals)

    @property
    def winners(self) -> tuple[int, ...]:
        """The side with crosses once the match is over; both when neither has any."""
        if not self.is_over:
            return ()
        return (0, 1) if self.net == 0 else (0,) if self.net > 0 else (1,)

    def enter(self, result: Result) -> "Chalk":
        """The sheet with a deal entered; one that was dealt again changes nothing."""
        if result.redeal is not None:
            return self
        side = result.score.index(max(result.score))
        sheet = self._crossed(side, monk=True, times=MONKS.get(result.made, 0))
        for _ in range(ERASED.get(result.made, 0)):
            sheet = sheet._erase(side)
        line = ChalkLine(dealer=self.dealer, result=result, strokes=sheet.strokes, crosses=sheet.crosses)
        return replace(sheet, lines=(*self.lines, line), dealer=(self.dealer + 1) % 4)

    def penalty(self, side: int) -> "Chalk":
        """The sheet after a side took the stock without the right to it. Rule: ST-23."""
        return self._crossed(1 - side, monk=True, times=1)

    def misdeal(self) -> "Chalk":
        """The sheet after a misdeal: the same dealer deals again."""
        return self

    def _erase(self, side: int) -> "Chalk":
        """One stroke less; the third makes a cross and a new chalk-up. Rule: ST-25."""
        left = self.strokes[side] - 1
        if left:
            return replace(self, strokes=_with(self.strokes, side, left))
        monk = self.strokes[1 - side] == STROKES
        return replace(self._crossed(side, monk=monk, times=1), strokes=(STROKES, STROKES))

    def _crossed(self, side: int, *, monk: bool, times: int) -> "Chalk":
        """Crosses won: those of the others are erased first. Rule: ST-26."""
        sheet = self
        for _ in range(times):
            own, other = sheet.crosses[side], sheet.crosses[1 - side]
            worth = 2 if monk else 1
            while worth and other.count:
                other, worth = other.erase(), worth - 1
            own = replace(own, monks=own.monks + (worth == 2), singles=own.singles + (worth == 1))
            sheet = replace(sheet, crosses=(own, other) if side == 0 else (other, own))
        return sheet

    def close(self) -> "Chalk":
        """The sheet of a match that ends here."""
        return replace(self, closed=True)

    def summary(self) -> dict[str, object]:
        """The match as plain data, for records and programs."""
        return {
            "strokes": self.strokes,
            "crosses": self.crosses,
            "over": self.is_over,
            "winners": self.winners,
        }


def _with(pair: tuple[int, int], side: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if side == 0 else (pair[0], value)
