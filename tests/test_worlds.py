"""Worlds: each gives back the very view, and each is as likely as the next."""

import pickle
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from time import process_time
from typing import Any

import pytest
from msgspec.structs import replace

import stova
import worlds_brute
from helpers import GAMES, KEY, finish, first_lead, middle, random_options, run, some_action, step
from many_worlds import check, deals
from stova import Action, Card, Game, RulesError, State, View
from stova.cards import cards_in
from stova.engine.actions import Back, Both, Cut, Expose, GoOn, Knock, NameTrump, Play, PutAway, TakeStock, Trade
from stova.engine.again import played_through
from stova.games.sjavs import SUITS
from stova.worlds import Rate, Worlds, weights
from stova.worlds.drawing import _by_lot

ENUMERATED = ("sjavs", "sjavs3", "sjavs2", "klorsjavs", "klorsjavs4", "klorsjavs_auction", "klaverjas")
"""Games whose worlds can be told apart by what was dealt, put down and covered."""


def test_worlds_give_back_every_view() -> None:
    looked = Counter[str]()
    for state, seat, rng in deals(range(200)):
        looked[state.game.name] += check(state, seat, 4, rng.getrandbits(64))
    assert looked.keys() == set(GAMES)
    assert looked.total() > 3000


@pytest.mark.parametrize("name", GAMES)
def test_worlds_keep_the_sheet(name: str) -> None:
    rng, match, looked = random.Random(name), stova.game(name).match(key=KEY, dealer=0), 0
    while not match.is_over and len(match.deals) < 4:
        state = match.state
        if state.hands and match.past and rng.random() < 0.1:
            seat = rng.randrange(state.game.seats)
            worlds = Worlds(state.view(seat)).draw(3, seed=looked)
            assert all(world.view(seat) == state.view(seat) for world in worlds)
            assert all(world.sheet == state.sheet != stova.game(name).new_sheet(0) for world in worlds)
            looked += 1
        match = step(match, rng)
    assert looked


def enumerated(name: str, number: int) -> Iterator[tuple[State, int, set[Hashable]]]:
    """Views near the end of a deal, with all their worlds, several and not too many."""
    rng = random.Random(f"{name} {number}")
    found = 0
    while found < 3:
        state = middle(name, 1 if name == "klorsjavs4" else 2, rng)
        seat = rng.randrange(state.game.seats)
        worlds = worlds_brute.row_worlds if name == "sjavs2" else worlds_brute.worlds
        everything = {worlds_brute.key(world) for world in worlds(state, seat)}
        if 3 < len(everything) < 400:
            found += 1
            yield state, seat, everything


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", ENUMERATED)
def test_draws_are_uniform_over_all_there_is(name: str) -> None:
    for state, seat, everything in enumerated(name, 1):
        assert worlds_brute.key(state) in everything
        drawn = Worlds(state.view(seat)).draw(30 * len(everything) + 200, seed=5)
        assert worlds_brute.fits([worlds_brute.key(world) for world in drawn], Counter(everything))


def last_of_stock(rng: random.Random) -> State:
    """A deal with a stock in its last trick, in which nothing was traded or taken and three cards had been turned."""
    while True:
        state = stova.game("styrivolt").deal(key=rng.randbytes(32))
        while not state.is_over and (len(state.tricks) < 8 or len(state.trick) != 1):
            wanted = [own for own in state.legal_actions() if isinstance(own, Expose | Play | GoOn)]
            if not wanted:
                break
            state = state.apply(rng.choice(wanted))
        if len(state.tricks) == 8 and len(state.trick) == 1 and (len(state.own.turned), len(state.talon)) == (3, 10):
            return state


def test_draws_are_uniform_where_a_stock_lies() -> None:
    state = last_of_stock(random.Random(2))
    seat = next(seat for seat in range(4) if seat != state.dealer and state.hands[seat])
    everything = {worlds_brute.key(world) for world in worlds_brute.stock_worlds(state, seat)}
    drawn = Worlds(state.view(seat)).draw(5 * len(everything), seed=5)
    assert worlds_brute.fits([worlds_brute.key(world) for world in drawn], Counter(everything))


def found(game: Game, rng: random.Random, *, liked: tuple[type, ...], wanted: Callable[[State], object]) -> State:
    """A state of a deal by chance, in which actions of these kinds are chosen wherever they may be."""
    while True:
        state = game.deal(key=rng.randbytes(32))
        while not state.is_over:
            legal = state.legal_actions()
            state = state.apply(rng.choice([own for own in legal if isinstance(own, liked)] or legal))
            if wanted(state):
                return state


