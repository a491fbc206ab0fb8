"""All worlds of a view, by dealing the cards in every way there is and playing the deal again: slow and sure.

A world is a deal that gives the seat every view it has had, not its last one alone. It is known by what it hides: who
was dealt what, in the order taken where cards are taken one by one, what was put down, and what lies covered.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import combinations, permutations, product
from math import sqrt
from typing import TypeVar

from msgspec.structs import replace

from stova import Action, Card, IllegalAction, State, View
from stova.engine.actions import Discard, Exchange, FaceDown, Play, Take
from stova.engine.again import played_through

Cards = frozenset[Card]
Dealt = Sequence[Sequence[Card]]
One = TypeVar("One", bound=Hashable)


def key(world: State) -> Hashable:
    """What tells a world from others of the same view."""
    hands = tuple(frozenset(hand) for hand in world.dealt[:-1])
    return hands, world.dealt[-1], world.hands, world.discards, world.game.covers(world)


def fits(drawn: Sequence[One], expected: Counter[One]) -> bool:
    """Whether each world is drawn as often as so many deals are: chi-square, four standard deviations allowed."""
    seen = Counter(drawn)
    assert seen.keys() <= expected.keys()
    share = len(drawn) / expected.total()
    statistic = sum((seen[world] - share * deals) ** 2 / (share * deals) for world, deals in expected.items())
    return statistic <= len(expected) - 1 + 4 * sqrt(2 * len(expected))


def views(state: State, seat: int | None) -> Iterator[View]:
    """The views a seat has had since the deal, and has now."""
    for before, _, _ in played_through(state):
        yield before.view(seat)
    yield state.view(seat)


def given(true: State, seat: int, deals: Iterable[tuple[Dealt, Sequence[Card], Cards]]) -> Iterator[State]:
    """The deals (hands, talon, cards put down), played as the true one was, that give the seat every view it had."""
    wanted = list(views(true, seat))
    for hands, talon, down in deals:
        world = _played(true, hands, talon, down)
        if world is not None and world.view(seat) == wanted[-1] and list(views(world, seat)) == wanted:
            yield world


def worlds(true: State, seat: int) -> Iterator[State]:
    """Every world of the view that `seat` has of a state of a deal whose cards are all in hands, talon and tricks."""
    deals = _deals(true.view(seat))
    yield from given(true, seat, (([sorted(hand) for hand in hands], talon, down) for hands, talon, down in deals))


def _deals(view: View) -> Iterator[tuple[list[Cards], tuple[Card, ...], Cards]]:
    """Hands dealt, talon dealt and cards put down, so that the cards seen are where they were seen."""
    played = [frozenset(_played_by(view, seat)) for seat in range(view.game.seats)]
    seen = frozenset().union(*played) | set(view.hand) | set(view.discards or ())
    unseen = frozenset(view.game.pack) - seen
    others = [seat for seat in range(view.game.seats) if seat != view.seat]
    hidden = view.discarded or 0 if view.discards is None else 0
    for piles in shared(unseen, [*(view.counts[seat] for seat in others), hidden]):
        ends = [
            frozenset(view.hand) | played[seat] if seat == view.seat else played[seat]
            for seat in range(view.game.seats)
        ]
        for seat, pile in zip(others, piles, strict=False):
            ends[seat] |= pile
        down = frozenset(view.discards or ()) or piles[len(others)]
        yield from _origins(view, ends, down, unseen.difference(*piles))


def _played_by(view: View, seat: int) -> Iterator[Card]:
    for actor, action in view.history:
        if actor == seat and isinstance(action, Play):
            yield action.card


def shared(cards: Cards, sizes: Sequence[int]) -> Iterator[list[Cards]]:
    if not sizes:
        yield []
        return
    for own in combinations(sorted(cards), sizes[0]):
        for rest in shared(cards - set(own), sizes[1:]):
            yield [frozenset(own), *rest]


def _origins(
    view: View, ends: list[Cards], down: Cards, left: Cards
) -> Iterator[tuple[list[Cards], tuple[Card, ...], Cards]]:
    """What was dealt, if the seats had these cards in the end, so much was put down and so much left of the talon."""
    took = next((seat for seat, action in view.history if _takes(action)), None)
    if took is None:
        yield from ((ends, talon, down) for talon in permutations(sorted(left)))
        return
    whole = any(isinstance(action, Take) for _, action in view.history)
    pool = sorted(ends[took] | (down if whole else frozenset()))
    number = _talon_size(view) - len(left)
    for taken, rest in product(permutations(pool, number), permutations(sorted(left))):
        dealt = list(ends)
        dealt[took] = (ends[took] | down) - set(taken)
        yield dealt, (*taken, *rest), down


def _takes(action: Action | FaceDown) -> bool:
    cards = isinstance(action, Discard | Exchange) and bool(action.cards)
    return cards or isinstance(action, FaceDown | Take)


def _talon_size(view: View) -> int:
    return len(view.game.pack) - view.game.seats * max(
        sum(1 for _ in _played_by(view, seat)) + view.counts[seat] for seat in range(view.game.seats)
    )


def _played(true: State, hands: Dealt, talon: Sequence[Card], down: Cards) -> State | None:
    """The deal of these cards, played as the true one was; None where that isn't legal."""
    drawn = None if true.drawn is None else (true.drawn,)
    world = true.game.deal(hands=hands, talon=tuple(talon), dealer=true.dealer, drawn=drawn)
    cut = true.history[: len(true.history) - _since_deal(true)]
    world = replace(world, history=cut)
    try:
        for _, action in true.history[len(cut) :]:
            if isinstance(action, Discard | Exchange) and action.cards:
                action = type(action)(tuple(sorted(down)))
            world = world.apply(action)
    except IllegalAction:
        return None
    return world


