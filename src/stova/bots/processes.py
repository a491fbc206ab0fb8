"""Processes of outside programs: begun apart from ours, and ended with all that they began."""

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MARK = "STOVA_PROGRAM"
"""A variable in a program's environment, by which Linux shows what the program began even in a session of its own."""
LEAVE = 0.3
"""Seconds a program has to end by itself."""
HUNT = 2.0
"""Seconds we go after what is left of it."""
BEGINNING = 0.1
"""Seconds at most in which a process has no environment yet, having just become another program."""
PROC = Path("/proc")
"""Where Linux shows what goes on."""


@dataclass(frozen=True)
class Child:
    """A program's process, and the value of its mark."""

    process: "subprocess.Popen[bytes]"
    mark: str


def start(command: Sequence[str]) -> Child:
    """Begin a program, with pipes for its input, output and errors.

    On Unix it leads a session and a process group, so that keys pressed in our terminal don't reach it. Raises OSError
    when there is no such program, ValueError for a command no system can take.
    """
    mark = secrets.token_hex(16)
    pipe = subprocess.PIPE
    environment = os.environ | {MARK: mark}
    return Child(subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, **_apart()), mark)


def _apart() -> Mapping[str, Any]:
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def status(child: Child) -> int | None:
    """What a program that closed its output ended with; below nought the signal, None when it hasn't ended."""
    with suppress(subprocess.TimeoutExpired):
        return child.process.wait(LEAVE)
    return None


def end(child: Child) -> None:
    """Kill a program with its group, and what else it began, as far as the system tells."""
    if sys.platform == "win32":
        command = ["taskkill", "/F", "/T", "/PID", str(child.process.pid)]
        subprocess.run(command, capture_output=True, check=False)
    else:
        _kill_group(child)
    child.process.wait()


def _kill_group(child: Child) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.process.pid, signal.SIGKILL)
    began = time.monotonic()
    while time.monotonic() < began + HUNT:
        killed, unclear = _kill_strays(child.mark)
        if not killed and not (unclear and time.monotonic() < began + BEGINNING):
            return
        time.sleep(0.005)


def _kill_strays(mark: str) -> tuple[bool, bool]:
    """Kill the processes that carry the mark; whether there were any, and whether of any it can't be told yet.

    None are found where the system has no `/proc`.
    """
    wanted, killed, unclear = f"{MARK}={mark}".encode(), False, False
    for path in PROC.glob("[0-9]*/environ"):
        with suppress(OSError):
            environment = path.read_bytes()
            if wanted in environment.split(b"\0"):
                os.kill(int(path.parent.name), signal.SIGKILL)
                killed = True
            elif not environment:
                os.readlink(path.with_name("exe"))  # not to be had of the system's own, and of what has ended
                unclear = True
    return killed, unclear