def put_away_twice(rng: random.Random) -> State:
    """A deal in which one seat took the stock and put a card away, and another took all that and put one away too."""
    game = stova.game("styrivolt", late_stock="yes")
    return found(game, rng, liked=(TakeStock, PutAway), wanted=lambda state: len(put_away(state)) == 2)


def put_away(state: State) -> dict[int, Card]:
    """What each seat put away."""
    return {seat: action.card for seat, action in state.history if isinstance(action, PutAway)}


def test_the_card_one_seat_put_away_another_may_too() -> None:
    """The second has ten cards to choose from, of which one is what the first put away."""
    state = put_away_twice(random.Random(4))
    seat = next(seat for seat in range(4) if seat not in put_away(state))
    drawn = Worlds(state.view(seat)).draw(300, seed=5)
    assert 15 < sum(len(set(put_away(world).values())) == 1 for world in drawn) < 60


@pytest.mark.parametrize("kind", [Back, Both])
def test_what_was_dealt_and_what_lay_in_the_stock_are_not_mixed_up(kind: type) -> None:
    rng, game = random.Random(str(kind)), stova.game("styrivolt", late_stock="yes")
    for number in range(6):
        state = found(game, rng, liked=(TakeStock, kind), wanted=lambda state: isinstance(state.history[-1][1], kind))
        for seat in range(4):
            check(state, seat, 4, number)


def test_stikkar_that_lay_open_are_not_forgotten() -> None:
    """Claimed by a king or queen, and gone with the stock."""
    rng, game = random.Random(3), stova.game("styrivolt", preset="cutting")
    for liked in ((Trade,), (TakeStock,)) * 4:
        state = found(game, rng, liked=liked, wanted=lambda state: state.own.laid != state.own.laid_first)
        for seat in (0, 1, 2, 3, None):
            check(state, seat, 4, 1)


@pytest.mark.parametrize("option", ["trick_end", "at_once"])
def test_cards_that_lay_open_in_a_row_are_not_forgotten(option: str) -> None:
    rng, game = random.Random(option), stova.game("sjavs2", turn_up=option)
    for number in range(12):
        state = found(game, rng, liked=(NameTrump,), wanted=lambda state: len(state.tricks) > 8 and rng.random() < 0.2)
        for seat in (0, 1, None):
            check(state, seat, 4, number)


@pytest.mark.parametrize("name", ["sjavs3", "klorsjavs", "klorsjavs4", "klorsjavs_auction"])
def test_the_declarer_knows_what_it_was_dealt(name: str) -> None:
    rng, looked = random.Random(name), 0
    while looked < 12:
        state = found(stova.game(name, **random_options(name, rng)), rng, liked=(), wanted=lambda state: state.tricks)
        looked += bool(state.discards)
        if state.discards:
            check(state, state.declarer, 10, looked)


def test_worlds_are_the_deal_played_again() -> None:
    """What is made from another world is what playing the deal gives."""
    for state, seat, rng in deals(range(60)):
        for world in Worlds(state.view(seat)).draw(3, seed=rng.getrandbits(64)):
            done = list(played_through(world))
            if done:
                before, _, action = done[-1]
                assert before.apply(action) == world


def test_before_a_deal_nothing_is_played_through() -> None:
    state = stova.game("sjavs").deal(key="00" * 32)
    assert list(played_through(state)) == []
    assert weights([state], seat=0, model=lambda view, action: 0.5) == [1.0]


def test_the_seed_alone_matters() -> None:
    view = middle("sjavs", 5, random.Random(1)).view(0)
    worlds = Worlds(view)
    assert worlds.draw(20, seed=3) == Worlds(view).draw(20, seed=3)
    assert worlds.draw(20, seed=3) != worlds.draw(20, seed=4)
    assert worlds.draw(5, seed=3) == worlds.draw(20, seed=3)[:5]


@pytest.mark.parametrize("name", ["sjavs", "styrivolt"])
def test_after_so_many_seconds_there_are_as_many_as_were_found(name: str) -> None:
    worlds = Worlds(middle(name, 5, random.Random(1)).view(0))
    found = worlds.draw(2**20, seed=3, seconds=0.005)
    assert len(found) < 2**20
    assert found == worlds.draw(len(found), seed=3)
    for wrong in (-1, float("nan"), "3"):
        with pytest.raises(RulesError, match="seconds must be a number"):
            worlds.draw(1, seed=3, seconds=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GAMES)
