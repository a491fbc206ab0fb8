"""Work spread over processes: in order, whatever becomes of it."""

import sys

import pytest

from arena_bots import Deaf, Secrets, Squares
from stova import StovaError
from stova.research.workers import _workers, in_order


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
