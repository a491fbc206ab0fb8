"""The card room as a web application: pages, a few calls over HTTP, and a WebSocket a table."""

import asyncio
import contextlib
import dataclasses
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar, Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import Cookie, State
from litestar.exceptions import WebSocketDisconnect
from litestar.openapi import OpenAPIConfig
from litestar.static_files import create_static_files_router

import stova
from stova import fair, records
from stova.engine.options import AtLeast, allowed, text_of
from stova.server import people
from stova.server.deciding import LONGEST_NAME, Refused, named
from stova.server.house import House, Opening, Summary
from stova.server.journal import Journal
from stova.server.messages import Refusal, Settings
from stova.server.migrating import migrate
from stova.server.people import Person
from stova.server.sockets import converse
from stova.server.thinking import Thinkers

COOKIE = "stova"
YEAR = 365 * 24 * 3600
RESTING = 300.0
"""Seconds between looks for tables that nobody looks at."""
CLIENT = Path(__file__).parent / "client"
"""Where the built client is."""
UNBUILT = """<!doctype html><meta charset="utf-8"><title>Stova</title><h1>Stova</h1>
<p>The browser client isn't built. In a clone of the repository <code>make client</code> builds it; then load this page
again.</p>"""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; "
        "frame-ancestors 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be opened."""

    settings: Settings


