"""Every game for a deal, by somebody with a phone and somebody with a keyboard and no mouse at the same table."""

from random import Random

import pytest

import stova
from browser.conftest import Visit
from browser.playing import OVER, TURN, Player, keys, play_deal, play_until, shown, sit, touch
from browser.seeing import check, hand_on_screen
from browser.visitors import DESKTOP, PHONE


@pytest.mark.parametrize("game", sorted(stova.games()))
def test_a_deal(game: str, visit: Visit) -> None:
    phone, desk = visit(PHONE), visit(DESKTOP)
    invitation = phone.open(game=game)
    for visitor, name, press in ((phone, "Rannvá", touch), (desk, "Høgni", keys)):
        visitor.page.goto(invitation)
        sit(visitor, name, press)
    touch(phone.page.get_by_role("button", name="Begin"))
    players = [
        Player(visitor=phone, press=touch, chance=Random(1)),
        Player(visitor=desk, press=keys, chance=Random(2)),
    ]
    for player in players:
        play_until(players, shown(player.page, f"{TURN}, {OVER}"))
        hand_on_screen(player.page)
        check(player.page)
    play_deal(players)
    for player in players:
        assert shown(player.page, OVER)()
        check(player.page)
