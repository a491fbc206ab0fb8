"""`stova arena`, and what is wrong on a command line that names a bot."""

import csv
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import stova
from cli.running import run
from stova.bots import Bot
from stova.research.replay import Played, Replay

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"
PROGRAM = f"program:{sys.executable} {EXAMPLE}"
WIDTH = 80


def test_a_measurement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, plot = tmp_path / "deals.csv", tmp_path / "course.svg"
    files = ("--csv", str(table), "--plot", str(plot))
    assert run("arena", "--game", "klaverjas", "--deals", "40", "--jobs", "1", *files, "novice", "random") == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    lines = printed.out.splitlines()
    assert all(len(line) <= WIDTH for line in lines)
    assert lines[0] == "klaverjas, de_wieken: 40 deals, each played 2 times, seed 0"
    assert lines[-1].startswith("novice scores ")
    assert lines[-1].endswith(" standard errors.")
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert {(row["game"], row["preset"], row["options"], row["seed"]) for row in rows} == {
        ("klaverjas", "de_wieken", "", "0")
    }
    assert [(row["deal"], row["replay"]) for row in rows] == [(str(n // 2), str(n % 2)) for n in range(80)]
    mean = sum(by_novice(row) for row in rows) / len(rows)
    (score,) = (line for line in lines if line.startswith("score"))
    assert f"{mean:+.2f} ±" in score
    assert plot.read_text(encoding="utf-8").startswith("<svg")


def test_one_deal_has_no_course_to_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot = tmp_path / "course.svg"
    assert run("arena", "--deals", "1", "--jobs", "1", "--plot", str(plot), "random", "random") == 0
    printed = capsys.readouterr()
    assert printed.err == f"{plot} isn't drawn: a course takes two deals or more.\n"
    assert "1 deal, each played 2 times" in printed.out
    assert "±" not in printed.out
    assert "inf" not in printed.out
    assert not plot.exists()


def by_novice(row: dict[str, str]) -> int:
    side = 0 if row["bot_0"] == "novice" else 1
    return int(row[f"score_{side}"]) - int(row[f"score_{1 - side}"])


@pytest.mark.parametrize("name", stova.games())
def test_a_measurement_of_every_game(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("arena", "--game", name, "--deals", "2", "--jobs", "1", "random", PROGRAM) == 0
    printed = capsys.readouterr().out
    assert ("card points" in printed) == (name != "styrivolt")
    assert all(len(line) <= WIDTH for line in printed.splitlines())


def test_the_plot_does_not_take_the_place_of_the_lines(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    both = str(tmp_path / "both.svg")
    assert run("arena", "random", "random", "--deals", "2", "--csv", both, "--plot", both) == 2
    assert "can't be both the CSV and the plot" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        (("expert:0.001", "random"), "expert:0.001 goes by the clock:\n"),
        (("random", "sample-and-solve"), "sample-and-solve:0.001 goes by the clock:\n"),
        (("expert:0.001", "sample-and-solve:0.002"), "expert:0.001 and sample-and-solve:0.002 go by the clock:\n"),
        (("expert:1w", "random"), ""),
        (("novice", PROGRAM), ""),
    ],
)
def test_what_the_clock_decides_is_not_the_same_again(
    bots: tuple[str, str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("arena", "--game", "klorsjavs", "--deals", "1", "--jobs", "1", "--seconds", "0.001", *bots) == 0
    printed = capsys.readouterr().out
    assert all(len(line) <= WIDTH for line in printed.splitlines()[-2:])
    assert ("the clock" in printed) == bool(said)
    assert said in printed


def test_options_and_presets(capsys: pytest.CaptureFixture[str]) -> None:
    one = ("arena", "--deals", "3", "--jobs", "1", "--seed", "5", "novice", "random")
    assert run(*one[:-2], "--preset", "suduroy", "--option", "bidding=optional", *one[-2:]) == 0
    assert "sjavs, suduroy, bidding=optional: 3 deals, each played 2 times, seed 5" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("arena", "novice"), "argument"),
        (
            ("arena", "novice", "fool"),
            "there is no bot 'fool'; there are beginner, club, expert, novice, random, sample",
        ),
        (("arena", "klaverjas", "novice", "random"), "not a bot: `stova arena --game klaverjas BOT OTHER_BOT`"),
        (("arena", "klaverjas", "novice"), "not a bot: `stova arena --game klaverjas BOT OTHER_BOT`"),
        (("arena", "novice", "random", "club"), "two bots are measured: 'club' is one too many"),
        (("arena", "novice:1", "random"), "novice takes no setting"),
        (("arena", "novice", "random:1"), "random takes no setting"),
        (("arena", "novice", "expert:3601"), "or worlds, 1 to 100000, such as expert:100w; not '3601'"),
        (("arena", "--plot", "folder.svg", "novice", "random"), "folder.svg is a folder: name a file in it"),
        (("arena", "program:no-such-program", "random"), "there is no program 'no-such-program'"),
        (("arena", "--deals", "0", "novice", "random"), "'--deals': it must be a whole number, 1 to 1000000, not '0'."),
        (("arena", "--game", "whist", "novice", "random"), "there is no game 'whist'"),
        (("arena", "--seconds", "nan", "novice", "random"), "it must be a number, 0.001 to 3600, not 'nan'."),
        (("arena", "--plot", "course.png", "novice", "random"), "name it course.svg"),
        (("arena", "--plot", "-", "novice", "random"), "standard output is for the table"),
        (("arena", "--plot", "no/such/course.svg", "novice", "random"), "no folder no/such"),
        (("arena", "--csv", "no/such/deals.csv", "novice", "random"), "no folder no/such"),
        (("arena", "--csv", "folder.svg", "novice", "random"), "folder.svg is a folder: name a file in it"),
        (("arena", "--csv", "", "novice", "random"), ". is a folder: name a file in it"),
        (("arena", "--csv", "-", "novice", "random"), "standard output is for the table: name a file, not -"),
        (("bot",), "PROGRAM"),
        (("bot", "no-such-program"), "there is no program 'no-such-program'"),
        (("bot", "club"), "club is a level: play against it with `stova play --bots club`, and give a program here"),
        (("bot", "klaverjas"), "klaverjas is a game: `stova bot --game klaverjas PROGRAM`"),
        (("bot", "program:expert:0.1"), "play against it with `stova play --bots expert:0.1`"),
        (("bot", "--game", "whist", "true"), "there is no game 'whist'"),
        (("play", "--bots", "./no-such-program"), "there is no program './no-such-program'"),
        (("play", "--bots", "random"), "there is no bot 'random'"),
    ],
)
def test_a_wrong_command_line_is_one_clear_line(
    arguments: tuple[str, ...],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    (tmp_path / "folder.svg").mkdir()
    monkeypatch.chdir(tmp_path)
    assert run(*arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("stova: ")
    assert printed.err.count("\n") == 1
    assert said in printed.err


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("""input(); print('{"protocol": 1}', flush=True); sys.exit(1)""", "played nothing itself: in 3 of 3 deals"),
        (
            "if os.path.exists('begun') and not os.path.exists('again'): sys.exit(os.mkdir('again') or 1)\n"
            "if not os.path.exists('begun'): os.mkdir('begun')",
            "didn't play it all itself: in 1 of 3 deals",
        ),
    ],
)
def test_a_novice_is_not_measured_under_the_name_of_a_program(
    code: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    program = Path("forfeits.py")
    plays = f"os.execv(sys.executable, [sys.executable, {str(EXAMPLE)!r}])"
    program.write_text(f"#!{sys.executable}\nimport os, sys\n{code}\n{plays}\n")
    program.chmod(0o755)
    assert run("arena", "--deals", "3", "--jobs", "1", f"./{program}", "random") == 1
    lines = capsys.readouterr().out.splitlines()
    (at,) = (number for number, line in enumerate(lines) if line.startswith(f"./forfeits.py {said}"))
    assert lines[at + 1].startswith("./forfeits.py on seat ")


def test_a_forfeit_of_the_bot_named_second_is_one_too(tmp_path: Path) -> None:
    path = tmp_path / "ends.py"
    path.write_text("""input(); print('{"protocol": 1}', flush=True); raise SystemExit(1)""")
    assert run("arena", "--deals", "1", "--jobs", "1", "random", f"program:{sys.executable} {path}") == 1


def limited(folder: Path, *options: str) -> tuple[int, str, str]:
    """The status, table and complaints of a measurement in a folder where no file may have more than a few lines."""
    measurement = shlex.join([sys.executable, "-m", "stova", "arena", "novice", "random", "--jobs", "1", *options])
    command = ["sh", "-c", f"ulimit -f 4; {measurement}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    return done.returncode, done.stdout, done.stderr


def test_a_csv_that_cannot_be_written_on_keeps_what_was_played(tmp_path: Path) -> None:
    status, table, complaints = limited(tmp_path, "--deals", "1000", "--csv", "deals.csv", "--plot", "course.svg")
    assert status == 1
    assert complaints == "stova: course.svg: File too large.\nstova: deals.csv: File too large.\n"
    head, *rows = csv.reader((tmp_path / "deals.csv").read_text(encoding="utf-8").splitlines())
    assert {len(row) for row in rows} == {len(head)}
    assert len(rows) % 2 == 0
    written = len(rows)
    (deals,) = re.findall(r", standard: (\d+) deals", table)
    assert 2 <= written // 2 < int(deals) < 1000
    assert "novice scores" in table


@pytest.mark.parametrize("before", [None, "what was measured before"])
def test_a_measurement_that_never_begins_leaves_files_as_they_were(before: str | None, tmp_path: Path) -> None:
    path = tmp_path / "deals.csv"
    if before is not None:
        path.write_text(before)
    never = f"program:{sys.executable} -c raise(SystemExit(3))"
    assert run("arena", "--deals", "1", "--jobs", "1", "random", never, "--csv", str(path)) == 1
    assert (path.read_text() if path.exists() else None) == before


@pytest.mark.parametrize(
    ("device", "status", "complaint"), [("/dev/null", 0, ""), ("/dev/full", 1, "/dev/full: No space left on device.")]
)
def test_a_csv_may_be_a_device(device: str, status: int, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    if not Path(device).exists():
        pytest.skip(f"this system has no {device}")
    assert run("arena", "--deals", "3", "--jobs", "1", "--csv", device, "random", "random") == status
    printed = capsys.readouterr()
    assert printed.err == (f"stova: {complaint}\n" if complaint else "")
    assert "score a deal" in printed.out


def test_a_plot_that_cannot_be_written_leaves_the_table(tmp_path: Path) -> None:
    status, table, complaints = limited(tmp_path, "--deals", "100", "--plot", "course.svg")
    assert (status, complaints) == (1, "stova: course.svg: File too large.\n")
    assert "100 deals" in table
    assert "novice scores" in table


def test_a_csv_that_nobody_reads_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["head", "-n", "3", str(pipe)], stdout=subprocess.PIPE, text=True) as reader:
        assert run("arena", "--deals", "2000", "--jobs", "1", "--csv", str(pipe), "random", "random") == 1
        lines = reader.communicate()[0].splitlines()
    assert len(lines) == 3
    printed = capsys.readouterr()
    assert printed.err == f"stova: {pipe}: Broken pipe.\n"
    assert "score a deal" in printed.out


def test_ctrl_c_before_the_first_deal_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(replay: Replay, bots: Sequence[Bot]) -> Played:
        raise KeyboardInterrupt

    table = tmp_path / "deals.csv"
    table.write_text("of an earlier measurement\n")
    with monkeypatch.context() as patched:
        patched.setattr(Replay, "play", interrupted)
        assert run("arena", "--jobs", "1", "--csv", str(table), "random", "random") == 130
    assert capsys.readouterr() == ("", "No deal was finished.\n")
    assert table.read_text() == "of an earlier measurement\n"
    assert run("arena", "--jobs", "1", "--deals", "2", "--csv", str(table), "random", "random") == 0
    assert table.read_text().startswith("game,preset,options,seed")
    assert "earlier" not in table.read_text()
    assert "Ended early" not in capsys.readouterr().out


@pytest.mark.parametrize("command", [("bot",), ("arena", "novice"), ("play", "--bots")])
def test_a_program_of_this_folder_is_named_with_a_dot(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(EXAMPLE.parent)
    assert run(*command, EXAMPLE.name) == 2
    assert capsys.readouterr().err.endswith("bot.py is a program in this folder: say ./bot.py\n")


def test_a_game_that_a_program_does_not_play_is_not_measured(
    plays_klaverjas: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("arena", "--game", "sjavs", "--jobs", "1", f"program:{sys.executable} {plays_klaverjas}", "novice") == 1
    said = capsys.readouterr()
    assert said.err.endswith("/plays.py ended at `hello`, and so doesn't play sjavs ('No.')\n")
    assert "score" not in said.out


def test_a_program_that_never_says_hello_ends_a_measurement(deaf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("arena", "--game", "klaverjas", "--jobs", "1", f"program:{sys.executable} {deaf}", "novice") == 1
    said = capsys.readouterr()
    assert "did not answer within 0.2 s when it was started: does it answer `hello`" in said.err
    assert "score" not in said.out


def test_a_program_that_does_not_begin_ends_a_measurement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "crashes.py"
    path.write_text('raise ValueError("no such card")')
    assert run("arena", "--game", "klaverjas", "--jobs", "1", f"program:{sys.executable} {path}", "novice") == 1
    said = capsys.readouterr()
    assert said.err.rstrip().endswith("ended with status 1 ('ValueError: no such card') when it was started")
    assert "score" not in said.out


ONCE = """import json, sys
sys.stdin.readline()
print('{"protocol": 1}', flush=True)
asked = json.loads(sys.stdin.readline())
print(json.dumps({"id": asked["id"], "action": asked["view"]["legal"][0]}), flush=True)
"""


def test_a_program_that_plays_nothing_has_no_times_and_no_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ends.py"
    path.write_text("""input(); print('{"protocol": 1}', flush=True); input(); 1 / 0""")
    ends = f"program:{sys.executable} {path}"
    assert run("arena", "--game", "klaverjas", "--deals", "2", "--jobs", "1", ends, "novice") == 1
    printed = capsys.readouterr().out
    assert re.search(r"^time a decision +- ", printed, re.MULTILINE)
    assert re.search(r"^longest +- ", printed, re.MULTILINE)
    assert "standard errors" not in printed
    assert "played nothing itself: in 2 of 2 deals" in printed


def test_a_program_that_plays_no_deal_to_its_end_has_no_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "once.py"
    path.write_text(ONCE)
    once = f"program:{sys.executable} {path}"
    assert run("arena", "--game", "klaverjas", "--deals", "2", "--jobs", "1", once, "novice") == 1
    printed = capsys.readouterr().out
    assert re.search(r"^decisions +[1-9]", printed, re.MULTILINE)
    assert "didn't play it all itself: in 2 of 2 deals" in printed
    assert not re.search(r"standard errors|scores more|too few deals", printed)


def test_a_machine_may_have_more_cores_than_there_are_jobs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("stova.cli.arena.cores", lambda: 300)
    assert run("arena", "novice", "random", "--deals", "1") == 0
    assert "1 deal, each played 2 times" in capsys.readouterr().out
