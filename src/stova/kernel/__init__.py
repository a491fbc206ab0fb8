"""Compiled card-play search: what may be played, play-outs, exact search, world sampling.

Knows card tables and no game's name.
"""

from stova.kernel._kernel import (
    ANY_CARD,
    FAST,
    LOWEST,
    SANITIZED,
    Goal,
    Policy,
    Position,
    Race,
    RaceGoal,
    RacePosition,
    RaceSearch,
    Sampler,
    Tables,
    Transpositions,
    expect,
    legal,
    playouts,
    points_to_come,
    race_estimates,
    solve,
)

__all__ = [
    "ANY_CARD",
    "FAST",
    "LOWEST",
    "SANITIZED",
    "Goal",
    "Policy",
    "Position",
    "Race",
    "RaceGoal",
    "RacePosition",
    "RaceSearch",
    "Sampler",
    "Tables",
    "Transpositions",
    "expect",
    "legal",
    "playouts",
    "points_to_come",
    "race_estimates",
    "solve",
]
