"""How much anybody may ask for: so much at once, and so much a second after that.

One number says how many people may come from one address, such as a clubhouse; all other limits follow from it.
"""

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

PER_ADDRESS = 200
"""Connections one address may have at once, unless told otherwise."""

What: TypeAlias = Literal["calls", "commands", "connections", "guesses", "people", "tables"]
_SHARES: dict[What, tuple[float, float]] = {
    "calls": (4, 0.5),
    "commands": (5, 1),
    "connections": (2, 0.1),
    "guesses": (0.2, 0.005),
    "people": (1, 0.002),
    "tables": (0.1, 0.001),
}
"""For each thing asked for, how often at once and how often a second, for every connection an address may have.

Calls are those over HTTP, guesses what asked for a table, an invitation or a link that doesn't exist.
"""


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


class Limits:
    """What each address may still ask for."""

    def __init__(self, per_address: int = PER_ADDRESS) -> None:
        self._per_address = per_address
        self._buckets = {
            what: Buckets(most=max(1.0, most * per_address), rate=rate * per_address)
            for what, (most, rate) in _SHARES.items()
        }
        self._connected: Counter[str] = Counter()

    @property
    def connected(self) -> int:
        """All connections there are."""
        return self._connected.total()

    def take(self, what: What, address: str) -> bool:
        """Whether an address may have one more of something, which then counts."""
        return self._buckets[what].take(address)

    def connect(self, address: str) -> bool:
        """Whether an address may have one more connection, which then counts until `disconnect`."""
        if self._connected[address] >= self._per_address or not self.take("connections", address):
            return False
        self._connected[address] += 1
        return True

    def disconnect(self, address: str) -> None:
        """A connection of an address has ended."""
        self._connected[address] -= 1
        if not self._connected[address]:
            del self._connected[address]


def whose(host: str) -> str:
    """What counts as one address: IPv6 gives every household a network of 64 bits."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if address.version == 4:
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped or ipaddress.ip_network((int(address) >> 64 << 64, 64)))
