"""A table's WebSocket: commands in, the scene out, whole at first and then what is otherwise than before."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

import msgspec

from stova.server import messages, metrics
from stova.server.house import House
from stova.server.keeper import Given, Guest, Keeper
from stova.server.limits import Bucket, What
from stova.server.messages import Bye, Change, Do, Hello, Refusal, Told, Whole

LONGEST_FRAME = 8 * 1024
"""Bytes of what a client sends at once."""
BURST, RATE = 30, 8.0
"""Commands a connection may send at once, and a second after that."""
PATIENCE = 10.0
"""Seconds a client has for its hello."""
RENEWED = 2.0
"""Seconds a browser that renewed a personal link has to hear of the new one before it comes back."""
LAST_SEQUENCE = 2**31 - 1
"""What a database keeps in a column of whole numbers."""
_HELLO = msgspec.json.Decoder(Hello)
_DO = msgspec.json.Decoder(Do)
_ENCODER = msgspec.json.Encoder()


class Socket(Protocol):
    """What is needed of a connection."""

    async def receive(self) -> bytes | None:
        """What the client sent; None when it is gone."""

    async def send(self, *frames: bytes) -> None:
        """Send frames of text, all at once, when the client takes them."""


class Ended(Exception):
    """The connection is to end, with this said."""

    def __init__(self, code: str, why: str, *, again: float | None = None) -> None:
        super().__init__(why)
        self.bye = Bye(refused=Refusal(code=code, why=why), again=again)


May = Callable[[What], bool]
"""Whether one more of something may be had."""


async def converse(socket: Socket, house: House, person: str, *, may: May = lambda _: True) -> None:
    """Serves one connection of somebody until it ends."""
    try:
        await _first_of(_conversation(socket, house, person, may), _parting(house, person))
    except Ended as ended:
        await farewell(socket, ended)


async def farewell(socket: Socket, ended: Ended) -> None:
    """Says why a connection ends."""
    metrics.REFUSALS.labels(ended.bye.refused.code).inc()
    await socket.send(_ENCODER.encode(ended.bye))


async def _conversation(socket: Socket, house: House, person: str, may: May) -> None:
    hello, keeper = await _greeted(socket, house, may)
    guest = keeper.enter(person)
    try:
        await keeper.come_back(person)
        client = f"{person[:8]}{hello.client}"
        await _first_of(_tell(socket, keeper, guest), _listen(socket, keeper, guest, client, may))
    finally:
        keeper.leave(guest)


async def _greeted(socket: Socket, house: House, may: May) -> tuple[Hello, Keeper]:
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
    if keeper is None and not may("guesses"):
        raise _flood()
    if keeper is None and await house.record(hello.table) is not None:
        raise Ended("gone", "Nobody was at this table for long, so it was deleted. The record of its match is kept.")
    if keeper is None:
        raise Ended("table", "There is no such table: it may be at another card room.")
    return hello, keeper


async def _first_of(*parts: Coroutine[Any, Any, None]) -> None:
    """Lets all go on until one of them ends, as which it ends."""
    tasks = [asyncio.create_task(part) for part in parts]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _parting(house: House, person: str) -> None:
    if await house.partings.wait(person) == "renewed":
        raise Ended("nobody", "Your personal link was renewed: come again by the new one.", again=RENEWED)
    # Not all at once, or they would all come back at once.
    raise Ended("closing", "The card room closes for a moment; your table is kept.", again=random.uniform(1.0, 4.0))


async def _listen(socket: Socket, keeper: Keeper, guest: Guest, client: str, may: May) -> None:
    bucket = Bucket(BURST, RATE)
    while (data := await socket.receive()) is not None:
        if not (bucket.take() and may("commands")):
            raise _flood()
        do = _decoded(_DO, data)
        if not 0 < do.sequence <= LAST_SEQUENCE:
            raise Ended("message", f"Commands are numbered from 1 to {LAST_SEQUENCE}.")
        given = Given(person=guest.person, command=do.command, client=client, sequence=do.sequence, turn=do.turn)
        refused = await keeper.do(given, done=partial(guest.answer, do.sequence))
        metrics.COMMANDS.labels("done" if refused is None else refused.code).inc()
        if refused is not None:
            guest.answer(do.sequence, refused)


def _flood() -> Ended:
    return Ended("flood", "Too much at once: wait a moment.", again=5.0)


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
        told: list[Told] = []
        if not shown:
            whole = b"{" + b",".join(b'"%s":%s' % (name.encode(), data) for name, data in fields.items()) + b"}"
            told.append(Whole(version=now, scene=msgspec.Raw(whole)))
        elif different:
            told.append(Change(since=version, version=now, scene=different))
        if different:
            version, shown = now, fields
        told += answers
        if told:
            await socket.send(*map(_ENCODER.encode, told))


def _decoded(decoder: Any, data: bytes) -> Any:
    if len(data) > LONGEST_FRAME:
        raise Ended("frame", f"A message has at most {LONGEST_FRAME} bytes.")
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Ended("message", f"This is no message of protocol {messages.PROTOCOL}: {str(error)[:200]}.") from None
