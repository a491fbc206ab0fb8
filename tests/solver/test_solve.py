"""What `solve` answers besides values, and what it refuses."""

import dataclasses
import pickle
import random
from typing import Any, Literal

import pytest
from msgspec.structs import replace

import stova
from brute_force import own_side, worth
from endings import LONGER, SOLVED, TRICKS, ending
from helpers import GAMES, KEY, finish, first_lead, random_options, run, some_action
from stova import NoMemory, RulesError, State
from stova.engine.actions import Fold, Play
from stova.solver import AtLeast, Bounds, Limit, Search, counted, party, solve, stakes_of, value_of
from stova.solver.values import Effort, best_of, played_for, worst_of


@pytest.mark.parametrize("name", SOLVED)
@pytest.mark.parametrize("goal", ["points", "score", "tricks"])
def test_the_line_comes_to_the_value(name: str, goal: Any) -> None:
    rng = random.Random(f"line {name}")
    for _ in range(3):
        state = ending(rng, (name,), TRICKS)
        own, solution = own_side(state), solve(state, goal=goal)
        end = run(state, *map(str, solution.line))
        assert end.is_over
        result = end.result
        come_to = {
            "points": sum(result.points[side] for side in own),
            "tricks": sum(result.tricks[side] for side in own),
            "score": scored(result.score, own),
        }
        assert solution.value == Bounds(come_to[goal], come_to[goal])


def late(name: str, rng: random.Random) -> State:
    """A state by chance with few cards left and something to choose."""
    while True:
        state = stova.game(name).deal(key=rng.randbytes(32))
        while not state.is_over:
            legal = state.legal_actions()
            if state.points and max(hand.bit_count() for hand in state.hands) <= 3 and len(legal) > 1:
                return state
            state = state.apply(rng.choice(legal))


@pytest.mark.parametrize("name", GAMES)
def test_the_line_of_a_threshold(name: str) -> None:
    """The opponents play against the threshold, not for one of their own."""
    rng = random.Random(f"threshold {name}")
    of: Literal["points", "tricks"] = "points" if stova.game(name).race is None else "tricks"
    for _ in range(25):
        state = late(name, rng)
        own = {state.game.sides[seat] for seat in party(state)}
        amount = rng.randint(20, 90) if of == "points" else rng.randint(2, 7)
        solution = solve(state, goal=AtLeast(amount, of))
        assert solution.exact
        result = run(state, *map(str, solution.line)).result
        taken = result.points if of == "points" else result.tricks
        assert solution.value.low == int(sum(taken[side] for side in own) >= amount)


def test_a_goal_is_told_in_words() -> None:
    goals = [AtLeast(61), AtLeast(1), AtLeast(1, of="tricks"), AtLeast(-2, of="score")]
    assert list(map(str, goals)) == [
        "at least 61 points",
        "at least 1 point",
        "at least 1 trick",
        "a score of at least -2",
    ]


@pytest.mark.parametrize("name", ["klaverjas", "sjavs", "klorsjavs4"])
def test_so_much_score_is_reached_where_the_score_is_so_much(name: str) -> None:
    """At the very edge, for either side, of deals of which half is left."""
    rng = random.Random(f"edge {name}")
    for _ in range(12):
        state = stova.game(name).deal(key=rng.randbytes(32))
        while not state.is_over and len(state.tricks) < 4:
            state = state.apply(some_action(state.legal_actions(), rng))
        if state.is_over:
            continue
        exact = solve(state, goal="score").values
        for amount in {value.low for value in exact.values()} | {0, 1}:
            for more in (0, 1):
                reached = solve(state, goal=AtLeast(amount + more, of="score")).values
                assert reached == {action: value.reaching(amount + more) for action, value in exact.items()}


def with_folds(name: str, rng: random.Random) -> State:
    """A state of a first trick in which the declarer may fold, or may yet."""
    while True:
        state = stova.game(name, preset="catsatcards").deal(key=rng.randbytes(32), dealer=rng.randrange(3))
        while not state.is_over and not state.points:
            state = state.apply(some_action(state.legal_actions(), rng))
        for _ in range(rng.randrange(3)):
            if not state.is_over and state.to_act != state.declarer:
                state = state.apply(rng.choice(state.legal_actions()))
        if not state.is_over:
            return state


