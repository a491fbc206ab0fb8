"""Passkeys: coming as oneself from another device without a link. Challenges live in memory, keys in the database."""

import base64
import json
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import webauthn
from sqlalchemy import Connection, func, insert, select, update
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
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


def creation(site: Site, person: Person, challenge: bytes) -> bytes:
    """What a browser needs to make a key, as JSON."""
    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name="Stova",
        user_id=person.id.encode(),
        user_name=person.name or "Stova",
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
    )
    return webauthn.options_to_json(options).encode()


def request(site: Site, challenge: bytes) -> bytes:
    """What a browser needs to show a key, as JSON."""
    return webauthn.options_to_json(
        webauthn.generate_authentication_options(rp_id=site.host, challenge=challenge)
    ).encode()


def register(connection: Connection, site: Site, person: Person, credential: dict[str, Any], challenge: bytes) -> None:
    """Keeps a key that was made.

    Raises Refused.
    """
    try:
        made = webauthn.verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=site.host, expected_origin=site.origin
        )
    except Exception as error:  # several libraries read what anybody may send
        raise _wrong() from error
    name = _text(made.credential_id)
    kept = connection.execute(select(func.count()).where(passkeys.c.person == person.id)).scalar() or 0
    known = connection.execute(select(passkeys.c.id).where(passkeys.c.id == name)).first()
    if known is not None or kept >= MOST_KEYS or len(name) > LONGEST_ID:
        raise Refused("passkey", f"This passkey is known already, or there are {MOST_KEYS} of yours.")
    row = {"id": name, "person": person.id, "public_key": made.credential_public_key.hex()}
    connection.execute(insert(passkeys).values(row | {"uses": made.sign_count, "created": time.time()}))


def recognise(connection: Connection, site: Site, credential: dict[str, Any], challenge: bytes) -> Person:
    """Whose key was shown.

    Raises Refused.
    """
    name = str(credential.get("id"))[: LONGEST_ID + 1]
    row = connection.execute(select(passkeys).where(passkeys.c.id == name)).first() if name.isascii() else None
    if row is None:
        raise Refused("passkey", "This passkey belongs to nobody here.")
    try:
        shown = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=bytes.fromhex(row.public_key),
            credential_current_sign_count=row.uses,
        )
    except Exception as error:  # several libraries read what anybody may send
        raise _wrong() from error
    connection.execute(update(passkeys).where(passkeys.c.id == name).values(uses=shown.new_sign_count))
    found = connection.execute(select(people.c.id, people.c.name).where(people.c.id == row.person)).one()
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
