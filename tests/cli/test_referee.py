"""`stova referee` and `stova transcript`."""

import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import stova
from cli.at_table import begin
from cli.running import run
from stova import records
from stova.cli import storage
from stova.cli.words import labels

KEY = "7a" * 32


def random_match(name: str) -> stova.Match:
    """A match to its end, played at random."""
    rng = random.Random(name)
    match = stova.game(name).match(key=KEY)
    while True:
        while not match.state.is_over:
            match = match.apply(rng.choice(match.state.legal_actions()))
        if match.is_over:
            return match
        match = match.next_deal()


@pytest.fixture(scope="module")
def matches() -> list[stova.Match]:
    return [random_match(name) for name in stova.games()]


@pytest.fixture
def file(tmp_path: Path, matches: list[stova.Match]) -> Path:
    path = tmp_path / "matches.jsonl"
    path.write_text("".join(records.dump(match) + "\n" for match in matches))
    return path


@pytest.mark.parametrize("command", ["referee", "transcript", "review"])
def test_what_is_wrong_with_standard_input_is_said_of_it(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n")))
    assert run(command, "-") == 1
    assert capsys.readouterr().err == "stova: standard input: there is no record in it.\n"


def test_good_records_give_every_result(
    file: Path, matches: list[stova.Match], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("referee", str(file)) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(printed) == sum(len(match.deals) for match in matches)
    assert [line["result"]["score"] for line in printed[: len(matches[0].deals)]] == [
        list(deal.result.score) for deal in matches[0].deals
    ]


def test_legal_shows_every_decision(file: Path, matches: list[stova.Match], capsys: pytest.CaptureFixture[str]) -> None:
    assert run("referee", "--legal", str(file)) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    decisions = [line for line in printed if "action" in line]
    assert len(decisions) == sum(len(deal.history) for match in matches for deal in match.deals)
    assert all(line["action"] in line["legal"] for line in decisions)


def test_a_broken_rule_is_named_and_the_other_records_are_still_read(
    file: Path, matches: list[stova.Match], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = file.read_text().splitlines()
    record = json.loads(lines[1])
    record["deals"][0]["actions"][-1] = record["deals"][0]["actions"][-2]
    lines[1] = json.dumps(record)
    file.write_text("\n".join(lines))
    assert run("referee", str(file)) == 1
    printed = capsys.readouterr()
    assert printed.err.startswith(f"stova: {file}: line 2, deal 1, action ")
    assert "You don't hold" in printed.err
    assert printed.err.endswith("SJ-15\n")
    assert sum('"line":3' in line for line in printed.out.splitlines()) == len(matches[2].deals)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "no record"),
        (b"\n\n", "no record"),
        (b'{"stova":1', "truncated"),
        (b"\xff\xfe\x00", "not a record"),
        (b"[" * 100_000, "not a record"),
        (b"x" * (records.LONGEST_LINE + 1), "at most"),
        (b'{"stova":2,"game":"sjavs"}', "version 1"),
    ],
)
def test_what_is_no_record_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, says: str
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    assert run("referee", str(path)) == 1
    printed = capsys.readouterr()
    assert says in printed.err
    assert printed.err.count("\n") == 1


def test_the_fault_of_a_record_is_told_among_lines_that_are_none(
    matches: list[stova.Match], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text("a line\n" + records.dump(matches[0]).replace('"game"', '"name"') + "\nanother\n")
    assert run("referee", str(path)) == 1
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(":")[2] for line in lines] == [" line 1", " line 2", " line 3"]
    assert "Object contains unknown field `name`" in lines[1]


@pytest.mark.parametrize("command", ["transcript", "review", "verify"])
def test_a_bad_line_is_named_with_its_file(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("{}")
    assert run(command, str(path)) == 1
    assert capsys.readouterr().err.startswith(f"stova: {path}: line 1: this is not a record")
    path.write_bytes(b" " * (records.LONGEST_LINE + 1))
    assert run(command, str(path)) == 1
    assert capsys.readouterr().err.startswith(f"stova: {path}: line 1: a line is at most")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="only Linux has this file nobody can read")
@pytest.mark.parametrize("command", ["transcript", "review", "verify", "referee"])
def test_a_file_that_cannot_be_read_is_named(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command, "/proc/self/mem") == 1
    assert capsys.readouterr().err == "stova: /proc/self/mem: Input/output error.\n"


def test_a_missing_file_and_a_folder_are_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("referee", str(tmp_path / "nothing")) == 1
    assert run("transcript", str(tmp_path)) == 1
    assert capsys.readouterr().err.count("\n") == 2


