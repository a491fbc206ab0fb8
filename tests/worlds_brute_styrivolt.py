"""All worlds of views of Stýrivolt, by undoing what was seen from every way the unseen cards may lie now.

What comes out of that is played again from the deal, and is a world if it gives the view. The deals are all by seat 3.
`python tests/worlds_brute_styrivolt.py --views 1000 --seed 1` compares as many as there is time for.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations, islice, pairwise, permutations
from math import factorial, prod
from typing import Any, NamedTuple

from stova import Card, Game, IllegalAction, State, View
from stova.engine.actions import (
    Action,
    Back,
    Both,
    Cut,
    Expose,
    FaceDown,
    LeadTrader,
    Play,
    PutAway,
    Stay,
    Stop,
    TakeExposed,
    TakeStock,
    Trade,
)
from stova.games.styrivolt.choosing import search
from stova.worlds import Worlds
from styrivolt_states import CHANGED, a_pack, begun, stacked, styrivolt
from worlds_brute import Cards, fits, shared

STOCK = 12
Shuffle = Callable[[Game, random.Random], Sequence[Card]]
MOST_DEALS, MOST_WORLDS = 300, 24
"""Deals played again for one view, and worlds it may have unless more are wanted."""


class Lie(NamedTuple):
    """Where cards lie that aren't open: in hands, and in the stock's place; and what has been put away since."""

    hands: tuple[Cards, ...]
    pile: Cards
    away: tuple[Card, ...] = ()


class Step(NamedTuple):
    """What all saw happen: whose hand it changed and what was done, and which cards lie open no longer or now."""

    seat: int
    action: Action | FaceDown
    gone: Cards
    came: Cards
    taken: bool
    """Whether what lay in the stock's place was taken with it."""
    stock: int
    """How many cards lay in the stock's place before."""
    held: Cards | None
    """The hand before, if it was the viewer's."""


class Deal(NamedTuple):
    """A deal, the stock from the top, and the cards put away in it."""

    hands: tuple[Cards, ...]
    stock: tuple[Card, ...]
    away: tuple[Card, ...]


def history_of(true: State) -> list[State]:
    """The states of a deal from the first in which cards were dealt."""
    away = tuple(action.card for _, action in true.history if isinstance(action, PutAway))
    hands = tuple(frozenset(hand) for hand in true.dealt[:-1])
    return _played(true, Deal(hands, true.dealt[-1], away))


def key(world: State) -> Hashable:
    """What tells a world from others of the same view, but for the order of the stock where that decides nothing.

    The cards turned after the first, but for one of a third suit, are all of the two suits chosen; and those neither
    turned nor looked at are never seen in their order.
    """
    own, stock = world.own, world.dealt[-1]
    looked = stock[STOCK - len(own.looked) :]
    turned = [card for card in stock if card not in own.laid_first][: len(own.turned)]
    third = [card for card in turned if card.suit not in own.chosen]
    away = tuple(action for _, action in world.history if isinstance(action, PutAway))
    hands = tuple(frozenset(hand) for hand in world.dealt[:-1])
    return hands, turned[0], frozenset(turned), *third, looked, away, world.hands


def given(true: State, seen: Sequence[View], among: Iterable[Deal]) -> Iterator[State]:
    """The deals that, played as the true one was, give a seat, or an onlooker, every view it had."""
    for deal in among:
        states = _played(true, deal)
        if states and states[-1].view(seen[-1].seat) == seen[-1]:
            assert [state.view(seen[-1].seat) for state in states] == seen
            yield states[-1]


def deals(seen: Sequence[View]) -> list[Deal] | None:
    """The deals that may have given these views, one after the other, and others; None where there are too many."""
    lies = list(islice(_now(seen[-1]), MOST_DEALS + 1))
    for before, after in reversed(list(pairwise(seen))):
        if len(lies) > MOST_DEALS:
            return None
        lies = list(islice(_undone(lies, before, after), MOST_DEALS + 1))
    found = list(islice(_dealt(seen[-1], lies), MOST_DEALS + 1))
    return found if len(found) <= MOST_DEALS else None


def _dealt(view: View, lies: Iterable[Lie]) -> Iterator[Deal]:
    for lie in lies:
        if view.seat is None or lie.hands[view.seat] == frozenset(view.was_dealt):
            stock = frozenset(view.game.pack).difference(*lie.hands)
            yield from (Deal(lie.hands, order, lie.away) for order in _orders(view, stock))


