"""Cookies come along whoever's page it is: only the room's own pages are answered."""

import httpx
import pytest

from server.edges.live import Room, room
from stova.server import logs

FOREIGN = ("https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1.evil.example", "http://[", "")


def posts(person: httpx.Client, origin: str | None) -> list[httpx.Response]:
    headers = {} if origin is None else {"Origin": origin}
    link = person.get("/api/me").json()["link"]
    with httpx.Client(base_url=person.base_url, cookies=person.cookies, headers=headers) as bare:
        return [
            bare.post("/api/me", json={"name": "Sanna"}),
            bare.post(f"/api{link}"),
            bare.post("/api/tables", json={"settings": {"game": "sjavs"}}),
            bare.post("/api/join", json={"invite": "A" * 22}),
        ]


@pytest.mark.parametrize("origin", [*FOREIGN, None])
def test_posts_with_a_cookie_come_from_own_pages(live: Room, origin: str | None) -> None:
    with live.person() as person:
        for answer in posts(person, origin):
            assert answer.status_code == 403
            assert answer.json()["code"] == "origin"
            assert answer.json()["why"].endswith(".")
        assert person.get("/api/mine").json() == []
        assert person.get("/api/me").json()["name"] == ""


def test_own_pages_may(live: Room) -> None:
    with live.person() as person:
        assert [answer.status_code for answer in posts(person, live.address)] == [200, 200, 201, 404]


def test_a_page_of_another_scheme_at_the_same_host_is_foreign(live: Room) -> None:
    with live.person() as person:
        assert {answer.status_code for answer in posts(person, f"https://{live.host}")} == {403}


@pytest.mark.parametrize(
    ("origin", "scheme", "what_to_do"),
    [
        ("https://{host}", "https", "Whoever keeps the room opens it with --proxy 127.0.0.1."),
        ("https://{host}", "http", "has it send X-Forwarded-Proto, and names it with --proxy."),
        ("https://stova.example", "https", "must pass Host and X-Forwarded-Proto on, and be named with --proxy."),
    ],
)
def test_a_proxy_that_wasnt_named_is_told_what_to_do(
    url: str, origin: str, scheme: str, what_to_do: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the browser, over HTTP and at a table, and once in the log."""
    lines = list[dict[str, str]]()
    monkeypatch.setattr(logs.log, "warning", lambda event, **more: lines.append({"event": event} | more))
    with room(url) as here, here.person() as person:
        proxied = {"Origin": origin.format(host=here.host), "X-Forwarded-Proto": scheme}
        refused = person.post("/api/tables", json={"settings": {"game": "sjavs"}}, headers=proxied)
        assert (refused.status_code, refused.json()["code"]) == (403, "origin")
        with here.socket(person.cookies["stova"], **proxied) as at_table:
            assert at_table.ended()["refused"] == refused.json()
    assert refused.json()["why"].endswith(what_to_do)
    (line,) = lines
    assert line["event"] == "page refused"
    assert line["why"] == refused.json()["why"]
    assert (line["origin"], line["asked_by"]) == (proxied["Origin"], "127.0.0.1")


@pytest.mark.parametrize("host", ["stova.example", "stova.example:8443", "Stova.Example:443"])
def test_behind_a_proxy_its_word_on_the_scheme_counts(url: str, host: str) -> None:
    own = f"https://{host.lower().removesuffix(':443')}"
    with room(url, proxy="127.0.0.1") as here, here.person() as person:
        proxied = {"Host": host, "X-Forwarded-Proto": "https"}
        for origin, status in ((own, 200), (own.replace("https", "http"), 403), (f"{own}1", 403), (f"{own}:1", 403)):
            answer = person.post("/api/me", json={"name": "Sanna"}, headers={"Origin": origin, **proxied})
            assert answer.status_code == status


def test_behind_a_proxy_a_sockets_scheme_counts_too(url: str) -> None:
    with room(url, proxy="127.0.0.1") as here, here.person() as person:
        table, cookie, proxied = here.table(person), person.cookies["stova"], {"X-Forwarded-Proto": "https"}
        with here.socket(cookie, Origin=f"https://{here.host}", **proxied) as at_table:
            at_table.hello(table)
            assert at_table.scene["standing"]["owner"] == "you"
        with here.socket(cookie, Origin=here.address, **proxied) as at_table:
            assert at_table.ended()["refused"]["code"] == "origin"


def test_no_foreign_page_makes_a_browser_somebody_else(live: Room) -> None:
    """A form elsewhere that posts an attacker's link, without a cookie of ours."""
    with live.person() as person, live.stranger(origin="https://evil.example") as elsewhere:
        answer = elsewhere.post("/api" + person.get("/api/me").json()["link"])
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("origin", [*FOREIGN, None])
def test_a_socket_with_a_cookie_is_of_an_own_page(live: Room, origin: str | None) -> None:
    with live.person() as person:
        table = live.table(person)
        headers = {} if origin is None else {"Origin": origin}
        with live.socket(person.cookies["stova"], **headers) as at_table:
            assert at_table.ended()["refused"]["code"] == "origin"
            assert at_table.bye is not None
            assert at_table.bye["again"] is None
            assert len(at_table.frames) == 1
        with live.come(person, table) as own:
            assert own.scene["standing"]["owner"] == "you"


def test_a_program_without_a_cookie_looks_on(live: Room) -> None:
    with live.person() as person, live.come(None, live.table(person)) as onlooker:
        assert onlooker.scene["you"] is None
        assert onlooker.do("sit", seat=0, name="Nobody")["code"] == "nobody"
