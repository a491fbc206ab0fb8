"""Games, presets and options by name, and what is said of those there aren't."""

import dataclasses
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stova
from helpers import GAMES, random_options, values
from stova import RulesError
from stova.engine.options import allowed, text_of, value_of


def test_the_games() -> None:
    assert tuple(stova.games()) == GAMES
    assert all(game.name == name and game.preset == "standard" for name, game in stova.games().items())


def test_an_unknown_game() -> None:
    with pytest.raises(RulesError, match="no game 'whist'; there are sjavs, sjavs3, sjavs2"):
        stova.game("whist")
    with pytest.raises(RulesError, match="no game"):
        stova.presets("whist")


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_preset(name: str) -> None:
    with pytest.raises(RulesError, match=f"{name} has no preset 'odd'; it has standard, .*, danish_game"):
        stova.game(name, preset="odd")


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_option(name: str) -> None:
    with pytest.raises(RulesError, match=r"has no option 'nap'; it has first_dealer, .*overtrump"):
        stova.game(name, nap="yes")


def test_options_of_another_game() -> None:
    for name, option in (("sjavs3", "single_player_vol"), ("sjavs2", "solo_60"), ("sjavs", "solo_vol")):
        with pytest.raises(RulesError, match=f"{name} has no option '{option}'"):
            stova.game(name, **{option: "yes"})


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_value_names_the_right_ones(name: str) -> None:
    for option, choices in values(name).items():
        wrongs: list[Any] = ["odd", -1, 2.5, (4, 5), b"no", {"a": 1}, [[]], "4,"]
        for wrong in wrongs:
            with pytest.raises(RulesError, match=f"option {option} can't be ") as caught:
                stova.game(name, **{option: wrong})
            shown = [text_of(choice) for choice in choices] if option != "rubbers" else ["from 1, none"]
            assert all(text in str(caught.value) for text in shown)


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_every_option(name: str) -> None:
    for option, choices in values(name).items():
        for choice in choices:
            for given_as in (choice, text_of(choice)):
                changes: dict[str, Any] = {option: given_as}
                assert getattr(stova.game(name, **changes).options, option) == choice


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


@pytest.mark.parametrize("name", GAMES)
def test_a_preset_can_be_changed(name: str) -> None:
    game = stova.game(name, preset="wikipedia", tie="double", overtrump="if_trumping")
    assert game.options == dataclasses.replace(stova.game(name, preset="wikipedia").options, tie="double")
    assert game.identity == {"game": name, "preset": "wikipedia", "options": {"tie": "double"}}
    assert repr(game) == f"<Game {name}, wikipedia, tie=double>"


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
    assert [field.name for field in fields] == list(allowed(type(stova.game(name).options)))
    assert all(field.metadata["rule"].startswith("SJ") for field in fields)


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
