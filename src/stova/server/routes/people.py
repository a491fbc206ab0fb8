"""Who you are: a cookie, made on a first visit, and a personal link for other devices."""

from typing import Annotated, Literal

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from stova.server import people
from stova.server.deciding import LONGEST_NAME, Refused, named
from stova.server.guards import COOKIE, Call, Connection, require
from stova.server.house import House
from stova.server.people import Person
from stova.server.refusals import answers

YEAR = 365 * 24 * 3600
"""Seconds a browser keeps the cookie after it was last here."""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who you are: the name last sat down under, and the path of your personal link."""

    name: str
    link: str


class Whose(msgspec.Struct, frozen=True, kw_only=True):
    """Whose a personal link is, whether that is who you are here, and how many tables you have here."""

    name: str
    yours: Literal["yes", "no"]
    tables: int


class MyName(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name to be remembered."""

    name: Annotated[str, msgspec.Meta(max_length=10 * LONGEST_NAME)]


@get("/api/me", responses=answers())
async def me(request: Call, house: NamedDependency[House]) -> Response[Me]:
    """Who you are. On a first visit you are made somebody."""
    token = request.cookies.get(COOKIE, "")
    person = await find(house, token)
    if person is None:
        require(request, "people")
        token = people.new_token()
        person = await house.store.write(lambda connection: people.register(connection, token))
    return known(request, person, token)


@post("/api/me", status_code=200, responses=answers(400, 401, 403, 413))
async def rename(request: Call, house: NamedDependency[House], data: JSONBody[MyName]) -> Me:
    """Remember a name."""
    person = await somebody(request, house)
    name = named(data.name)
    await house.store.write(lambda connection: people.rename(connection, person.id, name))
    return Me(name=name, link=f"/me/{request.cookies[COOKIE]}")


@get("/api/me/{token:str}", responses=answers(400, 404))
async def whose(request: Call, house: NamedDependency[House], token: FromPath[str]) -> Whose:
    """Whose a personal link is, before you come by it."""
    person = await _linked(request, house, token)
    you = await find(house, request.cookies.get(COOKIE, ""))
    tables = 0 if you is None else await house.number(you.id)
    return Whose(name=person.name, yours="yes" if person == you else "no", tables=tables)


@post("/api/me/{token:str}", status_code=200, responses=answers(400, 403, 404))
async def come_as(request: Call, house: NamedDependency[House], token: FromPath[str]) -> Response[Me]:
    """Be on this device who you are on another: by your personal link."""
    return known(request, await _linked(request, house, token), token)


@post("/api/link", status_code=200, responses=answers(401, 403))
async def renew(request: Call, house: NamedDependency[House]) -> Response[Me]:
    """Have another personal link: the old one is nobody's any more, and your other devices don't know you."""
    person, token = await somebody(request, house), people.new_token()
    await house.store.write(lambda connection: people.renew(connection, person.id, token))
    house.partings.renew(person.id)
    return known(request, person, token)


async def _linked(request: Call, house: House, token: str) -> Person:
    """Whose a personal link is.

    Raises Refused.
    """
    person = await find(house, token)
    if person is None:
        require(request, "guesses")
        raise Refused("link", "This personal link belongs to nobody here. Perhaps there is a newer one.")
    return person


async def find(house: House, token: str) -> Person | None:
    """Whom a cookie or a link names."""
    if not people.is_token(token):
        return None
    found: Person | None = await house.store.read(lambda connection: people.find(connection, token))
    return found


async def somebody(request: Connection, house: House) -> Person:
    """Who asks.

    Raises Refused.
    """
    person = await find(house, request.cookies.get(COOKIE, ""))
    if person is None:
        raise Refused("nobody", "Load the page first: the card room doesn't know this browser yet.")
    return person


def known(request: Call, person: Person, token: str) -> Response[Me]:
    """Tells somebody who they are, and the browser to remember it."""
    cookie = Cookie(
        key=COOKIE,
        value=token,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path="/",
    )
    return Response(Me(name=person.name, link=f"/me/{token}"), cookies=[cookie])


ROUTES = (me, rename, whose, come_as, renew)
