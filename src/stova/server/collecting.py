"""How often garbage in cycles is looked for.

Python looks through everything whenever there is a quarter more of it than the last time, which stops all tables for
tenths of a second with a thousand connections. Tables have no cycles; connections that have ended leave some, which
may wait.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

AGAIN = 600.0
"""Seconds between looking through everything."""
NEVER = 2**31 - 1


@contextmanager
def seldom() -> Iterator[None]:
    """Leave what is here alone, and look through the rest only when asked; through what is new as ever."""
    new, young, old = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(new, young, NEVER)
    try:
        yield
    finally:  # what is left alone to the very end the kernel's binding takes for lost
        gc.set_threshold(new, young, old)
        gc.unfreeze()


async def now_and_then() -> None:
    """Look through everything again and again."""
    while True:
        await asyncio.sleep(AGAIN)
        gc.collect()
