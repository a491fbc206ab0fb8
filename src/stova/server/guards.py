"""Who may ask at all: the room's own pages, and each address so much."""

from typing import Any, TypeAlias

from litestar import Request
from litestar.connection import ASGIConnection

from stova.server import logs
from stova.server.deciding import Refused
from stova.server.limits import Bucket, Limits, What, whose

Connection: TypeAlias = ASGIConnection[Any, Any, Any, Any]
Call: TypeAlias = Request[Any, Any, Any]
COOKIE = "stova"
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}
_THIS_MACHINE = ("127.0.0.1", "::1")
_LINE_EVERY = 60.0
"""Seconds between two lines in the log about pages that are refused: anybody can bring them about."""
_READING = ("GET", "HEAD", "OPTIONS")


def address(connection: Connection) -> str:
    """What an asker's limits are kept by."""
    return whose(connection.client.host if connection.client else "")


def require(connection: Connection, what: What) -> None:
    """Raises Refused when an address has asked for too much."""
    limits: Limits = connection.app.state.limits
    if not limits.take(what, address(connection)):
        raise Refused("flood", "Too much at once from your address: wait a moment.")


def require_own_page(connection: Connection) -> None:
    """Raises Refused when another origin's page asks: cookies come along whoever's page it is."""
    origin = connection.headers.get("origin")
    if origin is None and COOKIE not in connection.cookies:
        return
    if origin is None:
        raise Refused("origin", "With a cookie goes an Origin header that names this card room, as browsers send it.")
    if origin != (own := own_origin(connection)):
        why = _foreign(connection, origin, own)
        if connection.app.state.remarks.take():
            logs.log.warning("page refused", why=why, origin=_readable(origin), asked_by=address(connection))
        raise Refused("origin", why)


def remarks() -> Bucket:
    """What a line in the log is taken from about pages that are refused."""
    return Bucket(1, 1 / _LINE_EVERY)


def _foreign(connection: Connection, origin: str, own: str) -> str:
    """Why a page is none of the room's own, and what whoever keeps the room can do if it should be."""
    if origin != own.replace("http:", "https:", 1):
        return (
            f"Only the card room's own pages may ask this, those at {_readable(own)}. "
            "A proxy in front must pass Host and X-Forwarded-Proto on, and be named with --proxy."
        )
    if connection.headers.get("x-forwarded-proto") != "https":
        return (
            "This page came over https, but the proxy in front doesn't say so. "
            "Whoever keeps the card room has it send X-Forwarded-Proto, and names it with --proxy."
        )
    # Anybody can claim to be a proxy: only this machine's is one for sure.
    asked_by = connection.client.host if connection.client else ""
    named = asked_by if asked_by in _THIS_MACHINE else "and the proxy's address"
    return (
        "This page came over https, by a proxy the card room doesn't know. "
        f"Whoever keeps the room opens it with --proxy {named}."
    )


def _readable(text: str) -> str:
    """What somebody sent, for a line of a log or a terminal."""
    return text[:80].encode("ascii", "backslashreplace").decode()


def own_origin(connection: Connection) -> str:
    """The origin of the room's own pages as who asks sees it: scheme, host and port; a proxy's word counts if named."""
    scheme = str(connection.scope["scheme"]).replace("ws", "http")
    host = connection.headers.get("host", "").lower()
    return f"{scheme}://{host.removesuffix(_DEFAULT_PORTS[scheme])}"


async def before_call(request: Call) -> None:
    """What every call over HTTP must pass."""
    request.state.counted = True
    require(request, "calls")
    if request.method not in _READING:
        require_own_page(request)
