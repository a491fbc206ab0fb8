"""How much anybody may ask for: so much at once, and so much a second after that."""

import time
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field


@dataclass
class Bucket:
    """Holds up to `most` tokens and gains `rate` a second."""

    most: float
    rate: float
    left: float = field(init=False)
    since: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.since = self.most, time.monotonic()

    def take(self) -> bool:
        """Whether there was a token, which is taken."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A bucket for each of many, such as addresses; those not used for longest are forgotten."""

    KEPT = 10_000

    def __init__(self, *, most: float, rate: float) -> None:
        self._most, self._rate = most, rate
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, whose: Hashable) -> bool:
        """Whether there was a token for one of them, which is taken."""
        bucket = self._buckets.setdefault(whose, Bucket(self._most, self._rate))
        self._buckets.move_to_end(whose)
        if len(self._buckets) > self.KEPT:
            self._buckets.popitem(last=False)
        return bucket.take()
