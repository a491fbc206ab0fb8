"""What cards cost: against the solver's own values, and so that costs add up to the result."""

import random
from itertools import takewhile
from typing import Any, Literal

import pytest
from msgspec.structs import replace

import stova
import stova.review
from helpers import GAMES, KEY, finish
from stova import State
from stova.bots.expert import Outlook
from stova.cli.words.costs import UNKNOWN, kept_by
from stova.engine.actions import (
    AFTER_TRICK,
    PLAYED,
    BidContract,
    GoOn,
    NoRoem,
    Pass,
    Play,
    Roem,
    Stop,
)
from stova.errors import RulesError
from stova.review import (
    MOST_SEATS,
    Step,
    Verdict,
    choices,
    dearest,
    has_points,
    review,
    settled,
    steps,
    tally,
)
from stova.solver import Goal, Limit, Solution, party, solve
from stova.solver.values import Bounds, exactly

SOLVED = tuple(name for name, game in stova.games().items() if game.plays_by_tables)


def deal(name: str, number: int) -> State:
    """A finished deal in which everybody plays by chance."""
    game, rng = stova.game(name), random.Random(number)
    state = game.deal(key=KEY, number=number)
    while not state.points and not state.is_over:
        state = state.apply(rng.choice(state.legal_actions()))
    return finish(state, rng) if not state.is_over and state.points else deal(name, number + 1000)


def value(state: State, seats: frozenset[int], goal: Goal) -> int:
    """What a finished deal came to for these seats."""
    mine = {state.game.sides[seat] for seat in seats}
    if goal == "points":
        return sum(state.result.points[side] for side in mine)
    other = next(score for side, score in enumerate(state.result.score) if side not in mine)
    return state.result.score[min(mine)] - other


def asked_of(state: State) -> tuple[Literal["points", "score"], ...]:
    """What a review of the deal is about."""
    return ("points", "score") if has_points(state) else ("score",)


@pytest.mark.parametrize("name", SOLVED)
@pytest.mark.parametrize("number", range(3))
def test_costs_lead_from_what_was_to_be_had_to_what_was_had(name: str, number: int) -> None:
    """The value at the first choice, less what a party gave away, more what the others did, is the result."""
    state = deal(name, number)
    found = review(state, limit=Limit())
    own = party(choices(state)[0])
    for goal in asked_of(state):
        verdicts = [(step.seat, getattr(step, goal)) for step in found]
        assert all(verdict.cost.exact for _, verdict in verdicts)
        given = sum((1 if seat in own else -1) * verdict.cost.low for seat, verdict in verdicts)
        assert verdicts[0][1].could.low - given == value(state, own, goal)


@pytest.mark.parametrize("name", SOLVED)
def test_every_choice_of_the_card_play_is_there_in_order(name: str) -> None:
    state = deal(name, 5)
    found = review(state, limit=Limit(nodes=1))
    assert [step.at for step in found] == sorted({step.at for step in found})
    assert all(state.history[step.at] == (step.seat, step.action) for step in found)
    assert [step.at for step in found] == [len(before.history) for before in choices(state)]
    assert settled(state, steps(state, limit=Limit(nodes=1))) == found
    plays = [step for step in found if isinstance(step.action, Play)]
    for step in plays:
        place = (step.seat - state.tricks[step.trick - 1].leader) % state.game.seats
        assert state.tricks[step.trick - 1].cards[place] == step.action.card  # type: ignore[union-attr]


@pytest.mark.parametrize("name", SOLVED)
def test_a_choice_is_beside_the_best_one(name: str) -> None:
    state = deal(name, 9)
    for before, step in zip(choices(state), review(state, limit=Limit()), strict=True):
        for goal in asked_of(state):
            solution, verdict = solve(before, goal=goal), getattr(step, goal)
            assert verdict.best == solution.best
            assert verdict.cost.low == max(v.low for v in solution.values.values()) - solution.values[step.action].low
            assert (verdict.cost.low == 0) == (step.action in solution.best)
        for better, cost, verdict in zip(step.better, step.cost, (step.points, step.score), strict=True):
            assert (better is None) == (not cost)
            assert better is None or (verdict is not None and better in verdict.best)


@pytest.mark.parametrize("name", SOLVED)
def test_bounds_hold_the_exact_cost(name: str) -> None:
    state, rng = deal(name, 2), random.Random(2)
    exact = review(state, limit=Limit())
    for nodes in (0, rng.randrange(1, 50), 500):
        for loose, step in zip(review(state, limit=Limit(nodes=nodes)), exact, strict=True):
            for which in asked_of(state):
                wide, narrow = getattr(loose, which), getattr(step, which)
                assert 0 <= wide.cost.low <= narrow.cost.low <= wide.cost.high
    assert not all(step.exact for step in review(state, limit=Limit(nodes=0)))


