"""Jobs: in the order asked for, all of them, whoever waits and whatever fails."""

import asyncio
from functools import partial

import pytest

from stova.server.deciding import Refused
from stova.server.jobs import Jobs


class Work:
    """Jobs that note when they begin and end."""

    def __init__(self) -> None:
        self.noted: list[str] = []

    async def job(self, name: str) -> None:
        self.noted.append(f"{name} begins")
        await asyncio.sleep(0.01)
        self.noted.append(f"{name} ends")
        if name == "bad":
            raise ZeroDivisionError


async def test_one_after_the_other_though_one_fails_and_nobody_waits_for_another() -> None:
    jobs, work = Jobs(), Work()
    first, bad, last = (asyncio.ensure_future(jobs.do(partial(work.job, name))) for name in ("first", "bad", "last"))
    await asyncio.sleep(0)
    first.cancel()
    with pytest.raises(ZeroDivisionError):
        await bad
    await last
    assert work.noted == [f"{name} {what}" for name in ("first", "bad", "last") for what in ("begins", "ends")]
    await jobs.end()


async def test_what_was_asked_before_the_end_is_done_and_nothing_after_it() -> None:
    jobs, work = Jobs(), Work()
    asked = [asyncio.ensure_future(jobs.do(partial(work.job, str(number)))) for number in range(3)]
    await asyncio.sleep(0)
    ending = asyncio.ensure_future(jobs.end())
    await asyncio.sleep(0)
    with pytest.raises(Refused):
        await jobs.do(partial(work.job, "late"))
    await ending
    assert all(job.done() for job in asked)
    assert work.noted[-1] == "2 ends"
    assert jobs.ended
