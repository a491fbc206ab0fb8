"""Everything random comes from a seed: shuffles anyone can make again from a 256-bit key.

The construction, `stova-deal-1`:

* The stream for (key, label, number) is the concatenation over i = 0, 1, 2 … of
  HMAC-SHA-256(key, label || number as 8 bytes big-endian || i as 4 bytes big-endian), label in ASCII.
* A number below n (n <= 256) is the next byte of the stream that is less than 256 - 256 % n, taken modulo n; bytes
  that are not are thrown away, so that every value is equally likely.
* A pack is shuffled from its ascending order by Fisher and Yates from the end: for i = len - 1 down to 1, swap the
  cards at i and at a number below i + 1. The card at place 0 is the top of the pack.

Deals use the label `deal`, the draw for seats `draw` (see `stova.engine.seating`), the card some games draw from a
second pack `turn`, of which it is the top card.
"""

import hmac
from collections.abc import Iterator, Sequence

from stova.cards import Card
from stova.errors import RulesError

KEY_BYTES = 32


def stream(key: bytes, label: str, number: int) -> Iterator[int]:
    """The endless stream of bytes for a key, a label and a number below 2**64."""
    prefix = label.encode("ascii") + number.to_bytes(8, "big")
    block = 0
    while True:
        yield from hmac.digest(key, prefix + block.to_bytes(4, "big"), "sha256")
        block += 1


def below(limit: int, source: Iterator[int]) -> int:
    """A number 0..limit-1 from the stream, each equally likely."""
    bound = 256 - 256 % limit
    byte = next(source)
    while byte >= bound:
        byte = next(source)
    return byte % limit


def shuffled(pack: Sequence[Card], key: bytes, label: str, number: int) -> tuple[Card, ...]:
    """The pack shuffled, top card first."""
    cards = list(pack)
    source = stream(key, label, number)
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1, source)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def key_of(value: bytes | str) -> bytes:
    """A key from its 32 bytes or 64 hexadecimal digits.

    Raises RulesError for anything else.
    """
    try:
        key = bytes.fromhex(value) if isinstance(value, str) else value
    except ValueError:
        key = b""
    if not isinstance(key, bytes) or len(key) != KEY_BYTES:
        raise RulesError("a key is 32 bytes, or 64 hexadecimal digits")
    return key
