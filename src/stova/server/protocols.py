"""HTTP and WebSockets below the application: nobody is waited for without end, and nobody keeps the loop to himself.

What tables say goes to their connections by a short way, as most of the server's time is spent on that.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame
from websockets.http11 import Request

from stova.server.limits import Bucket

PATIENCE = 20.0
"""Seconds a request may take to come whole."""
TAKEN = 120.0
"""Seconds in which something of an answer has to be taken, on a slow line too."""
BESIDES, BESIDES_A_SECOND = 50, 5.0
"""Frames besides messages: pings, pongs, and parts of a message after its first."""

TEXTS = "stova.texts"
"""The extension of ASGI whose `send` takes several messages, and sends them at once past the layers in between."""
AHEAD = 4
"""Messages of a client that may wait before nothing more is read: to stop and go on for each takes longer than it."""


class Http(H11Protocol):
    """Ends connections over which a request comes bit by bit, or none at all, and those whose answers nobody takes."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait(PATIENCE)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._wait(PATIENCE)
        elif not self.flow.write_paused:
            self._wait_no_more()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait(TAKEN)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._wait_no_more()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._wait(TAKEN)  # it closes when all is taken

    def _wait(self, seconds: float) -> None:
        """From the first byte on: those that follow give no more time."""
        if self._waiting is None:
            self._waiting = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        if self.transport.get_protocol() is self:  # and no WebSocket
            self.transport.abort()

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


class WebSockets(WebSocketsSansIOProtocol):
    """Ends connections of clients that take nothing any more, or send in heaps what is no message.

    Whole messages don't stop the reading as long as few wait.
    """

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._besides = Bucket(BESIDES, BESIDES_A_SECOND)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # or it would wait until the other end has taken all there is

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"] |= {TEXTS: {"send": self._send_texts}}

    async def _send_texts(self, texts: Iterable[bytes]) -> None:
        """Sends messages in one go. Raises OSError when the other end has gone."""
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected:
            raise ClientDisconnected
        try:
            for text in texts:
                self.conn.send_text(text)
        except InvalidState:
            raise ClientDisconnected from None
        self.transport.write(b"".join(self.conn.data_to_send()))

    def handle_text(self, event: Frame) -> None:
        if event.fin and not self.close_sent and self.queue.qsize() < AHEAD:
            with suppress(UnicodeDecodeError):
                return self.queue.put_nowait({"type": "websocket.receive", "text": str(event.data, "utf-8")})
        return super().handle_text(event)

    def handle_ping(self) -> None:
        if self._bearable():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self._bearable():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        if self._bearable():
            super().handle_cont(event)

    def _bearable(self) -> bool:
        enough = not self._besides.take()
        if enough:
            self.loop.call_soon(self.transport.abort)
        return not enough
