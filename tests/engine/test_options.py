"""Games, presets and options by name, and what is said of those there aren't."""

import dataclasses
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stova
from helpers import GAMES, KEY, PRESETS, RULES, random_options, values
from stova import RulesError
from stova.engine.options import AtLeast, allowed, text_of, value_of


def test_the_games() -> None:
    assert len(GAMES) == 8
    assert all(game.name == name and game.preset == stova.presets(name)[0] for name, game in stova.games().items())
    assert all(stova.game(name).options == stova.game(name).base for name in GAMES)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_presets(name: str, preset: str) -> None:
    game = stova.game(name, preset=preset)
    assert (game.name, game.preset, game.identity["options"]) == (name, preset, {})
    assert game.options == game.base


def test_an_unknown_game() -> None:
    with pytest.raises(RulesError, match=f"no game 'whist'; there are {', '.join(GAMES)}"):
        stova.game("whist")
    with pytest.raises(RulesError, match="no game"):
        stova.presets("whist")


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_preset(name: str) -> None:
    with pytest.raises(RulesError, match=f"{name} has no preset 'odd'; it has {', '.join(stova.presets(name))}"):
        stova.game(name, preset="odd")


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_option(name: str) -> None:
    with pytest.raises(
        RulesError, match=rf"{name} has no option 'nap'; it has first_dealer, {', '.join(list(values(name))[1:])}"
    ):
        stova.game(name, nap="yes")


def test_options_of_another_game() -> None:
    every = {option for name in GAMES for option in values(name)}
    for name in GAMES:
        for option in every - set(values(name)):
            with pytest.raises(RulesError, match=f"{name} has no option '{option}'"):
                stova.game(name, **{option: "yes"})


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_value_names_the_right_ones(name: str) -> None:
    for option, choices in values(name).items():
        wrongs: list[Any] = ["odd", -1, 1_000_001, 2.5, (4, 5), b"no", {"a": 1}, [[]], "4,"]
        for wrong in wrongs:
            with pytest.raises(RulesError, match=f"option {option} can't be ") as caught:
                stova.game(name, **{option: wrong})
            any_number = isinstance(allowed(type(stova.game(name).options))[option], AtLeast)
            shown = ["from 1 to a million, none"] if any_number else [text_of(choice) for choice in choices]
            assert all(text in str(caught.value) for text in shown)


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_every_option(name: str) -> None:
    for option, choices in values(name).items():
        for choice in choices:
            for given_as in (choice, text_of(choice)):
                changes: dict[str, Any] = {option: given_as}
                options = stova.game(name, **changes).options
                assert choice in (getattr(options, option, None), getattr(options, f"{option}_", None))


def test_values_as_users_write_them() -> None:
    assert stova.game("sjavs", cut_packets="(3, 2, 3)") is stova.game("sjavs", cut_packets=[3, 2, 3])
    assert stova.game("sjavs", reveal_suit=True) is stova.game("sjavs", reveal_suit="yes")
    assert stova.game("sjavs", tie_accumulates=False) is stova.game("sjavs", tie_accumulates="no")
    assert stova.game("sjavs", max_deals="none") is stova.game("sjavs", max_deals=None) is stova.game("sjavs")
    assert stova.game("sjavs", max_deals=" 6 ") is stova.game("sjavs", max_deals=6)


@pytest.mark.parametrize("wrong", [0, -3, 1_000_001, True, "0", 1.0])
def test_numbers_of_rubbers(wrong: object) -> None:
    with pytest.raises(RulesError):
        stova.game("sjavs", rubbers=wrong)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_a_preset_can_be_changed(name: str, preset: str) -> None:
    game = stova.game(name, preset=preset, first_dealer="given")
    assert game.options == dataclasses.replace(stova.game(name, preset=preset).options, first_dealer="given")
    assert game.identity == {"game": name, "preset": preset, "options": {"first_dealer": "given"}}
    assert repr(game) == f"<Game {name}, {preset}, first_dealer=given>"


@pytest.mark.parametrize("name", GAMES)
def test_a_games_identity_makes_it_again(name: str) -> None:
    rng = random.Random(name)
    for _ in range(20):
        game = stova.game(name, preset=rng.choice(stova.presets(name)), **random_options(name, rng))
        options = game.identity["options"]
        assert isinstance(options, dict)
        assert stova.game(name, preset=game.preset, **options) is game


@pytest.mark.parametrize("name", GAMES)
def test_every_option_cites_its_rule(name: str) -> None:
    fields = dataclasses.fields(stova.game(name).options)
    assert [field.name.removesuffix("_") for field in fields] == list(allowed(type(stova.game(name).options)))
    assert all(field.metadata["rule"] in RULES for field in fields)


def test_an_option_named_like_a_word_of_python() -> None:
    game = stova.game("klorsjavs_auction", raise_="duel")
    assert game is stova.game("klorsjavs_auction", **{"raise": "duel"})
    assert game.options.raise_ == "duel"
    assert game.identity["options"] == {"raise": "duel"}


def test_options_cannot_be_changed_in_place() -> None:
    game = stova.game("sjavs")
    with pytest.raises(dataclasses.FrozenInstanceError):
        game.options.tie = "double"
    with pytest.raises(dataclasses.FrozenInstanceError):
        game.title = "other"  # type: ignore[misc]


@given(st.text() | st.integers() | st.floats() | st.lists(st.integers() | st.text()) | st.none())
def test_any_value_is_taken_or_refused(value: Any) -> None:
    for option in ("tie", "cut_packets", "rubbers", "max_deals"):
        try:
            taken = getattr(stova.game("sjavs", **{option: value}).options, option)
        except RulesError:
            continue
        assert taken == value_of(value)


def test_a_value_nested_without_end() -> None:
    nested: list[object] = []
    for _ in range(2000):
        nested = [nested]
    with pytest.raises(RulesError):
        stova.game("sjavs", tie=nested)


def test_there_is_one_game_of_the_same_rules_as_long_as_anybody_has_it() -> None:
    """However many others are asked for meanwhile, and from whatever thread."""
    rng = random.Random("one game")
    held = stova.game("sjavs", "suduroy").deal(key=KEY)
    copied = pickle.dumps(held)
    for _ in range(500):
        options = random_options("klaverjas", rng)
        with ThreadPoolExecutor(4) as pool:
            assert len(set(pool.map(lambda _, some=options: stova.game("klaverjas", **some), range(4)))) == 1
    assert stova.game("sjavs", "suduroy") is held.game
    assert pickle.loads(copied) == held
