"""A deal again: the cards it began with, and all that was done with them."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from stova.cards import Card
from stova.engine.actions import Action, Cut, Knock
from stova.engine.state import State
from stova.engine.view import View
from stova.errors import require_kind


def dealt_again(like: View | State, cards: Sequence[Sequence[Card]], history: Sequence[tuple[int, Action]]) -> State:
    """The deal of these cards, to seats and talon, as it is after the cut its history begins with, if any."""
    game, drawn = like.game, like.drawn
    if not history or not isinstance(history[0][1], Cut | Knock):
        turned = None if drawn is None else (drawn,)
        return game.deal(hands=cards[:-1], talon=cards[-1], dealer=like.dealer, drawn=turned, sheet=like.sheet)
    bare = State(game=game, dealer=like.dealer, pack=game.pack, drawn=drawn, sheet=like.sheet)
    start = replace(bare, history=(history[0],))
    cut = game.phases[0].apply
    places = zip(cut(start, history[0][1]).dealt, cards, strict=True)
    lay = {there: card for theirs, own in places for there, card in zip(theirs, own, strict=True)}
    return replace(cut(replace(start, pack=tuple(map(lay.__getitem__, game.pack))), history[0][1]), pack=())


def played_through(state: State) -> Iterator[tuple[State, int, Action]]:
    """Each action of a state from the deal on, with the seat that did it and the state it was done in.

    Raises RulesError for what is no state.
    """
    require_kind("what is played through", state, State)
    now = dealt_again(state, state.dealt, state.history) if state.dealt else state
    for seat, action in state.history[len(now.history) :]:
        yield now, seat, action
        now = now.apply(action)
