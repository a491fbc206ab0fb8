"""Engine values as plain data for JSON: cards, suits and actions in their text forms."""

from typing import Any, get_args

from msgspec import Struct

from stova.cards import Card, Suit
from stova.engine.actions import Action

WRITTEN = frozenset((Card, Suit, *get_args(Action)))
"""What has a text form."""


def plain(value: Any) -> Any:
    """The value as dicts, lists, texts and numbers; a game as its `identity`."""
    if type(value) in WRITTEN:
        return str(value)
    if value is None or isinstance(value, (int, str)):
        return value
    if isinstance(value, Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    return plain(value.identity) if hasattr(value, "identity") else value
