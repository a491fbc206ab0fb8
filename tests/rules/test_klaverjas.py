"""Klaverjas, rule by rule: a test is named after the rule it proves."""

import random
import re
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

import stova
from helpers import KEY, finish, names, refused, run, texts, tricks
from searched import bent, defaults, play_on, plays, search, values, why
from stova import Game, Result, RulesError, State, Suit
from stova.cards import card_set, parse_cards
from stova.engine.tables import CardTables
from stova.games.klaverjas import revoked
from stova.rules.columns import Columns

RULES = {f"kj_{number}" for number in range(1, 14)}
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = [" ".join(rank + suit for rank in RANKS) for suit in "HCSD"]
"""A suit each: seat 0 has the hearts, and wins every trick with them or none."""
BY_HEARTS = [f"{rank}H {other}C {other}S {other}D" for rank, other in zip(RANKS, (*RANKS[1:], "7"), strict=True)]
"""All tricks of the suits for the hearts, without roem."""
BY_CLUBS = [BY_HEARTS[0], *(f"{others} {heart}" for heart, others in (trick.split(" ", 1) for trick in BY_HEARTS[1:]))]
"""And for the clubs."""
SPREAD = [" ".join(rank + suit for suit in "CSHD" for rank in RANKS[place::4]) for place in range(4)]
"""Every suit goes round: 7 and jack to seat 0, 8 and queen to seat 1, 9 and king to seat 2, 10 and ace to seat 3."""
MIXED = [
    "JC 9C AC AS 10S AH 10H AD",
    "KC QC 8C KS QS JS 7H 8H",
    "10C 7C 9S 8S KH QH JH 10D",
    "7S 9H KD QD JD 9D 8D 7D",
]
NAMED = ("trump C", "trump S", "trump H", "trump D")

OPTIONS = {
    "first_dealer": ("draw", "scorer", "given"),
    "packets": ((3, 3, 2), (3, 2, 3)),
    "trump_choice": ("forced", "pass_or_play", "turned"),
    "ruff": ("amsterdam", "rotterdam"),
    "roem": ("declare", "automatic"),
    "defenders_pit": (100, 0, 200),
    "deals": (16, 12, 4, None),
    "revoke": ("162_and_100", "minus_100", None),
}
"""The values of every option but `minutes`, the default first."""
PRESETS: dict[str, dict[str, object]] = {
    "de_wieken": {},
    "amsterdam": {"trump_choice": "turned"},
    "rotterdam": {"trump_choice": "turned", "ruff": "rotterdam"},
    "utrecht": {"trump_choice": "pass_or_play"},
}


def game(**options: Any) -> Game:
    return stova.game("klaverjas", **options)


def deal(hands: list[str], *actions: str, drawn: str | None = None, **options: Any) -> State:
    """A deal by seat 3 from these hands, after these actions."""
    return run(game(**options).deal(hands=hands, dealer=3, drawn=drawn), *actions)


def tables(trump: Suit) -> CardTables:
    return game().tables(State(game=game(), dealer=0, trump=trump))


def due(trick: str, hand: str, ruff: str) -> State:
    """Hearts are trumps, and a seat that holds `hand` is to play to `trick`, which seat 0 led."""
    table = [[card] for card in parse_cards(trick)]
    hands = [*table, list(parse_cards(hand)), [], []][:4]
    state = replace(deal(SUITS, "trump H", ruff=ruff), hands=tuple(map(card_set, hands)))
    return tricks(state, trick)


def check(state: State, hand: str, legal: str, rule: str) -> None:
    """Exactly these cards of the hand may be played; the others are refused by the rule."""
    assert set(plays(state).split()) == set(legal.split())
    for card in set(hand.split()) - set(legal.split()):
        assert refused(state, f"play {card}") == rule


def side_of(result: Result) -> int:
    assert result.declarer is not None
    return result.declarer % 2


