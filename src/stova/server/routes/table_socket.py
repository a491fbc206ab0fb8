"""A table's WebSocket: who may open one, and how it ends."""

import contextlib
from functools import partial
from typing import Any

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect

from stova.server import logs, metrics
from stova.server.deciding import Refused
from stova.server.guards import COOKIE, address, require_own_page
from stova.server.house import House
from stova.server.limits import Limits
from stova.server.protocols import TEXTS
from stova.server.refusals import WAIT
from stova.server.routes.people import find
from stova.server.sockets import Ended, converse, farewell


@websocket("/ws")
async def at_table(socket: WebSocket[Any, Any, Any], house: NamedDependency[House]) -> None:
    """A table, for one connection."""
    await socket.accept()
    connection = _Connection(socket)
    with contextlib.suppress(WebSocketDisconnect):
        try:
            await _admitted(socket, connection, house)
        except Ended as ended:
            await farewell(connection, ended)
        except WebSocketDisconnect:
            raise
        except Exception as error:
            logs.fault("fault at a table", error)
            await farewell(connection, Ended("fault", "Something went wrong here, and was noted.", again=WAIT))
        await connection.close()


async def _admitted(socket: WebSocket[Any, Any, Any], connection: "_Connection", house: House) -> None:
    """A conversation, if this page and this address may have one more."""
    limits: Limits = socket.app.state.limits
    origin = address(socket)
    try:
        require_own_page(socket)
    except Refused as refused:
        raise Ended(refused.refusal.code, refused.refusal.why) from None
    if not limits.connect(origin):
        raise Ended("flood", "Too many connections from your address: close some, or wait.", again=WAIT)
    metrics.CONNECTIONS.inc()
    try:
        person = await find(house, socket.cookies.get(COOKIE, ""))
        may = partial(limits.take, address=origin)
        await converse(connection, house, "" if person is None else person.id, may=may)
    finally:
        metrics.CONNECTIONS.dec()
        limits.disconnect(origin)


class _Connection:
    """A WebSocket as conversations need it."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self._socket = socket
        extensions: Any = socket.scope["extensions"]
        self._send_texts = extensions[TEXTS]["send"]

    async def receive(self) -> bytes | None:
        try:
            return (await self._socket.receive_text()).encode()
        except WebSocketDisconnect:
            return None

    async def send(self, *frames: bytes) -> None:
        """Raises WebSocketDisconnect."""
        await self._sent(self._send_texts(frames))

    async def close(self) -> None:
        """Raises WebSocketDisconnect."""
        await self._sent(self._socket.close())

    async def _sent(self, sending: Any) -> None:
        try:
            await sending
        except (OSError, RuntimeError):  # the server's ways of saying that the other end has gone
            raise WebSocketDisconnect(detail="gone") from None


ROUTES = (at_table,)
