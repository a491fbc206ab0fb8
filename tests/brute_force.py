"""What endings come to, found the plain way: every action of every state, through the engine alone.

Nothing here knows card tables, stakes or the kernel. Ways that lead to the same state are walked once, which is all
that is spared.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from stova import Action, Result, State
from stova.engine.actions import Fold
from stova.solver import AtLeast, Goal


@dataclass(frozen=True, eq=False)
class Node:
    """A state of an ending: who acts and what each action leads to; or the result of the deal."""

    seat: int | None
    after: Mapping[Action, "Node"] = field(default_factory=dict)
    result: Result | None = None


def tree(state: State) -> Node:
    """All that can follow a state."""
    return _tree(state, {})


def _tree(state: State, known: dict[object, Node]) -> Node:
    key = _plain(state)
    if key not in known:
        known[key] = (
            Node(None, result=state.result)
            if state.is_over
            else Node(state.to_act, {action: _tree(state.apply(action), known) for action in state.legal_actions()})
        )
    return known[key]


def _plain(state: State) -> object:
    """All that the rest of a deal and its result depend on."""
    winners = tuple(trick.winner for trick in state.tricks)
    return state.phase, state.to_act, state.hands, state.leader, state.trick, winners, state.points, state.own


def own_side(state: State) -> frozenset[int]:
    """The sides that play with the seat to act: a declarer's, or all others; of a deal that nobody bid, its own."""
    sides, player = state.game.sides, state.to_act
    assert player is not None
    if state.declarer is None or sides[player] == sides[state.declarer]:
        return frozenset((sides[player],))
    return frozenset(sides) - {sides[state.declarer]}


def worth(result: Result, own: frozenset[int], goal: Goal) -> int:
    """What a finished deal comes to for sides."""
    match goal:
        case "points":
            return sum(result.points[side] for side in own)
        case "tricks":
            return sum(result.tricks[side] for side in own)
        case "score":
            return _score(result, own)
        case AtLeast(amount=amount, of=of):
            return int(worth(result, own, of) >= amount)


def _score(result: Result, own: frozenset[int]) -> int:
    """A side's score less that of an opponent; of a deal for three that nobody bid, the side's own."""
    (mine,) = {result.score[side] for side in own}
    others = {score for side, score in enumerate(result.score) if side not in own}
    return mine - others.pop() if len(others) == 1 else mine


class Minimax:
    """What the nodes of a tree come to for sides, when all play for one goal.

    Who doesn't play for the score doesn't fold later on.
    """

    def __init__(self, own: frozenset[int], sides: tuple[int, ...], goal: Goal) -> None:
        self._own, self._sides, self._goal = own, sides, goal
        self._known: dict[int, int] = {}

    def value(self, node: Node) -> int:
        """What a node comes to."""
        if node.result is not None:
            return worth(node.result, self._own, self._goal)
        if id(node) not in self._known:
            pick = max if self._wants_much(node) else min
            self._known[id(node)] = pick(self.value(node.after[action]) for action in self._choices(node))
        return self._known[id(node)]

    def _choices(self, node: Node) -> list[Action]:
        return [action for action in node.after if self._goal == "score" or not isinstance(action, Fold)]

    def values(self, node: Node) -> dict[Action, int]:
        """What each action comes to."""
        return {action: self.value(after) for action, after in node.after.items()}

    def line(self, node: Node) -> tuple[tuple[Action, ...], Result]:
        """A best line, and the result it ends with."""
        actions: list[Action] = []
        while node.result is None:
            values = self.values(node)
            pick = max if self._wants_much(node) else min
            actions.append(pick(values, key=values.__getitem__))
            node = node.after[actions[-1]]
        return tuple(actions), node.result

    def _wants_much(self, node: Node) -> bool:
        assert node.seat is not None
        return self._sides[node.seat] in self._own
