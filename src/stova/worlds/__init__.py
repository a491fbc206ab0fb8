"""Worlds: deals that a seat can't tell from the one it is playing."""

from stova.worlds.drawing import Rate, Worlds
from stova.worlds.weighing import Model, weights

__all__ = ["Model", "Rate", "Worlds", "weights"]
