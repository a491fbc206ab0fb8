"""`stova solve`: what the cards of an ending come to when everybody plays perfectly."""

from collections.abc import Sequence
from typing import Annotated, Literal

import typer

from stova import solver
from stova.cli.choosing import Changes, Preset, chosen_game
from stova.cli.signs import signs_for
from stova.engine.actions import Action
from stova.engine.ending import Ending
from stova.errors import NotationError, RulesError
from stova.solver.values import MOST_AMOUNT


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, as `stova games` names it.")],
    hands: Annotated[
        list[str], typer.Argument(metavar="HANDS", help="The cards left, a text such as 'JC 10H' for each seat from 0.")
    ],
    trump: Annotated[
        str | None, typer.Option(metavar="SUIT", help='Trumps: C, S, H or D; "none" where nobody named a suit.')
    ] = None,
    leader: Annotated[int, typer.Option(min=0, help="The seat that leads, or led to the trick.")] = 0,
    trick: Annotated[str, typer.Option(metavar="CARDS", help="What lies in the trick under way, from its lead.")] = "",
    declarer: Annotated[
        int | None, typer.Option(min=0, help="Whose side plays against all others. Else that of who is to play.")
    ] = None,
    goal: Annotated[Literal["points", "tricks"], typer.Option(help="What is played for.")] = "points",
    least: Annotated[
        int | None,
        typer.Option(
            "--at-least", min=1, max=MOST_AMOUNT, help="Ask only whether so much is reached: 1 if it is, else 0."
        ),
    ] = None,
    preset: Preset = None,
    option: Changes = None,
) -> None:
    """Show what cards left come to under perfect play.

    Values are what the party of the seat to play gets of these cards, roem left out; a line in which all play so
    follows.
    """
    chosen = chosen_game(game, preset, option or ())
    try:
        named = None if trump == "none" else trump
        ending = chosen.ending(hands, trump=named, leader=leader, trick=trick, declarer=declarer)
        if trump is None and ending.trump is None:
            raise RulesError("trumps are missing: they are a suit, or `none` if nobody named one")
        solution = solver.solve(ending, goal=goal if least is None else solver.AtLeast(least, goal))
    except (RulesError, NotationError) as error:
        raise typer.BadParameter(f"{error}{_meant(str(error), chosen.seats, hands)}") from None
    signs = signs_for(ascii_only=False, colour=True)
    # A score, to which roem belongs, is a deal's.
    left_out = "\nRoem isn't counted." if goal == "points" and ending.game.tables(ending).bonuses else ""
    # Where a goal can't be reached no card is better than another.
    line = f"\n\n{_played(ending, solution.line)}" if least is None or solution.value.low else ""
    typer.echo(signs.text(f"{ending}\n\n{solution}{left_out}{line}"))


def _meant(why: str, seats: int, hands: Sequence[str]) -> str:
    """What was meant, if cards were given one by one; and how to say what may be missing."""
    if len(hands) > seats and not any(len(hand.split()) > 1 for hand in hands):
        return "; a hand is one text, its cards in quotes: 'JC 10H'"
    return "; trumps are given as --trump SUIT" if "say which suit" in why or "missing" in why else ""


def _played(ending: Ending, line: Sequence[Action]) -> str:
    """The tricks of a line, each from its lead, and who wins them."""
    for action in line:
        ending = ending.apply(action)
    tricks = [(trick, " ".join(card.symbol for card in trick.cards)) for trick in ending.tricks]
    width = max(len(cards) for _, cards in tricks)
    return "\n".join(f"seat {trick.leader}  {cards:{width}}  seat {trick.winner} wins" for trick, cards in tricks)
