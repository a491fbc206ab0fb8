"""Passkeys on both databases: what anybody may send is looked for and is never an error."""

import pytest

from stova.server.journal import Journal
from stova.server.passkeys import LONGEST_ID, find


@pytest.mark.parametrize("name", ["", "\x00", "key\x00", "ð", "k" * LONGEST_ID, "k" * 10_000, None, ["key"], "\ud800"])
async def test_a_passkey_nobody_has(journal: Journal, name: object) -> None:
    assert await journal.read(lambda connection: find(connection, {"id": name})) is None
