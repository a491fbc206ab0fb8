"""The room closes within five seconds: everybody is told to come again, and what was acknowledged is kept."""

import signal
import time

import pytest
from sqlalchemy import func, select

from server.edges.live import room, served
from stova.server import schema
from stova.server.journal import engine

WITHIN = 5.0
"""Seconds."""


@pytest.mark.one_in(2)
@pytest.mark.parametrize("word", [signal.SIGTERM, signal.SIGINT])
def test_everybody_is_told(url: str, word: signal.Signals) -> None:
    with served(url) as (here, process), here.person() as owner, here.person() as guest:
        table = here.table(owner)
        with here.come(owner, table) as first, here.come(guest, table) as second, here.socket() as silent:
            assert first.do("sit", seat=0, name="Sanna") is None
            assert first.do("begin") is None
            began = time.monotonic()
            process.send_signal(word)
            for at_table in (first, second, silent):
                ended = at_table.ended()
                assert ended["refused"]["code"] == "closing"
                assert 0 < ended["again"] < 10
            process.wait(WITHIN)
            assert time.monotonic() - began < WITHIN
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


def test_what_was_acknowledged_is_there_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stova.server.keeper.TALK", 20)
    with room(url) as here, here.person() as owner:
        table = here.table(owner)
        with here.come(owner, table) as at_table:
            assert at_table.do("sit", seat=2, name="Sanna") is None
            for number in range(20):
                assert at_table.do("say", text=f"word {number}") is None
        cookie = owner.cookies["stova"]
    with room(url) as again, again.socket(cookie, Origin=again.address) as at_table:
        at_table.hello(table)
        assert at_table.scene["you"] == 2
        assert at_table.scene["talk"][-1]["text"] == "word 19"
    made = engine(url)
    with made.connect() as connection:
        assert connection.execute(select(func.count()).select_from(schema.journal)).scalar_one() == 22
    made.dispose()


def test_the_room_closes_while_bots_play(url: str) -> None:
    with room(url) as here:
        with here.person() as owner, here.come(owner, here.table(owner)) as at_table:
            assert at_table.do("sit", seat=0, name="Sanna") is None
            assert at_table.do("begin") is None
        began = time.monotonic()
    assert time.monotonic() - began < WITHIN