def _now(view: View) -> Iterator[Lie]:
    """The ways the cards may lie at last that the viewer doesn't see."""
    played = [card for trick in (*(own.cards for own in view.tricks), view.trick) for card in trick]
    unseen = frozenset(view.game.pack) - _lying_open(view) - set(view.hand) - set(played)
    others = [seat for seat in range(4) if seat != view.seat]
    for piles in shared(unseen, [view.counts[seat] for seat in others]):
        hands = dict(zip(others, piles, strict=True))
        yield Lie(tuple(hands.get(seat, frozenset(view.hand)) for seat in range(4)), unseen.difference(*piles))


def _lying_open(view: View) -> Cards:
    return frozenset((*view.own.laid, *(card for cards in view.own.exposed for card in cards)))


def _undone(lies: Iterable[Lie], before: View, after: View) -> Iterator[Lie]:
    """The ways the cards may have lain before the last action of `after`, where they lie so now."""
    step = _step(before, after)
    for lie in lies:
        for hand, pile, away in _undo(step, lie.hands[step.seat], lie.pile):
            if step.held in (None, hand):
                hands = (*lie.hands[: step.seat], hand, *lie.hands[step.seat + 1 :])
                yield Lie(hands, pile, (*away, *lie.away))


def _step(before: View, after: View) -> Step:
    seat, action = after.history[-1]
    lay, lies = _lying_open(before), _lying_open(after)
    taken = len(after.own.takers) > len(before.own.takers)
    if taken:
        seat = after.own.takers[-1]
    elif isinstance(action, Stay) and lies != lay and after.to_act is not None:
        # All have let the king take the bird, and it is its holder's turn again.
        seat = after.to_act
    held = frozenset(before.hand) if before.seat == seat else None
    return Step(seat, action, lay - lies, lies - lay, taken, before.own.stock, held)


def _undo(step: Step, hand: Cards, pile: Cards) -> Iterator[tuple[Cards, Cards, tuple[Card, ...]]]:
    """The hand of whose doing it was, what lay in the stock's place, and what was put away, before a step."""
    gone, came = step.gone, step.came
    match step.action:
        case _ if step.taken:
            if gone <= hand:
                yield pile, hand - gone, ()
        case Play(card=card) | LeadTrader(card=card):
            yield hand | {card}, pile, ()
        case Trade(card=card) if gone and not came:
            if gone <= hand and card in pile:
                yield hand - gone | {card}, pile - {card}, ()
        case Trade() | Stay():
            if gone <= hand:
                yield hand - gone | came, pile, ()
        case Back():
            yield pile | came, hand, ()
        case Both() if step.held is not None:
            yield step.held, hand - step.held, ()
        case Both():
            for down in combinations(sorted(hand), step.stock):
                yield hand - set(down), frozenset(down), ()
        case PutAway(card=card):
            if card in pile:
                yield hand | {card}, pile - {card}, (card,)
        case FaceDown():
            for card in pile:
                yield hand | {card}, pile - {card}, (card,)
        case _:
            yield hand, pile, ()


def _orders(view: View, stock: Cards) -> Iterator[tuple[Card, ...]]:
    """The orders in which these cards may have been the stock, one for all that `key` doesn't tell apart."""
    own = view.own
    for looked in permutations(sorted(stock), own.looked_count):
        laid = tuple(card for card in looked if card in own.laid_first)
        if laid == own.laid_first and own.looked in ((), looked):
            for upper in _upper_orders(view, stock - set(looked)):
                order = (*upper, *reversed(looked))
                turned, chosen = search([card for card in order if card not in laid])
                if len(turned) == own.turned_count and chosen[: len(own.chosen)] == own.chosen:
                    yield order


def _upper_orders(view: View, cards: Cards) -> Iterator[tuple[Card, ...]]:
    """The orders of what wasn't looked at, if both suits have been shown.

    Before the last card turned there are these two suits only, and all that was exposed.
    """
    count, seen = view.own.turned_count, view.own.turned[: len(cards)]
    if seen:
        if cards.issuperset(seen):
            yield (*seen, *sorted(cards.difference(seen)))
        return
    exposed = {card for _, action in view.history if isinstance(action, Expose) for card in action.cards}
    chosen = {card for card in cards if card.suit in view.own.chosen}
    for first in chosen:
        if count > len(cards):
            yield (first, *sorted(cards - {first}))
            continue
        for last in cards - {first} if count == len(cards) else cards - chosen:
            certain = (exposed & cards) - {first, last}
            more = max(count - 2 - len(certain), 0)
            for others in combinations(sorted(chosen - certain - {first, last}), more):
                turned = (first, *sorted(certain.union(others)), last)
                yield (*turned, *sorted(cards.difference(turned)))


