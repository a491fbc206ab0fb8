"""Lines to and from a program, by threads, so that nothing it does can hold us up or fill our memory."""

import threading
import time
from collections import deque
from contextlib import suppress
from io import BufferedReader
from queue import SimpleQueue
from typing import IO, cast

from stova.bots.forfeits import ProgramError

CHUNK = 1 << 16
LONGEST_LINE = 1 << 16
"""Bytes of the longest line a program may write."""
MOST_WAITING = 64
"""Lines a program may be ahead of us."""
STALL = 0.1
"""Seconds a deadline is never missed by, unless we ourselves were stopped."""
REST = 1.0
"""Seconds for what is left in the pipe of who has ended: at once, unless something it began still has that open."""
TAIL = 2000
"""Bytes kept of what a program wrote last to its standard error."""


class Lines:
    """The lines a program writes, read ahead of us by at most `MOST_WAITING`."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._waiting: deque[bytes] = deque()
        self._changed = threading.Condition()
        self._end: ProgramError | None = None
        self.unfinished = b""
        """What was written of a line that has no end yet."""
        threading.Thread(target=self._read, args=(cast(BufferedReader, stream),), daemon=True).start()

    def next(self, deadline: float) -> bytes:
        """The next line, without its end.

        Raises ProgramError: `slow` at the deadline, a time of `time.monotonic`; `ended`; `flood`.
        """
        with self._changed:
            if not self._in_time(deadline):
                raise ProgramError("slow", "did not answer in time")
            if self._waiting:
                return self._waiting.popleft()
            assert self._end is not None
            raise self._end

    def _in_time(self, deadline: float) -> bool:
        """Wait for a line or the end, at most until the deadline; whether it came by then.

        When we were stopped meanwhile, so was the thread that reads: it gets a moment more.
        """
        left = deadline - time.monotonic()
        self._changed.wait_for(self._ready, max(0.0, left))
        late = time.monotonic() - deadline
        if left > 0 and late > STALL:
            return self._changed.wait_for(self._ready, STALL)
        return late < 0

    def waiting(self) -> list[bytes]:
        """The lines that have come unasked; they are gone then."""
        with self._changed:
            lines = list(self._waiting)
            self._waiting.clear()
            return lines

    def rest(self) -> list[bytes]:
        """All lines to the end of the output, or that came until then.

        Raises ProgramError for a `flood`.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._end is not None, REST)
            if self._end is not None and self._end.fault == "flood":
                raise self._end
        return self.waiting()

    def _ready(self) -> bool:
        return bool(self._waiting) or self._end is not None

    def _read(self, stream: BufferedReader) -> None:
        """Read until the output ends or is too much; then close it, which a flooding program notices."""
        end = ProgramError("ended", "ended")
        with suppress(OSError), stream:
            while chunk := stream.read1(CHUNK):
                *lines, self.unfinished = (self.unfinished + chunk).split(b"\n")
                long = next((at for at, line in enumerate((*lines, self.unfinished)) if len(line) > LONGEST_LINE), None)
                if not self._add(lines[:long]):
                    end = ProgramError("flood", f"wrote more than {MOST_WAITING} lines nobody asked for")
                    break
                if long is not None:
                    end = ProgramError("flood", f"wrote a line of more than {LONGEST_LINE} bytes")
                    break
        with self._changed:
            self._end = end
            self._changed.notify()

    def _add(self, lines: list[bytes]) -> bool:
        """Take in as many lines as there is room for; whether that was all."""
        with self._changed:
            room = MOST_WAITING - len(self._waiting)
            self._waiting.extend(lines[:room])
            self._changed.notify()
            return len(lines) <= room


class Tail:
    """The end of what a program writes to its standard error, however much that is."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._kept = b""
        self._thread = threading.Thread(target=self._read, args=(cast(BufferedReader, stream),), daemon=True)
        self._thread.start()

    def text(self) -> str:
        """All that is kept."""
        self._thread.join(REST)
        return self._kept.decode("utf-8", "replace").strip()

    def last_line(self) -> str:
        """The last line that isn't blank, or nothing."""
        return self.text().rpartition("\n")[2].strip()

    def _read(self, stream: BufferedReader) -> None:
        with suppress(OSError), stream:
            while chunk := stream.read1(CHUNK):
                self._kept = (self._kept + chunk)[-TAIL:]


def outbox(stream: IO[bytes]) -> "SimpleQueue[bytes | None]":
    """Where to put lines for the program; None closes its input. A program that doesn't read holds nobody up."""
    lines: SimpleQueue[bytes | None] = SimpleQueue()
    threading.Thread(target=_write, args=(stream, lines), daemon=True).start()
    return lines


def _write(stream: IO[bytes], lines: "SimpleQueue[bytes | None]") -> None:
    with suppress(OSError), stream:
        while (line := lines.get()) is not None:
            stream.write(line)
            stream.flush()
