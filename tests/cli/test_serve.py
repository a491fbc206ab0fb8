"""`stova serve` and plain `stova`: what opens, and what is said when it can't."""

import contextlib
import re
import socket
import sqlite3
import subprocess
import sys
import urllib.request
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import pytest

from cli.running import run
from stova.cli import main
from stova.server import serving
from stova.server.serving import Place
from stova.server.sole import sole


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line said when a command fails."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 1
    printed = capsys.readouterr()
    (line,) = (printed.out + printed.err).splitlines()
    assert line.startswith("stova: ")
    return line


def test_the_port_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = complaint(capsys, "serve", "--port", port, "--database", f"sqlite:///{tmp_path}/room.sqlite")
    assert port in said
    assert "--port" in said


def test_an_address_that_isnt_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path}/room.sqlite"
    said = complaint(capsys, "serve", "--host", "192.0.2.1", "--port", "0", "--database", database)
    assert "192.0.2.1" in said
    assert "try --host" in said


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("nonsense", "sqlite:///FILE"),
        ("", "sqlite:///FILE"),
        ("sqlite://", "keeps nothing"),
        ("sqlite:///:memory:", "keeps nothing"),
        ("mysql://root@localhost/stova", "not in mysql"),
        ("sqlite:////no/such/folder/room.sqlite", "No such file"),
        ("sqlite:////", "can't be used"),
    ],
)
def test_databases_that_cant_be(url: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said in complaint(capsys, "serve", "--port", "0", "--database", url)


def test_postgresql_needs_its_package(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    said = complaint(capsys, "serve", "--database", "postgresql+psycopg://stova:secret@localhost/stova")
    assert "stova[postgresql]" in said
    assert "secret" not in said


def test_a_file_that_is_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "room.sqlite").write_text("This was a letter. " * 100)
    assert "not a database" in complaint(capsys, "serve", "--database", f"sqlite:///{tmp_path}/room.sqlite")


def test_a_database_of_a_later_version(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = sqlite3.connect(tmp_path / "room.sqlite")
    with database:
        database.execute("CREATE TABLE alembic_version (version_num TEXT)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    database.close()
    assert "later Stova" in complaint(capsys, "serve", "--database", f"sqlite:///{tmp_path}/room.sqlite")


def test_a_folder_that_cant_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert "file" in complaint(capsys, "serve", "--port", "0")


def test_a_proxy_that_is_no_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path}/room.sqlite"
    assert "127.0.0.1" in complaint(capsys, "serve", "--database", database, "--proxy", "nginx")


def test_a_room_that_is_open_already(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path}/room.sqlite"
    with sole(database):
        assert "open already" in complaint(capsys, "serve", "--port", "0", "--database", database)
        assert not (tmp_path / "room.sqlite").exists(), "who may not keep the room leaves its database alone"
    with sole(database):
        pass


def test_where_a_room_is_that_is_open_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, said = ("serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/room.sqlite"), list[str]()

    async def meanwhile(_: object, listening: socket.socket, __: object) -> None:
        said.append(complaint(capsys, *arguments))
        listening.close()

    monkeypatch.setattr(serving, "serve", meanwhile)
    run(*arguments)
    assert re.search(r"open already, at http://localhost:\d+/: go to it, or end it first", said[0])


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch) -> list[Place]:
    """Where card rooms were opened, which are said to be ready and then end."""
    found: list[Place] = []

    def run(place: Place, *, ready: Callable[[str], None]) -> None:
        found.append(place)
        ready("http://localhost:8474/")

    monkeypatch.setattr(serving, "run", run)
    return found


class _Browser:
    """A browser that notes what it is shown."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def open(self, address: str) -> None:
        self.shown.append(address)


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> _Browser:
    found = _Browser()
    monkeypatch.setattr(webbrowser, "get", lambda: found)
    monkeypatch.setattr("threading.Thread", _AtOnce)
    return found


class _AtOnce:
    """A thread that runs when it is started."""

    def __init__(self, *, target: Callable[..., Any], args: tuple[Any, ...], daemon: bool) -> None:
        self._target, self._args = target, args

    def start(self) -> None:
        self._target(*self._args)


def test_plain_stova_opens_the_room_here(
    places: list[Place], browser: _Browser, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run() == 0
    assert places == [Place(database=f"sqlite:///{data}/room.sqlite", host="127.0.0.1", port=8474)]
    assert browser.shown == ["http://localhost:8474/"]
    assert "http://localhost:8474/" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [("--no-open",), ("serve",), ("serve", "--no-open")])
def test_no_browser_unless_asked(places: list[Place], browser: _Browser, arguments: tuple[str, ...]) -> None:
    assert run(*arguments) == 0
    assert len(places) == 1
    assert browser.shown == []


def test_no_browser_of_text(
    places: list[Place], monkeypatch: pytest.MonkeyPatch, browser: _Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("BROWSER", raising=False)
    lynx = webbrowser.GenericBrowser("a-command-that-is-not-there")
    monkeypatch.setattr(lynx, "open", browser.open, raising=False)
    monkeypatch.setattr(webbrowser, "get", lambda: lynx)
    assert run() == 0
    assert browser.shown == []


def test_no_browser_at_all(places: list[Place], monkeypatch: pytest.MonkeyPatch, browser: _Browser) -> None:
    def none() -> None:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", none)
    assert run() == 0


def test_what_serve_is_told(places: list[Place]) -> None:
    told = ("--host", "0.0.0.0", "--port", "80", "--database", "sqlite:////x", "--proxy", "10.0.0.0/8")
    assert run("serve", *told, "--per-address", "7", "--keep-days", "90") == 0
    place = Place(database="sqlite:////x", host="0.0.0.0", port=80, proxy="10.0.0.0/8", per_address=7, keep_days=90)
    assert places == [place]


@pytest.mark.parametrize("option", ["--host", "--port", "--database", "--proxy", "--per-address", "--keep-days"])
def test_options_of_serve_are_none_of_plain_stova(
    option: str, places: list[Place], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(option, "8474") == 2
    assert capsys.readouterr().err == f"stova: No such option: {option}. `stova serve {option} …` has it.\n"
    assert places == []


@pytest.mark.parametrize("arguments", [("--ports", "8474"), ("play", "--port", "8474", "sjavs")])
def test_there_is_no_hint_at_serve_where_it_is_no_help(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == 2
    assert "serve" not in capsys.readouterr().err


class _Net:
    """A socket of a machine that has an address on a net, or of one that has none."""

    own: str | None = "192.0.2.7"

    def __init__(self, family: int, kind: int) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        pass

    def connect(self, address: tuple[str, int]) -> None:
        if self.own is None:
            raise OSError

    def getsockname(self) -> tuple[str | None, int]:
        return self.own, 4711


@pytest.mark.parametrize(
    ("host", "own", "lines"), [("0.0.0.0", "192.0.2.7", 2), ("0.0.0.0", None, 1), ("127.0.0.1", "192.0.2.7", 1)]
)
def test_where_others_find_the_room(
    places: list[Place],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    host: str,
    own: str | None,
    lines: int,
) -> None:
    monkeypatch.setattr(socket, "socket", _Net)
    monkeypatch.setattr(_Net, "own", own)
    assert run("serve", "--host", host) == 0
    said = capsys.readouterr().out.splitlines()
    assert len(said) == lines
    assert ("http://192.0.2.7:8474/" in said[-1]) == (lines == 2)


FEW = """
import resource, sys
from stova.cli import main

resource.setrlimit(resource.RLIMIT_NOFILE, (64, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
main(["serve", "--port", "0", "--database", sys.argv[1]])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_more_come_than_a_process_may_have_files_by_itself(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FEW, f"sqlite:///{tmp_path}/room.sqlite"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as room, contextlib.ExitStack() as stack:
        stack.callback(room.terminate)
        assert room.stdout is not None
        found = re.search(r"localhost:(\d+)", room.stdout.readline())
        assert found is not None
        address = ("127.0.0.1", int(found[1]))
        for _ in range(100):
            stack.enter_context(socket.create_connection(address, timeout=60))
        with urllib.request.urlopen(f"http://127.0.0.1:{address[1]}/healthz", timeout=60) as answer:
            assert answer.status == 200
