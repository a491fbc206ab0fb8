"""What actions come to on average when rules of thumb play the next tricks and perfect play the last ones."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from math import inf
from time import perf_counter
from typing import Any

from stova import kernel
from stova.cards import cards_in
from stova.engine.actions import Action, Play
from stova.engine.stakes import Bands, Stakes
from stova.engine.state import State
from stova.errors import RulesError, require_kind, require_seconds, require_whole
from stova.solver.cards import MEMORIES, CardPlay, mask_of, stakes_of
from stova.solver.race_estimates import race_estimates
from stova.solver.values import MEMORY

MOST_ENDING, MOST_CHANCE, MOST_REPEATS = 64, 10_000, 1 << 20
BONUS = 20
"""About how many bonuses are still to come when a deal is lost."""


def estimates(
    states: Iterable[State],
    *,
    ending: int = 3,
    chance: int = 16,
    repeats: int | None = None,
    seed: int = 0,
    seconds: float = inf,
) -> list[dict[Action, float]]:
    """The score of the seat to act, less that of an opponent, for each card it may play; a dictionary a state.

    The states are of one deal and differ in what the seat to act doesn't see. Each card is tried `repeats` times, twice
    unless told, those that nothing tells apart as one: all play the trick by rules of thumb, which rate cards by
    points, up to `chance` less one of them by chance, and those after it as long as more than `ending` tricks are left;
    these are played perfectly with open hands, for card points or the balance. What the score is then is counted;
    whether one seat alone takes all tricks is seen by rules of thumb to the end, and a balance that is lost counts as
    all points and bonuses so far and 20 more.
    In a race to a number of tricks every legal action is tried, sixteen times unless told, and no trick is played
    perfectly. After so many seconds the rest of the states are left out; the first never is. Equal seeds give equal
    results but for the time.
    Raises RulesError where no cards are being played or something else has to be chosen first, for games that can't be
    solved, for states that the seat to act can tell apart, and for numbers that can't be.
    """
    states = _of_one_deal(states)
    if not states:
        return []
    times = repeats if repeats is not None else 2 if states[0].game.race is None else 16
    _check(ending=ending, chance=chance, repeats=times, seed=seed, seconds=seconds)
    if states[0].game.race is not None:
        return list(_raced(states, chance=chance, repeats=times, seed=seed, end=perf_counter() + seconds))
    return _by_cards(states, ending=ending, chance=chance, repeats=times, seed=seed, seconds=seconds)


def _of_one_deal(given: Iterable[State]) -> Sequence[State]:
    require_kind("the states to estimate", given, Iterable)
    states = tuple(given)
    for state in states:
        require_kind("what is estimated", state, State)
    if not states:
        return states
    if any(state.game != states[0].game for state in states):
        raise RulesError("estimates are of states of one game")
    if any(state.is_over or not state.points for state in states):
        raise RulesError("estimates are of states in which cards are being played")
    if states[0].game.race is None and not any(isinstance(action, Play) for action in states[0].legal_actions()):
        raise RulesError("estimates are of cards, and none may be played now: something else has to be chosen first")
    if len(set(map(_in_sight, states))) > 1:
        raise RulesError("estimates are of states of one deal that the seat to act can't tell apart")
    return states


def _in_sight(state: State) -> Hashable:
    """What the seat to act sees of all that estimates go by."""
    assert state.to_act is not None
    settled = state.declarer, state.bid, state.trump
    shown = state.game.show(state, state.to_act)
    return state.to_act, state.hands[state.to_act], len(state.history), settled, shown, state.tricks, state.trick


def _check(*, ending: int, chance: int, repeats: int, seed: int, seconds: float) -> None:
    require_whole("the ending", ending, 0, MOST_ENDING)
    require_whole("chance", chance, 1, MOST_CHANCE)
    require_whole("repeats", repeats, 1, MOST_REPEATS)
    require_whole("the seed", seed, 0, 2**64 - 1)
    require_seconds(seconds)


def _raced(
    states: Sequence[State], *, chance: int, repeats: int, seed: int, end: float
) -> Iterator[dict[Action, float]]:
    for number, state in enumerate(states):
        if number and perf_counter() >= end:
            return
        yield race_estimates(state, chance=chance, repeats=repeats, seed=(seed + number) % 2**64)


def _by_cards(
    states: Sequence[State], *, ending: int, chance: int, repeats: int, seed: int, seconds: float
) -> list[dict[Action, float]]:
    first = states[0]
    stakes = stakes_of(first)
    plays = [CardPlay(state, own=stakes.seats) for state in states]
    positions = [play.position for play in plays]
    rows = MEMORIES.using(
        MEMORY,
        lambda table: kernel.expect(
            table,
            plays[0].tables,
            positions,
            kernel.Goal.POINTS if isinstance(stakes, Bands) else kernel.Goal.BALANCE,
            own=mask_of(stakes.seats),
            ending=ending,
            chance=chance,
            repeats=repeats,
            seed=seed,
            seconds=seconds,
            **_outcomes(plays, stakes),
        ),
    )
    sign = 1 if first.to_act in stakes.seats else -1
    cards = [Play(card) for card in cards_in(kernel.legal(plays[0].tables, positions[0]))]
    return [{card: sign * worth for card, worth in zip(cards, row, strict=True)} for row in rows]


def _outcomes(plays: Sequence[CardPlay], stakes: Stakes) -> dict[str, Any]:
    """What the kernel is to make of results: the seats of the stakes may have had more in one state than in another."""
    if isinstance(stakes, Bands):
        had = [play.points_so_far(stakes.seats) for play in plays]
        bands = {"by_points": stakes.by_points, "none": stakes.none, "all": stakes.all, "alone": stakes.alone}
        return {"had": had, **bands, "lost": 0, "pit": (0, 0)}
    had = [play.balance_so_far(stakes) for play in plays]
    lost = -plays[0].all_points_and_bonuses(stakes) - BONUS
    return {"had": had, "by_points": (), "none": 0, "all": 0, "alone": 0, "lost": lost, "pit": stakes.pit}