@cache
def ended(points: int, own: int, other: int) -> Result:
    """A deal found and played in which declarers have so many card points and so much roem, and the others so much."""
    chosen = game(trump_choice="pass_or_play", roem="automatic")

    def make(rng: random.Random) -> State:
        dealer, declarer, trump = rng.randrange(4), rng.randrange(4), rng.choice(list(Suit))
        seats = {declarer, (declarer + 2) % 4}
        state = bent(chosen, rng, seats, trump, strong=rng.random() < 0.5, dealer=dealer)
        while state.to_act != declarer:
            state = run(state, "pass")
        return play_on(run(state, f"trump {trump}"), rng, rng.choice([seats, set(), {0, 1, 2, 3}]))

    def wanted(state: State) -> bool:
        result = state.result
        side = side_of(result)
        return (result.points[side], result.own.roem[side], result.own.roem[1 - side]) == (points, own, other)

    return search(f"{points} {own} {other}", make, wanted).result


def sheet(dealer: int = 0, **options: Any) -> Columns:
    made = game(**options).new_sheet(dealer)
    assert isinstance(made, Columns)
    return made


def scored(*score: int) -> Result:
    return Result(declarer=0, points=(0, 0), tricks=(0, 0), score=score, made="won", rule="KJ-11")


def test_options() -> None:
    choices = values(game())
    assert choices.pop("minutes") == "a whole number from 1, none"
    assert {option: set(kind) for option, kind in choices.items()} == {
        option: set(kind) for option, kind in OPTIONS.items()
    }
    assert stova.presets("klaverjas") == tuple(PRESETS)
    for preset, changes in PRESETS.items():
        expected = {option: kind[0] for option, kind in OPTIONS.items()} | {"minutes": None} | changes
        assert defaults(game(preset=preset)) == expected


def test_kj_1_two_sides_and_thirty_two_cards() -> None:
    assert game().sides == (0, 1, 0, 1)
    assert {str(card) for card in game().pack} == {rank + suit for rank in RANKS for suit in "CSHD"}
    assert len(game().pack) == 32


@pytest.mark.parametrize("packets", [(3, 3, 2), (3, 2, 3)])
def test_kj_1_eight_each_in_packets_without_a_cut(packets: tuple[int, ...]) -> None:
    state = game(packets=packets).deal(key=KEY, dealer=1)
    pack = list(state.pack)
    hands: dict[int, list[str]] = {seat: [] for seat in range(4)}
    for size in packets:
        for seat in (2, 3, 0, 1):
            hands[seat] += [str(pack.pop(0)) for _ in range(size)]
    assert [names(hand).split() for hand in state.dealt[:4]] == [hands[seat] for seat in range(4)]
    assert (state.to_act, names(state.talon)) == (2, "")


def test_kj_1_the_deal_passes_to_the_left() -> None:
    match = game(deals=4).match(key=KEY, dealer=2)
    rng = random.Random(1)
    dealers = []
    while True:
        while not match.state.is_over:
            match = match.apply(rng.choice(match.state.legal_actions()))
        dealers.append(match.state.dealer)
        if match.is_over:
            break
        match = match.next_deal()
    assert dealers == [2, 3, 0, 1]


@pytest.mark.parametrize("number", range(10))
def test_kj_1_the_draw_makes_partners_and_first_dealer(number: int) -> None:
    match = game().match(key=f"{number:064}", players="abcd")
    assert match.draw is not None
    last = {player: card for drawn in match.draw.rounds for player, card in enumerate(drawn) if card is not None}
    ranking = sorted(range(4), key=lambda player: -RANKS.index(last[player].rank))
    assert match.players[match.state.dealer] == "abcd"[ranking[0]]
    assert match.players[(match.state.dealer + 2) % 4] == "abcd"[ranking[1]]


def test_kj_1_other_first_dealers() -> None:
    assert game(first_dealer="scorer").match(key=KEY).state.dealer == 0
    assert game(first_dealer="given").match(key=KEY, dealer=3).state.dealer == 3
    with pytest.raises(RulesError):
        game(first_dealer="given").match(key=KEY)


@pytest.mark.parametrize("trump", Suit)
def test_kj_2_order_and_card_points(trump: Suit) -> None:
    table = tables(trump)
    for suit in Suit:
        ranks = "J 9 A 10 K Q 8 7" if suit is trump else "A 10 K Q J 9 8 7"
        worth = [20, 14, 11, 10, 4, 3, 0, 0] if suit is trump else [11, 10, 4, 3, 2, 0, 0, 0]
        cards = parse_cards(" ".join(f"{rank}{suit}" for rank in ranks.split()))
        assert table.ranked(table.follow[cards[0]]) == cards
        assert [table.points[card] for card in cards] == worth
        assert sum(worth) == (62 if suit is trump else 30)


