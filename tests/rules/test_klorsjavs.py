"""Klørsjavs for three and for four, rule by rule, up to the first lead: a test is named after the rule it proves."""

import random
from itertools import pairwise

import pytest

import stova
from helpers import KEY, finish, names, refused, run, texts, tricks
from klorsjavs_deals import BOTH, HANDS, four, lost, sheet, tables, three
from searched import defaults, plays, values, why
from stova import RulesError
from stova.cards import cards_in, parse_cards

WENZELS = "QC QS JC JS JH JD"

OPTIONS = {
    "first_dealer": ("draw", "scorer", "given"),
    "counter": (5, 10),
    "cat_first": ("no", "yes"),
    "fold_until": ("lead", "own_card"),
    "no_trick": (16, 8),
    "port_penalty": ("yes", "no"),
}
"""The values of every option, the default first."""
PRESETS = {
    "standard": {},
    "catsatcards": {"fold_until": "own_card", "no_trick": 8, "port_penalty": "no"},
    "wikipedia": {},
}


@pytest.mark.parametrize("name", BOTH)
def test_options(name: str) -> None:
    assert {option: set(choices) for option, choices in values(stova.game(name)).items()} == {
        option: set(choices) for option, choices in OPTIONS.items()
    }
    assert stova.presets(name) == tuple(PRESETS)
    for preset, changes in PRESETS.items():
        expected = {option: choices[0] for option, choices in OPTIONS.items()} | changes
        assert defaults(stova.game(name, preset=preset)) == expected


def test_kl_1_three_seats_and_twenty_cards() -> None:
    game = stova.game("klorsjavs")
    assert game.sides == (0, 1, 2)
    assert {str(card) for card in game.pack} == {rank + suit for rank in "AKQJ5" for suit in "CSHD"}
    assert len(game.pack) == 20
    assert [hand.bit_count() for hand in three().hands] == [6, 6, 6]


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("counter", [5, 10])
def test_kl_2_nine_trumps_headed_by_the_wenzels(name: str, counter: int) -> None:
    table = tables(name, counter=counter)
    nine = parse_cards(f"{WENZELS} AC KC {counter}C")
    assert table.ranked(table.trumps) == nine
    assert table.trumps.bit_count() == 9
    assert [cards_in(table.beaten_by[card]) for card in nine] == [tuple(sorted(nine[:place])) for place in range(9)]
    assert all(table.follow[card] == table.trumps for card in nine)


def test_kl_2_the_jacks_and_black_queens_are_clubs() -> None:
    state = tricks(run(three(), "declare", "leave", "stay"), "QC")
    assert plays(state) == "AC QS JH"
    assert why(state, "play AH") == "You hold a trump, the queen of spades: trumps were led, so you must play a trump."
    state = tricks(run(three(), "declare", "leave", "stay"), "AS")
    assert plays(state) == "AC QS 5H JH AH KD", "the queen of spades is no spade"


@pytest.mark.parametrize(("suit", "ranks"), [("S", "A K 5"), ("H", "A K Q 5"), ("D", "A K Q 5")])
def test_kl_3_plain_suits(suit: str, ranks: str) -> None:
    table = tables()
    cards = parse_cards(" ".join(rank + suit for rank in ranks.split()))
    assert table.ranked(table.follow[cards[0]]) == cards
    assert all(table.beaten_by[low] >> high & 1 for high, low in pairwise(cards))
    assert all(table.beaten_by[card] & table.trumps == table.trumps for card in cards)


@pytest.mark.parametrize("counter", [5, 10])
def test_kl_4_card_points(counter: int) -> None:
    game = stova.game("klorsjavs", counter=counter)
    worth = {"A": 11, str(counter): 10, "K": 4, "Q": 3, "J": 2}
    assert {card.rank for card in game.pack} == set(worth)
    assert all(tables(counter=counter).points[card] == worth[card.rank] for card in game.pack)
    assert sum(tables(counter=counter).points[card] for card in game.pack) == 120


def test_kl_4_a_ten_ranks_where_the_five_does() -> None:
    hands = [hand.replace("5", "10") for hand in HANDS]
    state = stova.game("klorsjavs", counter=10).deal(hands=hands, talon="QH QD", dealer=2)
    state = tricks(run(state, "declare", "exchange 10S KH", "stay"), "QH 10H 10C")
    assert (state.tricks[0].winner, state.points) == (2, (0, 0, 23))


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("number", range(10))
def test_kl_5_the_highest_card_drawn_deals_first(name: str, number: int) -> None:
    match = stova.game(name).match(key=f"{number:064}", players="abcd"[: stova.game(name).seats])
    assert match.draw is not None
    last = {player: card for drawn in match.draw.rounds for player, card in enumerate(drawn) if card is not None}
    ranks = [last[player].rank for player in sorted(last)]
    order = ["5", "J", "Q", "K", "A"]
    assert len(set(ranks)) == len(ranks)
    assert match.state.dealer == max(last, key=lambda player: order.index(last[player].rank))
    assert "".join(match.players) == "abcd"[: len(ranks)]


