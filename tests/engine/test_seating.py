"""The draw of rule SJ-6: against a draw made again by hand, and the redraws of equals."""

import random
from collections import Counter

import pytest

import stova
from helpers import KEY, shuffled_again
from stova import RulesError
from stova.engine.seating import Draw, draw

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
PACK = [rank + suit for suit in "CSHD" for rank in RANKS]


def drawn_again(key: bytes, players: int) -> tuple[list[list[str | None]], dict[int, str]]:
    """The rounds of a draw and the card each player is left with."""
    cards = shuffled_again(PACK, key, "draw", 0) + shuffled_again(PACK, key, "draw", 1)
    held = {player: cards.pop(0) for player in range(players)}
    rounds: list[list[str | None]] = [list(held.values())]
    while True:
        ranks = [card[:-1] for card in held.values()]
        again = [player for player in held if ranks.count(held[player][:-1]) > 1]
        if not again:
            return rounds, held
        held |= {player: cards.pop(0) for player in again}
        rounds.append([held[player] if player in again else None for player in range(players)])


def texts(made: Draw) -> list[list[str | None]]:
    return [[None if card is None else str(card) for card in drawn] for drawn in made.rounds]


def test_equals_draw_from_the_next_shuffle_when_the_cards_run_out() -> None:
    """Eight cards of two ranks, of which two players now and then need twelve."""
    few = tuple(card for card in stova.game("sjavs").pack if card.rank in ("7", "8"))
    made = draw(few, random.Random(6).randbytes(32), players=2, partners=False)
    assert sum(card is not None for drawn in made.rounds for card in drawn) == 12
    assert len({str(card)[:-1] for card in made.rounds[-1]}) == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_draw_made_again(players: int) -> None:
    pack = stova.game("sjavs").pack
    lengths = Counter[int]()
    for number in range(300):
        key = random.Random(number).randbytes(32)
        made = draw(pack, key, players=players, partners=players == 4)
        rounds, held = drawn_again(key, players)
        assert texts(made) == rounds
        ranking = sorted(held, key=lambda player: -RANKS.index(held[player][:-1]))
        assert made.seating[0] == 0
        assert sorted(made.seating) == list(range(players))
        assert made.seating[made.dealer] == ranking[0]
        assert players != 4 or made.seating[(made.dealer + 2) % 4] == ranking[1]
        lengths[len(rounds)] += 1
    assert len(lengths) >= 3


def test_without_partners_all_sit_as_they_came() -> None:
    pack = stova.game("sjavs3").pack
    seatings = {draw(pack, bytes([n]) * 32, players=3, partners=False).seating for n in range(20)}
    assert seatings == {(0, 1, 2)}


def test_every_seating_and_dealer_comes() -> None:
    pack = stova.game("sjavs").pack
    made = [draw(pack, random.Random(n).randbytes(32), players=4, partners=True) for n in range(600)]
    assert {one.seating[2] for one in made} == {1, 2, 3}
    assert len({one.seating for one in made}) == 6
    assert set(Counter(one.seating[one.dealer] for one in made)) == {0, 1, 2, 3}


@pytest.mark.parametrize("name", ["sjavs", "sjavs3", "sjavs2"])
def test_a_match_sits_as_drawn(name: str) -> None:
    players = "abcd"[: stova.game(name).seats]
    match = stova.game(name).match(key=KEY, players=players)
    assert match.draw is not None
    assert match.players == tuple(players[player] for player in match.draw.seating)
    assert (match.state.dealer, match.sheet.dealer) == (match.draw.dealer, match.draw.dealer)


def test_no_draw_without_a_key_nor_with_a_dealer() -> None:
    game = stova.game("sjavs")
    assert game.match(key=KEY, dealer=2).draw is None
    with pytest.raises(RulesError, match="the draw for seats needs a key"):
        game.match(hands=["7C"] * 4)