@pytest.mark.parametrize("trump", Suit)
def test_kj_2_sixty_two_three_times_thirty_and_ten(trump: Suit) -> None:
    table = tables(trump)
    assert sum(table.points[card] for card in game().pack) == 62 + 3 * 30 == 152
    assert table.last_trick == 10
    result = finish(deal(MIXED, f"trump {trump}"), random.Random(2)).result
    assert sum(result.points) == 62 + 3 * 30 + 10 == 162


def test_kj_2_the_last_trick_counts_ten() -> None:
    before = tricks(deal(SUITS, "trump H"), *BY_HEARTS[:7])
    assert before.points == (162 - 21, 0, 0, 0)
    assert tricks(before, "AH 7C 7S 7D").points == (162, 0, 0, 0)


def test_kj_3_forehand_must_name_trumps_and_leads() -> None:
    state = deal(MIXED)
    assert (state.to_act, texts(state)) == (0, set(NAMED))
    assert why(state, "pass") == "Forehand must name trumps."
    assert refused(state, "play AS") == refused(state, "pass") == refused(state, "accept") == "KJ-3"
    for action in NAMED:
        named = run(state, action)
        assert (named.declarer, f"trump {named.trump}", named.to_act) == (0, action, 0)
        assert plays(named) == "9C JC AC 10S AS 10H AH AD"


def test_kj_3_each_may_pass_or_play() -> None:
    state = deal(MIXED, trump_choice="pass_or_play")
    assert (state.to_act, texts(state)) == (0, {"pass", *NAMED})
    assert why(state, "accept") == "Here you name trumps."
    named = run(state, "pass", "pass", "trump D")
    assert (named.declarer, str(named.trump), named.to_act) == (2, "D", 0)
    result = run(state, *["pass"] * 4).result
    assert (result.made, result.rule, result.redeal, result.score) == ("passed out", "KJ-3", "same", (0, 0))


def test_kj_3_all_pass_and_the_same_dealer_deals_again() -> None:
    match = game(trump_choice="pass_or_play").match(key=KEY, dealer=2)
    for _ in range(4):
        match = match.apply(match.game.action("pass"))
    assert (match.next_deal().state.dealer, match.sheet.summary()["standing"]) == (2, (0, 0))


@pytest.mark.parametrize("declarer", range(4))
def test_kj_3_the_suit_turned_may_be_accepted(declarer: int) -> None:
    state = deal(MIXED, drawn="QS", trump_choice="turned")
    assert [str(state.view(seat).drawn) for seat in (0, 1, 2, 3, None)] == ["QS"] * 5
    for seat in range(declarer):
        assert (state.to_act, texts(state)) == (seat, {"accept", "pass"})
        state = run(state, "pass")
    assert why(state, "trump S") == "Here you accept or pass."
    state = run(state, "accept")
    assert (state.declarer, str(state.trump), state.to_act) == (declarer, "S", 0)


def test_kj_3_forehand_plays_what_nobody_accepts() -> None:
    state = deal(MIXED, *["pass"] * 4, drawn="7D", trump_choice="turned")
    assert (state.declarer, str(state.trump), state.to_act, plays(state)) == (0, "D", 0, plays(deal(MIXED, "trump D")))


def test_kj_3_the_suit_is_drawn_from_a_second_pack() -> None:
    turned = game(trump_choice="turned")
    drawn = [turned.deal(key=KEY, number=number).drawn for number in range(40)]
    assert {str(card.suit) for card in drawn if card is not None} == set("CSHD")
    assert game().deal(key=KEY).drawn is None
    for wrong in (None, "2H", "7D 8D"):
        with pytest.raises(RulesError, match="say which with drawn="):
            turned.deal(hands=MIXED, drawn=wrong)


