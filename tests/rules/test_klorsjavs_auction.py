"""Auction Klørsjavs, rule by rule: a test is named after the rule it proves. Its scores are in a file of their own."""

import random
from typing import Any

import pytest

import stova
from helpers import KEY, finish, names, refused, run, texts, tricks
from klorsjavs_auction_deals import dealt, declared
from searched import defaults, plays, values, why
from stova import State, Suit
from stova.cards import cards_in, parse_cards
from stova.engine.tables import CardTables

CONTRACTS = ("spil", "stryger", "tout", "strøget tout")
BIDS = [f"bid {contract}" for contract in CONTRACTS]

OPTIONS = {
    "first_dealer": ("draw", "scorer", "given"),
    "counter": (5, 10),
    "wenzels": ("no", "yes"),
    "cat_first": ("no", "yes"),
    "raise": ("single", "duel"),
    "double_at": (91, 90),
    "payment": ("each", "flat"),
}
"""The values of every option but `deals`, the default first."""
PRESETS: dict[str, dict[str, object]] = {
    "standard": {},
    "catsatcards": {"payment": "flat"},
    "wikipedia": {"counter": 10, "wenzels": "yes", "raise": "duel", "double_at": 90},
}


def duel(*calls: str) -> State:
    return run(dealt(**{"raise": "duel"}), *calls)


def tables(trump: Suit, **options: Any) -> CardTables:
    game = stova.game("klorsjavs_auction", **options)
    return game.tables(State(game=game, dealer=0, trump=trump))


def test_options() -> None:
    choices = values(stova.game("klorsjavs_auction"))
    assert choices.pop("deals") == "a whole number from 1 to a million, none"
    assert {option: set(kind) for option, kind in choices.items()} == {
        option: set(kind) for option, kind in OPTIONS.items()
    }
    assert stova.presets("klorsjavs_auction") == tuple(PRESETS)
    for preset, changes in PRESETS.items():
        expected = {option: kind[0] for option, kind in OPTIONS.items()} | {"deals": 12} | changes
        assert defaults(stova.game("klorsjavs_auction", preset=preset)) == expected


@pytest.mark.parametrize("counter", [5, 10])
def test_ka_1_three_seats_and_twenty_cards(counter: int) -> None:
    game = stova.game("klorsjavs_auction", counter=counter)
    assert game.sides == (0, 1, 2)
    ranks = ("A", "K", "Q", "J", str(counter))
    assert {str(card) for card in game.pack} == {rank + suit for rank in ranks for suit in "CSHD"}
    points = tables(Suit.HEARTS, counter=counter).points
    assert [points[card] for card in parse_cards(" ".join(f"{rank}D" for rank in ranks))] == [11, 4, 3, 2, 10]
    assert sum(points[card] for card in game.pack) == 120


@pytest.mark.parametrize("trump", Suit)
def test_ka_1_five_trumps_and_every_suit_alike(trump: Suit) -> None:
    table = tables(trump)
    for suit in Suit:
        cards = parse_cards(" ".join(f"{rank}{suit}" for rank in "AKQJ5"))
        assert table.ranked(table.follow[cards[0]]) == cards
        assert (table.trumps >> cards[0] & 1) == (suit is trump)
    assert table.trumps.bit_count() == 5


@pytest.mark.parametrize(
    ("trump", "trumps", "plain"),
    [
        (Suit.CLUBS, "AC KC 5C", "AS KS 5S, AH KH QH 5H, AD KD QD 5D"),
        (Suit.SPADES, "AS KS 5S", "AC KC 5C, AH KH QH 5H, AD KD QD 5D"),
        (Suit.HEARTS, "AH KH QH 5H", "AC KC 5C, AS KS 5S, AD KD QD 5D"),
        (Suit.DIAMONDS, "AD KD QD 5D", "AC KC 5C, AS KS 5S, AH KH QH 5H"),
    ],
)
def test_ka_1_with_wenzels_six_permanent_trumps_head_any_suit(trump: Suit, trumps: str, plain: str) -> None:
    table = tables(trump, wenzels="yes")
    assert names(table.ranked(table.trumps)) == f"QC QS JC JS JH JD {trumps}"
    for text in plain.split(", "):
        cards = parse_cards(text)
        assert table.ranked(table.follow[cards[0]]) == cards


