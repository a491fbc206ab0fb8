"""Matches played by chance, to be written down."""

import json
import random
from typing import Any

import stova
from helpers import KEY, random_hands, some_action, step
from stova import Match
from stova.records import dump

Record = dict[str, Any]


def played(match: Match, rng: random.Random, actions: int) -> Match:
    """The match some actions later, or at its end."""
    while actions and not (match.is_over and match.state.is_over):
        match = step(match, rng)
        actions -= 1
    return match


def finished(name: str = "sjavs", *, seed: int = 1, **options: Any) -> Record:
    """The record of a whole match with a draw, as plain data."""
    match = played(stova.game(name, **options).match(key=KEY), random.Random(seed), 10_000)
    record: Record = json.loads(dump(match))
    return record


def begun(match: Match) -> Match:
    """The match some actions into its first deal."""
    rng = random.Random(1)
    while len(match.state.history) < 10 and not match.state.is_over:
        match = match.apply(some_action(match.state.legal_actions(), rng))
    return match


def closed(name: str = "sjavs", **options: Any) -> Match:
    """A match ended after its first deal."""
    rng = random.Random(name)
    match = stova.game(name, **options).match(key=KEY, dealer=0)
    while not match.state.is_over:
        match = step(match, rng)
    return match.close()


def drawing(seed: int = 5) -> Match:
    """A match of given hands with a card from the second pack."""
    game, rng = stova.game("klaverjas", trump_choice="turned"), random.Random(seed)
    hands, _ = random_hands(game, rng)
    return begun(game.match(hands=hands, drawn="10H", dealer=0))
