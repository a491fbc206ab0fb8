"""Work spread over processes: in order, whatever becomes of it."""

import itertools
import multiprocessing
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import stova
from arena_bots import Deaf, Secrets, Squares, Stays, dies
from stova import RulesError, StovaError
from stova.research import workers
from stova.research.arena import Arena, play
from stova.research.workers import _workers, in_order

TESTS = Path(__file__).parent.parent
KLAVERJAS = stova.game("klaverjas")


def test_results_in_order() -> None:
    assert list(in_order(Squares, 5, jobs=1)) == [0, 1, 4, 9, 16]
    assert list(in_order(Squares, 5, jobs=3)) == [0, 1, 4, 9, 16]


def test_results_that_cannot_be_sent() -> None:
    with pytest.raises(Exception, match="pickle"):
        list(in_order(Secrets, 2, jobs=2))
    with _workers(Secrets, 1) as (worker,):
        for number, said in ((1, "SystemExit: 3"), (2, "ValueError: <function")):
            worker.send(number)
            back, error = worker.recv()
            assert back == number
            assert isinstance(error, StovaError)
            assert said in str(error)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no masks of signals")
def test_ctrl_c_is_nothing_to_processes() -> None:
    assert list(in_order(Deaf, 2, jobs=2)) == [True, True]
    assert not Deaf()(0)


def test_a_program_ends_with_results_that_nobody_took() -> None:
    script = "from arena_bots import Squares\nfrom stova.research.workers import in_order\n"
    script += "results = in_order(Squares, 1000, jobs=2)\nprint(next(results))"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=TESTS, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "0\n", "")


@pytest.mark.parametrize("own", [None, "1"])
def test_files_of_the_current_folder_are_no_modules(
    own: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where they have the name of one that Python needs; and programs begun there hear nothing of that."""
    (tmp_path / "types.py").write_text("raise SystemExit('not this one')")
    (tmp_path / "scripts").mkdir()
    script = tmp_path / "scripts" / "script.py"
    script.write_text(
        f"import os, sys\nsys.path.append({str(TESTS)!r})\nfrom arena_bots import Variables\n"
        "from stova.research.workers import in_order\n"
        "if __name__ == '__main__':\n"
        "    print(list(in_order(Variables, 2, jobs=2)), os.environ.get(Variables.name))\n"
    )
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    if own:
        monkeypatch.setenv("PYTHONSAFEPATH", own)
    done = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == (f"{[own, own]} {own}\n", "")


def test_a_bot_that_cannot_be_sent_to_processes() -> None:
    with pytest.raises(RulesError, match=r"^<lambda>: to play in several processes it must be one that can be pickled"):
        play(KLAVERJAS, bots=("novice", lambda view, seed: view.legal[0]), deals=3, jobs=2)


def test_a_process_that_dies() -> None:
    with pytest.raises(StovaError, match="ended before its time; a script that began it keeps what it runs under"):
        play(KLAVERJAS, bots=(dies, "novice"), deals=3, jobs=2)
    deals = Arena(game=KLAVERJAS, bots=("novice", "novice"), seed=0).deals(100_000, jobs=2)
    with closing(deals):
        assert len(list(itertools.islice(deals, 3))) == 3
        multiprocessing.active_children()[0].kill()
        with pytest.raises(StovaError, match="ended before its time; something killed it") as caught:
            list(deals)
    assert "__name__" not in str(caught.value)


def test_a_measurement_may_be_left() -> None:
    """Closing it ends the processes, in the middle of a deal too."""
    deals = Arena(game=KLAVERJAS, bots=("novice", "novice"), seed=0).deals(100_000, jobs=2)
    with closing(deals):
        first = next(deals)
        assert len(multiprocessing.active_children()) == 2
    assert [row.deal for row in first] == [0, 0]
    assert multiprocessing.active_children() == []


def test_who_does_not_leave_in_time_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "LEAVE", 0.2)
    with _workers(Stays, 1) as (worker,):
        worker.send(7)
        assert worker.recv() == (7, 7)
        (process,) = multiprocessing.active_children()
    assert process.exitcode != 0
