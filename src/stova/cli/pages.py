"""The rules pages: where they are found, in a checkout and in an installed package."""

from pathlib import Path

import stova
from stova.errors import StovaError


def rules_page(game: str) -> str:
    """The rules page of a game, in Markdown.

    Raises StovaError when there is none.
    """
    for folder in _folders():
        page = folder / f"{game}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise StovaError(f"there is no rules page for {game}")


def _folders() -> tuple[Path, ...]:
    """A checkout's own pages, and those that were installed with the package."""
    package = Path(stova.__file__).parent
    return package.parents[1] / "docs" / "rules", package / "pages" / "rules"
