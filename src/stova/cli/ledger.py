"""A deal's tricks as a table in text, each card with what it cost. The screen and `stova review` show the same."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from textwrap import wrap

from stova.cards import Card
from stova.cli.signs import Signs, Span
from stova.cli.words import costs, figures, labels
from stova.engine.actions import AFTER_TRICK, PLAYED, NoRoem, Roem, Stay
from stova.engine.state import State
from stova.review import (
    EarlyStep,
    Step,
    Verdict,
    choices,
    dearest,
    early_choices,
    has_points,
    may_have_given,
    settled,
    tally,
)
from stova.transcript import TOGETHER, before_play, made_told, roem_in, taken_told

NUMBER = 4
"""Columns for the number of a trick."""
COLUMN = 18
"""Columns for a player, where there is room."""
APART = 2
"""Columns between those of a table."""
WIDEST = 24
"""Characters of a cell that a column is made wide for; what is longer runs over into the next ones."""

Line = list[Span]


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """A finished deal and its choices, as far as they are known: by their index in the history."""

    state: State
    players: Sequence[str]
    found: Mapping[int, Step]
    early: Sequence[EarlyStep]
    """How what was done before the first card looked, as far as it is known."""
    asked: frozenset[int]
    """The indices of all choices."""
    looking: bool
    """Whether more of it will be looked at from the seats."""
    signs: Signs

    @property
    def finished(self) -> bool:
        return len(self.found) == len(self.asked)

    @property
    def played(self) -> bool:
        """Whether cards were played, or might have been."""
        return bool(self.state.tricks or self.asked)

    @property
    def beyond(self) -> bool:
        """Whether the solver declines the whole deal."""
        return bool(self.found) and all(step.score is None for step in self.found.values())

    @property
    def _dear(self) -> list[Step]:
        """The choices that cost something, in the order made."""
        return [step for step in self.found.values() if any(step.cost)]

    @property
    def _doubtful(self) -> list[Step]:
        """Those, and those that may have cost something as far as is known; they are looked at from their seats."""
        return [] if self.beyond else [step for step in self.found.values() if may_have_given(step)]

    @property
    def _looked(self) -> bool:
        """Whether they are."""
        return bool(self._doubtful) and (self.looking or any(step.outlook for step in self._doubtful))

    @cached_property
    def dearest(self) -> Step | None:
        """The dearest choice of several, once it is known."""
        return dearest(self.found.values()) if self.finished and len(self._dear) > 1 else None

    def lines(self, width: int, *, explained: Collection[str] = ()) -> list[Line]:
        """Everything, in lines of at most `width` characters where names and numbers are of a usual size.

        Legends that are `explained` already are left out.
        """
        if not self.played:
            return self._not_played(width)
        about = [before_play(self.state, self.players)]
        result = self.state.result
        came_to = [] if result.redeal else [*taken_told(self.state, self.players)]
        came_to.append(made_told(self.state, self.players))
        lines = [*_wrapped([self._first()], width), *_wrapped([self._marks()], width, "muted"), []]
        lines += [*_wrapped(about, width), *self._table(width)]
        lines += [[], *_wrapped(came_to, width)]
        notes = [note for note in self.legends if note not in explained]
        if self.finished and not self.beyond:
            lines += [[], *_wrapped(self._tallies(), width), *self._better(width)]
            notes += costs.too_much(self.found.values())
        early = _wrapped(self._early(), width) if self.finished else []
        lines += [[], *early] if early else []
        return [*lines, *([[]] if notes else []), *_wrapped(notes, width, "muted")]

    def _not_played(self, width: int) -> list[Line]:
        """The page of a deal that came to no card play."""
        about = [before_play(self.state, self.players), made_told(self.state, self.players)]
        first = [self._early_looking() if self.looking else costs.NO_PLAY]
        parts = [lines for lines in (_wrapped(part, width) for part in (first, about, self._early())) if lines]
        return [line for part in parts for line in (*part, [])][:-1]

    def _early(self) -> Iterator[str]:
        """What looked better before the first card, where there was something to choose and it was looked at."""
        told = [costs.early(self.players[step.seat], step) for step in self.early]
        yield from filter(None, told)
        if told and not any(told) and not self.looking:
            yield costs.EARLY_WELL if all(map(costs.looked_at, self.early)) else costs.EARLY_UNKNOWN

    @cached_property
    def _early_asked(self) -> int:
        """How many choices there were before the first card."""
        return len(early_choices(self.state))

    def _early_looking(self) -> str:
        return costs.early_looking(len(self.early), self._early_asked)

    def _marks(self) -> str:
        return costs.marks(self.signs.turn, marked=any(map(_looked_right, self.found.values())))

    @property
    def legends(self) -> list[str]:
        """What the numbers and marks beside the cards are, and what was better in sight; nothing where there are none.

        And what it is to turn the deal, where that is told.
        """
        if self.beyond or not self.played:
            return []
        beside = costs.legend(points=has_points(self.state), theirs=labels.theirs(self.state.game, "the others'"))
        turned = [costs.TO_TURN] if self.finished and any(step.turned for step in self._dear) else []
        strokes = [costs.STROKES] if self.state.game.race is not None else []
        vague = self.finished and any(step.score is not None and not step.exact for step in self.found.values())
        inexact = [costs.NOT_EXACT] if vague else []
        return [beside, *strokes, *([costs.SEEN] if self._looked else []), *turned, *inexact]

    def _first(self) -> str:
        if not self.finished:
            return costs.working(len(self.found), len(self.asked))
        doubtful = self._doubtful
        looked = sum(step.outlook is not None for step in doubtful)
        if self.looking and looked < len(doubtful) and not self.early:
            return costs.looking(looked, len(doubtful))
        if self.looking and self._early_asked:
            return self._early_looking()
        return costs.BEYOND if self.beyond else costs.OPEN_HANDS

    def _tallies(self) -> Iterator[str]:
        for seat, name in enumerate(self.players):
            yield costs.told(name, tally(self.found.values(), seat))

    def _better(self, width: int) -> list[Line]:
        """What would have been better than each choice that cost something or looked so, in the order made."""
        dear = [step for step in self._doubtful if any(step.cost) or (step.outlook and step.outlook.clear)]
        if not dear:
            return []
        names = [name[: costs.NAME] for name in self.players]
        widest = max(len(names[step.seat]) for step in dear)
        rows = [[costs.COSTS_AND_MISTAKES, costs.HANDS_OPEN, costs.IN_SIGHT if self._looked else ""]]
        for step in dear:
            done = f"{step.trick:2}  {names[step.seat]:{widest}}  {costs.named(step.action)}"
            waiting = self.looking and step.outlook is None
            sight = self._more if waiting else costs.seen_better(step) if self._looked else ""
            rows.append([done, costs.kept_by(step), sight, costs.TURNED if step.turned else ""])
        return [[], *_columns(rows, width)]

    def _table(self, width: int) -> list[Line]:
        """The players over their columns, then a line a trick; what was done besides stands beneath its trick.

        Columns are of one width, so that they stay where they are while numbers come; where there isn't the room they
        stand closer.
        """
        asides = self._asides()
        seats = range(self.state.game.seats)
        rows = self._rows()
        widest = [max(_length(row[seat]) for row in [self._heads(), *rows]) for seat in seats]
        apart = APART if NUMBER + sum(widest) + APART * (len(widest) - 1) <= width else 1
        even = min(COLUMN, (width - NUMBER) // len(widest))
        widths = [even if max(widest) < even else column + apart for column in widest]
        lines = [_padded("", self._heads(), widths)]
        for number, row in enumerate(rows, start=1):
            lines.append(_padded(f"{number:2}", row, widths))
            lines += asides[number]
        return lines

    def _heads(self) -> list[Line]:
        return [[(f" {name[: costs.NAME]}", "strong")] for name in self.players]

    def _rows(self) -> list[list[Line]]:
        """A cell by seat for each trick, and for the one the deal was given up in."""
        state, rows = self.state, []
        tricks: list[tuple[int, Sequence[Card], int | None]]
        tricks = [(trick.leader, trick.cards, trick.winner) for trick in state.tricks]
        if state.trick or not tricks:
            tricks.append((state.leader, state.trick, None))
        played = [at for at, (_, action) in enumerate(state.history) if isinstance(action, PLAYED)]
        for leader, cards, winner in tricks:
            row: list[Line] = [[] for _ in range(state.game.seats)]
            for place, card in enumerate(cards):
                seat = (leader + place) % len(row)
                lead = self.signs.turn if place == 0 else " "
                name = (self.signs.card(card), "strong" if seat == winner else "")
                won = [(costs.TOOK, "strong")] if seat == winner else []
                row[seat] = [(lead, "turn"), name, *won, *self._cost(played.pop(0))]
            rows.append(row)
        return rows

    @property
    def _more(self) -> str:
        """What stands for what is still being worked out."""
        return "." if self.signs.ascii_only else "…"

    def _cost(self, at: int) -> Line:
        """What stands beside a card."""
        if at not in self.asked:
            return []
        if at not in self.found:
            return [(f" {self._more}", "muted")]
        return [] if self.beyond else self._numbers(self.found[at])

    def _numbers(self, step: Step) -> Line:
        """The costs that are known, and marks for those that aren't; nothing for a choice that cost nothing."""
        points, score = ("" if verdict is None else _number(verdict) for verdict in (step.points, step.score))
        spans = [(f" {points}", "warn" if step.cost[1] else "accent")] if points else []
        spans += [(f" {score}" if step.points is None else f" ({score})", "warn")] if score else []
        spans += [(f" {costs.UNKNOWN}", "muted")] if step.score is None else []
        if _looked_right(step) or (self.looking and may_have_given(step) and step.outlook is None):
            spans.append((labels.AS_GOOD if step.outlook else self._more, "muted"))
        return [*spans, (costs.DEAREST, "warn")] if step is self.dearest else spans

    def _asides(self) -> defaultdict[int, list[Line]]:
        """What was done besides playing cards, by trick.

        What changed nothing, and what came before the first card and so is told above the table, is left out unless it
        cost something, or may have.
        """
        lines, played = defaultdict[int, list[Line]](list), 0
        for at, (seat, action) in enumerate(self.state.history):
            if isinstance(action, PLAYED):
                played += 1
                continue
            step = None if self.beyond else self.found.get(at)
            numbers = [] if step is None else self._numbers(step)
            if numbers or (played and not isinstance(action, NoRoem | Stay)):
                trick = played // self.state.game.seats + (not isinstance(action, AFTER_TRICK))
                roem = roem_in(self.state, self.state.tricks[trick - 1]) if isinstance(action, Roem | NoRoem) else 0
                told = f"{'':{NUMBER}} {costs.besides(self.players[seat], action, roem=roem)}{':' if numbers else ''}"
                lines[trick].append([(told, "muted"), *numbers])
        return lines


