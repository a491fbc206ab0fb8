"""Thinking beside the screen: what is worked out comes back, and leaving waits for nobody."""

import asyncio
import subprocess
import sys
import time
from threading import Event

import pytest

from stova.cli.thinking import Thinker


async def test_work_is_done_one_thing_after_the_other() -> None:
    thinker, done = Thinker(), list[int]()
    assert await asyncio.gather(*(thinker.think(lambda n=n: done.append(n) or n * n) for n in range(5))) == [  # type: ignore[misc, func-returns-value]
        0,
        1,
        4,
        9,
        16,
    ]
    assert done == [0, 1, 2, 3, 4]
    assert not thinker.busy


async def test_what_goes_wrong_is_told_and_the_thread_goes_on() -> None:
    thinker = Thinker()
    with pytest.raises(ZeroDivisionError):
        await thinker.think(lambda: 1 // 0)
    assert await thinker.think(lambda: 2) == 2


async def test_what_is_given_up_before_its_turn_is_not_begun() -> None:
    thinker, go, begun = Thinker(), Event(), list[str]()
    first = asyncio.create_task(thinker.think(go.wait))
    second = asyncio.create_task(thinker.think(lambda: begun.append("second")))
    await asyncio.sleep(0.01)
    assert thinker.busy
    second.cancel()
    await asyncio.sleep(0.01)
    go.set()
    assert await first
    await thinker.think(lambda: begun.append("third"))
    assert begun == ["third"]


@pytest.mark.parametrize(("leaving", "ended"), [("thinking.leave()", "left"), ("pass", "left worked")])
def test_the_process_ends_at_once_when_the_table_is_left_and_never_in_the_midst_of_a_thing(
    leaving: str, ended: str
) -> None:
    code = f"""
import asyncio, time
from stova.cli import thinking
def work():
    time.sleep({20 if "leave" in leaving else 1})
    print("worked", flush=True)
async def main():
    task = asyncio.create_task(thinking.thinker("turns").think(work))
    await asyncio.sleep(0.1)
    task.cancel()
asyncio.run(main())
print("left")
{leaving}
"""
    begun = time.monotonic()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=15)
    assert time.monotonic() - begun < 10
    assert done.stdout.split() == ended.split()
    assert done.stderr == ""
