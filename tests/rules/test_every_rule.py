"""Every rule of the pages has a test named after it, and every option and preset stands on the page of its game."""

import dataclasses
import re
from pathlib import Path

import pytest

import stova
from helpers import GAMES, RULES
from stova.engine.options import AtLeast, Choices, allowed, text_of
from stova.rulebook import rules_page

SOURCES = "\n".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))
BOOKS = dict.fromkeys(rule.partition("-")[0] for rule in RULES)
TESTED = {
    f"{book}-{number}"
    for book in BOOKS
    for number in re.findall(rf"^def test_{book.lower()}_(\d+)_", SOURCES, re.MULTILINE)
}
OPTIONS = [
    (name, option, kind, text_of(default))
    for name, options in ((name, stova.game(name).options) for name in GAMES)
    for (option, kind), default in zip(allowed(type(options)).items(), dataclasses.astuple(options), strict=True)
]


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_its_test(rule: str) -> None:
    assert rule in TESTED


def test_every_test_is_of_a_rule() -> None:
    assert set(RULES) >= TESTED


def test_rules_are_numbered_in_order() -> None:
    """But for the evening's, of which there is one."""
    numbers = {book: [int(rule.partition("-")[2]) for rule in RULES if rule.startswith(f"{book}-")] for book in BOOKS}
    assert numbers.pop("EV") == [3]
    assert sorted(numbers) == ["KA", "KJ", "KL", "KL4", "SJ", "SJ2", "SJ3", "ST"]
    assert all(found == list(range(1, len(found) + 1)) for found in numbers.values())


@pytest.mark.parametrize(("name", "option", "kind", "default"), OPTIONS)
def test_the_page_has_every_option_with_its_values(
    name: str, option: str, kind: Choices | AtLeast, default: str
) -> None:
    others = [] if isinstance(kind, AtLeast) else [text for value in kind.values if (text := text_of(value)) != default]
    written = re.sub(r"\s+", " ", rules_page(name))
    assert f"`{option} = {' | '.join([default, *others])}`" in written


@pytest.mark.parametrize("name", GAMES)
def test_the_page_has_every_preset(name: str) -> None:
    for preset in stova.presets(name):
        assert f"| `{preset}` |" in rules_page(name)
