"""The exact search of a race against brute force through the engine, and against itself without what makes it quick."""

import random
from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from msgspec import structs

import stova
from helpers import KEY, finish, some_action
from kernel.race_positions import search
from race_brute import by_brute_force, compare, ends, features, random_end, random_taking, takings
from stova import RulesError, State, kernel
from stova.cards import card_set, parse_cards
from stova.engine.actions import Play, TakeStock, Trade
from stova.engine.race import Pile, RacePoint, RaceRules
from stova.games.styrivolt.board import RANKED
from stova.games.styrivolt.powers import PERMANENT
from stova.solver import AtLeast, Bounds, Goal, Limit, solve, value_of
from stova.solver.race_tree import FOLLOWED, MOST_CHANGES, Leaf, children, kernel_race, race_position, searched_points
from styrivolt_states import chosen, deal, plain, styrivolt

CHUNKS = 5
"""Tests the random ends are spread over, so that they can run side by side."""
A_PILE = Pile(cards=0, seats=frozenset({0}), lapses=False, whole=True, pairs=(), binding=0, possible={})


def race_of(state: State) -> RaceRules:
    assert state.game.race is not None
    return state.game.race


@pytest.mark.one_in(3)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_ends_are_worth_what_brute_force_says(chunk: int) -> None:
    seen, met = Counter[str](), Counter[str]()
    for state, values in ends(random.Random(f"ends {chunk}"), 30, most=2000):
        seen += compare(state, values)
        met.update(features(state))
    assert seen["exact"] > 100
    assert not seen["bounded"]
    assert {"swap", "lambs", "beat"} <= met.keys()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("chunk", range(CHUNKS // 2))
def test_four_of_a_kind_change_what_beats_what_when_they_come_together(chunk: int) -> None:
    """Not before, and not where they never do. Rule: ST-8."""
    for state, values in ends(random.Random(f"fours {chunk}"), 8, most=2000, having="fours to come"):
        compare(state, values)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_who_may_yet_take_the_stock_is_searched(chunk: int) -> None:
    seen, met = Counter[str](), Counter[str]()
    for state, values in takings(random.Random(f"takings {chunk}"), 12, most=1200):
        seen += compare(state, values)
        met.update(features(state))
    assert seen["exact"] > 50
    assert not seen["bounded"]
    assert {"TakeStock", "hand", "taken"} <= met.keys()


@pytest.mark.parametrize("late_stock", ["yes", "no"])
def test_the_kernel_is_told_what_binds_and_what_lapses(late_stock: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has a stikkar doesn't change back; and but for `late_stock` the stock is taken in the first trick or never.

    Rules: ST-18, ST-22.
    """
    told: dict[str, Any] = {}
    for kind in (kernel.Race, kernel.RacePosition):

        def recorded(kind: Any = kind, **named: Any) -> object:
            told.update(named)
            return kind(**named)

        monkeypatch.setattr(kernel, kind.__name__, recorded)
    rng = random.Random(f"told {late_stock}")
    while True:
        state = styrivolt(late_stock=late_stock).deal(key=rng.randbytes(32))
        while not state.points:
            state = state.apply(rng.choice(state.legal_actions()))
        point = race_of(state).point(state)
        if point is not None and point.pile is not None:
            break
    race_position(state, point, kernel_race(race_of(state), state, [point])[1])
    assert told["lapses"] == (late_stock == "no")
    assert told["binding"] & card_set(PERMANENT) == card_set(PERMANENT)


def test_the_search_keeps_as_many_changes_of_the_tables_apart_as_it_can() -> None:
    state = later(1, 5)
    point = race_of(state).point(state)
    assert point is not None
    for number, pile in ((MOST_CHANGES, A_PILE), (MOST_CHANGES + 1, None)):
        ranks = dict(list(RANKED.items())[:number])
        tip = Leaf(state=state, point=replace(point, changes=frozenset(), possible=ranks, pile=A_PILE))
        assert [found.pile for found in searched_points([tip])] == [pile]


@pytest.mark.parametrize("number", [506, 1638, 4057, 4496])
def test_what_lies_open_goes_with_a_stock_that_nobody_has_taken(number: int) -> None:
    """Ends that come to something else without it."""
    state = random_taking(random.Random(f"whole {number}"), 3)
    point, values = race_of(state).point(state), by_brute_force(state, 3000)
    assert point is not None
    assert point.pile is not None
    assert point.pile.whole
    assert values is not None
    assert not compare(state, values)["bounded"]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("goal", ["score", "tricks", AtLeast(5, of="tricks"), AtLeast(3, of="score")])
def test_a_limit_gives_bounds_that_hold_where_somebody_may_take(goal: Goal) -> None:
    """Of what may be chosen after taking no more is asked about than decides, and it may stop anywhere."""
    rng, widths = random.Random(f"limits {goal!r}"), Counter[int]()
    for _ in range(40):
        state = random_taking(rng, 14)
        exact = solve(state, goal=goal).values
        for nodes in (0, 10, 30, 300):
            found = solve(state, goal=goal, limit=Limit(nodes=nodes)).values
            assert found == solve(state, goal=goal, limit=Limit(nodes=nodes)).values
            for action, value in found.items():
                assert value.low <= exact[action].low <= exact[action].high <= value.high
                widths[nodes] += value.high - value.low
    assert widths[0] > widths[10] > widths[300]


def searches(state: State, goal: str, side: int, memory: int = 1 << 22) -> list[tuple[int, int]]:
    """The value of a state, searched with everything and with less."""
    point = race_of(state).point(state)
    assert point is not None
    race, changes = kernel_race(race_of(state), state, [point])
    position = race_position(state, point, changes)
    asked = partial(search, race, goal.upper(), side=side)
    without = [
        asked(memory=memory),
        asked(memory=memory, names_as_they_are=True),
        asked(memory=memory, every_card=True),
        asked(memory=memory, no_bounds=True),
        asked(memory=0, names_as_they_are=True, every_card=True),
    ]
    return [less.values([position])[0] for less in without]


@pytest.mark.parametrize("goal", ["score", "tricks"])
@pytest.mark.parametrize("chunk", range(4))
def test_nothing_left_out_changes_a_value(goal: str, chunk: int) -> None:
    rng, count = random.Random(f"without {goal} {chunk}"), 0
    while count < 25:
        state = random_end(rng, 4)
        if race_of(state).point(state) is None:
            continue
        found = searches(state, goal, side=rng.randrange(2))
        assert len(set(found)) == 1
        count += 1


@pytest.mark.parametrize("goal", ["score", "tricks"])
def test_nothing_left_out_changes_a_value_where_somebody_may_take(goal: str) -> None:
    rng = random.Random(f"without {goal} taking")
    for _ in range(25):
        assert len(set(searches(random_taking(rng, 15), goal, side=rng.randrange(2)))) == 1


def value(state: State, point: RacePoint) -> Bounds:
    """What the kernel says a state is worth to the seat to act, as one of the race."""
    assert state.to_act is not None
    race, changes = kernel_race(race_of(state), state, [point])
    return Bounds(*search(race, side=state.to_act % 2).values([race_position(state, point, changes)])[0])


def test_four_that_a_swap_brings_together_change_the_tables() -> None:
    """States in which it matters: the kernel's swap comes to what the engine's does."""
    rng, found = random.Random("four together"), 0
    for _ in range(600):
        state = random_end(rng, 4)
        point = race_of(state).point(state)
        trades = [action for action in state.legal_actions() if isinstance(action, Trade)]
        if point is None or not (point.at_rest and point.possible and trades) or point.pile:
            continue
        best = solve(state, goal="score").value
        assert value(state, point) == best
        found += value(state, replace(point, possible={})) != best
    assert found > 1


def test_a_four_that_has_changed_the_tables_elsewhere_does_so_only_where_it_may_come_together() -> None:
    """Positions of which one has had it share a race with others that can't have it, but may swap."""
    for number in range(120):
        state = later(number, 4)
        rules, point = race_of(state), race_of(state).point(state)
        assert point is not None
        for rank in RANKED.keys() - point.changes - point.possible.keys():
            alone, known = kernel_race(rules, state, [point])
            shared, changes = kernel_race(rules, state, [point, replace(point, changes=point.changes | {rank})])
            expected = search(alone).values([race_position(state, point, known)])
            assert search(shared).values([race_position(state, point, changes)]) == expected


def later(number: int, left: int, **options: object) -> State:
    """A state of a deal played by chance with so many tricks left, nobody asked anything."""
    rng = random.Random(number)
    while True:
        state = styrivolt(**options).deal(key=rng.randbytes(32))
        while not state.is_over and (len(state.tricks) < 9 - left or state.trick):
            state = state.apply(rng.choice(state.legal_actions()))
        point = None if state.is_over else race_of(state).point(state)
        if point is not None and point.at_rest and not point.pile:
            return state


def turn_of_taking(rng: random.Random) -> tuple[State, State]:
    """A state with four tricks left whose seat to act may take the stock, and the one once it has."""
    game = stova.game("styrivolt", late_stock="yes")
    while True:
        state = game.deal(key=rng.randbytes(32))
        while not state.is_over and len(state.tricks) < 6:
            legal = state.legal_actions()
            if state.points and len(state.tricks) == 5 and TakeStock() in legal:
                taken = state.apply(TakeStock())
                if taken.to_act == state.to_act:
                    return state, taken
            state = state.apply(rng.choice([action for action in legal if action != TakeStock()]))


def test_exact_from_six_tricks_left() -> None:
    for number in range(10):
        assert solve(later(number, 6), goal="score", limit=Limit(nodes=2_000_000)).exact


def test_exact_from_six_tricks_left_where_somebody_may_take() -> None:
    rng = random.Random(6)
    for _ in range(6):
        state = random_taking(rng, 24)
        assert len(state.tricks) >= 3
        assert solve(state, goal="score", limit=Limit(nodes=2_000_000)).exact


def test_the_value_alone_is_that_of_the_solution_within_a_turn_too() -> None:
    """Where a seat may take what lies there, and once it has: now and then to play at once is worse than all else."""
    rng, too_soon = random.Random("within a turn"), 0
    for _ in range(100):
        for state in turn_of_taking(rng):
            solution = solve(state, goal="score")
            assert value_of(state, goal="score") == solution.value
            plays = [action for action in solution.best if isinstance(action, Play)]
            too_soon += state.own.takers != () and not plays
            for tricks in (3, 5):
                wanted = AtLeast(tricks, of="tricks")
                assert value_of(state, goal=wanted) == solve(state, goal=wanted).value
    assert too_soon


@pytest.mark.parametrize("number", [13, 209, 373, 531])
def test_the_value_alone_is_that_of_the_solution_where_claims_lapse_with_the_next_card(number: int) -> None:
    """Which aren't searched: once the fourth card has been played there are none. Rule: ST-29."""
    rng = random.Random(f"loose {number}")
    state = styrivolt(cut_for_stikkar="bottom", cut_exposes=2).deal(key=rng.randbytes(32))
    while len(state.trick) < 3:
        state = state.apply(some_action(state.legal_actions(), rng))
    point = race_of(state).point(state)
    assert point is not None
    assert point.loose
    solution = solve(state, goal="score", limit=Limit(nodes=60_000))
    assert solution.exact
    assert value_of(state, goal="score") == solution.value


def test_the_value_alone_takes_fewer_positions() -> None:
    rng, sooner = random.Random("sooner"), 0
    for _ in range(12):
        state, _ = turn_of_taking(rng)
        half = Limit(nodes=solve(state, goal="score").nodes // 2)
        sooner += value_of(state, goal="score", limit=half).exact
    assert sooner > 6


def test_a_limit_in_nodes_gives_bounds_that_hold_and_the_same_answer_again() -> None:
    state = later(1, 6)
    exact = solve(state, goal="score")
    assert exact.nodes > 500
    for nodes in (0, 1, 30, 300):
        found, again = (solve(state, goal="score", limit=Limit(nodes=nodes)) for _ in range(2))
        assert (found.values, found.nodes) == (again.values, again.nodes)
        assert found.nodes <= nodes + 1
        assert not found.exact
        for action, value in found.values.items():
            assert value.low <= exact.values[action].low <= value.high


def test_little_memory_changes_nothing_but_time() -> None:
    state = later(2, 5)
    assert solve(state, goal="score", memory=0).values == solve(state, goal="score").values


def test_a_limit_in_seconds_is_kept() -> None:
    assert not solve(plain(), goal="score", limit=Limit(seconds=0.0)).exact


def bird_end(rng: random.Random) -> State:
    """Two tricks are left, and who has the king may have the bird for it in the last."""
    game = styrivolt(king_takes_bird="yes")
    bird, king = parse_cards("2H KH")
    while True:
        rest = [card for card in game.pack if card not in (bird, king)]
        rng.shuffle(rest)
        hands = [[king, *rest[:8]], rest[8:17], rest[17:26], rest[26:35]]
        state = game.deal(hands=hands, talon=(bird, *rest[35:]), dealer=rng.randrange(4))
        while not state.is_over and len(state.tricks) < 7:
            legal = [action for action in state.legal_actions() if not isinstance(action, TakeStock | Trade)]
            state = state.apply(rng.choice([action for action in legal if action != Play(king)] or legal))
        point = None if state.is_over else race_of(state).point(state)
        if point is None or not point.at_rest or point.pile:
            continue
        if state.hands[0] >> king & 1 and any(swap.claim for swap in point.swaps):
            return state


def test_the_king_may_have_the_bird_in_the_last_trick() -> None:
    """Rule: ST-30."""
    rng, found = random.Random("bird"), 0
    while found < 12:
        state = bird_end(rng)
        values = by_brute_force(state, 3000)
        if values is not None:
            found += 1
            assert not compare(state, values)["bounded"]


def test_where_taking_may_change_too_much_it_leaves_bounds() -> None:
    """All stikkar lie in the stock, so every four may come together in a hand; whose side may take may do better."""
    state = chosen(deal(("", "", "", ""), "AC AS JC JS 4C 8S 2H 9H 9D KC KS QC"))
    found = solve(state, goal="score", limit=Limit(nodes=200))
    assert "stock" in {str(action) for action in found.values}
    assert set(found.values.values()) == {Bounds(-12, 12)}


@pytest.mark.parametrize("loose", [0, 1])
def test_what_is_not_searched_may_only_help_the_side_that_may_do_it(loose: int) -> None:
    state = later(3, 3)
    assert state.to_act is not None
    race, own = race_of(state), state.game.sides[state.to_act]

    def point(state: State) -> RacePoint | None:
        found = race.point(state)
        return found and replace(found, loose=frozenset((loose,)))

    exact = solve(state, goal="score").values
    loosened = structs.replace(state, game=replace(state.game, race=replace(race, point=point)))
    found = solve(loosened, goal="score").values
    going_on = [action for action in exact if not state.apply(action).is_over]
    assert going_on
    for action in going_on:
        low, high = exact[action].low, exact[action].high
        assert found[action] == (Bounds(low, 12) if loose == own else Bounds(-12, high))


def test_what_is_not_searched_counts_only_where_it_may_be_done() -> None:
    """Not once the stock is taken, say, if it may be done before that alone."""
    state, _ = turn_of_taking(random.Random(1))
    race = race_of(state)

    def point(own: State) -> RacePoint | None:
        found = race.point(own)
        return found and replace(found, loose=frozenset((1,)) if sum(own.hands) % 2 == 0 else frozenset())

    loosened = structs.replace(state, game=replace(state.game, race=replace(race, point=point)))
    assert solve(loosened, goal="score").values[TakeStock()].exact
    assert value_of(loosened, goal="score").exact


@pytest.mark.parametrize(
    ("state", "goal", "why"),
    [
        (plain(), "points", "styrivolt has no card points; the goal is score or tricks"),
        (plain(), AtLeast(3), "styrivolt has no card points; the goal is score or tricks"),
        (styrivolt().deal(key=KEY), "score", "nothing to solve unless cards are being played"),
        (finish(styrivolt().deal(key=KEY), random.Random(1)), "score", "nothing to solve unless cards"),
    ],
)
def test_what_cannot_be_searched_is_refused(state: State, goal: Goal, why: str) -> None:
    with pytest.raises(RulesError, match=why):
        solve(state, goal=goal)


def test_a_turn_is_gone_through_no_further_than_to_where_it_is_a_race() -> None:
    """After a trade, say: what follows is the kernel's to search, and to estimate as a whole."""
    rng, rested = random.Random("at rest"), 0
    for _ in range(30):
        state = styrivolt(late_stock="yes").deal(key=rng.randbytes(32))
        while not state.is_over:
            for action, tree in children(race_of(state), state) if state.points else ():
                if not isinstance(action, FOLLOWED) and not isinstance(tree, State):
                    point = race_of(state).point(state.apply(action))
                    assert isinstance(tree, Leaf) == (point is not None and point.at_rest)
                    rested += isinstance(tree, Leaf)
            state = state.apply(some_action(state.legal_actions(), rng))
    assert rested > 20
