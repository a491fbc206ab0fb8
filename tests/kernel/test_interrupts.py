"""Ctrl-C, and the end of the program, while the kernel works on what it wouldn't finish within anybody's lifetime."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from kernel.race_positions import position, race
from stova import kernel

TESTS = Path(__file__).parent.parent
BEGIN = """
import kernel.conftest
import random, signal, threading
signal.signal(signal.SIGINT, signal.default_int_handler)
"""
SEARCH = """
from kernel.test_solve import ask, halves, no_suits
def work():
    ask(no_suits(32), halves(32), reduced=False)
"""
RACE = """
from kernel.race_positions import position, race, search
def work():
    full = search(race(fours=True), memory=0, every_card=True, no_bounds=True)
    full.values([position(9, random.Random(1))])
"""
ESTIMATES = """
from kernel.test_expect import Goal, Naive, Policy, deal, expect
def work():
    game = Naive(seats=4, policy=Policy.OVERTRUMP_OPPONENTS, last_trick_points=10)
    expect(game, [deal(game, 8, random.Random(3))] * 10_000, Goal.POINTS, ending=4, repeats=1000)
"""
ONE_ESTIMATE = """
from kernel.test_expect import Goal, Naive, Policy, deal, expect
def work():
    game = Naive(seats=4, policy=Policy.OVERTRUMP_OPPONENTS, last_trick_points=10)
    expect(game, [deal(game, 8, random.Random(3))], Goal.POINTS, ending=4, repeats=2**20)
"""
PLAYOUTS = """
from kernel.test_solve import halves, kernel, no_suits
def work():
    kernel.playouts(no_suits(64), halves(64), 2**26, 1, threads=2)
"""
RACE_ESTIMATES = """
from kernel.race_positions import position, race
from stova.kernel import race_estimates
def work():
    many = [position(9, random.Random(1))] * 1_000_000
    race_estimates(race(), many, side=0, chance=16, repeats=100, seed=1)
"""
DRAWS = """
from stova.kernel import Sampler
def work():
    apart = Sampler(cards=3, allowed=[3, 3], cases=[[1, 1]], together=[(3, [(1, 0)])])
    apart.draw(1, seed=1, tries=2**63, piles=[1], keep=3)
"""
HERE = """
print("begins", flush=True)
work()
"""
IN_A_THREAD = """
import time
class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(0.5)
slow = Slow()
threading.Thread(target=work, daemon=True).start()
time.sleep(0.5)
print("begins", flush=True)
"""
"""Python's end takes longer than from one look at signals to the next."""


@contextmanager
def begun(script: str) -> Iterator[subprocess.Popen[str]]:
    """A program that has got to its work."""
    command = [sys.executable, "-c", BEGIN + script]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=TESTS, stdout=pipe, stderr=pipe, text=True) as program:
        assert program.stdout is not None
        try:
            assert program.stdout.readline() == "begins\n"
            yield program
        finally:
            program.kill()


@pytest.mark.skipif(os.name == "nt", reason="there are no signals between programs")
@pytest.mark.parametrize("work", [SEARCH, RACE, ESTIMATES, ONE_ESTIMATE, PLAYOUTS, RACE_ESTIMATES, DRAWS])
def test_ctrl_c_ends_what_the_main_thread_works_on(work: str) -> None:
    with begun(work + HERE) as program:
        time.sleep(0.5)
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=30)
    assert errors.splitlines()[-1:] == ["KeyboardInterrupt"]


@pytest.mark.parametrize("work", [SEARCH, RACE, PLAYOUTS, DRAWS])
def test_a_program_ends_while_another_thread_searches(work: str) -> None:
    with begun(work + IN_A_THREAD) as program:
        program.communicate(timeout=30)
        assert program.returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="there are no such timers")
def test_handlers_run_while_one_position_of_a_race_is_estimated() -> None:
    ran: list[None] = []
    before = signal.signal(signal.SIGALRM, lambda *_: ran.append(None))
    signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
    try:
        kernel.race_estimates(race(), [position(9, random.Random(1))], side=0, chance=16, repeats=2**18, seed=1)
        during = len(ran)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert during > 1


COMES_BACK = """
import time
from kernel.test_solve import halves, kernel, no_suits
def again():
    while True:
        kernel.playouts(no_suits(32), halves(32), 20_000, 1)
class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(0.5)
slow = Slow()
for _ in range(4):
    threading.Thread(target=again, daemon=True).start()
time.sleep(0.3)
print("begins", flush=True)
"""


def test_a_program_ends_while_other_threads_come_back_from_the_kernel() -> None:
    """Python gives them the GIL no more."""
    with begun(COMES_BACK) as program:
        _, errors = program.communicate(timeout=30)
        assert (program.returncode, errors) == (0, "")


FORKS = """
from kernel.test_solve import ask, halves, no_suits
import os
def fork():
    if not os.fork():
        print(os.getpid(), flush=True)
        try:
            ask(no_suits(32), halves(32), reduced=False)
        except KeyboardInterrupt:
            os._exit(0)
forks = threading.Thread(target=fork)
forks.start()
forks.join()
os._exit(os.waitstatus_to_exitcode(os.wait()[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_ctrl_c_ends_what_a_child_works_on_whichever_thread_began_it() -> None:
    command = [sys.executable, "-c", BEGIN + FORKS]
    with subprocess.Popen(command, cwd=TESTS, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        child = int(program.stdout.readline())
        try:
            time.sleep(0.3)
            os.kill(child, signal.SIGINT)
            assert program.wait(30) == 0
        finally:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            program.kill()
