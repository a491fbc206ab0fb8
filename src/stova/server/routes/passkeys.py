"""Passkeys over HTTP: made, listed and removed by who is known, and shown on another device by who wants to be."""

import asyncio
from typing import Any

import msgspec
from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from stova.server import passkeys, people
from stova.server.deciding import Refused
from stova.server.guards import COOKIE, Call, require
from stova.server.house import House
from stova.server.passkeys import Passkey, Site
from stova.server.refusals import answers
from stova.server.routes.people import Me, known, somebody


class Shown(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A credential as `PublicKeyCredential.toJSON()` gives it."""

    credential: dict[str, Any]


@post("/api/passkeys/creation", status_code=200, responses=answers(401, 403))
async def offer(request: Call, house: NamedDependency[House]) -> dict[str, Any]:
    """What `navigator.credentials.create` needs to make a passkey of yours (`parseCreationOptionsFromJSON`)."""
    person, site = await somebody(request, house), _site(request)
    known = await house.store.read(lambda connection: passkeys.listed(connection, person))
    found: dict[str, Any] = msgspec.json.decode(passkeys.creation(site, person, house.challenges.new(person.id), known))
    return found


@post("/api/passkeys", responses=answers(400, 401, 403, 413))
async def keep(request: Call, house: NamedDependency[House], data: JSONBody[Shown]) -> Me:
    """Keep a passkey that was made."""
    person, site = await somebody(request, house), _site(request)
    challenge = house.challenges.take(data.credential, person.id)
    made = await asyncio.to_thread(passkeys.checked, site, data.credential, challenge)
    if not await house.store.write(lambda connection: passkeys.register(connection, person, made)):
        raise Refused("passkey", f"This passkey is known already, or there are {passkeys.MOST_KEYS} of yours.")
    return Me(name=person.name, link=f"/me/{request.cookies[COOKIE]}")


@get("/api/passkeys", responses=answers(401))
async def list_mine(request: Call, house: NamedDependency[House]) -> list[Passkey]:
    """Your passkeys."""
    person = await somebody(request, house)
    found: list[Passkey] = await house.store.read(lambda connection: passkeys.listed(connection, person))
    return found


@delete("/api/passkeys/{name:str}", status_code=200, responses=answers(400, 401, 403))
async def remove(request: Call, house: NamedDependency[House], name: FromPath[str]) -> list[Passkey]:
    """Remove a passkey of yours; those that are left."""
    person = await somebody(request, house)
    left: list[Passkey] | None = await house.store.write(lambda connection: passkeys.forget(connection, person, name))
    if left is None:
        raise Refused("passkey", "There is no such passkey of yours.")
    return left


@post("/api/passkeys/request", status_code=200, responses=answers(403))
async def ask(request: Call, house: NamedDependency[House]) -> dict[str, Any]:
    """What `navigator.credentials.get` needs to show a passkey (`parseRequestOptionsFromJSON`)."""
    found: dict[str, Any] = msgspec.json.decode(passkeys.request(_site(request), house.challenges.new("")))
    return found


@post("/api/passkeys/shown", status_code=200, responses=answers(400, 403, 413))
async def come_in(request: Call, house: NamedDependency[House], data: JSONBody[Shown]) -> Response[Me]:
    """Be on this device whose passkey was shown."""
    require(request, "people")
    site, challenge, token = _site(request), house.challenges.take(data.credential, ""), people.new_token()
    key = await house.store.read(lambda connection: passkeys.find(connection, data.credential))
    if key is None:
        raise Refused("passkey", "This passkey belongs to nobody here.")
    uses = await asyncio.to_thread(passkeys.uses, site, data.credential, challenge, key)

    def write(connection: Any) -> people.Person | None:
        person = passkeys.recognise(connection, key, uses)
        if person is not None:
            people.add_token(connection, person.id, token)
        return person

    person = await house.store.write(write)
    if person is None:
        raise Refused("passkey", "This passkey was removed, or shown elsewhere at the same moment: try again.")
    return known(request, person, token)


def _site(request: Call) -> Site:
    origin = request.headers.get("origin")
    if origin is None:
        raise Refused("origin", "A passkey is for an origin: send the header that names this card room's.")
    return Site(origin, request.url.hostname or "")


ROUTES = (offer, keep, list_mine, remove, ask, come_in)
