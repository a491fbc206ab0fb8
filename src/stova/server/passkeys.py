"""Passkeys: coming as oneself from another device without a link. Challenges live in memory, keys in the database."""

import base64
import json
import re
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import webauthn
from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from stova.server.deciding import Refused
from stova.server.people import Person
from stova.server.schema import passkeys, people

PATIENCE = 300.0
"""Seconds a challenge is good for."""
MOST_CHALLENGES = 10_000
MOST_KEYS = 20
"""Passkeys of one person."""
LONGEST_ID = 700
"""Characters of a key's identifier."""


@dataclass(frozen=True)
class Site:
    """Where passkeys are for: its origin, such as `https://stova.example`, and the host's name."""

    origin: str
    host: str


class Passkey(Struct, frozen=True, kw_only=True):
    """A key as its owner sees it in a list. `created` is in seconds since 1970."""

    id: str
    created: float


class Challenges:
    """Challenges that wait for their answer, each good once and for what it was made for."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[bytes, tuple[float, str]] = OrderedDict()

    def new(self, purpose: str) -> bytes:
        """A challenge for a purpose: the person who makes a key, or empty to come in."""
        challenge = secrets.token_bytes(32)
        self._waiting[challenge] = (time.monotonic() + PATIENCE, purpose)
        if len(self._waiting) > MOST_CHALLENGES:
            self._waiting.popitem(last=False)
        return challenge

    def take(self, credential: dict[str, Any], purpose: str) -> bytes:
        """The challenge a credential answers.

        Raises Refused if there is no such challenge, or not any more.
        """
        challenge = _challenge(credential)
        until, made_for = self._waiting.pop(challenge, (0.0, ""))
        if until < time.monotonic() or made_for != purpose:
            raise Refused("passkey", "This took too long, or was done already: try again.")
        return challenge


def creation(site: Site, person: Person, challenge: bytes, known: list[Passkey]) -> bytes:
    """What a browser needs to make a key, as JSON; a device that has one of those known makes no other."""
    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name="Stova",
        user_id=person.id.encode(),
        user_name=person.name or "Stova",
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=_bytes(key.id)) for key in known],
    )
    return webauthn.options_to_json(options).encode()


def request(site: Site, challenge: bytes) -> bytes:
    """What a browser needs to show a key, as JSON."""
    return webauthn.options_to_json(
        webauthn.generate_authentication_options(rp_id=site.host, challenge=challenge)
    ).encode()


# Keys are checked before anything is written, and what is written says whether it was: an error there would undo what
# others write in the same transaction.


@dataclass(frozen=True)
class Made:
    """A key that was made for this room."""

    id: str
    public_key: str
    uses: int


def checked(site: Site, credential: dict[str, Any], challenge: bytes) -> Made:
    """A key that was made, looked over.

    Raises Refused.
    """
    try:
        made = webauthn.verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=site.host, expected_origin=site.origin
        )
    except Exception as error:  # several libraries read what anybody may send
        raise _wrong() from error
    name = _text(made.credential_id)
    if len(name) > LONGEST_ID:
        raise _wrong()
    return Made(name, made.credential_public_key.hex(), made.sign_count)


def register(connection: Connection, person: Person, made: Made) -> bool:
    """Keeps a key unless it is known already or its owner has enough; whether it did."""
    known = connection.execute(select(passkeys.c.id).where(passkeys.c.id == made.id)).first()
    if known is not None or len(listed(connection, person)) >= MOST_KEYS:
        return False
    row = {"id": made.id, "person": person.id, "public_key": made.public_key, "uses": made.uses}
    connection.execute(insert(passkeys).values(row | {"created": time.time()}))
    return True


def listed(connection: Connection, person: Person) -> list[Passkey]:
    """Somebody's keys, the oldest first."""
    query = select(passkeys.c.id, passkeys.c.created).where(passkeys.c.person == person.id)
    rows = connection.execute(query.order_by(passkeys.c.created))
    return [Passkey(id=row.id, created=row.created) for row in rows]


def forget(connection: Connection, person: Person, name: str) -> list[Passkey] | None:
    """Lets nobody in any more by one of somebody's keys; the keys that are left, or None if it was no key of theirs."""
    if name not in {key.id for key in listed(connection, person)}:
        return None
    connection.execute(delete(passkeys).where(passkeys.c.id == name))
    return listed(connection, person)


def find(connection: Connection, credential: dict[str, Any]) -> Made | None:
    """The key a credential says it is of."""
    name = str(credential.get("id"))
    known = re.fullmatch(r"[\w-]+", name, re.ASCII) and len(name) <= LONGEST_ID
    row = connection.execute(select(passkeys).where(passkeys.c.id == name)).first() if known else None
    return None if row is None else Made(row.id, row.public_key, row.uses)


def uses(site: Site, credential: dict[str, Any], challenge: bytes, key: Made) -> int:
    """How often a key that is shown says it was used by now.

    Raises Refused if it isn't that key.
    """
    try:
        shown = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=bytes.fromhex(key.public_key),
            credential_current_sign_count=key.uses,
        )
    except Exception as error:  # several libraries read what anybody may send
        raise _wrong() from error
    return shown.new_sign_count


def recognise(connection: Connection, key: Made, uses: int) -> Person | None:
    """Whose key was shown, and notes that; None if it was removed or shown elsewhere since it was found."""
    same = (passkeys.c.id == key.id) & (passkeys.c.uses == key.uses)
    if connection.execute(update(passkeys).where(same).values(uses=uses)).rowcount == 0:
        return None
    owner = select(people.c.id, people.c.name).join(passkeys).where(passkeys.c.id == key.id)
    found = connection.execute(owner).one()
    return Person(found.id, found.name)


def _challenge(credential: dict[str, Any]) -> bytes:
    try:
        data = json.loads(_bytes(credential["response"]["clientDataJSON"]))
        return _bytes(data["challenge"])
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise _wrong() from error


def _wrong() -> Refused:
    return Refused("passkey", "This is no passkey made or shown for this card room.")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
