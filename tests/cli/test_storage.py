"""Keeping matches: whole or not at all, and nothing lost."""

import errno
import os
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from cli.at_table import begin, shortly_before
from stova import records
from stova.cli import storage
from stova.cli.storage import Manners, StorageError


def test_what_is_kept_comes_back() -> None:
    at = begin("sjavs3", cut="auto")
    kept = storage.fetch(at.path)
    assert records.dump(kept.match) == records.dump(at.match)
    assert kept.manners == Manners(cut="auto")


def test_the_match_played_last_comes_first() -> None:
    first, second = begin("sjavs"), begin("sjavs2")
    os.utime(second.path, ns=(1, 1))
    assert storage.unfinished() == (first.path, second.path)


@pytest.mark.parametrize(
    "text", ["", "{}", "nonsense", "{}\n{}\n", "\n\n", '{"stova":1}\n{}\n', "[" * 100_000, "\xff\n\x00\n"]
)
def test_a_damaged_file_is_put_aside(text: str) -> None:
    at = begin("sjavs")
    at.path.write_text(text, encoding="latin-1")
    with pytest.raises(StorageError, match=r"[^.]\. It is put aside as .*damaged\.$"):
        storage.fetch(at.path)
    assert at.path.with_suffix(".damaged").read_text(encoding="latin-1") == text
    assert storage.unfinished() == ()


def test_half_a_file_is_damaged() -> None:
    at = begin("sjavs")
    data = at.path.read_bytes()
    at.path.write_bytes(data[: len(data) // 2])
    with pytest.raises(StorageError):
        storage.fetch(at.path)


def test_two_damaged_files_of_one_name_are_both_put_aside() -> None:
    at = begin("sjavs")
    for text in ("one", "two"):
        at.path.write_text(text)
        with pytest.raises(StorageError):
            storage.fetch(at.path)
    aside = sorted(path.read_text() for path in at.path.parent.iterdir())
    assert aside == ["one", "two"]


def test_writing_fails_in_a_sentence_and_leaves_what_was_there(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = begin("sjavs")
    before = at.path.read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    at.act(at.match.state.legal_actions()[0])
    at.keep()
    assert "No space left" in str(at.trouble)
    assert at.path.read_bytes() == before
    assert list(at.path.parent.iterdir()) == [at.path]


def test_a_finished_match_is_recorded_once(data: Path) -> None:
    at = shortly_before(begin("sjavs2"), lambda match: match.is_over, steps=0)
    at.keep()
    at.keep()
    lines = (data / "matches.jsonl").read_text().splitlines()
    assert lines == [records.dump(at.match)]
    assert not at.path.exists()


def test_a_match_is_recorded_once_though_others_were_since(data: Path) -> None:
    first, second = (shortly_before(begin(name), lambda match: match.is_over, steps=0) for name in ("sjavs2", "sjavs3"))
    for at in (first, second, first):
        at.keep()
    lines = (data / "matches.jsonl").read_text().splitlines()
    assert lines == [records.dump(first.match), records.dump(second.match)]


def test_what_cannot_be_written_whole_is_not_begun(tmp_path: Path) -> None:
    class Full(FileIO):
        """Takes ten bytes, and no more."""

        def write(self, lines: Any) -> int:
            if os.fstat(self.fileno()).st_size >= 13:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return super().write(lines[:5])

    path = tmp_path / "matches.jsonl"
    path.write_text("one")
    with Full(path, "ab") as file:
        storage.append(file, b" and two\n")
        assert path.read_text() == "one and two\n"
        with pytest.raises(OSError, match="No space"):
            storage.append(file, b"three and four\n")
    assert path.read_text() == "one and two\n"


def test_a_match_that_is_finished_elsewhere_meanwhile_is_not_listed(data: Path) -> None:
    at = begin("sjavs")
    (at.path.parent / "gone.jsonl").symlink_to(data / "nowhere")
    assert storage.unfinished() == (at.path,)


def test_settings_of_another_version_are_said_to_be_none_of_ours(data: Path) -> None:
    at = begin("sjavs")
    at.path.write_text(at.path.read_text().replace('"moment"', '"sometimes"'))
    with pytest.raises(StorageError, match=r"none that this version knows \(Invalid enum value 'sometimes'"):
        storage.fetch(at.path)
    assert storage.is_manners(at.path.with_suffix(".damaged").read_bytes().splitlines()[1])


def test_a_record_of_which_a_part_was_written_spoils_no_other(data: Path) -> None:
    first, second = (shortly_before(begin(name), lambda match: match.is_over, steps=0) for name in ("sjavs2", "sjavs3"))
    path, torn = data / "matches.jsonl", records.dump(first.match)[:1000]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(torn)
    second.keep()
    first.keep()
    assert path.read_text().splitlines() == [torn, records.dump(second.match), records.dump(first.match)]


def test_records_are_added_after_those_there(data: Path) -> None:
    for name in ("sjavs2", "sjavs3"):
        shortly_before(begin(name), lambda match: match.is_over, steps=0).keep()
    path = data / "matches.jsonl"
    with path.open("rb") as file:
        assert [match.game.name for match in records.read(file)] == ["sjavs2", "sjavs3"]
    assert [records.dump(match) for match in records.read(path)] == path.read_text().splitlines()


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        (b'{"bots":"club","cut":"ask","pause":"key"}', True),
        (rb'{"\u0062ots":"club"}', True),
        (b'{"bots":"./bot","cut":"ask","pause":"key","folder":"/tmp"}', True),
        (b'{"bots":"club","folder":null}', True),
        (b'{"bots":"club","folder":7}', False),
        (b'{"cut":"ask"}', False),
        (b'{"bots":"club","score":3}', False),
        (b'{"cut":"ask","score":["bots","bots"]}', False),
        (b'{"cut":"bots"}', False),
        (b'["bots"]', False),
        (b"[" * 100_000 + b'"bots"', False),
        (b'\xff"bots"', False),
    ],
)
def test_how_a_table_goes_on_is_told_from_other_lines(line: bytes, is_one: bool) -> None:
    assert storage.is_manners(line) == is_one
