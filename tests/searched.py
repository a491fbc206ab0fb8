"""Deals found by a seeded search for one that comes to what a test wants; options and plays to compare."""

import random
from collections.abc import Callable, Collection, Iterator
from itertools import islice

from msgspec.structs import replace

from helpers import names, refusal
from stova import Game, State, Suit
from stova.engine.actions import Play
from stova.engine.options import Choices, Value, allowed

MOST = 3_000
"""Deals a search tries."""


def values(game: Game) -> dict[str, tuple[Value, ...] | str]:
    """The values of every option by name; the sentence for those that take a number."""
    valid = allowed(type(game.options))
    return {name: kind.values if isinstance(kind, Choices) else str(kind) for name, kind in valid.items()}


def defaults(game: Game) -> dict[str, Value]:
    """The value of every option, by name."""
    fields = {name: name if hasattr(game.options, name) else f"{name}_" for name in allowed(type(game.options))}
    return {name: getattr(game.options, field) for name, field in fields.items()}


def plays(state: State) -> str:
    """The cards that may be played, in the order of their numbers."""
    return names(tuple(action.card for action in state.legal_actions() if isinstance(action, Play)))


def why(state: State, action: str) -> str:
    """The sentence with which an action is refused."""
    return refusal(state, action).why


def search(seed: str, make: Callable[[random.Random], State], wanted: Callable[[State], bool]) -> State:
    """The first end, of the deals that `make` makes from a seed, that is as wanted."""
    rng = random.Random(seed)
    for _ in range(MOST):
        for state in islice(_ends(make(rng)), 60):
            if wanted(state):
                return state
    raise AssertionError(f"not in {MOST} deals")


def _ends(state: State) -> Iterator[State]:
    """Every way the deal can end."""
    if state.is_over:
        yield state
    for action in state.legal_actions():
        yield from _ends(state.apply(action))


def bent(game: Game, rng: random.Random, seats: Collection[int], trump: Suit, *, strong: bool, dealer: int) -> State:
    """A deal by chance in which these seats have mostly strong, or mostly weak, cards for this trump suit."""
    tables = game.tables(replace(State(game=game, dealer=0), trump=trump))
    noise = rng.choice([1.0, 6.0, 20.0])
    merit = {card: tables.order[card] + 10 * (tables.trumps >> card & 1) + rng.gauss(0, noise) for card in game.pack}
    cards = sorted(game.pack, key=lambda card: merit[card], reverse=strong)
    size = {3: 6, 4: len(game.pack) // 4}[game.seats]
    mine, rest = cards[: size * len(seats)], cards[size * len(seats) :]
    rng.shuffle(mine)
    rng.shuffle(rest)
    hands = [[(mine if seat in seats else rest).pop() for _ in range(size)] for seat in range(game.seats)]
    return game.deal(hands=hands, dealer=dealer)


def play_on(state: State, rng: random.Random, seats: Collection[int], *said: str, left: int = 3) -> State:
    """The deal played until `left` tricks are left; these seats mostly try to win tricks, and the others to lose them.

    Where an action of `said` is legal it is taken, the first of them; other choices are by chance.
    """
    slips = rng.choice([0.1, 0.5])
    while sum(hand.bit_count() for hand in state.hands) > left * state.game.seats or not state.points:
        by_text = {str(action): action for action in state.legal_actions()}
        fixed = [by_text[text] for text in said if text in by_text]
        cards = [action for action in by_text.values() if isinstance(action, Play)]
        if fixed or not cards or rng.random() < slips:
            state = state.apply(fixed[0] if fixed else rng.choice(list(by_text.values())))
        else:
            state = state.apply(_meant(state, cards, wins=state.to_act in seats))
    return state


def _meant(state: State, cards: Collection[Play], *, wins: bool) -> Play:
    """The strongest of the cards that win the trick for now, or the weakest of those that don't."""
    tables = state.game.tables(state)
    beating = tables.beaten_by[state.trick[state.best]] if state.trick else tables.trumps

    def merit(play: Play) -> tuple[bool, int]:
        strength = tables.order[play.card] + 10 * (tables.trumps >> play.card & 1)
        return bool(beating >> play.card & 1) == wins, strength if wins else -strength

    return max(cards, key=merit)
