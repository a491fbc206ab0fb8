"""Races against brute force: `python tests/race_brute.py --states 2000 --seed 1` compares as many as there is time for.

Brute force is plain minimax over what the engine allows, without a table or anything left out.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Literal

import stova
from helpers import random_options, some_action
from stova import Action, Game, State, Suit
from stova.cards import Card, CardSet, card_set
from stova.engine.actions import GoOn, LeadTrader, Play, TakeStock
from stova.engine.race import RacePoint
from stova.games.styrivolt.powers import PERMANENT
from stova.games.styrivolt.race import race_point, race_tables
from stova.solver import AtLeast, Bounds, Goal, party, solve, value_of
from stova.solver.racing import race_values
from stova.solver.values import UNLIMITED, Effort, best_of, played_for

Values = tuple[int, int, int]
"""The score of side 0 less that of side 1, and the tricks of each side, each under play for nothing else."""
GOALS: tuple[Literal["score", "tricks"], ...] = ("score", "tricks")
MOST = 4000
"""States brute force goes through at most, where nothing else is said."""


class TooMany(Exception):
    """There are more states than brute force is to go through."""


class Brute:
    """Minimax over at most so many states."""

    def __init__(self, most: int) -> None:
        self._left = most

    def values(self, state: State) -> Values:
        self._left -= 1
        if self._left < 0:
            raise TooMany
        if state.to_act is None:
            result = state.result
            return result.score[0] - result.score[1], result.tricks[0], result.tricks[1]
        found = [self.values(state.apply(action)) for action in state.legal_actions()]
        own, other = (max, min) if state.game.sides[state.to_act] == 0 else (min, max)
        scores, ours, theirs = zip(*found, strict=True)
        return own(scores), own(ours), other(theirs)


def by_brute_force(state: State, most: int) -> dict[Action, Values] | None:
    """The values of every action; None if there are too many states to go through."""
    brute = Brute(most)
    try:
        return {action: brute.values(state.apply(action)) for action in state.legal_actions()}
    except TooMany:
        return None


def own_values(values: dict[Action, Values], side: int, goal: Goal) -> dict[Action, int]:
    """The values for one goal of one side."""
    if played_for(goal) == "score":
        worth = {action: own[0] if side == 0 else -own[0] for action, own in values.items()}
    else:
        worth = {action: own[1 + side] for action, own in values.items()}
    return {action: int(own >= goal.amount) for action, own in worth.items()} if isinstance(goal, AtLeast) else worth


def random_race(rng: random.Random) -> Game:
    """The game with options by chance, or one of its presets."""
    if rng.random() < 0.5:
        return stova.game("styrivolt", rng.choice(stova.presets("styrivolt")))
    return stova.game("styrivolt", **random_options("styrivolt", rng))


def deal(game: Game, rng: random.Random) -> tuple[State, CardSet]:
    """A deal with its suits chosen, and cards to be kept for the end.

    In most deals one seat holds a trader and what is needed, with what lies open, for four of a kind; rarer cards are
    kept.
    """
    if rng.random() < 0.3:
        return game.deal(key=rng.randbytes(32)), 0
    rank = rng.choice([card.rank for card in game.pack if card.rank != "5"])
    suits = rng.sample(list(Suit), 4)
    lying = [Card(rank + str(suit)) for suit in suits[: rng.choice((1, 2))]]
    others = [Card(rank + str(suit)) for suit in suits[len(lying) :]]
    fives = [Card(f"5{suit}") for suit in suits[:2]]
    rest = rng.sample([card for card in game.pack if card not in (*lying, *others, *fives)], 48 - 4 - len(fives))
    if len(lying) == 1:
        lying.append(rest.pop(next(i for i, card in enumerate(rest) if card.suit is suits[1])))
    lying.append(rest.pop(next(i for i, card in enumerate(rest) if card.suit is suits[2])))
    hands = [[*fives, *others], [], [], []]
    rng.shuffle(hands)
    for hand in hands:
        while len(hand) < 9:
            hand.append(rest.pop())
    keep = card_set((*fives, *others)) if rng.random() < 0.8 else 0
    return game.deal(hands=hands, talon=(*lying, *rest), dealer=rng.randrange(4)), keep


def random_end(rng: random.Random, tricks: int) -> State:
    """A state of a card play in which at least so many tricks are finished."""
    while True:
        state, keep = deal(random_race(rng), rng)
        rare = rng.random() < 0.3
        wanted = rng.randrange(tricks * 4, 36)
        for _ in range(60):
            if state.is_over or 4 * len(state.tricks) + len(state.trick) >= wanted:
                break
            legal = state.legal_actions()
            loose = [action for action in legal if not (hasattr(action, "card") and keep >> action.card & 1)]
            legal = tuple(loose) or legal
            state = state.apply(some_action(legal, rng) if rare else rng.choice(legal))
        if not state.is_over and state.points and len(state.tricks) >= tricks:
            return state


def poor_deal(game: Game, rng: random.Random) -> State:
    """A deal in which most hands and stocks have no stikkar, some stocks begin with a pair, and few cards go astray."""
    good = [card for card in game.pack if card in PERMANENT or card.rank in "AJ"]
    rest = [card for card in game.pack if card not in good]
    suit = rng.choice(list(Suit))
    pair = [Card(f"7{suit}"), rng.choice([card for card in good if card.suit is suit])] if rng.random() < 0.4 else []
    good, rest = ([card for card in cards if card not in pair] for cards in (good, rest))
    rng.shuffle(good)
    rng.shuffle(rest)
    poor = [rest.pop() for _ in range(18)]
    rich = [*good, *rest][:18]
    cards = [*poor, *rich, *pair, *[card for card in (*good, *rest) if card not in rich]]
    for _ in range(rng.choice((0, 0, 1, 3))):
        one, other = rng.randrange(36), rng.randrange(38, 48)
        cards[one], cards[other] = cards[other], cards[one]
    hands = [cards[place : place + 9] for place in range(0, 36, 9)]
    rng.shuffle(hands)
    return game.deal(hands=hands, talon=cards[36:], dealer=rng.randrange(4))


def random_taking(rng: random.Random, left: int) -> State:
    """A state with so many cards to be played, or few less, in which somebody may yet take the stock or what is there.

    What can be taken is left until then, but that somebody may take in the first trick.
    """
    while True:
        game = random_race(rng)
        early = 0.5 if game.options.late_stock == "no" else 0.05
        state = poor_deal(game, rng)
        wanted = rng.randrange(36 - left, 34)
        while not state.is_over and not (state.points and 4 * len(state.tricks) + len(state.trick) >= wanted):
            legal = state.legal_actions()
            takes = TakeStock() in legal and rng.random() < (0.02 if state.tricks else early)
            plain = [action for action in legal if isinstance(action, Play | LeadTrader | GoOn)]
            state = state.apply(TakeStock() if takes else rng.choice(plain if plain and rng.random() < 0.9 else legal))
        point = None if state.is_over else race_point(state)
        if point is not None and point.pile is not None:
            return state


def takings(rng: random.Random, count: int, most: int, left: int = 8) -> Iterator[tuple[State, dict[Action, Values]]]:
    """So many states in which somebody may yet take, with their values."""
    return _valued(lambda: random_taking(rng, left), count, most)


def ends(
    rng: random.Random, count: int, most: int, *, having: str = ""
) -> Iterator[tuple[State, dict[Action, Values]]]:
    """So many states with their values, small enough for brute force; only those `having` a feature, if it is named."""

    def drawn() -> State:
        while True:
            state = random_end(rng, rng.choice((3, 5, 6)))
            if not having or having in features(state):
                return state

    return _valued(drawn, count, most)


def _valued(drawn: Callable[[], State], count: int, most: int) -> Iterator[tuple[State, dict[Action, Values]]]:
    while count > 0:
        state = drawn()
        values = by_brute_force(state, most)
        if values is not None:
            count -= 1
            yield state, values


def compare(state: State, values: dict[Action, Values]) -> Counter[str]:
    """Holds the search against brute force for all goals; counts what was exact and what bounded."""
    assert state.to_act is not None
    side, seen = state.game.sides[state.to_act], Counter[str]()
    goals: list[Goal] = [*GOALS]
    for of in GOALS:
        reached = set(own_values(values, side, of).values())
        goals += [AtLeast(worth + more, of) for worth in sorted(reached) for more in (0, 1)]
    for goal in goals:
        expected = own_values(values, side, goal)
        found = solve(state, goal=goal).values
        assert found.keys() == expected.keys()
        for action, value in found.items():
            assert value.low <= expected[action] <= value.high, (goal, str(action), value, expected[action])
            seen["exact" if value.exact else "bounded"] += 1
        _compare_whole(state, goal, max(expected.values()), best_of(found.values()))
    _compare_others(state, values)
    return seen


def _compare_whole(state: State, goal: Goal, expected: int, known: Bounds) -> None:
    """Holds the value of a state alone against brute force, and against what is known of it."""
    whole = value_of(state, goal=goal)
    assert whole.low <= expected <= whole.high, (goal, whole, expected)
    assert known.low <= whole.low <= whole.high <= known.high, (goal, whole, known)


def _compare_others(state: State, values: dict[Action, Values]) -> None:
    """Holds what the others take, as lines of play go by it, against brute force."""
    others = frozenset(range(state.game.seats)) - party(state)
    expected = own_values(values, state.game.sides[min(others)], "tricks")
    for action, value in race_values(state, goal="tricks", own=others, effort=Effort(limit=UNLIMITED)).items():
        assert value.low <= expected[action] <= value.high, ("tricks of the others", str(action), value)


def features(state: State) -> Iterator[str]:
    """What of the rarer rules a state has to do with."""
    board, point = state.own, race_point(state)
    yield from {type(action).__name__ for action in state.legal_actions()}
    yield from (f"fours {len(board.ranks)}",) if board.ranks else ()
    yield from ("taken",) if board.takers else ()
    if point is not None:
        holders = [swap for swap in point.swaps for hand in state.hands if hand >> swap.give & 1]
        yield from {"claim" if swap.claim else "swap" for swap in holders}
        yield from ("fours to come",) if point.possible else ()
        yield from _of_pile(point)
        _, lambs = race_tables(state, point.changes)
        yield from ("lambs",) if any(hand & lambs for hand in state.hands) else ()
    yield from ("beat",) if state.game.options.must_beat == "yes" else ()


def _of_pile(point: RacePoint) -> Iterator[str]:
    pile = point.pile
    if pile is not None:
        yield f"{len(pile.seats)} may take"
        yield "stock" if pile.whole else "hand"
        yield from ("pair",) if any((pair & point.open).bit_count() == 2 for pair in pile.pairs) else ()
        yield from ("fours by taking",) if pile.possible else ()


def agree(seed: str, count: int, most: int = MOST, *, taking: bool) -> Counter[str]:
    """Compares so many states, and says what came up in them. What differs is named in the error."""
    drawn, seen = takings if taking else ends, Counter[str]()
    for state, values in drawn(random.Random(seed), count, most):
        seen.update(features(state))
        try:
            seen += compare(state, values)
        except Exception as error:
            played = "; ".join(str(action) for _, action in state.history)
            error.add_note(f"seed {seed}: {state.game.identity}, {played}")
            error.add_note(str({str(action): own for action, own in values.items()}))
            error.add_note(f"{state.own}, {state.hands}")
            raise
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=2000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--takings", action="store_true", help="only states in which somebody may yet take the stock")
    arguments = parser.parse_args()
    print(dict(agree(arguments.seed, arguments.states, arguments.most, taking=arguments.takings)))


if __name__ == "__main__":
    main()
