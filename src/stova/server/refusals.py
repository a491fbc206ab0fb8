"""Refusals over HTTP: whatever is wrong is answered by a `Refusal`, and the description of the calls says so."""

from collections.abc import Callable, Mapping
from typing import Any

from litestar import Response
from litestar.datastructures import ResponseHeader
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from stova.errors import RulesError
from stova.server import logs, metrics
from stova.server.deciding import Refused
from stova.server.guards import Call, require
from stova.server.messages import Refusal
from stova.server.routes import pages
from stova.server.sole import Anothers

WAIT = 10
"""Seconds after which it is worth trying again."""
_STATUS = {"invite": 404, "link": 404, "record": 404, "nobody": 401, "origin": 403, "flood": 429, "journal": 503}
_MEANING = {
    400: "What was sent can't be used; `why` says what could be.",
    401: "The card room doesn't know this browser yet.",
    403: "A page of another origin asked.",
    404: "There is no such thing.",
    413: "More was sent than anything here needs.",
    429: "Too much was asked for at once.",
    500: "Something went wrong that nobody had thought of.",
    503: "The database can't be used at the moment.",
}
_WORDS = {
    400: ("request", "This can't be read; /schema says what is expected."),
    404: ("address", "There is nothing at this address; /schema lists what there is."),
    405: ("method", "This address takes other methods; /schema says which."),
    413: ("size", "A request has at most 64 KiB."),
    415: ("media", "A request's body is JSON."),
    500: ("fault", "Something went wrong here, and was noted. Try again."),
    503: ("journal", "The card room can't write anything down at the moment, or look it up: try again soon."),
}


def answers(*statuses: int) -> dict[int, ResponseSpec]:
    """How a call may be refused, for its description."""
    return {status: ResponseSpec(Refusal, description=_MEANING[status]) for status in (*statuses, 429, 500, 503)}


def refused(_: Call, error: Refused) -> Response[Refusal]:
    """What was refused by what is right here."""
    return _response(_STATUS.get(error.refusal.code, 400), error.refusal)


def wrong_rules(_: Call, error: RulesError) -> Response[Refusal]:
    """A game, preset or option that doesn't exist."""
    return _response(404, Refusal(code="rules", why=f"{str(error)[:300]}."))


def unusual(request: Call, error: HTTPException) -> Response[Any]:
    """What the framework refuses: addresses, methods, sizes, and bodies that aren't what they should be.

    Somebody at a browser gets the client, which says that there is no such page.
    """
    if not request.state.get("counted"):  # no route was found, so that nothing was asked of who calls
        try:
            require(request, "calls")
        except Refused as flood:
            return refused(request, flood)
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return pages.client(status=404)
    code, why = _WORDS.get(error.status_code, _WORDS[400 if error.status_code < 500 else 500])
    if error.status_code >= 500:
        logs.fault("fault", error)
    return _response(error.status_code, Refusal(code=code, why=why + _details(error)), error.headers)


def unforeseen(_: Call, error: Exception) -> Response[Refusal]:
    """An error nobody had thought of."""
    logs.fault("fault", error)
    code, why = _WORDS[500]
    return _response(500, Refusal(code=code, why=why))


def unwritten(_: Call, error: Exception) -> Response[Refusal]:
    """The database can't be reached or written, or is another process's."""
    logs.fault("not written", error)
    code, why = _WORDS[503]
    return _response(503, Refusal(code=code, why=why))


def too_deep(_: Call, __: RecursionError) -> Response[Refusal]:
    """A body of brackets within brackets."""
    code, why = _WORDS[400]
    return _response(400, Refusal(code=code, why=why))


HANDLERS: dict[int | type[Exception], Callable[[Call, Any], Response[Any]]] = {
    Refused: refused,
    RulesError: wrong_rules,
    HTTPException: unusual,
    RecursionError: too_deep,
    OperationalError: unwritten,
    PoolTimeout: unwritten,
    Anothers: unwritten,
    Exception: unforeseen,
}


def _details(error: HTTPException) -> str:
    """What is wrong with a body or a parameter, in the words of who read it."""
    extra = error.extra if isinstance(error.extra, list) and error.status_code == 400 else []
    found = [f"{item.get('key', 'body')}: {item.get('message')}" for item in extra if isinstance(item, Mapping)]
    return "".join(f" {message[:200].rstrip('.')}." for message in found[:3])


def _response(status: int, refusal: Refusal, headers: Mapping[str, str] | None = None) -> Response[Refusal]:
    metrics.REFUSALS.labels(refusal.code).inc()
    told = dict(headers or {})
    if status in (429, 503):
        told["Retry-After"] = str(WAIT)
    return Response(refusal, status_code=status, headers=[ResponseHeader(name=k, value=v) for k, v in told.items()])
