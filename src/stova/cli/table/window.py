"""How large the window is, and what that leaves room for."""

from textual.geometry import Size

SMALLEST = Size(80, 24)
"""Columns and rows the table needs."""
ROOMY = Size(94, 30)
"""Those from which there's air between things."""


def large_enough(window: Size) -> bool:
    """Whether the table can be shown."""
    return window.width >= SMALLEST.width and window.height >= SMALLEST.height


def laid_for(window: Size) -> Size:
    """What is laid out for: in a window too small to show it, for one that could, so that there's room for a letter."""
    return Size(max(window.width, SMALLEST.width), max(window.height, SMALLEST.height))
