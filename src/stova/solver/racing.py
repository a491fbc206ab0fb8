"""Exact search, on the kernel, of card play that is a race to a number of tricks."""

from collections.abc import Sequence
from dataclasses import dataclass

from stova import kernel
from stova.engine.actions import Action
from stova.engine.race import RacePoint, RaceRules
from stova.engine.state import State
from stova.errors import RulesError
from stova.solver.race_tree import Leaf, children, folded, kernel_race, leaves, race_position, searched_points
from stova.solver.values import AtLeast, Bounds, Effort, Goal, best_of, exactly, worst_of


def race_values(state: State, *, goal: Goal, own: frozenset[int], effort: Effort) -> dict[Action, Bounds]:
    """What each legal action comes to for the party `own`, one of the two sides of the race.

    A score is the side's own less the other's. Bounds may stay apart without a limit too where a side can still do what
    isn't searched, as `RacePoint.loose` says. Raises RulesError for card points, of which there are none, and
    if the tables may change in more ways than the search keeps apart.
    """
    rules = state.game.race
    assert rules is not None
    if goal == "points" or (isinstance(goal, AtLeast) and goal.of == "points"):
        raise RulesError(f"{state.game.name} has no card points; the goal is score or tricks")
    actions = dict(children(rules, state))
    aim = _Aim(rules=rules, side=state.game.sides[min(own)], goal=goal)
    searched = _searched(aim, [leaf for tree in actions.values() for leaf in leaves(tree)], effort)

    def known(tip: Leaf | State) -> Bounds:
        return searched[tip] if isinstance(tip, Leaf) else aim.at_end(tip)

    def chosen(side: int, values: Sequence[Bounds]) -> Bounds:
        return best_of(values) if side == aim.side else worst_of(values)

    values = {action: folded(tree, known, chosen) for action, tree in actions.items()}
    if isinstance(goal, AtLeast):
        return {action: value.reaching(goal.amount) for action, value in values.items()}
    return values


@dataclass(frozen=True, kw_only=True)
class _Aim:
    """What one side plays for."""

    rules: RaceRules
    side: int
    goal: Goal

    @property
    def range(self) -> Bounds:
        """What there is to be had."""
        if self.goal == "score":
            return Bounds(-self.rules.worth[-1], self.rules.worth[-1])
        return Bounds(0, self.rules.tricks)

    def at_end(self, state: State) -> Bounds:
        """What a finished deal came to."""
        result = state.result
        if self.goal == "score":
            return exactly(result.score[self.side] - result.score[1 - self.side])
        return exactly(result.tricks[self.side])

    def allowing(self, point: RacePoint, value: Bounds) -> Bounds:
        """The bounds, when sides may do better by what isn't searched."""
        low = self.range.low if 1 - self.side in point.loose else value.low
        return Bounds(low, self.range.high if self.side in point.loose else value.high)


def _searched(aim: _Aim, leaves: Sequence[Leaf], effort: Effort) -> dict[Leaf, Bounds]:
    """What the kernel finds out about all leaves together."""
    if not leaves:
        return {}
    positions = [(leaf.state, point) for leaf, point in zip(leaves, searched_points(leaves), strict=True)]
    race, changes = kernel_race(aim.rules, positions)
    goal = kernel.RaceGoal.SCORE if aim.goal == "score" else kernel.RaceGoal.TRICKS
    search = kernel.RaceSearch(race, goal=goal, side=aim.side, memory=effort.memory)
    found = search.values(
        [race_position(state, point, changes) for state, point in positions],
        at_least=min(max(aim.goal.amount, 0), aim.rules.tricks + 1) if isinstance(aim.goal, AtLeast) else None,
        nodes=effort.nodes_left(),
        seconds=effort.seconds_left(),
    )
    effort.nodes += search.nodes
    return {
        leaf: aim.allowing(point, Bounds(*bounds))
        for leaf, (_, point), bounds in zip(leaves, positions, found, strict=True)
    }
