"""Every rule of the rule book has a test named after it."""

import re
from pathlib import Path

import pytest

RULES = [
    *(f"SJ-{number}" for number in range(1, 30)),
    *(f"SJ3-{number}" for number in range(1, 7)),
    *(f"SJ2-{number}" for number in range(1, 6)),
    *(f"KL-{number}" for number in range(1, 15)),
    *(f"KL4-{number}" for number in range(1, 3)),
    *(f"KA-{number}" for number in range(1, 10)),
    *(f"KJ-{number}" for number in range(1, 14)),
]
SOURCES = "\n".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))
TESTED = {
    f"{book.upper()}-{number}"
    for book, number in re.findall(r"^def test_(sj[23]?|kl4?|ka|kj)_(\d+)_", SOURCES, re.MULTILINE)
}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_its_test(rule: str) -> None:
    assert rule in TESTED


def test_every_test_is_of_a_rule() -> None:
    assert set(RULES) >= TESTED
