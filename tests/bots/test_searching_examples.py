"""The examples of bots that search: the tree, αμ, rollouts and weighed worlds in `examples`."""

import importlib.util
import random
import sys
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

import stova
from helpers import GAMES, KEY
from programs import PATIENCE
from stova import Action, State
from stova.bots import Bot, bot
from stova.bots.inferring import hand_rate
from stova.bots.program import Program
from stova.solver import estimates, party, solve
from stova.worlds import Worlds

EXAMPLES = Path(__file__).parents[2] / "examples"
Done = tuple[Action, ...]


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def searching(name: str, **settings: object) -> Any:
    """The module of an example, which leaves to a club player what it would leave to an expert."""
    module = example(name)
    if hasattr(module, "expert"):
        settings["expert"] = bot("club")
    for setting, value in settings.items():
        assert hasattr(module, setting)
        setattr(module, setting, value)
    return module


def tree(worlds: int = 600) -> Bot:
    chooser: Bot = searching("tree", DEALS=worlds).searcher
    return chooser


def alphamu(worlds: int = 20) -> Bot:
    chooser: Bot = searching("alphamu", WORLDS=worlds).alphamu
    return chooser


def rollouts(worlds: int = 16, player: str = "club") -> Bot:
    chooser: Bot = searching("rollouts", WORLDS=worlds).rollouts(bot(player), 3)
    return chooser


def recursive(worlds: int = 16) -> Bot:
    return rollouts(worlds, "expert:2w")


def weighing(worlds: int = 50) -> Bot:
    chooser: Bot = searching("weighing", WORLDS=worlds, club=bot("novice")).weighing
    return chooser


SEARCHERS = [tree, alphamu, rollouts, recursive, weighing]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("made", SEARCHERS)
def test_it_plays_every_game(name: str, made: Callable[[int], Bot]) -> None:
    chooser = made(4)
    state, chance = stova.game(name).deal(key=KEY), random.Random(1)
    while not state.is_over:
        view, seed = state.view(state.to_act), chance.getrandbits(32)
        action = chooser(view, seed)
        assert action in view.legal
        assert action == chooser(view, seed)
        state = state.apply(action)


def with_little_left(name: str, tricks: int, number: int = 16) -> list[State]:
    """States in which the last tricks begin."""
    game, novice, chance = stova.game(name), bot("novice"), random.Random(3)
    found: list[State] = []
    while len(found) < number:
        state = game.deal(key=chance.randbytes(32))
        while not state.is_over and not (state.points and max(map(int.bit_count, state.hands)) <= tricks):
            state = state.apply(novice(state.view(state.to_act), chance.getrandbits(32)))
        if not state.is_over:
            found.append(state)
    return found


@pytest.mark.parametrize("name", ["sjavs", "klaverjas"])
@pytest.mark.parametrize("made", SEARCHERS)
def test_it_finds_what_is_best_on_average(name: str, made: Callable[[], Bot]) -> None:
    """With two tricks left others have next to no choice, so that perfect play in every deal is a good guide."""
    chooser, lost, by_chance = made(), 0.0, 0.0
    for state in with_little_left(name, 2):
        view = state.view(state.to_act)
        rows = [solve(world, goal="score").values for world in Worlds(view).draw(600, seed=1)]
        means = {action: fmean(row[action].low for row in rows) for action in view.legal}
        lost += max(means.values()) - means[chooser(view, 1)]
        by_chance += max(means.values()) - fmean(means.values())
    assert by_chance > 20 * lost, (by_chance, lost)


def test_alphamu_finds_the_best_of_all_ways_to_play_in_sight_of_what_is_seen() -> None:
    """With three tricks left it chooses all but the last card, which is no choice. Here all ways are tried."""
    module, chance = example("alphamu"), random.Random(1)
    module.FRONT = sys.maxsize
    tried = missed = 0
    for state in with_little_left("klaverjas", 3, 24):
        for _ in range(chance.randrange(4)):
            state = state.apply(chance.choice(state.legal_actions()))
        worlds = Worlds(state.view(state.to_act)).draw(3, seed=1)
        own, mine = state.to_act, party(state)
        assert own is not None
        for action, promised in module.promises(worlds).items():
            after = [world.apply(action) for world in worlds]
            alike = alike_choices(after, own)
            if len(alike) <= 6:
                ways = [dict(zip(alike, way, strict=True)) for way in product(*alike.values())]
                assert promised == max(fmean(perfect(world, own, mine, way) for world in after) for way in ways)
                tried += 1
                missed += promised < fmean(perfect(world, own, mine, {}) for world in after)
    assert tried > 20
    assert missed, "perfect play in each world came to as much everywhere"


