"""One process keeps a card room: two would write into the same tables, each without knowing of the other."""

import contextlib
import os
import sys
from collections.abc import Iterator

from sqlalchemy.engine import make_url

from stova.errors import RulesError
from stova.server.migrating import named


@contextlib.contextmanager
def sole(database: str) -> Iterator[None]:
    """Keeps other processes from a room in a file, until the end of the `with`; the system lets go of it if we die.

    Raises RulesError if another process has it or for what is no database's URL, OSError if it can't be written.
    """
    named(database)
    url = make_url(database)
    if url.get_backend_name() != "sqlite" or sys.platform == "win32":
        yield
        return
    import fcntl

    handle = os.open(f"{url.database}.lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise RulesError(f"the card room in {url.database} is open already: go to it, or end it first") from None
    finally:
        os.close(handle)
