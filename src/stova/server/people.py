"""People: whoever has shown up once. No account: a token in a cookie, or in a link for other devices."""

import hashlib
import re
import secrets
import time
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from stova.server.schema import devices, people

TOKEN_BYTES = 16


@dataclass(frozen=True)
class Person:
    """Somebody, and the name last sat down under."""

    id: str
    name: str


def new_token() -> str:
    """128 bits nobody guesses, as 22 letters, digits and signs."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def is_token(text: str) -> bool:
    """Whether a text may be one of those: what isn't needn't be looked up."""
    return re.fullmatch(r"[A-Za-z0-9_-]{22}", text) is not None


def register(connection: Connection, token: str) -> Person:
    """Somebody new, known by this token."""
    person = Person(secrets.token_urlsafe(TOKEN_BYTES), "")
    connection.execute(insert(people).values(id=person.id, token_hash=_hash(token), name="", created=time.time()))
    return person


def find(connection: Connection, token: str) -> Person | None:
    """Whom a token belongs to."""
    person, theirs = select(people.c.id, people.c.name), _hash(token)
    # One after the other: asked for either, PostgreSQL looks through all people.
    row = connection.execute(person.where(people.c.token_hash == theirs)).first()
    row = row or connection.execute(person.join(devices).where(devices.c.token_hash == theirs)).first()
    return None if row is None else Person(row.id, row.name)


def add_token(connection: Connection, person: str, token: str) -> None:
    """Let another token be somebody's, for another device."""
    connection.execute(insert(devices).values(token_hash=_hash(token), person=person))


def renew(connection: Connection, person: str, token: str) -> None:
    """Let this token be somebody's and no other that was."""
    connection.execute(update(people).where(people.c.id == person).values(token_hash=_hash(token)))
    connection.execute(delete(devices).where(devices.c.person == person))


def rename(connection: Connection, person: str, name: str) -> None:
    """Remember a name."""
    connection.execute(update(people).where(people.c.id == person).values(name=name))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
