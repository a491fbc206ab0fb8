"""How actions look to the expert."""

import math
from collections import Counter
from statistics import variance

import pytest
from msgspec.structs import replace

import stova
from bots.test_expert import last_card_but_one, turn, views
from helpers import KEY
from match_ends import columns_at
from stova import RulesError, State, View
from stova.bots import expert, sampling, thinking
from stova.bots.club import club
from stova.bots.expert import SLIGHT, Expert, Outlook
from stova.bots.sampling import DOUBTFUL, FEW, MANY, Drawn, Outcomes, Rows, gained, means, played_on, valued
from stova.engine.actions import Action, Declare, Exchange, Fold, NameTrump, NoRoem, Play, Roem
from stova.worlds import Worlds


def outlooks(view: View, guessed: Rows, known: Rows, monkeypatch: pytest.MonkeyPatch) -> dict[Action, Outlook]:
    """How actions look if these are the worlds, as estimated and when all play perfectly."""
    monkeypatch.setattr(expert, "estimated", lambda drawn, end, repeats=None: guessed)
    monkeypatch.setattr(expert, "solved", lambda drawn, end, grain: known)
    found = Expert(0.2).outlooks(view, 1)
    assert {outlook.best for outlook in found.values()} == {*list(found)[:1]} == {Expert(0.2)(view, 1)}
    return found


@pytest.mark.usefixtures("patient")
def test_how_cards_look_by_what_is_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    view = last_card_but_one((24, 24))
    best, other = view.legal
    rows: Rows = [{best: 4.0 if number % 2 else 2.0, other: 0.0} for number in range(100)]
    found = outlooks(view, rows, rows, monkeypatch)
    assert found[best] == Outlook(best=best, score=3, gain=0, error=0)
    assert found[other] == Outlook(best=best, score=0, gain=3, error=found[other].error)
    assert found[other].error == pytest.approx(math.sqrt(1 / 99))
    assert list(found) == [best, other]


@pytest.mark.usefixtures("patient")
def test_of_few_worlds_nothing_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    view = last_card_but_one((24, 24))
    best, other = view.legal
    many: Rows = [{best: 5.0, other: 0.0}] * FEW
    few: Rows = [{best: 3.0, other: 0.0}] * (FEW - 1)
    assert outlooks(view, many, few, monkeypatch)[other].clear
    found = outlooks(view, few, few, monkeypatch)[other]
    assert (found.gain, found.error, found.clear) == (3, math.inf, False)


def test_how_far_few_worlds_lie_apart_is_told_by_others() -> None:
    many: Rows = [{Roem(): 6.0 * (number % 2), NoRoem(): 0.0} for number in range(20)]
    few: Rows = [{Roem(): 3.0, NoRoem(): 0.0}] * 5
    error = math.sqrt(variance([0.0, 6.0] * 10))
    gain, doubt = gained(Roem(), NoRoem(), (many, few))
    assert gain == pytest.approx(3)
    assert doubt == pytest.approx(5 / 7 * error / math.sqrt(20) + 2 / 7 * error / math.sqrt(5))


@pytest.mark.parametrize(
    ("gain", "error", "clear"),
    [(1.9, 1.0, False), (2.1, 1.0, True), (SLIGHT, 0.0, False), (2 * SLIGHT, 0.0, True), (-3.0, 0.0, False)],
)
def test_another_action_is_clearly_better_by_two_errors(gain: float, error: float, *, clear: bool) -> None:
    assert Outlook(best=Play(stova.Card("QC")), score=1, gain=gain, error=error).clear == clear


@pytest.mark.usefixtures("patient")
def test_actions_look_as_they_do_beside_what_is_done_for_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """One card wins 2 for certain and so the rubber, the other comes to more on average."""
    view = last_card_but_one((2, 10))
    small, great = view.legal
    rows: Rows = [{small: 2.0, great: 16.0 if number % 2 else -4.0} for number in range(40)]
    found = outlooks(view, rows, rows, monkeypatch)
    assert list(found) == [small, great]
    assert (found[great].best, found[great].gain, found[great].clear) == (small, -4.0, False)


@pytest.mark.usefixtures("patient")
def test_how_actions_of_a_race_look(monkeypatch: pytest.MonkeyPatch) -> None:
    view = next(view for view in views("styrivolt", 20, left=4) if len(view.legal) > 1)
    row: dict[Action, float] = {action: float(at) for at, action in enumerate(view.legal)}
    found = outlooks(view, [row] * FEW, [], monkeypatch)
    last = len(view.legal) - 1
    assert found == {
        action: Outlook(best=view.legal[-1], score=at, gain=last - at, error=0) for at, action in enumerate(view.legal)
    }


