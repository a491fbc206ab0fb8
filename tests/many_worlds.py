"""Worlds of views of random deals of all games: `python tests/many_worlds.py --worlds 1000000 --seed 7` checks each.

A seat forgets nothing: a world must give it not only its view, but every view it has had since the deal.
"""

import argparse
import random
import time
from collections.abc import Iterable, Iterator
from itertools import count

from helpers import random_game, some_action
from stova import State
from stova.worlds import Worlds
from worlds_brute import views

VIEWS = 5
"""Views looked at of a deal."""


def deals(numbers: Iterable[object]) -> Iterator[tuple[State, int | None, random.Random]]:
    """States of random deals of all games with random options, each with a seat or an onlooker; a deal to a number."""
    for number in numbers:
        rng = random.Random(f"many worlds {number}")
        game = random_game(rng)
        state = game.deal(key=rng.randbytes(32), dealer=rng.randrange(game.seats))
        states = [state]
        while not state.is_over:
            state = state.apply(some_action(state.legal_actions(), rng))
            states.append(state)
        dealt = [state for state in states if state.hands]
        for state in rng.choices(dealt, k=VIEWS):
            yield state, rng.choice((*range(game.seats), None)), rng


def check(state: State, seat: int | None, number: int, seed: int) -> int:
    """Draws so many worlds and checks that each gives the seat's views, and has the hands that are said."""
    view, wanted = state.view(seat), list(views(state, seat))
    worlds = Worlds(view)
    drawn = worlds.draw(number, seed=seed)
    assert [world.hands for world in drawn] == worlds.hands(number, seed=seed)
    for world in drawn:
        for then, own in zip(wanted, views(world, seat), strict=True):
            assert own == then, f"{len(then.history)} actions: {world.game.identity}, {seat}, {world.history}"
    assert drawn[-1].view(seat).to_json() == view.to_json()
    return len(drawn)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=100_000)
    parser.add_argument("--each", type=int, default=100, help="worlds of each view")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    done, start = 0, time.perf_counter()
    for state, seat, rng in deals(f"{asked.seed}/{number}" for number in count()):
        done += check(state, seat, asked.each, rng.getrandbits(64))
        if done >= asked.worlds:
            break
    print(f"{done:,} worlds, none inconsistent, in {time.perf_counter() - start:,.0f} s.")


if __name__ == "__main__":
    main()
