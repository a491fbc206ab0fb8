"""The card room as a web application, put together."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from sqlalchemy import Engine

from stova.server import collecting, logs
from stova.server.guards import before_call, remarks
from stova.server.house import House
from stova.server.journal import Journal
from stova.server.limits import PER_ADDRESS, Limits
from stova.server.migrating import migrate
from stova.server.refusals import HANDLERS
from stova.server.routes import games, health, pages, passkeys, people, table_socket, tables
from stova.server.thinking import Thinkers

LARGEST_BODY = 64 * 1024
"""Bytes of a request."""
REST = 60.0
"""Seconds after which tables are let go that nobody looks at."""
FORGET = 3600.0
"""Seconds after which tables are looked for again at which nothing has happened for long."""
GOODBYE = 2.0
"""Seconds everybody has for going when the room closes."""
_PARTS = (games, people, passkeys, tables, health, table_socket, pages)


def application(
    database: str,
    *,
    writing: Engine | None = None,
    threads: int | None = None,
    per_address: int = PER_ADDRESS,
    keep_days: int | None = None,
) -> Litestar:
    """The card room on a database, which is brought up to date first; see `Limits` for `per_address`.

    All is written by `writing`, if there is that; see `Held`. Tables at which nothing has happened for `keep_days` are
    deleted; with None all are kept.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        migrate(database)
        asyncio.get_running_loop().set_exception_handler(logs.of_loop)
        app.state.house = House(Journal(database, writing=writing), Thinkers(threads))
        house: House = app.state.house
        chores = [_again(REST, house.rest), collecting.now_and_then()]
        if keep_days is not None:
            chores.append(_again(FORGET, partial(_forget, house, keep_days)))
        looking_after = [asyncio.create_task(chore) for chore in chores]
        try:
            yield
        finally:
            for task in looking_after:
                task.cancel()
            await house.close()

    return Litestar(
        route_handlers=[*(route for part in _PARTS for route in part.ROUTES), *pages.assets()],
        dependencies={"house": _house},
        lifespan=[lifespan],
        state=State({"limits": Limits(per_address), "remarks": remarks()}),
        before_request=before_call,
        before_send=[pages.add_headers],
        exception_handlers=HANDLERS,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Stova", version="1", path="/schema", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        request_max_body_size=LARGEST_BODY,
    )


async def goodbye(app: Litestar) -> None:
    """Sends everybody away, who may come back when the room is open again."""
    app.state.house.partings.close()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GOODBYE):
            while app.state.limits.connected:
                await asyncio.sleep(0.02)


async def _house(state: State) -> House:
    found: House = state.house
    return found


async def _again(seconds: float, chore: Callable[[], Awaitable[None]]) -> None:
    """Does something again and again; that it fails once is no reason to leave it undone for good."""
    while True:
        try:
            await chore()
        except Exception as error:
            logs.fault("chore failed", error)
        await asyncio.sleep(seconds)


async def _forget(house: House, days: int) -> None:
    await house.forget(before=time.time() - days * 24 * 3600)
