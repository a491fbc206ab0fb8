"""`stova bot`."""

import math
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import stova
from cli.running import run
from programs import EXAMPLE
from stova.bots import Bot, talk
from stova.cli.bot import ENOUGH, Examined
from stova.research.arena import Arena
from stova.research.replay import Played
from stova.research.report import Estimate, Report

WIDTH = 80
SLOW = 1
"""The column of answers that came too late."""
MESSAGES = """READY = '{"protocol": 1}'; ILLEGAL = '{"id": 1, "action": "play x"}'"""
BEGINS = "sys.stdin.readline(); print(READY, flush=True); sys.stdin.readline()"
"""A program that begins, and has been asked something."""


@pytest.mark.usefixtures("leisurely")
def test_a_program_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bot", "--deals", "1", "--seconds", "2", sys.executable, str(EXAMPLE), "--deep") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:9]] == list(stova.games())
    assert all(line.split()[2:6] == ["0", "0", "0", "0"] and int(line.split()[1]) > 0 for line in lines[1:9])
    assert all(len(line) <= WIDTH for line in lines[:9])
    assert lines[-1].endswith("made every decision it was asked for, in time and by the rules.")


@pytest.mark.parametrize(
    ("mean", "error", "told"),
    [
        (-108.2, 32.4, "-108±32"),
        (0.314, 0.123, "+0.31±0.12"),
        (-3.25, 9.949, "-3.2±9.9"),
        (-102.6, 9.96, "-103±10"),
        (-10.2, 0.95, "-10.2±0.9"),
        (100.2, 0.5, "+100.2±0.5"),
        (0.5, math.inf, "+0.50"),
    ],
)
@pytest.mark.usefixtures("leisurely")
def test_a_score_comes_with_its_standard_error(
    mean: float, error: float, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Report, "difference", lambda _: Estimate(mean, error))
    assert run("bot", "--game", "klorsjavs", "--deals", "1", "--seconds", "2", sys.executable, str(EXAMPLE)) == 0
    _, row, *_ = capsys.readouterr().out.splitlines()
    assert row.split()[-1] == told
    assert len(row) <= WIDTH


@pytest.mark.usefixtures("leisurely")
def test_who_needs_more_than_its_time_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # However busy the machine is, it isn't too late.
    monkeypatch.setattr(talk, "GRACE", 10.0)
    path = tmp_path / "slow.py"
    path.write_text("""
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print(json.dumps({"protocol": 1}), flush=True)
    else:
        time.sleep(0.002)
        print(json.dumps({"id": asked["id"], "action": asked["view"]["legal"][0]}), flush=True)
""")
    own = ("--game", "klorsjavs", "--deals", "1", "--seconds", "0.001")
    assert run("bot", *own, sys.executable, str(path)) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert " in time (0.001 s and 0.1 s for the way there and back, the longest taking " in printed
    assert printed.endswith(") and by the rules.")


