"""The rules pages, one text a game for the terminal and the browser: where they are found, and what they share."""

import re
from pathlib import Path

import stova
from stova.errors import StovaError

SHARED = re.compile(r"^## All else as in \[.+\]\((\w+)\.md\)$", re.MULTILINE)
"""The last section of a game that has the rules of another: they follow it."""
RULE = re.compile(r"^\*\*([A-Z]+\d?-\d+)\*\*", re.MULTILINE)
"""What a rule begins with: its number."""


def rules_page(game: str) -> str:
    """The rules page of a game, in Markdown, with the rules it shares with another.

    Raises StovaError when there is none.
    """
    text = _text(game)
    shared = SHARED.search(text)
    return text if shared is None else f"{text.rstrip()}\n\n{_numbered(_text(shared[1]))}"


def _numbered(text: str) -> str:
    """The sections of a page that have numbered rules."""
    return "".join(section for section in re.split("^(?=## )", text, flags=re.MULTILINE) if RULE.search(section))


def _text(game: str) -> str:
    for folder in _folders():
        page = folder / f"{game}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise StovaError(f"there is no rules page for {game}")


def _folders() -> tuple[Path, ...]:
    """A checkout's own pages, and those that were installed with the package."""
    package = Path(stova.__file__).parent
    return package.parents[1] / "docs" / "rules", package / "pages" / "rules"