def test_ka_1_wenzels_in_play() -> None:
    assert tricks(declared("stryger"), "AS QS JS").tricks[0].winner == 0
    state = tricks(declared("stryger", wenzels="yes"), "AS")
    assert plays(state) == "KS", "the queen of spades is a trump"
    state = tricks(state, "KS 5S", "AH")
    assert plays(state) == "JC QS QH"
    assert refused(state, "play KD") == "KL-10"
    assert tricks(state, "JC JS").tricks[1].winner == 1


def test_ka_2_the_deal_is_that_of_klorsjavs() -> None:
    state = stova.game("klorsjavs_auction").deal(key=KEY, dealer=1)
    assert (state.to_act, len(texts(state)), refused(state, "bid spil")) == (0, 20, "KL-5")
    state = run(state, "cut 4")
    pack = state.pack[4:] + state.pack[:4]
    assert state.dealt == (pack[3:6] + pack[14:17], pack[6:9] + pack[17:], pack[:3] + pack[11:14], pack[9:11])


@pytest.mark.parametrize("height", range(4))
def test_ka_2_four_bids_from_the_lowest_up(height: int) -> None:
    state = dealt()
    assert [str(action) for action in state.legal_actions()] == ["pass", *BIDS]
    after = run(state, BIDS[height])
    assert [str(action) for action in after.legal_actions()] == ["pass", *BIDS[height + 1 :]]
    for lower in BIDS[: height + 1]:
        assert refused(after, lower) == "KA-3"
        assert why(after, lower) == f"A bid must be higher than {CONTRACTS[height]}."


def test_ka_3_one_turn_each_from_forehand() -> None:
    state = dealt()
    seats = []
    for call in ("bid spil", "pass", "bid tout"):
        seats.append(state.to_act)
        state = run(state, call)
    assert seats == [0, 1, 2]
    assert (state.declarer, str(state.bid), state.to_act) == (2, "bid tout", 2)
    assert refused(run(dealt(), "bid spil"), "hold") == "KA-3"
    assert refused(run(dealt(), "bid spil", "bid stryger"), "trump H") == "KA-3"


def test_ka_3_a_seat_is_asked_even_over_a_stroget_tout() -> None:
    assert texts(run(dealt(), "bid strøget tout")) == {"pass"}


@pytest.mark.parametrize("answer", ["single", "duel"])
def test_ka_3_all_pass_and_the_same_dealer_deals_again(answer: str) -> None:
    match = stova.game("klorsjavs_auction", **{"raise": answer}).match(key=KEY, dealer=2)
    for text in ("knock", "pass", "pass", "pass"):
        match = match.apply(match.game.action(text))
    result = match.state.result
    assert (result.made, result.rule, result.redeal, result.score) == ("passed out", "KA-3", "same", (0, 0, 0))
    assert (match.next_deal().state.dealer, match.sheet.summary()["standing"]) == (2, (0, 0, 0))


def test_ka_3_a_duel_is_answered_at_once() -> None:
    state = duel("bid spil", "bid stryger")
    assert state.to_act == 0
    assert texts(state) == {"pass", "hold", "bid tout", "bid strøget tout"}
    held = run(state, "hold")
    assert (held.to_act, held.declarer, str(held.bid)) == (1, 0, "bid stryger")
    assert texts(held) == {"pass", "bid tout", "bid strøget tout"}
    assert why(held, "hold") == "Only a seat whose own bid has been beaten may hold."
    raised = run(state, "bid tout")
    assert (raised.to_act, texts(raised)) == (1, {"pass", "bid strøget tout"})


def test_ka_3_a_duel_lasts_until_one_passes_and_the_next_seat_may_challenge_the_other() -> None:
    state = duel("bid spil", "bid stryger", "hold", "pass")
    assert (state.to_act, state.declarer) == (2, 0)
    state = run(state, "bid tout")
    assert (state.to_act, texts(state)) == (0, {"pass", "hold", "bid strøget tout"})
    state = run(state, "hold", "bid strøget tout", "hold")
    assert (state.to_act, texts(state)) == (2, {"pass"})
    state = run(state, "pass")
    assert (state.declarer, str(state.bid), refused(state, "pass")) == (0, "bid strøget tout", "KA-4")


