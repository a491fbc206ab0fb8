"""Auction Klørsjavs, rule by rule: a test is named after the rule it proves."""

import random
from functools import cache
from typing import Any

import pytest

import stova
from helpers import KEY, finish, names, refused, run, texts, tricks
from searched import bent, defaults, play_on, plays, search, values, why
from stova import Result, RulesError, State, Suit
from stova.cards import cards_in, parse_cards
from stova.engine.tables import CardTables
from stova.rules.columns import Columns

HANDS = ["AH KH JH AS 5C 5D", "QH KS QS AC JC KD", "5H JS 5S KC AD QD"]
"""With dealer 2; the cat is QC JD."""
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


def dealt(**options: Any) -> State:
    return stova.game("klorsjavs_auction", **options).deal(hands=HANDS, talon="QC JD", dealer=2)


def duel(*calls: str) -> State:
    return run(dealt(**{"raise": "duel"}), *calls)


def declared(contract: str, *exchange: str, trump: str = "H", **options: Any) -> State:
    """Forehand has the contract and has named trumps."""
    return run(dealt(**options), f"bid {contract}", "pass", "pass", *exchange, f"trump {trump}")


def tables(trump: Suit, **options: Any) -> CardTables:
    game = stova.game("klorsjavs_auction", **options)
    return game.tables(State(game=game, dealer=0, trump=trump))


@cache
def ended(contract: str, points: int | None, won: int | None = None, **options: Any) -> Result:
    """A deal found and played in which the declarer takes so many card points, and in so many tricks if that is said.

    Without either it takes no trick.
    """
    game = stova.game("klorsjavs_auction", **options)
    strong = (points or 0) > 40 or (won or 0) > 1

    def make(rng: random.Random) -> State:
        dealer, declarer, trump = rng.randrange(3), rng.randrange(3), rng.choice(list(Suit))
        state = bent(game, rng, {declarer}, trump, strong=strong, dealer=dealer)
        while state.to_act != declarer:
            state = run(state, "pass")
        winners = {declarer} if strong else {0, 1, 2} - {declarer}
        return play_on(run(state, f"bid {contract}"), rng, winners, "pass", f"trump {trump}")

    def wanted(state: State) -> bool:
        result = state.result
        assert result.declarer is not None
        own, taken = result.points[result.declarer], result.tricks[result.declarer]
        if points is None and won is None:
            return not taken
        return points in (None, own) and taken > 0 and won in (None, taken)

    return search(f"{contract} {points} {won}", make, wanted).result


def amount(result: Result) -> tuple[int, int]:
    """What the declarer wins, and what each opponent pays for it."""
    assert result.declarer is not None
    others = {score for seat, score in enumerate(result.score) if seat != result.declarer}
    assert len(others) == 1, "every opponent pays the same"
    return result.score[result.declarer], -others.pop()


def sheet(dealer: int = 0, **options: Any) -> Columns:
    made = stova.game("klorsjavs_auction", **options).new_sheet(dealer)
    assert isinstance(made, Columns)
    return made


def scored(*score: int) -> Result:
    nothing = (0, 0, 0)
    return Result(declarer=0, points=nothing, tricks=nothing, score=score, made="won", rule="KA-6")


def test_options() -> None:
    choices = values(stova.game("klorsjavs_auction"))
    assert choices.pop("deals") == "a whole number from 1, none"
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


ROWS = [
    (61, 1),
    (90, 1),
    (91, 2),
    (105, 2),
    (120, 3),
    (60, -1),
    (31, -1),
    (30, -2),
    (16, -2),
    (None, -3),
]
"""Card points, None for no trick, and how often the contract's amount is won or lost."""


@pytest.mark.parametrize(("contract", "once"), [("spil", 1), ("stryger", 4)])
@pytest.mark.parametrize(("points", "times"), ROWS)
def test_ka_6_what_a_game_is_worth(contract: str, once: int, points: int | None, times: int) -> None:
    result = ended(contract, points)
    words = {1: "won", 2: "double", 3: "all", -1: "lost", -2: "lost double", -3: "no trick"}
    assert (amount(result), result.made, result.rule) == ((2 * times * once, times * once), words[times], "KA-6")