@pytest.mark.parametrize("name", ["klorsjavs", "klorsjavs4"])
@pytest.mark.parametrize(
    "goal", ["points", "score", "tricks", AtLeast(40), AtLeast(2, of="tricks"), AtLeast(-8, of="score")]
)
def test_a_line_folds_for_the_score_alone(name: str, goal: Any) -> None:
    """So that it comes to the value, also where the declarer may fold."""
    rng, offered, folds = random.Random(f"folds {name} {goal}"), 0, 0
    for _ in range(25):
        state = with_folds(name, rng)
        solution, end = solve(state, goal=goal), state
        for action in solution.line:
            assert action in end.legal_actions()
            end = end.apply(action)
        come_to = worth(end.result, own_side(state), goal)
        assert solution.value == value_of(state, goal=goal) == Bounds(come_to, come_to)
        assert set(solution.values) == set(state.legal_actions())
        assert played_for(goal) == "score" or Fold() not in solution.best
        offered += Fold() in state.legal_actions()
        folds += Fold() in solution.line
    assert offered
    assert bool(folds) == (played_for(goal) == "score")


def test_a_search_cut_short_does_not_take_a_fold_for_the_best() -> None:
    """What it takes is known, as little as it is."""
    state = next(state for state in map(folding, range(100)) if Fold() in state.legal_actions())
    solution = solve(state, limit=Limit(nodes=0))
    assert solution.values[Fold()] == Bounds(0, 0)
    assert Fold() not in solution.best
    assert Fold() not in solution.line


def folding(number: int) -> State:
    return with_folds("klorsjavs", random.Random(number))


@pytest.mark.parametrize("goal", ["score", "tricks"])
def test_the_line_of_a_race_comes_to_the_value(goal: Any) -> None:
    rng = random.Random(f"race {goal}")
    for _ in range(20):
        state = late("styrivolt", rng)
        side, solution = state.game.sides[state.to_act or 0], solve(state, goal=goal)
        result = run(state, *map(str, solution.line)).result
        score = result.score[side] - result.score[1 - side]
        assert solution.exact
        assert solution.value.low == (score if goal == "score" else result.tricks[side])


@pytest.mark.parametrize(
    ("amount", "of", "said"),
    [
        (3, "cards", "'cards' is no goal: it is at least so much of 'points', 'score' or 'tricks'"),
        (3, [], "is no goal: it is at least"),
        (1.5, "points", "the amount must be a whole number, -10000 to 10000, not 1.5"),
        ("61", "points", "the amount must be a whole number"),
        (10**30, "points", "the amount must be a whole number"),
    ],
)
def test_no_threshold(amount: Any, of: Any, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        AtLeast(amount, of)


@pytest.mark.parametrize("ask", [solve, value_of])
def test_a_view_is_not_solved(ask: Any) -> None:
    state = first_lead("klaverjas")
    with pytest.raises(RulesError, match="what is solved must be a State or Ending, not View"):
        ask(state.view(0))


def scored(score: tuple[int, ...], own: frozenset[int]) -> int:
    others = {amount for side, amount in enumerate(score) if side not in own}
    return score[min(own)] - (others.pop() if len(others) == 1 else 0)


def test_the_best_actions_are_those_that_come_to_most() -> None:
    state = ending(random.Random(3), ("sjavs",), LONGER)
    solution = solve(state)
    most = max(value.low for value in solution.values.values())
    assert solution.best == tuple(action for action, value in solution.values.items() if value == Bounds(most, most))
    assert solution.value == Bounds(most, most)
    assert solution.exact
    assert set(solution.values) == set(state.legal_actions())


@pytest.mark.parametrize("name", SOLVED)
def test_a_party_is_the_declarers_side_or_all_others(name: str) -> None:
    rng = random.Random(f"party {name}")
    for _ in range(20):
        state = ending(rng, (name,), TRICKS)
        sides = own_side(state)
        assert party(state) == {seat for seat, side in enumerate(state.game.sides) if side in sides}


@pytest.mark.parametrize(("fold_until", "worth"), [("lead", 16), ("own_card", 8)])
def test_a_declarer_who_may_still_fold_does_so_when_it_costs_less(fold_until: str, worth: int) -> None:
    """The opponent who leads knows it: to take no trick costs 16, to fold 8."""
    hands = ["AC KC JC JS JH JD", "QD 5D KD 5H QH 5S", "AS KS QS AH KH AD"]
    state = stova.game("klorsjavs", fold_until=fold_until).deal(hands=hands, dealer=2)
    state = run(state, "pass", "declare")
    while not state.points:
        state = state.apply(next(action for action in state.legal_actions() if not isinstance(action, Fold)))
    assert state.to_act == 0
    assert solve(state, goal="score").value == value_of(state, goal="score") == Bounds(worth, worth)
    assert solve(state, goal="points").value.low > 100


@pytest.mark.parametrize("wrong", ["pints", None, 61, ("points", 3)])
def test_what_is_no_goal(wrong: Any) -> None:
    with pytest.raises(RulesError, match=r"is no goal: it is 'points', 'score', 'tricks' or AtLeast"):
        solve(first_lead("klaverjas"), goal=wrong)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"memory": -1}, "bytes of memory must be a whole number, 0 to"),
        ({"memory": 2**70}, "bytes of memory must be a whole number, 0 to"),
        ({"memory": 0.5}, "bytes of memory must be a whole number, 0 to"),
        ({"memory": "64 MiB"}, "bytes of memory must be a whole number, 0 to"),
        ({"grain": 0}, "the grain must be a whole number, 1 to"),
        ({"grain": 1.5}, "the grain must be a whole number, 1 to"),
        ({"limit": 5}, "5 is no limit"),
    ],
)
def test_what_is_no_memory_grain_or_limit(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        solve(first_lead("klaverjas"), **wrong)


@pytest.mark.parametrize("name", ["klaverjas", "styrivolt"])
def test_memory_that_cannot_be_had(name: str) -> None:
    with pytest.raises(NoMemory, match=r"^1099511627776 bytes of memory can't be had here$") as caught:
        solve(first_lead(name), goal="score", memory=1 << 40, limit=Limit(nodes=1))
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"nodes": -1}, "nodes must be a whole number, 0 to"),
        ({"nodes": 1.5}, "nodes must be a whole number, 0 to"),
        ({"nodes": 1 << 64}, "nodes must be a whole number, 0 to"),
        ({"seconds": -0.1}, "seconds must be a number, 0 or more"),
        ({"seconds": float("nan")}, "seconds must be a number, 0 or more"),
        ({"seconds": "x"}, "seconds must be a number, 0 or more"),
    ],
)
def test_what_is_no_limit(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        Limit(**wrong)


def test_nothing_to_solve_before_the_play_or_after() -> None:
    state = stova.game("klaverjas").deal(key=KEY)
    for nothing in (state, finish(state, random.Random(1))):
        for ask in (solve, value_of):
            with pytest.raises(RulesError, match="there is nothing to solve unless cards are being played"):
                ask(nothing)


def test_who_is_with_whom_while_cards_are_being_played() -> None:
    before = stova.game("styrivolt").deal(key=KEY)
    with pytest.raises(RulesError, match="there is nothing to solve unless cards are being played"):
        party(finish(before, random.Random(1)))
    with pytest.raises(RulesError, match="what is solved must be"):
        party("klaverjas")  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="styrivolt has no stakes: its score comes of tricks"):
        stakes_of(before)
    with pytest.raises(RulesError, match="what is at stake must be"):
        stakes_of(None)  # type: ignore[arg-type]