@pytest.mark.parametrize(
    "command",
    [
        (str(EXAMPLE),),
        (f"program:{sys.executable} {EXAMPLE}",),
        (f"program:{sys.executable}", str(EXAMPLE)),
        (sys.executable, str(EXAMPLE)),
    ],
)
def test_a_program_is_named_as_everywhere(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bot", "--game", "klorsjavs", "--deals", "1", *command) == 0
    assert "made every decision" in capsys.readouterr().out


@pytest.mark.usefixtures("leisurely")
def test_a_game_named_twice_is_played_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bot", "--game", "klorsjavs", "--game", "klorsjavs", "--deals", "1", str(EXAMPLE)) == 0
    _, row, _, well = capsys.readouterr().out.splitlines()
    assert row.startswith("klorsjavs ")
    assert "made every decision" in well


def test_a_program_is_asked_to_cut(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cuts.py"
    wrong = 'if legal[0].startswith("cut"):\n        return "cut 0"\n    if not cards:'
    path.write_text(EXAMPLE.read_text().replace("if not cards:", wrong))
    assert run("bot", "--game", "klorsjavs", "--deals", "1", sys.executable, str(path)) == 1
    assert capsys.readouterr().out.count("when asked to cut the pack or knock") == ENOUGH


@pytest.mark.usefixtures("leisurely")
def test_ctrl_c_tells_how_far_a_check_got(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    deal = Arena.deal

    def interrupted(arena: Arena, bots: Sequence[Bot], number: int) -> tuple[Played, ...]:
        if number == 2:
            raise KeyboardInterrupt
        return deal(arena, bots, number)

    monkeypatch.setattr(Arena, "deal", interrupted)
    assert run("bot", "--game", "klorsjavs", sys.executable, str(EXAMPLE)) == 130
    printed = capsys.readouterr()
    _, row, ended = printed.out.splitlines()
    assert ended == "Ended early, after 2 of 5 deals."
    monkeypatch.undo()
    assert run("bot", "--game", "klorsjavs", "--deals", "2", sys.executable, str(EXAMPLE)) == 0
    whole = capsys.readouterr().out.splitlines()[1]
    assert [row.split()[at] for at in (0, 1, -1)] == [whole.split()[at] for at in (0, 1, -1)]


def test_ctrl_c_while_a_program_is_closed_tells_all_that_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And what went wrong with the program until then."""
    parted = Examined.parted

    def interrupted(player: Examined, seat: int, wrong: str) -> None:
        parted(player, seat, wrong)
        raise KeyboardInterrupt

    monkeypatch.setattr(Examined, "parted", interrupted)
    path = tmp_path / "ends.py"
    path.write_text(f"{EXAMPLE.read_text()}    sys.exit(3)\n")
    assert run("bot", "--game", "klorsjavs", "--deals", "2", sys.executable, str(path)) == 130
    _, row, parting, ended = capsys.readouterr().out.splitlines()
    assert row.split()[-1] != "-"
    assert parting.startswith("klorsjavs, when no more was asked: ")
    assert ended == "Ended early, after 2 of 2 deals."


def test_what_a_program_does_when_no_more_is_asked_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fails.py"
    path.write_text(f"{EXAMPLE.read_text()}    1 / 0\n")
    assert run("bot", "--game", "klorsjavs", "--deals", "1", sys.executable, str(path)) == 0
    told = capsys.readouterr().out
    assert "klorsjavs, when no more was asked: " in told
    assert "ended with status 1 ('ZeroDivisionError: division by zero'). That isn't counted." in told


SIGNS = """import json, sys
seat = json.loads(sys.stdin.readline())["seat"]
with open(sys.argv[0] + ".begun", "a") as begun:
    begun.write(f"{seat} ")
print('{"protocol": 1}', flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "action": asked["view"]["legal"][0]}), flush=True)
sys.exit(3)
"""
"""A program that writes down which seat each of its processes has, and they all end in the wrong way."""


def test_of_processes_that_go_wrong_in_the_end_the_first_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "signs.py"
    path.write_text(SIGNS)
    assert run("bot", "--game", "klaverjas", "--deals", "1", sys.executable, str(path)) == 0
    first, *others = (tmp_path / "signs.py.begun").read_text().split()
    assert len(others) == 3
    (told,) = (line for line in capsys.readouterr().out.splitlines() if "when no more was asked" in line)
    assert f"/signs.py on seat {first} " in told


@pytest.mark.parametrize(
    ("code", "column"),
    [
        ("for line in sys.stdin: print(READY if 'hello' in line else ILLEGAL, flush=True)", 0),
        ("print(READY, flush=True); time.sleep(60)", SLOW),
        (f"{BEGINS}; sys.exit(1)", 2),
        (f"{BEGINS}; print('hello', flush=True); time.sleep(60)", 3),
    ],
)
def test_a_program_that_forfeits_is_told(
    code: str, column: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "forfeits.py"
    path.write_text(f"import sys, time\n{MESSAGES}\n{code}\n")
    seconds = "0.1" if column == SLOW else "10"
    assert run("bot", "--game", "klaverjas", "--seconds", seconds, sys.executable, str(path)) == 1
    _, *told, row = capsys.readouterr().out.splitlines()
    game, _, *cells = row.split()
    counts = [int(count) for count in cells[:4]]
    assert (game, counts[column], cells[-1]) == ("klaverjas", ENOUGH, "-")
    hints = [line for line in told if line.startswith(" ")]
    assert hints == ["    Does it flush what it writes?"] * (column == SLOW)
    assert sum(counts) == counts[column] == len(told) - len(hints)
    assert all(
        line.startswith("klaverjas, deal 1: ") and line.endswith("; a novice plays on.")
        for line in told
        if line not in hints
    )


def test_no_score_is_told_where_a_novice_played_some_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Though the program forfeits just once, and all deals are finished."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "once.py"
    once = (
        f"import os, sys\n{MESSAGES}\nif not os.path.exists('begun'):\n    os.mkdir('begun'); {BEGINS}; sys.exit(1)\n"
    )
    path.write_text(once + EXAMPLE.read_text())
    assert run("bot", "--game", "klaverjas", "--deals", "1", sys.executable, str(path)) == 1
    _, _, row = capsys.readouterr().out.splitlines()
    assert row.split()[2:6] == ["0", "0", "1", "0"]
    assert row.split()[-1] == "-"


@pytest.mark.usefixtures("leisurely")
def test_a_program_need_not_play_every_game(plays_klaverjas: str, capsys: pytest.CaptureFixture[str]) -> None:
    games = ("--game", "sjavs", "--game", "klaverjas", "--game", "styrivolt")
    assert run("bot", *games, "--deals", "1", sys.executable, plays_klaverjas) == 0
    _, first, row, last, _, well = capsys.readouterr().out.splitlines()
    assert first.endswith("/plays.py ended at `hello`, and so doesn't play sjavs ('No.').")
    assert row.split()[0] == "klaverjas"
    assert last.endswith("/plays.py ended at `hello`, and so doesn't play styrivolt ('No.').")
    assert well.endswith("made every decision it was asked for, in time and by the rules.")
    assert run("bot", "--game", "sjavs", sys.executable, plays_klaverjas) == 1
    assert "every decision" not in capsys.readouterr().out


def test_who_has_begun_a_game_no_longer_declines_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "turns.py"
    path.write_text(f"import os, sys\n{MESSAGES}\nif os.path.exists('begun'): sys.exit()\nos.mkdir('begun')\n{BEGINS}")
    monkeypatch.chdir(tmp_path)
    assert run("bot", "--game", "klaverjas", sys.executable, str(path)) == 1
    said = capsys.readouterr().out
    assert "doesn't play" not in said
    assert "ended with status 0 when it was started; a novice plays on." in said


@pytest.mark.parametrize("code", ["sys.exit(1)", "print('hello')"])
def test_a_game_is_left_where_a_program_does_not_begin(
    code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "fails.py"
    path.write_text(f"import sys\n{code}")
    assert run("bot", "--game", "klaverjas", "--game", "sjavs", sys.executable, str(path)) == 1
    _, *told = capsys.readouterr().out.splitlines()
    assert [line.split()[0].strip(",") for line in told] == ["klaverjas", "klaverjas", "sjavs", "sjavs"]
    assert all(line.endswith("when it was started; a novice plays on.") for line in told[::2])


def test_what_a_program_said_as_it_ended_is_shown_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "crashes.py"
    path.write_text('raise ValueError("no such card")')
    assert run("bot", "--game", "klaverjas", sys.executable, str(path)) == 1
    said = capsys.readouterr().out
    assert said.count("    Traceback (most recent call last):") == 1
    assert f'  File "{path}", line 1' in said
    assert said.count("ended with status 1 ('ValueError: no such card') when it was started") == 1


def test_what_a_program_said_is_shown_and_not_obeyed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "colours.py"
    path.write_text(r"import sys; sys.stderr.write('\x1b[2Jfirst\r\n\tbl\u00e5\x07\0\n'); sys.exit(4)")
    assert run("bot", "--game", "klaverjas", sys.executable, "-X", "utf8", str(path)) == 1
    said = capsys.readouterr().out
    assert "\n    \\x1b[2Jfirst\n            blå\\x07\\x00\n" in said


def test_what_a_program_says_each_time_it_forfeits_is_shown_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "crashes.py"
    path.write_text(f"import sys\n{MESSAGES}\n{BEGINS}\nraise ValueError('no such card')")
    assert run("bot", "--game", "klaverjas", sys.executable, str(path)) == 1
    said = capsys.readouterr().out
    assert said.count("ended with status 1 ('ValueError: no such card')") == ENOUGH
    assert said.count("    Traceback (most recent call last):") == 1


def test_a_program_that_never_says_hello_is_not_waited_for_in_every_game(
    deaf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("bot", sys.executable, str(deaf)) == 1
    _, told, row, left_out = capsys.readouterr().out.splitlines()
    assert "did not answer within 0.2 s when it was started" in told
    assert row.split()[0] == "sjavs"
    assert left_out == "The other games are left out. Does it answer `hello`, and flush what it writes?"


def test_no_other_games_are_left_out_after_the_last(deaf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bot", "--game", "klaverjas", sys.executable, str(deaf)) == 1
    _, told, row = capsys.readouterr().out.splitlines()
    assert "did not answer within 0.2 s when it was started" in told
    assert row.split()[0] == "klaverjas"


def test_a_program_is_checked_with_options(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--game", "klorsjavs", "--preset", "catsatcards", "--option", "counter=5", "--deals", "1")
    assert run("bot", *given, str(EXAMPLE)) == 0
    assert run("bot", "--preset", "catsatcards", str(EXAMPLE)) == 2
    assert "a preset and options are of one game: say of which with --game" in capsys.readouterr().err


@pytest.mark.parametrize("own", [("--deals", "2"), ("--deals=2",)])
def test_our_options_stand_before_the_program(own: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """The refusal says how a program is given such an option, and that works."""
    given = ("bot", "--game", "klorsjavs", "--deals", "1")
    assert run(*given, str(EXAMPLE), "--deep", *own) == 2
    said = capsys.readouterr().err
    assert "--deals is an option of `stova bot`: put it before the program; if it is the program's" in said
    _, quoted = said.split("quote the whole command: ")
    (name,) = shlex.split(quoted)
    assert name == f"program:{EXAMPLE} --deep {' '.join(own)}"
    assert run(*given, name) == 0
    assert "--deep --deals" in capsys.readouterr().out
