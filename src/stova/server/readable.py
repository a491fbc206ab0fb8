"""What people write, as all others can read it: text, never markup, and nothing that isn't seen or spills over."""

import unicodedata

MOST_MARKS = 3
"""Marks over and under one letter."""


def tidy(text: str) -> str:
    """A text with its spaces single, and one form for what looks the same."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def readable(text: str) -> bool:
    """Whether a text has only what is seen: no control characters, no change of direction, no heaps of marks."""
    marks = "".join("m" if unicodedata.combining(character) else "-" for character in text)
    return text.isprintable() and "m" * (MOST_MARKS + 1) not in marks
