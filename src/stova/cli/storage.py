"""Where matches are kept: unfinished ones to go on with, finished ones as records."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from io import FileIO
from itertools import count
from pathlib import Path
from typing import BinaryIO, Literal, TypeAlias

import msgspec
from msgspec import Struct

from stova.cli.words import labels
from stova.engine.match import Match
from stova.errors import StovaError
from stova.records import dump, load, parse


class StorageError(StovaError):
    """A file can't be written or read."""


CutWay: TypeAlias = Literal["ask", "auto"]
PauseWay: TypeAlias = Literal["moment", "key"]
ForcedWay: TypeAlias = Literal["wait", "play"]


class Manners(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table goes on, apart from the rules: who plays against you, and what happens by itself."""

    bots: str = "novice"
    cut: CutWay = "ask"
    pause: PauseWay = "moment"
    forced: ForcedWay = "wait"
    folder: str | None = None
    """Where an outside program was named: paths in its command count from there."""


@dataclass(frozen=True)
class Kept:
    """A match as it was kept, and the file it is in."""

    path: Path
    match: Match
    manners: Manners


def folder() -> Path:
    """The user's folder for Stova's data."""
    import platformdirs

    return Path(platformdirs.user_data_dir("stova", appauthor=False))


def finished() -> Path:
    """The file of the records of finished matches, which is there once one is finished."""
    return folder() / "matches.jsonl"


def own_records() -> Path:
    """The file of finished matches, to be read. Raises StorageError where none is finished yet."""
    path = finished()
    if path.exists():
        return path
    raise StorageError(labels.NONE_FINISHED if unfinished() else labels.NONE_PLAYED)


def new_place(match: Match) -> Path:
    """A file of its own for a match that begins now."""
    began = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    mark = f"{(match.key or b'').hex()[:3]}{os.getpid()}"
    return folder() / "unfinished" / f"{began}-{match.game.name}-{mark}.jsonl"


def keep(path: Path, match: Match, manners: Manners) -> None:
    """Write an unfinished match, whole or not at all.

    Raises StorageError.
    """
    lines = dump(match).encode() + b"\n" + msgspec.json.encode(manners) + b"\n"
    with errors_of(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with _replacing(path) as file:
            file.write(lines)


def finish(path: Path, match: Match) -> None:
    """Add a finished match to `matches.jsonl`, unless it is there, and let go of its file.

    It gets a line of its own after one of which only a part could be written. Raises StorageError.
    """
    records = finished()
    line = dump(match).encode() + b"\n"
    with errors_of(records):
        records.parent.mkdir(parents=True, exist_ok=True)
        with records.open("a+b", buffering=0) as file:
            file.seek(0)
            before = file.read()
            if line not in before:
                append(file, line if before.endswith(b"\n") or not before else b"\n" + line)
                os.fsync(file.fileno())
    drop(path)


def append(file: FileIO, lines: bytes) -> None:
    """Write lines to the end of a file, whole, or not at all where it can take back a part. Raises OSError.

    Ctrl-C too leaves no part of them: a pipe that nobody reads may be waited for without end.
    """
    before = os.fstat(file.fileno()).st_size
    left = memoryview(lines)
    try:
        while left:
            left = left[file.write(left) :]
    except BaseException:
        with contextlib.suppress(OSError):  # of a pipe or a device
            file.truncate(before)
        raise


def drop(path: Path) -> None:
    """Let go of an unfinished match. Raises StorageError."""
    with errors_of(path), contextlib.suppress(NotADirectoryError):
        path.unlink(missing_ok=True)


def unfinished() -> tuple[Path, ...]:
    """The files of unfinished matches, the one played last first."""
    with errors_of(folder()):
        found = dict[Path, int]()
        for path in (folder() / "unfinished").glob("*.jsonl"):
            with contextlib.suppress(FileNotFoundError):  # of one that has just been finished elsewhere
                found[path] = path.stat().st_mtime_ns
        return tuple(sorted(found, key=lambda path: found[path], reverse=True))


def glance(path: Path) -> tuple[str, str]:
    """What an unfinished match is, without replaying it: its game and which deal it has come to."""
    try:
        record = parse(path.read_bytes().splitlines()[0])
        return record.game, f"deal {len(record.deals)}"
    except (StovaError, OSError, IndexError):
        return "damaged", ""


def fetch(path: Path) -> Kept:
    """An unfinished match. A file that can't be read as one is put aside, under another name.

    Raises StorageError.
    """
    with errors_of(path):
        data = path.read_bytes()
    try:
        record, manners = data.splitlines()
        return Kept(path, load(record), msgspec.json.decode(manners, type=Manners))
    except (StovaError, ValueError) as error:
        aside = _free(path, ".damaged")
        with errors_of(path):
            path.rename(aside)
        why = str(error) if isinstance(error, StovaError) else "it is not whole."
        if isinstance(error, msgspec.ValidationError):
            why = f"its settings are none that this version knows ({error})."
        raise StorageError(f"The match kept in {path} can't be read: {why} It is put aside as {aside.name}.") from None


def is_manners(line: bytes) -> bool:
    """Whether a line is the one `keep` writes below an unfinished match's record."""
    try:
        written = msgspec.json.decode(line, type=dict[str, str | None])
    except (ValueError, RecursionError):
        return False
    return "bots" in written and written.keys() <= {*Manners.__struct_fields__}


def _free(path: Path, suffix: str) -> Path:
    """A name nothing has yet, like the path's but for its ending."""
    names = (path.with_suffix(f"{suffix}{number or ''}") for number in count())
    return next(name for name in names if not name.exists())


@contextlib.contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    """A new file that takes the place of `path` once it is safely on the disk."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def errors_of(path: Path | str) -> Iterator[None]:
    """Say in a sentence what the system refuses to do with a file.

    Raises StorageError.
    """
    try:
        yield
    except OSError as error:
        where = error.filename or path
        raise StorageError(f"{where}: {error.strerror or error}.") from None
