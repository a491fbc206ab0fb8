"""What a hint says."""

from msgspec import Struct

from stova.cli.words.buttons import choice
from stova.cli.words.news import done
from stova.cli.words.people import does
from stova.engine.actions import Action, Discard, Exchange, Play, PutAway
from stova.engine.view import View

CLOSE = 0.05
"""Expected scores nearer than that are told as equal."""


class Hint(Struct, frozen=True, kw_only=True):
    """What a bot of a level would do, and the score it expects of each choice, the best first."""

    level: str
    action: Action
    expected: tuple[tuple[Action, float], ...]


def told(view: View, hint: Hint) -> list[tuple[str, str]]:
    """A hint in sentences."""
    if len(view.legal) == 1:
        return [("There is nothing to choose here.", "")]
    said = [(_does(view, hint.action, f"The {hint.level} player"), "")]
    if len(hint.expected) > 1:
        (_, best), (second, next_best) = hint.expected[:2]
        less = "as much" if best - next_best < CLOSE else f"{best - next_best:.1f} less"
        said.append((f"It expects a score of {best:+.1f}, and {less} with {short(second, view)}.", ""))
    return said


def _does(view: View, action: Action, who: str) -> str:
    """What a player who is called `who` does on the view's seat."""
    assert view.seat is not None
    match action:
        case Play(card=card):
            return f"{does(who, 'lead' if not view.trick else 'play')} {card.symbol}."
        case Discard(cards=cards) | Exchange(cards=cards) if cards:
            return f"{does(who, 'put')} down {' '.join(card.symbol for card in cards)}."
        case PutAway(card=card):
            return f"{does(who, 'put')} {card.symbol} away."
        case _:
            return done(view, view.seat, action, (who,) * view.game.seats)


def short(action: Action, view: View) -> str:
    """An action in a word or two."""
    match action:
        case Play(card=card) | PutAway(card=card):
            return card.symbol
        case Discard(cards=cards) | Exchange(cards=cards) if cards:
            return " ".join(card.symbol for card in cards)
        case _:
            return choice(action, view)[1]
