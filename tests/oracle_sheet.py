"""The oracle's score sheet: rubbers, crosses and carried ties of Faroese Sjavs, written from the rule book alone.

See `oracle.py`. Readings taken where neither the rule book nor the house's list of readings decides:

- A passed-out deal and a misdeal add no line to the columns and nothing to `scores`; a tie, and a three-hand deal
  without declarer in which nobody has more than 60, add a line with nothing scored.
- The columns of a finished rubber stand until the next `enter`, whatever is entered then; that starts the new rubber.
- SJ-27 "every other side still stands at 24" means every side but the one that wins, a co-winner (SJ3-6) too: so a
  shared rubber is never a double victory. A rubber won by SJ-28 can be one, though nobody came to 0.
- SJ-28 in three-hand: two equal lowest totals share the rubber, as in SJ3-6; three are a draw.
"""

from __future__ import annotations

from oracle import SEATS, Result, complete


class Sheet:
    """The score sheet of a match. Rule: SJ-25 to SJ-29, SJ3-4 to SJ3-6."""

    def __init__(self, game: str, options: dict[str, object], dealer: int) -> None:
        self.game = game
        self.options = complete(game, options)
        self.dealer = dealer  # who deals next
        self.sides = 3 if game == "sjavs3" else 2
        self.columns = [[24] for _ in range(self.sides)]  # a column a side: its totals in this rubber
        self.scores: list[list[int]] = []  # a line a deal of the match: what each side scored
        self.crosses = [0] * self.sides
        self.rubbers_won = [0] * self.sides
        self.rubbers_played = 0
        self.ties = 0  # pending
        self.rubber_over = False
        self.over = False
        self.winners: list[int] = []

    def enter(self, result: Result | str) -> None:
        """Enters a deal's result, or "misdeal". Raises ValueError when the match is over."""
        if self.over:
            raise ValueError("the match is over")
        if self.rubber_over:
            self.rubber_over = False
            self.columns = [[24] for _ in range(self.sides)]
        if isinstance(result, str):
            if result != "misdeal":
                raise ValueError(f"not a result: {result!r}")
            self._next_dealer()  # SJ-8
        elif result["passed_out"]:
            if result["redeal_by"] == "next":
                self._next_dealer()  # SJ-14
        else:
            self._enter_played(result)

    def _next_dealer(self) -> None:
        self.dealer = (self.dealer + 1) % SEATS[self.game]

    def _enter_played(self, result: Result) -> None:
        score = [self._with_bonus(result, side) for side in range(self.sides)]
        self.scores.append(score)
        for side in range(self.sides):
            self.columns[side].append(self.columns[side][-1] - score[side])
        if result["tie"]:
            self.ties = self.ties + 1 if self.options["tie_accumulates"] == "yes" else 1
        elif any(score):
            self.ties = 0
        self._next_dealer()
        self._end_of_rubber()

    def _with_bonus(self, result: Result, side: int) -> int:
        """What the side is to be given, ties carried over. Rule: SJ-25."""
        score = int(result["score"][side])
        if score == 0:
            return 0
        if self.options["tie"] in ("double", "quadruple"):
            for _ in range(self.ties):
                score *= 2 if self.options["tie"] == "double" else 4
            return score
        bonus = 2
        if self.options["tie"] == "plus2_clubs4" and result["trump"] == "C":
            bonus = 4
        if self.options["tie"] == "suduroy" and self._defended(result["declarer"], side):
            bonus = 4
        return score + bonus * self.ties

    def _defended(self, declarer: int | None, side: int) -> bool:
        if declarer is None:
            return False
        return side != (declarer % 2 if self.game == "sjavs" else declarer)

    def _end_of_rubber(self) -> None:
        """Rule: SJ-26 to SJ-28, SJ3-6."""
        totals = [column[-1] for column in self.columns]
        lowest = [side for side in range(self.sides) if totals[side] == min(totals)]
        if min(totals) <= 0:
            winners = lowest
        elif len(self.columns[0]) - 1 == self.options["max_deals"]:
            winners = lowest if len(lowest) < len(totals) else []
        else:
            return
        for side in winners:
            self.rubbers_won[side] += 1
            self.crosses[side] += self._crosses(totals, side)
        self.ties = 0
        self.rubber_over = True
        self.rubbers_played += 1
        if self.rubbers_played == self.options["rubbers"]:
            self._end_of_match()

    def _crosses(self, totals: list[int], winner: int) -> int:
        """Rule: SJ-27."""
        double = all(totals[side] == 24 for side in range(self.sides) if side != winner)
        if self.options["cross"] == "double_only":
            return 1 if double else 0
        return 2 if double and self.options["double_victory"] == "yes" else 1

    def _end_of_match(self) -> None:
        self.over = True
        standings = [(self.crosses[side], self.rubbers_won[side]) for side in range(self.sides)]
        self.winners = [side for side in range(self.sides) if standings[side] == max(standings)]
