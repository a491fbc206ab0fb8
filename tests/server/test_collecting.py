"""Garbage in cycles: all is looked through seldom, and then found."""

import asyncio
import gc
import weakref

import pytest

from stova.server import collecting

MANY = 500_000
"""More than enough lists for Python to look through everything."""


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.own = self


def searches() -> int:
    """How often everything has been looked through."""
    return int(gc.get_stats()[2]["collections"])


def test_growing_stops_nobody() -> None:
    gc.collect()
    gc.freeze()  # what other tests have left would only take long to look through
    began = searches()
    many = [[number] for number in range(MANY)]
    assert searches() > began, "there was nothing to spare"
    gc.unfreeze()
    with collecting.seldom():
        began = searches()
        many += [[number] for number in range(MANY)]
        assert searches() == began
    assert not gc.get_freeze_count()


async def test_what_is_left_is_found_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "AGAIN", 0.01)
    with collecting.seldom():
        left = weakref.ref(Knot())
        looking = asyncio.create_task(collecting.now_and_then())
        while left() is not None:
            await asyncio.sleep(0.01)
        looking.cancel()