def test_drawing_keeps_to_its_time(name: str) -> None:
    """The processor has twenty times as long, at most, whatever else the machine does."""
    worlds = Worlds(middle(name, 5, random.Random(1)).view(0))
    begun = process_time()
    found = worlds.draw(2**20, seed=3, seconds=0.1)
    assert process_time() - begun < 2
    assert found


def test_what_is_drawn_in_time_begins_what_is_drawn_without_a_limit() -> None:
    worlds = Worlds(first_lead("klaverjas").view(0))
    found = worlds.draw(2**20, seed=3, seconds=0.05)
    assert len(found) > 100
    assert found == worlds.draw(len(found), seed=3) == worlds.draw(len(found) + 100, seed=3)[: len(found)]
    assert [state.hands for state in found] == worlds.hands(len(found), seed=3)


@pytest.mark.parametrize("name", ["sjavs", "styrivolt"])
def test_what_there_is_has_to_be_counted_in_time(name: str) -> None:
    view = middle(name, 5, random.Random(1)).view(0)
    with pytest.raises(RulesError, match="too many ways"):
        Worlds(view, seconds=0)
    with pytest.raises(RulesError, match="seconds must be a number"):
        Worlds(view, seconds=-1)
    assert Worlds(view, seconds=60).draw(5, seed=1) == Worlds(view).draw(5, seed=1)


def with_this_card(state: State, seat: int, otherwise: float) -> tuple[Rate, Callable[[State], bool]]:
    """Hands in which somebody else has a card, and a rate that is threefold for those, or what other hands have."""
    owner = next(other for other in range(state.game.seats) if other != seat and state.hands[other])
    card = cards_in(state.hands[owner])[0]
    return lambda hands: 3 if hands[owner] >> card & 1 else otherwise, lambda world: bool(
        world.hands[owner] >> card & 1
    )


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", ENUMERATED)
def test_draws_go_by_rates(name: str) -> None:
    """In a pool of 32 the chances of what is rated threefold fall short by a few in a hundred at most."""
    for state, seat, everything in enumerated(name, 2):
        rate, has_it = with_this_card(state, seat, 1)
        view, count = state.view(seat), 1000
        alike, worlds = Worlds(view).draw(count, seed=5), Worlds(view, rate=rate).draw(count, seed=5)
        assert {worlds_brute.key(world) for world in worlds} <= everything
        assert [world.hands for world in worlds] == Worlds(view, rate=rate).hands(count, seed=5)
        held = sum(map(has_it, alike)) / count
        assert sum(map(has_it, worlds)) / count == pytest.approx(3 * held / (2 * held + 1), abs=0.07)


def test_lots_of_other_seeds_are_others() -> None:
    lots = [[number % 32 for number in _by_lot(range(320), lambda one: 1, seed, 0)] for seed in (3, 4)]
    assert lots[0][1:] != lots[1][:-1]


def test_too_few_to_draw_by_lot_are_left_out_but_for_the_first_world() -> None:
    assert list(_by_lot("abc", lambda one: one == "b", 1, 0)) == ["b"]
    assert list(_by_lot("abc", lambda one: one == "b", 1, 1)) == []


@pytest.mark.parametrize("name", ["sjavs3", "styrivolt"])
def test_rated_draws_depend_on_the_seed_alone(name: str) -> None:
    state = middle(name, 5, random.Random(1))
    rate, has_it = with_this_card(state, 0, 0)
    worlds = Worlds(state.view(0), rate=rate)
    drawn = worlds.draw(70, seed=3)
    assert all(world.view(0) == state.view(0) and has_it(world) for world in drawn)
    assert worlds.draw(5, seed=3) == drawn[:5]
    assert worlds.draw(5, seed=4) != drawn[:5]
    assert worlds.hands(70, seed=3) == [world.hands for world in drawn]
    # The first world is one of fewer if time is up before it is one of 32.
    found = worlds.draw(2**20, seed=3, seconds=0.5)
    assert found == worlds.draw(len(found), seed=3)


def test_each_rated_world_is_one_of_32() -> None:
    state = middle("sjavs", 5, random.Random(1))
    rate, _ = with_this_card(state, 0, 1)
    drawn, rated = Worlds(state.view(0)).hands(32 * 130, seed=3), Worlds(state.view(0), rate=rate).hands(130, seed=3)
    assert all(hands in drawn[32 * number : 32 * number + 32] for number, hands in enumerate(rated))


