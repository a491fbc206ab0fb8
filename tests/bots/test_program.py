"""Outside programs: those that play, and those that hang, crash, flood or lie."""

import dataclasses
import json
import os
import pickle
import re
import sys
import time
from pathlib import Path
from threading import Event, Thread
from typing import Any

import msgspec
import pytest
from msgspec import Struct

import stova
from helpers import GAMES, KEY
from living import living
from programs import EXAMPLE, LIMIT, PATIENCE, Start, asked, choose
from stova import Action, View
from stova.bots import pipes, processes
from stova.bots.forfeits import Forfeit, ProgramError
from stova.bots.novice import novice
from stova.bots.program import Program
from stova.games.styrivolt.chalk import Chalk, ChalkLine, Crosses
from stova.rules.columns import ColumnRules, Columns, Entry
from stova.rules.ladder import Ladder, LadderRules, Line

GUIDE = Path(__file__).parents[2] / "docs" / "bot-protocol.md"


def lost(program: Program) -> Forfeit:
    """How the program forfeits its first decision, which a novice makes for it within the limit."""
    state = asked()
    assert state.to_act is not None
    chosen = choose(program, state)
    assert chosen == novice(state.view(state.to_act), 7)
    (forfeit,) = program.forfeits
    return forfeit


@pytest.mark.parametrize("name", GAMES)
def test_the_example_plays_every_game(name: str) -> None:
    game = stova.game(name)
    with Program((sys.executable, str(EXAMPLE))) as program:
        for number in range(3):
            state = game.deal(key=KEY, number=number, dealer=number % game.seats)
            while not state.is_over:
                action = choose(program, state)
                assert action in state.legal_actions()
                state = state.apply(action)
        assert program.forfeits == []
        assert program.answered > 0


def test_a_program_is_told_the_game_the_seat_and_the_time(start: Start, tmp_path: Path) -> None:
    program = start(
        """
        hello = ready()
        asked = hear()
        open(sys.argv[0] + ".told", "w").write(json.dumps([hello, asked]))
        answer(asked)
        """
    )
    state = stova.game("sjavs", preset="suduroy", tie="plus2").deal(key=KEY)
    assert state.to_act is not None
    assert choose(program, state) == state.legal_actions()[0]
    hello, question = json.loads((tmp_path / "program0.py.told").read_text())
    assert hello == {
        "type": "hello",
        "protocol": 1,
        "game": {"game": "sjavs", "preset": "suduroy", "options": {"tie": "plus2"}},
        "options": json.loads(json.dumps(dataclasses.asdict(state.game.options))),
        "seat": state.to_act,
        "seconds": PATIENCE,
    }
    view = state.view(state.to_act)
    assert question == {"type": "choose", "id": 1, "seed": 7, "view": msgspec.json.decode(view.to_json())}
    assert question["view"]["legal"] == [str(action) for action in view.legal]


def test_the_session_in_the_guide_is_true(start: Start, tmp_path: Path) -> None:
    """What the program reads is what stands there, but for what is cut short."""
    guide = GUIDE.read_text(encoding="utf-8")
    read = re.findall("^> (.*)$", guide, flags=re.MULTILINE)
    wrote = re.findall("^< (.*)$", guide, flags=re.MULTILINE)
    program = start(
        f"""
        for line in {wrote!r}:
            open(sys.argv[0] + ".read", "a").write(sys.stdin.readline())
            print(line, flush=True)
        """,
        seconds=5.0,
    )
    state = stova.game("klaverjas").deal(key=KEY)
    for seed in (7, 4711):
        assert state.to_act == 1
        state = state.apply(program(state.view(1), seed))
    assert program.forfeits == []
    for line, shown in zip((tmp_path / "program0.py.read").read_text().splitlines(), read, strict=True):
        assert re.fullmatch(".*".join(map(re.escape, shown.split("…"))), line)


def test_the_guide_names_every_field_of_a_view() -> None:
    section = GUIDE.read_text(encoding="utf-8").split("## ")
    (fields,) = (part for part in section if part.startswith("The view\n"))
    rows = re.findall(r"^\| (`.*?) \|", fields, flags=re.MULTILINE)
    assert sorted(re.findall("`(.*?)`", " ".join(rows))) == sorted(View.__struct_fields__)


