"""`stova rules`: the rules of a game, to read."""

import os
import sys
from typing import Annotated

import typer

from stova.cli.choosing import chosen_game
from stova.cli.signs import signs_for
from stova.rulebook import rules_page


def rules(game: Annotated[str, typer.Argument(metavar="GAME", help="A game, as `stova games` names it.")]) -> None:
    """Show the rules of a game. In the terminal it goes page by page, elsewhere it is Markdown."""
    text = rules_page(chosen_game(game, None).name)
    if not sys.stdout.isatty():
        typer.echo(signs_for(ascii_only=False, colour=True).text(text), nl=False)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    os.environ.setdefault("LESS", "-RFX")
    console = Console()
    width = min(console.width, 100)
    with console.pager(styles=True):
        console.print(Markdown(text), width=width)
