"""A good club player: remembers every card, and thinks a few hundred deals that fit through before playing one."""

from stova.bots.checks import require_choice
from stova.bots.club.calls import say, shares
from stova.bots.club.playing import choose
from stova.bots.novice import aside, novice, put_down
from stova.engine.actions import Action, Call, Discard, Exchange, Fold, Play, Stay
from stova.engine.view import View


def club(view: View, seed: int) -> Action:
    """One of `view.legal`, in a few milliseconds.

    Raises RulesError for who has nothing to choose, or no seed.
    """
    require_choice(view, seed)
    legal = view.legal
    if len(legal) == 1:
        return legal[0]
    plays = [action.card for action in legal if isinstance(action, Play)]
    if plays:
        return aside(view) or Play(choose(view, plays, seed))
    if any(isinstance(action, Discard | Exchange) for action in legal):
        return put_down(view, shares(view, seed))
    if any(isinstance(action, Call) for action in legal):
        return say(view, seed)
    # A deal given up costs what a lost one does unless no trick is taken, and lost ones are sometimes won.
    return Stay() if Fold() in legal else novice(view, seed)
