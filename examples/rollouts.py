#!/usr/bin/env python3
"""A bot that has another bot play on to the end from each card, in deals that may be. Where the other bot searches,
this is T. Furtak and M. Buro 2013, *Recursive Monte Carlo search for imperfect information games*.

Measure it with `stova arena --game sjavs "program:python3 examples/rollouts.py club 4" expert:20w`, or with another bot
than `club`, such as `expert:4w`, and another number of cards in the hand with which it begins. python3 is to be one
that has Stova.
"""

import random
import sys
from statistics import fmean

from stova import Action, State, View
from stova.bots import Bot, bot, outside
from stova.worlds import Worlds

WORLDS = 16

expert = bot("expert:20w")


def rollouts(player: Bot, cards: int) -> Bot:
    """The bot that decides by what this player makes of each action, with so many cards in its hand or fewer."""

    def roller(view: View, seed: int) -> Action:
        if not view.points or len(view.hand) > cards or len(view.legal) == 1:
            return expert(view, seed)
        worlds, chance = Worlds(view).draw(WORLDS, seed=seed), random.Random(seed)
        return max(view.legal, key=lambda action: fmean(came_to(world, action, player, chance) for world in worlds))

    return roller


def came_to(world: State, action: Action, player: Bot, chance: random.Random) -> float:
    """The score of who does this, less that of the others on average, when the player has played on for everybody."""
    assert world.to_act is not None
    side, state = world.game.sides[world.to_act], world.apply(action)
    while not state.is_over:
        state = state.apply(player(state.view(state.to_act), chance.getrandbits(64)))
    own = state.result.score[side]
    return own - (sum(state.result.score) - own) / (state.game.side_count - 1)


if __name__ == "__main__":
    name, cards = sys.argv[1:] or ("club", "4")
    outside.run(rollouts(bot(name), int(cards)))
