"""Worlds of views of mid-deal positions, beside shuffling what is unseen until it fits."""

import random
from collections.abc import Sequence
from functools import partial

import measure

import stova
from stova import State, View
from stova.cards import Card, card_set
from stova.engine.view import plays
from stova.worlds import Worlds

HANDS = 2_500
"""Hands a view and call."""
STATES = 60
"""Worlds a view and call."""
POSITIONS = 8
"""Views of each game. Each call draws from all: some are ten times as quick as others."""
TRICKS = 2
"""How many tricks have been played."""


def positions(game: stova.Game, rng: random.Random) -> list[State]:
    """Random deals in which card play has come some way."""
    found: list[State] = []
    while len(found) < POSITIONS:
        state = game.deal(key=rng.randbytes(32))
        while not state.is_over and len(state.tricks) < TRICKS:
            state = state.apply(rng.choice(state.legal_actions()))
        if not state.is_over:
            found.append(state)
    return found


def hands(known: Sequence[Worlds], rng: random.Random) -> measure.Work:
    """Hands of the worlds of each view."""
    return {"hands": sum(len(worlds.hands(HANDS, seed=rng.getrandbits(64))) for worlds in known)}


def states(known: Sequence[Worlds], rng: random.Random) -> measure.Work:
    """The worlds of each view."""
    return {"states": sum(len(worlds.draw(STATES, seed=rng.getrandbits(64))) for worlds in known)}


def shuffled(views: Sequence[View], rng: random.Random) -> measure.Work:
    """For each view deals the unseen cards out by chance until no seat holds what it showed not to; no bids."""
    return {"hands": sum(_shuffled(view, rng) for view in views)}


def _shuffled(view: View, rng: random.Random) -> int:
    seen = card_set(view.hand) | card_set(card for _, _, card, _ in plays(view))
    unseen = [card for card in view.game.pack if not seen >> card & 1]
    lacks = _lacks(view)
    for _ in range(10_000):
        rng.shuffle(unseen)
        if _deals(view, unseen, lacks):
            return 1
    return 0


def _lacks(view: View) -> list[int]:
    lacks, tables = [0] * view.game.seats, view.game.tables(view)
    for _, seat, card, trick in plays(view):
        lacks[seat] |= tables.lacking(card, trick, card_set(view.game.pack))
    return lacks


def _deals(view: View, unseen: Sequence[Card], lacks: Sequence[int]) -> bool:
    top = 0
    for seat, count in enumerate(view.counts):
        if seat != view.seat:
            if card_set(unseen[top : top + count]) & lacks[seat]:
                return False
            top += count
    return True


def main() -> None:
    measure.print_machine()
    by_hands: dict[str, measure.Contestant] = {}
    by_states: dict[str, measure.Contestant] = {}
    for name, game in stova.games().items():
        views = [state.view(state.to_act) for state in positions(game, random.Random(name))]
        known = [Worlds(view) for view in views]
        by_states[name] = partial(states, known)
        if game.plays_by_tables:
            by_hands[name] = partial(hands, known)
            by_hands[f"{name}, shuffled in Python without bids"] = partial(shuffled, views)
    rates = measure.measure(by_hands)
    measure.print_table("hands", rates, base="sjavs")
    worlds = measure.measure(by_states)
    measure.print_table("worlds", worlds, base="sjavs")
    measure.print_aim("hands a second, sjavs", aim=200_000, reached=rates["sjavs"]["hands"])
    measure.print_aim("worlds a second, sjavs", aim=5_000, reached=worlds["sjavs"]["states"])


if __name__ == "__main__":
    main()
