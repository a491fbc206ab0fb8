#!/usr/bin/env python3
"""A bot that is a function over Stova's views: the cheapest card, and otherwise what a novice does.

Look it over with `stova bot python3 examples/miser.py`; python3 is to be one that has Stova.
"""

from stova import Action, View
from stova.bots import bot, outside
from stova.engine.actions import Play

novice = bot("novice")


def miser(view: View, seed: int) -> Action:
    points = view.game.tables(view).points
    plays = [action for action in view.legal if isinstance(action, Play)]
    return min(plays, key=lambda play: points[play.card]) if plays else novice(view, seed)


if __name__ == "__main__":
    outside.run(miser)
