"""What goes with every answer: headers, cookies, how long it is kept; and refusals in one form, whatever is wrong."""

import asyncio
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.edges.live import Room, room
from stova.server import logs, metrics
from stova.server.house import House
from stova.server.keeper import Keeper
from stova.server.routes import pages
from stova.server.serving import listen

SECRET = "hidden-QC-7D"


def refusal(answer: httpx.Response) -> dict[str, str]:
    """A refusal as it should be."""
    told: dict[str, str] = answer.json()
    assert set(told) == {"code", "why", "rule"}
    assert told["why"].endswith(".")
    assert "Traceback" not in answer.text
    assert answer.headers["content-type"].startswith("application/json")
    return told


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "address"),
        ("GET", "/api/nowhere", 404, "address"),
        ("GET", "/table", 404, "address"),
        ("GET", "/how/poker", 404, "address"),
        ("GET", "/assets/../app.py", 404, "address"),
        ("GET", "/assets/%2e%2e/%2e%2e/app.py", 404, "address"),
        ("GET", "/api/games/poker", 404, "rules"),
        ("GET", "/api/games/sjavs?preset=none", 404, "rules"),
        ("GET", "/api/games/%00", 404, "rules"),
        ("GET", "/api/games/poker/how", 404, "rules"),
        ("DELETE", "/api/tables", 405, "method"),
        ("PUT", "/", 405, "method"),
        ("GET", "/api/join", 405, "method"),
        ("GET", "/api/tables/x/record", 404, "record"),
        ("POST", "/api/me/nobody", 404, "link"),
        ("POST", "/api/me", 400, "request"),
        ("POST", "/api/tables", 400, "request"),
    ],
)
def test_refusals_have_one_form(live: Room, method: str, path: str, status: int, code: str) -> None:
    with live.person() as person:
        answer = person.request(method, path)
        assert (answer.status_code, refusal(answer)["code"]) == (status, code)


async def test_answers_are_sent_at_once() -> None:
    """With Nagle's delay each but the first on a connection would take 40 ms."""
    listening, came = listen("127.0.0.1", 0), asyncio.Queue[asyncio.StreamWriter]()
    meeting = await asyncio.start_server(lambda _, writer: came.put_nowait(writer), sock=listening)
    async with meeting, asyncio.timeout(20):
        _, there = await asyncio.open_connection(*listening.getsockname())
        here = await came.get()
        assert here.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        for writer in (there, here):
            writer.close()
            await writer.wait_closed()


@pytest.mark.parametrize("body", ["", "{", "[]", '"x"', "\xff", '{"name": 5}', '{"name": "a", "seat": 1}', "[" * 9000])
def test_bodies_that_cant_be_read(live: Room, body: str) -> None:
    with live.person() as person:
        answer = person.post("/api/me", content=body.encode("latin-1"), headers={"Content-Type": "application/json"})
        assert (answer.status_code, refusal(answer)["code"]) == (400, "request")


def test_who_isnt_known_is_told_what_to_do(live: Room) -> None:
    with live.stranger() as stranger:
        answer = stranger.post("/api/tables", json={"settings": {"game": "sjavs"}})
        assert (answer.status_code, refusal(answer)["code"]) == (401, "nobody")
        assert stranger.get("/api/mine").json() == []


class _Log:
    """Keeps what is logged."""

    def __init__(self, lines: list[dict[str, Any]]) -> None:
        self._lines = lines

    def error(self, event: str, **more: Any) -> None:
        self._lines.append({"event": event} | more)


