"""What a call or an exchange comes to in a world: novices go on from it until cards are played."""

import random

from stova.bots.novice import novice
from stova.engine.actions import Action, Play, Stay
from stova.engine.state import State
from stova.solver import estimates

CHANCE = 128
"""How far rules of thumb go by chance in estimates: with less a declarer comes to too little beside what club players
make of it, as all others see all hands."""


def came_to(world: State, action: Action, seed: int) -> list[float]:
    """The score of the side of the seat to act, less that of the others on average: as it is estimated once after each
    of the cards that may be led first, or what it is if none is; where it is dealt anew, and prospects say what deals
    come to, that of one for either side.

    Club players would say much the same as novices, but need ten times as long for it. Sides that play together score
    alike, so that where everybody is a side what one gets alone counts more than what it gets with others.
    """
    seat, chance = world.to_act, random.Random(seed)
    assert seat is not None
    state = world.apply(action)
    while not state.is_over and not _estimable(state):
        # Novices give up what they may yet win.
        stays = Stay() in state.legal_actions()
        state = state.apply(Stay() if stays else novice(state.view(state.to_act), chance.getrandbits(64)))
    if not state.is_over:
        return _estimated(state, seat, chance.getrandbits(64))
    prospects = state.game.prospects
    if state.result.redeal is None or prospects is None:
        return [_scored(state, seat)]
    # To a match a deal yet to come is not the same as one that came to nothing.
    scores, deals = zip(*prospects.deals, strict=True)
    (score,) = chance.choices(scores, deals)
    return [score, -score]


def _estimable(state: State) -> bool:
    """Where each of many plays for itself, as in a deal that nobody bid, estimates say what the one has who leads, but
    not the others."""
    plays = bool(state.points) and any(isinstance(action, Play) for action in state.legal_actions())
    return plays and (state.declarer is not None or state.game.side_count == 2)


def _scored(state: State, seat: int) -> float:
    score, own = state.result.score, state.game.sides[seat]
    return score[own] - (sum(score) - score[own]) / (len(score) - 1)


def _estimated(state: State, seat: int, seed: int) -> list[float]:
    # Whoever leads doesn't see the others' hands, so that the best of the cards would promise too much: all count.
    (expected,) = estimates([state], chance=CHANCE, repeats=1, seed=seed)
    sides, party = state.game.sides, state.game.party(seat, state.declarer)
    against = set(sides) - {sides[own] for own in party}
    share = len(against) / (len(set(sides)) - 1) * (1 if state.to_act in party else -1)
    return [score * share for score in expected.values()]
