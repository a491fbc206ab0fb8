"""States made of what went which way."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from stova.cards import CARDS, Card, CardSet, card_set, cards_in
from stova.engine.actions import Action, Cut, Discard, Exchange, FaceDown, Knock, PutAway
from stova.engine.state import State
from stova.engine.view import View
from stova.worlds.ways import COVERED, DOWN, TALON, Route

Ways = Sequence[CardSet]
"""The cards that went each way, by route."""


def dealt(sample: State, routes: Sequence[Route], ways: Ways) -> tuple[tuple[Card, ...], ...]:
    """What was dealt to each seat and to the talon; cards in no certain place ascending."""
    found: list[list[Card | None]] = [[None] * len(cards) for cards in sample.dealt]
    piles: dict[tuple[int, tuple[int, ...]], CardSet] = {}
    for route, cards in zip(routes, ways, strict=True):
        if route.token is not None:
            continue
        piles[route.origin, route.slots] = piles.get((route.origin, route.slots), 0) | cards
    for (origin, slots), cards in sorted(piles.items(), reverse=True):
        loose = slots or [slot for slot, card in enumerate(found[origin]) if card is None]
        for slot, card in zip(loose, cards_in(cards), strict=True):
            found[origin][slot] = card
    return tuple(tuple(card for card in own if card is not None) for own in found)


def revealed(view: View, routes: Sequence[Route], ways: Ways) -> tuple[tuple[int, Action], ...]:
    """The history of a view with the cards put face down."""
    down = cards_in(card_set_of(routes, ways, DOWN))
    return tuple((seat, _revealed(action, down)) for seat, action in view.history)


def _revealed(action: Action | FaceDown, cards: tuple[Card, ...]) -> Action:
    if not isinstance(action, FaceDown):
        return action
    return Discard(cards) if action.verb == "discard" else Exchange(cards)


def put_away(view: View, tokens: Sequence[int]) -> tuple[tuple[int, Action], ...]:
    """The history of a view with the single cards put away."""
    cards = iter(tokens)
    return tuple(
        (seat, PutAway(CARDS[next(cards)]) if isinstance(action, FaceDown) else action) for seat, action in view.history
    )


def card_set_of(routes: Sequence[Route], ways: Ways, place: int) -> CardSet:
    """The cards whose way led to a place."""
    cards = 0
    for route, own in zip(routes, ways, strict=True):
        if route.place == place:
            cards |= own
    return cards


def dealt_again(like: View | State, cards: Sequence[Sequence[Card]], history: Sequence[tuple[int, Action]]) -> State:
    """The deal of these cards, to seats and talon, as it is after the cut its history begins with, if any."""
    game, drawn = like.game, like.drawn
    if not history or not isinstance(history[0][1], Cut | Knock):
        turned = None if drawn is None else (drawn,)
        return game.deal(hands=cards[:-1], talon=cards[-1], dealer=like.dealer, drawn=turned)
    start = State(game=game, dealer=like.dealer, pack=game.pack, drawn=drawn, history=(history[0],))
    cut = game.phases[0].apply
    places = zip(cut(start, history[0][1]).dealt, cards, strict=True)
    lay = {there: card for theirs, own in places for there, card in zip(theirs, own, strict=True)}
    return replace(cut(replace(start, pack=tuple(map(lay.__getitem__, game.pack))), history[0][1]), pack=())


def replayed(view: View, cards: Sequence[Sequence[Card]], history: Sequence[tuple[int, Action]]) -> State:
    """The deal of these cards, played again: every action is checked.

    Raises RulesError, IllegalAction for what can't be.
    """
    state = dealt_again(view, cards, history)
    for _, action in history[len(state.history) :]:
        state = state.apply(action)
    return state


def steps(world: State) -> Iterator[tuple[State, int, Action]]:
    """Each action of a world from the deal on, with the seat that did it and the state it was done in."""
    state = dealt_again(world, world.dealt, world.history)
    for seat, action in world.history[len(state.history) :]:
        yield state, seat, action
        state = state.apply(action)


def like(state: State, view: View, routes: Sequence[Route], before: Ways, ways: Ways) -> State:
    """The state of a deal like that of `state`, which differs in what went which way."""
    cards = dealt(state, routes, ways)
    played = ~card_set(_seen(view))
    kept = [card for route, own in zip(routes, ways, strict=True) if route.place == TALON for card in cards_in(own)]
    return replace(
        state,
        dealt=cards,
        hands=tuple(card_set_of(routes, ways, seat) & played for seat in range(len(state.hands))),
        talon=tuple(kept),
        discards=None if state.discards is None else cards_in(card_set_of(routes, ways, DOWN)),
        own=_exchanged(state.own, _covered(routes, before, ways)),
        history=revealed(view, routes, ways) if state.discards else state.history,
    )


def _seen(view: View) -> list[Card]:
    """The cards played."""
    return [*(card for trick in view.tricks for card in trick.cards), *view.trick]


def _covered(routes: Sequence[Route], before: Ways, ways: Ways) -> dict[Card, Card]:
    """What lies covered for what lay covered before."""
    pairs = zip(routes, before, ways, strict=True)
    return {cards_in(old)[0]: cards_in(new)[0] for route, old, new in pairs if route.place == COVERED}


def _exchanged(value: Any, other: dict[Card, Card]) -> Any:
    """A value with cards exchanged for others wherever it holds any."""
    if not other:
        return value
    if isinstance(value, Card):
        return other.get(value, value)
    if isinstance(value, Struct):
        fields = {name: _exchanged(getattr(value, name), other) for name in value.__struct_fields__}
        return replace(value, **fields)
    return tuple([_exchanged(item, other) for item in value]) if isinstance(value, tuple) else value