FOLLOWING = [
    ("AS", "7S JH KC", "7S"),
    ("AS 7H", "8S JH KC", "8S"),
    ("10H", "8H 9H AS", "9H"),
    ("10H", "8H 9H JH", "9H JH"),
    ("8H 10H", "9H QH AS", "9H"),
    ("9H", "QH AH AS", "QH AH"),
    ("9H", "KC AS", "KC AS"),
]
"""A trick, a hand, and what of it may be played; hearts are trumps, in the tables below too."""
UNABLE = [
    ("7S", "KC 8D", "KC 8D", "KC 8D"),
    ("7S", "JH 7H KC", "7H JH", "7H JH"),
    ("7S QH", "JH 7H KC", "JH", "JH"),
    ("7S QH", "JH KH KC", "JH KH", "JH KH"),
    ("7S AS", "JH 7H KC", "7H JH", "7H JH"),
    ("7S 8S", "JH 7H KC", "7H JH", "7H JH"),
    ("AS 8S", "JH 7H KC", "KC 7H JH", "7H JH"),
    ("7S 8S 9S", "KC 7H", "7H", "7H"),
    ("7S 8S 7C", "JH 7H KC", "KC 7H JH", "7H JH"),
]
"""A plain suit led to a hand without it: what may be played under `amsterdam` and under `rotterdam`."""
BEATEN = [
    ("7S 9H", "AH 7H KC", "KC", "7H AH"),
    ("7S 9H", "AH 7H", "7H AH", "7H AH"),
    ("7S QH 8S", "8H 7H KC", "KC", "7H 8H"),
    ("7S QH 8S", "JH 7H KC", "KC JH", "JH"),
    ("7S QH 8S", "8H 7H", "7H 8H", "7H 8H"),
    ("7S QH 8S", "7H JH", "JH", "JH"),
    ("7S QH KH", "JH 8H KC", "JH", "JH"),
    ("7S QH KH", "8H KC AD", "KC AD", "8H"),
]
"""The same once somebody has ruffed."""


@pytest.mark.parametrize("ruff", ["amsterdam", "rotterdam"])
@pytest.mark.parametrize(("trick", "hand", "legal"), FOLLOWING)
def test_kj_4_follow_and_go_higher_in_trumps(trick: str, hand: str, legal: str, ruff: str) -> None:
    check(due(trick, hand, ruff), hand, legal, "KJ-4")


def test_kj_4_refusals() -> None:
    state = due("10H", "8H 9H AS", "amsterdam")
    higher = "A trump played here must beat the ten of hearts, and you can: the nine of hearts does."
    assert why(state, "play 8H") == higher
    assert why(state, "play AS") == "You hold a trump, the nine of hearts: trumps were led, so you must play a trump."
    state = due("AS", "7S JH KC", "amsterdam")
    assert why(state, "play JH") == "You hold a spade, the seven of spades: spades were led, so you must play a spade."
    assert why(state, "play AD") == "You don't hold the ace of diamonds."


@pytest.mark.parametrize(("trick", "hand", "amsterdam", "rotterdam"), UNABLE)
def test_kj_5_trump_a_plain_suit(trick: str, hand: str, amsterdam: str, rotterdam: str) -> None:
    check(due(trick, hand, "amsterdam"), hand, amsterdam, "KJ-5")
    check(due(trick, hand, "rotterdam"), hand, rotterdam, "KJ-5")


def test_kj_5_refusals() -> None:
    must = "You can't follow and hold a trump, the jack of hearts, so you must play a trump."
    assert why(due("7S", "JH 7H KC", "amsterdam"), "play KC") == must
    assert why(due("AS 8S", "JH 7H KC", "rotterdam"), "play KC") == must
    higher = "A trump played here must beat the queen of hearts, and you can: the jack of hearts does."
    assert why(due("7S QH", "JH 7H KC", "amsterdam"), "play 7H") == higher


@pytest.mark.parametrize(("trick", "hand", "amsterdam", "rotterdam"), BEATEN)
def test_kj_6_no_lower_trump_with_another_card(trick: str, hand: str, amsterdam: str, rotterdam: str) -> None:
    check(due(trick, hand, "amsterdam"), hand, amsterdam, "KJ-5")
    check(due(trick, hand, "rotterdam"), hand, rotterdam, "KJ-5")