@pytest.mark.parametrize(
    ("name", "number", "at"), [("sjavs", 17, 9), ("sjavs", 238, 12), ("klaverjas", 25, 9), ("klaverjas", 137, 13)]
)
def test_what_was_done_is_never_what_would_have_been_better(name: str, number: int, at: int) -> None:
    """Other choices may tell more of one than its own search found out, by which it was the best."""
    found = review(deal(name, number), limit=Limit(nodes=300))
    assert not any(step.action in step.better for step in found)
    (step,) = (step for step in found if step.at == at)
    assert any(step.cost)
    assert step.better[1] is None
    assert UNKNOWN in kept_by(step)


def test_keeping_quiet_about_roem_costs_it() -> None:
    for number in range(40):
        rng = random.Random(number)
        state = stova.game("klaverjas").deal(key=KEY, number=number)
        quiet = False
        while not state.is_over:
            legal = state.legal_actions()
            quiet = quiet or Roem() in legal
            state = state.apply(NoRoem() if Roem() in legal else rng.choice(legal))
        if quiet and state.result.made != "nat":
            break
    silent = [step for step in review(state, limit=Limit()) if isinstance(step.action, NoRoem)]
    assert silent
    for step in silent:
        assert step.trick >= 1
    assert any(step.cost[1] and step.better[1] == Roem() for step in silent)


@pytest.mark.parametrize(
    ("name", "number", "kinds"), [("klaverjas", 1, {Roem, NoRoem}), ("styrivolt", 14, {GoOn, Stop})]
)
def test_what_is_done_about_a_trick_counts_to_it_though_it_is_over(name: str, number: int, kinds: set[type]) -> None:
    state = deal(name, number)
    found = [step for step in review(state, limit=Limit(nodes=1)) if isinstance(step.action, AFTER_TRICK)]
    assert {type(step.action) for step in found} == kinds
    for step in found:
        *_, last = (action.card for _, action in state.history[: step.at] if isinstance(action, PLAYED))
        assert state.tricks[step.trick - 1].cards[-1] == last


def test_a_deal_from_given_hands_is_reviewed_as_the_same_one_from_a_key() -> None:
    state = deal("sjavs", 4)
    again = stova.game("sjavs").deal(hands=state.dealt[:-1], dealer=state.dealer)
    for _, action in state.history:
        if type(action) is not type(state.history[0][1]):
            again = again.apply(action)
    assert again.result == state.result
    one, other = review(state, limit=Limit()), review(again, limit=Limit())
    assert [(step.action, step.points, step.score) for step in one] == [
        (step.action, step.points, step.score) for step in other
    ]


@pytest.mark.parametrize("name", set(stova.games()) - set(SOLVED))
@pytest.mark.parametrize("number", range(3))
def test_the_score_of_a_race_is_led_to_from_where_it_is_known(name: str, number: int) -> None:
    """The same from the last choice on before which not all is known."""
    state = deal(name, number)
    assert not has_points(state)
    known = list(takewhile(lambda step: step.exact, steps(state, limit=Limit(nodes=20_000))))
    assert len(known) > 8
    first, side = known[-1], state.game.sides[known[-1].seat]
    given = sum((1 if state.game.sides[step.seat] == side else -1) * step.cost[1] for step in known)
    assert first.score is not None
    assert first.score.could.low - given == state.result.score[side] - state.result.score[1 - side]


@pytest.mark.parametrize("name", GAMES)
def test_what_a_deal_is_about_is_known_when_it_is_over(name: str) -> None:
    """As it was at its first choice, whoever had it."""
    for number in range(5):
        state = deal(name, number)
        assert {has_points(before) for before in choices(state)} == {has_points(state)}


def test_a_tout_is_about_tricks_alone() -> None:
    """Who bid it wins or loses by tricks, whatever the card points; in other contracts these decide."""
    game, found = stova.game("klorsjavs_auction"), set[tuple[bool, bool]]()
    for number in range(40):
        rng, state = random.Random(number), game.deal(key=KEY, number=number)
        while not state.is_over:
            state = state.apply(rng.choice(state.legal_actions()))
        if choices(state):
            tout = isinstance(state.bid, BidContract) and "tout" in state.bid.contract
            found.add((tout, has_points(state)))
            assert all((step.points is None) == tout for step in review(state, limit=Limit(nodes=1)))
    assert found == {(True, False), (False, True)}


