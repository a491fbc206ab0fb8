"""Every option, value and preset that the server offers has a name in the client's catalogue, and nothing else has."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import stova
from stova.engine.options import AtLeast, Value, allowed, text_of

CATALOGUE: dict[str, object] = json.loads(
    (Path(__file__).parents[2] / "web/messages/en.json").read_text(encoding="utf-8")
)
OF_ANY = {"value_yes", "value_no", "value_changed"}


def offered() -> Iterator[tuple[str, Value]]:
    """The options of all games, each with a value it may have."""
    for game in stova.games().values():
        for option, choices in allowed(type(game.options)).items():
            for value in [None] if isinstance(choices, AtLeast) else choices:
                yield option, value


def key(option: str, value: Value) -> str:
    """As `words/options.ts` makes it."""
    return re.sub("[^a-z0-9_]", "_", f"value_{option}_{text_of(value)}")


def named() -> set[str]:
    """What has to have a name or may have one."""
    presets = {preset for game in stova.games() for preset in stova.presets(game)}
    options = {option for option, _ in offered()}
    titles = {f"{kind}_{name}" for kind, names in (("option", options), ("preset", presets)) for name in names}
    return titles | {f"{title}_hint" for title in titles}


def test_options_and_presets_have_names_and_a_sentence() -> None:
    assert sorted(named() - CATALOGUE.keys()) == []
    for title in named():
        assert str(CATALOGUE[title]).endswith(".") == title.endswith("_hint"), title


def test_values_have_names() -> None:
    """Numbers, yes and no speak for themselves."""
    plain = {"yes", "no"}
    unnamed = {key(*pair) for pair in offered() if not isinstance(pair[1], int) and pair[1] not in plain}
    assert sorted(unnamed - CATALOGUE.keys()) == []


def test_nothing_else_has() -> None:
    known = named() | {key(*pair) for pair in offered()} | OF_ANY
    names = {name for name in CATALOGUE if re.match("(option|value|preset)_", name)}
    assert sorted(names - known) == []