def test_errors_nobody_thought_of(
    live: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> Any:
        raise RuntimeError(SECRET)

    before = metrics.FAULTS._value.get()
    monkeypatch.setattr(House, "lobby", broken)
    lines: list[dict[str, Any]] = []
    monkeypatch.setattr(logs, "log", _Log(lines))
    with live.stranger() as stranger:
        answer = stranger.get("/api/tables")
    assert (answer.status_code, refusal(answer)["code"]) == (500, "fault")
    assert SECRET not in answer.text
    assert metrics.FAULTS._value.get() == before + 1
    (line,) = lines
    assert line["event"] == "fault"
    assert line["error"] == "RuntimeError"
    assert "test_answers.py" in line["at"][-1]
    assert SECRET not in str(line)
    assert SECRET not in caplog.text


def test_a_database_that_cant_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stova.server.journal.LOCKED", 0.1)
    kept = tmp_path / "room.sqlite"
    with room(f"sqlite:///{kept}") as here, here.person() as person, closing(sqlite3.connect(kept)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = person.post("/api/me", json={"name": "Sanna"})
        assert (answer.status_code, refusal(answer)["code"]) == (503, "journal")
        assert int(answer.headers["retry-after"]) > 0
        other.rollback()
        assert person.post("/api/me", json={"name": "Sanna"}).status_code == 200


def test_errors_at_a_table(live: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever met the error is told to come again, and the table goes on."""

    async def broken(*_: object) -> Any:
        raise RuntimeError(SECRET)

    with live.person() as person:
        table = live.table(person)
        with live.come(person, table) as at_table, monkeypatch.context() as breaking:
            breaking.setattr(Keeper, "do", broken)
            ended = at_table.do("sit", seat=0, name="Sanna")
            assert ended["refused"]["code"] == "fault"
            assert ended["again"] > 0
            assert all(SECRET not in frame for frame in at_table.frames)
        with live.come(person, table) as again:
            assert again.do("sit", seat=0, name="Sanna") is None


@pytest.mark.parametrize(
    "path", ["/", "/table/x", "/join/x", "/me/x", "/how/sjavs", "/api/games", "/nowhere", "/healthz", "/schema"]
)
def test_what_a_page_may_do(live: Room, path: str) -> None:
    with live.stranger() as stranger:
        headers = stranger.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_the_page_has_nothing_inline(live: Room) -> None:
    with live.stranger() as stranger:
        page = stranger.get("/").text
    assert "<style" not in page
    assert " style=" not in page
    assert "<script>" not in page


def test_how_long_answers_are_kept(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = tmp_path / "client"
    (client / "assets").mkdir(parents=True)
    (client / "index.html").write_text("<!doctype html><title>Stova</title>")
    (client / "assets" / "main-1a2b.js").write_text("export {}")
    monkeypatch.setattr(pages, "CLIENT", client)
    with room(url) as built, built.stranger() as stranger:
        kept = {
            path: (answer := stranger.get(path)).status_code and answer.headers["cache-control"]
            for path in ("/", "/table/x", "/assets/main-1a2b.js", "/assets/gone.js", "/api/me", "/healthz")
        }
    assert kept["/"] == kept["/table/x"] == kept["/assets/gone.js"] == "no-cache"
    assert kept["/assets/main-1a2b.js"] == "public, max-age=31536000, immutable"
    assert kept["/api/me"] == kept["/healthz"] == "no-store"


def test_the_icon(live: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "CLIENT", tmp_path)
    with live.stranger() as stranger:
        assert refusal(stranger.get("/icon.svg"))["code"] == "address"  # while the client isn't built
        for name in ("icon.svg", "icon.png", "manifest.webmanifest"):
            (tmp_path / name).write_text(name)
        found = {path: stranger.get(path) for path in ("/icon.svg", "/favicon.ico", "/manifest.webmanifest")}
    assert [answer.text for answer in found.values()] == ["icon.svg", "icon.png", "manifest.webmanifest"]
    kinds = [answer.headers["content-type"].partition(";")[0] for answer in found.values()]
    assert kinds == ["image/svg+xml", "image/png", "application/manifest+json"]


def test_a_browser_is_shown_that_there_is_no_such_page(live: Room) -> None:
    with live.stranger() as stranger:
        for path, status in (("/jion/us", 404), ("/how/poker", 404), ("/how/sjavs", 200)):
            answer = stranger.get(path, headers={"Accept": "text/html,*/*"})
            assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (status, "text/html")
        assert refusal(stranger.get("/jion/us"))["code"] == "address"


def cookie(answer: httpx.Response) -> set[str]:
    return {part.strip().lower().partition("=")[0] for part in answer.headers["set-cookie"].split(";")}


def test_the_cookie(live: Room) -> None:
    with live.stranger() as stranger:
        answer = stranger.get("/api/me")
    assert {"httponly", "samesite", "path", "max-age"} <= cookie(answer)
    assert "secure" not in cookie(answer)
    assert "samesite=lax" in answer.headers["set-cookie"].lower()


def test_a_proxys_word_counts_only_if_asked_for(live: Room, url: str) -> None:
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
    with live.stranger(**forwarded) as stranger:
        assert "secure" not in cookie(stranger.get("/api/me"))
    with room(url, proxy="127.0.0.1", per_address=1) as behind, behind.stranger(**forwarded) as stranger:
        assert "secure" in cookie(stranger.get("/api/me"))
        stranger.cookies.clear()
        assert stranger.get("/api/me").status_code == 429
        forwarded["X-Forwarded-For"] = "192.0.2.8"
        assert stranger.get("/api/me", headers=forwarded).status_code == 200


def test_the_personal_link(live: Room) -> None:
    with live.person() as person, live.stranger(Origin=live.address) as elsewhere:
        person.post("/api/me", json={"name": "Sanna"})
        link = person.get("/api/me").json()["link"]
        assert elsewhere.post("/api" + link).json()["name"] == "Sanna"
        assert elsewhere.get("/api/me").json() == {"name": "Sanna", "link": link}