@pytest.mark.parametrize("kind", [Ladder, Line, LadderRules, Columns, Entry, ColumnRules, Chalk, ChalkLine, Crosses])
def test_the_guide_names_all_there_is_on_a_sheet(kind: type[Struct]) -> None:
    _, _, sheet = GUIDE.read_text(encoding="utf-8").partition("A `sheet` has ")
    told = re.findall("`(.*?)`", sheet.partition("### ")[0])
    assert set(kind.__struct_fields__) <= set(told)


def test_actions_are_listed_for_who_asks(start: Start) -> None:
    program = start(
        """
        hear()
        say(protocol=1, actions=True)
        listed, asked = hear(), hear()
        assert listed["type"] == "actions"
        say(id=asked["id"], action=min(asked["view"]["legal"], key=listed["actions"].index).upper())
        """
    )
    state = asked()
    assert choose(program, state) == state.legal_actions()[0]
    assert program.forfeits == []


def test_every_seat_has_a_process_of_its_own(start: Start) -> None:
    """A process that saw two hands would answer with the wrong one's card."""
    program = start(
        """
        seat = ready()["seat"]
        while True:
            asked = hear()
            assert asked["view"]["seat"] == seat
            answer(asked)
        """
    )
    state = asked()
    while not state.is_over:
        state = state.apply(choose(program, state))
    assert program.forfeits == []


