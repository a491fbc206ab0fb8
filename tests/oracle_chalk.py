"""The oracle's sheet of Stýrivolt: the chalk-up, crosses and monk's crosses, written from the rule book alone.

See `oracle_styrivolt.py`. Readings taken where neither the rule book nor the house's list of readings decides:

- A misdeal, like a deal with one suit only (ST-12), is dealt again by the same dealer and is not counted in `deals`.
- Erasing goes single crosses first, then the half a gelded monk has left, then half of a monk's cross. A monk's cross
  won while the others have crosses is two crosses won one after the other: it may erase one and leave one to draw.
- ST-27 goes on at three crosses: it is played without an end by crosses.
"""

from __future__ import annotations

from oracle_styrivolt_cards import Result, complete

STROKES = {"game": 1, "kept in": 2, "nine": 3}  # ST-24
MONKS = {"kept in alone": 1, "nine alone": 2}


class Sheet:
    """The sheet of a match. Rule: ST-23 to ST-28."""

    def __init__(self, options: dict[str, object], dealer: int) -> None:
        self.options = complete(options)
        self.dealer = dealer  # who deals next
        self.deals = 0
        self.strokes = [3, 3]  # still standing, by side
        self.single = [0, 0]
        self.monks = [0, 0]  # whole monk's crosses
        self.gelded = [0, 0]  # halves of monk's crosses
        self.over = False
        self.winners: list[int] = []

    @property
    def net(self) -> int:
        """The count of crosses as side 0 sees it."""
        return self._count(0) - self._count(1)

    def _count(self, side: int) -> int:
        return self.single[side] + 2 * self.monks[side] + self.gelded[side]

    def enter(self, result: Result | str) -> None:
        """Enters a deal's result, or "misdeal". Raises ValueError when the match is over."""
        self._check_open()
        if isinstance(result, str):
            if result != "misdeal":
                raise ValueError(f"not a result: {result!r}")
            return
        if result["passed_out"]:
            return
        for _ in range(MONKS.get(result["made"], 0)):
            self._monk(result["winner"])
        self._erase(result["winner"], STROKES.get(result["made"], 0))
        self.deals += 1
        self.dealer = (self.dealer + 1) % 4  # ST-1
        self._end_of_match()

    def penalty(self, side: int) -> None:
        """The side took the stock without the right. Raises ValueError when the match is over. Rule: ST-23."""
        self._check_open()
        self._monk(1 - side)
        self._end_of_match()

    def _check_open(self) -> None:
        if self.over:
            raise ValueError("the match is over")

    def _erase(self, side: int, strokes: int) -> None:
        """Rule: ST-25."""
        for _ in range(strokes):
            self.strokes[side] -= 1
            if self.strokes[side] == 0:
                untouched = self.strokes[1 - side] == 3
                self.strokes = [3, 3]
                if untouched:
                    self._monk(side)
                else:
                    self._cross(side)

    def _cross(self, side: int) -> None:
        """Rule: ST-26."""
        other = 1 - side
        if self.single[other]:
            self.single[other] -= 1
        elif self.gelded[other]:
            self.gelded[other] -= 1
        elif self.monks[other]:
            self.monks[other] -= 1
            self.gelded[other] += 1
        else:
            self.single[side] += 1

    def _monk(self, side: int) -> None:
        if self._count(1 - side) == 0:
            self.monks[side] += 1
        else:
            self._cross(side)
            self._cross(side)

    def _end_of_match(self) -> None:
        """Rule: ST-28."""
        crosses, deals = self.options["crosses"], self.options["deals"]
        if (crosses is not None and abs(self.net) >= crosses) or (deals is not None and self.deals >= deals):
            self.over = True
            self.winners = [side for side in range(2) if self._count(side) >= self._count(1 - side)]
