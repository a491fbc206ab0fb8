"""Estimates: exact where perfect play begins at once, the same for the same seed, and what is refused."""

import dataclasses
import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

import stova
from endings import LONGER, SOLVED, ending
from helpers import KEY, first_lead, some_action
from stova import RulesError, State, kernel
from stova.cards import Card, card_set, cards_in
from stova.engine.actions import Action, NoRoem, Pass, Play, Roem, TakeStock
from stova.engine.stakes import Balance, Bands
from stova.engine.state import Trick
from stova.playouts import kernel_position, kernel_tables
from stova.solver import estimates, solve
from stova.solver.estimates import BONUS
from stova.worlds import Worlds
from styrivolt_states import a_pack, begun, states, styrivolt

COMPARED = 40


def last_to_play(name: str, rng: random.Random) -> Iterator[State]:
    """Endings in which the seat to act is the last of the trick and can only play."""
    while True:
        state = ending(rng, (name,))
        if len(state.trick) == state.game.seats - 1 and all(isinstance(own, Play) for own in state.legal_actions()):
            yield state


def decided(state: State) -> bool:
    """Whether both parties have tricks, so that vol and the like are out of question."""
    assert state.game.stakes is not None
    seats = state.game.stakes(state).seats
    return len({trick.winner in seats for trick in state.tricks}) == 2


def scores(state: State) -> dict[Action, int]:
    """The exact scores of the seat's cards."""
    values = solve(state, goal="score").values
    return {action: value.low for action, value in values.items() if isinstance(action, Play)}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", [name for name in SOLVED if name != "klaverjas"])
def test_bands_are_exact_when_the_rest_is_played_perfectly(name: str) -> None:
    states = filter(decided, last_to_play(name, random.Random(f"bands {name}")))
    for _, state in zip(range(COMPARED), states, strict=False):
        assert estimates([state], ending=8, chance=1, repeats=1) == [scores(state)]


def test_a_balance_is_exact_when_it_is_won_and_about_so_when_lost() -> None:
    won = lost = 0
    for state in last_to_play("klaverjas", random.Random("balance")):
        assert state.game.stakes is not None
        sign = 1 if state.to_act in state.game.stakes(state).seats else -1
        (found,) = estimates([state], ending=8, chance=1, repeats=1)
        for play, score in scores(state).items():
            assert found[play] == score if sign * score > 0 else sign * found[play] < 0
            won, lost = won + (sign * score > 0), lost + (sign * score <= 0)
        if won > COMPARED and lost > COMPARED:
            break


def test_a_lost_balance_is_all_points_and_about_the_bonuses_to_come() -> None:
    for state in last_to_play("klaverjas", random.Random("lost")):
        assert state.game.stakes is not None
        stakes = state.game.stakes(state)
        if state.to_act in stakes.seats and max(scores(state).values()) < 0:
            assert isinstance(stakes, Balance)
            assert set(estimates([state], ending=8)[0].values()) == {-162 - sum(stakes.counted) - BONUS}
            return


@pytest.mark.parametrize("name", SOLVED)
def test_the_same_seed_gives_the_same(name: str) -> None:
    states = [ending(random.Random(f"seed {name}"), (name,), LONGER)] * 2
    first = estimates(states, ending=1, seed=5)
    assert estimates(states, ending=1, seed=5) == first
    assert [set(row) for row in first] == [set(map(Play, cards_in(legal(state)))) for state in states]


def legal(state: State) -> int:
    return kernel.legal(kernel_tables(state.game.tables(state), state.game.seats), kernel_position(state))


def test_chance_comes_from_the_seed_and_the_place_of_the_state() -> None:
    states = [first_lead("sjavs")] * 2
    rows = estimates(states, seed=1)
    assert rows[0] != rows[1]
    assert estimates(states, seed=2) != rows
    assert estimates(states[:1], seed=1) == rows[:1]


def test_more_repeats_than_one_are_averaged() -> None:
    state = first_lead("sjavs")
    (once,), (often,) = (estimates([state], repeats=repeats) for repeats in (1, 7))
    assert all(value == round(value) for value in once.values())
    assert all(7 * value == pytest.approx(round(7 * value)) for value in often.values())
    assert any(value != round(value) for value in often.values())


def test_repeats_without_chance_come_out_the_same() -> None:
    assert estimates([first_lead("sjavs")], chance=1, repeats=1) == estimates(
        [first_lead("sjavs")], chance=1, repeats=7
    )


