"""What the README, the guides and the package's docstring show is what happens.

A block with `>>>` goes on where the page's last one left; any other is a program of its own.
"""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

import stova
from stova.cli.app import app

ROOT = Path(__file__).parent.parent
COMMAND = typer.main.get_group(app)
PAGES = ("README.md", "docs/bots.md", "docs/python.md", "docs/solver.md")


def blocks(page: str) -> list[str]:
    """The Python blocks of a page."""
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL)


PROGRAMS = [
    pytest.param(block, id=f"{page}-{number}")
    for page in PAGES
    for number, block in enumerate(blocks(page))
    if ">>>" not in block
]


ALL_PAGES = sorted(str(path.relative_to(ROOT)) for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))


FENCED = re.compile(r"^```\w*\n(.*?)^```", flags=re.DOTALL | re.MULTILINE)


def commands() -> list[str]:
    """The `stova` commands shown in blocks of any page, without what is said of them."""
    shown = (block for page in ALL_PAGES for block in FENCED.findall((ROOT / page).read_text(encoding="utf-8")))
    lines = (line.removeprefix("$ ") for block in shown for line in block.splitlines())
    return sorted({re.split(r" {2,}|#", line)[0].strip() for line in lines if re.match(r"stova [a-z]", line)})


def anchors(text: str) -> set[str]:
    """What the headings of a page can be linked to by."""
    titles = re.findall(r"^#+ (.*)", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_there_are_commands() -> None:
    assert {"stova resume", "stova rules klaverjas"} < set(commands())


@pytest.mark.parametrize("command", commands())
def test_the_commands_are_understood(command: str) -> None:
    """They are read, and not run."""
    name, *arguments = shlex.split(command)[1:]
    COMMAND.commands[name].make_context(name, arguments)


@pytest.mark.parametrize("page", ALL_PAGES)
def test_the_links_lead_somewhere(page: str) -> None:
    path = ROOT / page
    prose = FENCED.sub("", path.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", prose):
        file, _, anchor = target.partition("#")
        there = path.parent / file if file else path
        assert there.exists(), f"{page} links to {target}"
        assert not anchor or anchor in anchors(there.read_text(encoding="utf-8")), f"{page} links to {target}"


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
