"""A real card room for tests: on a free port, in a thread, with people who come over HTTP and WebSockets."""

import asyncio
import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from stova.server.serving import Place, Server, listen

SETTINGS = {"game": "sjavs", "pace": "quick", "bots": "beginner"}
NO_TURN = 0


class Room:
    """Where a card room is, and people coming to it."""

    def __init__(self, port: int) -> None:
        self.host = f"127.0.0.1:{port}"
        self.address = f"http://{self.host}"

    def stranger(self, **headers: str) -> httpx.Client:
        """Somebody without a cookie, over HTTP."""
        return httpx.Client(base_url=self.address, headers=headers, timeout=30)

    def person(self) -> httpx.Client:
        """Somebody the room knows, on one of its own pages."""
        token = httpx.get(f"{self.address}/api/me").raise_for_status().cookies["stova"]
        cookies = httpx.Cookies()
        cookies.set("stova", token, domain="127.0.0.1")
        return httpx.Client(base_url=self.address, headers={"Origin": self.address}, cookies=cookies, timeout=30)

    def table(self, owner: httpx.Client, **settings: Any) -> str:
        """A table opened by somebody."""
        answer = owner.post("/api/tables", json={"settings": SETTINGS | settings})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def socket(self, cookie: str | None = None, **headers: str) -> "AtTable":
        """Somebody about to open a WebSocket, who says nothing yet."""
        if cookie is not None:
            headers["Cookie"] = f"stova={cookie}"
        address = f"ws://{self.host}/ws"
        return AtTable(
            connect(address, additional_headers=headers, max_size=2**22, max_queue=None, proxy=None, open_timeout=30)
        )

    def come(self, person: httpx.Client | None, table: str, client: str = "client01") -> "AtTable":
        """Somebody about to come to a table, who greets."""
        own = {} if person is None else {"cookie": person.cookies["stova"], "Origin": self.address}
        at_table = self.socket(**own)
        at_table.table, at_table.client = table, client
        return at_table


class AtTable:
    """Somebody's connection to a table, and what is seen over it; open within a `with`."""

    table: str | None = None
    client = "client01"
    connection: ClientConnection

    def __init__(self, opening: Any) -> None:
        self._opening, self.sequence = opening, 0
        self.scene: dict[str, Any] = {}
        self.frames: list[str] = []
        self.bye: dict[str, Any] | None = None

    def __enter__(self) -> "AtTable":
        self.connection = self._opening.__enter__()
        if self.table is not None:
            self.hello(self.table)
        return self

    def __exit__(self, *error: Any) -> None:
        self._opening.__exit__(*error)

    def hello(self, table: str, /, **other: Any) -> None:
        """Greets, and looks at the table."""
        self.put({"type": "hello", "protocol": 1, "table": table, "client": self.client} | other)
        self.hear()

    def put(self, message: object) -> None:
        """Sends a message, or text or bytes as they are.

        The room may have ended the connection meanwhile; what it said, if anything, is still to be heard.
        """
        data = message if isinstance(message, str | bytes) else json.dumps(message)
        with suppress(ConnectionClosed):
            self.connection.send(data)

    def hear(self, timeout: float = 30) -> dict[str, Any] | None:
        """The next thing told; None when the connection has ended."""
        try:
            data = self.connection.recv(timeout)
        except ConnectionClosed:
            return None
        assert isinstance(data, str)
        self.frames.append(data)
        told: dict[str, Any] = json.loads(data)
        if told["type"] in ("whole", "change"):
            self.scene |= told["scene"]
        if told["type"] == "bye":
            self.bye = told
        return told

    def do(self, kind: str, *, turn: int | None = None, sequence: int | None = None, **fields: Any) -> Any:
        """Gives a command; why it is refused, or None."""
        self.sequence += 1
        number = self.sequence if sequence is None else sequence
        seen = self.scene.get("standing", {}).get("turn", NO_TURN) if turn is None else turn
        self.put({"type": "do", "sequence": number, "turn": seen, "command": {"type": kind} | fields})
        return self.answer(number)

    def answer(self, number: int) -> Any:
        """What becomes of a command; a farewell if it is one."""
        while (told := self.hear()) is not None:
            if told["type"] == "answer" and told["sequence"] == number:
                return told["refused"]
            if told["type"] == "bye":
                return told
        raise AssertionError("the connection ended without a word")

    def until(self, seen: Any) -> None:
        """Looks on until the scene is so."""
        while not seen(self.scene):
            assert self.hear() is not None, "the connection ended"

    def ended(self) -> dict[str, Any]:
        """The farewell; the connection ends after it."""
        while self.hear() is not None:
            pass
        assert self.bye is not None, "the connection ended without a word"
        return self.bye


@contextmanager
def served(url: str, *, before: str = "") -> Iterator[tuple[Room, "subprocess.Popen[str]"]]:
    """`stova serve` as a process, in which something may be done beforehand."""
    command = [sys.executable, "-c", f"{before}\nfrom stova.cli import main; main()"]
    process = subprocess.Popen(
        [*command, "serve", "--port", "0", "--database", url], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        found = re.search(r"localhost:(\d+)", process.stdout.readline())
        assert found is not None, process.communicate()
        yield Room(int(found.group(1))), process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def room(database: str, **place: Any) -> Iterator[Room]:
    """A card room on a database, until the end of the `with`."""
    listening = listen("127.0.0.1", 0)
    there = threading.Event()
    server = Server(Place(database=database, host="127.0.0.1", port=0, **place), there.set)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])))
    thread.start()
    try:
        assert there.wait(60), "the room didn't open"
        yield Room(listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive(), "the room didn't close"
