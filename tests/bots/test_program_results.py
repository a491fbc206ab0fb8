"""How deals ended, told to programs; and what goes wrong then, or after the last question."""

import json
import random
import time
from pathlib import Path

import msgspec
import pytest

import stova
from helpers import KEY, finish
from programs import LIMIT, Start, asked, choose
from stova import RulesError
from stova.bots import pipes, processes

HEARS = """
    hear()
    say(protocol=1, results=WANTED)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "choose":
            answer(message)
        else:
            open(sys.argv[0] + ".told", "a").write(line)
    """
"""A program that writes down what it is told besides questions; WANTED says whether it wants results."""


def test_results_are_told_to_who_asks(start: Start, tmp_path: Path) -> None:
    """Of a deal the process had a question in, and of what its own seat knows."""
    wants, doesnt = start(HEARS.replace("WANTED", "True")), start(HEARS.replace("WANTED", "False"))
    state = asked()
    seat = state.to_act
    while not state.is_over:
        view = state.view(state.to_act)
        state = state.apply((wants if view.seat == seat else doesnt)(view, 7))
    for program in (wants, doesnt):
        with pytest.raises(RulesError, match="deals that are over"):
            program.tell(asked().view(0))
        for told in range(4):
            program.tell(state.view(told))
        program.tell(state.view(None))
        program.close()
        assert program.forfeits == []
    (line,) = (tmp_path / "program0.py.told").read_text().splitlines()
    assert json.loads(line) == {"type": "result", "view": msgspec.json.decode(state.view(seat).to_json())}
    assert json.loads(line)["view"]["result"]["score"] == list(state.result.score)
    assert not (tmp_path / "program1.py.told").exists()


def test_results_of_another_game_are_not_told(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "LEAVE", 10.0)
    program = start(HEARS.replace("WANTED", "True"))
    state = asked()
    choose(program, state)
    for dealt in (stova.game("sjavs").deal(key=KEY), state):
        program.tell(finish(dealt, random.Random(1)).view(state.to_act))
    program.close()
    (line,) = (tmp_path / "program0.py.told").read_text().splitlines()
    assert json.loads(line)["view"]["game"]["game"] == "klaverjas"


@pytest.mark.parametrize(
    ("does", "why"),
    [
        ("print('well', flush=True)", "wrote 'well', which is no answer to choose (it isn't JSON; anything else goes"),
        ("sys.exit(4)", "ended with status 4, after `result`,"),
        ("time.sleep(60)", "did not answer within 0.3 + 0.1 s, after `result`,"),
        (
            "print('{', flush=True)",
            "which is no answer to choose (it isn't whole: a message is one line), after `result`",
        ),
    ],
)
def test_who_goes_wrong_at_a_result_is_told_so(does: str, why: str, start: Start) -> None:
    """Whether it did before the next question came or after, at that question."""
    program = start(HEARS.replace("WANTED", "True").replace("open(", f"{does}; open("), seconds=LIMIT)
    state = asked()
    seat = state.to_act
    choose(program, state)
    while not state.is_over:
        state = state.apply(state.legal_actions()[0])
    program.tell(state.view(seat))
    time.sleep(0.1)
    choose(program, asked())
    (forfeit,) = program.forfeits
    assert why in str(forfeit)
    assert ("wants no answer" in str(forfeit)) == (forfeit.fault == "garbage")
    assert forfeit.decision == 2


def test_who_has_answered_since_a_result_did_not_choke_on_it(start: Start) -> None:
    program = start(
        "hear(); say(protocol=1, results=True); answer(hear()); hear(); answer(hear()); hear(); sys.exit(4)"
    )
    state = asked()
    choose(program, state)
    program.tell(finish(state, random.Random(1)).view(state.to_act))
    choose(program, state)
    choose(program, state)
    (forfeit,) = program.forfeits
    assert (forfeit.decision, forfeit.why_in_full) == (3, "ended with status 4")


@pytest.mark.parametrize(
    ("last", "wrong"),
    [
        ("sys.exit(3)", "ended with status 3"),
        ("raise KeyError('Q')", "ended with status 1 (\"KeyError: 'Q'\")"),
        ("print('bye', flush=True)", "wrote 'bye', which nothing had asked for"),
        ("print('bye', end='', flush=True)", "wrote 'bye', which nothing had asked for"),
        ("print('x' * 200_000)", "wrote a line of more than 65536 bytes"),
        ("print('x' * 200_000, end='')", "wrote a line of more than 65536 bytes"),
        ("print('bye\\n' * 100)", "wrote more than 64 lines nobody asked for"),
        ("say(id=1, action='pass'); say(id=0, action='pass')", ""),
        ("say(id=2, action='pass')", 'wrote \'{"id": 2, "action": "pass"}\', which nothing had asked for'),
        ("sys.stdin.read()", ""),
        ("time.sleep(60)", "was still there 0.3 s after its input had ended, and was killed"),
    ],
)
def test_what_goes_wrong_after_the_last_question(
    last: str, wrong: str, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = start(f"ready(); answer(hear()); {last}")
    parted: list[tuple[int, str]] = []
    monkeypatch.setattr(program, "parted", lambda *told: parted.append(told))
    state = asked()
    choose(program, state)
    monkeypatch.setattr(processes, "LEAVE", 0.3 if "60" in last else 10.0)
    program.close()
    assert parted == ([(state.to_act, wrong)] if wrong else [])


def test_who_was_interrupted_at_hello_has_answered_nothing_amiss(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    program = start("ready(); sys.stdin.read()")
    parted: list[tuple[int, str]] = []
    monkeypatch.setattr(program, "parted", lambda *told: parted.append(told))
    monkeypatch.setattr(processes, "LEAVE", 10.0)

    def interrupted(lines: pipes.Lines, deadline: float) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(pipes.Lines, "next", interrupted)
    with pytest.raises(KeyboardInterrupt):
        choose(program, asked())
    program.close()
    assert parted == []