def ledger(
    state: State,
    players: Sequence[str],
    signs: Signs,
    found: Iterable[Step] = (),
    *,
    early: Iterable[EarlyStep] = (),
    looking: bool = False,
) -> Ledger:
    """The ledger of a finished deal with what is known so far; `looking` if more will be looked at from the seats."""
    asked = frozenset(len(before.history) for before in choices(state))
    known = {step.at: step for step in settled(state, found)}
    looked = tuple(early)
    return Ledger(state=state, players=players, found=known, early=looked, asked=asked, looking=looking, signs=signs)


def _looked_right(step: Step) -> bool:
    """Whether it looked as good as any to who chose it."""
    return costs.looked_at(step) and step.outlook is not None and not step.outlook.clear


def _number(verdict: Verdict) -> str:
    """A cost as it is shown, nothing for none."""
    cost = verdict.cost
    if not cost.low:
        return "" if cost.exact else "?"
    return f"{figures.signed(-cost.low)}{'' if cost.exact else '+'}"


def _padded(number: str, row: Sequence[Line], widths: Sequence[int]) -> Line:
    line: Line = [(f"{number:{NUMBER}}", "muted")]
    for cell, width in zip(row, widths, strict=True):
        line += [*cell, (" " * (width - _length(cell)), "")]
    return line


def _length(cell: Line) -> int:
    return sum(len(text) for text, _ in cell)


def _columns(rows: Sequence[Sequence[str]], width: int) -> list[Line]:
    """Rows of cells in columns, the first row as their heads; a row that there isn't the room for is a sentence in
    which they stand before the cells."""
    columns = zip_longest(*rows, fillvalue="")
    widths = [max(size for size in map(len, column) if size <= WIDEST) for column in columns]
    lines: list[Line] = []
    for row in rows:
        style = "" if lines else "strong"
        text = (" " * APART).join(f"{cell:{size}}" for cell, size in zip(row, widths, strict=False)).rstrip()
        if len(text) > width:
            told = zip_longest(["", *rows[0][1:]], row, fillvalue="")
            text = "; ".join([f"{head}: {cell}" if head else cell for head, cell in told if cell])
        lines += [[(line, style)] for line in wrap(text, width, subsequent_indent=" " * NUMBER)]
    return lines


def _wrapped(sentences: Iterable[str], width: int, style: str = "") -> list[Line]:
    return [[(line.replace(TOGETHER, " "), style)] for sentence in sentences for line in wrap(sentence, width)]