def _since_deal(true: State) -> int:
    return sum(str(action).split()[0] not in ("cut", "knock") for _, action in true.history)


def stock_worlds(true: State, seat: int) -> Iterator[State]:
    """Every world of a view of a deal with a stock of which three cards were turned, and none traded or taken.

    What was exposed lay on top of the stock, and of the others only the third's place matters.
    """
    yield from given(true, seat, _stock_deals(true.view(seat)))


def _stock_deals(view: View) -> Iterator[tuple[Dealt, Sequence[Card], Cards]]:
    played = [frozenset(_played_by(view, other)) for other in range(4)]
    exposed = [card for cards in view.own.exposed for card in cards]
    unseen = frozenset(view.game.pack) - frozenset().union(*played) - set(view.hand) - set(exposed)
    others = [other for other in range(4) if other != view.seat]
    for piles in shared(unseen, [view.counts[other] for other in others]):
        hands = list(played)
        hands[view.seat or 0] |= set(view.hand)
        for other, pile in zip(others, piles, strict=True):
            hands[other] |= pile
        left = unseen.difference(*piles)
        for third in left:
            yield [sorted(hand) for hand in hands], (*exposed, third, *sorted(left - {third})), frozenset()


def row_worlds(true: State, seat: int) -> Iterator[State]:
    """Every world of a view of two-handed Sjavs: of the cards not seen some lie covered, the others in one hand."""
    yield from given(true, seat, _row_deals(true, true.view(seat)))


def _row_deals(true: State, view: View) -> Iterator[tuple[Dealt, Sequence[Card], Cards]]:
    other = 1 - (view.seat or 0)
    seen = {*_played_by(view, 0), *_played_by(view, 1), *view.hand, *(card for row in view.own for card in row.up)}
    unseen = [card for card in view.game.pack if card not in seen]
    covered = [(owner, place) for owner, row in enumerate(view.own) for place in range(4) if row.turned[place] is None]
    for lower in permutations(unseen, len(covered)):
        hands = [list(cards) for cards in true.dealt[:-1]]
        for (owner, place), card in zip(covered, lower, strict=True):
            hands[owner][place] = card
        shown = [card for card in hands[other][8:] if card in seen]
        hands[other][8:] = [*shown, *(card for card in unseen if card not in lower)]
        yield hands, (), frozenset()
