"""Matches: deals, dealers, and what can't be done."""

import random

import pytest

import stova
from helpers import GAMES, KEY, SJAVS, random_game, random_match, step
from stova import RulesError

HANDS = ["7C 8C 9C 10C JC QC KC AC", "7S 8S 9S 10S JS QS KS AS", "7H 8H 9H 10H JH QH KH AH", "7D 8D 9D 10D JD QD KD AD"]


@pytest.mark.parametrize("name", GAMES)
def test_a_match_to_its_end(name: str) -> None:
    rng = random.Random(name)
    game = stova.game(name, rubbers=2) if name in SJAVS else stova.game(name)
    match = game.match(key=KEY, dealer=0)
    while not match.is_over:
        match = step(match, rng)
    assert match.state.is_over
    assert match.sheet.winners
    with pytest.raises(RulesError, match="the match is over"):
        match.next_deal()


@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_is_closed(name: str) -> None:
    rng = random.Random(name)
    match = stova.game(name).match(key=KEY, dealer=0)
    with pytest.raises(RulesError, match="the deal in hand is finished first"):
        match.close()
    while not match.state.is_over:
        match = step(match, rng)
    closed = match.close()
    assert closed.is_over
    assert closed.sheet.closed
    assert closed.sheet.winners
    assert not match.sheet.closed
    with pytest.raises(RulesError, match="the match is over"):
        closed.next_deal()
    assert closed.close() == closed
    assert match.break_off() == closed


@pytest.mark.parametrize("name", stova.games())
def test_a_match_that_is_broken_off_ends_with_its_last_finished_deal(name: str) -> None:
    rng = random.Random(name)
    match = stova.game(name).match(key=KEY, dealer=0)
    with pytest.raises(RulesError, match="no deal is finished"):
        match.break_off()
    while not match.state.is_over:
        match = step(match, rng)
    assert match.next_deal().break_off() == match.close()


def test_the_next_deal_waits_for_the_end_of_this_one() -> None:
    match = stova.game("sjavs").match(key=KEY, dealer=0)
    with pytest.raises(RulesError, match="the deal in hand isn't over"):
        match.next_deal()


def test_deals_are_numbered_under_the_key() -> None:
    rng = random.Random(4)
    for _ in range(20):
        game = random_game(rng)
        match = random_match(game, rng)
        while not match.is_over and len(match.deals) < 6:
            match = step(match, rng)
        for number, state in enumerate(match.deals):
            first = game.deal(key=match.key, number=number, dealer=state.dealer)
            assert state.pack == first.pack


def test_the_sheet_has_every_finished_deal() -> None:
    rng = random.Random(8)
    for _ in range(20):
        match = random_match(random_game(rng), rng)
        sheet = match.sheet
        while not match.is_over and len(match.deals) < 6:
            before = match
            match = step(match, rng)
            if match.state.is_over and not before.state.is_over:
                assert before.sheet == sheet
                sheet = sheet.enter(match.state.result)
            assert match.sheet == sheet
            assert match.deals == (*match.past, match.state)


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_knows_the_sheet_it_began_with(name: str) -> None:
    rng = random.Random(name)
    match = stova.game(name).match(key=KEY, dealer=0)
    sheet = match.sheet
    while not match.is_over and len(match.deals) < 4:
        assert all(match.state.view(seat).sheet == match.state.sheet == sheet for seat in (0, None))
        match = step(match, rng)
        sheet = sheet if match.state.history else match.sheet
    assert sheet.lines
    assert stova.game(name).deal(key=KEY).sheet is None


def test_players_are_named() -> None:
    assert stova.game("sjavs2").match(key=KEY, dealer=0).players == ("Player 1", "Player 2")
    for players in ((), ("a",), ("a", "b", "c")):
        with pytest.raises(RulesError, match=f"sjavs2 has 2 players, not {len(players)}"):
            stova.game("sjavs2").match(key=KEY, players=players)
    assert stova.game("sjavs2").match(key=KEY, dealer=0, players=("x" * 40, "Ása B.")).players == ("x" * 40, "Ása B.")
    for name in ("", "x" * 41, "a\nb"):
        with pytest.raises(RulesError, match="1 to 40 printable characters"):
            stova.game("sjavs2").match(key=KEY, dealer=0, players=("a", name))


def test_given_hands() -> None:
    game = stova.game("sjavs", bidding="optional", all_pass="next_dealer")
    match = game.match(hands=HANDS, dealer=1)
    for _ in range(4):
        match = match.apply(game.action("pass"))
    with pytest.raises(RulesError, match="a deal needs a key or hands"):
        match.next_deal()
    again = match.next_deal(hands=HANDS[::-1])
    assert (again.state.dealer, again.state.to_act, len(again.deals)) == (2, 3, 2)


def test_matches_stay_as_they_are() -> None:
    match = stova.game("sjavs").match(key=KEY, dealer=0)
    after = match.apply(match.state.legal_actions()[0])
    assert match.state.history == ()
    assert len(after.state.history) == 1
    with pytest.raises(AttributeError):
        match.players = ()  # type: ignore[misc]


def test_the_same_key_makes_the_same_match() -> None:
    one, other = (stova.game("sjavs").match(key=KEY) for _ in range(2))
    assert one == other
    assert one != stova.game("sjavs").match(key="5b" * 32)
