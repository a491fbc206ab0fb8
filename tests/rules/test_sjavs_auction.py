"""The auction of Sjavs for four, rule by rule: a test is named after the rule it proves."""

import random
from typing import Any

import pytest

import stova
from helpers import KEY, finish, refused, run, tricks
from searched import plays, why
from sjavs_deals import HANDS, four
from stova import State
from stova.cards import parse_cards

FIVE_HEARTS = "QC JS AH KH 10H 7S 8S AD"
FIVE_CLUBS = "QC JS AC KC 10C 7S 8S AD"
OTHER_CLUBS = "QS JC 9C 8C 7C 7H 9S KD"
FIVE_DIAMONDS = "QS JC KD QD 10D 7H 9S 9C"
SIX_DIAMONDS = "QS JC KD QD 10D 9D 7H 9S"
SIX_CLUBS = "QS JC AC KC 10C 9C 9S KD"
CLUBS_OR_HEARTS = "QC QS JC AC KC AH KH 7D"


def calls(state: State) -> str:
    return ", ".join(map(str, state.legal_actions()))


def after(first: str, call: str, second: str = "", **options: Any) -> State:
    """A deal in which forehand holds `first` and has called, and the next seat holds `second`."""
    given = [parse_cards(hand) for hand in (first, second) if hand]
    rest = [card for card in stova.game("sjavs").pack if all(card not in hand for hand in given)]
    while len(given) < 4:
        given.append(tuple(rest[:8]))
        del rest[:8]
    state = stova.game("sjavs", **options).deal(hands=given, dealer=3)
    return run(state, call) if call else state


def test_sj_9_one_round_from_forehand() -> None:
    state = four()
    seats = []
    for call in ("bid 5", "pass", "bid 5 clubs", "pass"):
        seats.append(state.to_act)
        state = run(state, call)
    assert seats == [0, 1, 2, 3]
    assert (state.to_act, str(state.bid), state.declarer) == (0, "bid 5 clubs", 2)


def test_sj_9_five_cards_permanent_trumps_included() -> None:
    assert calls(after("QC QS JC JS 7H 8S 9D AD", "")) == "bid 6"
    assert calls(after("QC QS JC 8H 7H 8S 9D AC", "")) == "bid 5"
    assert calls(after("QC QS 8H 7H 8S 7S 9D AC", "")) == "pass"
    assert refused(after("QC QS 8H 7H 8S 7S 9D AC", ""), "bid 5") == "SJ-9"
    assert calls(after("QC QS JC JS JH JD AC KC", "")) == "bid 8, bid 8 clubs"


def test_sj_9_every_bid_beats_the_standing_one() -> None:
    state = after(FIVE_HEARTS, "bid 5", SIX_DIAMONDS)
    assert calls(state) == "bid 6"
    assert refused(after(SIX_CLUBS, "bid 6", FIVE_HEARTS), "bid 5") == "SJ-10"


@pytest.mark.parametrize(
    ("first", "call", "second", "clubs", "any_suit"),
    [
        (FIVE_HEARTS, "bid 5", OTHER_CLUBS, "bid 5 clubs", "bid 5, bid 5 clubs"),
        (FIVE_HEARTS, "bid 5", FIVE_DIAMONDS, "pass", "bid 5"),
        (FIVE_CLUBS, "bid 5", OTHER_CLUBS, "bid 5 clubs", "bid 5, bid 5 clubs"),
        (FIVE_CLUBS, "bid 5 clubs", OTHER_CLUBS, "pass", "pass"),
        (FIVE_CLUBS, "bid 5 clubs", FIVE_DIAMONDS, "pass", "pass"),
        (FIVE_CLUBS, "bid 5 clubs", SIX_DIAMONDS, "bid 6", "bid 6"),
        (FIVE_HEARTS, "bid 5", SIX_CLUBS, "bid 6, bid 6 clubs", "bid 6, bid 6 clubs"),
    ],
)
def test_sj_10_longer_beats_shorter_and_clubs_their_equals(
    first: str, call: str, second: str, clubs: str, any_suit: str
) -> None:
    assert calls(after(first, call, second)) == clubs
    assert calls(after(first, call, second, equal_bid="any")) == any_suit


