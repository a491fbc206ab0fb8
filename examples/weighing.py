#!/usr/bin/env python3
"""A bot that takes the deals for likelier in which others would have played the cards they did, if they mostly play as
a club player does.

Measure it with `stova arena --game sjavs "program:python3 examples/weighing.py" expert:30w`; python3 is to be one that
has Stova.
"""

from stova import Action, View
from stova.bots import bot, outside
from stova.bots.inferring import hand_rate
from stova.engine.actions import Play
from stova.solver import estimates, solve
from stova.worlds import Worlds, weights

WORLDS = 30
ALIKE = 0.6
"""How likely somebody is to play the card that a club player would; any other that may be played is as likely as
another."""

club, expert = bot("club"), bot(f"expert:{WORLDS}w")


def weighing(view: View, seed: int) -> Action:
    only_cards = all(isinstance(action, Play) for action in view.legal)
    if not view.points or view.game.race is not None or not only_cards or len(view.legal) == 1:
        return expert(view, seed)
    worlds = Worlds(view, rate=hand_rate(view)).draw(WORLDS, seed=seed)
    likely = weights(worlds, seat=view.seat, model=likelihood)
    guessed = estimates(worlds, seed=seed)
    known = [solve(world, goal="score").values for world in worlds]

    def value(action: Action) -> float:
        rows = zip(likely, guessed, known, strict=True)
        return sum(weight * (guess[action] + row[action].low) for weight, guess, row in rows)

    return max(view.legal, key=value)


def likelihood(view: View, action: Action) -> float:
    """How likely a player is to do this; calls are accounted for by the worlds that are drawn."""
    if not isinstance(action, Play) or len(view.legal) == 1:
        return 1.0
    others = (1 - ALIKE) / (len(view.legal) - 1)
    return ALIKE if action == club(view, 0) else others


if __name__ == "__main__":
    outside.run(weighing)
