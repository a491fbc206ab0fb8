"""Sjavs for four, rule by rule: a test is named after the rule it proves.

The auction is in `test_sjavs_auction.py`, the sheet in `test_ladder.py`.
"""

import dataclasses
import random
from itertools import pairwise
from typing import Any

import pytest

import stova
from expected import PRESETS, ROWS, STANDARD
from helpers import KEY, SJAVS, card_tables, refused, run, scores, stored, texts, tricks
from searched import plays
from sjavs_deals import four
from stova import RulesError, State
from stova.cards import cards_in, parse_cards
from stova.rules.ladder import Ladder

RUFF = [
    "AD KD QD 10D 9D 8D AH KH",
    "QC AC KC 10C 9C AS KS 10S",
    "JC 8C 7C 9S 8S 7S QH 10H",
    "QS JS JH JD 7D 9H 8H 7H",
]
"""With dealer 3 and clubs named by seat 1, seats 1 and 2 can ruff the diamonds forehand leads."""


def ruffing(led: str, **options: Any) -> State:
    """The deal of RUFF with clubs as trumps, after these cards."""
    state = run(four(RUFF, bidding="optional", **options), "pass", "bid 5 clubs", "pass", "pass")
    return tricks(state, led)


def test_presets() -> None:
    assert stova.presets("sjavs") == tuple(PRESETS)
    for preset, changes in PRESETS.items():
        assert dataclasses.asdict(stova.game("sjavs", preset=preset).options) == STANDARD | changes


def test_sj_1_partners_sit_opposite() -> None:
    assert stova.game("sjavs").sides == (0, 1, 0, 1)
    assert stova.game("sjavs").seats == 4


@pytest.mark.parametrize("name", SJAVS)
def test_sj_2_thirty_two_cards(name: str) -> None:
    ranks = ("7", "8", "9", "10", "J", "Q", "K", "A")
    assert {str(card) for card in stova.game(name).pack} == {rank + suit for rank in ranks for suit in "CSHD"}
    assert len(stova.game(name).pack) == 32


@pytest.mark.parametrize("name", SJAVS)
@pytest.mark.parametrize("trump", ["C", "S", "H", "D", None])
def test_sj_3_permanent_trumps_head_the_trumps(name: str, trump: str | None) -> None:
    tables = card_tables(name, trump)
    permanent = parse_cards("QC QS JC JS JH JD")
    assert tables.ranked(tables.trumps)[:6] == permanent
    assert [cards_in(tables.beaten_by[card]) for card in permanent] == [
        tuple(sorted(permanent[:place])) for place in range(6)
    ]
    assert all(tables.follow[card] == tables.trumps for card in permanent)


def test_sj_3_they_do_not_follow_their_printed_suit() -> None:
    state = run(four(), "bid 5", "pass", "bid 5 clubs", "pass")
    state = tricks(state, "AH 9H 7H 8H", "AD 8D KD 7D", "KH")
    assert "play 10D" in texts(state)
    assert plays(tricks(state, "JD")) == "10C JC KC AC 9S QS"
    assert refused(ruffing("AD QC JC"), "play JD") == "SJ-15"


@pytest.mark.parametrize(("trump", "count"), [("C", 12), ("S", 12), ("H", 13), ("D", 13)])
@pytest.mark.parametrize("suit", "CSHD")
def test_sj_4_order_and_length_of_suits(trump: str, count: int, suit: str) -> None:
    tables = card_tables("sjavs", trump)
    ranks = "A K Q 10 9 8 7" if suit in "HD" else "A K 10 9 8 7"
    rest = parse_cards(" ".join(rank + suit for rank in ranks.split()))
    assert tables.trumps.bit_count() == count
    assert tables.follow[rest[0]].bit_count() == (count if suit == trump else len(rest))
    assert tables.ranked(tables.follow[rest[0]])[-len(rest) :] == rest
    assert all(tables.beaten_by[low] >> high & 1 for high, low in pairwise(rest))


@pytest.mark.parametrize("name", SJAVS)
def test_sj_5_card_points(name: str) -> None:
    points, pack = card_tables(name, "H").points, stova.game(name).pack
    worth = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
    assert [points[card] for card in pack] == [worth[card.rank] for card in pack]
    assert sum(points[card] for card in pack) == 120


@pytest.mark.parametrize("number", range(30))
def test_sj_6_the_highest_card_drawn_deals_and_the_two_highest_are_partners(number: int) -> None:
    match = stova.game("sjavs").match(key=f"{number:064}", players="abcd")
    assert match.draw is not None
    last = {player: card for drawn in match.draw.rounds for player, card in enumerate(drawn) if card is not None}
    ranks = ["7", "8", "9", "10", "J", "Q", "K", "A"]
    ranking = sorted("abcd", key=lambda name: -ranks.index(last["abcd".index(name)].rank))
    assert match.players[match.state.dealer] == ranking[0]
    assert match.players[(match.state.dealer + 2) % 4] == ranking[1]
    assert match.players[0] == "a"


