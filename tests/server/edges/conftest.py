"""A card room that the tests of a file share."""

from collections.abc import Iterator

import pytest

from server import databases
from server.edges.live import Room, room


@pytest.fixture(scope="module")
def live(kind: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A card room with room for everything a test file asks."""
    if kind == "sqlite":
        url = databases.file(tmp_path_factory.mktemp("room"))
    else:
        url = databases.another(request.getfixturevalue("postgresql"))
    with room(url, per_address=100_000) as found:
        yield found
