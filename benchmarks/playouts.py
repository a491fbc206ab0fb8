"""Random play-outs of card play through the kernel, on one core and on two, beside OpenSpiel's C++ rollouts.

A play-out, which OpenSpiel calls a rollout, copies a position, plays each card at random among the legal ones to the
end of the deal, and takes the result. OpenSpiel's are made by an `MCTSBot` told to simulate once: it then evaluates the
position it is given with `RandomRolloutEvaluator`, which is `ROLLOUTS` rollouts of exactly that position, all in C++.

Games differ in length, so cards played are counted too. Every play-out of a position chosen here plays the same number
of cards; there is none of a game that may end early, as a Skat null does.
"""

import random
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import measure

import stova
from stova import kernel
from stova.playouts import kernel_position, kernel_tables

COUNT = 50_000
"""Play-outs a call of the kernel."""
ROLLOUTS = 200
"""Rollouts an evaluation by OpenSpiel."""
POSITIONS = 8
"""Positions of each kind; each call takes one of them at random."""
SPIEL_GAMES = {"skat": 30, "euchre": 20, "hearts": 52}
"""OpenSpiel's games, and how many cards are played in each."""


def stova_position(game: stova.Game, tricks: int, rng: random.Random) -> stova.State:
    """A random deal in which card play has come so many tricks far."""
    state = game.deal(key=rng.randbytes(32))
    while not (state.points and len(state.tricks) == tricks):
        state = state.apply(rng.choice(state.legal_actions()))
        if state.is_over:
            state = game.deal(key=rng.randbytes(32))
    return state


def kernel_playouts(states: Sequence[stova.State], rng: random.Random, *, threads: int, portable: bool) -> measure.Work:
    """Play-outs of one of the states."""
    state = rng.choice(states)
    tables = kernel_tables(state.game.tables(state), state.game.seats)
    kernel.playouts(tables, kernel_position(state), COUNT, rng.getrandbits(64), threads, portable=portable)
    cards = sum(map(len, state.dealt[:-1])) - sum(len(trick.cards) for trick in state.tricks)
    return {"play-outs": COUNT, "cards": COUNT * cards}


def on_kernel(game: stova.Game, *, tricks: int = 0, threads: int = 1, portable: bool = False) -> measure.Contestant:
    """The kernel, on positions of a Stova game."""
    rng = random.Random(repr(game))
    states = [stova_position(game, tricks, rng) for _ in range(POSITIONS)]
    return partial(kernel_playouts, states, threads=threads, portable=portable)


def spiel_position(game: Any, cards: int, rng: random.Random) -> Any:
    """A random deal from the start of its card play: however it is played out, just so many cards are played."""
    while True:
        states = _random_deal(game.new_initial_state(), rng)[-cards:]
        if len(states) == cards and all(len(_random_deal(states[0], rng)) == cards for _ in range(20)):
            return states[0]


def _random_deal(state: Any, rng: random.Random) -> list[Any]:
    """Every state from this one on in which a player decides, in a random deal."""
    state, states = state.clone(), []
    while not state.is_terminal():
        if not state.is_chance_node():
            states.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return states


def spiel_playouts(bot: Any, states: Sequence[Any], cards: int, rng: random.Random) -> measure.Work:
    """Rollouts of one of the states."""
    bot.step(rng.choice(states))
    return {"play-outs": ROLLOUTS, "cards": ROLLOUTS * cards}


def on_spiel(pyspiel: Any, name: str, cards: int) -> measure.Contestant:
    """OpenSpiel, on positions of one of its games."""
    rng = random.Random(name)
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(
        game, evaluator, uct_c=1, max_simulations=1, max_memory_mb=1, solve=False, seed=1, verbose=False
    )
    return partial(spiel_playouts, bot, [spiel_position(game, cards, rng) for _ in range(POSITIONS)], cards)


def kernel_contestants() -> dict[str, measure.Contestant]:
    """The kernel on Stova's games, on a later stage of a deal, with other duties, and without BMI2."""
    sjavs = stova.game("sjavs")
    return {
        "sjavs": on_kernel(sjavs),
        "sjavs, two cores": on_kernel(sjavs, threads=2),
        "sjavs, 16 of 32 cards left": on_kernel(sjavs, tricks=4),
        "sjavs, without BMI2": on_kernel(sjavs, portable=True),
        "sjavs, overtrump=if_trumping": on_kernel(stova.game("sjavs", overtrump="if_trumping")),
        "sjavs, overtrump=must": on_kernel(stova.game("sjavs", overtrump="must")),
        "sjavs3": on_kernel(stova.game("sjavs3")),
        "sjavs2": on_kernel(stova.game("sjavs2")),
    }


def spiel_contestants() -> dict[str, measure.Contestant]:
    """OpenSpiel's games, if it is installed."""
    pyspiel = measure.peer("pyspiel")
    return {f"OpenSpiel {name}": on_spiel(pyspiel, name, cards) for name, cards in SPIEL_GAMES.items() if pyspiel}


def print_aims(rates: measure.Rates, peers: Iterable[str]) -> None:
    """Sjavs alone and beside OpenSpiel's games, on one core and on two."""
    a_second = {name: rate["play-outs"] for name, rate in rates.items()}
    one, two = a_second["sjavs"], a_second["sjavs, two cores"]
    measure.print_aim("millions of play-outs a second on one core", aim=3, reached=one / 1e6)
    measure.print_aim("play-outs a second, two cores ÷ one core", aim=2, reached=two / one)
    for name in peers:
        measure.print_aim(f"play-outs a second, one core ÷ {name}", aim=10, reached=one / a_second[name])
        measure.print_aim(f"play-outs a second, two cores ÷ {name}", aim=20, reached=two / a_second[name])


def main() -> None:
    measure.print_machine()
    peers = spiel_contestants()
    rates = measure.measure(kernel_contestants() | peers)
    measure.print_table("random play-outs", rates, base="sjavs")
    print_aims(rates, peers)


if __name__ == "__main__":
    main()