def test_kj_6_refusals() -> None:
    lower = "You can't beat the nine of hearts, and a lower trump may be played only by who holds nothing else."
    assert why(due("7S 9H", "AH 7H KC", "amsterdam"), "play AH") == lower
    over = "A trump played here must beat the queen of hearts, and you can: the jack of hearts does."
    assert why(due("7S QH 8S", "JH 7H KC", "amsterdam"), "play 7H") == over
    under = "You can't follow and hold a trump, the ace of hearts, so you must play a trump."
    assert why(due("7S 9H", "AH 7H KC", "rotterdam"), "play KC") == under


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("KS 10S QS AD", 1), ("AS 7H 10S 8H", 3), ("AS JH 10S 9S", 1), ("9H QH JH AH", 2), ("7C AD AS JS", 0)],
)
def test_kj_7_the_highest_trump_wins_or_the_highest_of_the_suit_led(trick: str, winner: int) -> None:
    *before, last = trick.split()
    assert tricks(due(" ".join(before), last, "amsterdam"), last).tricks[0].winner == winner


def test_kj_7_the_winner_leads() -> None:
    state = tricks(deal(SPREAD, "trump C"), "JH 8H KH AH")
    assert (state.tricks[0].winner, state.to_act, state.leader) == (3, 3, 3)
    state = tricks(state, "AC JC QC 9C")
    assert (state.tricks[1].leader, state.tricks[1].winner, state.to_act) == (3, 0, 0)


def test_kj_7_the_last_trick_may_be_looked_at() -> None:
    state = tricks(deal(MIXED, "trump C"), "JC 8C 10C 7D", "9C")
    for seat in (0, 1, 2, 3, None):
        last = state.view(seat).tricks[-1]
        assert (last.leader, names(last.cards), last.winner) == (0, "JC 8C 10C 7D", 0)


ROEM = [
    ("7H 8H 9H AH", 20, 20),
    ("7H 8H 9H 10H", 50, 50),
    ("JH 8H 9H 10H", 50, 50),
    ("JH QH 9H 10H", 50, 50),
    ("JH QH KH 10H", 50, 70),
    ("JH QH KH AH", 50, 70),
    ("7H QH KH AH", 20, 40),
    ("7H QH KH 10H", 0, 20),
    ("7H 8H KH 10H", 0, 0),
    ("JH 8H 9H AH", 0, 0),
    ("7H QH 9H AH", 0, 0),
    ("JH QH 9H AH", 0, 0),
    ("JH 8H KH AH", 0, 0),
]
"""A trick, and its roem where hearts are plain and where they are trumps."""


def roem(state: State) -> int:
    """What lies to be declared in the trick just won."""
    waiting = 0 if state.own is None else state.own.waiting
    assert ("roem" in texts(state)) == (waiting > 0)
    return int(waiting)


@pytest.mark.parametrize(("trick", "plain", "trumps"), ROEM)
def test_kj_8_sequences_and_stuk(trick: str, plain: int, trumps: int) -> None:
    assert roem(tricks(deal(SPREAD, "trump C"), trick)) == plain
    assert roem(tricks(deal(SPREAD, "trump H"), trick)) == trumps


@pytest.mark.parametrize(
    ("ranks", "worth"),
    [("10", 100), ("Q", 100), ("K", 100), ("A", 100), ("J", 200), ("7", 0), ("8", 0), ("9", 0)],
)
def test_kj_8_four_of_a_kind(ranks: str, worth: int) -> None:
    assert roem(tricks(deal(SUITS, "trump H"), " ".join(f"{ranks}{suit}" for suit in "HCSD"))) == worth


@pytest.mark.parametrize(("trump", "worth"), [("C", 20), ("H", 0), ("S", 0)])
def test_kj_8_stuk_is_of_trumps_alone(trump: str, worth: int) -> None:
    hands = [
        "7S 7H 8H 9H 10H JH QH KH",
        "QC 7C 8C 9C 7D 8D 9D 10D",
        "AS KS QS JS 10S 9S 8S AH",
        "KC 10C JC AC JD QD KD AD",
    ]
    state = tricks(deal(hands, f"trump {trump}"), "7S QC 8S KC")
    assert roem(state) == worth


