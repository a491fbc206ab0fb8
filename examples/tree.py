#!/usr/bin/env python3
"""A bot that searches one tree for all deals that may be: P. Cowling, E. Powley and D. Whitehouse 2012,
*Information set Monte Carlo tree search*. It plays every game.

Measure it with `stova arena --game sjavs "program:python3 examples/tree.py" club`; python3 is to be one that has Stova.
"""

import random
from math import inf, log, sqrt

from stova import Action, State, View
from stova.bots import outside
from stova.worlds import Worlds

DEALS = 600
CURIOSITY = 0.7


class Node:
    """What came of an action, after what was done before it: the mean of its score for who does it."""

    def __init__(self) -> None:
        self.after: dict[Action, Node] = {}
        self.offered = self.tried = 0
        self.mean = self.squares = 0.0

    def promise(self, step: float) -> float:
        """Its mean, and some steps more the seldomer it was tried of the times it could be (UCB)."""
        return self.mean + step * sqrt(log(self.offered) / self.tried) if self.tried else inf

    def learn(self, score: float) -> None:
        self.tried += 1
        off = score - self.mean
        self.mean += off / self.tried
        self.squares += off * (score - self.mean)

    def deviation(self) -> float:
        return sqrt(self.squares / self.tried) if self.tried else 0.0


def searcher(view: View, seed: int) -> Action:
    chance, root = random.Random(seed), Node()
    if not view.was_dealt or len(view.legal) == 1:
        return chance.choice(view.legal)
    for state in Worlds(view).draw(DEALS, seed=seed):
        explore(root, state, chance)
    return max(root.after, key=lambda action: root.after[action].tried)


def explore(root: Node, state: State, chance: random.Random) -> None:
    """Down the tree by what promises most to whose turn it is, one step out of it, and on by chance to the end."""
    step = CURIOSITY * root.deviation()
    done, node, passed = len(state.history), root, []
    while not state.is_over:
        legal = state.legal_actions()
        if node is root or node.tried:
            for action in legal:
                node.after.setdefault(action, Node()).offered += 1
            action = max(legal, key=lambda action: (node.after[action].promise(step), chance.random()))
            node = node.after[action]
            passed.append(node)
        else:
            action = chance.choice(legal)
        state = state.apply(action)
    seats = [seat for seat, _ in state.history[done:]]
    for seat, learner in [(seats[0], root), *zip(seats, passed, strict=False)]:
        score = state.result.score
        own = score[state.game.sides[seat]]
        learner.learn(own - (sum(score) - own) / (len(score) - 1))


if __name__ == "__main__":
    outside.run(searcher)
