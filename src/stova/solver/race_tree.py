"""The states of a deal whose card play is a race to a number of tricks, as the kernel's races and what lies between."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import TypeAlias, TypeVar

from stova import kernel
from stova.cards import CardSet
from stova.engine.actions import Action, GoOn, LeadTrader, Play, Stop
from stova.engine.race import RacePoint, RaceRules
from stova.engine.state import State, tricks_by_seat
from stova.errors import RulesError
from stova.playouts import kernel_tables
from stova.solver.cards import mask_of

MOST_CHANGES = 6
"""Changes of the tables the search can keep apart."""
FOLLOWED = (Play, LeadTrader, Stop, GoOn)
"""What ends a turn."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Leaf:
    """A state the kernel searches."""

    state: State
    point: RacePoint


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A state whose actions are gone through here."""

    side: int
    actions: Mapping[Action, "Tree"]


Tree: TypeAlias = Leaf | Choice | State
"""A state is one in which the deal is over."""
Value = TypeVar("Value")


def children(rules: RaceRules, state: State) -> Iterator[tuple[Action, Tree]]:
    """Each legal action, and the tree of the state after it."""
    for action in state.legal_actions():
        yield action, _grow(rules, state.apply(action), played=isinstance(action, FOLLOWED))


def root(rules: RaceRules, state: State) -> Tree:
    """The tree of a state itself: one the kernel searches, unless its seat has taken anything since it last played.

    Where a side may do what isn't searched its actions are gone through: after most of them it no longer may.
    """
    point = rules.point(state)
    if point is not None and point.loose:
        return _choice(rules, state)
    return _grow(rules, state, played=point is not None and point.pile is not None and state.to_act in point.pile.seats)


def _choice(rules: RaceRules, state: State) -> Choice:
    assert state.to_act is not None
    return Choice(side=state.game.sides[state.to_act], actions=dict(children(rules, state)))


def _grow(rules: RaceRules, state: State, *, played: bool) -> Tree:
    """The tree of a state: up to where nothing but the race goes on, or the next turn."""
    if state.to_act is None:
        return state
    point = rules.point(state)
    if point is not None and (played or point.at_rest):
        return Leaf(state=state, point=point)
    return _choice(rules, state)


def leaves(tree: Tree) -> Iterator[Leaf]:
    """The states the kernel searches."""
    if isinstance(tree, Leaf):
        yield tree
    elif isinstance(tree, Choice):
        for child in tree.actions.values():
            yield from leaves(child)


def folded(
    tree: Tree, known: Callable[[Leaf | State], Value], chosen: Callable[[int, Sequence[Value]], Value]
) -> Value:
    """The value of a tree, of those of its tips, and what a side makes of those it may choose from."""
    if isinstance(tree, Choice):
        return chosen(tree.side, [folded(child, known, chosen) for child in tree.actions.values()])
    return known(tree)


def searched_points(tips: Sequence[Leaf]) -> list[RacePoint]:
    """The points of leaves, without piles if these may change the tables in more ways than the search keeps apart."""
    points = [leaf.point for leaf in tips]
    if len(_unsettled(points)) > MOST_CHANGES:
        return [without_pile(leaf) for leaf in tips]
    return points


def without_pile(leaf: Leaf) -> RacePoint:
    """The point as if nobody could take the pile; the sides that may are free to do more than is searched."""
    pile, sides = leaf.point.pile, leaf.state.game.sides
    takers = frozenset(sides[seat] for seat in pile.seats) if pile else frozenset()
    return replace(leaf.point, pile=None, loose=leaf.point.loose | takers)


def kernel_race(rules: RaceRules, state: State, points: Sequence[RacePoint]) -> tuple[kernel.Race, Mapping[str, int]]:
    """The kernel's form of the race a deal is in, at any of these points, and a bit for each change of its tables.

    Raises RulesError if the tables may change in more ways than the search keeps apart.
    """
    piles = [point.pile for point in points if point.pile is not None]
    fixed, unsettled = _settled(points), _unsettled(points)
    if len(unsettled) > MOST_CHANGES:
        raise RulesError("too much may change what beats what for a search from here")
    tables = [rules.tables(state, fixed | set(some)) for some in _sets(unsettled)]
    swaps = dict.fromkeys(swap for point in points for swap in point.swaps)
    race = kernel.Race(
        tables=[kernel_tables(one, state.game.seats) for one, _ in tables],
        held_back=[held_back for _, held_back in tables],
        fours=[four or (1 << 64) - 1 for four in unsettled.values()],
        swaps=[(swap.give, swap.take, swap.from_trick, swap.claim) for swap in swaps],
        pairs=[reduce(or_, cards) for cards in zip(*(pile.pairs for pile in piles), strict=True)],
        binding=piles[0].binding if piles else 0,
        enough=rules.enough,
        worth=rules.worth,
    )
    return race, {name: 1 << place for place, name in enumerate(unsettled)}


def _settled(points: Sequence[RacePoint]) -> frozenset[str]:
    """What has changed the tables at all points."""
    return frozenset.intersection(*(point.changes for point in points))


def _unsettled(points: Sequence[RacePoint]) -> dict[str, CardSet]:
    """What else has changed or may change them, in order, with the cards that do it if it isn't done everywhere."""
    found = {name: 0 for point in points for name in point.changes}
    for point in points:
        found |= point.possible
        found |= point.pile.possible if point.pile else {}
    return {name: found[name] for name in sorted(found.keys() - _settled(points))}


def _sets(changes: Iterable[str]) -> Iterator[frozenset[str]]:
    """Every set of changes, at the number whose bits are its members."""
    names = tuple(changes)
    for number in range(1 << len(names)):
        yield frozenset(name for place, name in enumerate(names) if number >> place & 1)


def race_position(state: State, point: RacePoint, changes: Mapping[str, int]) -> kernel.RacePosition:
    """The kernel's form of a state."""
    pile = point.pile
    return kernel.RacePosition(
        hands=state.hands,
        open=point.open,
        won=tricks_by_seat(state.tricks, len(state.hands)),
        leader=state.leader,
        trick=state.trick,
        best=state.best,
        tables=sum(changes.get(name, 0) for name in point.changes),
        opened_alone=point.opened_alone,
        decided=point.decided,
        pile=pile.cards if pile else 0,
        takers=mask_of(pile.seats) if pile else 0,
        lapses=bool(pile and pile.lapses),
        whole=bool(pile and pile.whole),
    )