def test_sj_10_refusals() -> None:
    assert refused(after(FIVE_HEARTS, "bid 5", FIVE_DIAMONDS), "bid 5") == "SJ-10"
    assert refused(after(FIVE_CLUBS, "bid 5 clubs", OTHER_CLUBS), "bid 5 clubs") == "SJ-10"
    assert refused(after(FIVE_CLUBS, "bid 5 clubs", FIVE_DIAMONDS, equal_bid="any"), "bid 5") == "SJ-10"


def test_sj_11_clubs_named_at_once() -> None:
    assert calls(after(FIVE_CLUBS, "")) == "bid 5, bid 5 clubs"
    assert calls(after(FIVE_CLUBS, "", clubs_opening="no")) == "bid 5"
    assert refused(after(FIVE_CLUBS, "", clubs_opening="no"), "bid 5 clubs") == "SJ-11"
    assert calls(after(FIVE_HEARTS, "bid 5", OTHER_CLUBS, clubs_opening="no")) == "bid 5 clubs"
    assert calls(after(FIVE_HEARTS, "bid 5", SIX_CLUBS, clubs_opening="no")) == "bid 6"


def test_sj_12_who_can_bid_bids_the_true_length() -> None:
    state = after(FIVE_HEARTS, "")
    assert calls(state) == "bid 5"
    assert refused(state, "pass") == "SJ-12"
    assert refused(state, "bid 6") == "SJ-12"
    optional = after(FIVE_HEARTS, "", bidding="optional")
    assert calls(optional) == "pass, bid 5"
    assert refused(optional, "bid 6") == "SJ-12"


@pytest.mark.parametrize(("option", "named"), [("must", "trump C"), ("may", "trump C, trump H")])
def test_sj_12_clubs_among_the_longest(option: str, named: str) -> None:
    state = run(after(CLUBS_OR_HEARTS, "bid 5", clubs_when_equal=option, bidding="optional"), "pass", "pass", "pass")
    assert calls(state) == named


def test_sj_12_a_free_choice_of_two_longest_suits() -> None:
    state = run(after("QS JC AS KS 10S AH KH 10H", "bid 5", bidding="optional"), "pass", "pass", "pass")
    assert calls(state) == "trump S, trump H"
    assert refused(state, "trump C") == "SJ-13"


def test_sj_13_the_suit_is_named_after_the_auction() -> None:
    state = four()
    assert refused(state, "bid 5 hearts") == "SJ-13"
    state = run(after(FIVE_HEARTS, "bid 5", bidding="optional"), "pass", "pass", "pass")
    assert (state.to_act, state.trump, state.declarer) == (0, None, 0)
    assert refused(state, "play AH") == "SJ-13"
    assert str(run(state, "trump H").trump) == "H"


def test_sj_13_clubs_are_said_and_not_named_again() -> None:
    state = run(four(), "bid 5", "pass", "bid 5 clubs", "pass")
    assert (str(state.trump), state.declarer) == ("C", 2)
    assert refused(state, "trump C") == "SJ-15"


def test_sj_13_suits_revealed() -> None:
    state = after(FIVE_HEARTS, "", reveal_suit="yes", bidding="optional")
    assert calls(state) == "pass, bid 5 hearts"
    assert refused(state, "bid 5") == "SJ-13"
    state = run(state, "bid 5 hearts", "pass", "pass", "pass")
    assert (str(state.trump), state.to_act) == ("H", 0)
    both = after("QS JC AS KS 10S AH KH 10H", "", reveal_suit="yes")
    assert calls(both) == "bid 5 spades, bid 5 hearts"
    assert refused(both, "bid 5 clubs") == "SJ-12"
    assert calls(after(FIVE_CLUBS, "", reveal_suit="yes", clubs_opening="no")) == "bid 5 clubs"