def test_a_seed_is_exact_in_every_language(start: Start) -> None:
    program = start("ready(); asked = hear(); assert asked['seed'] == 5; answer(asked)")
    state = asked()
    assert state.to_act is not None
    program(state.view(state.to_act), 5 + (3 << 53))
    assert program.forfeits == []


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("code", "fault", "said"),
    [
        pytest.param("ready(); time.sleep(60)", "slow", "did not answer within 0.3 + 0.1 s", id="hangs"),
        pytest.param(
            "signal.signal(signal.SIGTERM, signal.SIG_IGN); ready(); time.sleep(60)",
            "slow",
            "0.3 + 0.1 s",
            id="stubborn",
        ),
        pytest.param("ready(); sys.stdin.close(); time.sleep(60)", "slow", "0.3 + 0.1 s", id="deaf"),
        pytest.param("ready(); os.kill(os.getpid(), signal.SIGSTOP)", "slow", "0.3 + 0.1 s", id="stopped"),
        pytest.param("ready(); hear(); 1 / 0", "ended", "status 1 ('ZeroDivisionError: division by zero')", id="fails"),
        pytest.param("ready(); os.abort()", "ended", "was ended by signal 6 (SIGABRT) when", id="aborts"),
        pytest.param("ready(); os.close(1); time.sleep(60)", "ended", "closed its output", id="mute"),
        pytest.param(
            """ready(); hear(); os.write(1, b'{"id": 1, "action": "' + b'x' * 99); time.sleep(60)""",
            "slow",
            """within 0.3 + 0.1 s, but wrote '{"id": 1, "action": "xxxxxxxxxxxxx""",
            id="half a line",
        ),
        pytest.param(
            "ready(); a = hear(); os.write(1, json.dumps({'id': 1, 'action': a['view']['legal'][0]}).encode())",
            "ended",
            """status 0, but wrote '{"id": 1, "action": "trump C"}' without ending the line, when""",
            id="a line without its end",
        ),
        pytest.param(
            r"ready(); hear(); os.write(1, b'{\"id\": 1, \"action\": \"\\ud800\"}' + bytes([10]))",
            "garbage",
            "(it has half of a surrogate pair), when",
            id="half a character",
        ),
        pytest.param(
            "ready(); hear(); say(id=0, action='pass'); time.sleep(60)",
            "slow",
            "did not answer question 1 within 0.3 + 0.1 s, but question 0, when",
            id="behind",
        ),
        pytest.param("ready(); hear(); print('I say', flush=True); time.sleep(60)", "garbage", "'I say'", id="talks"),
        pytest.param("ready(); hear(); say(id=1); time.sleep(60)", "garbage", "answer to choose", id="without action"),
        pytest.param("ready(); hear(); say(id='1', action='pass')", "garbage", "no answer", id="wrong type"),
        pytest.param("ready(); hear(); os.write(1, bytes([255, 10]))", "garbage", "no answer", id="not text"),
        pytest.param("ready(); hear(); print('[' * 60000, flush=True)", "garbage", "no answer", id="nested"),
        *(
            pytest.param(
                f"ready(); hear(); print('[' * {depth}, flush=True)", "garbage", "no answer", id=f"{depth} deep"
            )
            for depth in (900, 960, 975, 980, 985, 990, 995)
        ),
        pytest.param("ready(); hear(); say(id=2, action='pass')", "garbage", "before it was asked", id="ahead"),
        pytest.param("ready(); hear(); say(id=-5, action='pass')", "garbage", "`int` >= 0", id="no number of ours"),
        pytest.param("ready(); hear(); say(id=10**400, action='pass')", "garbage", "no answer", id="no number at all"),
        pytest.param("ready(); a = hear(); say(id=1, action='play 2C')", "illegal", "'play 2C'", id="no such action"),
        pytest.param("ready(); a = hear(); say(id=1, action='go on')", "illegal", "' is legal), its", id="illegal"),
        pytest.param("ready(); a = hear(); say(id=1, action='x' * 9999)", "illegal", "isn't legal", id="long action"),
        pytest.param("ready()\nwhile True: os.write(1, b'x' * 65536)", "flood", "65536 bytes when", id="endless line"),
        pytest.param("ready()\nwhile True: os.write(1, b'{}\\n' * 9999)", "flood|garbage", "wrote", id="endless lines"),
        pytest.param("ready()\nwhile True: os.write(2, b'x' * 65536)", "slow", "0.3 + 0.1 s", id="endless errors"),
        pytest.param("ready()\nwhile True: say(id=0, action='pass')", "flood", "64 lines", id="endless old answers"),
        pytest.param(
            "ready(); print(flush=True)",
            "garbage",
            "wrote an empty line, which is no answer to choose, when",
            id="empty line",
        ),
        pytest.param("print('hello', flush=True)", "garbage", "'hello', which is no answer to hello", id="no greeting"),
        pytest.param("hear(); say(protocol=2)", "garbage", "protocol 2, not 1", id="another protocol"),
        pytest.param("sys.exit('I know no such game')", "ended", "'I know no such game'", id="refuses"),
        pytest.param(
            "print('No', file=sys.stderr)",
            "declined",
            "ended at `hello`, and so doesn't play klaverjas ('No');",
            id="declines",
        ),
        pytest.param("print('{', flush=True)", "garbage", "hello (it isn't whole: a message is one line),", id="lines"),
        pytest.param("print('{\"a\":' * 9999, flush=True)", "garbage", "(it is nested too deep),", id="nested"),
        pytest.param(
            'ready(); hear(); sys.stdout.buffer.write(b\'{"action": "\\xc3"}\\n\'); sys.stdout.flush()',
            "garbage",
            "(it isn't UTF-8),",
            id="no UTF-8",
        ),
        pytest.param(
            "os.write(1, b'\\xef\\xbb\\xbf{}\\n')", "garbage", "(it begins with a byte order mark),", id="with a mark"
        ),
        pytest.param("print(end='No')", "ended", "ended with status 0, but wrote 'No' without", id="half a line"),
    ],
)
def test_who_fails_forfeits_its_seat_in_time(code: str, fault: str, said: str, start: Start) -> None:
    program = start(code, seconds=LIMIT if fault == "slow" else PATIENCE)
    begun = time.monotonic()
    forfeit = lost(program)
    assert time.monotonic() - begun < 5
    # The first of endless lines may be read before there are too many.
    assert forfeit.fault in fault.split("|")
    assert said in str(forfeit)
    assert str(forfeit).endswith("; a novice plays on.")
    assert " is legal" not in forfeit.told("Left"), "a hand at the table is hidden"
    assert (forfeit.why_in_full in forfeit.told("Left")) == (not forfeit.decision or not forfeit.wrote)
    assert str(forfeit).count("\n") == 0
    assert len(str(forfeit)) < 400