def pairs(state: State, *, apart: bool) -> list[tuple[Play, Play]]:
    """Cards that may be played, of one suit and of equal points, between which others' cards lie, or none.

    None that covers another, since it matters which card comes to lie open.
    """
    tables, covers = state.game.tables(state), state.game.covers(state)
    own = state.hands[state.to_act or 0]
    uppers, lowers = (card_set([pair[which] for pair in covers]) for which in (0, 1))
    others = (card_set(state.trick) | sum(state.hands) | lowers) & ~own

    def wanted(low: Card, high: Card) -> bool:
        between = tables.beaten_by[low] & ~tables.beaten_by[high] & ~(1 << high) & others
        return tables.points[low] == tables.points[high] and bool(between) == apart

    legal = [
        action.card for action in state.legal_actions() if isinstance(action, Play) and not uppers >> action.card & 1
    ]
    return [
        (Play(low), Play(high))
        for low in legal
        for high in legal
        if tables.follow[low] == tables.follow[high] and tables.beaten_by[low] >> high & 1 and wanted(low, high)
    ]


def differences(name: str, *, apart: bool) -> list[float]:
    """How much such cards differ in endings that are estimated with much chance."""
    rng, found = random.Random(f"pairs {name}"), list[float]()
    for _ in range(400):
        state = ending(rng, (name,), LONGER)
        if all(isinstance(action, Play) for action in state.legal_actions()):
            (row,) = estimates([state], ending=1, chance=10_000)
            found += [row[low] - row[high] for low, high in pairs(state, apart=apart)]
    return found


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", [name for name in SOLVED if name != "klaverjas"])
def test_cards_that_nothing_tells_apart_come_to_the_same(name: str) -> None:
    """However much goes by chance: so nobody is told that one of them was a mistake."""
    same = differences(name, apart=False)
    assert len(same) > 10
    assert not any(same)
    assert any(differences(name, apart=True))


def test_cards_of_sequences_are_told_apart() -> None:
    """One may make roem where the other doesn't."""
    assert any(differences("klaverjas", apart=False))


def test_states_that_can_be_told_apart_are_refused() -> None:
    state, other = first_lead("klaverjas"), first_lead("klaverjas", "5b" * 32)
    later = state.apply(state.legal_actions()[0])
    for several in (
        [state, other],
        [state, later],
        [later, replace(later, trick=other.apply(other.legal_actions()[0]).trick)],
        [state, replace(state, tricks=(Trick(0, later.trick, 0),))],
        [state, replace(state, history=(*state.history, (0, Pass())))],
    ):
        with pytest.raises(RulesError, match="of one deal that the seat to act can't tell apart"):
            estimates(several)
    with pytest.raises(RulesError, match="must be a State, not View"):
        estimates([state.view(0)])  # type: ignore[list-item]
    assert estimates(iter([state])) == estimates([state])


def with_roem() -> State:
    """A state in which there is roem to claim."""
    rng, state = random.Random(1), first_lead("klaverjas")
    while Roem() not in state.legal_actions():
        state = rng.choice([state, first_lead("klaverjas", rng.randbytes(32).hex())]) if state.is_over else state
        state = state.apply(rng.choice(state.legal_actions()))
    return state


def test_there_are_no_estimates_of_what_is_declared() -> None:
    with pytest.raises(RulesError, match="something else has to be chosen first"):
        estimates([with_roem()])


def test_roem_claimed_and_kept_quiet_about_are_told_apart() -> None:
    """The balance so far goes by it."""
    state = with_roem()
    with pytest.raises(RulesError, match="of one deal that the seat to act can't tell apart"):
        estimates([state.apply(Roem()), state.apply(NoRoem())])


def test_contracts_of_one_deal_are_told_apart() -> None:
    """What a deal is worth goes by its contract."""
    state = ending(random.Random(1), ("klorsjavs_auction",), LONGER)
    assert state.bid is not None
    with pytest.raises(RulesError, match="of one deal that the seat to act can't tell apart"):
        estimates([state, replace(state, bid=None)])


def test_after_the_time_the_first_state_alone_is_estimated() -> None:
    states = [first_lead("sjavs")] * 20
    assert estimates(states, seconds=0) == estimates(states)[:1]


def test_points_put_by_differ_from_world_to_world() -> None:
    """Where the hidden cards lie otherwise, the declarer may have put others by."""
    states = filter(decided, last_to_play("sjavs3", random.Random("put by")))
    worlds = next(pair for state in states for pair in exchanged(state))
    assert len({bands(world).extra for world in worlds}) == 2
    assert estimates(worlds, ending=8, chance=1, repeats=1) == [scores(world) for world in worlds]


def exchanged(state: State) -> Iterator[tuple[State, State]]:
    """The state, and what it is when a card put by and one of another hand change places, if a score then differs."""
    for lying in state.talon:
        for seat, hand in enumerate(state.hands):
            for held in cards_in(hand) if seat != state.to_act else ():
                hands = [*state.hands]
                hands[seat] = hand ^ 1 << held | 1 << lying
                talon = tuple(held if card == lying else card for card in state.talon)
                other = replace(state, hands=tuple(hands), talon=talon)
                if bands(other).extra != bands(state).extra and scores(other) != scores(state):
                    yield state, other


def bands(state: State) -> Bands:
    assert state.game.stakes is not None
    stakes = state.game.stakes(state)
    assert isinstance(stakes, Bands)
    return stakes


