"""Compiled card-play search: what may be played, play-outs, exact search, world sampling.

Knows card tables and no game's name.
"""

from stova.kernel._kernel import (
    FAST,
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
    race_estimates,
    solve,
    winner,
)

__all__ = [
    "FAST",
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
    "race_estimates",
    "solve",
    "winner",
]
