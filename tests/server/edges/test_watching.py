"""What whoever looks after the card room sees of it: figures, health, the log, and the description of its calls."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import update

from server.edges.live import Room, room
from stova.errors import IllegalAction
from stova.server import logs
from stova.server.journal import engine
from stova.server.schema import pulse


def figures(room: Room) -> dict[str, float]:
    """The figures by name and labels."""
    with room.stranger() as stranger:
        answer = stranger.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    return {
        " ".join((sample.name, *sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_figures(live: Room) -> None:
    before = figures(live)
    with live.person() as person:
        table = live.table(person)
        with live.come(person, table) as at_table:
            assert at_table.do("sit", seat=0, name="Sanna") is None
            assert at_table.do("sit", seat=9, name="Sanna")["code"] == "seat"
            now = figures(live)
    more = {name: value - before.get(name, 0) for name, value in now.items()}
    assert more["stova_connections"] == 1
    assert more["stova_tables"] == 1
    assert more["stova_commands_total done"] == 1
    assert more["stova_commands_total seat"] == 1
    assert more["stova_journal_entries_count"] >= 2
    assert more["stova_journal_seconds_sum"] > 0
    assert "stova_bots_waiting" in now


def test_figures_tell_nobody_apart(live: Room) -> None:
    with live.person() as person, live.come(person, live.table(person)) as at_table:
        at_table.do("sit", seat=0, name="Sannagranna")
        with live.stranger() as stranger:
            text = stranger.get("/metrics").text
        assert "Sannagranna" not in text
        assert at_table.scene["standing"]["id"] not in text
        assert person.cookies["stova"] not in text


def test_health_is_that_the_journal_writes(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with room(url) as here, here.stranger() as stranger:
        assert stranger.get("/healthz").json() == {"status": "ok"}
        other = engine(url)
        with other.begin() as connection, monkeypatch.context() as patch:
            patch.setattr("stova.server.routes.health.PATIENCE", 0.3)
            connection.execute(update(pulse).values(at=0.0))
            answer = stranger.get("/healthz")
            assert (answer.status_code, answer.json()["code"]) == (503, "journal")
        other.dispose()
        assert stranger.get("/healthz").status_code == 200


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What is logged, set up as `stova serve` does it; all as before afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    told = io.StringIO()
    monkeypatch.setattr("sys.stderr", told)
    logs.set_up()
    yield told
    structlog.reset_defaults()
    root.handlers[:] = handlers
    root.setLevel(level)


def test_the_log_is_json_and_names_no_card(lines: io.StringIO) -> None:
    try:
        raise IllegalAction("SJ-16", "You hold QC and 7D.")
    except IllegalAction as error:
        logs.fault("fault", error)
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    logging.getLogger("alembic.runtime.migration").info("Running upgrade")
    logging.getLogger("litestar").info("started")
    first, second = map(json.loads, lines.getvalue().splitlines())
    assert (first["event"], first["error"], first["level"]) == ("fault", "IllegalAction", "error")
    assert first["at"][-1].startswith("test_watching.py:")
    assert second["error"] == "IllegalAction"
    assert "QC" not in lines.getvalue()


def test_frames_that_are_no_text_leave_no_line(lines: io.StringIO) -> None:
    try:
        b"\xff".decode()
    except UnicodeDecodeError:
        logging.getLogger("uvicorn.error").exception("Invalid UTF-8 sequence received from client.")
    assert lines.getvalue() == ""


def test_the_calls_are_described(live: Room) -> None:
    with live.stranger() as stranger:
        assert stranger.get("/schema/openapi.json").status_code == 200
        described = stranger.get("/schema").json()
    assert set(described["paths"]) == {
        "/api/games",
        "/api/games/{name}",
        "/api/games/{name}/how",
        "/api/me",
        "/api/me/{token}",
        "/api/link",
        "/api/passkeys",
        "/api/passkeys/{name}",
        "/api/passkeys/creation",
        "/api/passkeys/request",
        "/api/passkeys/shown",
        "/api/tables",
        "/api/mine",
        "/api/join",
        "/api/tables/{identity}/record",
        "/healthz",
    }
    for path in described["paths"].values():
        for call in path.values():
            assert call["summary"]
            assert {"429", "500", "503"} <= set(call["responses"])
            for status, answer in call["responses"].items():
                (content,) = answer["content"].values()
                refusal = content["schema"].get("$ref", "").endswith("/Refusal")
                assert refusal == (int(status) >= 400)