def test_who_has_ended_is_told_so_though_a_child_keeps_the_output_open(start: Start) -> None:
    program = start("ready(); hear(); subprocess.Popen(['sleep', '60']); sys.exit(3)", seconds=2.0)
    forfeit = lost(program)
    assert forfeit.fault == "ended"
    assert "ended with status 3, and something it began kept its output open, when asked" in str(forfeit)


def test_who_leaves_its_output_to_a_child_has_not_declined(start: Start) -> None:
    program = start("subprocess.Popen(['sleep', '60']); sys.exit()")
    program.start_seconds = 1.0
    forfeit = lost(program)
    assert forfeit.fault == "ended"
    assert "ended with status 0, and something it began kept its output open, when it was started" in str(forfeit)


def test_a_forfeit_says_at_which_decision(start: Start) -> None:
    program = start("ready(); answer(hear()); answer(hear()); hear(); 1 / 0")
    state = asked()
    while not state.is_over:
        state = state.apply(choose(program, state))
    first, *_ = program.forfeits
    assert first.decision == 3
    assert f"on seat {first.seat} ended with status 1" in str(first)
    assert ", its decision 3; a novice plays on." in str(first)


def test_who_answers_two_questions_at_once_forfeits_at_the_second(start: Start) -> None:
    program = start(
        """
        ready()
        asked = hear()
        action = asked["view"]["legal"][0]
        os.write(1, "".join(json.dumps({"id": id, "action": action}) + "\\n" for id in (1, 2)).encode())
        hear()
        """
    )
    state = asked()
    choose(program, state)
    assert not program.forfeits
    choose(program, state)
    (forfeit,) = program.forfeits
    assert forfeit.why_in_full == "answered question 2 before it was asked,"


def test_a_start_has_a_time_of_its_own(start: Start) -> None:
    assert lost(start("time.sleep(60)", start_seconds=0.3)).decision == 0
    program = start("time.sleep(0.6); ready(); answer(hear())")
    choose(program, asked())
    assert program.forfeits == []


def test_a_seat_lost_is_not_asked_again_until_it_is_forgiven(start: Start) -> None:
    program = start(
        """
        ready()
        if os.path.exists(sys.argv[0] + ".again"):
            answer(hear())
        open(sys.argv[0] + ".again", "w").close()
        """
    )
    lost(program)
    choose(program, asked())
    assert len(program.forfeits) == 1
    program.forgive()
    assert choose(program, asked()) == asked().legal_actions()[0]
    assert len(program.forfeits) == 1


def test_late_and_repeated_answers_are_not_taken_for_newer_ones(start: Start) -> None:
    """An answer to the question before arrives once more, before the answer to the one asked."""
    program = start(
        """
        ready()
        first = hear()
        answer(first)
        second = hear()
        say(id=first["id"], action="no action at all")
        say(id=second["id"], action=second["view"]["legal"][-1])
        time.sleep(60)
        """
    )
    state = asked()
    assert state.to_act is not None
    view = state.view(state.to_act)
    assert program(view, 1) == view.legal[0]
    assert program(view, 2) == view.legal[-1]
    assert program.forfeits == []


def test_silence_is_not_put_down_to_an_answer_that_was_late_before(start: Start) -> None:
    program = start(
        "ready(); first = hear(); answer(first); second = hear(); answer(first); answer(second); hear(); hear()"
    )
    state = asked()
    choose(program, state)
    choose(program, state)
    (talk,) = program._talks.values()
    talk.seconds = LIMIT
    choose(program, state)
    (forfeit,) = program.forfeits
    assert (forfeit.decision, forfeit.why_in_full) == (3, "did not answer within 0.3 + 0.1 s")


def test_the_longest_decision_is_kept(start: Start) -> None:
    program = start("ready(); asked = hear(); time.sleep(0.3); answer(asked); answer(hear())")
    choose(program, asked())
    choose(program, asked())
    assert program.answered == 2
    assert 0.3 <= program.longest < program.taken


