"""Lets every level decide again and again, and checks each decision: `many_decisions.py --decisions 100000`.

Every second match has options by chance. They go on from deal to deal, as it may count how the sheet stands.
"""

import argparse
import random
import time
from collections.abc import Iterator
from dataclasses import replace

import stova
from helpers import random_match, random_options
from stova import Action, State
from stova.bots import BOTS, Bot
from stova.bots.expert import Expert
from stova.engine.actions import Fold, Pass

FOLLOWED = 0.7
"""How often the deal goes on with what the bot chose; else with anything, so that odd positions are met."""
AGAIN = 0.1
"""How often a decision of a long run is asked for again, and has to be the same."""
VARIED = 0.5
"""How often a match has options by chance."""
SECONDS, LONG = 0.002, 0.05
"""How long bots think that think for a time, and how long in one of `SELDOM` decisions: in so little they leave what is
no card to the club player. They needn't decide the same twice."""
SELDOM = 20


def player(level: str) -> Bot:
    """The bot of a level."""
    given = BOTS[level]
    if not isinstance(given, Expert):
        return given
    quick, slow = replace(given, seconds=SECONDS), replace(given, seconds=LONG)
    return lambda view, seed: (quick if seed % SELDOM or len(view.legal) == 1 else slow)(view, seed)


def check_deal(state: State, bot: Bot, rng: random.Random, *, again: float = 1) -> Iterator[Action]:
    """Checks the bot's choice at every turn of a deal and mostly follows it; what was done instead or because of it.

    `again` is how often it is asked for the same once more.
    """
    while not state.is_over:
        assert state.to_act is not None
        view, seed = state.view(state.to_act), rng.getrandbits(32)
        action = bot(view, seed)
        assert action in view.legal, f"{action} is not legal: {view.to_json()!r}"
        if bot in BOTS.values() and rng.random() < again:
            assert bot(state.view(state.to_act), seed) == action, f"not the same twice: {view.to_json()!r}"
        done = action if rng.random() < FOLLOWED else _other(view.legal, rng)
        state = state.apply(done)
        yield done


def _other(legal: tuple[Action, ...], rng: random.Random) -> Action:
    """A legal action by chance, seldom one that cuts the deal short."""
    longer = [action for action in legal if not isinstance(action, Pass | Fold)]
    return rng.choice(longer or legal)


def check(name: str, level: str, decisions: int, seed: int) -> str:
    """So many decisions of a level in a game; a line about them."""
    rng, done, started = random.Random(f"{seed} {name} {level}"), 0, time.perf_counter()
    presets, bot, match = stova.presets(name), player(level), None
    while done < decisions:
        if match is None or match.is_over:
            options = random_options(name, rng) if rng.random() < VARIED else {}
            match = random_match(stova.game(name, rng.choice(presets), **options), rng)
        elif match.state.is_over:
            match = match.next_deal()
        for action in check_deal(match.state, bot, rng, again=AGAIN):
            match, done = match.apply(action), done + 1
    spent = (time.perf_counter() - started) / done
    return f"{name:18} {level:9} {done:7} decisions, all legal; {1000 * spent:.2f} ms each"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=10_000, help="how many for each game and level")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", nargs="*", default=list(stova.games()))
    parser.add_argument("--levels", nargs="*", default=list(BOTS))
    chosen = parser.parse_args()
    for level in chosen.levels:
        for name in chosen.games:
            print(check(name, level, chosen.decisions, chosen.seed), flush=True)


if __name__ == "__main__":
    main()
