"""Finding a hint: what the strongest bot would do, from what the human can see."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from stova.bots import bots
from stova.bots.calling import CALLS, Judgement
from stova.bots.club.calls import judgement
from stova.cli.sitting import player
from stova.cli.words.hints import Hint
from stova.engine.actions import Action, Cut, Knock
from stova.engine.view import View


@runtime_checkable
class Adviser(Protocol):
    """A bot that can say what it expects of each choice."""

    def advice(self, view: View, seed: int) -> Mapping[Action, float]:
        """The score expected of each action, one's own less the others'; what it would do comes first."""


def nothing_to_tell(view: View) -> bool:
    """Whether chance alone decides."""
    return all(isinstance(action, Cut | Knock) for action in view.legal)


def wanted(view: View) -> bool:
    """Whether there is something to choose that a hint tells more of."""
    return len(view.legal) > 1 and not nothing_to_tell(view)


def hint(view: View, seed: int) -> Hint:
    """A hint for the view's seat, which is to act. It takes as long as the strongest bot does."""
    level = bots()[-1]
    strongest = player(level)
    if len(view.legal) == 1:
        return Hint(level=level, action=view.legal[0], expected=())
    known: Mapping[Action, float] = strongest.advice(view, seed) if isinstance(strongest, Adviser) else {}
    expected = tuple(known.items())
    action = expected[0][0] if expected else strongest(view, seed)
    return Hint(level=level, action=action, expected=expected, judgement=_judgement(view, action, seed))


def _judgement(view: View, action: Action, seed: int) -> Judgement | None:
    """What a call goes by: the best players judge their hands as the club player does."""
    if not any(isinstance(choice, CALLS) for choice in view.legal):
        return None
    found = judgement(view, seed)
    return found if found.action == action else None
