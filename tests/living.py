"""Which processes live, for tests that mean to leave none behind."""

from pathlib import Path


def living(mark: str) -> list[int]:
    """The processes with this in their environment that aren't dead, wherever they are. Only Linux shows them."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found
