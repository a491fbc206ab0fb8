"""Passkeys over HTTP: one is made by who is known, and shown on another device by who wants to be."""

from typing import Any

import msgspec
from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from stova.server import passkeys, people
from stova.server.deciding import Refused
from stova.server.guards import COOKIE, Call, require
from stova.server.house import House
from stova.server.passkeys import Site
from stova.server.refusals import answers
from stova.server.routes.people import Me, known, somebody


class Shown(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A credential as `PublicKeyCredential.toJSON()` gives it."""

    credential: dict[str, Any]


@post("/api/passkeys/creation", status_code=200, responses=answers(401, 403))
async def offer(request: Call, house: NamedDependency[House]) -> dict[str, Any]:
    """What `navigator.credentials.create` needs to make a passkey of yours (`parseCreationOptionsFromJSON`)."""
    person = await somebody(request, house)
    found: dict[str, Any] = msgspec.json.decode(
        passkeys.creation(_site(request), person, house.challenges.new(person.id))
    )
    return found


@post("/api/passkeys", responses=answers(400, 401, 403, 413))
async def keep(request: Call, house: NamedDependency[House], data: JSONBody[Shown]) -> Me:
    """Keep a passkey that was made."""
    person, site = await somebody(request, house), _site(request)
    challenge = house.challenges.take(data.credential, person.id)
    await house.store.write(lambda connection: passkeys.register(connection, site, person, data.credential, challenge))
    return Me(name=person.name, link=f"/me/{request.cookies[COOKIE]}")


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

    def write(connection: Any) -> people.Person:
        person = passkeys.recognise(connection, site, data.credential, challenge)
        people.add_token(connection, person.id, token)
        return person

    return known(request, await house.store.write(write), token)


def _site(request: Call) -> Site:
    origin = request.headers.get("origin")
    if origin is None:
        raise Refused("origin", "A passkey is for an origin: send the header that names this card room's.")
    return Site(origin, request.url.hostname or "")


ROUTES = (offer, keep, ask, come_in)
