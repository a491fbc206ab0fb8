"""Finding a hint: what the strongest bot would do, from what the human can see."""

from stova.bots.club import club
from stova.bots.expert import Expert
from stova.cli.words.hints import Hint
from stova.engine.actions import Cut, Knock
from stova.engine.view import View

ADVISER = Expert()
"""The strongest bot, which can say what it expects of each choice."""


def nothing_to_tell(view: View) -> bool:
    """Whether chance alone decides."""
    return all(isinstance(action, Cut | Knock) for action in view.legal)


def wanted(view: View) -> bool:
    """Whether there is something to choose that a hint tells more of."""
    return len(view.legal) > 1 and not nothing_to_tell(view)


def hint(view: View, seed: int) -> Hint:
    """A hint for the view's seat, which is to act. It takes as long as the strongest bot does."""
    if len(view.legal) == 1:
        return Hint(action=view.legal[0], expected=())
    outlooks = ADVISER.outlooks(view, seed)
    action = next(iter(outlooks), None) or club(view, seed)
    return Hint(
        action=action,
        expected=tuple((choice, outlook.score) for choice, outlook in outlooks.items()),
        others_as_good=frozenset(choice for choice, outlook in outlooks.items() if not outlook.clear) - {action},
    )
