"""Every rule of Stýrivolt has a test named after it and stands on its page, and so does every option."""

import re
from pathlib import Path

import pytest

import stova
from stova.engine.options import AtLeast, allowed, text_of

RULES = [f"ST-{number}" for number in range(1, 32)]
SOURCES = "\n".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))
TESTED = {f"ST-{number}" for number in re.findall(r"^def test_st_(\d+)_", SOURCES, re.MULTILINE)}
PAGE = (Path(__file__).parents[2] / "docs" / "rules" / "styrivolt.md").read_text(encoding="utf-8")
OPTIONS = allowed(type(stova.game("styrivolt").options))


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_its_test(rule: str) -> None:
    assert rule in TESTED


def test_every_test_is_of_a_rule() -> None:
    assert set(RULES) >= TESTED


def test_the_page_has_every_rule_once_in_order() -> None:
    assert re.findall(r"^(?:\| )?\*\*(ST-\d+)\*\*", PAGE, re.MULTILINE) == RULES


@pytest.mark.parametrize("name", OPTIONS)
def test_the_page_has_every_option_with_its_values(name: str) -> None:
    default = text_of(getattr(stova.game("styrivolt").options, name))
    kind = OPTIONS[name]
    others = [] if isinstance(kind, AtLeast) else [text for value in kind.values if (text := text_of(value)) != default]
    written = re.sub(r"\s+", " ", PAGE)
    assert f"`{name} = {' | '.join([default, *others])}`" in written


def test_the_page_has_every_preset() -> None:
    for preset in stova.presets("styrivolt"):
        assert f"| `{preset}` |" in PAGE
