"""Exact search, on the kernel, of card play that is a race to a number of tricks."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from stova import kernel
from stova.engine.actions import Action
from stova.engine.race import RacePoint, RaceRules
from stova.engine.state import State
from stova.errors import NoMemory, RulesError
from stova.solver.race_tree import (
    Choice,
    Leaf,
    Tree,
    children,
    folded,
    kernel_race,
    leaves,
    race_position,
    root,
    searched_points,
)
from stova.solver.values import AtLeast, Bounds, Effort, Goal, best_of, exactly, played_for, worst_of


def race_values(state: State, *, goal: Goal, own: frozenset[int], effort: Effort) -> dict[Action, Bounds]:
    """What each legal action comes to for the party `own`, one of the two sides of the race.

    A score is the side's own less the other's. Bounds may stay apart without a limit too where a side can still do what
    isn't searched, as `RacePoint.loose` says. Raises RulesError for card points, of which there are none, and
    if the tables may change in more ways than the search keeps apart.
    """
    actions = dict(children(_rules(state), state))
    return dict(zip(actions, _found(list(actions.values()), state, goal, own, effort), strict=True))


def race_value(state: State, *, goal: Goal, own: frozenset[int], effort: Effort) -> Bounds:
    """What a state comes to for the party `own`: the best of its `race_values`, or the worst, as a rule sooner.

    Raises RulesError as they do.
    """
    return _found([root(_rules(state), state)], state, goal, own, effort)[0]


def _rules(state: State) -> RaceRules:
    assert state.game.race is not None
    return state.game.race


def _found(trees: Sequence[Tree], state: State, goal: Goal, own: frozenset[int], effort: Effort) -> list[Bounds]:
    """What trees of one state come to."""
    if played_for(goal) == "points":
        raise RulesError(f"{state.game.name} has no card points; the goal is score or tricks")
    aim = _Aim(rules=_rules(state), side=state.game.sides[min(own)], goal=goal)
    tips = [leaf for tree in trees for leaf in leaves(tree)]
    found = _searching(aim, tips, effort).run(trees) if tips else {}
    values = [_folded(aim, tree, found) for tree in trees]
    return [value.reaching(goal.amount) for value in values] if isinstance(goal, AtLeast) else values


@dataclass(frozen=True, kw_only=True)
class _Aim:
    """What one side plays for."""

    rules: RaceRules
    side: int
    goal: Goal

    @property
    def bounds(self) -> Bounds:
        """What there is to be had."""
        return Bounds(self.outcomes[0], self.outcomes[-1])

    @property
    def least(self) -> int | None:
        """What is to be reached: the next that can be, or one more than there is. None if a value is asked for."""
        if not isinstance(self.goal, AtLeast):
            return None
        place = bisect_left(self.outcomes, self.goal.amount)
        return self.outcomes[place] if place < len(self.outcomes) else self.outcomes[-1] + 1

    @cached_property
    def outcomes(self) -> Sequence[int]:
        """The values there can be, rising."""
        if played_for(self.goal) == "score":
            return sorted(sign * worth for worth in self.rules.worth for sign in (-1, 1))
        return range(self.rules.tricks + 1)

    def next_question(self, value: Bounds) -> int | None:
        """What to ask next about a value: whether it is so much. What is next to a draw comes first."""
        if self.least is not None:
            return self.least if value.low < self.least <= value.high else None
        open_ones = [amount for amount in self.outcomes if value.low < amount <= value.high]
        middle = self.outcomes[len(self.outcomes) // 2]
        return min(max(middle, open_ones[0]), open_ones[-1]) if open_ones else None

    def at_end(self, state: State) -> Bounds:
        """What a finished deal came to."""
        result = state.result
        if played_for(self.goal) == "score":
            return exactly(result.score[self.side] - result.score[1 - self.side])
        return exactly(result.tricks[self.side])

    def allowing(self, point: RacePoint, value: Bounds) -> Bounds:
        """The bounds, when sides may do better by what isn't searched."""
        low = self.bounds.low if 1 - self.side in point.loose else value.low
        return Bounds(low, self.bounds.high if self.side in point.loose else value.high)


def _folded(aim: _Aim, tree: Tree, found: Mapping[Leaf, Bounds]) -> Bounds:
    """The value of a tree, given those of its leaves."""

    def known(tip: Leaf | State) -> Bounds:
        return found[tip] if isinstance(tip, Leaf) else aim.at_end(tip)

    def chosen(side: int, values: Sequence[Bounds]) -> Bounds:
        return best_of(values) if side == aim.side else worst_of(values)

    return folded(tree, known, chosen)


def _searching(aim: _Aim, tips: Sequence[Leaf], effort: Effort) -> "_Search":
    """A search for the values of leaves of one deal."""
    points = dict(zip(tips, searched_points(tips), strict=True))
    race, changes = kernel_race(aim.rules, tips[0].state, list(points.values()))
    goal = kernel.RaceGoal.SCORE if played_for(aim.goal) == "score" else kernel.RaceGoal.TRICKS
    try:
        search = kernel.RaceSearch(race, goal=goal, side=aim.side, memory=effort.memory)
    except MemoryError as error:
        raise NoMemory(effort.memory) from error
    return _Search(
        aim=aim,
        effort=effort,
        search=search,
        points=points,
        positions={leaf: race_position(leaf.state, point, changes) for leaf, point in points.items()},
        found=dict.fromkeys(tips, aim.bounds),
    )


@dataclass(kw_only=True)
class _Search:
    """What the kernel finds out about leaves, whose searches share a table."""

    aim: _Aim
    effort: Effort
    search: kernel.RaceSearch
    points: Mapping[Leaf, RacePoint]
    positions: Mapping[Leaf, kernel.RacePosition]
    found: dict[Leaf, Bounds]
    stopped: bool = False

    def run(self, trees: Sequence[Tree]) -> dict[Leaf, Bounds]:
        """What of the leaves says what all trees are worth, when sides may do better by what isn't searched.

        Of leaves among which a side may choose, most needn't be known; but all must be where it may do better.
        """
        if any(point.loose for point in self.points.values()):
            trees = list(self.points)
        while not self.stopped:
            asked = [(tree, self.aim.next_question(_folded(self.aim, tree, self.found))) for tree in trees]
            if all(amount is None for _, amount in asked):
                break
            for tree, amount in asked:
                if amount is not None:
                    self._reaches(tree, amount)
        return {leaf: self.aim.allowing(self.points[leaf], value) for leaf, value in self.found.items()}

    def _reaches(self, tree: Tree, amount: int) -> bool:
        """Whether a tree is worth so much; anything once the search has stopped."""
        value = _folded(self.aim, tree, self.found)
        if self.stopped or not value.low < amount <= value.high:
            return value.low >= amount
        if isinstance(tree, Choice):
            answers = (self._reaches(child, amount) for child in tree.actions.values())
            return any(answers) if tree.side == self.aim.side else all(answers)
        assert isinstance(tree, Leaf)
        return self._ask(tree, amount)

    def _ask(self, leaf: Leaf, amount: int) -> bool:
        """Whether a leaf is worth so much; anything once the search has stopped."""
        before = self.search.nodes
        reached = self.search.reaches(
            self.positions[leaf], amount, nodes=self.effort.nodes_left(), seconds=self.effort.seconds_left()
        )
        self.effort.nodes += self.search.nodes - before
        self.stopped = reached is None
        known = self.found[leaf]
        if reached:
            self.found[leaf] = Bounds(amount, known.high)
        elif reached is not None:
            self.found[leaf] = Bounds(known.low, max(value for value in self.aim.outcomes if value < amount))
        return bool(reached)
