"""What actions come to in worlds of a view: by estimates, if all play perfectly, or as novices go on."""

import time
from collections.abc import Callable, Collection, Iterator, Sequence, Sized
from itertools import count
from math import inf, sqrt
from statistics import fmean, variance

from stova.bots.playing_on import came_to
from stova.engine.actions import Action
from stova.engine.state import State
from stova.errors import RulesError
from stova.solver import Goal, Limit, estimates, solve, stakes_of
from stova.worlds import Worlds

LEAST = 0.05
"""Seconds there are to find a first world, however little time there is."""
BATCH = 16
"""Worlds drawn at a time, at most."""
MOST_ESTIMATED, MOST_SOLVED = 800, 300
"""Worlds after which more wouldn't change the choice, however much time there is."""
GRAIN = 4
"""How exactly the score has to be known, where it is counted in card points."""
FEW = 10
"""Fewer worlds show nothing for certain."""
DOUBTFUL = 20
"""Of so many worlds a kind of rows counts half of what it would of any number. Where hundreds were estimated there may
have been time to solve a few, in which chance is greater than what solving can tell beside the estimates."""
MANY = 8
"""So many actions are tried in every world. Of more, those that come to less by so many standard errors as `HOPELESS`
are tried no further: there may be 56 ways to put down two cards or fewer."""
HOPELESS = 3.0

Rows = list[dict[Action, float]]
"""What actions come to in one world after another."""
Outcomes = list[dict[Action, list[float]]]
"""The scores actions may come to in one world after another, each as likely."""


class Drawn:
    """Worlds drawn as they are wanted and kept, so that whoever looks at them sees the same: so many, or the usual."""

    def __init__(self, worlds: Worlds, seed: int, most: int | None = None) -> None:
        self.worlds, self.seed, self.most = worlds, seed, most
        self._batches: list[list[State]] = []

    def batches(self, usual: int, end: float) -> Iterator[list[State]]:
        """So many worlds, those that were drawn and, until time is up, others."""
        most, seen = self.most or usual, 0
        for number in count():
            if seen >= most or (number == len(self._batches) and not self._draw_more(end)):
                return
            batch = self._batches[number][: most - seen]
            seen += len(batch)
            yield batch

    def _draw_more(self, end: float) -> bool:
        """Whether there was time for more: few at first, since where calls or plays were rare even one takes long to
        draw, and may not be found."""
        number = len(self._batches)
        left = max(end - time.perf_counter(), 0.0 if number else LEAST)
        if left <= 0:
            return False
        # Each batch has a seed of its own, so that those after one that was cut short are what they would be anyway.
        seed = (self.seed + BATCH * number) % 2**64
        try:
            batch = self.worlds.draw(min(1 << number, BATCH), seed=seed, seconds=left)
        except RulesError:
            batch = []
        if batch:
            self._batches.append(batch)
        return bool(batch)


def estimated(drawn: Drawn, end: float, *, repeats: int | None = None) -> Rows:
    """The estimates of each action. Nothing where no world is found in time; one that is, is looked at."""
    rows: Rows = []
    for number, batch in enumerate(drawn.batches(MOST_ESTIMATED, end)):
        left = max(end - time.perf_counter(), 0.0)
        rows += estimates(batch, repeats=repeats, seed=(drawn.seed + BATCH * number) % 2**64, seconds=left)
        if time.perf_counter() >= end:
            break
    return rows


def solved(drawn: Drawn, end: float, *, goal: Goal = "score", grain: int = GRAIN) -> Rows:
    """What each action is worth under perfect play, in the worlds there was time for; nothing without any.

    A value is taken at one end of its grain, the same for all cards: the upper one for who plays for the declarer, the
    lower one for who plays against it, since of a lost balance no other is known.
    """
    rows: Rows = []
    if time.perf_counter() >= end:
        return rows
    for batch in drawn.batches(MOST_SOLVED, end):
        for world in batch:
            left = end - time.perf_counter()
            if left <= 0:
                return rows
            solution = solve(world, goal=goal, grain=grain, limit=Limit(seconds=left))
            if time.perf_counter() < end:
                upper = world.to_act in stakes_of(world).seats
                values = solution.values.items()
                rows.append({action: float(value.high if upper else value.low) for action, value in values})
    return rows


