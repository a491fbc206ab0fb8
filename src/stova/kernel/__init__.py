"""Compiled card-play search: what may be played, who wins, random play-outs. Knows card tables and no game's name."""

from stova.kernel._kernel import FAST, SANITIZED, Policy, Position, Tables, legal, playouts, winner

__all__ = ["FAST", "SANITIZED", "Policy", "Position", "Tables", "legal", "playouts", "winner"]
