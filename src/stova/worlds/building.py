"""States made of what went which way."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from stova.cards import CARDS, Card, CardSet, card_set, cards_in
from stova.engine.actions import Action, FaceDown, face_up
from stova.engine.again import dealt_again
from stova.engine.state import State
from stova.engine.view import plays
from stova.engine.ways import COVERED, DOWN, TALON, Walk
from stova.errors import IllegalAction

Ways = Sequence[CardSet]
"""The cards and tokens that went each way, by route."""


def played_again(walk: Walk, sample: State, ways: Ways) -> State | None:
    """The deal in which cards went so, every action checked; None if it doesn't give the view.

    `sample` is any deal just dealt.
    """
    view, history = walk.view, revealed(walk, ways)
    state = dealt_again(view, dealt(walk, sample, ways), history)
    try:
        for _, action in history[len(state.history) :]:
            state = state.apply(action)
    except IllegalAction:
        return None
    return state if state.view(view.seat) == view else None


def dealt(walk: Walk, sample: State, ways: Ways) -> tuple[tuple[Card, ...], ...]:
    """What was dealt to each seat and to the talon; cards in no certain place ascending."""
    found: list[list[Card | None]] = [[None] * len(cards) for cards in sample.dealt]
    piles: dict[tuple[int, tuple[int, ...]], CardSet] = {}
    for route, cards in zip(walk.routes, ways, strict=True):
        if route.token is not None:
            continue
        piles[route.origin, route.slots] = piles.get((route.origin, route.slots), 0) | cards
    for (origin, slots), cards in sorted(piles.items(), reverse=True):
        loose = slots or [slot for slot, card in enumerate(found[origin]) if card is None]
        for slot, card in zip(loose, cards_in(cards), strict=True):
            found[origin][slot] = card
    return tuple(tuple(card for card in own if card is not None) for own in found)


def revealed(walk: Walk, ways: Ways) -> tuple[tuple[int, Action], ...]:
    """The history of the view with the cards put face down."""
    down = iter(walk.down)
    return tuple(
        (seat, face_up(action, _cards(walk, ways, next(down))) if isinstance(action, FaceDown) else action)
        for seat, action in walk.view.history
    )


def _cards(walk: Walk, ways: Ways, indices: Iterable[int]) -> tuple[Card, ...]:
    """The cards that went some of the ways, ascending."""
    numbers = _went(ways, indices)
    seen = (card for token, card in walk.tokens.items() if numbers >> token & 1)
    return tuple(sorted((*cards_in(numbers & card_set(CARDS)), *seen)))


def _went(ways: Ways, indices: Iterable[int]) -> CardSet:
    return sum([ways[index] for index in indices])


def alike(world: State, walk: Walk, went: Ways, drawn: Sequence[Ways]) -> list[State]:
    """Deals that differ from that of `world`, in which cards went as in `went`, in what went which way alone."""
    places = [walk.leading_to(place) for place in (DOWN, TALON, *range(len(world.hands)))]
    played = card_set(card for _, _, card, _ in plays(walk.view))
    return [_like(world, walk, went, ways, places, ~played) for ways in drawn]


def _like(
    world: State, walk: Walk, before: Ways, ways: Ways, places: Sequence[Sequence[int]], unplayed: CardSet
) -> State:
    down, talon, *hands = places
    return replace(
        world,
        dealt=dealt(walk, world, ways),
        hands=tuple([_went(ways, hand) & unplayed for hand in hands]),
        talon=tuple([card for index in talon for card in cards_in(ways[index])]),
        discards=None if world.discards is None else cards_in(_went(ways, down)),
        own=_exchanged(world.own, _covered(walk, before, ways)),
        history=revealed(walk, ways) if walk.down else world.history,
    )


def _covered(walk: Walk, before: Ways, ways: Ways) -> dict[Card, Card]:
    """What lies covered for what lay covered before."""
    return {cards_in(before[index])[0]: cards_in(ways[index])[0] for index in walk.leading_to(COVERED)}


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
