"""The commands that print, and what they say when something is wrong."""

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import stova
from cli.at_table import begin
from cli.running import run
from stova import rulebook
from stova.cli import resume, storage, terminal
from stova.cli.lock import Lock
from stova.cli.sitting import Sitting
from stova.cli.table.app import TableApp
from stova.cli.telling import tell
from stova.cli.words import labels
from stova.engine.options import allowed
from stova.errors import StovaError


def test_games_have_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("games") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(stova.games())
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize("name", stova.games())
def test_options_show_values_defaults_and_rules(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("options", name) == 0
    printed = capsys.readouterr().out
    assert all(option in printed for option in allowed(type(stova.game(name).options)))
    standard, *others = stova.presets(name)
    assert f"Presets change from {standard}:" in printed
    assert all(f"  {preset}: " in printed for preset in others)


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    assert capsys.readouterr().out.startswith("stova ")


def test_options_of_a_preset(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("options", "sjavs", "--preset", "wikipedia") == 0
    (tie,) = (line for line in capsys.readouterr().out.splitlines() if line.split()[:1] == ["tie"])
    assert tie.split()[1:4] == ["SJ-25", "plus2", "plus2_clubs4"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nothing",), "No such command 'nothing'. `stova --help` says what there is."),
        (("options", "whist"), "there is no game 'whist'"),
        (("options",), "Missing argument 'GAME'. `stova options --help` says what there is."),
        (("play", "--preset"), "'--preset' requires an argument."),
        (("games", "sjavs"), "extra argument(s) (sjavs). `stova games --help` says what there is."),
        (("options", "sjavs", "--preset", "oslo"), "no preset 'oslo'"),
        (("rules", "whist"), "there is no game 'whist'"),
        (("play", "whist"), "there is no game 'whist'"),
        (("play", "sjavs", "--option", "tie"), "NAME=VALUE"),
        (("play", "sjavs", "--option", "tie=9"), "tie"),
        (("play", "sjavs", "--option", "tie=plus2", "--option", " tie =double"), "the option tie is given twice"),
        (("play", "sjavs", "--option", "nought=9"), "nought"),
        (("play", "sjavs", "--option", "name=x"), "sjavs has no option 'name'"),
        (("arena", "--game", "sjavs", "novice", "novice", "--option", "preset=x"), "sjavs has no option 'preset'"),
        (("play", "sjavs", "--key", "12"), "64"),
        (("play", "sjavs", "--bots", "god"), "there is no bot 'god'; there are beginner, club, expert"),
        (("play", "sjavs", "--cut", "never"), "'--cut': 'never' is not one of"),
        (("play", "sjavs", "--theme", "green"), "green"),
        (("resume", "--nothing"), "nothing"),
    ],
)
def test_a_wrong_command_line_is_one_clear_line(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("stova: ")
    assert printed.err.count("\n") == 1
    assert said in printed.err


def test_nothing_to_go_on_with(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("resume") == 1
    assert capsys.readouterr().err == "stova: No unfinished match is kept. `stova play` begins one.\n"
    assert run("resume", "--list") == 0
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"{labels.NONE_KEPT}\n")


def test_unfinished_matches_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = begin("sjavs"), begin("sjavs2")
    os.utime(first.path, (1, 1))
    second.path.with_name("half.jsonl").write_text("{")
    assert run("resume", "--list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["1", "2", "3"]
    assert "damaged" in lines[0]
    assert lines[1].split()[3:] == ["sjavs2", "deal", "1", second.path.stem]
    assert lines[2].split()[1].startswith("19")
    assert lines[2].endswith(first.path.stem)


def test_a_list_keeps_its_columns_at_any_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in ("sjavs", "klorsjavs_auction", "sjavs2"):
        begin(game)
    found = iter([("sjavs", "deal 146"), ("klorsjavs_auction", "deal 7"), ("damaged", "")])
    monkeypatch.setattr(resume, "glance", lambda path: next(found))
    paths = storage.unfinished()
    lines = list(resume.listed(paths))
    assert len({len(line) - len(path.stem) for line, path in zip(lines, paths, strict=True)}) == 1


def test_a_listed_match_fits_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    at = begin("klaverjas")
    assert run("resume", "--list") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.split()[-1] == at.path.stem
    assert len(line) <= 80


def test_resume_takes_a_number_or_a_name_of_the_list(shown: list[Sitting], capsys: pytest.CaptureFixture[str]) -> None:
    first, second = begin("sjavs"), begin("sjavs2")
    os.utime(first.path, (1, 1))
    for name, at in (
        ("2", first),
        ("1", second),
        (first.path.stem, first),
        (first.path.name, first),
        (str(second.path), second),
    ):
        assert run("resume", name) == 0
        assert shown[-1].path == at.path
    assert run("resume", "3") == 1
    assert run("resume", "nothing.jsonl") == 1
    assert capsys.readouterr().err.count("`stova resume --list` shows") == 2


def test_two_processes_do_not_play_the_same_match(shown: list[Sitting], capsys: pytest.CaptureFixture[str]) -> None:
    at = begin("sjavs")
    with Lock() as lock:
        lock.take(at.path)
        assert run("resume") == 1
        assert "is being played in another window" in capsys.readouterr().err
        lock.take(at.path)
    assert run("resume") == 0
    assert not list(at.path.parents[1].joinpath("locks").iterdir())


def test_resume_goes_on_with_what_nobody_plays(shown: list[Sitting], capsys: pytest.CaptureFixture[str]) -> None:
    left, played = begin("sjavs"), begin("sjavs2")
    os.utime(left.path, (1, 1))
    with Lock() as lock:
        lock.take(played.path)
        assert run("resume", "--list") == 0
        first, second = capsys.readouterr().out.splitlines()
        assert first.split()[3:] == ["sjavs2", "in", "play", played.path.stem]
        assert second.split()[3:] == ["sjavs", "deal", "1", left.path.stem]
        assert run("resume") == 0
        assert shown[-1].path == left.path
        assert run("resume", "1") == 1
        assert f"{played.path.name} is being played in another window" in capsys.readouterr().err
        assert [path.stem for path in played.path.parents[1].joinpath("locks").iterdir()] == [played.path.stem]
    assert run("resume") == 0
    assert shown[-1].path == played.path


def test_who_deals_first(shown: list[Sitting], capsys: pytest.CaptureFixture[str]) -> None:
    given = ("play", "sjavs", "--option", "first_dealer=given")
    assert run(*given) == 2
    assert "--dealer you, left, partner or right" in capsys.readouterr().err
    assert run(*given, "--dealer", "Left") == 0
    assert shown[0].match.state.dealer == 1
    shown[0].again()
    assert shown[0].match.state.dealer == 1
    assert run("play", "sjavs", "--dealer", "partner") == 0
    assert shown[1].match.state.dealer == 2
    assert run("play", "sjavs", "--dealer", "north") == 2
    assert "nobody sits at 'north'" in capsys.readouterr().err


def test_the_package_can_be_run() -> None:
    done = subprocess.run([sys.executable, "-m", "stova", "--version"], capture_output=True, check=True)
    assert done.stdout.startswith(b"stova ")


INTERRUPTED = """
import os, signal, sys
class Interrupts:
    def find_spec(self, name, *rest):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)
import stova_command
sys.meta_path.insert(0, Interrupts())
stova_command.main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill ends a process there")
@pytest.mark.parametrize("module", ["stova.games", "stova.cli.app", "stova.research.report"])
def test_ctrl_c_before_all_is_imported(module: str) -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, module, "games"], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_a_table_needs_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("play") == 1
    assert "needs a terminal" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")
def test_a_table_needs_it_for_what_is_drawn_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual draws on the standard error, which Python leaves out where it is closed."""
    here, there = pty.openpty()
    with open(there, "w") as shown, open(here, "rb"), open(os.devnull, "w") as elsewhere:
        for stream in ("stdin", "stdout", "__stderr__"):
            monkeypatch.setattr(sys, stream, shown)
        terminal.check()
        for away in (elsewhere, None):
            monkeypatch.setattr(sys, "__stderr__", away)
            with pytest.raises(StovaError, match=labels.NO_TERMINAL):
                terminal.check()


def test_play_begins_what_was_asked_for(shown: list[Sitting]) -> None:
    assert run("play", "sjavs2", "--option", "tie=double", "--key", "ab" * 32, "--cut", "auto", "--hurry") == 0
    (sitting,) = shown
    assert sitting.match.game.name == "sjavs2"
    assert sitting.match.game.options.tie == "double"
    assert sitting.match.key == b"\xab" * 32
    assert sitting.manners.cut == "auto"
    assert sitting.hurry
    assert sitting.path.exists()


def test_play_and_resume_show_the_table_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, str, bool, object, object]] = []

    def show(sitting: Sitting, *, look: object, ascii_only: object) -> None:
        shown.append((sitting.manners.pause, sitting.manners.forced, sitting.hurry, look, ascii_only))

    monkeypatch.setattr(terminal, "check", lambda: None)
    monkeypatch.setattr(terminal, "show", show)
    assert run("play", "--pause", "key", "--forced", "play", "--theme", "light", "--ascii") == 0
    assert run("resume") == 0
    assert run("resume", "--theme", "light", "--ascii", "--hurry") == 0
    assert shown == [
        ("key", "play", False, "light", True),
        ("key", "play", False, "dark", False),
        ("key", "play", True, "light", True),
    ]


def test_play_takes_a_fresh_key_every_time(shown: list[Sitting]) -> None:
    run("play")
    run("play")
    assert shown[0].match.key != shown[1].match.key


def test_resume_goes_on_with_the_match_kept(shown: list[Sitting]) -> None:
    at = begin("sjavs3")
    assert run("resume") == 0
    assert shown[0].match.state == at.match.state
    assert not shown[0].fresh


def test_resume_takes_a_program_where_it_was_named(
    shown: list[Sitting], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    for folder in (here, elsewhere):
        folder.mkdir()
        (folder / "bot").write_text("")
        (folder / "bot").chmod(0o755)
    monkeypatch.chdir(here)
    assert run("play", "--bots", "./bot") == 0
    monkeypatch.chdir(elsewhere)
    assert run("resume") == 0
    assert Path.cwd() == here
    monkeypatch.chdir(elsewhere)
    (here / "bot").unlink()
    assert run("resume") == 1
    assert "there is no program './bot'. `stova resume --bots LEVEL` goes on" in capsys.readouterr().err
    monkeypatch.chdir(elsewhere)
    shutil.rmtree(here)
    assert run("resume") == 1
    assert f"{here}: No such file or directory. `stova resume --bots" in capsys.readouterr().err
    assert run("resume", "--bots", "nobody") == 2
    for level, named in (("beginner", None), ("./bot", str(elsewhere))):
        assert run("resume", "--bots", level) == 0
        assert (shown[-1].manners.bots, shown[-1].manners.folder) == (level, named)
        shown[-1].keep()
        assert run("resume") == 0
        assert shown[-1].manners == shown[-2].manners


def test_resume_of_a_damaged_file(shown: list[Sitting], capsys: pytest.CaptureFixture[str]) -> None:
    at = begin("sjavs3")
    at.path.write_text("{")
    assert run("resume") == 1
    assert "put aside" in capsys.readouterr().err
    assert shown == []


@pytest.mark.parametrize("name", stova.games())
def test_seats_are_named_from_the_human_round(name: str) -> None:
    match = begin(name).match
    assert match.players[0] == "You"
    assert len(match.players) < 4 or match.players[2] == ("Partner" if match.game.sides[2] == 0 else "Across")


def test_help_says_of_each_command_in_a_line_what_it_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run("--help") == 0
    commands = capsys.readouterr().out.partition("Commands:")[2].strip().splitlines()
    assert len(commands) == 13
    assert all(line.endswith(".") and not line.endswith("...") for line in commands)


def test_a_match_begins_where_it_cannot_be_written(
    tmp_path: Path, shown: list[Sitting], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert run("play") == 0
    assert "Not a directory" in str(shown[0].trouble)


@pytest.mark.parametrize(
    ("environment", "colour"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "vt100"}, False),
    ],
)
def test_terminals_without_colour(environment: dict[str, str], colour: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    apps: list[TableApp] = []
    monkeypatch.setattr(TableApp, "run", lambda app: apps.append(app))
    terminal.show(begin("sjavs"), look="dark", ascii_only=False)
    assert apps[0].colour == colour
    assert apps[0].no_color == ("NO_COLOR" in environment and not colour)


def test_nobody_reads_on() -> None:
    """A closed pipe ends the command without a complaint."""
    code = "from stova.cli import main; main(['options', 'sjavs'])"
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([sys.executable, "-c", code], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert done.stderr == b""
    assert done.returncode == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody take away a folder somebody is in")
def test_a_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    line = f"cd gone; rmdir ../gone; {sys.executable} -P -m stova arena novice random --deals 2 --jobs 2"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "stova: the current folder: No such file or directory.\n"


NOTHING_TOLD = "stova: the standard output is closed: nothing could be told.\n"
CLOSED = {
    "games >&-": (1, NOTHING_TOLD),
    "--help >&-": (1, NOTHING_TOLD),
    "rules sjavs >&-": (1, NOTHING_TOLD),
    "arena random random --deals 1 --jobs 1 >&-": (1, NOTHING_TOLD),
    "nothing >&-": (2, "stova: No such command 'nothing'. `stova --help` says what there is.\n"),
    "games >&- 2>&-": (1, ""),
    "arena random random --deals 1 --jobs 1 2>&-": (0, ""),
    "verify - <&-": (1, "stova: standard input: there is no record in it.\n"),
    "play <&-": (1, f"stova: {labels.NO_TERMINAL}\n"),
}


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("command", "ends"), CLOSED.items())
def test_a_closed_stream(command: str, ends: tuple[int, str], tmp_path: Path) -> None:
    """What can't be told is no success."""
    line = f"{sys.executable} -m stova {command}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == ends


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("command", [("games",), ("rules", "sjavs"), ("--help",)])
def test_what_cannot_be_written(command: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "stova", *command], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.stderr == b"stova: the output can't be written: No space left on device.\n"
    assert done.returncode == 1


@pytest.mark.parametrize("name", stova.games())
def test_rules_are_plain_text_when_nobody_looks(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", name) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("# ")
    assert "\x1b" not in printed


def test_rules_of_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "lib" / "site-packages" / "stova"
    (package / "pages" / "rules").mkdir(parents=True)
    (package / "pages" / "rules" / "sjavs.md").write_text("# Sjavs, as installed")
    monkeypatch.setattr(stova, "__file__", str(package / "__init__.py"))
    assert rulebook.rules_page("sjavs") == "# Sjavs, as installed"
    with pytest.raises(StovaError, match="no rules page for klaverjas"):
        rulebook.rules_page("klaverjas")


def test_rules_in_a_terminal_are_shown_page_by_page(tmp_path: Path) -> None:
    environment = os.environ | {"PAGER": f"cat > {tmp_path / 'shown'}", "TERM": "xterm-256color"}
    command = "from stova.cli import main; main(['rules', 'sjavs'])"
    pty.spawn([sys.executable, "-c", f"import os; os.environ.update({environment!r}); {command}"])
    shown = (tmp_path / "shown").read_text()
    assert "\x1b[" in shown
    assert "SJ-1" in shown


def test_on_a_terminal_sentences_end_lines_between_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Elsewhere a sentence is a line."""
    said = "one two three, four-five\n\nsixseveneightnineten"
    tell(said)
    assert capsys.readouterr() == (f"{said}\n", "")
    monkeypatch.setenv("COLUMNS", "12")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    tell(said, wrong=True)
    assert capsys.readouterr().err.splitlines() == ["one two", "three,", "four-five", "", "sixseveneightnineten"]


def test_on_a_terminal_a_command_to_be_copied_stays_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    tell("Say `stova play --bots club sjavs` to begin.")
    assert capsys.readouterr().out.splitlines() == ["Say", "`stova play --bots club sjavs`", "to begin."]
