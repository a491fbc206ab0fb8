"""When the power fails, whatever somebody was told is in the journal: SQLite waits for the disk before it is told."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from server.disks import Disk, recorded
from server.keeping import register, said
from stova.server import events
from stova.server.journal import Entry, Journal
from stova.server.schema import metadata

ENTRIES, CUTS = 60, 400


async def talk(path: Path, disk: Disk, synchronous: str) -> None:
    """Writes entries to a journal, saying each time when it is told."""
    journal = Journal(f"sqlite:///{path}")
    await journal.write(metadata.create_all)
    await journal.write(lambda connection: register(connection, "one"))
    if synchronous:
        await journal.write(lambda connection: connection.exec_driver_sql(f"pragma synchronous={synchronous}"))
    for number in range(1, ENTRIES + 1):
        happened = (events.Said(at=0.0, name="Anna", seat=0, text=f"{number} " + "x" * 300),)
        await journal.append(Entry(table="one", first=number, at=0.0, events=happened))
        disk.tell(happened[0].text)
    journal.close()


def kept(files: dict[str, bytes], folder: Path) -> set[str]:
    """What a journal of these files says was said; what can't be read is lost."""
    folder.mkdir()
    for name, data in files.items():
        if not name.endswith("-shm"):
            (folder / name).write_bytes(data)
    with closing(sqlite3.connect(folder / "room.sqlite")) as connection:
        try:
            rows = connection.execute("select event from journal order by number").fetchall()
        except sqlite3.DatabaseError:
            return set()
    return set(said([msgspec.json.decode(text, type=events.Any) for (text,) in rows]))


async def lost(synchronous: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """After how many of so many cuts something is gone that was told."""
    with recorded(monkeypatch) as disk:
        await talk(folder / "room.sqlite", disk, synchronous)
    rng, gone = random.Random(11), 0
    first = disk.log.index(next(entry for entry in disk.log if entry[0] == "told"))
    for number in range(CUTS):
        cut = rng.randint(first + 1, len(disk.log))
        gone += not disk.told(cut) <= kept(disk.after(cut, rng), folder / str(number))
    return gone


async def test_what_was_told_outlives_a_power_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await lost("", tmp_path, monkeypatch) == 0


@pytest.mark.parametrize("synchronous", ["normal", "off"])
async def test_without_waiting_for_the_disk_it_would_not(
    synchronous: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await lost(synchronous, tmp_path, monkeypatch) > CUTS // 20