def test_sj_6_other_first_dealers() -> None:
    assert stova.game("sjavs", first_dealer="scorer").match(key=KEY).state.dealer == 0
    given = stova.game("sjavs", first_dealer="given")
    assert given.match(key=KEY, dealer=2).state.dealer == 2
    with pytest.raises(RulesError, match="say which seat deals first"):
        given.match(key=KEY)


def test_sj_6_the_deal_passes_clockwise() -> None:
    match = stova.game("sjavs", rubbers=None).match(key=KEY, dealer=3)
    rng = random.Random(6)
    dealers: list[int] = []
    while len(dealers) < 6:
        while not match.state.is_over:
            match = match.apply(rng.choice(match.state.legal_actions()))
        if match.state.result.redeal is None:
            dealers.append(match.state.dealer)
        match = match.next_deal()
    assert dealers == [3, 0, 1, 2, 3, 0]


@pytest.mark.parametrize(("cutter", "seat"), [("right", 1), ("left", 3)])
def test_sj_7_a_neighbour_of_the_dealer_cuts_or_knocks(cutter: str, seat: int) -> None:
    state = stova.game("sjavs", cutter=cutter).deal(key=KEY, dealer=2)
    assert state.to_act == seat
    assert texts(state) == {"knock", *(f"cut {depth}" for depth in range(1, 32))}
    assert refused(state, "bid 5") == "SJ-7"
    assert run(state, "knock").to_act == 3


@pytest.mark.parametrize("packets", [(4, 4), (3, 2, 3)])
def test_sj_7_packets_after_a_cut(packets: tuple[int, ...]) -> None:
    state = stova.game("sjavs", cut_packets=packets).deal(key=KEY, dealer=2)
    top = list(state.pack[5:] + state.pack[:5])
    hands: dict[int, list[str]] = {seat: [] for seat in range(4)}
    for size in packets:
        for seat in (3, 0, 1, 2):
            hands[seat] += [str(top.pop(0)) for _ in range(size)]
    dealt = run(state, "cut 5").dealt
    assert {seat: [str(card) for card in dealt[seat]] for seat in range(4)} == hands


@pytest.mark.parametrize("packets", [(4, 4), (3, 2, 3)])
def test_sj_7_all_eight_after_a_knock(packets: tuple[int, ...]) -> None:
    state = stova.game("sjavs", cut_packets=packets).deal(key=KEY, dealer=2)
    dealt = run(state, "knock").dealt
    assert [dealt[seat] for seat in (3, 0, 1, 2)] == [state.pack[top : top + 8] for top in range(0, 32, 8)]


def test_sj_8_the_next_dealer_deals_a_misdeal_again() -> None:
    sheet = stova.game("sjavs").new_sheet(1)
    assert isinstance(sheet, Ladder)
    assert sheet.misdeal().dealer == 2


def test_sj_15_forehand_leads_then_the_winner() -> None:
    state = run(four(), "bid 5", "pass", "bid 5 clubs", "pass")
    assert (state.to_act, len(texts(state))) == (0, 8)
    state = tricks(state, "7S 10S 9S JH")
    assert (state.leader, state.to_act, state.tricks[0].winner) == (3, 3, 3)


def test_sj_15_follow_if_able() -> None:
    state = run(four(), "bid 5", "pass", "bid 5 clubs", "pass")
    state = tricks(state, "AH")
    assert plays(state) == "9H"
    assert refused(state, "play AS") == "SJ-15"
    assert refused(state, "play AH") == "SJ-15"


def test_sj_15_a_permanent_trump_led_asks_for_trumps() -> None:
    state = tricks(run(four(), "bid 5", "pass", "bid 5 clubs", "pass"), "QC")
    assert plays(state) == "JD"
    state = tricks(state, "JD")
    assert plays(state) == "10C JC KC AC QS"


def test_sj_15_otherwise_play_anything() -> None:
    assert plays(ruffing("AD")) == "9C 10C QC KC AC 10S KS AS"


