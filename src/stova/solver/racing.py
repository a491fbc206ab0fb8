"""Exact search, on the kernel, of card play that is a race to a number of tricks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from msgspec import Struct

from stova import kernel
from stova.engine.actions import Action, GoOn, LeadTrader, Play, Stop
from stova.engine.race import RacePoint, RaceRules
from stova.engine.state import State
from stova.errors import RulesError
from stova.playouts import kernel_tables

MEMORY = 64 << 20
"""Bytes of the search's table, unless told."""
MOST_CHANGES = 6
"""Changes of the tables the search can keep apart."""
FOLLOWED = (Play, LeadTrader, Stop, GoOn)
"""What ends a turn."""

Bounds: TypeAlias = tuple[int, int]
"""The least and the most a value can be; equal when it is known."""
RaceGoal: TypeAlias = Literal["score", "tricks"]


class RaceLimit(Struct, frozen=True, kw_only=True):
    """When a search gives what it has: after so many nodes or seconds; None sets no limit."""

    nodes: int | None = None
    seconds: float | None = None


class RaceValues(Struct, frozen=True, kw_only=True):
    """What every legal action of the seat to act is worth to its side, with all hands open.

    A score is the side's own less the other's.
    """

    values: dict[Action, Bounds]
    nodes: int


@dataclass(frozen=True, kw_only=True)
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


def race_values(
    state: State,
    *,
    side: int | None = None,
    goal: str = "score",
    at_least: int | None = None,
    limit: RaceLimit | None = None,
    memory: int = MEMORY,
) -> RaceValues:
    """The value of every legal action under perfect play of both sides.

    It is that for `side`, or for the side of the seat to act.
    The goal is `score` or `tricks`; with `at_least` values are 1 where the side gets that much and 0 where it doesn't.
    Values not found within the limit have bounds that differ, and so may those of a state from which a side can still
    do what isn't searched, such as taking other cards for its hand. The same input with no limit in seconds gives the
    same answer. Raises RulesError for another goal, a game that is no race, and where the card play hasn't begun or is
    over.
    """
    rules = _rules(state)
    if goal not in ("score", "tricks"):
        raise RulesError(f"{state.game.name} has no {goal[:40]}; the goal is score or tricks")
    assert state.to_act is not None
    tree = _Choice(side=state.game.sides[state.to_act], actions=dict(_children(rules, state)))
    search = _Search(
        rules,
        tree,
        side=tree.side if side is None else side,
        goal=goal,
        at_least=at_least,
        limit=limit or RaceLimit(),
        memory=memory,
    )
    values = {action: search.value(child) for action, child in tree.actions.items()}
    return RaceValues(values=values, nodes=search.nodes)


def _rules(state: State) -> RaceRules:
    if state.game.race is None:
        raise RulesError(f"{state.game.name} is no race to a number of tricks")
    if state.is_over or not state.points:
        raise RulesError("the search begins at a card play that has begun and isn't over")
    return state.game.race


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


class _Search:
    """A kernel search over the leaves of a tree."""

    def __init__(
        self,
        rules: RaceRules,
        tree: _Tree,
        *,
        side: int,
        goal: str,
        at_least: int | None,
        limit: RaceLimit,
        memory: int,
    ) -> None:
        self._rules, self._side, self._goal, self._at_least, self._limit = rules, side, goal, at_least, limit
        leaves = list(_leaves(tree))
        self._most = rules.worth[-1] if goal == "score" else rules.tricks
        self._least = -self._most if goal == "score" else 0
        self._kernel: kernel.RaceSearch | None = None
        self._positions: dict[int, kernel.RacePosition] = {}
        self._values: dict[int, Bounds] = {}
        if leaves:
            self._prepare(leaves, memory)

    @property
    def nodes(self) -> int:
        return 0 if self._kernel is None else self._kernel.nodes

    def _prepare(self, leaves: Sequence[_Leaf], memory: int) -> None:
        race, changes = kernel_race(self._rules, [(leaf.state, leaf.point) for leaf in leaves])
        self._kernel = kernel.RaceSearch(race, goal=kernel.RaceGoal[self._goal.upper()], side=self._side, memory=memory)
        self._positions = {id(leaf): race_position(leaf.state, leaf.point, changes) for leaf in leaves}
        found = self._kernel.values(
            self._positions.values(), at_least=self._at_least, nodes=self._limit.nodes, seconds=self._limit.seconds
        )
        for leaf, bounds in zip(leaves, found, strict=True):
            self._values[id(leaf)] = self._allowing(leaf.point, bounds)

    def _allowing(self, point: RacePoint, bounds: Bounds) -> Bounds:
        """The bounds, when sides may do better by what isn't searched."""
        low, high = bounds
        return self._least if 1 - self._side in point.loose else low, self._most if self._side in point.loose else high

    def value(self, tree: _Tree) -> Bounds:
        low, high = self._bounds(tree)
        if self._at_least is None:
            return low, high
        return int(low >= self._at_least), int(high >= self._at_least)

    def _bounds(self, tree: _Tree) -> Bounds:
        if isinstance(tree, _Leaf):
            return self._values[id(tree)]
        if isinstance(tree, State):
            value = self._end(tree)
            return value, value
        bounds = [self._bounds(child) for child in tree.actions.values()]
        best = max if tree.side == self._side else min
        return best(low for low, _ in bounds), best(high for _, high in bounds)

    def _end(self, state: State) -> int:
        result = state.result
        if self._goal == "tricks":
            return result.tricks[self._side]
        return result.score[self._side] - result.score[1 - self._side]


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
