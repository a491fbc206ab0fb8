"""Fair deals: cards that neither who keeps the table nor any player can have chosen.

The construction, `stova-fair-1`:

* Before anybody shares anything, the table draws a secret of 32 bytes and shows its commitment, SHA-256 of
  `stova-fair-1 commitment` followed by the secret.
* Then each seat shares up to 32 bytes, which the table can't know beforehand; a seat nobody plays for shares none.
* The key of the match is HMAC-SHA-256(secret, `stova-fair-1 key` || for each seat its share's length as one byte and
  its share). The deals are those of that key (see `stova.engine.shuffle`), and so is the draw for the first dealer
  (see `stova.engine.seating`), where the game doesn't say who that is.
* When the match is over the table shows the secret, and everybody can make key and deals again.

`docs/fair-deals.md` says what that proves and what it doesn't.
"""

import hashlib
import hmac
import re
from collections.abc import Sequence

from msgspec import Struct

from stova.engine.game import Game
from stova.engine.match import Match
from stova.engine.seating import draw
from stova.errors import RecordError, RulesError

SECRET_BYTES = 32
COMMITMENT = "[0-9a-f]{64}"
MOST_SHARED = 32
"""Bytes a seat shares at most."""


class Fair(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a record says of how its key came about; all in hexadecimal digits."""

    commitment: str
    secret: str
    shares: list[str]
    """By seat."""


def commitment(secret: bytes) -> bytes:
    """What is shown of a secret beforehand: 32 bytes."""
    return hashlib.sha256(b"stova-fair-1 commitment" + secret).digest()


def match_key(secret: bytes, shares: Sequence[bytes]) -> bytes:
    """The key of a match from the table's secret and what each seat shared.

    Raises RulesError for a share longer than `MOST_SHARED`.
    """
    if any(len(share) > MOST_SHARED for share in shares):
        raise RulesError(f"a share has at most {MOST_SHARED} bytes")
    told = b"".join(bytes([len(share)]) + share for share in shares)
    return hmac.digest(secret, b"stova-fair-1 key" + told, "sha256")


def first_dealer(game: Game, key: bytes) -> int:
    """Who deals first. Seats are chosen at a table, so that the draw is for that alone."""
    if game.first_dealer == "scorer":
        return 0
    return draw(game.pack, key, players=game.seats, partners=False).dealer


def proof(secret: bytes, shares: Sequence[bytes]) -> Fair:
    """What a record says of its key."""
    return Fair(commitment=commitment(secret).hex(), secret=secret.hex(), shares=[share.hex() for share in shares])


def check(fair: Fair, key: str | None, *, seats: int, shown: str | None = None, where: str = "the record") -> None:
    """Whether the key is what the secret and a share from each seat make it, and the commitment that of the secret.

    `shown` is the commitment somebody noted before the first deal. Raises RulesError if that can't be one, and
    RecordError.
    """
    if shown is not None and re.fullmatch(COMMITMENT, shown := shown.strip().lower()) is None:
        raise RulesError(f"a commitment is 64 hexadecimal digits, not {shown[:80]!r}")
    secret, shares = _bytes(fair.secret, where), [_bytes(share, where) for share in fair.shares]
    if len(shares) != seats:
        raise RecordError(where, f"there should be a share from each of {seats} seats, not {len(shares)} shares.")
    if len(secret) != SECRET_BYTES:
        raise RecordError(where, f"the secret should have {SECRET_BYTES} bytes, not {len(secret)}.")
    found = commitment(secret).hex()
    if fair.commitment != found:
        raise RecordError(where, f"the commitment of the secret is {found}, but the record says {fair.commitment}.")
    if shown not in (None, found):
        raise RecordError(where, f"the commitment is {found}, not the one that was shown before the first deal.")
    try:
        made = match_key(secret, shares).hex()
    except RulesError as error:
        raise RecordError(where, f"{error}.") from None
    if key != made:
        raise RecordError(where, f"secret and shares make the key {made}, but the record says {key}.")


def check_deals(match: Match, *, where: str = "the record") -> None:
    """Whether a match was dealt by its key, from the first dealer on: a record may give a deal other hands.

    Raises RecordError.
    """
    for number, state in enumerate(match.deals, start=1):
        if match.key is None or not state.pack:
            raise RecordError(where, f"deal {number} is of given hands, not of the key.")
        if number == 1 and state.dealer != (dealer := first_dealer(match.game, match.key)):
            raise RecordError(where, f"seat {dealer} deals first by the key, but the record says {state.dealer}.")


def _bytes(digits: str, where: str) -> bytes:
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise RecordError(where, f"{digits[:20]!r} should be hexadecimal digits.") from None