def test_alphamu_keeps_the_ways_none_of_which_is_as_good_as_another_everywhere() -> None:
    ways = [{0: 1.0, 1: 2.0}, {0: 1.0, 1: 1.0}, {0: 3.0, 1: 0.0}, {0: 1.0, 1: 2.0}]
    assert example("alphamu").front(ways) == [ways[0], ways[2]]


@pytest.mark.parametrize("likely", range(4))
def test_weighing_goes_by_the_worlds_that_are_likely(likely: int) -> None:
    module = searching("weighing", WORLDS=4)

    def weights(worlds: list[State], *, seat: int, model: object) -> list[float]:
        assert model is module.likelihood
        assert seat == worlds[0].to_act
        return [float(number == likely) for number in range(len(worlds))]

    module.weights = weights
    for state in with_little_left("klaverjas", 3):
        view = state.view(state.to_act)
        worlds = Worlds(view, rate=hand_rate(view)).draw(4, seed=1)
        guess, value = estimates(worlds, seed=1)[likely], solve(worlds[likely], goal="score").values
        sums = {action: guess[action] + value[action].low for action in view.legal}
        assert sums[module.weighing(view, 1)] == max(sums.values())


def test_weighing_takes_a_card_for_likelier_that_the_club_player_would_play() -> None:
    module, club = example("weighing"), bot("club")
    for state in with_little_left("sjavs", 3):
        view = state.view(state.to_act)
        likelihoods = {action: module.likelihood(view, action) for action in view.legal}
        assert sum(likelihoods.values()) == pytest.approx(1)
        assert max(likelihoods, key=likelihoods.__getitem__) == club(view, 0)


def alike_choices(worlds: list[State], own: int) -> dict[Done, Sequence[Action]]:
    """What a seat may choose where it can't tell two worlds apart, by what has been done until then."""
    choices: dict[Done, Sequence[Action]] = {}
    seen: list[Done] = []

    def look(state: State, done: Done) -> None:
        if state.is_over:
            return
        legal = state.legal_actions()
        if state.to_act == own and len(legal) > 1:
            choices[done] = legal
            seen.append(done)
        for action in legal:
            look(state.apply(action), (*done, action))

    for world in worlds:
        look(world, ())
    return {done: choices[done] for done in choices if seen.count(done) > 1}


def perfect(state: State, own: int, mine: frozenset[int], fixed: dict[Done, Action], done: Done = ()) -> float:
    """What a world comes to if all see all, but the seat does what is fixed."""
    if state.is_over:
        side = state.game.sides[own]
        return float(state.result.score[side] - state.result.score[1 - side])
    actions = [fixed[done]] if state.to_act == own and done in fixed else state.legal_actions()
    best = max if state.to_act in mine else min
    return best(perfect(state.apply(action), own, mine, fixed, (*done, action)) for action in actions)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "styrivolt"])
def test_a_deal_comes_to_what_the_solver_says(name: str) -> None:
    """When one card is left to play nothing is left to choose, and they score alike whoever plays alone."""
    alphamu, rollouts, tree = example("alphamu"), example("rollouts"), example("tree")
    for state in with_little_left(name, 1, 8):
        while not state.apply(state.legal_actions()[0]).is_over:
            state = state.apply(state.legal_actions()[0])
        (action,), mine = state.legal_actions(), party(state)
        over = state.apply(action)
        assert alphamu.score(over, mine) == solve(state, goal="score").value.low
        own, *others = (over.result.score[side] for side in ordered_sides(state))
        root = tree.Node()
        tree.explore(root, state, random.Random(1))
        assert own - fmean(others) == pytest.approx(rollouts.came_to(state, action, bot("club"), random.Random(1)))
        assert own - fmean(others) == pytest.approx(root.after[action].mean)


def ordered_sides(state: State) -> list[int]:
    """The sides, that of the seat to act first."""
    assert state.to_act is not None
    own = state.game.sides[state.to_act]
    return [own, *sorted(set(state.game.sides) - {own})]


@pytest.mark.parametrize("command", [("tree",), ("alphamu",), ("rollouts", "club", "3"), ("weighing",)])
def test_it_is_a_program(command: tuple[str, ...]) -> None:
    name, *words = command
    with Program((sys.executable, str(EXAMPLES / f"{name}.py"), *words), seconds=PATIENCE) as program:
        state = with_little_left("sjavs", 2)[0]
        view = state.view(state.to_act)
        assert program(view, 1) in view.legal
        assert program.forfeits == []
        assert program.answered