@pytest.mark.parametrize("name", ["sjavs", "styrivolt"])
def test_a_rate_sees_hands_as_states_have_them_and_gives_any_kind_of_number(name: str) -> None:
    view = middle(name, 5, random.Random(1)).view(0)
    hands = [world.hands for world in Worlds(view).draw(32, seed=1)]
    rates: dict[tuple[int, ...], Any] = {own: Fraction(number == 7) for number, own in enumerate(hands)}
    (drawn,) = Worlds(view, rate=rates.__getitem__).draw(1, seed=1)
    assert drawn.hands == hands[7]


@pytest.mark.parametrize("name", ["sjavs", "styrivolt"])
def test_worlds_are_pickled_by_view_and_rate(name: str) -> None:
    view = middle(name, 5, random.Random(1)).view(0)
    for worlds in (Worlds(view), Worlds(view, rate=sum)):
        assert pickle.loads(pickle.dumps(worlds)).draw(3, seed=1) == worlds.draw(3, seed=1)


def test_where_all_rates_are_nought_any_world_may_be_drawn() -> None:
    worlds = Worlds(middle("sjavs", 5, random.Random(1)).view(0), rate=lambda hands: 0)
    assert len({world.hands for world in worlds.draw(50, seed=1)}) > 10


@pytest.mark.parametrize("name", ["sjavs", "styrivolt"])
@pytest.mark.parametrize("wrong", [-1, float("inf"), float("nan"), 1e301, 10**400, "1", None])
def test_a_rate_must_be_one(name: str, wrong: Any) -> None:
    view = middle(name, 5, random.Random(1)).view(0)
    with pytest.raises(RulesError, match=r"a rate is a number, 0 to 1e\+300, not"):
        Worlds(view, rate=lambda hands: wrong).draw(1, seed=1)
    with pytest.raises(RulesError, match="a rate is a function of hands"):
        Worlds(view, rate=1.0)  # type: ignore[arg-type]


def test_a_long_bid_is_kept_to() -> None:
    """Hands so rare that they are met by chance once in hundreds of thousands of deals."""
    hands = ["QC QS JC JS AC KC 10C AH", "9C 8C 7C KH 10H 9H 8H 7H", "JH JD AS KS QH AD KD QD", ""]
    game = stova.game("sjavs")
    dealt = [stova.cards.parse_cards(hand) for hand in hands[:3]]
    rest = tuple(card for card in game.pack if not any(card in hand for hand in dealt))
    state = game.deal(hands=[*dealt, rest], dealer=3)
    state = run(state, "bid 7", "pass", "pass", "pass")
    for world in Worlds(state.view(1)).draw(50, seed=1):
        lengths = [(world.hands[0] & suit).bit_count() for suit in SUITS]
        assert max(lengths) == 7


def naming_after_exchange(rng: random.Random) -> State:
    """A deal whose declarer has exchanged and is to name trumps."""
    while True:
        state = stova.game("sjavs3", trump_after_exchange="yes").deal(key=rng.randbytes(32))
        while not state.is_over and (state.discards is None or state.trump is not None):
            state = state.apply(some_action(state.legal_actions(), rng))
        if not state.is_over and isinstance(state.legal_actions()[0], NameTrump):
            return state


def test_what_trumps_may_be_named_tells_of_the_hand_before_the_exchange() -> None:
    rng = random.Random(1)
    for _ in range(20):
        state = naming_after_exchange(rng)
        for world in Worlds(state.view(state.to_act)).draw(10, seed=5):
            assert world.legal_actions() == state.legal_actions()


def test_before_the_deal_there_is_nothing_to_draw() -> None:
    with pytest.raises(RulesError, match="begin with the deal"):
        Worlds(stova.game("sjavs").deal(key=KEY).view(0))


def test_a_view_that_no_deal_gives_is_refused() -> None:
    view = finish(stova.game("klaverjas").deal(key=KEY), random.Random(1)).view(0)
    first, *rest = view.tricks
    with pytest.raises(RulesError, match="no deal"):
        Worlds(replace(view, tricks=(replace(first, leader=(first.leader + 1) % 4), *rest))).draw(1, seed=1)


def test_a_seed_must_be_one() -> None:
    view = middle("sjavs", 5, random.Random(1)).view(0)
    with pytest.raises(RulesError, match="seed"):
        Worlds(view).draw(1, seed=-1)


@pytest.mark.parametrize("name", ["sjavs", "styrivolt"])
@pytest.mark.parametrize("count", [-1, 1.5, None, "3", 2**20 + 1])
def test_a_number_of_worlds_must_be_one(name: str, count: Any) -> None:
    worlds = Worlds(middle(name, 5, random.Random(1)).view(0))
    for draw in (worlds.draw, worlds.hands):
        with pytest.raises(RulesError, match="the number of worlds must be a whole number, 0 to"):
            draw(count, seed=1)
        assert draw(0, seed=1) == []


