"""For whoever looks after the card room: whether it works, and what it counts."""

import asyncio
import time

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from sqlalchemy import Connection, update

from stova.server import metrics
from stova.server.deciding import Refused
from stova.server.house import House
from stova.server.refusals import answers
from stova.server.schema import pulse

PATIENCE = 5.0
"""Seconds the journal has for a line."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """That everything works."""

    status: str = "ok"


@get("/healthz", responses=answers())
async def health(house: NamedDependency[House]) -> Health:
    """That the journal writes: a line of it was written and is on the disk."""
    try:
        await asyncio.wait_for(house.store.write(_beat), PATIENCE)
    except Exception:
        raise Refused("journal", "The journal can't be written: see the log, and the disk.") from None
    return Health()


@get("/metrics", media_type="text/plain", include_in_schema=False)
async def figures(house: NamedDependency[House]) -> Response[bytes]:
    """What the card room counts of itself, in Prometheus' text form."""
    metrics.TABLES.set(house.kept)
    metrics.THINKING.set(house.bots.waiting)
    return Response(metrics.told(), media_type=metrics.CONTENT_TYPE)


def _beat(connection: Connection) -> None:
    connection.execute(update(pulse).values(at=time.time()))


ROUTES = (health, figures)