def test_in_doubt_about_another_kind_the_usual_action_looks_as_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """To keep quiet comes to more, but not clearly enough to do it."""
    view = turn("klaverjas", 39, 18)
    row: dict[Action, float] = {Roem(): -20.0, NoRoem(): 0.0}
    assert list(outlooks(view, [], [row] * FEW, monkeypatch)) == [NoRoem(), Roem()]
    monkeypatch.setattr(expert, "solved", lambda drawn, end, grain: [row | {Roem(): 130.0}] + [row] * (FEW - 1))
    found = Expert(0.2).outlooks(view, 1)
    assert list(found) == [Roem(), NoRoem()]
    assert found[Roem()] == Outlook(best=Roem(), score=-5, gain=0, error=0)
    assert (found[NoRoem()].best, found[NoRoem()].gain, found[NoRoem()].clear) == (Roem(), -5.0, False)


def test_no_outlook_where_worlds_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    view = views("sjavs", 1, left=4)[0]

    def none(*_: object, **__: object) -> Worlds:
        raise RulesError("too many to count")

    monkeypatch.setattr(thinking, "Worlds", none)
    assert Expert(0.2).outlooks(view, 1) == {}
    assert Expert(0.2).outlook(view, view.legal[0], 1) is None
    calling = first_choice("sjavs")
    assert Expert(0.2).outlook(calling, calling.legal[0], 1) is None


def first_choice(name: str) -> View:
    """Of who is first to say something, or to put something down."""
    state = stova.game(name).deal(key=KEY, number=1)
    while not state.dealt or len(state.legal_actions()) == 1:
        state = state.apply(state.legal_actions()[0])
    return state.view(state.to_act)


def first_exchange() -> View:
    """Of a declarer who may put cards down."""
    state = stova.game("klorsjavs").deal(key=KEY, number=1)
    while Exchange(()) not in state.legal_actions():
        state = state.apply(Declare() if Declare() in state.legal_actions() else state.legal_actions()[0])
    return state.view(state.to_act)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(("number", "error"), [(FEW - 1, math.inf), (4 * FEW, None)])
