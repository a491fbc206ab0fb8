"""Every command is answered, also when the table changed while it was being done."""

import asyncio
from typing import Any

import msgspec

from server.keeping import until
from stova.server import people
from stova.server.house import House
from stova.server.journal import Journal
from stova.server.messages import PROTOCOL, Settings
from stova.server.sockets import converse
from stova.server.thinking import Thinkers

SENT = 10


class Client:
    """The other end of a connection: what it sends, and what it was told."""

    def __init__(self) -> None:
        self.sending: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.answered: list[int] = []

    async def receive(self) -> bytes | None:
        return await self.sending.get()

    async def send(self, *frames: bytes) -> None:
        told = map(msgspec.json.decode, frames)
        self.answered += [each["sequence"] for each in told if each["type"] == "answer"]

    def say(self, message: dict[str, Any]) -> None:
        self.sending.put_nowait(msgspec.json.encode(message))


async def test_each_command_is_answered(url: str) -> None:
    house = House(Journal(url), Thinkers(1))
    anna = await house.store.write(lambda connection: people.register(connection, "token"))
    opening = await house.open(Settings(game="sjavs"), anna.id)
    client = Client()
    client.say({"type": "hello", "protocol": PROTOCOL, "table": opening.id, "client": "abcdefgh"})
    for sequence in range(1, SENT + 1):
        sit = {"type": "sit", "seat": sequence % 4, "name": "Anna"}
        client.say({"type": "do", "sequence": sequence, "turn": 0, "command": sit})
    talking = asyncio.create_task(converse(client, house, anna.id))
    await until(lambda: len(client.answered) == SENT)
    client.sending.put_nowait(None)
    await talking
    await house.close()
    assert client.answered == list(range(1, SENT + 1))