def test_what_the_solver_declines_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def declined(state: State, *, goal: Goal, limit: Limit) -> Solution:
        if len(state.tricks) < 3:
            raise RulesError("too much can happen")
        return solve(state, goal=goal, limit=limit)

    monkeypatch.setattr(stova.review, "solve", declined)
    found = review(deal("sjavs", 0), limit=Limit())
    assert {step.trick for step in found if step.score is None} == {1, 2, 3}
    for step in found:
        if step.score is None:
            assert step.points is None
            assert step.cost == (0, 0)
            assert not step.exact
            assert step.better == (None, None)
    assert any(step.exact for step in found)


def test_what_cannot_be_looked_at_keeps_nothing_else_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def declined(state: State, *, goal: Goal, limit: Limit) -> Solution:
        if not state.tricks:
            raise RulesError("too much can happen")
        return solve(state, goal=goal, limit=limit)

    monkeypatch.setattr(stova.review, "solve", declined)
    state = deal("sjavs", 0)
    found = list(steps(state, limit=Limit(), seconds=0.01))
    looked = {step.at for step in found[len(choices(state)) :]}
    assert {step.at for step in found if any(step.cost)} <= looked
    assert {step.trick for step in found if step.at in looked} - {1}


def test_what_was_best_for_the_points_was_not_bettered_by_what_was_best_for_the_score() -> None:
    one, other = (Play(card) for card in stova.game("sjavs").pack[:2])
    points = Verdict(came_to=exactly(5), could=exactly(5), best=(one, other))
    score = Verdict(came_to=exactly(0), could=exactly(4), best=(other,))
    step = Step(at=1, trick=1, seat=0, action=one, points=points, score=score)
    assert step.cost == (0, 4)
    assert step.better == (None, other)


def test_a_deal_that_goes_on_is_not_reviewed() -> None:
    state = stova.game("sjavs").deal(key=KEY)
    with pytest.raises(RulesError, match="when it is over"):
        review(state)
    with pytest.raises(RulesError, match="when it is over"):
        steps(state)


def test_what_is_no_limit_is_said_at_once() -> None:
    """And isn't taken for what the solver declines."""
    for wrong in (5, None, "2 seconds"):
        with pytest.raises(RulesError, match="the limit must be a Limit, not"):
            review(deal("sjavs", 0), limit=wrong)  # type: ignore[arg-type]
    for no_time in (0, "2"):
        with pytest.raises(RulesError, match="seconds a move are a number above 0"):
            steps(deal("sjavs", 0), seconds=no_time)  # type: ignore[arg-type]


def test_what_is_no_deal() -> None:
    for wrong in (None, stova.game("sjavs").match(key=KEY)):
        with pytest.raises(RulesError, match="what is reviewed must be a State, not"):
            review(wrong)  # type: ignore[arg-type]


def test_what_cannot_be_added_up() -> None:
    found: Any = review(deal("sjavs", 1), limit=Limit(nodes=0))
    wrong: list[tuple[Any, Any, str]] = [
        (found, 9, "the seat must be a whole number, 0 to 3, not 9"),
        (found, "0", "the seat must be a whole number"),
        (None, 0, "the steps of a review must be an Iterable, not NoneType"),
        ([None], 0, "a step of a review must be a Step, not NoneType"),
    ]
    for given, seat, said in wrong:
        with pytest.raises(RulesError, match=said):
            tally(given, seat)


def test_a_tally_adds_up_what_a_seat_gave_away() -> None:
    state = deal("sjavs", 1)
    found = review(state, limit=Limit())
    for seat in range(4):
        own = [step for step in found if step.seat == seat and any(step.cost)]
        told = tally(found, seat)
        assert told.points == sum(step.cost[0] for step in own)
        assert told.score == sum(step.cost[1] for step in own)
        assert told.actions == len(own)
    dear = dearest(found)
    assert dear is not None
    assert dear.cost[::-1] == max(step.cost[::-1] for step in found)
    assert dearest([step for step in found if not any(step.cost)]) is None
    assert any(step.cost[0] for step in found)


def test_no_game_has_seats_that_nobody_can_tally() -> None:
    assert max(stova.game(name).seats for name in stova.games()) == MOST_SEATS


@pytest.mark.parametrize("name", [name for name in SOLVED if name != "klaverjas"])
def test_what_keeps_the_card_points_may_keep_the_score_too(name: str) -> None:
    """Where the score goes by bands of card points one action is best for both, so that one is enough to name."""
    for number in range(3):
        for step in review(deal(name, number), limit=Limit()):
            if step.points is not None and step.score is not None:
                assert set(step.points.best) & set(step.score.best)
                assert None in step.better or len(set(step.better)) == 1


def test_in_klaverjas_costs_are_of_the_score_that_points_are_in() -> None:
    state = deal("klaverjas", 1)
    assert not has_points(state)
    assert all(step.points is None and step.score is not None for step in review(state, limit=Limit(nodes=1)))


