"""Endings compared: the solver's value of every action beside that of brute force, for every goal."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from brute_force import Minimax, Node, own_side, walked
from endings import DEALT, LONGER, SOLVED, TRICKS, WHOLE, ending, tricks_left
from helpers import names as texts
from stova import Action, State
from stova.cards import cards_in
from stova.engine.actions import NoRoem, Roem
from stova.engine.stakes import Balance
from stova.solver import AtLeast, Bounds, Goal, Limit, Search, party, solve, stakes_of, value_of
from stova.solver.values import UNLIMITED, Effort, best_of, exactly

MEMORY = 1 << 20
GRAIN = 7
NODES = 4_000_000
"""Positions a search without reductions may go through for a goal of a whole deal, in some tenths of a second."""


def goals(state: State, rng: random.Random) -> Iterator[Goal]:
    """Every kind of goal; so many points or tricks near what was taken so far, and a score as there may be."""
    yield "points"
    yield "score"
    yield "tricks"
    yield AtLeast(sum(state.points) // 2 + rng.randint(0, 60))
    yield AtLeast(len(state.tricks) // 2 + rng.randint(0, 3), of="tricks")
    yield AtLeast(rng.choice((1, 2, 10)) * rng.randint(-16, 16), of="score")


def agree(seed: object, names: Sequence[str] = SOLVED, tricks: Mapping[int, Sequence[int]] = TRICKS) -> Counter[str]:
    """Compares one ending by chance, and says what came up in it. What differs is named in the error."""
    rng = random.Random(f"ending {seed}")
    state = ending(rng, names, tricks)
    try:
        return compare(state, goals(state, rng))
    except Exception as error:
        error.add_note(f"ending {seed}: {described(state)}")
        raise


def agree_unreduced(
    seed: object, names: Sequence[str] = SOLVED, tricks: Mapping[int, Sequence[int]] = LONGER
) -> Counter[str]:
    """Compares an ending, solved as always, with a search that spares itself nothing."""
    rng = random.Random(f"longer ending {seed}")
    state = ending(rng, names, tricks)
    for goal in goals(state, rng):
        assert _decided(state, goal, f"longer ending {seed}"), f"{goal}: no end without a limit; longer ending {seed}"
    return Counter((f"{state.game.name}, unreduced",))


def agree_dealt(seed: object, names: Sequence[str] = DEALT) -> Counter[str]:
    """Compares a whole deal with such a search, as far as that gets; says for which goals it came to its end."""
    rng = random.Random(f"whole deal {seed}")
    state = ending(rng, names, WHOLE)
    seen = Counter((f"{state.game.name}, whole deal",))
    for goal in (*goals(state, rng), AtLeast(rng.randint(61, 120))):
        if _decided(state, goal, f"whole deal {seed}", Limit(nodes=NODES)):
            kind = f"so many {goal.of}" if isinstance(goal, AtLeast) else goal
            seen[f"{state.game.name}, whole deal, {kind}"] += 1
    return seen


def _decided(state: State, goal: Goal, named: str, limit: Limit = UNLIMITED) -> bool:
    """Whether a search that spares itself nothing finds all values within a limit.

    Raises AssertionError where one found as always is not within its bounds.
    """
    always, unreduced = searched(state, goal, reduced=True), searched(state, goal, reduced=False, limit=limit)
    assert all(value.exact for value in always.values())
    assert always.keys() == unreduced.keys()
    for action, bounds in unreduced.items():
        assert bounds.low <= always[action].low <= bounds.high, (
            f"{goal}: {always}, not {unreduced}; {named}: {described(state)}"
        )
    value = value_of(state, goal=goal, memory=MEMORY)
    assert value == best_of(always.values()), f"{goal}: {value}, not the best of {always}; {named}"
    return all(bounds.exact for bounds in unreduced.values())


def searched(state: State, goal: Goal, *, reduced: bool, limit: Limit = UNLIMITED) -> dict[Action, Bounds]:
    effort = Effort(memory=MEMORY, reduced=reduced, limit=limit)
    return Search(goal=goal, own=party(state), effort=effort).values(state)


def compare(state: State, wanted: Iterable[Goal]) -> Counter[str]:
    """Compares the values of an ending for these goals. Raises AssertionError where they differ."""
    seen = Counter((state.game.name, f"{tricks_left(state)} tricks left", _where(state)))
    nodes, own = walked(state), own_side(state)
    for goal in wanted:
        search = Minimax(nodes, own=own, sides=state.game.sides, goal=goal)
        expected = {action: exactly(value) for action, value in search.values(nodes[-1]).items()}
        solution = solve(state, goal=goal, memory=MEMORY)
        assert solution.values == expected, f"{goal}: {solution.values}, not {expected}"
        value = value_of(state, goal=goal, memory=MEMORY)
        assert value == solution.value, f"{goal}: {value} in all, not {solution.value}"
        _compare_coarse(state, goal, expected)
        if goal == "score":
            seen.update(_outcome(state, search))
    return seen


def _compare_coarse(state: State, goal: Goal, expected: Mapping[Action, Bounds]) -> None:
    """Compares what is known to a grain: bounds that are as narrow as it says, or tell that a balance is lost."""
    of_balance = goal == "score" and state.declarer is not None and isinstance(stakes_of(state), Balance)
    for action, bounds in solve(state, goal=goal, memory=MEMORY, grain=GRAIN).values.items():
        value = expected[action].low
        told = f"{goal} to a grain of {GRAIN}: {bounds}, where it is {value}"
        assert bounds.low <= value <= bounds.high, told
        if of_balance and (value < 0) == (party(state) == stakes_of(state).seats):
            assert bounds.low * bounds.high >= 0, told
        else:
            assert bounds.high - bounds.low < (GRAIN if of_balance or goal == "points" else 1), told


def _where(state: State) -> str:
    kinds = {type(action).__name__ for action in state.legal_actions()} - {"Play"}
    covered = ", covered cards" if state.game.covers(state) else ""
    return ", ".join(sorted(kinds)) or ("inside a trick" if state.trick else "between tricks") + covered


def _outcome(state: State, search: Minimax) -> list[str]:
    """What the best line comes to, and what is peculiar in it."""
    line, result = search.line()
    words = [result.made]
    if any(_quiet(search, node) for node, action in line if action == NoRoem()):
        words.append("roem kept quiet about")
    if state.declarer is None:
        words.append("nobody bid")
    return words


def _quiet(search: Minimax, node: Node) -> bool:
    """Whether to declare the roem would cost."""
    values = search.values(node)
    return values[NoRoem()] != values[Roem()]


def described(state: State) -> str:
    """An ending, to find a difference by."""
    hands = " / ".join(texts(tuple(cards_in(hand))) for hand in state.hands)
    return f"{state.game}, {hands}, trick {texts(state.trick)}, seat {state.to_act}, trump {state.trump}"
