"""Random deals through the Python engine, beside OpenSpiel driven from Python and jass-kit.

Everywhere cards are dealt, every decision is drawn from the legal ones with `random.Random.choice`, and the result is
read at the end. A decision is anything a player chooses: the cut, a bid, a discard, a card. Dealing, which OpenSpiel
does by a chance node a card, counts as none.
"""

import importlib
import random
from collections.abc import Iterable
from functools import partial
from itertools import product
from typing import Any

import measure

import stova

GAMES = ("sjavs", "sjavs3", "sjavs2")
SPIEL_GAMES = ("skat", "euchre", "hearts")
JASS_TRUMPS, JASS_PUSH = range(6), 10
"""jass-kit's numbers for trumps, and for leaving them to the partner."""


def stova_deal(game: stova.Game, rng: random.Random) -> measure.Work:
    """A deal of a Stova game."""
    state = game.deal(key=rng.randbytes(32))
    decisions = 0
    while actions := state.legal_actions():
        state = state.apply(rng.choice(actions))
        decisions += 1
    assert state.result
    return {"deals": 1, "decisions": decisions}


def spiel_deal(game: Any, rng: random.Random) -> measure.Work:
    """A deal of an OpenSpiel game; in these every outcome of a chance node is equally likely."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.returns()
    return {"deals": 1, "decisions": decisions}


def jass_deal(sim: Any, deal_hands: Any, rng: random.Random) -> measure.Work:
    """A deal of Schieber with jass-kit; its own rule class says which cards are valid."""
    sim.init_from_cards(hands=deal_hands(), dealer=rng.randrange(4))
    trump = rng.choice((*JASS_TRUMPS, JASS_PUSH))
    sim.action_trump(trump)
    if trump == JASS_PUSH:
        sim.action_trump(rng.choice(JASS_TRUMPS))
    while not sim.is_done():
        valid = sim.rule.get_valid_cards_from_state(sim.state)
        sim.action_play_card(rng.choice(valid.nonzero()[0]))
    assert sim.state.points.any()
    return {"deals": 1, "decisions": sim.state.nr_played_cards + (2 if trump == JASS_PUSH else 1)}


def stova_contestants() -> dict[str, measure.Contestant]:
    """Stova's games."""
    return {name: partial(stova_deal, stova.game(name)) for name in GAMES}


def spiel_contestants() -> dict[str, measure.Contestant]:
    """OpenSpiel's games, if it is installed."""
    pyspiel = measure.peer("pyspiel")
    return {f"OpenSpiel {name}": partial(spiel_deal, pyspiel.load_game(name)) for name in SPIEL_GAMES if pyspiel}


def jass_contestants() -> dict[str, measure.Contestant]:
    """Schieber, if jass-kit is installed."""
    if measure.peer("jass") is None:
        return {}
    sim, rule, util = (
        importlib.import_module(f"jass.game.{name}") for name in ("game_sim", "rule_schieber", "game_util")
    )
    return {"jass-kit Schieber": partial(jass_deal, sim.GameSim(rule.RuleSchieber()), util.deal_random_hand)}


def print_aims(rates: measure.Rates, spiel: Iterable[str], jass: Iterable[str]) -> None:
    """Every game of Stova's beside the fastest of OpenSpiel's and beside jass-kit's."""
    decisions = {name: rate["decisions"] for name, rate in rates.items()}
    fastest = sorted(spiel, key=decisions.__getitem__)[-1:]
    for aim, peers in ((0.25, fastest), (1, jass)):
        for peer, game in product(peers, GAMES):
            ratio = decisions[game] / decisions[peer]
            measure.print_aim(f"decisions a second, {game} ÷ {peer}", aim=aim, reached=ratio)


def main() -> None:
    measure.print_machine()
    spiel, jass = spiel_contestants(), jass_contestants()
    rates = measure.measure(stova_contestants() | spiel | jass)
    measure.print_table("random deals in Python", rates, base="sjavs")
    print_aims(rates, spiel, jass)


if __name__ == "__main__":
    main()