class Join(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An invitation."""

    invite: Annotated[str, msgspec.Meta(max_length=40)]


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who you are: the name last sat down under, and the path of your personal link."""

    name: str
    link: str


class MyName(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name to be remembered."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """An option: the rule that offers it, its value, and what else it may be; None for a number of at least `least`."""

    name: str
    rule: str
    value: str
    choices: list[str] | None
    least: int | None = None


class GameShown(msgspec.Struct, frozen=True, kw_only=True):
    """A game with the values of one preset."""

    name: str
    title: str
    summary: str
    seats: int
    preset: str
    presets: list[str]
    options: list[Option]


@get("/api/games")
async def list_games() -> list[GameShown]:
    """Every game in its standard form."""
    return [_game_shown(game) for game in stova.games().values()]


@get("/api/games/{name:str}")
async def show_game(name: str, preset: str | None = None) -> GameShown:
    """A game with the values of a preset."""
    return _game_shown(stova.game(name, preset))


def _game_shown(game: stova.Game) -> GameShown:
    valid = allowed(type(game.options))
    fields = dataclasses.fields(game.options)
    options = [
        Option(
            name=name,
            rule=field.metadata["rule"],
            value=text_of(getattr(game.options, field.name)),
            choices=None if isinstance(choices, AtLeast) else [text_of(value) for value in choices],
            least=choices.least if isinstance(choices, AtLeast) else None,
        )
        for field, (name, choices) in zip(fields, valid.items(), strict=True)
    ]
    return GameShown(
        name=game.name,
        title=game.title,
        summary=game.summary,
        seats=game.seats,
        preset=game.preset,
        presets=list(stova.presets(game.name)),
        options=options,
    )


@get("/api/me")
async def me(request: Request[Any, Any, Any], house: House) -> Response[Me]:
    """Who you are. On a first visit you are made somebody."""
    token = request.cookies.get(COOKIE, "")
    person = await _person(house, token)
    if person is None:
        token = people.new_token()
        person = await house.store.write(lambda connection: people.register(connection, token))
    return Response(Me(name=person.name, link=f"/me/{token}"), cookies=[_cookie(request, token)])


@post("/api/me", status_code=200)
async def rename(request: Request[Any, Any, Any], house: House, data: MyName) -> Me:
    """Remember a name."""
    person = await _someone(request, house)
    name = named(data.name)
    await house.store.write(lambda connection: people.rename(connection, person.id, name))
    return Me(name=name, link=f"/me/{request.cookies[COOKIE]}")


@post("/api/me/{token:str}", status_code=200)
async def come_as(request: Request[Any, Any, Any], house: House, token: str) -> Response[Me]:
    """Be on this device who you are on another: by your personal link."""
    person = await _person(house, token)
    if person is None:
        raise Refused("link", "This personal link belongs to nobody here.")
    return Response(Me(name=person.name, link=f"/me/{token}"), cookies=[_cookie(request, token)])


@post("/api/tables")
async def open_table(request: Request[Any, Any, Any], house: House, data: NewTable) -> Opening:
    """Open a table."""
    return await house.open(data.settings, (await _someone(request, house)).id)


@get("/api/tables")
async def lobby(house: House) -> list[Summary]:
    """Open tables that wait for players."""
    return await house.lobby()


@get("/api/mine")
async def mine(request: Request[Any, Any, Any], house: House) -> list[Summary]:
    """Your tables."""
    person = await _person(house, request.cookies.get(COOKIE, ""))
    return [] if person is None else await house.mine(person.id)


@post("/api/join", status_code=200)
async def join(house: House, data: Join) -> dict[str, str]:
    """The table an invitation is for."""
    identity = await house.invited(data.invite)
    if identity is None:
        raise Refused("invite", "This invitation is for no table here.")
    return {"id": identity}


@get("/api/tables/{identity:str}/record", media_type="application/json")
async def record(house: House, identity: str) -> Response[bytes]:
    """The record of a table's match, which must be over: it says what everybody held."""
    keeper = await house.keeper(identity)
    if keeper is None or keeper.table.match is None or keeper.table.stage != "over":
        raise Refused("record", "There is no finished match at this table.")
    table, match = keeper.table, keeper.table.match
    found = msgspec.structs.replace(records.record_of(match), fair=fair.proof(table.secret, table.shares))
    return Response(msgspec.json.encode(found) + b"\n", media_type="application/json")


@get("/healthz", sync_to_thread=False)
def health() -> dict[str, str]:
    """That the server answers."""
    return {"status": "ok"}


@websocket("/ws")
async def at_table(socket: WebSocket[Any, Any, Any], house: House) -> None:
    """A table, for one connection."""
    if not _same_origin(socket):
        await socket.close(code=4403, reason="foreign origin")
        return
    await socket.accept()
    person = await _person(house, socket.cookies.get(COOKIE, ""))
    with contextlib.suppress(WebSocketDisconnect):
        await converse(_Connection(socket), house, "" if person is None else person.id)
        await socket.close()


class _Connection:
    """A WebSocket as conversations need it."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self._socket = socket

    async def receive(self) -> bytes | None:
        try:
            return (await self._socket.receive_text()).encode()
        except WebSocketDisconnect:
            return None

    async def send(self, data: bytes) -> None:
        await self._socket.send_text(data.decode())


def _same_origin(socket: WebSocket[Any, Any, Any]) -> bool:
    """Cookies come along whoever's page it is: only the room's own pages may use them."""
    origin = socket.headers.get("origin", "")
    return bool(origin) and urlsplit(origin).netloc == socket.headers.get("host", "")


async def _person(house: House, token: str) -> Person | None:
    if not token:
        return None
    found: Person | None = await house.store.read(lambda connection: people.find(connection, token))
    return found


async def _someone(request: Request[Any, Any, Any], house: House) -> Person:
    person = await _person(house, request.cookies.get(COOKIE, ""))
    if person is None:
        raise Refused("nobody", "Load the page first: the card room doesn't know this browser yet.")
    return person


def _cookie(request: Request[Any, Any, Any], token: str) -> Cookie:
    secure = request.url.scheme == "https"
    return Cookie(key=COOKIE, value=token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")


def _refused(_: Request[Any, Any, Any], refused: Refused) -> Response[Refusal]:
    return Response(refused.refusal, status_code=404 if refused.refusal.code in ("invite", "link", "record") else 400)


def _rules_error(_: Request[Any, Any, Any], error: stova.RulesError) -> Response[Refusal]:
    return Response(Refusal(code="rules", why=f"{error}."), status_code=404)


@get(["/", "/table/{rest:str}", "/join/{rest:str}", "/me/{rest:str}"], include_in_schema=False)
async def page(rest: str = "") -> Response[str]:
    """The client, whatever page of it is asked for."""
    index = CLIENT / "index.html"
    text = index.read_text(encoding="utf-8") if index.is_file() else UNBUILT
    return Response(text, media_type="text/html")


async def _rest(house: House) -> None:
    """Lets tables go now and then that nobody looks at."""
    while True:
        await asyncio.sleep(RESTING)
        await house.rest()


def application(database: str, *, threads: int | None = None) -> Litestar:
    """The card room on a database, which is brought up to date first."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        migrate(database)
        app.state.house = House(Journal(database), Thinkers(threads))
        resting = asyncio.create_task(_rest(app.state.house))
        try:
            yield
        finally:
            resting.cancel()
            await app.state.house.close()

    async def house(state: State) -> House:
        found: House = state.house
        return found

    assets = CLIENT / "assets"
    static = [create_static_files_router(path="/assets", directories=[assets])] if assets.is_dir() else []
    routes = [list_games, show_game, me, rename, come_as, open_table, lobby, mine, join, record, health, at_table, page]
    return Litestar(
        route_handlers=[*routes, *static],
        dependencies={"house": house},
        lifespan=[lifespan],
        exception_handlers={Refused: _refused, stova.RulesError: _rules_error},
        openapi_config=OpenAPIConfig(title="Stova", version=str(1), path="/schema"),
        request_max_body_size=64 * 1024,
        response_headers=HEADERS,
    )
