"""Deals as a program makes them and goes through them."""

import pickle
import pydoc
import random
import re
from typing import Any

import pytest

import stova
from helpers import GAMES, KEY, finish, hand_size, names, random_game, refused, run, some_action, texts
from stova import NotationError, RulesError, State, Suit
from stova.cards import CARDS, Card
from stova.engine.actions import Bid

WITH_TALON = tuple(name for name, game in stova.games().items() if game.seats * hand_size(name) < len(game.pack))


def hands(name: str) -> list[list[Card]]:
    """The pack dealt out in order."""
    game, size = stova.game(name), hand_size(name)
    return [list(game.pack[seat * size : (seat + 1) * size]) for seat in range(game.seats)]


def dealt(name: str, given: list[list[Card]], **more: object) -> State:
    return stova.game(name).deal(hands=given, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_needs_a_key_or_hands(name: str) -> None:
    with pytest.raises(RulesError, match="a deal needs a key or hands"):
        stova.game(name).deal()


@pytest.mark.parametrize("name", GAMES)
def test_the_dealer_is_a_seat(name: str) -> None:
    game = stova.game(name)
    wrong: tuple[Any, ...] = (-1, game.seats, 10**30, 1.0, "1", "you", [], True)
    for dealer in wrong:
        said = re.escape(f"the dealer's seat must be a whole number, 0 to {game.seats - 1}, not {dealer!r}")
        with pytest.raises(RulesError, match=said):
            game.deal(key=KEY, dealer=dealer)
        with pytest.raises(RulesError, match=said):
            game.match(key=KEY, dealer=dealer)


def test_numbers_of_deals() -> None:
    for number in (-1, 2**64):
        with pytest.raises(RulesError, match="number"):
            stova.game("sjavs").deal(key=KEY, number=number)


@pytest.mark.parametrize("name", GAMES)
def test_given_hands_are_the_pack(name: str) -> None:
    state = dealt(name, hands(name))
    assert [list(hand) for hand in state.dealt[:-1]] == hands(name)
    assert state.dealt[-1] == state.talon == stova.game(name).pack[hand_size(name) * len(hands(name)) :]
    assert state == stova.game(name).deal(hands=[names(tuple(hand)) for hand in hands(name)])


@pytest.mark.parametrize("name", GAMES)
def test_cards_given_twice(name: str) -> None:
    given = hands(name)
    given[1][0] = given[0][0]
    with pytest.raises(RulesError, match=rf"given twice: {given[0][0]}$"):
        dealt(name, given)


@pytest.mark.parametrize("name", GAMES)
def test_cards_of_another_pack(name: str) -> None:
    given = hands(name)
    strange = next(card for card in CARDS if card not in stova.game(name).pack)
    given[0][0] = strange
    with pytest.raises(RulesError, match=f"not in the pack of {name}: {strange}"):
        dealt(name, given)


@pytest.mark.parametrize("name", GAMES)
def test_hands_of_other_sizes(name: str) -> None:
    size, whole = hand_size(name), hands(name)
    for given in ([whole[0][1:], *whole[1:]], whole[1:], [*whole, []], []):
        with pytest.raises(RulesError, match=f"{name} needs {len(whole)} hands of {size} cards"):
            dealt(name, given)


@pytest.mark.parametrize("name", WITH_TALON)
def test_talons(name: str) -> None:
    given = hands(name)
    rest = names(stova.game(name).pack[len(given) * hand_size(name) :]).split()
    backwards = " ".join(reversed(rest))
    assert names(dealt(name, given, talon=backwards).dealt[-1]) == backwards
    for talon in (" ".join(rest[1:]), ""):
        with pytest.raises(RulesError, match=f"the talon has {len(rest)} cards"):
            dealt(name, given, talon=talon)
    with pytest.raises(RulesError, match=f"given twice: {given[0][0]}"):
        dealt(name, given, talon=" ".join([*rest[1:], str(given[0][0])]))


@pytest.mark.parametrize("name", [name for name in GAMES if name not in WITH_TALON])
def test_a_talon_where_there_is_none(name: str) -> None:
    with pytest.raises(RulesError, match=r"given twice: AD$"):
        dealt(name, hands(name), talon="AD")


def test_cards_drawn_from_a_second_pack() -> None:
    given, turned = hands("klaverjas"), {"trump_choice": "turned"}
    game = stova.game("klaverjas", **turned)
    assert str(game.deal(hands=given, drawn="10H").drawn) == "10H"
    said = "klaverjas draws a card from a second pack: say which with drawn="
    for drawn, wrong in ((None, ""), ("", ""), ("10H 9H", ", one of its pack, not '10H 9H'"), ("2C", ", .* not '2C'")):
        with pytest.raises(RulesError, match=f"{said}{wrong}$"):
            game.deal(hands=given, drawn=drawn)
    with pytest.raises(RulesError, match="goes with given hands"):
        game.deal(key=KEY, drawn="10H")
    for name in GAMES:
        with pytest.raises(RulesError, match=f"no card is drawn from a second pack in {name}"):
            dealt(name, hands(name), drawn="AD")


def test_a_talon_without_hands_is_refused() -> None:
    with pytest.raises(RulesError, match="talon"):
        stova.game("sjavs3").deal(key=KEY, talon="AD KD")


def test_text_that_is_no_card() -> None:
    given = [names(tuple(hand)) for hand in hands("sjavs")]
    given[2] = given[2].replace("7H", "1H")
    with pytest.raises(NotationError, match="'1H' is not a card") as caught:
        stova.game("sjavs").deal(hands=given)
    assert caught.value.column == given[2].index("1H") + 1
    with pytest.raises(NotationError) as caught:
        stova.game("sjavs3").deal(hands=hands("sjavs3"), talon="AD KX")
    assert caught.value.column == 4


@pytest.mark.parametrize("name", GAMES)
def test_states_stay_as_they_are(name: str) -> None:
    rng = random.Random(name)
    state = stova.game(name).deal(key=KEY)
    seen = []
    while not state.is_over:
        seen.append((state, repr(state)))
        state = state.apply(rng.choice(state.legal_actions()))
    assert all(repr(before) == text for before, text in seen)
    with pytest.raises(AttributeError):
        state.dealer = 1  # type: ignore[misc]


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_that_is_over(name: str) -> None:
    state = finish(stova.game(name).deal(key=KEY), random.Random(1))
    assert (state.is_over, state.to_act, state.legal_actions()) == (True, None, ())
    for action in state.game.actions[::7]:
        assert refused(state, str(action)) == state.game.phases[-1].rule


@pytest.mark.parametrize("name", GAMES)
def test_no_result_before_the_end(name: str) -> None:
    state = stova.game(name).deal(key=KEY)
    while not state.is_over:
        with pytest.raises(RulesError, match="no result before it is over"):
            _ = state.result
        state = state.apply(state.legal_actions()[0])
    assert state.result == state.result


def test_history_is_all_that_was_done() -> None:
    rng = random.Random(5)
    for _ in range(100):
        game = random_game(rng)
        first = game.deal(key=rng.randbytes(32), dealer=rng.randrange(game.seats))
        state, done = first, []
        while not state.is_over:
            action = some_action(state.legal_actions(), rng)
            done.append((state.to_act, action))
            state = state.apply(action)
        assert list(state.history) == done
        assert run(first, *(str(action) for _, action in done)) == state


def test_legal_actions_are_in_the_order_of_their_numbers() -> None:
    rng = random.Random(7)
    for _ in range(100):
        game = random_game(rng)
        state = game.deal(key=rng.randbytes(32))
        while not state.is_over:
            numbers = [game.numbers[action] for action in state.legal_actions()]
            assert numbers == sorted(set(numbers)) != []
            state = state.apply(some_action(state.legal_actions(), rng))


def test_what_belongs_elsewhere_is_refused_by_the_rule_of_the_phase() -> None:
    state = stova.game("sjavs3").deal(key=KEY)
    for action, rule in (("knock", "SJ-7"), ("bid 5", "SJ-9"), ("trump C", "SJ-13"), ("discard none", "SJ3-2")):
        while action.split()[0] not in {text.split()[0] for text in texts(state)}:
            state = state.apply(state.legal_actions()[-1])
        assert refused(state, "play QC") == rule


@pytest.mark.parametrize("name", GAMES)
def test_what_belongs_elsewhere_says_what_it_is_time_for(name: str) -> None:
    rng = random.Random(name)
    for _ in range(5):
        state = stova.game(name).deal(key=rng.randbytes(32))
        while not state.is_over:
            phase = state.game.phases[state.phase]
            elsewhere = [action for action in state.game.actions if not isinstance(action, phase.kinds)]
            for action in rng.sample(elsewhere, min(3, len(elsewhere))):
                error = state.refusal(action)
                assert error is not None
                assert (error.rule, error.why) == (phase.rule, f"It is time to {phase.doing}.")
            state = state.apply(some_action(state.legal_actions(), rng))


@pytest.mark.parametrize("name", GAMES)
def test_games_and_what_is_made_of_them_can_be_pickled(name: str) -> None:
    rng = random.Random(name)
    game = random_game(rng)
    match = game.match(key=KEY, dealer=1)
    for _ in range(20):
        if not match.state.is_over:
            match = match.apply(rng.choice(match.state.legal_actions()))
    again = pickle.loads(pickle.dumps(match))
    assert again == match
    assert again.game is game
    assert pickle.loads(pickle.dumps(match.state.view(0))) == match.state.view(0)


@pytest.mark.parametrize("kind", [stova.State, stova.View, stova.Match, stova.Game, stova.Card])
def test_help_explains_the_main_types(kind: type, capsys: pytest.CaptureFixture[str]) -> None:
    pydoc.help(kind)
    assert kind.__name__ in capsys.readouterr().out


def test_an_action_that_equals_a_game_s_is_taken_as_its_own() -> None:
    hands = [
        "QC QS JC JS JH AC KC 7C",
        "7S 8S 9S 10S 7H 8H 9H 10H",
        "7D 8D 9D 10D KS AS KH AH",
        "JD QD KD AD QH 8C 9C 10C",
    ]
    state = stova.game("sjavs").deal(hands=hands, dealer=3)
    state = state.apply(Bid(8, 0))  # type: ignore[arg-type]
    assert state.bid == Bid(8, Suit.CLUBS)
    assert isinstance(state.bid, Bid)
    assert state.bid.suit is Suit.CLUBS


def test_a_text_is_no_action() -> None:
    state = stova.game("sjavs").deal(key=KEY)
    with pytest.raises(stova.IllegalAction, match=r"game.action\(text\)"):
        state.apply("knock")  # type: ignore[arg-type]


def test_numbers_are_added_up_by_side() -> None:
    for game in stova.games().values():
        numbers = tuple(3**seat for seat in range(game.seats))
        sides = [[seat for seat in range(game.seats) if game.sides[seat] == side] for side in sorted({*game.sides})]
        assert game.by_side(numbers) == tuple(sum(numbers[seat] for seat in seats) for seats in sides)
        assert game.by_side(()) == (0,) * len(sides)
        with pytest.raises(ValueError, match="shorter"):
            game.by_side(numbers[1:])
