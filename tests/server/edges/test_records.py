"""Records over HTTP: of the last match that is over, with a proof that holds, whatever was begun since."""

import random
from datetime import UTC, datetime

import httpx

from server import room as tables
from server.edges.live import room
from server.keeping import register
from server.room import OWNER
from stova import fair, records
from stova.server import events, journal, messages
from stova.server.filing import file_name

TABLE = "T" * 22


def test_the_last_match_that_is_over(url: str) -> None:
    at_table = tables.Room("sjavs").sit(OWNER)
    at_table.do(OWNER, at_table.share("beef"), messages.Begin())
    at_table.play(random.Random(1), 100_000)
    shown = fair.commitment(at_table.table.secret).hex()
    at_table.do(OWNER, messages.Again(), messages.Begin())
    _write(url, at_table)
    with room(url) as here:
        answer = httpx.get(f"{here.address}/api/tables/{TABLE}/record")
    assert answer.status_code == 200
    name = file_name("sjavs", datetime.fromtimestamp(1, UTC))
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    record = records.parse(answer.content)
    assert record.began == datetime.fromtimestamp(1, UTC)
    assert record.fair is not None
    match = records.replay(record)
    assert match.is_over
    fair.check(record.fair, record.key, seats=4, shown=shown)
    fair.check_deals(match)
    assert record.fair.shares[0] == "beef"


def _write(url: str, at_table: tables.Room) -> None:
    """Writes a table's story into a room's database."""
    first, *rest = at_table.story
    assert isinstance(first, events.Opened)
    engine = journal.engine(url)
    with engine.begin() as connection:
        register(connection, TABLE, first.settings, owner=OWNER)
        journal.append(connection, journal.Entry(table=TABLE, first=1, at=0.0, events=rest))
    engine.dispose()