def played_on(drawn: Drawn, actions: Sequence[Action], end: float, *, kept: Collection[Action] = ()) -> Outcomes:
    """What actions before the play may come to in the worlds there is time for; those `kept` in all of them."""
    outcomes: Outcomes = []
    scores: Rows = []
    longest = 0.0
    for batch in drawn.batches(MOST_ESTIMATED, end):
        now = time.perf_counter()
        for world in batch:
            row: dict[Action, list[float]] = {}
            for action in actions:
                began, now = now, time.perf_counter()
                longest = max(longest, now - began)
                if now + longest >= end:
                    return outcomes
                row[action] = came_to(world, action, (drawn.seed + len(outcomes)) % 2**64)
            outcomes.append(row)
            scores += valued([row])
        actions = _hopeful(actions, scores, kept)
    return outcomes


def valued(outcomes: Outcomes, value: Callable[[float], float] = float) -> Rows:
    """What actions come to on average in each world, or what that is worth."""
    return [{action: fmean(map(value, scores)) for action, scores in row.items()} for row in outcomes]


def _hopeful(actions: Sequence[Action], rows: Rows, kept: Collection[Action]) -> Sequence[Action]:
    """Those to be tried in more worlds."""
    if len(actions) <= MANY:
        return actions
    values = means(rows)
    best, *others = sorted(actions, key=lambda action: -values[action])
    gains = {action: gained(best, action, [rows]) for action in others[MANY - 1 :]}
    more = [action for action, (gain, error) in gains.items() if action in kept or gain <= HOPELESS * error]
    return [best, *others[: MANY - 1], *more]


def means(*kinds: Rows) -> dict[Action, float]:
    """The mean of each action, kinds of rows counting as `_shares` has it."""
    found = [rows for rows in kinds if rows]
    by_kind, shares = [_means(rows) for rows in found], _shares(found)
    return {action: fmean([each[action] for each in by_kind], shares) for action in by_kind[0]} if by_kind else {}


def _shares(kinds: Sequence[Sized]) -> list[float]:
    """How much each kind of rows counts: as much as another with many worlds, less with few."""
    return [len(rows) / (len(rows) + DOUBTFUL) for rows in kinds]


def _means(rows: Rows) -> dict[Action, float]:
    """Those that weren't tried in all worlds as far below the best as where both were: other worlds may be luckier."""
    values = {action: fmean([row[action] for row in rows]) for action in rows[-1]}
    best = max(values, key=values.__getitem__)
    for action in rows[0]:
        if action not in values:
            gain, _ = gained(best, action, [rows])
            values[action] = values[best] - gain
    return values


def gained(
    action: Action, other: Action, kinds: Sequence[Rows], value: Callable[[float], float] = float
) -> tuple[float, float]:
    """How much more than another an action is worth in the worlds both were tried in, and the standard error of that.

    Kinds of rows count as in `means`. Where there are only few worlds of any the error is infinite.
    """
    rows_of_both = ([row for row in rows if action in row and other in row] for rows in kinds)
    gains = [[value(row[action]) - value(row[other]) for row in rows] for rows in rows_of_both if rows]
    shares, most = _shares(gains), max(gains, key=len)
    if len(most) < FEW:
        return fmean(map(fmean, gains), shares), inf
    # Errors and not variances are added: the solved worlds are among those that estimates were made of. Few worlds
    # don't show how far they lie apart; about as far as others, whatever was done in them.
    errors = [sqrt(variance(own if len(own) >= FEW else most) / len(own)) for own in gains]
    return fmean(map(fmean, gains), shares), fmean(errors, shares)
