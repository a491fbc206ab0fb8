"""Scenes as they go over the wire. A field is made and encoded once for all who see the same, and until it changes."""

from typing import Any

import msgspec

from stova.server.scene import PARTS
from stova.server.seen import Part, Seen

KEPT = 6
"""Forms of a field that are remembered: more than there are seats, so that each may see its own."""
_ENCODER = msgspec.json.Encoder()


class Drawing:
    """The fields of one table's scenes."""

    def __init__(self) -> None:
        self._made: dict[str, list[tuple[tuple[Any, ...], bytes]]] = {name: [] for name in PARTS}

    def common(self, onlooker: Seen) -> dict[str, bytes]:
        """The fields that all see alike, as JSON; the same bytes as before where nothing changed."""
        return {name: self._field(name, part, onlooker) for name, part in PARTS.items() if part.seen_by == "all"}

    def own(self, look: Seen) -> dict[str, bytes]:
        """The other fields of somebody's scene, likewise."""
        return {name: self._field(name, part, look) for name, part in PARTS.items() if part.seen_by == "each"}

    def _field(self, name: str, part: Part, look: Seen) -> bytes:
        of = part.made_of(look)
        if of is None:
            return _ENCODER.encode(part.make(look))
        made = self._made[name]
        for known, data in made:
            if known == of:
                return data
        data = _ENCODER.encode(part.make(look))
        self._made[name] = [(of, data), *made[: KEPT - 1]]
        return data
