"""`stova games`: what can be played."""

import typer

import stova


def games() -> None:
    """List the games."""
    known = stova.games()
    width = max(map(len, known))
    for name, game in known.items():
        typer.echo(f"{name:{width}}  {game.title}. {game.summary}")
