"""What people write, as all others can read it: text, never markup, and nothing that isn't seen or spills over."""

import unicodedata
from itertools import pairwise

MOST_MARKS = 3
"""Marks over and under one letter."""
JOINER = "\u200d"
"""Makes one picture of two, as a coder of a person and a computer."""
SHADES = "\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""What says of the picture before it that it has colours, and which the skin has."""


def tidy(text: str) -> str:
    """A text with its spaces single, and one form for what looks the same."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def readable(text: str) -> bool:
    """Whether a text has only what is seen: no control characters, no change of direction, no heaps of marks. Pictures
    may be joined to one; between letters a joiner would hide."""
    marks = "".join("m" if unicodedata.combining(character) else "-" for character in text)
    parts = text.split(JOINER)
    joined = all(_picture(one.rstrip(SHADES)[-1:]) and _picture(other[:1]) for one, other in pairwise(parts))
    return joined and all(map(str.isprintable, parts)) and "m" * (MOST_MARKS + 1) not in marks


def _picture(character: str) -> bool:
    return character != "" and unicodedata.category(character) == "So"
