"""A table's WebSocket: commands in, the scene out, whole at first and then what is otherwise than before."""

import asyncio
from typing import Any, Protocol

import msgspec

from stova.server import messages
from stova.server.house import House
from stova.server.keeper import Asked, Guest, Keeper
from stova.server.limits import Bucket
from stova.server.messages import Answer, Bye, Change, Do, Hello, Refusal, Whole

LONGEST_FRAME = 8 * 1024
"""Bytes of what a client sends at once."""
BURST, RATE = 30, 8.0
"""Commands a connection may send at once, and a second after that."""
PATIENCE = 10.0
"""Seconds a client has for its hello."""
_HELLO = msgspec.json.Decoder(Hello)
_DO = msgspec.json.Decoder(Do)
_ENCODER = msgspec.json.Encoder()


class Socket(Protocol):
    """What is needed of a connection."""

    async def receive(self) -> bytes | None:
        """What the client sent; None when it is gone."""

    async def send(self, data: bytes) -> None:
        """Send a frame of text."""


class Ended(Exception):
    """The connection is to end, with this said."""

    def __init__(self, code: str, why: str, *, again: float | None = None) -> None:
        super().__init__(why)
        self.bye = Bye(refused=Refusal(code=code, why=why), again=again)


async def converse(socket: Socket, house: House, person: str) -> None:
    """Serves one connection of somebody until it ends."""
    try:
        hello, keeper = await _greeted(socket, house)
        guest = keeper.enter(person)
        try:
            await _served(socket, keeper, guest, hello.client)
        finally:
            keeper.leave(guest)
    except Ended as ended:
        await socket.send(_ENCODER.encode(ended.bye))


async def _greeted(socket: Socket, house: House) -> tuple[Hello, Keeper]:
    try:
        data = await asyncio.wait_for(socket.receive(), PATIENCE)
    except TimeoutError:
        raise Ended("hello", "A client says hello first.", again=1.0) from None
    hello = _decoded(_HELLO, data or b"")
    if hello.protocol != messages.PROTOCOL:
        raise Ended("protocol", "This page is older or newer than the card room: load it again.")
    if not (8 <= len(hello.client) <= 40 and hello.client.isascii() and hello.client.isalnum()):
        raise Ended("client", "A client's name is 8 to 40 letters and digits.")
    keeper = await house.keeper(hello.table)
    if keeper is None:
        raise Ended("table", "There is no such table.")
    return hello, keeper


async def _served(socket: Socket, keeper: Keeper, guest: Guest, client: str) -> None:
    telling = asyncio.create_task(_tell(socket, keeper, guest))
    listening = asyncio.create_task(_listen(socket, keeper, guest, f"{guest.person[:8]}{client}"[:40]))
    try:
        await keeper.come_back(guest.person)
        done, _ = await asyncio.wait({telling, listening}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in (telling, listening):
            task.cancel()
        await asyncio.gather(telling, listening, return_exceptions=True)


async def _listen(socket: Socket, keeper: Keeper, guest: Guest, client: str) -> None:
    bucket = Bucket(BURST, RATE)
    while (data := await socket.receive()) is not None:
        if not bucket.take():
            raise Ended("flood", "Too much at once: wait a moment.", again=5.0)
        do = _decoded(_DO, data)
        asked = Asked(person=guest.person, command=do.command, client=client, sequence=do.sequence, turn=do.turn)
        refused = await keeper.do(asked)
        guest.answers.append(Answer(sequence=do.sequence, refused=refused))
        guest.changed.set()


async def _tell(socket: Socket, keeper: Keeper, guest: Guest) -> None:
    """Sends what has changed, as often as the client can take it: a slow one misses what lies between."""
    shown: dict[str, bytes] = {}
    version, looked = 0, -1
    guest.changed.set()
    while True:
        await guest.changed.wait()
        guest.changed.clear()
        answers, guest.answers = guest.answers, []
        now = keeper.version
        fields = keeper.fields(guest.person) if now != looked else shown
        looked = now
        different = {name: msgspec.Raw(data) for name, data in fields.items() if shown.get(name) != data}
        if not shown:
            whole = b"{" + b",".join(b'"%s":%s' % (name.encode(), data) for name, data in fields.items()) + b"}"
            await socket.send(_ENCODER.encode(Whole(version=now, scene=msgspec.Raw(whole))))
        elif different:
            await socket.send(_ENCODER.encode(Change(since=version, version=now, scene=different)))
        if different:
            version, shown = now, fields
        for answer in answers:
            await socket.send(_ENCODER.encode(answer))


def _decoded(decoder: Any, data: bytes) -> Any:
    if len(data) > LONGEST_FRAME:
        raise Ended("frame", f"A message has at most {LONGEST_FRAME} bytes.")
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Ended("message", f"This is no message of protocol {messages.PROTOCOL}: {str(error)[:200]}.") from None
