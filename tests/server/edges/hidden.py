"""Whether frames told somebody a card that only another may know, judged by what both were told."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from server.edges.live import AtTable

CARD = re.compile(r"\b(?:[2-9TJQKA]|10)[CDHS]\b")
WRITTEN = ("talk", "chairs", "rules", "cards", "outcome", "fair", "standing")
"""Fields that hold what people wrote, what all cards are wherever they lie, or hands that are open."""
OPEN = ("trick", "last", "story")
"""Fields that hold what was played."""

Place = tuple[int, int]
"""A viewer or a seat, and the number of a deal."""


class Seen:
    """The cards that each viewer was told of in a deal, the hands by seat, and what was played."""

    def __init__(self) -> None:
        self._told: dict[Place, set[str]] = defaultdict(set)
        self._hands: dict[Place, set[str]] = defaultdict(set)
        self._own: dict[Place, set[int]] = defaultdict(set)
        self._played: dict[int, set[str]] = defaultdict(set)

    def frames(self, viewer: int, at_table: AtTable) -> None:
        """Takes in what a viewer was told over a connection."""
        scene: dict[str, Any] = {}
        for frame in at_table.frames:
            told = json.loads(frame).get("scene", {})
            scene |= told
            if scene.get("deal"):
                self._scene(viewer, scene, told)

    def _scene(self, viewer: int, scene: dict[str, Any], told: dict[str, Any]) -> None:
        deal, seat = scene["deal"]["number"], scene["you"]
        self._told[viewer, deal] |= cards(value for name, value in told.items() if name not in WRITTEN)
        self._played[deal] |= cards(scene[name] for name in OPEN)
        if seat is not None:
            self._own[viewer, deal].add(seat)
            self._hands[seat, deal] |= cards([scene["hand"]])

    def leaks(self) -> set[tuple[int, int, str]]:
        """A viewer, a seat that never was the viewer's in a deal, and a card of it that was never played."""
        return {
            (viewer, seat, card)
            for (viewer, deal), told in self._told.items()
            for (seat, dealt), hand in self._hands.items()
            if dealt == deal and seat not in self._own[viewer, deal]
            for card in (told & hand) - self._played[deal]
        }


def cards(values: Iterable[object]) -> set[str]:
    """The cards named anywhere in some values."""
    return set(CARD.findall(json.dumps(list(values))))
