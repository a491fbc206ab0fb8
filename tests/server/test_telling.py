"""What a connection is told: the scene whole, then what changed, then the answer to what it asked."""

import asyncio
import random

import msgspec

from server.leaks import PEOPLE, House, Socket, keeper_of
from server.room import OWNER, Room
from stova.server.keeper import Keeper
from stova.server.messages import PROTOCOL
from stova.server.sockets import converse


async def connected(keeper: Keeper, person: str, socket: Socket | None = None) -> Socket:
    socket = socket or Socket()
    socket.talk = asyncio.ensure_future(converse(socket, House(keeper), person))  # type: ignore[arg-type]
    socket.say(type="hello", protocol=PROTOCOL, table="table", client="client00")
    await socket.until(b"whole")
    return socket


async def test_everybody_is_told_and_who_asked_is_answered_after_that() -> None:
    room = Room().begin(*PEOPLE)
    keeper = keeper_of(room.table)
    sockets = [await connected(keeper, person) for person in PEOPLE]
    rng = random.Random(3)
    for sequence in range(1, 21):
        match = keeper.table.match
        assert match is not None
        seat, legal = match.state.to_act, match.state.legal_actions()
        assert seat is not None
        for socket in sockets:
            socket.frames.clear()
        turn, act = keeper.table.turn, {"type": "act", "action": str(rng.choice(legal))}
        sockets[seat].say(type="do", sequence=sequence, turn=turn, command=act)
        await sockets[seat].until(b"answer")
        frames = [msgspec.json.decode(frame) for frame in sockets[seat].frames]
        assert [frame["type"] for frame in frames] == ["change", "answer"]
        assert frames[1] == {"type": "answer", "sequence": sequence, "refused": None}
        assert frames[0]["scene"]["standing"]["turn"] == turn + 1
    await hang_up(sockets, keeper)


class Counted(Socket):
    """A connection that knows what was sent at once."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[int] = []

    async def send(self, *frames: bytes) -> None:
        self.writes.append(len(frames))
        await super().send(*frames)


async def test_an_answer_goes_with_what_the_command_changed() -> None:
    keeper, socket = keeper_of(Room().begin(*PEOPLE).table), Counted()
    await connected(keeper, OWNER, socket)
    socket.say(type="do", sequence=1, turn=keeper.table.turn, command={"type": "say", "text": "Hey"})
    await socket.until(b"answer")
    socket.say(type="do", sequence=2, turn=keeper.table.turn, command={"type": "begin"})
    await socket.until(b"answer", 2)
    assert socket.writes == [1, 2, 1], "the whole, a change with its answer, and a refusal"
    await hang_up([socket], keeper)


async def test_differences_make_up_the_whole() -> None:
    room = Room("styrivolt").begin(*PEOPLE)
    keeper, rng = keeper_of(room.table), random.Random(4)
    socket = await connected(keeper, OWNER)
    scene: dict[str, object] = {}
    for _ in range(40):
        room.play(rng)
        keeper._show(room.table)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for frame in (msgspec.json.decode(frame) for frame in socket.frames):
            scene |= frame["scene"]
        socket.frames.clear()
        anew = {name: msgspec.json.decode(data) for name, data in keeper.fields(OWNER).items()}
        assert scene == anew
    await hang_up([socket], keeper)


async def test_nothing_is_sent_where_nothing_changed() -> None:
    keeper = keeper_of(Room().begin(*PEOPLE).table)
    socket = await connected(keeper, OWNER)
    socket.frames.clear()
    for _ in range(5):
        keeper._show(keeper.table)
        await asyncio.sleep(0)
    assert socket.frames == []
    await hang_up([socket], keeper)


async def hang_up(sockets: list[Socket], keeper: Keeper) -> None:
    for socket in sockets:
        socket.inbox.put_nowait(None)
        await socket.talk
    await keeper.close()
