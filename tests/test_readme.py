"""What the README, the guides and the package's docstring show is what happens.

A block with `>>>` goes on where the page's last one left; any other is a program of its own.
"""

import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import stova
from helpers import run

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "docs/python.md", "docs/solver.md")


def blocks(page: str) -> list[str]:
    """The Python blocks of a page."""
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL)


PROGRAMS = [
    pytest.param(block, id=f"{page}-{number}")
    for page in PAGES
    for number, block in enumerate(blocks(page))
    if ">>>" not in block
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_programs_run(program: str, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(program, encoding="utf-8")
    done = subprocess.run([sys.executable, "-W", "error", path], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("page", PAGES)
def test_the_dialogues_are_true(page: str) -> None:
    known: dict[str, Any] = {"stova": stova}
    runner = doctest.DocTestRunner()
    dialogues = [block for block in blocks(page) if ">>>" in block]
    assert dialogues
    for dialogue in dialogues:
        parsed = doctest.DocTestParser().get_doctest(dialogue, known, page, page, 0)
        runner.run(parsed, clear_globs=False)
        known = parsed.globs
    assert runner.failures == 0


def test_the_package_docstring_is_true() -> None:
    assert doctest.testmod(stova).failed == 0


def test_the_first_deal_of_the_rules_is_true() -> None:
    page = (ROOT / "docs/rules/sjavs.md").read_text(encoding="utf-8")
    seats = ("right", "you", "left", "partner")
    rows = re.findall(r"^\| (?:right|you|left|partner) \| (.*?) \| (.*?) \|", page, flags=re.MULTILINE)
    hands = [f"{trumps} {others}".replace(",", "") for trumps, others in rows]
    state = run(stova.game("sjavs").deal(hands=hands, dealer=3), "bid 5", "bid 6", "pass", "pass", "trump H")
    for text, worth in re.findall(r"^\| \d \| (.*?) \| +(\d+) \|", page, flags=re.MULTILINE):
        before = sum(state.points)
        state = run(state, *(f"play {card}" for card in re.findall(r"[♣♠♥♦]\w+", text)))
        trick = state.tricks[-1]
        best = trick.cards[(trick.winner - trick.leader) % 4]
        assert text.startswith(seats[trick.leader])
        assert f"{seats[trick.winner]} **{best.symbol}**" in text
        assert sum(state.points) - before == int(worth)
    assert state.result.points == (45, 75)
    assert state.result.score == (0, 2)
