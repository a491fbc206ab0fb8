"""What records are called as files."""

import re
from datetime import UTC, datetime, timedelta

from stova.server.filing import file_name, name_of

EVENING = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def test_the_game_and_the_time_are_in_it() -> None:
    name = file_name("klaverjas", EVENING)
    assert re.fullmatch(r"stova-klaverjas-2026-11-2[123]-[0-9]{6}\.jsonl", name), "by the clocks of where the room is"
    assert file_name("klaverjas", None) == "stova-klaverjas.jsonl"


def test_two_of_a_day_are_told_apart() -> None:
    assert len({file_name("sjavs", EVENING + timedelta(seconds=later)) for later in (0, 1, 60)}) == 3


def test_a_record_says_what_it_is_called() -> None:
    assert name_of(b'{"stova":1,"game":"sjavs","began":"2026-11-22T12:00:00Z","deals":[]}') == file_name(
        "sjavs", EVENING
    )
    assert name_of(b'{"stova":1,"game":"sjavs"}') == "stova-sjavs.jsonl"