@pytest.mark.parametrize("kind", [NameTrump, Exchange])
def test_how_a_call_or_an_exchange_looks(
    kind: type[Action], number: int, error: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside what the club player does, in the same worlds, and each once."""
    view, worlds = (
        first_choice("klaverjas") if kind is NameTrump else first_exchange(),
        list[tuple[State, Action, int]](),
    )
    assert isinstance(view.legal[0], kind)
    usual = club(view, 3)
    other = next(action for action in view.legal if action != usual)

    def came_to(world: State, action: Action, seed: int) -> list[float]:
        worlds.append((world, action, seed))
        return ([6.0, 4.0] if seed % 2 else [2.0, 4.0]) if action == usual else [1.0]

    monkeypatch.setattr(sampling, "came_to", came_to)
    monkeypatch.setattr(sampling, "BATCH", 1)
    found = Expert(worlds=number).outlook(view, other, 3)
    assert found is not None
    by_action = [[(world, seed) for world, done, seed in worlds if done == action] for action in (usual, other)]
    assert by_action[0] == by_action[1]
    assert all(world.view(view.seat) == view for world, _ in by_action[0])
    assert len({seed for _, seed in by_action[0]}) == len(by_action[0]) == number
    assert (found.best, found.score) == (usual, 1.0)
    assert found.gain == pytest.approx(3, abs=0.2)
    assert found.error == (error or pytest.approx(1 / math.sqrt(number - 1)))
    assert found.clear == (error is None)
    same = Expert(worlds=number).outlook(view, usual, 3)
    assert same is not None
    assert (same.best, same.gain, same.clear) == (usual, 0.0, False)


@pytest.mark.usefixtures("patient")
def test_of_many_exchanges_those_that_look_worse_are_tried_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first worlds that show it; but the best few stay, and what may yet be the best."""
    view = first_exchange()
    order, tried = {action: at for at, action in enumerate(view.legal)}, Counter[Action]()
    doubtful = view.legal[-1]

    def came_to(world: State, action: Action, seed: int) -> list[float]:
        tried[action] += 1
        by_chance = 30.0 if action == doubtful and tried[action] % 2 else 0.0
        luck = 200.0 if tried[action] <= 15 else 0.0
        return [luck + by_chance - order[action] - (5 if order[action] < MANY else 10)]

    monkeypatch.setattr(sampling, "came_to", came_to)
    wanted = view.legal[-2]
    rows = valued(played_on(Drawn(Worlds(view), 1, 100), view.legal, math.inf, kept={wanted}))
    assert len(view.legal) > MANY + 2
    kept = {*view.legal[: MANY - 1], doubtful, wanted}
    assert {action for action, number in tried.items() if number == len(rows)} >= kept
    assert {tried[action] for action in {*view.legal} - kept - {view.legal[MANY - 1]}} == {15}
    values = means(rows)
    assert set(values) == set(view.legal)
    assert values[view.legal[MANY]] == pytest.approx(15 * 200 / len(rows) - MANY - 10)
    gain, error = gained(view.legal[0], view.legal[MANY], (rows,))
    assert (gain, error) == (MANY + 5, 0)


def test_what_the_club_player_does_and_what_is_asked_about_is_tried_in_every_world(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, asked = first_exchange(), list[object]()

    def none(drawn: Drawn, actions: object, end: float, *, kept: object) -> Outcomes:
        asked.append(kept)
        return []

    monkeypatch.setattr(expert, "played_on", none)
    usual = club(view, 1)
    other = next(action for action in view.legal if action != usual)
    assert Expert(0.2)(view, 1) == usual
    assert Expert(0.2).outlooks(view, 1) == {}
    assert Expert(0.2).outlook(view, other, 1) is None
    assert asked == [{usual}, {usual}, {usual, other}]


def test_what_was_not_tried_in_the_same_worlds_tells_nothing() -> None:
    one, other = first_exchange().legal[:2]
    rows: Rows = [{one: 1.0, other: 0.0}] * FEW + [{one: 50.0}] * FEW
    assert gained(one, other, (rows,)) == (1, 0)
    assert gained(one, other, (rows[1:],)) == (1, math.inf)


def test_every_kind_of_rows_counts_as_much_as_another_but_for_how_few_there_are() -> None:
    """In what is told of means, of how much more something comes to, and of how sure that is."""
    estimates: Rows = [{Roem(): 0.0, NoRoem(): 8.0}] * DOUBTFUL
    exact: Rows = [{Roem(): 2.0, NoRoem(): 2.0}] * DOUBTFUL
    assert means(estimates, exact) == means(exact, estimates) == {Roem(): 1.0, NoRoem(): 5.0}
    # Of 10 worlds a third counts, of 20 a half: of five parts the first has two.
    assert means(estimates, exact[:10]) == pytest.approx({Roem(): 0.8, NoRoem(): 5.6})
    assert means(estimates, exact[:5]) == pytest.approx({Roem(): 4 / 7, NoRoem(): 44 / 7})
    assert means(estimates[:4], exact[:4]) == pytest.approx({Roem(): 1.0, NoRoem(): 5.0})
    assert means(estimates, []) == means([], estimates) == {Roem(): 0.0, NoRoem(): 8.0}
    steady: Rows = [{Roem(): 1.0, NoRoem(): 0.0}] * 20
    shaky: Rows = [{Roem(): 6.0 * (number % 2), NoRoem(): 0.0} for number in range(10)]
    error = math.sqrt(variance([0.0, 6.0] * 5) / 10)
    for kinds in ((steady, shaky), (shaky, steady)):
        gain, doubt = gained(Roem(), NoRoem(), kinds)
        assert gain == pytest.approx(0.6 * 1 + 0.4 * 3)
        assert doubt == pytest.approx(0.4 * error)
        values = means(*kinds)
        assert gain == pytest.approx(values[Roem()] - values[NoRoem()])


def test_what_is_likely_to_take_too_long_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """To try one call takes ten seconds here, to draw worlds 25: of a third world there isn't the time for all."""
    view, now, draw = first_choice("klaverjas"), [0.0], Worlds.draw

    def drawn_slowly(worlds: Worlds, count: int, *, seed: int, seconds: float) -> list[State]:
        now[0] += 25.0
        return draw(worlds, count, seed=seed)

    def came_to(world: State, action: Action, seed: int) -> list[float]:
        now[0] += 10.0
        return [0.0]

    monkeypatch.setattr(sampling, "came_to", came_to)
    monkeypatch.setattr("stova.bots.sampling.time.perf_counter", lambda: now[0])
    monkeypatch.setattr(Worlds, "draw", drawn_slowly)
    drawn = Drawn(Worlds(view), 1)
    calls = len(view.legal)
    assert len(played_on(drawn, view.legal, 50 + 10.0 * (3 * calls) - 1)) == 2
    assert now[0] == 50 + 10.0 * (3 * calls - 1)


@pytest.mark.usefixtures("patient")
def test_a_call_is_thought_over_in_whole_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one for which there wasn't the time nothing counts; by too few it calls as the club player does."""
    view, times = first_choice("klaverjas"), iter(range(1000))
    usual = club(view, 1)
    other = next(action for action in view.legal if action != usual)
    assert Expert(1e-9).outlook(view, other, 1) is None
    monkeypatch.setattr(sampling, "came_to", lambda world, action, seed: [float(action == other)])
    monkeypatch.setattr("stova.bots.sampling.time.perf_counter", lambda: float(next(times)))
    drawn = Drawn(Worlds(view), 1)
    rows = played_on(drawn, view.legal, 200.0)
    assert 10 < len(rows) < 50
    assert all(set(row) == set(view.legal) for row in rows)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(("won", "worlds", "by_match"), [(10, 20, True), (10, 9, False), (3, 20, False), (0, 0, False)])
def test_calls_go_by_the_match(won: int, worlds: int, *, by_match: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """One loses it in every world, by less than the other, which wins it in some."""
    game = stova.game("klaverjas")
    view = game.deal(key=KEY, sheet=columns_at((500, 580), left=1), dealer=3).view(0)
    usual = club(view, 1)
    other, *rest = [action for action in view.legal if action != usual]
    lost: dict[Action, list[float]] = {action: [-162.0] for action in rest}
    outcomes: Outcomes = [
        lost | {usual: [70.0, 78.0], other: [-162.0, 82.0 if number < won else -162.0]} for number in range(worlds)
    ]
    monkeypatch.setattr(expert, "played_on", lambda drawn, actions, end, kept: outcomes)
    found = Expert(0.2).outlooks(view, 1)
    assert Expert(0.2)(view, 1) == (other if by_match else usual)
    assert next(iter(found), usual) == (other if by_match else usual)
    assert not found or found[usual].score == 74 > found[other].score
    assert Expert(0.2)(replace(view, sheet=None), 1) == usual


@pytest.mark.usefixtures("patient")
def test_where_the_match_is_undecided_calls_go_by_the_score(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stova.game("klaverjas")
    view = game.deal(key=KEY, sheet=columns_at((500, 580), left=1), dealer=3).view(0)
    usual = club(view, 1)
    other, *rest = [action for action in view.legal if action != usual]
    lost: dict[Action, list[float]] = {action: [-162.0] for action in rest}
    outcomes: Outcomes = [lost | {usual: [10.0], other: [60.0]}] * 20
    monkeypatch.setattr(expert, "played_on", lambda drawn, actions, end, kept: outcomes)
    assert Expert(0.2)(view, 1) == other


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("worlds", "gain", "first"), [(FEW, 3.0, 1), (FEW - 1, 3.0, 0), (FEW, SLIGHT, 0), (FEW, 0.5, 0), (6 * FEW, 0.5, 1)]
)
def test_what_is_clearly_better_is_called(
    worlds: int, gain: float, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What may be chance isn't, and the club player decides."""
    view = first_choice("klaverjas")
    usual = club(view, 1)
    other, *rest = [action for action in view.legal if action != usual]
    by_chance = [
        {usual: 0.0, other: gain + (1 if number % 2 else -1), **dict.fromkeys(rest, -5.0)} for number in range(worlds)
    ]
    rows = by_chance if gain == 0.5 else [{usual: 0.0, other: gain, **dict.fromkeys(rest, -5.0)}] * worlds
    outcomes = [{action: [score] for action, score in row.items()} for row in rows]
    monkeypatch.setattr(expert, "played_on", lambda drawn, actions, end, kept: outcomes)
    found = Expert(0.2).outlooks(view, 1)
    assert next(iter(found)) == Expert(0.2)(view, 1) == (other if first else usual)
    assert (found[usual].best, found[usual].clear) == ((other, True) if first else (usual, False))
    assert found[other].score == pytest.approx(gain, abs=0.2)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(("name", "most"), [("klaverjas", 15), ("klorsjavs4", 2)])
def test_a_poor_call_looks_poor(name: str, most: float) -> None:
    """Of all there is to say the worst that comes to something else than what the club player says."""
    view = first_choice(name)
    found = [Expert(0.3).outlook(view, action, 1) for action in view.legal]
    assert all(outlook is not None and outlook.best == club(view, 1) for outlook in found)
    assert max(outlook.gain for outlook in found if outlook) > most
    assert min(outlook.gain for outlook in found if outlook) > -most


@pytest.mark.usefixtures("patient")
def test_how_a_card_looks_is_one_of_the_outlooks(monkeypatch: pytest.MonkeyPatch) -> None:
    view = last_card_but_one((24, 24))
    best, other = view.legal
    rows: Rows = [{best: 4.0, other: 0.0}] * FEW
    found = outlooks(view, rows, rows, monkeypatch)
    assert [Expert(0.2).outlook(view, action, 1) for action in view.legal] == [found[best], found[other]]


def test_no_outlook_for_what_may_not_be_done() -> None:
    view = first_choice("klaverjas")
    with pytest.raises(RulesError, match=r"'fold' may not be done by who has this view"):
        Expert(0.1).outlook(view, Fold(), 1)
