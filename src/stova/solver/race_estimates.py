"""What actions come to on average in a race to a number of tricks, when all play by rules of thumb with open hands."""

from collections.abc import Sequence

from stova import kernel
from stova.engine.actions import Action
from stova.engine.race import RaceRules
from stova.engine.state import State
from stova.solver.race_tree import Leaf, children, folded, kernel_race, leaves, race_position, without_pile


def race_estimates(state: State, *, chance: int, repeats: int, seed: int) -> dict[Action, float]:
    """The score of the side of the seat to act, less the other's, for every legal action.

    Each is tried `repeats` times; what seats may do besides playing, such as taking other cards for their hands, they
    do for the best of these estimates. Raises RulesError if the tables may change in more ways than the kernel keeps
    apart.
    """
    rules = state.game.race
    assert rules is not None
    assert state.to_act is not None
    own = state.game.sides[state.to_act]
    actions = dict(children(rules, state))
    tips = [leaf for tree in actions.values() for leaf in leaves(tree)]
    estimated = _estimated(rules, tips, side=own, chance=chance, repeats=repeats, seed=seed)

    def known(tip: Leaf | State) -> float:
        if isinstance(tip, Leaf):
            return estimated[tip]
        return float(tip.result.score[own] - tip.result.score[1 - own])

    def chosen(side: int, values: Sequence[float]) -> float:
        return max(values) if side == own else min(values)

    return {action: folded(tree, known, chosen) for action, tree in actions.items()}


def _estimated(
    rules: RaceRules, tips: Sequence[Leaf], *, side: int, chance: int, repeats: int, seed: int
) -> dict[Leaf, float]:
    """The means of all leaves, which meet the same chance."""
    if not tips:
        return {}
    points = [without_pile(leaf) for leaf in tips]
    race, changes = kernel_race(rules, tips[0].state, points)
    means = kernel.race_estimates(
        race,
        [race_position(leaf.state, point, changes) for leaf, point in zip(tips, points, strict=True)],
        side=side,
        chance=chance,
        repeats=repeats,
        seed=seed,
    )
    return dict(zip(tips, means, strict=True))
