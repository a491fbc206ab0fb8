"""What a program writes, read by threads: how much of it is kept, and how long it is waited for."""

import io
import time

import pytest

from programs import PATIENCE
from stova.bots.forfeits import ProgramError
from stova.bots.pipes import LONGEST_LINE, MOST_WAITING, TAIL, Lines, Tail


class Slow(io.BytesIO):
    """A line at a time, each after a moment."""

    def read1(self, size: int | None = -1, /) -> bytes:
        time.sleep(0.05)
        return self.readline()


def patiently() -> float:
    """A deadline that isn't met."""
    return time.monotonic() + PATIENCE


def test_a_line_may_be_so_long_and_no_longer() -> None:
    """Though its end comes with what is too much."""
    longest = b"x" * LONGEST_LINE
    assert Lines(io.BytesIO(longest + b"\n")).next(patiently()) == longest
    with pytest.raises(ProgramError, match="line of more than 65536 bytes"):
        Lines(io.BytesIO(longest + b"x\n")).next(patiently())


def test_a_program_may_be_so_many_lines_ahead_and_no_more() -> None:
    lines = Lines(io.BytesIO(b"{}\n" * MOST_WAITING))
    assert lines.rest() == [b"{}"] * MOST_WAITING
    with pytest.raises(ProgramError, match="the program ended"):
        lines.next(patiently())
    with pytest.raises(ProgramError, match="more than 64 lines nobody asked for"):
        Lines(io.BytesIO(b"{}\n" * (MOST_WAITING + 1))).rest()


@pytest.mark.parametrize("much", [b"{}\n" * 100, b"x" * (LONGEST_LINE + 1), b"x" * (LONGEST_LINE + 1) + b"\n{}\n"])
def test_what_came_before_too_much_is_read(much: bytes) -> None:
    """Though it came with it."""
    too_much = "wrote more than 64 lines|wrote a line of more than 65536 bytes"
    lines = Lines(io.BytesIO(b"answer\n" + much))
    assert lines.next(patiently()) == b"answer"
    with pytest.raises(ProgramError, match=too_much):
        lines.rest()


def test_the_rest_is_all_to_the_end() -> None:
    assert Lines(Slow(b"soon\nlate\n")).rest() == [b"soon", b"late"]


def test_errors_are_kept_by_their_end() -> None:
    assert Tail(io.BytesIO(b"first" + b"." * TAIL + b"last")).text() == "." * (TAIL - 4) + "last"
    assert Tail(io.BytesIO(b"." * TAIL + b"\nlast\n")).last_line() == "last"


def test_errors_are_waited_for() -> None:
    assert Tail(Slow(b"late\n")).text() == "late"


def test_a_line_that_has_come_is_too_late_after_the_deadline() -> None:
    """Or a program could go on by repeating old answers."""
    lines = Lines(io.BytesIO(b"x\n"))
    deadline = patiently()
    while not lines._waiting and time.monotonic() < deadline:
        time.sleep(0.001)
    with pytest.raises(ProgramError, match="did not answer in time"):
        lines.next(time.monotonic() - 1)