def test_kj_8_a_sequence_needs_not_be_of_the_suit_led() -> None:
    hands = [SUITS[0], "7C 10C JC KC AC 7S 8S 9S", "8C QC 10S JS QS KS AS 7D", "9C 8D 9D 10D JD QD KD AD"]
    assert roem(tricks(deal(hands, "trump H"), "AH 7C 8C 9C")) == 20


def test_kj_8_only_within_one_trick() -> None:
    state = tricks(deal(SUITS, "trump H"), "QH 7C 7S 7D", "KH 8C 8S 8D", "AH 9C 9S 9D")
    assert (roem(state), state.own) == (0, None)


def test_kj_9_the_winner_declares_it_or_keeps_quiet() -> None:
    state = tricks(deal(SPREAD, "trump C"), "7H 8H 9H 10H")
    assert (state.to_act, texts(state)) == (3, {"roem", "no roem"})
    assert refused(state, "play AH") == "KJ-9"
    assert why(state, "play AH") == "It is time to declare roem or keep quiet."
    declared, quiet = run(state, "roem"), run(state, "no roem")
    assert (declared.own.counted, quiet.own.counted) == ((0, 50), (0, 0))
    assert (declared.to_act, quiet.to_act) == (3, 3)
    assert plays(declared) == plays(quiet)
    assert refused(declared, "roem") == "KJ-4"
    assert all(state.view(seat).own.waiting == 50 for seat in (0, 1, 2, 3, None))


def test_kj_9_automatic() -> None:
    state = tricks(deal(SPREAD, "trump C", roem="automatic"), "7H 8H 9H 10H")
    assert (state.own.counted, state.own.waiting, state.to_act) == ((0, 50), 0, 3)
    assert "roem" not in texts(state)


@pytest.mark.parametrize(("say", "score"), [("roem", (362, 0)), ("no roem", (262, 0))])
def test_kj_9_roem_in_the_last_trick(say: str, score: tuple[int, int]) -> None:
    first = ["7H 8C 8S 8D", *BY_HEARTS[1:6], "KH 7C 7S 7D"]
    state = tricks(deal(SUITS, "trump H"), *first, "AH AC AS AD")
    assert texts(state) == {"roem", "no roem"}
    result = run(state, say).result
    assert (result.score, result.own.roem) == (score, (score[0] - 162, 0))


@pytest.mark.parametrize("defenders_pit", [100, 0, 200])
def test_kj_10_all_tricks_for_the_declarers(defenders_pit: int) -> None:
    result = tricks(deal(SUITS, "trump H", defenders_pit=defenders_pit), *BY_HEARTS).result
    assert (result.points, result.tricks, result.own.pit) == ((162, 0), (8, 0), True)
    assert (result.score, result.own.roem, result.made, result.rule) == ((262, 0), (100, 0), "pit", "KJ-10")


@pytest.mark.parametrize("defenders_pit", [100, 0, 200])
def test_kj_10_all_tricks_for_the_others(defenders_pit: int) -> None:
    result = tricks(deal(SUITS, "trump C", defenders_pit=defenders_pit), *BY_CLUBS).result
    assert (result.points, result.tricks, result.own.pit) == ((0, 162), (0, 8), True)
    assert (result.score, result.own.roem) == ((0, 162 + defenders_pit), (0, defenders_pit))
    assert (result.made, result.rule) == ("nat", "KJ-11")


@pytest.mark.parametrize(
    ("points", "own", "other", "score", "nat"),
    [
        (82, 0, 0, (82, 80), False),
        (81, 0, 0, (0, 162), True),
        (78, 0, 0, (0, 162), True),
        (71, 20, 0, (0, 182), True),
        (72, 20, 0, (92, 90), False),
        (91, 0, 20, (0, 182), True),
        (92, 0, 20, (92, 90), False),
        (90, 0, 20, (0, 182), True),
        (79, 20, 20, (0, 202), True),
    ],
)
def test_kj_11_more_than_half_of_all_that_was_counted(
    points: int, own: int, other: int, score: tuple[int, int], nat: bool
) -> None:
    result = ended(points, own, other)
    side = side_of(result)
    assert (result.score[side], result.score[1 - side]) == score
    assert (result.made, result.rule) == ("nat" if nat else "won", "KJ-11")
    assert (result.points[side], sum(result.points)) == (points, 162)


