"""What people say at the table, to be said at a touch. The client has the words."""

from stova.engine.game import Game

ALWAYS = ("hello", "well played", "thanks", "sorry", "one moment")


def phrases(game: Game) -> tuple[str, ...]:
    """The names of the phrases at a table of a game, its own first."""
    return (*game.phrases, *ALWAYS)
