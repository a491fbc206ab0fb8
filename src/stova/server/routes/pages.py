"""The client as files, and what goes with everything that is sent: what a page may do, and how long it is kept."""

from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router
from litestar.types import Message, Scope

import stova

CLIENT = Path(__file__).parent.parent / "client"
"""Where the built client is."""
UNBUILT = """<!doctype html><meta charset="utf-8"><title>Stova</title><h1>Stova</h1>
<p>The browser client isn't built. In a clone of the repository <code>make client</code> builds it; then load this page
again.</p>"""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


@get(["/", "/table/{rest:str}", "/join/{rest:str}", "/me/{rest:str}"], include_in_schema=False)
async def page(rest: FromPath[str] = "") -> Response[str]:
    """The client, whatever page of it is asked for."""
    return client(status=200)


@get("/how/{game:str}", include_in_schema=False)
async def how_page(game: FromPath[str]) -> Response[str]:
    """The client. Raises NotFoundException for what is no game, as any wrong address is answered."""
    if game not in stova.games():
        raise NotFoundException
    return client(status=200)


def client(*, status: int) -> Response[str]:
    """The page that is the client."""
    index = CLIENT / "index.html"
    text = index.read_text(encoding="utf-8") if index.is_file() else UNBUILT
    return Response(text, status_code=status, media_type="text/html")


@get("/icon.svg", include_in_schema=False, media_type="image/svg+xml")
async def icon() -> Response[bytes]:
    """The icon as browsers draw it."""
    return _file("icon.svg")


@get(["/icon.png", "/favicon.ico", "/apple-touch-icon.png"], include_in_schema=False, media_type="image/png")
async def picture() -> Response[bytes]:
    """The icon for home screens, and for what asks for one without having read the page."""
    return _file("icon.png")


@get("/manifest.webmanifest", include_in_schema=False, media_type="application/manifest+json")
async def manifest() -> Response[bytes]:
    """How the client stands on a home screen."""
    return _file("manifest.webmanifest")


def _file(name: str) -> Response[bytes]:
    """One of the files beside the index. Raises NotFoundException while the client isn't built."""
    file = CLIENT / name
    if not file.is_file():
        raise NotFoundException
    return Response(file.read_bytes())


def assets() -> list[Any]:
    """The files the client is made of, if it is built."""
    folder = CLIENT / "assets"
    return [create_static_files_router(path="/assets", directories=[folder])] if folder.is_dir() else []


async def add_headers(message: Message, scope: Scope) -> None:
    """What goes with every answer over HTTP."""
    if message["type"] != "http.response.start" or scope["type"] != ScopeType.HTTP:
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers[name] = value
    headers["Cache-Control"] = _kept(scope["path"], message["status"])


def _kept(path: str, status: int) -> str:
    """Assets have their contents in their names; the index names the assets; all else is for who asked.

    Lists that pages ask for again and again are kept by the browser, to hear that they are still the same.
    """
    if path.startswith("/assets/") and status in (200, 304):
        return "public, max-age=31536000, immutable"
    if path in ("/api/tables", "/api/mine") and status in (200, 304):
        return "private, no-cache"
    return "no-store" if path.startswith(("/api/", "/healthz", "/metrics")) else "no-cache"


ROUTES = (page, how_page, icon, picture, manifest)