def test_ka_3_who_has_passed_in_a_duel_is_out() -> None:
    state = duel("bid spil", "bid stryger", "pass", "bid tout")
    assert (state.to_act, texts(state)) == (1, {"pass", "hold", "bid strøget tout"})
    assert run(state, "pass").declarer == 2
    state = duel("pass", "bid spil", "bid stryger", "hold", "pass")
    assert (state.declarer, str(state.bid), state.to_act) == (1, "bid stryger", 1)


def test_ka_3_without_a_duel_nobody_answers() -> None:
    state = run(dealt(), "bid spil", "bid stryger")
    assert (state.to_act, texts(state)) == (2, {"pass", "bid tout", "bid strøget tout"})


@pytest.mark.parametrize("contract", CONTRACTS)
def test_ka_4_exchange_if_the_bid_includes_it_then_name_trumps(contract: str) -> None:
    state = run(dealt(), f"bid {contract}", "pass", "pass")
    assert state.to_act == 0
    if contract in ("spil", "tout"):
        assert len(texts(state)) == 1 + 15
        assert refused(state, "trump H") == "KL-7"
        assert refused(state, "exchange 5C QH") == "KL-7"
        state = run(state, "leave")
    assert texts(state) == {"trump C", "trump S", "trump H", "trump D"}
    assert refused(state, "leave") == "KA-4"
    assert {str(run(state, f"trump {suit}").trump) for suit in "CSHD"} == set("CSHD")


def test_ka_4_the_cat_taken() -> None:
    state = declared("spil", "exchange 5C 5D")
    assert names(cards_in(state.hands[0])) == "QC AS JH KH AH JD"
    assert names(state.view(0).discards or ()) == "5C 5D"


@pytest.mark.parametrize("contract", CONTRACTS)
def test_ka_4_a_look_at_the_cat_first(contract: str) -> None:
    state = run(dealt(cat_first="yes"), f"bid {contract}", "pass", "pass")
    if contract not in ("spil", "tout"):
        assert texts(state) == {"trump C", "trump S", "trump H", "trump D"}
        return
    assert texts(state) == {"take", "leave"}
    assert texts(run(state, "leave")) == {"trump C", "trump S", "trump H", "trump D"}
    state = run(state, "take")
    assert len(texts(state)) == 28
    state = run(state, "discard 5C QC", "trump H")
    assert names(cards_in(state.hands[0])) == "AS JH KH AH 5D JD"


@pytest.mark.parametrize(("contract", "worth"), [("spil", 5), ("stryger", 5), ("tout", 5), ("strøget tout", 5)])
def test_ka_4_a_cat_left_counts_to_the_declarer(contract: str, worth: int) -> None:
    exchange = ("leave",) if contract in ("spil", "tout") else ()
    state = finish(declared(contract, *exchange), random.Random(4))
    assert state.result.points == (state.points[0] + worth, *state.points[1:])
    assert sum(state.points) == 115


@pytest.mark.parametrize("contract", CONTRACTS)
@pytest.mark.parametrize("declarer", [0, 1, 2])
def test_ka_5_in_the_touts_the_declarer_leads(contract: str, declarer: int) -> None:
    calls = ["pass"] * 3
    calls[declarer] = f"bid {contract}"
    state = run(dealt(), *calls, *(("leave",) if contract in ("spil", "tout") else ()), "trump S")
    leader = declarer if contract in ("tout", "strøget tout") else 0
    assert (state.declarer, state.to_act, state.leader) == (declarer, leader, leader)


def test_ka_5_play_is_that_of_klorsjavs() -> None:
    state = tricks(declared("stryger"), "AH")
    assert plays(state) == "QH"
    assert refused(state, "play KS") == "KL-10"
    state = tricks(state, "QH 5H", "5D KD")
    assert plays(state) == "QD AD"
    state = tricks(state, "AD", "QD")
    assert plays(state) == "5C AS JH KH", "no duty to trump"
    assert tricks(state, "JH KS").to_act == 0
