"""Who may ask at all: the room's own pages, and each address so much."""

from typing import Any, TypeAlias

from litestar import Request
from litestar.connection import ASGIConnection

from stova.server.deciding import Refused
from stova.server.limits import Limits, What, whose

Connection: TypeAlias = ASGIConnection[Any, Any, Any, Any]
Call: TypeAlias = Request[Any, Any, Any]
COOKIE = "stova"
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}
_PROXIES = "A proxy must pass Host and X-Forwarded-Proto on, and be named with --proxy."
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
        raise Refused("origin", f"Only the card room's own pages may ask this, those at {own[:80]}. {_PROXIES}")


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
