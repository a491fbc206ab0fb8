"""Work spread over processes: in order, whatever becomes of it."""

import subprocess
import sys
from pathlib import Path

import pytest

from arena_bots import Deaf, Secrets, Squares
from stova import StovaError
from stova.research.workers import _workers, in_order

TESTS = Path(__file__).parent.parent


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
