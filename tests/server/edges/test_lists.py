"""The lists of the front page: what is in them, how often they are made, and that they stay true."""

import time

import httpx

from server.edges.live import Room
from stova.server.house import FRESH


def lobby(person: httpx.Client) -> set[str]:
    return {table["id"] for table in person.get("/api/tables").json()}


def test_what_is_known_isnt_sent_again(live: Room) -> None:
    with live.person() as person:
        for path in ("/api/tables", "/api/mine"):
            first = person.get(path)
            assert first.headers["cache-control"] == "private, no-cache"
            known = {"If-None-Match": first.headers["etag"]}
            compressed = {"If-None-Match": f"W/{first.headers['etag']}"}
            for again in (person.get(path, headers=known), person.get(path, headers=compressed)):
                assert (again.status_code, again.content) == (304, b"")
            live.table(person, listed="yes")
            changed = person.get(path, headers=known)
            assert (changed.status_code, len(changed.json())) == (200, len(first.json()) + 1)


def test_the_lobby_has_tables_that_wait(live: Room) -> None:
    with live.person() as person:
        table, hidden = live.table(person, listed="yes"), live.table(person)
        assert table in lobby(person)
        assert hidden not in lobby(person)
        with live.come(person, table) as at_table:
            at_table.do("sit", seat=0, name="Sanna")
            assert at_table.do("begin") is None
        time.sleep(FRESH)
        assert table not in lobby(person)


def test_whose_turn_it_is(live: Room) -> None:
    with live.person() as person, live.person() as other:
        table = live.table(person)
        with live.come(person, table) as at_table, live.come(other, table) as beside:
            at_table.do("sit", seat=0, name="Sanna")
            beside.do("sit", seat=1, name="Bo")
            at_table.do("begin")
            at_table.until(lambda scene: scene["deal"] and scene["deal"]["toAct"] in (0, 1))
            acting = at_table.scene["deal"]["toAct"]
            turns = [who.get("/api/mine").json()[0]["yourTurn"] for who in (person, other)]
        assert turns == ["yes" if seat == acting else "no" for seat in (0, 1)]
