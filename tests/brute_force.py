"""What endings come to, found the plain way: every action of every state, through the engine alone.

Nothing here knows card tables, stakes or the kernel. Ways that lead to the same state are walked once, and all goals
are asked of one walk, which is all that is spared.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from stova import Action, Result, State
from stova.engine.actions import Fold
from stova.solver import AtLeast, Goal
from stova.solver.values import played_for


class Node(Struct, frozen=True, kw_only=True):
    """A state of an ending: who acts and the number of the node that each action leads to; or the deal's result."""

    seat: int | None = None
    after: Mapping[Action, int] = {}
    lasting: Sequence[int] = ()
    """The numbers in `after`, without those of who folds."""
    result: Result | None = None


def walked(state: State) -> list[Node]:
    """All that can follow a state, by number: a node after all that it leads to, so that the state itself is last."""
    nodes: list[Node] = []
    _walk(state, nodes, {})
    return nodes


def _walk(state: State, nodes: list[Node], numbers: dict[object, int]) -> int:
    key = _plain(state)
    number = numbers.get(key)
    if number is None:
        node = _node(state, nodes, numbers)
        number = numbers[key] = len(nodes)
        nodes.append(node)
    return number


def _node(state: State, nodes: list[Node], numbers: dict[object, int]) -> Node:
    if state.is_over:
        return Node(result=state.result)
    after = {action: _walk(state.apply(action), nodes, numbers) for action in state.legal_actions()}
    lasting = [number for action, number in after.items() if not isinstance(action, Fold)]
    return Node(seat=state.to_act, after=after, lasting=lasting)


def _plain(state: State) -> object:
    """All that the rest of a deal and its result depend on."""
    winners = tuple([trick.winner for trick in state.tricks])
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
    """What the nodes of a walk come to for sides, when all play for one goal.

    Who doesn't play for the score doesn't fold later on.
    """

    def __init__(self, nodes: Sequence[Node], *, own: frozenset[int], sides: tuple[int, ...], goal: Goal) -> None:
        self._nodes, self._own, self._goal = nodes, own, goal
        self._picks = [max if side in own else min for side in sides]
        self._worth: list[int] = []
        for node in nodes:
            self._worth.append(self._value(node))

    def _value(self, node: Node) -> int:
        if node.result is not None:
            return worth(node.result, self._own, self._goal)
        assert node.seat is not None
        after = node.after.values() if played_for(self._goal) == "score" else node.lasting
        return self._picks[node.seat]([self._worth[number] for number in after])

    def values(self, node: Node) -> dict[Action, int]:
        """What each action comes to."""
        return {action: self._worth[number] for action, number in node.after.items()}

    def line(self) -> tuple[list[tuple[Node, Action]], Result]:
        """A best line from the last node, with the nodes passed, and the result it ends with."""
        passed: list[tuple[Node, Action]] = []
        node = self._nodes[-1]
        while node.result is None:
            assert node.seat is not None
            values = self.values(node)
            action = self._picks[node.seat](values, key=values.__getitem__)
            passed.append((node, action))
            node = self._nodes[node.after[action]]
        return passed, node.result
