"""Tables: opened, listed, found by their invitation, and their records."""

import hashlib
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from stova.server.deciding import Refused
from stova.server.filing import name_of
from stova.server.guards import COOKIE, Call, require
from stova.server.house import House, Opening
from stova.server.listing import Summary
from stova.server.messages import Settings
from stova.server.refusals import answers
from stova.server.routes.people import somebody


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be opened."""

    settings: Settings


class Join(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An invitation."""

    invite: Annotated[str, msgspec.Meta(max_length=40)]


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """The table an invitation is for."""

    id: str


@post("/api/tables", responses=answers(400, 401, 403, 413))
async def open_table(request: Call, house: NamedDependency[House], data: JSONBody[NewTable]) -> Opening:
    """Open a table."""
    person = await somebody(request, house)
    require(request, "tables")
    return await house.open(data.settings, person.id)


@get("/api/tables", responses=answers())
async def lobby(request: Call, house: NamedDependency[House]) -> Response[list[Summary]]:
    """Open tables that wait for players."""
    return _unless_known(request, await house.lobby())


@get("/api/mine", responses=answers())
async def mine(request: Call, house: NamedDependency[House]) -> Response[list[Summary]]:
    """Your tables."""
    return _unless_known(request, await house.mine(request.cookies.get(COOKIE, "")))


@post("/api/join", status_code=200, responses=answers(400, 403, 404, 413))
async def join(request: Call, house: NamedDependency[House], data: JSONBody[Join]) -> Found:
    """The table an invitation is for."""
    identity = await house.invited(data.invite)
    if identity is None:
        require(request, "guesses")
        raise Refused("invite", "This invitation is for no table here: ask for the link again.")
    return Found(id=identity)


@get("/api/tables/{identity:str}/record", media_type="application/json", responses=answers(400, 404))
async def record(request: Call, house: NamedDependency[House], identity: FromPath[str]) -> Response[bytes]:
    """The record of a table's last match that is over: it says what everybody held."""
    keeper = await house.keeper(identity)
    if keeper is None:
        require(request, "guesses")
        found = await house.record(identity)
    else:
        found = None if keeper.table.finished is None else keeper.table.finished.record()
    if found is None:
        raise Refused("record", "There is no finished match at this table.")
    named = ResponseHeader(name="Content-Disposition", value=f'attachment; filename="{name_of(found)}"')
    return Response(found, media_type="application/json", headers=[named])


def _unless_known(request: Call, listed: list[Summary]) -> Response[Any]:
    """A list, or that it is still as the browser has it: pages ask again and again."""
    tag = f'"{hashlib.sha256(msgspec.json.encode(listed)).hexdigest()[:32]}"'
    known = tag in request.headers.get("if-none-match", "")  # a proxy that compresses writes W/ before it
    return Response(None if known else listed, status_code=304 if known else 200, headers={"ETag": tag})


ROUTES = (open_table, lobby, mine, join, record)
