"""Views read back from their JSON."""

import random
from typing import Any

import msgspec
import pytest

import stova
from helpers import GAMES, KEY, PRESETS, random_match, random_options, step
from stova import Game, NotationError, RulesError, View, views
from stova.engine.actions import PUTTING_DOWN, FaceDown

DEALS = 2


def read_back(game: Game, rng: random.Random) -> list[View]:
    """Views of seats and onlookers by chance throughout some deals of a match, each read back."""
    match, found = random_match(game, rng), list[View]()
    while not match.is_over and len(match.deals) <= DEALS:
        seats = rng.sample([*range(game.seats), None], 1 if rng.random() < 0.8 else game.seats + 1)
        for view in map(match.state.view, seats):
            found.append(views.load(view.to_json()))
            assert found[-1] == view
            assert found[-1].game is game
            assert found[-1].to_json() == view.to_json()
        match = step(match, rng)
    return found


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_a_view_is_read_back_as_it_was(name: str, preset: str) -> None:
    found = read_back(stova.game(name, preset), random.Random(0))
    assert any(view.result is not None for view in found)
    assert any(view.sheet is not None and view.sheet.lines for view in found)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", GAMES)
def test_a_view_of_any_options_is_read_back(name: str) -> None:
    rng = random.Random(1)
    found = [view for _ in range(5) for view in read_back(stova.game(name, **random_options(name, rng)), rng)]
    hides = {type(action) for action in stova.game(name).actions} & set(PUTTING_DOWN)
    assert any(isinstance(action, FaceDown) for view in found for _, action in view.history) == bool(hides)
    assert views.load(found[-1].to_json().decode()) == found[-1]


def changed(change: dict[str, Any]) -> bytes:
    view = msgspec.json.decode(stova.game("klaverjas").deal(key=KEY).view(1).to_json())
    return msgspec.json.encode(view | change)


@pytest.mark.parametrize(
    ("data", "kind", "said"),
    [
        (b"{", NotationError, "this is no view: Input data was truncated"),
        (b"\xff", NotationError, "this is no view: "),
        (b"[" * 9999, NotationError, "this is no view: "),
        (b"[]", RulesError, "it doesn't say of which game"),
        (b'{"game": {"game": "klaverjas"}}', RulesError, "it doesn't say of which game"),
        (changed({"game": {"game": "whist", "preset": "x", "options": {}}}), RulesError, "there is no game 'whist'"),
        (changed({"game": {"game": 3, "preset": "x", "options": {}}}), RulesError, "the name of a game"),
        (changed({"game": {"game": "klaverjas", "preset": None, "options": {}}}), RulesError, "of which game"),
        (b'{"game": {"game": "sjavs", "preset": "standard", "options": {}}}', RulesError, "view lacks 'best'"),
        (changed({"colour": 1}), RulesError, "view has a strange 'colour'"),
        (changed({"hand": ["7C", "8X"]}), RulesError, r"view.hand\[1\] can't be '8X'"),
        (changed({"hand": [7]}), RulesError, r"view.hand\[0\] can't be 7"),
        (changed({"hand": "7C"}), RulesError, r"view.hand can't be '7C'"),
        (changed({"trump": "X"}), RulesError, r"view.trump can't be 'X'"),
        (changed({"dealer": None}), RulesError, r"view.dealer can't be None"),
        (changed({"dealer": True}), RulesError, r"view.dealer can't be True"),
        (changed({"legal": ["fly"]}), RulesError, r"view.legal\[0\] can't be 'fly'"),
        (changed({"calls": [[0, "pass", 1]]}), RulesError, r"view.calls\[0\] is of 2, not of 3"),
        (changed({"own": {"counted": [0, 0]}}), RulesError, r"view.own lacks 'waiting'"),
        (changed({"result": []}), RulesError, r"view.result can't be \[\]"),
    ],
)
def test_what_is_no_view_is_refused(data: bytes, kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        views.load(data)


def test_a_view_is_read_from_text() -> None:
    with pytest.raises(RulesError, match="a view as JSON"):
        views.load({})  # type: ignore[arg-type]
