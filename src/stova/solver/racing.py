"""Exact search, on the kernel, of card play that is a race to a number of tricks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from stova import kernel
from stova.engine.actions import Action, GoOn, LeadTrader, Play, Stop
from stova.engine.race import RacePoint, RaceRules
from stova.engine.state import State
from stova.errors import RulesError
from stova.playouts import kernel_tables
from stova.solver.values import AtLeast, Bounds, Effort, Goal, best_of, exactly, worst_of

MOST_CHANGES = 6
"""Changes of the tables the search can keep apart."""
FOLLOWED = (Play, LeadTrader, Stop, GoOn)
"""What ends a turn."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Leaf:
    """A state the kernel searches."""

    state: State
    point: RacePoint


@dataclass(frozen=True, kw_only=True)
class _Choice:
    """A state whose actions are gone through here."""

    side: int
    actions: Mapping[Action, "_Tree"]


_Tree: TypeAlias = _Leaf | _Choice | State
"""A state is one in which the deal is over."""


def race_values(state: State, *, goal: Goal, own: frozenset[int], effort: Effort) -> dict[Action, Bounds]:
    """What each legal action comes to for the party `own`, one of the two sides of the race.

    A score is the side's own less the other's. Bounds differ beyond the limit too where a side can still do what isn't
    searched, such as taking other cards for its hand. Raises RulesError for card points, of which there are none, and
    if the tables may change in more ways than the search keeps apart.
    """
    rules = state.game.race
    assert rules is not None
    if goal == "points" or (isinstance(goal, AtLeast) and goal.of == "points"):
        raise RulesError(f"{state.game.name} has no card points; the goal is score or tricks")
    actions = dict(_children(rules, state))
    aim = _Aim(rules=rules, side=state.game.sides[min(own)], goal=goal)
    searched = _searched(aim, [leaf for tree in actions.values() for leaf in _leaves(tree)], effort)
    values = {action: _value(aim, tree, searched) for action, tree in actions.items()}
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


def _children(rules: RaceRules, state: State) -> Iterator[tuple[Action, _Tree]]:
    for action in state.legal_actions():
        yield action, _grow(rules, state.apply(action), played=isinstance(action, FOLLOWED))


def _grow(rules: RaceRules, state: State, *, played: bool) -> _Tree:
    """The tree of a state: up to where nothing but the race goes on, or the next turn."""
    if state.to_act is None:
        return state
    point = rules.point(state)
    if point is not None and (played or point.at_rest):
        return _Leaf(state=state, point=point)
    return _Choice(side=state.game.sides[state.to_act], actions=dict(_children(rules, state)))


def _leaves(tree: _Tree) -> Iterator[_Leaf]:
    if isinstance(tree, _Leaf):
        yield tree
    elif isinstance(tree, _Choice):
        for child in tree.actions.values():
            yield from _leaves(child)


def _searched(aim: _Aim, leaves: Sequence[_Leaf], effort: Effort) -> dict[_Leaf, Bounds]:
    """What the kernel finds out about all leaves together."""
    if not leaves:
        return {}
    race, changes = kernel_race(aim.rules, [(leaf.state, leaf.point) for leaf in leaves])
    goal = kernel.RaceGoal.SCORE if aim.goal == "score" else kernel.RaceGoal.TRICKS
    search = kernel.RaceSearch(race, goal=goal, side=aim.side, memory=effort.memory)
    found = search.values(
        [race_position(leaf.state, leaf.point, changes) for leaf in leaves],
        at_least=min(max(aim.goal.amount, 0), aim.rules.tricks + 1) if isinstance(aim.goal, AtLeast) else None,
        nodes=effort.nodes_left(),
        seconds=effort.seconds_left(),
    )
    effort.nodes += search.nodes
    return {leaf: aim.allowing(leaf.point, Bounds(*bounds)) for leaf, bounds in zip(leaves, found, strict=True)}


def _value(aim: _Aim, tree: _Tree, searched: Mapping[_Leaf, Bounds]) -> Bounds:
    if isinstance(tree, _Leaf):
        return searched[tree]
    if isinstance(tree, State):
        return aim.at_end(tree)
    values = [_value(aim, child, searched) for child in tree.actions.values()]
    return best_of(values) if tree.side == aim.side else worst_of(values)


def kernel_race(
    rules: RaceRules, positions: Sequence[tuple[State, RacePoint]]
) -> tuple[kernel.Race, Mapping[str, int]]:
    """The kernel's form of the race these states of one deal are in, and a bit for each change of its tables.

    Raises RulesError if the tables may change in more ways than the search keeps apart.
    """
    state = positions[0][0]
    points = [point for _, point in positions]
    fixed = frozenset.intersection(*(point.changes for point in points))
    cards = {name: four for point in points for name, four in point.possible.items()}
    changes = sorted({name for point in points for name in (*point.changes, *point.possible)} - fixed)
    if len(changes) > MOST_CHANGES:
        raise RulesError("too much may change what beats what for a search from here")
    tables = [rules.tables(state, fixed | set(some)) for some in _sets(changes)]
    swaps = dict.fromkeys(swap for point in points for swap in point.swaps)
    race = kernel.Race(
        tables=[kernel_tables(one, state.game.seats) for one, _ in tables],
        held_back=[held_back for _, held_back in tables],
        fours=[cards.get(name, 0) or -1 & 2**64 - 1 for name in changes],
        swaps=[(swap.give, swap.take, swap.from_trick, swap.claim) for swap in swaps],
        tricks=rules.tricks,
        enough=rules.enough,
        worth=rules.worth,
    )
    return race, {name: 1 << place for place, name in enumerate(changes)}


def _sets(changes: Sequence[str]) -> Iterator[frozenset[str]]:
    """Every set of changes, at the number whose bits are its members."""
    for number in range(1 << len(changes)):
        yield frozenset(name for place, name in enumerate(changes) if number >> place & 1)


def race_position(state: State, point: RacePoint, changes: Mapping[str, int]) -> kernel.RacePosition:
    """The kernel's form of a state."""
    winners = [trick.winner for trick in state.tricks]
    return kernel.RacePosition(
        hands=state.hands,
        open=point.open,
        won=[winners.count(seat) for seat in range(len(state.hands))],
        leader=state.leader,
        trick=state.trick,
        best=state.best,
        tables=sum(changes.get(name, 0) for name in point.changes),
        opened_alone=point.opened_alone,
        decided=point.decided,
    )
