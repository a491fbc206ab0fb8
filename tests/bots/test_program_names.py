"""How outside programs are named, and what is said of names that mean none."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from programs import EXAMPLE
from stova import RulesError
from stova.bots import bot, bots, naming
from stova.bots.expert import Expert
from stova.bots.novice import novice
from stova.bots.program import Program
from stova.bots.thinking import Thinker

LONG = "a-name-that-goes-on-and-on-for-longer-than-what-is-shown-of-one.py"
LONG_RUNS = LONG.removesuffix(".py")


def test_a_program_by_its_name(tmp_path: Path) -> None:
    by_path, by_command = bot(str(EXAMPLE)), bot(f"program:{sys.executable} '{EXAMPLE}' --deep", seconds=0.5)
    assert isinstance(by_path, Program)
    assert isinstance(by_command, Program)
    assert by_path.command == (str(EXAMPLE),)
    assert by_command.command == (sys.executable, str(EXAMPLE), "--deep")
    assert (by_path.seconds, by_command.seconds) == (5.0, 0.5)
    assert "program" not in " ".join(bots())


@pytest.mark.parametrize("command", ["python3 bot.py", (), (b"python3",), ("python3", 3), None, 3])
def test_a_command_is_given_in_parts(command: Any) -> None:
    with pytest.raises(RulesError, match=r"a command is given in parts, as in \['python3', 'bot.py'\], not "):
        Program(command)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("program:", "no program ''"),
        ("program:no-such-program", "no program 'no-such-program'"),
        ("./no-such-program", r"no program '\./no-such-program'"),
        ("program:'half", "quotation mark"),
        (str(Path(__file__).parent), "is a folder: name a program in it"),
        (str(Path(__file__)), 'is no program by itself; say what runs it: "program:python3'),
        ("program:sh \0", "no program 'sh'"),
        ("novice:1", "novice takes no setting"),
        ("novice:", "novice takes no setting"),
    ],
)
def test_names_that_mean_no_bot(name: str, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        bot(name)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("runs.py", r"runs\.py is a program in this folder: say \./runs\.py$"),
        ("program:runs.py --deep", r"runs\.py is a program in this folder: say \./runs\.py$"),
        ("my plain.py", "is no program by itself; say what runs it: \"program:python3 'my plain.py'\"$"),
        ("./my plain.py", "is no program by itself; say what runs it: \"program:python3 './my plain.py'\"$"),
        ("says.js", r"says\.js may not be run: `chmod \+x says\.js` allows it"),
        ("./says.js", r"says\.js may not be run: `chmod \+x \./says\.js` allows it"),
        ("plain.js", r'is no program by itself; say what runs it: "program:INTERPRETER plain\.js"'),
        (LONG, f'say what runs it: "program:python3 {LONG}"$'),
        ("sh runs.py", "'sh runs.py' is a command: say \"program:sh runs.py\"$"),
        ("sh ./runs.py", "'sh ./runs.py' is a command: say \"program:sh ./runs.py\"$"),
        (LONG_RUNS, rf"is a program in this folder: say \./{LONG_RUNS}$"),
        (f"sh {LONG}", f'is a command: say "program:sh {LONG}"$'),
        ("no-such-program runs.py", "there is no bot 'no-such-program runs.py'"),
    ],
)
def test_a_name_that_is_nearly_a_program_is_told_how_to_be_one(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my plain.py").touch()
    (tmp_path / "plain.js").touch()
    (tmp_path / "says.js").write_text("#!/usr/bin/env node\n")
    (tmp_path / LONG).touch()
    (tmp_path / LONG_RUNS).touch(mode=0o755)
    (tmp_path / "runs.py").touch(mode=0o755)
    with pytest.raises(RulesError, match=said):
        bot(name)
    if said.endswith("$"):
        meant = said.removesuffix("$").replace("\\", "").split(": ", 1)[1].removeprefix("say ").strip('"')
        assert isinstance(bot(meant), Program)


def test_seconds_and_worlds_in_a_name() -> None:
    @dataclass(frozen=True)
    class Slow(Thinker):
        level = "slow"

        def __call__(self) -> None: ...

    def limits(setting: str | None, otherwise: float | None) -> tuple[float, int | None]:
        named = naming.timed(Slow(), "slow", setting=setting, seconds=otherwise)
        assert setting is None or named.name == f"slow:{setting}"
        return named.seconds, named.worlds

    assert limits(None, None) == (1.0, None)
    assert limits("0.1", None) == (0.1, None)
    assert limits("0.1", 3.0) == (0.1, None)
    assert limits(None, 3.0) == (3.0, None)
    assert limits("1w", None)[1] == 1
    assert limits("100000w", 3.0)[1] == 100_000
    for wrong in ("", "x", "0", "-1", "nan", "inf", "1e9", "1_0", "٣", "w", "0w", "-1w", "1.5w", "1_0w", "100001w"):
        with pytest.raises(RulesError, match=f"slow:0.1, or worlds, 1 to 100000, such as slow:100w; not '{wrong}'$"):
            limits(wrong, None)
    assert naming.timed(novice, "novice", setting=None, seconds=3.0) is novice
    with pytest.raises(RulesError, match="novice takes no setting"):
        naming.timed(novice, "novice", setting="5w", seconds=None)


@pytest.mark.parametrize("name", ["./" + "x" * 10_000, "program:'" + "x" * 10_000, "expert:" + "x" * 10_000])
def test_of_a_long_name_a_part_is_quoted(name: str) -> None:
    with pytest.raises(RulesError) as refused:
        bot(name)
    assert len(str(refused.value)) < 250


def test_what_allows_a_program_with_a_space_in_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "says it.js").write_text("#!/usr/bin/env node\n")
    with pytest.raises(RulesError, match=r"says it\.js may not be run: `chmod \+x 'says it\.js'` allows it"):
        bot("says it.js")


def test_a_file_that_may_not_be_read_is_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*about: object) -> None:
        raise PermissionError

    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.js").touch()
    monkeypatch.setattr(naming, "open", closed, raising=False)
    with pytest.raises(RulesError, match="is no program by itself"):
        bot("secret.js")


@pytest.mark.parametrize("setting", ["1.5.2", ".", "1e", "-"])
def test_what_only_looks_like_seconds(setting: str) -> None:
    with pytest.raises(RulesError, match=f"such as expert:100w; not '{setting}'$"):
        bot(f"expert:{setting}")


@pytest.mark.parametrize(
    ("seconds", "name"),
    [(5.0, "expert:5"), (3, "expert:3"), (0.00001, "expert:1e-05"), (1.0, "expert"), (0.12345678, "expert:0.12345678")],
)
def test_a_bot_that_thinks_is_named_by_its_seconds(seconds: float, name: str) -> None:
    assert Expert(seconds).name == name
    assert bot(name) == Expert(seconds)