def test_an_answer_after_the_limit_is_no_answer(start: Start) -> None:
    program = start("ready(); asked = hear(); time.sleep(0.7); answer(asked); answer(hear())", seconds=LIMIT)
    assert lost(program).fault == "slow"
    program.forgive()
    state = asked()
    choose(program, state)
    assert [forfeit.decision for forfeit in program.forfeits] == [1, 1]


def test_a_program_plays_another_game_with_a_new_process(start: Start) -> None:
    program = start(
        """
        game = ready()["game"]["game"]
        while True:
            asked = hear()
            assert asked["view"]["game"]["game"] == game
            answer(asked)
        """
    )
    for name in ("klaverjas", "sjavs", "klaverjas"):
        choose(program, stova.game(name).deal(key=KEY))
    assert program.forfeits == []


@pytest.mark.parametrize(
    ("code", "slow"), [("time.sleep(60)", "start"), ("ready()\nhear()\nsay(what=1)\nhear()", "end")]
)
def test_once_closed_no_process_lives_though_one_was_beginning_or_ending(
    code: str, slow: str, start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEST_FOLDER", str(tmp_path))
    at_it, plainly = Event(), getattr(processes, slow)

    def slowly(*given: Any) -> Any:
        done = plainly(*given) if slow == "start" else None
        at_it.set()
        time.sleep(0.3)
        return done if slow == "start" else plainly(*given)

    program = start(code)
    monkeypatch.setattr(processes, slow, slowly)
    player = Thread(target=choose, args=(program, asked()))
    player.start()
    assert at_it.wait(PATIENCE)
    program.close()
    assert not living(str(tmp_path))
    player.join()


def test_what_is_closed_while_it_thinks_has_forfeited_nothing(start: Start) -> None:
    program = start("ready(); hear(); open(sys.argv[0] + '.asked', 'w').close(); time.sleep(60)")
    chosen: list[Action] = []
    player = Thread(target=lambda: chosen.append(choose(program, asked())))
    player.start()
    deadline = time.monotonic() + PATIENCE
    while not list(start.folder.glob("*.asked")) and time.monotonic() < deadline:
        time.sleep(0.01)
    program.close()
    player.join()
    assert chosen[0] in asked().legal_actions()
    assert program.forfeits == []
    assert program.lost == frozenset()


def test_a_memory_that_stays_small() -> None:
    """A gigabyte without a line's end costs us no more than a line."""
    read, write = os.pipe()
    if not os.fork():
        os.close(read)
        try:
            for _ in range(1 << 14):
                os.write(write, b"x" * 65536)
        except OSError:
            os._exit(0)
        os._exit(1)
    os.close(write)
    with pytest.raises(ProgramError, match="line of more than"):
        pipes.Lines(os.fdopen(read, "rb")).next(time.monotonic() + 5)
    assert os.wait()[1] == 0


def test_programs_are_pickled_by_their_command() -> None:
    program = Program(("one", "two"), seconds=2.0, start_seconds=3.0)
    again = pickle.loads(pickle.dumps(program))
    assert (again.command, again.seconds, again.start_seconds) == (program.command, 2.0, 3.0)
    assert type(pickle.loads(pickle.dumps(Special(("one",))))) is Special


class Special(Program):
    """A program with something of its own."""


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ("", "its first line doesn't say what runs it"),
        ("#!/no/such/shell", "what its first line says is to run it isn't there"),
        ("#!/bin/sh\r", "what its first line says is to run it isn't there"),
    ],
)
def test_a_script_that_cannot_be_started_is_told_to_look_at_its_first_line(
    first: str, why: str, tmp_path: Path
) -> None:
    script = tmp_path / "script"
    script.write_bytes(f"{first}\nexit 0\n".encode())
    script.chmod(0o755)
    assert f"did not begin ({why}" in str(lost(Program((str(script),))))


def test_a_program_that_cannot_be_started() -> None:
    forfeit = lost(Program(("/no/such/program",)))
    assert "did not begin (No such file or directory) when it was started" in str(forfeit)
