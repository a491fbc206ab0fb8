"""Runs the card room in this process."""

import asyncio
import socket
from collections.abc import Callable

import uvicorn

from stova.errors import RulesError
from stova.server.app import application
from stova.server.sockets import LONGEST_FRAME


class _Server(uvicorn.Server):
    """Says when it is there."""

    ready: Callable[[], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()


def run(database: str, *, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve until told to end; `ready` is told the address.

    Raises RulesError if the port is taken.
    """
    listening = _listen(host, port)
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    server = _Server(
        uvicorn.Config(
            application(database),
            ws="websockets-sansio",
            ws_max_size=LONGEST_FRAME,
            ws_per_message_deflate=False,
            log_level="warning",
            timeout_graceful_shutdown=5,
            server_header=False,
        )
    )
    server.ready = lambda: ready(f"http://{shown}:{listening.getsockname()[1]}/")
    asyncio.run(server.serve([listening]))


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise RulesError(f"{host} port {port} can't be listened at: {error.strerror or error}; try --port") from error
    return listening
