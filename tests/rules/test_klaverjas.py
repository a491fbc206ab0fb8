"""Klaverjas, rule by rule: deals, trumps and what may be played. A test is named after the rule it proves."""

import random

import pytest
from msgspec.structs import replace

import stova
from helpers import KEY, finish, names, refused, run, texts, tricks
from klaverjas_deals import BY_HEARTS, MIXED, RANKS, SPREAD, SUITS, deal, game
from searched import defaults, plays, values, why
from stova import RulesError, State, Suit
from stova.cards import card_set, parse_cards
from stova.engine.tables import CardTables

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


def test_options() -> None:
    choices = values(game())
    assert choices.pop("minutes") == "a whole number from 1 to a million, none"
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


def test_ev_3_the_deal_moves_to_the_left() -> None:
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
    with pytest.raises(RulesError, match="say which seat deals first"):
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
    assert why(due("10H", "8H 9H JH", "amsterdam"), "play 8H").endswith(" the nine of hearts does.")


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
