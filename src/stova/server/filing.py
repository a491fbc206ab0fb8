"""What records are called as files."""

from datetime import datetime

import msgspec
from msgspec import Struct


class Filed(Struct, frozen=True):
    """What of a record its file's name is made of."""

    game: str
    began: datetime | None = None


def file_name(game: str, began: datetime | None) -> str:
    """By game and the time of the match's beginning, as clocks show it where the room is kept."""
    when = "" if began is None else f"{began.astimezone():-%Y-%m-%d-%H%M%S}"
    return f"stova-{game}{when}.jsonl"


def name_of(record: bytes) -> str:
    """The same of a record as it is written."""
    filed = msgspec.json.decode(record, type=Filed)
    return file_name(filed.game, filed.began)
