"""Passkeys: made by who is known, shown on another device, and of no use to anybody else."""

import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import webauthn
from sqlalchemy import Connection, select

from server.edges.authenticator import Authenticator, text
from server.edges.live import Room, room
from stova.server import journal, passkeys, people, schema
from stova.server.journal import Journal


@pytest.fixture
def site(live: Room) -> Room:
    """The room by its name: passkeys are for names, not for addresses of numbers."""
    named = Room(int(live.host.partition(":")[2]))
    named.host = named.host.replace("127.0.0.1", "localhost")
    named.address = f"http://{named.host}"
    return named


def known(site: Room) -> httpx.Client:
    """Somebody the room knows."""
    person = site.stranger(Origin=site.address)
    person.headers["Cookie"] = "stova=" + httpx.get(f"{site.address}/api/me").json()["link"].removeprefix("/me/")
    return person


def made(person: httpx.Client, key: Authenticator, site: Room) -> httpx.Response:
    options = person.post("/api/passkeys/creation").json()
    return person.post("/api/passkeys", json={"credential": key.make(options, site.address)})


def shown(visitor: httpx.Client, key: Authenticator, site: Room) -> httpx.Response:
    options = visitor.post("/api/passkeys/request").json()
    return visitor.post("/api/passkeys/shown", json={"credential": key.show(options, site.address)})


def test_from_another_device(site: Room) -> None:
    key = Authenticator()
    with known(site) as person, site.stranger(Origin=site.address) as elsewhere:
        person.post("/api/me", json={"name": "Sanna"})
        table = site.table(person)
        assert made(person, key, site).status_code == 201
        answer = shown(elsewhere, key, site)
        assert (answer.status_code, answer.json()["name"]) == (200, "Sanna")
        assert "httponly" in answer.headers["set-cookie"].lower()
        assert [found["id"] for found in elsewhere.get("/api/mine").json()] == [table]
        assert [found["id"] for found in person.get("/api/mine").json()] == [table]
        # The link on this device is another, and is as good, until there is a new one.
        assert elsewhere.get("/api/me").json()["link"] != person.get("/api/me").json()["link"]
        assert person.post("/api/link").status_code == 200
        assert elsewhere.get("/api/mine").json() == []
        assert shown(elsewhere, key, site).status_code == 200
        assert [found["id"] for found in elsewhere.get("/api/mine").json()] == [table]


def test_listed_and_removed(site: Room) -> None:
    first, second = Authenticator(), Authenticator()
    with known(site) as person, known(site) as other, site.stranger(Origin=site.address) as elsewhere:
        assert person.get("/api/passkeys").json() == []
        made(person, first, site)
        made(person, second, site)
        names = [key["id"] for key in person.get("/api/passkeys").json()]
        assert names == [text(first.identity), text(second.identity)]
        # A device that has one of them is told not to make another.
        options = person.post("/api/passkeys/creation").json()
        assert [key["id"] for key in options["excludeCredentials"]] == names
        refused(other.delete(f"/api/passkeys/{names[0]}"))
        left = person.delete(f"/api/passkeys/{names[0]}").json()
        assert [key["id"] for key in left] == names[1:]
        refused(shown(elsewhere, first, site))
        assert shown(elsewhere, second, site).status_code == 200


def test_again_and_again(site: Room) -> None:
    key = Authenticator()
    with known(site) as person:
        made(person, key, site)
        for _ in range(3):
            with site.stranger(Origin=site.address) as elsewhere:
                assert shown(elsewhere, key, site).status_code == 200


def refused(answer: httpx.Response) -> None:
    assert (answer.status_code, answer.json()["code"]) == (400, "passkey")
    assert "set-cookie" not in answer.headers


def test_an_answer_counts_once(site: Room) -> None:
    """Also of a key that doesn't count its uses, as most don't."""
    key = Authenticator()
    key.uses = 0
    with known(site) as person, site.stranger(Origin=site.address) as elsewhere:
        made(person, key, site)
        key.uses = -1
        credential = key.show(elsewhere.post("/api/passkeys/request").json(), site.address)
        assert elsewhere.post("/api/passkeys/shown", json={"credential": credential}).status_code == 200
        elsewhere.cookies.clear()
        refused(elsewhere.post("/api/passkeys/shown", json={"credential": credential}))


