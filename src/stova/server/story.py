"""What was done in the deal in hand, as it is told to a seat or an onlooker."""

from typing import Any

from msgspec.structs import replace

from stova.cards import Card, card_set
from stova.engine.actions import Action, FaceDown, LeadTrader, Play, Roem, Trade
from stova.engine.view import View
from stova.server import messages
from stova.server.seen import Seen

RECENT = 24
"""How many of the last things done in a deal a scene tells."""


def story(look: Seen) -> tuple[messages.Happened, ...]:
    """What was done last."""
    if look.view is None:
        return ()
    announced, declared = _announcements(look.view), _declared(look.view)
    return tuple(
        messages.Happened(
            at=at,
            seat=seat,
            kind=type(action).__name__,
            action=str(action),
            announced=announced.get(at, ""),
            points=declared.get(at),
        )
        for at, seat, action in _recalled(look.view)
    )


def story_is_of(look: Seen) -> tuple[Any, ...]:
    """What that is made of."""
    return () if look.view is None else (look.view.history, getattr(look.view.own, "announced", ()))


def _recalled(view: View) -> tuple[tuple[int, int, Action | FaceDown], ...]:
    """What is told of what was done: the place in the deal, the seat, and what it was."""
    first = len(view.history) - RECENT
    done = ((at, seat, action) for at, (seat, action) in enumerate(view.history))
    return tuple([told for told in done if told[0] >= first or isinstance(told[2], Trade | LeadTrader)])


def _announcements(view: View) -> dict[int, str]:
    """By place in the deal, the ranks whose four were announced there: by the first card that counts otherwise."""
    ranks = getattr(view.own, "announced", ())
    if not ranks:
        return {}
    now, alone = (view.game.tables(look).roles for look in (view, replace(view, own=replace(view.own, fours=()))))
    shown = [(at, _shown(action)) for at, (_, action) in enumerate(view.history)]
    found = {card.rank: at for at, card in reversed(shown) if card is not None and now[card] != alone[card]}
    return {at: rank for rank, at in found.items() if rank in ranks}


def _declared(view: View) -> dict[int, int]:
    """By place in the deal, the points of the bonus declared there, in the trick just won."""
    tables, played, found = view.game.tables(view), 0, {}
    for at, (_, action) in enumerate(view.history):
        played += _shown(action) is not None
        if isinstance(action, Roem):
            found[at] = tables.bonus(card_set(view.tricks[played // view.game.seats - 1].cards))
    return found


def _shown(action: Action | FaceDown) -> Card | None:
    """The card an action plays."""
    return action.card if isinstance(action, Play) else action.taken if isinstance(action, LeadTrader) else None