@pytest.mark.parametrize(
    ("contract", "won", "worth"),
    [
        ("tout", 6, 10),
        ("tout", 5, -10),
        ("tout", 1, -10),
        ("tout", None, -10),
        ("strøget tout", 6, 15),
        ("strøget tout", 5, -15),
        ("strøget tout", 1, -15),
        ("strøget tout", None, -15),
    ],
)
def test_ka_6_what_a_tout_is_worth(contract: str, won: int | None, worth: int) -> None:
    result = ended(contract, None, won)
    assert amount(result) == (2 * worth, worth)
    assert result.made == ("tout" if worth > 0 else "tout lost")


@pytest.mark.parametrize(
    ("contract", "down", "points", "score"),
    [("spil", ("exchange 5C 5D",), (85, 18, 17), (2, -1, -1)), ("stryger", (), (70, 25, 25), (8, -4, -4))],
)
def test_ka_6_a_deal_counted_by_hand(
    contract: str, down: tuple[str, ...], points: tuple[int, ...], score: tuple[int, ...]
) -> None:
    state = tricks(declared(contract, *down), "AH QH 5H", "KH JC JS", "AS QS 5S")
    assert state.points == (24 + 8 + 24, 0, 0)
    last = ("JD KD AD", "QD JH KS", "QC AC KC") if contract == "spil" else ("5D KD AD", "QD JH KS", "5C AC KC")
    result = tricks(state, *last).result
    assert (result.points, result.score, result.tricks) == (points, score, (4, 1, 1))


@pytest.mark.parametrize(("points", "at_91", "at_90"), [(89, 1, 1), (90, 1, 2), (91, 2, 2), (31, -1, -1), (30, -2, -2)])
def test_ka_7_where_double_begins(points: int, at_91: int, at_90: int) -> None:
    assert amount(ended("spil", points)) == (2 * at_91, at_91)
    assert amount(ended("spil", points, double_at=90)) == (2 * at_90, at_90)


@pytest.mark.parametrize("points", [61, 105, 120, 60, 30, None])
def test_ka_8_each_opponent_pays_or_is_paid(points: int | None) -> None:
    each, flat = ended("stryger", points), ended("stryger", points, payment="flat")
    assert sum(each.score) == 0
    assert amount(flat) == (amount(each)[1], amount(each)[1])


@pytest.mark.parametrize("won", [6, 5])
def test_ka_8_in_the_touts_too(won: int) -> None:
    sign = 1 if won == 6 else -1
    assert amount(ended("tout", None, won)) == (sign * 20, sign * 10)
    assert amount(ended("tout", None, won, payment="flat")) == (sign * 10, sign * 10)


@pytest.mark.parametrize(("deals", "count"), [({}, 12), ({"deals": 1}, 1), ({"deals": 7}, 7)])
def test_ka_9_a_set_number_of_deals_and_the_highest_wins(deals: dict[str, int], count: int) -> None:
    columns = sheet(dealer=1, **deals)
    assert columns.standing == (0, 0, 0)
    for _ in range(count):
        assert (columns.is_over, columns.winners) == (False, ())
        columns = columns.enter(scored(-2, 4, -2))
    assert (columns.is_over, columns.winners, columns.standing) == (True, (1,), (-2 * count, 4 * count, -2 * count))
    assert (columns.losers, columns.dealer) == ((), (1 + count) % 3)


def test_ka_9_equal_totals_share_and_passed_out_deals_do_not_count() -> None:
    nothing = (0, 0, 0)
    out = Result(points=nothing, tricks=nothing, score=nothing, made="passed out", rule="KA-3", redeal="same")
    columns = sheet(deals=2).enter(out).enter(scored(2, -1, -1)).enter(out)
    assert not columns.is_over
    assert columns.enter(scored(-1, 2, -1)).winners == (0, 1)


def test_ka_9_or_for_as_long_as_you_like() -> None:
    columns = sheet(deals=None)
    for _ in range(40):
        columns = columns.enter(scored(2, -1, -1))
    assert not columns.is_over
    assert columns.close().winners == (0,)
    for wrong in (0, -1, "many"):
        with pytest.raises(RulesError, match="from 1, none"):
            stova.game("klorsjavs_auction", deals=wrong)