def test_what_is_of_no_use(site: Room) -> None:
    """Another's key under this name, another origin, another site, an old challenge, a copied key."""
    key, thief = Authenticator(), Authenticator()
    thief.identity = key.identity
    with known(site) as person, site.stranger(Origin=site.address) as elsewhere:
        made(person, key, site)
        refused(shown(elsewhere, thief, site))
        refused(shown(elsewhere, Authenticator(), site))
        options = elsewhere.post("/api/passkeys/request").json()
        refused(elsewhere.post("/api/passkeys/shown", json={"credential": key.show(options, "https://evil.example")}))
        options = elsewhere.post("/api/passkeys/request").json() | {"rpId": "evil.example"}
        refused(elsewhere.post("/api/passkeys/shown", json={"credential": key.show(options, site.address)}))
        options = {"rpId": "localhost", "challenge": "A" * 43}
        refused(elsewhere.post("/api/passkeys/shown", json={"credential": key.show(options, site.address)}))
        options = person.post("/api/passkeys/creation").json() | {"rpId": "localhost"}
        refused(elsewhere.post("/api/passkeys/shown", json={"credential": key.show(options, site.address)}))
        key.uses = 0
        refused(shown(elsewhere, key, site))
        assert elsewhere.get("/api/mine").json() == []


def test_what_is_refused_undoes_nothing_that_others_write(site: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal's thread checks no keys, and no error is raised in its transaction."""
    raised, checking, real = list[Exception](), list[str](), Journal.write

    async def write(journal: Journal, work: Callable[[Connection], Any]) -> Any:
        def watched(connection: Connection) -> Any:
            try:
                return work(connection)
            except Exception as error:
                raised.append(error)
                raise

        return await real(journal, watched)

    for name in ("verify_registration_response", "verify_authentication_response"):
        monkeypatch.setattr(webauthn, name, _noting(getattr(webauthn, name), checking))
    monkeypatch.setattr(Journal, "write", write)
    key, thief = Authenticator(), Authenticator()
    thief.identity = key.identity
    with known(site) as person, known(site) as other, site.stranger(Origin=site.address) as elsewhere:
        assert made(person, key, site).status_code == 201
        refused(made(person, key, site))
        refused(shown(elsewhere, thief, site))
        refused(shown(elsewhere, Authenticator(), site))
        refused(other.delete(f"/api/passkeys/{text(key.identity)}"))
        assert shown(elsewhere, key, site).status_code == 200
    assert raised == []
    assert len(checking) == 4
    assert "journal" not in checking


def _noting(check: Callable[..., Any], threads: list[str]) -> Callable[..., Any]:
    """A check that notes the thread it is done in."""

    def noted(**arguments: Any) -> Any:
        threads.append(threading.current_thread().name)
        return check(**arguments)

    return noted


def test_a_key_shown_twice_at_one_moment_counts_once(url: str) -> None:
    """Whose count has gone on since it was read is a copy, perhaps."""
    engine, key = journal.engine(url), passkeys.Made("key", "", 3)
    with engine.begin() as connection:
        person = people.register(connection, "token")
        assert passkeys.register(connection, person, key)
        assert not passkeys.register(connection, person, key)
        assert passkeys.recognise(connection, key, 4) == person
        assert passkeys.recognise(connection, key, 4) is None
    engine.dispose()


def test_a_key_made_for_somebody_else(site: Room) -> None:
    with known(site) as person, known(site) as other:
        options = person.post("/api/passkeys/creation").json()
        refused(other.post("/api/passkeys", json={"credential": Authenticator().make(options, site.address)}))
        key = Authenticator()
        assert made(person, key, site).status_code == 201
        refused(made(other, key, site))


def test_too_late(site: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkeys, "PATIENCE", -1.0)
    with known(site) as person:
        refused(made(person, Authenticator(), site))


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"response": None},
        {"response": {"clientDataJSON": 5}},
        {"response": {"clientDataJSON": "%%%"}},
        {"response": {"clientDataJSON": "bnVsbA"}},
        {"id": "\ud7ff\0", "response": {"clientDataJSON": "e30"}},
    ],
)
def test_what_is_no_credential(site: Room, credential: dict[str, Any]) -> None:
    with known(site) as person:
        refused(person.post("/api/passkeys", json={"credential": credential}))
        refused(person.post("/api/passkeys/shown", json={"credential": credential}))


def test_who_isnt_known_makes_none(site: Room) -> None:
    with site.stranger(Origin=site.address) as stranger:
        assert stranger.post("/api/passkeys/creation").json()["code"] == "nobody"
    with site.stranger() as nowhere:
        assert nowhere.post("/api/passkeys/request").json()["code"] == "origin"
        assert nowhere.get("/api/passkeys").json()["code"] == "nobody"


def test_the_database_keeps_no_token(url: str) -> None:
    """What lets a device in is kept as a hash only."""
    key = Authenticator()
    with room(url) as here:
        here.host = here.host.replace("127.0.0.1", "localhost")
        here.address = f"http://{here.host}"
        with known(here) as person, here.stranger(Origin=here.address) as elsewhere:
            made(person, key, here)
            token = shown(elsewhere, key, here).json()["link"].removeprefix("/me/")
    engine = journal.engine(url)
    with engine.connect() as connection:
        kept = [row for table in schema.metadata.sorted_tables for row in connection.execute(select(table))]
    engine.dispose()
    assert text(key.identity) in str(kept)
    assert token not in str(kept)