def test_kl_5_other_first_dealers() -> None:
    assert stova.game("klorsjavs", first_dealer="scorer").match(key=KEY).state.dealer == 0
    given = stova.game("klorsjavs", first_dealer="given")
    assert given.match(key=KEY, dealer=1).state.dealer == 1
    with pytest.raises(RulesError, match="say which seat deals first"):
        given.match(key=KEY)


def test_kl_5_the_right_hand_neighbour_is_offered_the_cut() -> None:
    state = stova.game("klorsjavs").deal(key=KEY, dealer=1)
    assert state.to_act == 0
    assert texts(state) == {"knock", *(f"cut {depth}" for depth in range(1, 20))}
    assert refused(state, "declare") == "KL-5"
    assert run(state, "knock").to_act == 2


@pytest.mark.parametrize("cut", [0, 7])
def test_kl_5_three_each_two_to_the_cat_three_each(cut: int) -> None:
    state = stova.game("klorsjavs").deal(key=KEY, dealer=1)
    pack = state.pack[cut:] + state.pack[:cut]
    state = run(state, f"cut {cut}" if cut else "knock")
    first, second, dealer = pack[:3] + pack[11:14], pack[3:6] + pack[14:17], pack[6:9] + pack[17:]
    assert state.dealt == (second, dealer, first, pack[9:11])
    assert state.talon == pack[9:11]


def test_kl_6_the_first_to_play_ends_the_auction() -> None:
    state = three()
    assert (state.to_act, texts(state)) == (0, {"declare", "pass"})
    assert refused(state, "stay") == "KL-6"
    after = run(state, "pass", "declare")
    assert (after.declarer, after.to_act, str(after.trump)) == (1, 1, "C")
    assert texts(after) >= {"leave"}
    assert refused(after, "declare") == "KL-7"


@pytest.mark.parametrize("name", BOTH)
def test_kl_6_all_pass_and_the_same_dealer_deals_again(name: str) -> None:
    match = stova.game(name).match(key=KEY, dealer=2)
    for text in ("knock", *["pass"] * match.game.seats):
        match = match.apply(match.game.action(text))
    result = match.state.result
    assert (result.made, result.rule, result.redeal, set(result.score)) == ("passed out", "KL-6", "same", {0})
    again = match.next_deal()
    assert (again.state.dealer, again.sheet) == (2, sheet(name, 2))
    assert again.state.pack != match.state.pack


def test_kl_7_two_cards_down_and_then_the_cat() -> None:
    state = run(three(), "declare")
    hand = HANDS[0].split()
    pairs = {frozenset((one, other)) for one in hand for other in hand if one != other}
    assert len(texts(state)) == 1 + len(pairs) == 1 + 15
    assert {frozenset(text.split()[1:]) for text in texts(state)} == pairs | {frozenset()}
    assert refused(state, "exchange QH KH") == "KL-7"
    assert why(state, "exchange AH KH") == "You don't hold the ace of hearts."
    assert refused(state, "play QC") == "KL-7"
    after = run(state, "exchange KH 5S")
    assert names(cards_in(after.hands[0])) == "QC JS AS QH JD QD"
    assert (names(after.talon), names(after.discards or ())) == ("", "5S KH")


def test_kl_7_or_the_cat_left_alone() -> None:
    state = run(three(), "declare", "leave", "stay")
    assert (state.hands, names(state.talon), state.discards) == (three().hands, "QH QD", ())
    assert all(state.view(seat).talon is None for seat in (0, 1, 2, None))
    state = tricks(state, "AS 5H KS", "QC AC 5C", "JS JH JC", "5D JD KD", "5S QS KC", "AH AD KH")
    assert all(names(state.view(seat).talon or ()) == "QH QD" for seat in (0, 1, 2, None))


def test_kl_7_cat_or_discards_count_to_the_declarer() -> None:
    rng = random.Random(7)
    for down, worth in (("leave", 6), ("exchange 5S KH", 14), ("exchange AS 5S", 21)):
        state = finish(run(three(), "declare", down, "stay"), rng)
        assert sum(state.points) == 120 - worth
        assert state.result.points == (state.points[0] + worth, *state.points[1:])