def _played(true: State, deal: Deal) -> list[State]:
    """The states of this deal, played as the true one was; none where that isn't legal."""
    hands = [sorted(hand) for hand in deal.hands]
    history, away = true.history, iter(deal.away)
    if isinstance(history[0][1], Cut):
        pack = stacked(hands, deal.stock)
        cut, beneath = history[0][1], len(pack) - history[0][1].depth
        states, history = [begun(true.game, pack[beneath:] + pack[:beneath]).apply(cut)], history[1:]
    else:
        states = [true.game.deal(hands=hands, talon=deal.stock, dealer=3)]
    try:
        for _, action in history:
            own = PutAway(next(away)) if isinstance(action, PutAway) else action
            states.append(states[-1].apply(own))
    except IllegalAction:
        return []
    return states


def some_deal(rng: random.Random, liked: tuple[type, ...], pack: Shuffle = a_pack, **options: Any) -> list[State]:
    """The states of a deal by chance, in which actions of the kinds liked are done more often, and nobody stops."""
    chosen = {name: rng.choice(values) for name, values in CHANGED.items() if rng.random() < 0.7}
    game = styrivolt(**chosen | options)
    states, keen = [begun(game, pack(game, rng))], rng.choice((0.1, 0.5, 0.9))
    while not states[-1].is_over:
        legal = states[-1].legal_actions()
        rare = [action for action in legal if isinstance(action, liked)]
        other = [action for action in legal if not isinstance(action, Stop)]
        states.append(states[-1].apply(rng.choice(rare if rare and rng.random() < keen else other)))
    return [state for state in states if state.hands]


def enumerated(
    states: Sequence[State], seat: int | None, rng: random.Random, most: int = MOST_WORLDS
) -> tuple[State, Counter[Hashable]] | None:
    """One of the last of these states of a deal, with all worlds of a seat's view; None where they are too many."""
    late = [state for state in states if len(state.tricks) >= 7 and 2 < _ways(state.view(seat)) <= MOST_DEALS]
    if not late:
        return None
    state = rng.choice(late[:6])
    seen = [before.view(seat) for before in history_of(state)]
    among = deals(seen)
    if among is None:
        return None
    everything = Counter(key(world) for world in given(state, seen, among))
    assert key(state) in everything
    return (state, everything) if 2 < len(everything) <= most else None


def _ways(view: View) -> int:
    """How many ways the unseen cards may lie now, as far as their numbers tell."""
    sizes = [view.own.stock, *(count for seat, count in enumerate(view.counts) if seat != view.seat)]
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def check(state: State, seat: int | None, everything: Counter[Hashable], seed: int) -> None:
    """Each world is drawn, as often as it should be, and no other; looked at again where it may be chance."""
    drawn = _drawn(state, seat, 12 * len(everything) + 60, seed)
    assert set(drawn) == everything.keys(), f"{state.game.identity}, {seat}, {state.history}"
    even = fits(drawn, everything) or fits(_drawn(state, seat, 10 * len(drawn), seed ^ 1), everything)
    assert even, f"{state.game.identity}, {seat}, {state.history}"


def _drawn(state: State, seat: int | None, number: int, seed: int) -> list[Hashable]:
    return [key(world) for world in Worlds(state.view(seat)).draw(number, seed=seed)]


KINDS = (TakeStock, TakeExposed, Both, Back, PutAway, Trade, LeadTrader)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--views", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    rng, done, start = random.Random(asked.seed), 0, time.perf_counter()
    while done < asked.views:
        seat = rng.choice((0, 1, 2, 3, None))
        found = enumerated(some_deal(rng, tuple(rng.sample(KINDS, 3))), seat, rng)
        if found is not None:
            check(found[0], seat, found[1], rng.getrandbits(64))
            done += 1
    print(f"{done:,} views, all their worlds drawn evenly, in {time.perf_counter() - start:,.0f} s.")


if __name__ == "__main__":
    main()