def test_games_that_cannot_say_what_they_are_worth() -> None:
    state = first_lead("sjavs")
    with pytest.raises(RulesError, match="sjavs can't be solved: its card play is more than card tables say"):
        estimates([replace(state, game=dataclasses.replace(state.game, stakes=None))])


def test_before_the_play() -> None:
    with pytest.raises(RulesError, match="estimates are of states in which cards are being played"):
        estimates([stova.game("sjavs").deal(key=KEY)])


def test_of_no_states_there_are_none() -> None:
    assert estimates([]) == []


def race_states(count: int, *, left: int) -> list[State]:
    """States of Stýrivolt in card play with a choice and so many tricks left; with all nine one may take the stock."""
    rng, found = random.Random(f"race {left}"), list[State]()
    while len(found) < count:
        state = stova.game("styrivolt").deal(key=rng.randbytes(32))
        last = rng.randrange(4)
        while not state.is_over:
            legal = state.legal_actions()
            wanted = len(state.trick) == last if left < 9 else any(isinstance(action, TakeStock) for action in legal)
            if wanted and state.points and 9 - len(state.tricks) == left and len(legal) > 1:
                found.append(state)
                break
            state = state.apply(rng.choice(legal))
    return found


def test_a_race_is_estimated_for_whatever_may_be_done() -> None:
    differ = 0
    for state in race_states(6, left=9):
        row, again = estimates([state, state], seed=4)
        assert set(row) == set(state.legal_actions())
        assert all(-12 <= value <= 12 for value in row.values())
        assert estimates([state], seed=4) == [row]
        assert estimates([state] * 3, seconds=0, seed=4) == [row]
        differ += row != again
    assert differ > 2


def test_a_race_is_worth_what_it_comes_to_where_nobody_has_a_choice_any_more() -> None:
    """The last but one trick, from its last card: where no five can be traded, the rest is forced."""
    compared = 0
    for state in race_states(150, left=2):
        fives = any(card.rank == "5" for hand in state.hands for card in cards_in(hand))
        if len(state.trick) == 3 and not fives:
            values = solve(state, goal="score").values
            (row,) = estimates([state], chance=1, repeats=1)
            assert row == {action: value.low for action, value in values.items()}
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("name", ["sjavs", "styrivolt"])
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"ending": -1}, "the ending must be a whole number, 0 to"),
        ({"chance": 0}, "chance must be a whole number, 1 to"),
        ({"repeats": 0}, "repeats must be a whole number, 1 to"),
        ({"seed": -1}, "the seed must be a whole number, 0 to"),
        ({"seed": 2**64}, "the seed must be a whole number, 0 to"),
        ({"seconds": float("nan")}, "seconds must be a number, 0 or more"),
    ],
)
def test_what_is_refused(name: str, wrong: dict[str, Any], said: str) -> None:
    state = first_lead("sjavs") if name == "sjavs" else race_states(1, left=2)[0]
    with pytest.raises(RulesError, match=said):
        estimates([state], **wrong)


def test_states_of_two_games() -> None:
    with pytest.raises(RulesError, match="estimates are of states of one game"):
        estimates([first_lead("sjavs"), *race_states(1, left=2)])


def test_what_seats_do_besides_playing_they_do_for_the_best_of_their_own_side() -> None:
    """Whoever takes the stock leaves it to an opponent to do the same, who chooses what is worst for the first."""
    rng, game = random.Random(2), styrivolt()
    for _ in range(3000):
        state = rng.choice(list(states(begun(game, a_pack(game, rng)), rng)))
        if state.is_over or TakeStock() not in state.legal_actions():
            continue
        other = state.apply(TakeStock())
        if other.to_act is None or game.sides[other.to_act] == game.sides[state.to_act or 0] or not other.points:
            continue
        values = estimates([other], chance=1, repeats=1)[0]
        if len(set(values.values())) > 1:
            assert estimates([state], chance=1, repeats=1)[0][TakeStock()] == -max(values.values())
            return
    pytest.fail("nobody met an opponent with a choice")


@pytest.mark.parametrize("name", ["sjavs3", "klorsjavs", "klorsjavs4", "klorsjavs_auction"])
def test_worlds_asked_about_together_come_to_what_each_does_alone(name: str) -> None:
    """Though what lies face down, and counts to the declarer, differs from one to the other."""
    rng, asked = random.Random(f"together {name}"), 0
    while asked < 4:
        state = stova.game(name).deal(key=rng.randbytes(32))
        while not state.is_over and (not state.points or state.to_act == state.declarer):
            state = state.apply(some_action(state.legal_actions(), rng))
        if state.is_over or state.to_act is None:
            continue
        worlds = Worlds(state.view(state.to_act)).draw(6, seed=1)
        together = estimates(worlds, chance=1, repeats=1, ending=2)
        assert list(together) == [estimates([world], chance=1, repeats=1, ending=2)[0] for world in worlds]
        asked += 1