def test_kl_7_a_look_at_the_cat_first() -> None:
    state = run(three(cat_first="yes"), "declare")
    assert texts(state) == {"take", "leave"}
    assert refused(state, "discard AS 5S") == "KL-7"
    assert run(state, "leave", "stay").hands == three().hands
    state = run(state, "take")
    assert names(cards_in(state.hands[0])) == "QC 5S JS AS QH KH JD QD"
    assert len(texts(state)) == 28
    assert why(state, "discard AS AD") == "You don't hold the ace of diamonds."
    assert refused(state, "leave") == "KL-7"
    state = run(state, "discard QH QD")
    assert state.hands == three().hands
    assert names(state.discards or ()) == "QH QD"
    assert texts(state) == {"fold", "stay"}


def test_kl_8_the_discards_are_the_declarers_to_see_not_to_use() -> None:
    state = run(three(), "declare", "exchange AS 5S")
    assert names(state.view(0).discards or ()) == "5S AS"
    assert [state.view(seat).discards for seat in (1, 2, None)] == [None] * 3
    assert [state.view(seat).discarded for seat in (0, 1, 2, None)] == [2] * 4
    state = run(state, "stay")
    assert names(state.view(0).discards or ()) == "5S AS"
    assert why(state, "play AS") == "You don't hold the ace of spades."
    assert [str(action) for _, action in state.view(1).history] == ["declare", "exchange 2 face down", "stay"]


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("down", ["leave", "exchange"])
def test_kl_9_fold_before_the_first_lead(name: str, down: str) -> None:
    state = run(three() if name == "klorsjavs" else four(), "pass", "declare")
    state = run(state, next(text for text in sorted(texts(state)) if text.startswith(down)))
    assert (state.to_act, texts(state)) == (1, {"fold", "stay"})
    assert refused(state, "play QS") == "KL-9"
    result = run(state, "fold").result
    assert lost(result) == (8, 0)
    assert (result.made, result.rule, result.declarer) == ("fold", "KL-9", 1)
    assert refused(run(state, "stay"), "fold") == "KL-10"


def test_kl_9_a_fold_leaves_the_cat_unseen() -> None:
    for down in ("leave", "exchange AC AH"):
        state = run(three(), "pass", "declare", down, "fold")
        assert [state.view(seat).talon for seat in (0, 1, 2, None)] == [None] * 4
        assert [state.view(seat).discards for seat in (0, 2, None)] == [None] * 3
        assert state.result.points == (0, 0, 0)


def test_kl_9_fold_before_the_own_first_card() -> None:
    state = run(three(fold_until="own_card"), "pass", "declare", "leave")
    assert "fold" not in texts(state)
    assert why(state, "fold") == "Only the declarer may fold."
    state = tricks(state, "QC")
    assert texts(state) == {"play QS", "play JH", "play AC", "fold"}
    assert lost(run(state, "fold").result) == (8, 0)
    state = tricks(state, "JH KC", "AS")
    assert refused(state, "fold") == "KL-9"
    assert why(state, "fold") == "You may fold only before your first card."
    leading = run(three(fold_until="own_card"), "declare", "leave")
    assert "fold" in texts(leading)
    assert refused(tricks(leading, "QC"), "fold") == "KL-9"


def test_kl4_1_eighteen_cards_for_four() -> None:
    game = stova.game("klorsjavs4")
    assert game.sides == (0, 1, 2, 3)
    assert {str(card) for card in game.pack} == {rank + suit for rank in "AKQJ5" for suit in "CSHD"} - {"QH", "QD"}
    assert len(game.pack) == 18
    table = tables("klorsjavs4")
    assert names(table.ranked(table.follow[parse_cards("KH")[0]])) == "AH KH 5H"


@pytest.mark.parametrize("cut", [0, 5])
def test_kl4_1_two_each_two_to_the_cat_two_each(cut: int) -> None:
    state = stova.game("klorsjavs4").deal(key=KEY, dealer=2)
    assert (state.to_act, len(texts(state))) == (1, 18)
    pack = state.pack[cut:] + state.pack[:cut]
    state = run(state, f"cut {cut}" if cut else "knock")
    assert state.dealt[3] == pack[:2] + pack[10:12]
    assert state.dealt[0] == pack[2:4] + pack[12:14]
    assert state.dealt[1] == pack[4:6] + pack[14:16]
    assert state.dealt[2] == pack[6:8] + pack[16:]
    assert state.dealt[4] == state.talon == pack[8:10]


def test_kl4_1_the_exchange_is_of_two_cards_again() -> None:
    state = run(four(), "declare")
    assert len(texts(state)) == 1 + 6
    assert names(cards_in(run(state, "exchange JD AH").hands[0])) == "JC QC 5S AD"
