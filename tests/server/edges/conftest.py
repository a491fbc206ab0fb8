"""A card room that the tests of a file share."""

from collections.abc import Iterator

import pytest

from server.edges.live import Room, room


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A card room with room for everything a test file asks."""
    with room(tmp_path_factory.mktemp("room"), per_address=100_000) as found:
        yield found