def test_kj_11_a_deal_counted_by_hand() -> None:
    state = tricks(deal(MIXED, "trump C"), "JC 8C 10C 7D", "9C KC 7C 8D", "AC QC 9S 9D", "AS JS 8S 7S")
    assert state.points == (30 + 18 + 14 + 13, 0, 0, 0)
    state = tricks(state, "10S QS JH JD", "AH 8H KH 9H", "10H 7H QH QD", "AD KS 10D KD")
    assert (state.result.points, state.result.score) == ((162, 0), (262, 0))


@pytest.mark.parametrize("deals", [16, 12, 4])
def test_kj_12_a_round_is_a_number_of_deals(deals: int) -> None:
    columns = sheet(dealer=3, deals=deals)
    assert columns.standing == (0, 0)
    for _ in range(deals):
        assert (columns.is_over, columns.winners) == (False, ())
        columns = columns.enter(scored(100, 62))
    assert (columns.is_over, columns.winners, columns.standing) == (True, (0,), (100 * deals, 62 * deals))
    assert columns.dealer == (3 + deals) % 4


def test_kj_12_or_a_time_after_which_the_deal_in_hand_is_finished() -> None:
    match = game(deals=None, minutes=45).match(key=KEY, dealer=0)
    with pytest.raises(RulesError, match="finished first"):
        match.close()
    rng = random.Random(12)
    while len(match.past) < 17:
        match = match.next_deal() if match.state.is_over else match.apply(rng.choice(match.state.legal_actions()))
    while not match.state.is_over:
        match = match.apply(rng.choice(match.state.legal_actions()))
    assert not match.is_over
    closed = match.close()
    standing = closed.sheet.summary()["standing"]
    assert isinstance(standing, tuple)
    assert (closed.is_over, closed.sheet.winners) == (True, (standing.index(max(standing)),))


def test_kj_12_equal_totals_share_the_round() -> None:
    columns = sheet(deals=4)
    for score in ((82, 80), (0, 162), (100, 62), (142, 20)):
        columns = columns.enter(scored(*score))
    assert (columns.standing, columns.winners) == ((324, 324), (0, 1))


def test_kj_12_numbers_a_round_may_have() -> None:
    for wrong in (0, 5, "many"):
        with pytest.raises(RulesError, match="16, 12, 4, none"):
            game(deals=wrong)
    with pytest.raises(RulesError, match="from 1, none"):
        game(minutes=0)


@pytest.mark.parametrize("revoke", ["162_and_100", "minus_100", "none"])
def test_kj_13_nobody_can_revoke_on_a_screen(revoke: str) -> None:
    rng = random.Random(13)
    state = game(revoke=revoke).deal(key=KEY)
    other = game().deal(key=KEY)
    while not state.is_over:
        legal = state.legal_actions()
        assert [state.refusal(action) is None for action in state.game.actions] == [
            action in legal for action in state.game.actions
        ]
        action = rng.choice(legal)
        state, other = state.apply(action), other.apply(action)
    assert state.result == other.result


@pytest.mark.parametrize(("revoke", "standing"), [("162_and_100", (0, 262)), ("minus_100", (-100, 0)), ("none", None)])
def test_kj_13_a_revoke_on_a_kept_sheet(revoke: str, standing: tuple[int, int] | None) -> None:
    chosen = game(revoke=revoke)
    entered = [revoked(chosen.options, side) for side in (0, 1)]
    if standing is None:
        assert entered == [None, None]
        return
    for side, result in enumerate(entered):
        assert result is not None
        sheet = chosen.new_sheet(0).enter(result)
        assert isinstance(sheet, Columns)
        assert sheet.standing == (standing if side == 0 else standing[::-1])


def test_a_misdeal_goes_to_the_next_dealer() -> None:
    assert (sheet(dealer=3).misdeal().dealer, sheet(dealer=3).misdeal().lines) == (0, ())


def test_every_rule_has_its_test() -> None:
    found = {match[1] for name in globals() if (match := re.match(r"test_(kj_\d+)_", name))}
    assert found == RULES
