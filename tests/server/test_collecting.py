"""Garbage in cycles: all is looked through seldom, and then found."""

import asyncio
import gc
import weakref

import pytest

from stova.server import collecting


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.own = self


def searches() -> int:
    """How often everything has been looked through."""
    return int(gc.get_stats()[2]["collections"])


def test_growing_stops_nobody() -> None:
    here = len(gc.get_objects())
    began = searches()
    many = [[number] for number in range(here)]
    assert searches() > began, "there was nothing to spare"
    with collecting.seldom():
        began = searches()
        many += [[number] for number in range(here)]
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