def test_games_that_cannot_say_what_they_are_worth() -> None:
    state = first_lead("klaverjas")
    with pytest.raises(RulesError, match="klaverjas can't be solved: its card play is more than card tables say"):
        solve(replace(state, game=dataclasses.replace(state.game, stakes=None)))


@pytest.mark.parametrize("name", GAMES)
def test_the_value_alone_is_that_of_the_solution(name: str) -> None:
    """Also where there is more to do than to play a card."""
    rng = random.Random(f"alone {name}")
    goals: list[Any] = ["score", "tricks", AtLeast(3, of="tricks")]
    for _ in range(20):
        state = late(name, rng)
        for goal in goals:
            assert value_of(state, goal=goal) == solve(state, goal=goal).value


def test_the_value_alone_takes_fewer_positions() -> None:
    """So few that in most deals a third of them is enough."""
    sooner = 0
    for number in range(12):
        state = first_lead("klaverjas", f"{number:064x}")
        third = Limit(nodes=solve(state, goal=AtLeast(82)).nodes // 3)
        sooner += value_of(state, goal=AtLeast(82), limit=third).exact
    assert sooner > 6


def test_cards_are_gone_through_only_while_it_counts_that_somebody_may_fold() -> None:
    """To fold counts for the score alone, and in the first trick. Rule: KL-9."""
    rng, spared = random.Random("may fold"), {"score": 0, "points": 0, "score later": 0}
    for _ in range(12):
        state = with_folds("klorsjavs", rng)
        later = state
        while not later.tricks:
            later = later.apply(rng.choice([action for action in later.legal_actions() if isinstance(action, Play)]))
        goal: Any
        for goal, asked in (("score", state), ("points", state), ("score later", later)):
            every, alone = Effort(), Effort()
            search = Search(goal=goal.split()[0], own=party(asked), effort=every)
            values = counted(search.values(asked), search.goal).values()
            best = best_of(values) if asked.to_act in search.own else worst_of(values)
            assert replace(search, effort=alone).value(asked) == best
            spared[goal] += every.nodes - alone.nodes
    assert spared["score"] == 0
    assert min(spared["points"], spared["score later"]) > 0


def test_a_card_is_asked_about_once_each() -> None:
    state = first_lead("klaverjas")
    assert all(isinstance(action, Play) for action in solve(state, goal=AtLeast(500)).values)
    assert {value.high for value in solve(state, goal=AtLeast(500)).values.values()} == {0}
    assert {value.low for value in solve(state, goal=AtLeast(0)).values.values()} == {1}


def test_the_same_question_has_an_equal_solution() -> None:
    state = first_lead("klaverjas")
    again = solve(state, limit=Limit(nodes=2000))
    assert solve(state, limit=Limit(nodes=2000)) == again == pickle.loads(pickle.dumps(again))
    assert solve(state, limit=Limit(nodes=3000)) != again


def test_a_solution_is_printed_best_first() -> None:
    state = first_lead("sjavs")
    solution = solve(state, goal=AtLeast(61))
    head, *rows = str(solution).splitlines()
    assert head == f"at least 61 points of seat {state.to_act}'s party: {solution.value.low}"
    assert sorted(rows, key=lambda row: row[-1], reverse=True) == rows
    assert {row[:-1].strip() for row in rows} == {str(action) for action in solution.values}
    sure, *others = solution.values
    known = dict.fromkeys(solution.values, Bounds(0, 1)) | {others[-1]: Bounds(0, 9), sure: Bounds(1, 1)}
    _, first, second, *_ = str(replace(solution, values=known)).splitlines()
    assert str(sure) in first, "what is surely most comes before what may be more"
    assert str(others[-1]) in second
    vague = solve(state, limit=Limit(nodes=0))
    assert str(vague).splitlines()[0].endswith(f": {vague.value.low} to {vague.value.high}")


def test_to_fold_counts_whoever_of_the_others_plays_before_the_declarer() -> None:
    """A card is worth what follows when it has been played, be the declarer second or third to play. Rule: KL-9."""
    rng, third = random.Random("folding"), 0
    while third < 8:
        state = stova.game("klorsjavs", fold_until="own_card").deal(key=rng.randbytes(32))
        while not state.is_over and not state.points:
            state = state.apply(some_action(state.legal_actions(), rng))
        if not state.is_over and state.declarer != state.to_act:
            search = Search(goal="score", own=party(state), effort=Effort())
            expected = {action: search.value(state.apply(action)) for action in state.legal_actions()}
            assert solve(state, goal="score").values == expected
            third += (state.leader + 2) % 3 == state.declarer


def test_what_is_known_to_a_grain_holds_where_roem_may_still_come() -> None:
    rng = random.Random("grain")
    for _ in range(60):
        state = stova.game("klaverjas", **random_options("klaverjas", rng)).deal(key=rng.randbytes(32))
        finished = rng.randrange(2, 6)
        while not state.is_over and (not state.points or len(state.tricks) < finished):
            state = state.apply(some_action(state.legal_actions(), rng))
        if not state.is_over:
            exact, coarse = (solve(state, goal="score", grain=grain).values for grain in (1, 4))
            for action, value in exact.items():
                assert coarse[action].low <= value.low <= value.high <= coarse[action].high


def played_to(key: str, trump: str, *cards: str) -> State:
    """A deal of Klaverjas as far as these cards."""
    state = stova.game("klaverjas").deal(key=key)
    return run(state, f"trump {trump}", *(f"play {card}" for card in " ".join(cards).split()))


def test_of_a_lost_balance_no_more_is_said_than_is_so_where_there_may_be_pit() -> None:
    """The declarer's side has no trick yet. Rule: KJ-9."""
    state = played_to(
        "4a9c271231d05903cfe00d5d4569eee67eaa71554f7b1862c39935802e121157",
        "H",
        "7S 8H 8S QS JH 9C 7H 10H AH KC 9H 7C 9S KS QH 10D 10C JC 8C 7D",
    )
    exact, coarse = (solve(state, goal="score", grain=grain).values for grain in (1, 4))
    for action, value in exact.items():
        assert coarse[action].low <= value.low <= value.high <= coarse[action].high


def test_a_balance_that_is_won_is_known_to_a_grain_pit_and_roem_included() -> None:
    """The declarer's side has all tricks so far. Rule: KJ-9."""
    state = played_to(
        "62e44dcf1806ea514b155be65e38008df8c0d12cf1822dbc93b63b7758cb2e95",
        "S",
        "AD QD 9D 7D KD 10S 9S AC 8C QC 10C 7C JD AS JS QH 10H 7H 10D 9H AH 8H 8D JH",
    )
    exact, coarse = (solve(state, goal="score", grain=grain).values for grain in (1, 4))
    own = 1 if state.to_act in stakes_of(state).seats else -1
    won = [action for action, value in exact.items() if own * value.low > 0]
    assert won
    assert all(coarse[action].high - coarse[action].low < 4 for action in won)