@pytest.mark.parametrize(
    ("played", "free", "if_trumping", "must"),
    [
        ("AD", "9C 10C QC KC AC 10S KS AS", "9C 10C QC KC AC 10S KS AS", "9C 10C QC KC AC"),
        ("AD 9C", "7C 8C JC 7S 8S 9S 10H QH", "JC 7S 8S 9S 10H QH", "JC"),
        ("AD QC", "7C 8C JC 7S 8S 9S 10H QH", "7C 8C JC 7S 8S 9S 10H QH", "7C 8C JC"),
        ("AD QC 7C 7D AC", "8C JC", "8C JC", "8C JC"),
    ],
    ids=["may ruff", "can beat", "can't beat", "trumps led"],
)
def test_sj_16_overtrump(played: str, free: str, if_trumping: str, must: str) -> None:
    assert plays(ruffing(played, overtrump="no")) == free
    assert plays(ruffing(played, overtrump="if_trumping")) == if_trumping
    assert plays(ruffing(played, overtrump="must")) == must


def test_sj_16_no_duty_to_ruff() -> None:
    assert plays(ruffing("AD AS", overtrump="if_trumping")) == "7C 8C JC 7S 8S 9S 10H QH"
    assert plays(ruffing("AD AC", overtrump="no")) == "7C 8C JC 7S 8S 9S 10H QH"


def test_sj_16_refusals() -> None:
    assert refused(ruffing("AD", overtrump="must"), "play AS") == "SJ-16"
    assert refused(ruffing("AD 9C", overtrump="must"), "play 8C") == "SJ-16"
    assert refused(ruffing("AD 9C", overtrump="must"), "play 9S") == "SJ-16"
    assert refused(ruffing("AD 9C", overtrump="if_trumping"), "play 8C") == "SJ-16"


def test_sj_17_highest_trump_or_highest_of_the_suit_led() -> None:
    assert ruffing("AD 9C 8C 7D").tricks[-1].winner == 1
    assert ruffing("AD 9C JC 7D").tricks[-1].winner == 2
    assert ruffing("8D AS 9S 7D").tricks[-1].winner == 0
    assert ruffing("AD KS JC 7D").tricks[-1].winner == 2


@pytest.mark.parametrize(("row", "simple", "clubs"), ROWS[:6])
def test_sj_18_what_declarers_win(row: str, simple: int, clubs: int) -> None:
    assert scores("sjavs", row) == (simple, clubs)
    assert stored("sjavs", row, clubs=True).result.rule == "SJ-18"


@pytest.mark.parametrize(("row", "simple", "clubs"), ROWS)
def test_sj_19_clubs_at_61_to_89(row: str, simple: int, clubs: int) -> None:
    assert scores("sjavs", row, clubs_61_89=5) == (simple, 5 if row in ("61", "89") else clubs)


@pytest.mark.parametrize(("row", "simple", "clubs"), [("alone", 12, 16), *ROWS[1:]])
def test_sj_20_all_tricks_by_one_player_as_vol(row: str, simple: int, clubs: int) -> None:
    assert scores("sjavs", row, single_player_vol="no") == (simple, clubs)


@pytest.mark.parametrize(("row", "simple", "clubs"), ROWS[7:])
def test_sj_21_what_declarers_lose(row: str, simple: int, clubs: int) -> None:
    assert scores("sjavs", row) == (simple, clubs)
    assert stored("sjavs", row, clubs=True).result.rule == "SJ-21"


@pytest.mark.parametrize(("row", "simple", "clubs"), [*ROWS[:7], *((row, -4, -8) for row, _, _ in ROWS[7:])])
def test_sj_22_a_flat_scale_of_losses(row: str, simple: int, clubs: int) -> None:
    assert scores("sjavs", row, losing_scale="flat") == (simple, clubs)


@pytest.mark.parametrize("name", SJAVS)
def test_sj_23_all_and_none_are_tricks_not_points(name: str) -> None:
    every, none = stored(name, "120", clubs=False).result, stored(name, "0", clubs=False).result
    sides = stova.game(name).sides
    side = sides[every.declarer or 0]
    assert (every.points[side], every.tricks[side] < sum(every.tricks), every.made) == (120, True, "ninety")
    side = sides[none.declarer or 0]
    assert (none.points[side], none.tricks[side] > 0, none.made) == (0, True, "javn")


@pytest.mark.parametrize("row", [row for row, _, _ in ROWS])
def test_sj_24_points_are_of_the_cards_in_tricks(row: str) -> None:
    state = stored("sjavs", row, clubs=True)
    worth = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
    for side in (0, 1):
        won = [card for trick in state.tricks if trick.winner % 2 == side for card in trick.cards]
        assert state.result.points[side] == sum(worth.get(card.rank, 0) for card in won)
        assert state.result.tricks[side] == len(won) // 4


@pytest.mark.parametrize("clubs", [False, True])
def test_sj_25_sixty_all(clubs: bool) -> None:
    result = stored("sjavs", "60", clubs=clubs).result
    assert (result.points, result.score, result.made, result.rule) == ((60, 60), (0, 0), "tie", "SJ-25")
