"""Runs the card room in this process."""

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import Callable
from dataclasses import dataclass
from errno import EADDRNOTAVAIL

import uvicorn
from sqlalchemy import Engine

from stova.errors import RulesError
from stova.server import collecting, logs
from stova.server.app import application, goodbye
from stova.server.limits import PER_ADDRESS
from stova.server.migrating import migrate
from stova.server.protocols import Http, WebSockets
from stova.server.sockets import LONGEST_FRAME
from stova.server.sole import StillOurs, sole, tell

LONGEST_READ = 8 * LONGEST_FRAME
"""Bytes of a frame that are read at all: up to here a refusal says what is too long, beyond the connection breaks."""
KEPT_OPEN = 20
"""Seconds that a connection stays open for the next call: pages that keep up with their lists call every five."""
LOOK = 5.0
"""Seconds between looking whether the room is still ours."""
FILES = 10_240
"""Connections and files this process may have open, if the system allows it: by itself it is often a thousand."""
LAST_ANSWERS = 1
"""Seconds that calls going on have when the room closes."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where the card room is kept and listens. `proxy` are the addresses whose word on who asks is taken."""

    database: str
    host: str
    port: int
    proxy: str | None = None
    per_address: int = PER_ADDRESS
    keep_days: int | None = None
    """Days after which tables are deleted at which nothing happened; None keeps all."""


class Server(uvicorn.Server):
    """Says when it is there, and sends everybody away before it closes."""

    def __init__(self, place: Place, ready: Callable[[], None], *, writing: Engine | None = None) -> None:
        super().__init__(_config(place, writing))
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await goodbye(self.config.app)  # type: ignore[arg-type]
        await super().shutdown(sockets)


def run(place: Place, *, ready: Callable[[str], None]) -> None:
    """Serve until told to end; `ready` is told the address.

    Raises RulesError if the port is taken, the database can't be used or is in use, or the proxy isn't an address, and
    when another process has taken the room over.
    """
    _check_proxy(place.proxy)
    with sole(place.database) as held:
        migrate(place.database)  # before the port is taken, so that what is wrong is said by this call
        listening = listen(place.host, place.port)
        logs.set_up()
        _allow_files()
        address = f"http://{_shown(place.host)}:{listening.getsockname()[1]}/"
        tell(place.database, address)
        with collecting.seldom():
            server = Server(place, lambda: ready(address), writing=held.writing)
            asyncio.run(serve(server, listening, held.still_ours))


async def serve(server: Server, listening: socket.socket, still_ours: StillOurs) -> None:
    """Serves until told to end, or until the room is another process's. Raises RulesError then."""
    watching = asyncio.create_task(_watch(server, still_ours))
    await server.serve([listening])
    if watching.done():
        watching.result()
    watching.cancel()


async def _watch(server: Server, still_ours: StillOurs) -> None:
    while await _ours(still_ours):
        await asyncio.sleep(LOOK)
    server.should_exit = True
    raise RulesError("another process keeps this card room now, and this one has ended: only one can")


async def _ours(still_ours: StillOurs) -> bool:
    """What can't be told now is looked at again later."""
    try:
        return await asyncio.to_thread(still_ours)
    except Exception as error:
        logs.fault("room not looked at", error)
        return True


def _allow_files() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):  # Windows counts none, and some systems allow no more
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _config(place: Place, writing: Engine | None) -> uvicorn.Config:
    return uvicorn.Config(
        application(place.database, writing=writing, per_address=place.per_address, keep_days=place.keep_days),
        http=Http,
        ws=WebSockets,
        ws_max_size=LONGEST_READ,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        proxy_headers=place.proxy is not None,
        forwarded_allow_ips=place.proxy,
        timeout_graceful_shutdown=LAST_ANSWERS,
        timeout_keep_alive=KEPT_OPEN,
        server_header=False,
    )


def _check_proxy(proxy: str | None) -> None:
    for address in () if proxy in (None, "*") else str(proxy).split(","):
        try:
            ipaddress.ip_network(address.strip())
        except ValueError:
            raise RulesError(f"a proxy is an address such as 127.0.0.1, not {address[:40]!r}") from None


def _shown(host: str) -> str:
    if host in ("127.0.0.1", "0.0.0.0", "::", "::1"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there, for answers that go out at once.

    Raises RulesError where one can't listen.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns off Nagle's delay only where the protocol is named; a second small packet would wait for 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        other = "--host" if error.errno == EADDRNOTAVAIL else "--port"
        raise RulesError(f"{host} port {port} can't be listened at: {error.strerror or error}; try {other}") from error
    return listening