def test_stikkar_that_might_have_been_cut_where_hands_were_given() -> None:
    """Without a cut nobody looked at the stock, and none lie open."""
    game = stova.game("styrivolt", preset="cutting")
    cut = run(game.deal(key=KEY), "cut 20")
    state = game.deal(hands=cut.dealt[:-1], talon=cut.dealt[-1])
    while not state.tricks:
        view = state.view(state.to_act)
        assert all(world.view(view.seat) == view for world in Worlds(view).draw(3, seed=1))
        state = state.apply(view.legal[-1])


def test_worlds_are_drawn_from_a_view() -> None:
    with pytest.raises(RulesError, match="must be a View, not State"):
        Worlds(middle("sjavs", 5, random.Random(1)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seat": 4}, "the seat must be a whole number, 0 to 3, not 4"),
        ({"worlds": ["sjavs"]}, "a world must be a State, not str"),
    ],
)
def test_what_worlds_are_not_weighed_by(wrong: dict[str, Any], said: str) -> None:
    given: dict[str, Any] = {"worlds": [middle("klaverjas", 6, random.Random(3))], "seat": 0, "model": leads_high}
    with pytest.raises(RulesError, match=said):
        weights(**given | wrong)


@pytest.mark.parametrize("probability", [1.5, -0.1, float("inf"), float("nan"), None])
def test_what_is_no_probability(probability: Any) -> None:
    drawn = Worlds(middle("klaverjas", 6, random.Random(3)).view(0)).draw(4, seed=1)
    with pytest.raises(RulesError, match="a model's probabilities are 0 to 1"):
        weights(drawn, seat=0, model=lambda view, action: probability)


def leads_high(view: View, action: Action) -> float:
    """A player who plays the highest number twice as often as the rest together, and calls as the wind blows."""
    if not isinstance(action, Play):
        return 1 / len(view.legal)
    plays = [own for own in view.legal if isinstance(own, Play)]
    top = max(plays, key=lambda own: own.card)
    return 2 / 3 if action == top else 1 / 3 / (len(plays) - 1)


def test_weights_multiply_what_the_others_did() -> None:
    state = middle("klaverjas", 6, random.Random(3))
    drawn = Worlds(state.view(0)).draw(30, seed=1)
    expected = []
    for world in drawn:
        likely = 1.0
        for before, seat, action in played_through(world):
            if seat != 0 and len(before.legal_actions()) > 1:
                likely *= leads_high(before.view(seat), action)
        expected.append(likely)
    found = weights(drawn, seat=0, model=leads_high)
    assert sum(found) == pytest.approx(1)
    assert found == pytest.approx([likely / sum(expected) for likely in expected])
    assert len(set(found)) > 2


def test_weights_ask_of_nothing_the_seat_did_itself_nor_how_the_pack_was_cut() -> None:
    """Nobody has seen a card by then; a model may know nothing of either."""
    state = middle("sjavs", 6, random.Random(3))
    cutter, cut = state.history[0]
    seat = (cutter + 1) % 4
    assert isinstance(cut, Cut | Knock)
    drawn = Worlds(state.view(seat)).draw(10, seed=1)

    def of_others(view: View, action: Action) -> float:
        assert view.seat != seat
        assert not isinstance(action, Cut | Knock)
        return leads_high(view, action)

    assert weights(drawn, seat=seat, model=of_others) == weights(drawn, seat=seat, model=leads_high)


@pytest.mark.parametrize("seat", [0, None])
def test_weights_are_of_certain_and_of_hardly_possible_choices_too(seat: int | None) -> None:
    drawn = Worlds(middle("klaverjas", 6, random.Random(3)).view(seat)).draw(4, seed=1)
    assert weights(drawn, seat=seat, model=lambda view, action: 1) == [0.25] * 4
    assert sum(weights(drawn, seat=seat, model=lambda view, action: 1e-300)) == pytest.approx(1)


def test_worlds_that_are_all_impossible_under_the_model_are_equally_likely() -> None:
    state = middle("klaverjas", 6, random.Random(3))
    drawn = Worlds(state.view(0)).draw(4, seed=1)
    assert weights(drawn, seat=0, model=lambda view, action: 0.0) == [0.25] * 4
    assert weights([], seat=0, model=lambda view, action: 1.0) == []
