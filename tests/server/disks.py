"""A disk whose power fails: what SQLite writes is recorded, and a cut loses what it hasn't waited for.

`sqlite3` can't be given a file system, apsw can; so apsw is dressed up as `sqlite3` for SQLAlchemy, as far as the
journal needs it.
"""

import random
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import apsw
import pytest
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

Bound = Sequence[Any] | Mapping[str, Any]
NAME = "recorded"
CHANGES = ("insert", "update", "delete", "create", "drop")


class Disk:
    """What was done to files, in order: `(what, file, …)`, and `("told", text)` for what somebody was told then."""

    def __init__(self) -> None:
        self.log: list[tuple[Any, ...]] = []

    def tell(self, text: str) -> None:
        self.log.append(("told", text))

    def told(self, cut: int) -> set[str]:
        """What had been told when the power failed."""
        return {entry[1] for entry in self.log[:cut] if entry[0] == "told"}

    def after(self, cut: int, rng: random.Random) -> dict[str, bytes]:
        """The files after the power failed: what was synced, and by chance some of what was only written."""
        files: dict[str, bytearray] = {}
        loose: list[tuple[Any, ...]] = []
        for entry in self.log[:cut]:
            if entry[0] in ("write", "truncate"):
                loose.append(entry)
            elif entry[0] == "sync":
                self._settle(files, [done for done in loose if done[1] == entry[1]])
                loose = [done for done in loose if done[1] != entry[1]]
            elif entry[0] == "delete":
                files.pop(entry[1], None)
                loose = [done for done in loose if done[1] != entry[1]]
        share = rng.choice([0.0, 0.5, 0.9])
        self._settle(files, [done for done in loose if rng.random() < share])
        return {name: bytes(data) for name, data in files.items()}

    @staticmethod
    def _settle(files: dict[str, bytearray], done: Sequence[tuple[Any, ...]]) -> None:
        for what, name, *rest in done:
            data = files.setdefault(name, bytearray())
            if what == "truncate":
                del data[rest[0] :]
                continue
            at, written = rest
            data.extend(bytes(max(0, at + len(written) - len(data))))
            data[at : at + len(written)] = written


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._disk = disk
        self._name = Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "").name

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.log.append(("write", self._name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, size: int) -> None:
        self._disk.log.append(("truncate", self._name, size))
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        self._disk.log.append(("sync", self._name))


class _Files(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        super().__init__(NAME, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return _File(self._disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self._disk.log.append(("delete", Path(filename).name))
        super().xDelete(filename, syncdir)


class _Cursor:
    """A cursor as `sqlite3` has it."""

    arraysize, lastrowid, rowcount = 1, 0, -1

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection, self._cursor = connection, connection.cursor()
        self.description: Any = None
        self._rows: list[Any] = []

    def execute(self, statement: str, parameters: Bound = ()) -> "_Cursor":
        if not self._connection.in_transaction and statement.lower().lstrip().startswith(CHANGES):
            self._connection.execute("begin")
        self.description, self._rows = None, []
        for row in self._cursor.execute(statement, parameters):
            self.description = self._cursor.description_full
            self._rows.append(row)
        return self

    def executemany(self, statement: str, many: Sequence[Bound]) -> "_Cursor":
        for parameters in many:
            self.execute(statement, parameters)
        return self

    def fetchone(self) -> Any:
        return self._rows.pop(0) if self._rows else None

    def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    def fetchmany(self, size: int = 1) -> list[Any]:
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    def close(self) -> None:
        self._cursor.close()


class _Connection:
    """A connection as `sqlite3` has it."""

    def __init__(self, path: str, **_: Any) -> None:
        self._connection = apsw.Connection(path, vfs=NAME)
        self.isolation_level = ""

    def cursor(self, *_: Any) -> _Cursor:
        return _Cursor(self._connection)

    def execute(self, statement: str) -> _Cursor:
        return self.cursor().execute(statement)

    def create_function(self, *_: Any, **__: Any) -> None:
        """No regular expressions here."""

    def commit(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("commit")

    def rollback(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("rollback")

    def close(self) -> None:
        self._connection.close()


@contextmanager
def recorded(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    """Meanwhile databases are on a disk that is recorded."""
    disk = Disk()
    files = _Files(disk)
    shared = {name: getattr(sqlite3, name) for name in dir(sqlite3) if not name.startswith("_")}
    module = SimpleNamespace(**shared | {"connect": _Connection})
    with monkeypatch.context() as patch:
        patch.setattr(SQLiteDialect_pysqlite, "import_dbapi", classmethod(lambda cls: module))
        yield disk
    files.unregister()
