"""Personal links: what they tell before one comes by them, and that an old one can be made worthless."""

import httpx

from server.edges.live import Room
from stova.server.sockets import RENEWED


def known(live: Room, name: str) -> httpx.Client:
    person = live.person()
    headers = {"Origin": live.address, "Cookie": f"stova={person.cookies['stova']}"}
    httpx.post(f"{live.address}/api/me", json={"name": name}, headers=headers).raise_for_status()
    return person


def link(person: httpx.Client) -> str:
    return str(person.get("/api/me").json()["link"])


def cookie(answer: httpx.Response) -> dict[str, str]:
    """The header by which a browser would be known from now on."""
    return {"Cookie": f"stova={answer.cookies['stova']}"}


def test_it_says_whose_it_is(live: Room) -> None:
    with known(live, "Sanna") as person, known(live, "Bo") as other, live.stranger() as stranger:
        live.table(other)
        told = f"/api{link(person)}"
        assert stranger.get(told).json() == {"name": "Sanna", "yours": "no", "tables": 0}
        assert "set-cookie" not in stranger.get(told).headers
        assert other.get(told).json() == {"name": "Sanna", "yours": "no", "tables": 1}
        assert person.get(told).json() == {"name": "Sanna", "yours": "yes", "tables": 0}
        assert stranger.get("/api/me/" + "A" * 22).json()["code"] == "link"


def test_a_new_one_makes_the_old_ones_worthless(live: Room) -> None:
    with known(live, "Sanna") as person:
        table, old = live.table(person), link(person)
        answer = person.post("/api/link")
        assert answer.status_code == 200
        new = answer.json()["link"]
        assert new != old
        assert "httponly" in answer.headers["set-cookie"].lower()
        origin = {"Origin": live.address}
        assert httpx.post(f"{live.address}/api{old}", headers=origin).json()["code"] == "link"
        elsewhere = httpx.post(f"{live.address}/api{new}", headers=origin)
        assert elsewhere.json()["name"] == "Sanna"
        mine = httpx.get(f"{live.address}/api/mine", headers=cookie(elsewhere)).json()
        assert [found["id"] for found in mine] == [table]


def test_who_came_by_the_old_one_is_sent_from_the_table(live: Room) -> None:
    with known(live, "Sanna") as person, known(live, "Bo") as other:
        table, old = live.table(person), person.cookies["stova"]
        with live.come(person, table) as elsewhere, live.come(other, table) as beside:
            assert elsewhere.do("sit", seat=0, name="Sanna") is None
            assert beside.do("sit", seat=1, name="Bo") is None
            person.post("/api/link")
            ended = elsewhere.ended()
            assert (ended["refused"]["code"], ended["again"]) == ("nobody", RENEWED)
            assert beside.do("say", phrase="hello") is None
        with live.socket(old, Origin=live.address) as stranger, live.come(person, table) as again:
            stranger.hello(table)
            assert (stranger.scene["you"], again.scene["you"]) == (None, 0)


def test_who_isnt_known_has_none_to_renew(live: Room) -> None:
    with live.stranger(Origin=live.address) as stranger:
        assert stranger.post("/api/link").json()["code"] == "nobody"
