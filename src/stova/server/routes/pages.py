"""The client as files, and what goes with everything that is sent: what a page may do, and how long it is kept."""

from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.params import FromPath
from litestar.static_files import create_static_files_router
from litestar.types import Message, Scope

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
    index = CLIENT / "index.html"
    text = index.read_text(encoding="utf-8") if index.is_file() else UNBUILT
    return Response(text, media_type="text/html")


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
    """Assets have their contents in their names; the index names the assets; all else is for who asked."""
    if path.startswith("/assets/") and status in (200, 304):
        return "public, max-age=31536000, immutable"
    return "no-store" if path.startswith(("/api/", "/healthz", "/metrics")) else "no-cache"


ROUTES = (page,)
