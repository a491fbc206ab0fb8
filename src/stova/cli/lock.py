"""One process at a time plays a match."""

import contextlib
import os
import sys
from pathlib import Path
from types import TracebackType

from stova.cli.storage import StorageError, folder
from stova.cli.words import labels


def lock_of(match: Path) -> Path:
    """The file that is locked while a process plays the match, and then goes."""
    return folder() / "locks" / f"{match.stem}.lock"


class PlayedElsewhereError(StorageError):
    """Another process plays the match."""


class Lock:
    """Keeps other processes from a match. It is let go at the end of the `with`, and by the system if we die."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self._handle = -1

    def __enter__(self) -> "Lock":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.release()

    def take(self, match: Path) -> None:
        """Take the match kept in this file, letting go of another.

        Raises PlayedElsewhereError, and StorageError when it can't be locked.
        """
        self.release()
        path = lock_of(match)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            while not self._locked(path):
                self.release()
        except BlockingIOError:
            self.path = None
            self.release()
            raise PlayedElsewhereError(labels.PLAYED_ELSEWHERE.format(name=match.name)) from None
        except OSError as error:
            self.path = None
            self.release()
            raise StorageError(f"{error.filename or path}: {error.strerror or error}.") from None

    def release(self) -> None:
        """Let go of the match."""
        if self.path is not None:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
        if self._handle >= 0:
            os.close(self._handle)
        self.path, self._handle = None, -1

    def _locked(self, path: Path) -> bool:
        """Whether the file locked is still the one that is there: who let go of it may just have removed it."""
        self._handle = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not path.exists() or not os.path.samestat(os.fstat(self._handle), path.stat()):
            return False
        self.path = path
        return True