def test_of_what_would_have_been_best_the_one_is_named_that_looked_best() -> None:
    cards = [Play(card) for card in stova.game("sjavs").pack[:4]]
    verdict = Verdict(came_to=exactly(0), could=exactly(2), best=(*cards[1:],))
    step = Step(at=1, trick=1, seat=0, action=cards[0], points=verdict, score=verdict)
    assert step.better == (cards[1], cards[1])
    for looked, named in ((2, 2), (0, 1)):
        outlook = Outlook(best=cards[looked], score=0, gain=1, error=0)
        assert replace(step, outlook=outlook).better == (cards[named], cards[named])


@pytest.mark.parametrize(
    ("could", "came_to", "turned"),
    [
        ((4, 4), (-8, -8), True),
        ((0, 0), (-8, -8), False),
        ((4, 4), (0, 0), False),
        ((16, 16), (8, 8), False),
        ((0, 8), (-8, 0), False),
    ],
)
def test_a_deal_is_turned_by_who_had_more_and_gets_less(
    could: tuple[int, int], came_to: tuple[int, int], *, turned: bool
) -> None:
    verdict = Verdict(came_to=Bounds(*came_to), could=Bounds(*could), best=())
    assert Step(at=1, trick=1, seat=0, action=NoRoem(), points=None, score=verdict).turned == turned


@pytest.mark.parametrize("name", [*SOLVED, "styrivolt"])
def test_what_choices_tell_of_each_other_is_so_and_narrows_some(name: str) -> None:
    """Bounds are never wider than the choice's own, hold what a longer search finds, and some are narrower."""
    narrower = 0
    for number in (2, 3):
        state, limit = deal(name, number), Limit(nodes=30)
        own = sorted(steps(state, limit=limit), key=lambda step: step.at)
        longer = review(state, limit=Limit(nodes=20_000))
        for alone, among, known in zip(own, review(state, limit=limit), longer, strict=True):
            for which in asked_of(state):
                wide, narrow, exact = (getattr(step, which) for step in (alone, among, known))
                for bounds in ("could", "came_to"):
                    one, other, found = (getattr(verdict, bounds) for verdict in (wide, narrow, exact))
                    assert one.low <= other.low <= other.high <= one.high
                    assert max(other.low, found.low) <= min(other.high, found.high)
                narrower += narrow.cost != wide.cost
    assert narrower


@pytest.mark.parametrize("name", ["sjavs", "sjavs3", "klaverjas", "styrivolt"])
def test_settled_choices_have_nothing_more_to_tell_each_other(name: str) -> None:
    """Neither the later ones the earlier, nor the earlier ones the later."""
    for number in range(12):
        state = deal(name, number)
        found = review(state, limit=Limit(nodes=30))
        assert settled(state, found) == found


@pytest.mark.parametrize("number", [2417, 3635, 4024, 8625])
def test_a_deal_that_nobody_bid_is_settled_for_each_alone(number: int) -> None:
    """What one of three gets there isn't what another lacks. Rule: SJ-14."""
    state = stova.game("sjavs3", preset="wikipedia").deal(key=KEY, number=number)
    while not state.points:
        state = state.apply(Pass() if Pass() in state.legal_actions() else state.legal_actions()[0])
    assert state.declarer is None
    state = finish(state, random.Random(number))
    alone, among = sorted(steps(state), key=lambda step: step.at), review(state)
    assert [step.cost for step in among] == [step.cost for step in alone]


def test_steps_of_another_deal() -> None:
    state, other = deal("klaverjas", 1), deal("klaverjas", 2)
    elsewhere = [step for step in review(other, limit=Limit(nodes=1)) if step.at in {step.at for step in review(state)}]
    odd = next(step for step in elsewhere if state.history[step.at] != (step.seat, step.action))
    for wrong in ([odd], review(other, limit=Limit(nodes=1))):
        with pytest.raises(RulesError, match="steps of another deal"):
            settled(state, wrong)


def test_what_came_of_a_choice_is_within_what_could_have_been_had() -> None:
    """Also where a search that is given little time knows bounds alone."""
    rng = random.Random("within")
    for number in range(30):
        state = finish(stova.game(("sjavs", "klaverjas", "sjavs3")[number % 3]).deal(key=rng.randbytes(32)), rng)
        for step in review(state, limit=Limit(nodes=20)):
            for verdict in (step.points, step.score):
                if verdict is not None:
                    assert verdict.came_to.low <= verdict.could.low
                    assert verdict.came_to.high <= verdict.could.high


def test_a_choice_that_may_have_cost_nothing_is_unsure_too() -> None:
    verdict = Verdict(came_to=Bounds(0, 5), could=Bounds(0, 5), best=())
    step = Step(at=1, trick=1, seat=0, action=Pass(), points=None, score=verdict)
    assert tally([step], 0).unsure == 1