def test_a_transcript_tells_the_whole_match(
    file: Path, matches: list[stova.Match], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("transcript", str(file)) == 0
    printed = capsys.readouterr().out
    assert printed.count("\nDeal ") == sum(len(match.deals) for match in matches)
    assert "♣Q" in printed


def test_several_files_are_named(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}")
    assert run("referee", str(file), str(bad), str(tmp_path / "none")) == 1
    printed = capsys.readouterr()
    assert json.loads(printed.out.splitlines()[0])["file"] == str(file)
    first, second = printed.err.splitlines()
    assert first.startswith(f"stova: {bad}: line 1: ")
    assert second == f"stova: {tmp_path / 'none'}: No such file or directory."


def test_too_much_that_is_wrong_is_counted(
    matches: list[stova.Match], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n" * 3 + records.dump(matches[0]) + "\n{}" * 24)
    assert run("referee", str(bad)) == 1
    printed = capsys.readouterr()
    lines = printed.err.splitlines()
    assert len(lines) == 21
    assert lines[2].startswith(f"stova: {bad}: line 3: ")
    assert lines[3].startswith(f"stova: {bad}: line 5: ")
    assert lines[-1] == "stova: and 7 more."
    assert len(printed.out.splitlines()) == len(matches[0].deals)


@pytest.mark.parametrize(
    ("count", "others"),
    [
        (2, " Nor is the line after it."),
        (5, " Nor are the 4 lines after it."),
        (2000, " Nor are the 1,999 lines after it."),
    ],
)
def test_a_file_of_something_else_is_told_in_a_line(
    count: int, others: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A page\n\n" * count)
    assert run("referee", str(page)) == 1
    printed = capsys.readouterr()
    assert printed.err.startswith(f"stova: {page}: line 1: this is not a record of Stova")
    assert printed.err.endswith(f"{others}\n")
    assert printed.err.count("\n") == 1


def test_records_after_much_that_is_none_are_read(
    matches: list[stova.Match], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    late = tmp_path / "late.jsonl"
    late.write_text("a line\n" * 90 + records.dump(matches[0]) + "\nanother\n")
    assert run("referee", str(late)) == 1
    printed = capsys.readouterr()
    lines = printed.err.splitlines()
    assert [line.split(":")[2] for line in lines[:20]] == [f" line {number}" for number in range(1, 21)]
    assert lines[20:] == ["stova: and 71 more."]
    assert len(printed.out.splitlines()) == len(matches[0].deals)


@pytest.mark.parametrize("line", [b"\xff\xfe junk\n", b"ELF \0\0\n"])
def test_a_file_that_is_no_text_is_soon_given_up(
    line: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[bytes] = []
    parse = records.parse

    def watched(line: bytes, *, where: str) -> records.MatchRecord:
        looked.append(line)
        return parse(line, where=where)

    monkeypatch.setattr(records, "parse", watched)
    (tmp_path / "program").write_bytes(b"text\n" + line * 5000)
    assert run("referee", str(tmp_path / "program")) == 1
    printed = capsys.readouterr().err
    assert printed.startswith(f"stova: {tmp_path / 'program'}: line 1: this is not a record of Stova")
    assert printed.endswith(" Nor are the 20 lines after it. This isn't text: the rest is left unread.\n")
    assert len(looked) == 21


def test_a_match_that_the_table_keeps_is_read(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = begin("sjavs")
    at.act(at.match.state.legal_actions()[0])
    at.keep()
    both = file.parent / "both.jsonl"
    both.write_bytes(at.path.read_bytes() + file.read_bytes())
    assert run("referee", str(both)) == 0
    assert run("transcript", str(both)) == 0
    assert capsys.readouterr().err == ""


def test_a_transcript_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").touch()
    assert run("transcript", str(tmp_path / "empty")) == 1
    assert "there is no record in it" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["transcript", "referee", "review"])
def test_without_a_file_it_is_of_the_matches_finished_at_the_table(
    command: str, file: Path, matches: list[stova.Match], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command) == 1
    assert capsys.readouterr().err == f"stova: {labels.NONE_PLAYED}\n"
    begin("sjavs").keep()
    assert run(command) == 1
    assert capsys.readouterr().err == f"stova: {labels.NONE_FINISHED}\n"
    storage.finished().write_bytes(file.read_bytes())
    options = ("--deal", "1", "--sight", "0") if command == "review" else ()
    assert run(command, *options) == 0
    own = capsys.readouterr().out
    assert run(command, str(file), *options, *(("--match", str(len(matches))) if options else ())) == 0
    assert own == capsys.readouterr().out
    if options:
        assert run(command, *options, "--match", "1") == 0
        assert "match 1. Deal 1" in capsys.readouterr().out


def test_a_mark_of_utf_8_is_passed_over(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert run("referee", str(file)) == 0
    assert run("transcript", str(file)) == 0


@pytest.mark.parametrize(
    "command", [("transcript", "FILE"), ("rules", "klaverjas"), ("review", "FILE", "--deal", "1", "--sight", "0")]
)
def test_where_suits_cannot_be_written_letters_are(command: tuple[str, ...], file: Path) -> None:
    file.write_bytes(file.read_bytes().splitlines(keepends=True)[0])
    arguments = [str(file) if argument == "FILE" else argument for argument in command]
    for encoding in ("ascii", "cp1252"):
        environment = os.environ | {"PYTHONIOENCODING": encoding}
        done = subprocess.run(
            [sys.executable, "-m", "stova", *arguments], env=environment, capture_output=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode().isascii()