SHORT_SUITS = "QC QS 8H 7H 8S 7S 9D AC"
SPADES_OR_HEARTS = "QS JC AS KS 10S AH KH 10H"
REFUSALS = [
    (after(SHORT_SUITS, ""), "bid 5", "Your longest suit counts 4 cards; a bid needs 5."),
    (after(FIVE_HEARTS, ""), "bid 6", "Your longest suit counts 5 cards, so 5 is all you may bid."),
    (after(FIVE_HEARTS, ""), "pass", "You can bid 5, and whoever can bid must."),
    (after(FIVE_HEARTS, ""), "bid 5 hearts", "The suit stays unsaid until the auction ends: bid 5."),
    (after(FIVE_HEARTS, "", reveal_suit="yes"), "bid 5", "The suit is said with the bid: bid 5 hearts."),
    (
        after(SPADES_OR_HEARTS, "", reveal_suit="yes"),
        "bid 5 clubs",
        "With this hand a bid of 5 is in spades or hearts.",
    ),
    (
        after(FIVE_CLUBS, "", clubs_opening="no"),
        "bid 5 clubs",
        "Clubs are named only to beat a bid of the same length: bid 5.",
    ),
    (after(SIX_CLUBS, "bid 6", FIVE_HEARTS), "bid 5", "The standing bid is 6, and your 5 doesn't beat it."),
    (
        after(FIVE_CLUBS, "bid 5 clubs", OTHER_CLUBS),
        "bid 5 clubs",
        "The standing 5 is in clubs, and only a longer suit beats that.",
    ),
    (
        after(FIVE_HEARTS, "bid 5", FIVE_DIAMONDS),
        "bid 5",
        "Only clubs beat a bid of the same length, and yours would be another 5.",
    ),
    (
        run(after(SPADES_OR_HEARTS, "bid 5", bidding="optional"), "pass", "pass", "pass"),
        "trump C",
        "You bid 5 cards, so trumps must be spades or hearts.",
    ),
]


@pytest.mark.parametrize(("state", "action", "said"), REFUSALS, ids=[said for *_, said in REFUSALS])
def test_refusals_say_what_would_be_right(state: State, action: str, said: str) -> None:
    assert why(state, action) == said


@pytest.mark.parametrize(("option", "redeal", "dealer"), [("redeal", "same", 3), ("next_dealer", "next", 0)])
def test_sj_14_all_pass(option: str, redeal: str, dealer: int) -> None:
    game = stova.game("sjavs", all_pass=option, bidding="optional")
    match = game.match(key=KEY, hands=HANDS, dealer=3)
    for _ in range(4):
        match = match.apply(game.action("pass"))
    result = match.state.result
    assert (result.redeal, result.score, result.made, result.rule) == (redeal, (0, 0), "passed out", "SJ-14")
    assert match.next_deal().state.dealer == dealer


def test_sj_14_the_permanent_trumps_alone() -> None:
    state = run(four(all_pass="play", bidding="optional"), *["pass"] * 4)
    assert (state.to_act, state.trump, state.declarer) == (0, None, None)
    state = tricks(state, "JS JD QS JH")
    assert state.leader == 2
    assert plays(tricks(state, "AC")) == "7C 8C 9C"
    assert plays(tricks(state, "AC 7C")) == "QC 7S 8S 10H KH AH AD"


def test_sj_14_more_than_sixty_scores_four() -> None:
    seen = set()
    for number in range(300):
        state = run(stova.game("sjavs", all_pass="play", bidding="optional").deal(key=KEY, number=number), "knock")
        result = finish(run(state, *["pass"] * 4), random.Random(number)).result
        assert result.score == tuple(4 if points > 60 else 0 for points in result.points)
        assert (result.declarer, result.trump, result.redeal) == (None, None, None)
        assert (result.made, result.rule) == (("tie", "SJ-25") if result.points == (60, 60) else ("unbid", "SJ-14"))
        seen.add(result.score)
    assert seen == {(4, 0), (0, 4), (0, 0)}
