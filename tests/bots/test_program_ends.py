"""How outside programs end: nothing of them is left, however they do."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers import KEY
from living import living
from programs import LIMIT, PATIENCE, TALK, Start, asked, choose
from stova import RulesError
from stova.bots import interrupts, processes

linux = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="only Linux shows what a program began")

CHILDREN = {
    "in its group": "subprocess.Popen(['sleep', '60'])",
    "in another session": "subprocess.Popen(['sleep', '60'], start_new_session=True)",
    "a daemon": """
if not os.fork():
    os.setsid()
    if os.fork():
        os._exit(0)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(60)
""",
    "many": "[subprocess.Popen(['sleep', '60'], start_new_session=i % 2 == 0) for i in range(20)]",
    "one that holds its pipes": "subprocess.Popen(['sleep', '60'], stdin=0, stdout=1, start_new_session=True)",
    "forks of forks": "os.fork(), os.fork(), os.fork(), os.fork()",
}


@linux
@pytest.mark.parametrize("child", CHILDREN)
@pytest.mark.parametrize("ends", ["hangs", "exits", "plays"])
def test_nothing_of_a_program_is_left(child: str, ends: str, start: Start) -> None:
    last = {"hangs": "time.sleep(60)", "exits": "sys.exit(3)", "plays": "answer(hear()); time.sleep(60)"}[ends]
    program = start(f"ready()\n{CHILDREN[child]}\n{last}", seconds=PATIENCE if ends == "plays" else LIMIT)
    begun = time.monotonic()
    choose(program, asked())
    program.close()
    assert time.monotonic() - begun < 5
    assert living(str(start.folder)) == []


@pytest.fixture
def proc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A system that shows one process, which is becoming another program and so has no environment yet."""
    shown = tmp_path / "proc" / "4321"
    shown.mkdir(parents=True)
    (shown / "environ").touch()
    (shown / "exe").symlink_to(sys.executable)
    monkeypatch.setattr(processes, "PROC", shown.parent)
    return shown


def ended(monkeypatch: pytest.MonkeyPatch, *, then: Callable[[float], object]) -> list[int]:
    """End a program with the mark `1`, and say which other processes were killed; `then` is done between looks."""
    killed: list[int] = []
    monkeypatch.setattr(os, "kill", lambda process, number: killed.append(process))
    monkeypatch.setattr(time, "sleep", then)
    processes.end(processes.Child(subprocess.Popen([sys.executable, "-c", ""]), "1"))
    return killed


def test_what_is_only_just_begun_is_waited_for(proc: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(seconds: float) -> None:
        environment = proc / "environ"
        environment.write_text("" if environment.read_text() else f"A=1\0{processes.MARK}=1\0")

    assert 4321 in ended(monkeypatch, then=begin)


@pytest.mark.parametrize("without", ["environment", "program"])
def test_what_has_no_environment_at_all_is_left_alone(
    without: str, proc: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And waited for a moment, but where it is the system's own, which has no program."""
    if without == "program":
        (proc / "exe").unlink()
    looks: list[float] = []
    assert ended(monkeypatch, then=looks.append) == []
    assert bool(looks) == (without == "environment")


@pytest.mark.parametrize("last", ["time.sleep(60)", "sys.exit(3)"])
def test_a_program_is_ended_once(last: str, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has its number after it has ended is somebody else's."""
    ended: list[int] = []
    end = processes.end

    def noted(child: processes.Child) -> None:
        ended.append(child.process.pid)
        end(child)

    monkeypatch.setattr(processes, "end", noted)
    program = start(f"ready()\n{last}", seconds=LIMIT)
    choose(program, asked())
    assert [forfeit.decision for forfeit in program.forfeits] == [1]
    program.close()
    assert len(ended) == 1


def test_once_left_it_begins_no_process(start: Start) -> None:
    """As another thread might, which still plays, and which nobody would end. It may be entered again, and within."""
    program = start("ready()\nwhile True: answer(hear())")
    with program:
        with program:
            choose(program, asked())
        choose(program, asked())
        assert program.answered == 2
    with pytest.raises(RulesError, match="has been ended: ask it within its `with`"):
        choose(program, asked())
    assert living(str(start.folder)) == []
    with program:
        choose(program, asked())
    assert program.answered == 3
    assert not program.forfeits


def test_a_program_may_end_in_its_own_way(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "LEAVE", 10.0)
    program = start("ready(); answer(hear()); sys.stdin.read(); open(sys.argv[0] + '.done', 'w').close()")
    choose(program, asked())
    program.close()
    assert (tmp_path / "program0.py.done").exists()


def test_ctrl_c_while_programs_are_ended_waits_until_all_are(start: Start) -> None:
    """Several seats, of which none heeds the end of its input."""
    program = start("ready()\nfor line in sys.stdin: answer(json.loads(line))\ntime.sleep(60)")
    state = asked()
    for _ in range(5):
        state = state.apply(choose(program, state))
    assert len(living(str(start.folder))) > 1
    threading.Timer(0.1, signal.raise_signal, (signal.SIGINT,)).start()
    with pytest.raises(KeyboardInterrupt):
        program.close()
    assert living(str(start.folder)) == []


def test_what_ends_us_is_heard_again_when_it_has_waited() -> None:
    """Though it comes while handlers change."""
    before = {number: signal.getsignal(number) for number in interrupts.ENDINGS}
    for _ in range(200):
        with pytest.raises(KeyboardInterrupt), interrupts.undisturbed():
            signal.raise_signal(signal.SIGINT)
        assert {number: signal.getsignal(number) for number in interrupts.ENDINGS} == before


def test_the_end_of_python_ends_programs(tmp_path: Path) -> None:
    (tmp_path / "deaf.py").write_text(TALK + "ready(); answer(hear()); time.sleep(60)")
    code = f"""
import sys, stova
from stova.bots.program import Program
program = Program((sys.executable, {str(tmp_path / "deaf.py")!r}))
state = stova.game("klaverjas").deal(key={KEY!r})
program(state.view(state.to_act), 1)
print(program._talks[state.to_act]._child.mark)
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=20)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert living(done.stdout.strip()) == []


def test_processes_say_how_they_ended() -> None:
    child = processes.start((sys.executable, "-c", "raise SystemExit(7)"))
    assert child.process.wait(10) == 7
    assert processes.status(child) == 7
    for stream in (child.process.stdin, child.process.stdout, child.process.stderr):
        assert stream is not None
        stream.close()


ASKS = """
import sys
from programs import Program, asked, choose
with Program(tuple(sys.argv[1:]), seconds=1.0) as program:
    state = asked()
    program.begin(state.view(state.to_act))
    print("asks", flush=True)
    choose(program, state)
    print(program.forfeits, flush=True)
"""


def test_who_answers_while_we_are_stopped_is_in_time(tmp_path: Path) -> None:
    path = tmp_path / "answers.py"
    path.write_text(TALK + "ready(); asked = hear(); time.sleep(0.5); answer(asked); hear()")
    line = (sys.executable, "-c", ASKS, sys.executable, str(path))
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1]) as asking:
        assert asking.stdout is not None
        assert asking.stdout.readline() == "asks\n"
        time.sleep(0.2)
        asking.send_signal(signal.SIGSTOP)
        time.sleep(1.5)
        asking.send_signal(signal.SIGCONT)
        assert asking.stdout.read() == "[]\n"


def test_who_has_answered_on_one_seat_has_not_declined_on_the_next(start: Start, tmp_path: Path) -> None:
    """It is begun for each seat, and ends in peace when it is begun again."""
    mark = tmp_path / "begun"
    program = start(
        f"""
        mark = {str(mark)!r}
        if os.path.exists(mark):
            sys.exit()
        open(mark, "w").close()
        ready()
        while True:
            answer(hear())
        """
    )
    state = asked()
    while not program.forfeits:
        state = state.apply(choose(program, state))
    assert [forfeit.fault for forfeit in program.forfeits] == ["ended"]
