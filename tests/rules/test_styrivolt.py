"""Stýrivolt, rule by rule: the pack, and what beats what. A test is named after its rule.

Choosing the suits and the cut are in `test_styrivolt_choosing.py`, trading and the play in `test_styrivolt_play.py`,
taking the stock in `test_styrivolt_stock.py`, the score in `test_chalk.py`.
"""

import dataclasses
import random
import re
from itertools import combinations

import pytest

import stova
from helpers import KEY, run, texts, tricks
from oracle_styrivolt_cards import beats, card_value
from stova import RulesError, Suit
from stova.cards import Card, card_set, cards_in, parse_card, parse_cards
from stova.engine.options import allowed, text_of
from stova.games.styrivolt import powers
from stova.games.styrivolt.powers import card_tables
from stova.rulebook import rules_page
from styrivolt_states import board, chosen, deal, plain, refused, seen, styrivolt, winners

DEFAULTS: dict[str, object] = {
    "first_dealer": "draw",
    "open_search": "no",
    "must_beat": "no",
    "late_stock": "no",
    "crosses": 3,
    "deals": None,
    "minutes": None,
    "cut_for_stikkar": "no",
    "cut_exposes": 1,
    "queen_if_king_in_stock": "no",
    "king_takes_bird": "no",
    "table_talk": "yes",
}
PRESETS: dict[str, dict[str, object]] = {
    "kvivik": {},
    "simple": {"must_beat": "yes"},
    "cutting": {"cut_for_stikkar": "to_fourth", "cut_exposes": 2, "queen_if_king_in_stock": "yes"},
}
VALUES = {
    "first_dealer": "draw, scorer, given",
    "open_search": "no, yes",
    "must_beat": "no, yes",
    "late_stock": "no, yes",
    "crosses": "a whole number from 1 to a million, none",
    "deals": "a whole number from 1 to a million, none",
    "minutes": "a whole number from 1 to a million, none",
    "cut_for_stikkar": "no, bottom, to_fourth",
    "cut_exposes": "1, 2",
    "queen_if_king_in_stock": "no, yes",
    "king_takes_bird": "no, yes",
    "table_talk": "yes, no",
}
SUIT_PAIRS = tuple(combinations(Suit, 2))
PERMANENT = "2H 4C 8S 9H 9D"

# With hearts and clubs chosen: what beats others, a group of equals in each place, from the highest down.
LADDER = ["2H", "4C", "8S", "9H", "9D", "AH AC", "JH JC", "6H 6C", "2C", "3H 3C", "4H"]
# And what beats the rest when it is led: the last group of LADDER that does, and higher cards of its own suit.
LED = {
    "7H 7C": "",
    "8H 8C 9C": "JH JC",
    "KH KC": "2C",
    "QH QC": "3H 3C",
    "5H 5C": "4H",
    "AS AD": "6H 6C",
    "KS KD": "2C",
    "QS QD": "3H 3C",
    "JS 9S 7S 6S 5S 4S 3S 2S JD 8D 7D 6D 5D 4D 3D 2D": "4H",
}
UNCHOSEN = ["AS KS QS JS 9S 7S 6S 5S 4S 3S 2S", "AD KD QD JD 8D 7D 6D 5D 4D 3D 2D"]
HEARTS_CLUBS = (Suit.HEARTS, Suit.CLUBS)


def beaters(card: str, suits: tuple[Suit, ...] = HEARTS_CLUBS, fours: tuple[str, ...] = ()) -> int:
    return card_tables(suits, fours, "no").beaten_by[parse_card(card)]


def down_to(last: str) -> list[str]:
    """The cards of LADDER from the top through a group."""
    return " ".join(LADDER[: LADDER.index(last) + 1] if last else []).split()


def above(card: str) -> list[str]:
    """The unchosen cards of the card's suit that are higher."""
    return next((row.split()[: row.split().index(card)] for row in UNCHOSEN if card in row.split()), [])


def parsed(cards: list[str]) -> tuple[Card, ...]:
    return parse_cards(" ".join(cards))


def test_options_and_presets() -> None:
    assert {name: str(kind) for name, kind in allowed(type(styrivolt().options)).items()} == VALUES
    assert stova.presets("styrivolt") == tuple(PRESETS)
    for preset, changes in PRESETS.items():
        assert dataclasses.asdict(styrivolt(preset=preset).options) == DEFAULTS | changes


@pytest.mark.parametrize("name", VALUES)
def test_options_have_no_other_values(name: str) -> None:
    with pytest.raises(RulesError, match=f"option {name} can't be 'maybe'; it can be {VALUES[name]}"):
        styrivolt(**{name: "maybe"})
    assert text_of(getattr(styrivolt().options, name)) == text_of(DEFAULTS[name])  # type: ignore[arg-type]


def test_st_1_the_pack_and_the_deal() -> None:
    game = styrivolt()
    assert (game.sides, len(game.pack)) == ((0, 1, 0, 1), 48)
    assert {card.rank for card in game.pack} == set("23456789JQKA")
    state = game.deal(key=KEY, dealer=2)
    top = list(state.pack)
    hands: dict[int, list[Card]] = {seat: [] for seat in range(4)}
    for _ in range(3):
        for seat in (3, 0, 1, 2):
            hands[seat] += [top.pop(0) for _ in range(3)]
    assert state.dealt == (*(tuple(hands[seat]) for seat in range(4)), tuple(top))
    assert (len(state.dealt[4]), state.to_act) == (12, 2)
    assert all(text.startswith("expose") for text in texts(state))  # nobody cuts


def test_st_1_the_deal_passes_to_the_left() -> None:
    match = styrivolt(crosses=None).match(key=KEY, dealer=2)
    rng, dealers = random.Random(1), []
    for _ in range(5):
        while not match.state.is_over:
            match = match.apply(rng.choice(match.state.legal_actions()))
        dealers.append(match.state.dealer)
        match = match.next_deal()
    assert dealers == [2, 3, 0, 1, 2]


def test_st_1_the_first_dealer() -> None:
    drawn = styrivolt(first_dealer="draw").match(key=KEY)
    assert drawn.draw is not None
    assert drawn.state.dealer == drawn.draw.dealer
    assert styrivolt(first_dealer="scorer").match(key=KEY).state.dealer == 0
    assert styrivolt(first_dealer="given").match(key=KEY, dealer=3).state.dealer == 3
    with pytest.raises(RulesError, match="say which seat deals first"):
        styrivolt(first_dealer="given").match(key=KEY)


@pytest.mark.parametrize("row", UNCHOSEN)
def test_st_2_unchosen_suits(row: str) -> None:
    assert [card[0] for card in row.split()] == [rank for rank in "AKQJ98765432" if rank + row[1] not in PERMANENT]
    own = parse_card(row[:2]).suit.cards & ~card_set(parse_cards(PERMANENT))
    assert [beaters(card) & own for card in row.split()] == [card_set(parsed(above(card))) for card in row.split()]


@pytest.mark.parametrize("suits", SUIT_PAIRS)
def test_st_3_permanent_stikkar(suits: tuple[Suit, Suit]) -> None:
    for place, card in enumerate(PERMANENT.split()):
        assert beaters(card, suits) == card_set(parsed(PERMANENT.split()[:place]))


def test_st_3_they_are_never_anything_else() -> None:
    state = chosen(deal(("KD 8S", "2C 4H", "3D 4D", "2S 5S"), "QH KH QC 5D"))
    state = tricks(state, "KD 2C 3D 2S", "4H 4D 5S 8S")
    assert winners(state) == [1, 0]
    hands = ("8S", "AH AS", "4C JS", "2H 9H")  # ♠8 is no free card, ♥2 no tvist, whatever is chosen
    assert winners(tricks(chosen(deal(hands, "QH QS 5D")), "8S AH JS 9H")) == [0]
    assert winners(tricks(chosen(deal(hands, "QH QS 5D")), "8S AS 4C 2H")) == [3]


def test_st_4_stikkar_beat_all_below_but_a_lamb_led() -> None:
    stikkar = parsed(down_to("JH JC"))
    below = [card for card in styrivolt().pack if card not in stikkar and str(card) not in ("7H", "7C")]
    assert len(stikkar) == 9
    for card in below:
        assert beaters(str(card)) & card_set(stikkar) == card_set(stikkar)
    assert beaters("7H") == beaters("7C") == 0
    assert beaters("AH") == beaters("AC") == card_set(parse_cards(PERMANENT))


@pytest.mark.parametrize("card", " ".join(LADDER).split())
def test_st_5_stikkar_and_taking_cards(card: str) -> None:
    higher = " ".join(LADDER[: next(place for place, group in enumerate(LADDER) if card in group.split())])
    assert beaters(card) == card_set(parse_cards(higher))


@pytest.mark.parametrize(
    ("taker", "lead", "stands"),
    [("6C", "AS", "AH"), ("2C", "KS", "AS"), ("3C", "QS", "KS"), ("4H", "JS", "QS")],
    ids=["postman", "tvist", "trist", "unfortunate"],
)
def test_st_5_a_taking_card_beats_its_rank_and_below(taker: str, lead: str, stands: str) -> None:
    state = chosen(deal((f"{lead} {stands}", taker, "", ""), "QH QC 5D"))
    assert tricks(state, f"{lead} {taker}").best == 1
    assert tricks(state, f"{stands} {taker}").best == 0


@pytest.mark.parametrize(
    "trick", ["AH AC JH 6C", "JC JH 6H 2C", "6H 6C 2C 3H", "3C 3H 4H 5C", "9D AC AH JC", "8C 9C 7C 7H"]
)
def test_st_6_of_equals_the_first_stands(trick: str) -> None:
    hands = tuple(trick.split())
    assert winners(tricks(chosen(deal(hands, "KH QC 5D")), trick)) == [0]


@pytest.mark.parametrize("cards", LED)
def test_st_7_what_beats_the_other_cards_when_led(cards: str) -> None:
    for card in cards.split():
        assert beaters(card) == card_set(parsed([*down_to(LED[cards]), *above(card)]))


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("8C 6C 2C KC", 0),
        ("8C 6C JH 7C", 2),
        ("KC 3C 4H QC", 0),
        ("KC 2C 4H QC", 1),
        ("QC KC 4H 5C", 0),  # the king doesn't beat the queen
        ("QC KC 3H 5C", 2),
        ("2D 7C 8C KC", 0),  # no power unless led
        ("2D QC 9C 3D", 3),
    ],
)
def test_st_7_power_only_when_led(trick: str, winner: int) -> None:
    state = chosen(deal(tuple(trick.split()), "QH 9H JC 5D"))
    state = state if "QC" in trick else chosen(deal(tuple(trick.split()), "QH QC 5D"))
    assert winners(tricks(state, trick)) == [winner]


def test_st_8_a_lamb_is_led_only_after_a_trick_won() -> None:
    state = plain("AH 7C", "KC 7S")
    why = "A lamb may be led only by a player who has won a trick in this deal. ST-8"
    assert refused(state, "play 7C") == why
    state = tricks(state, "KH 7S 4H 5S")  # played to a trick it is a card like any other
    assert (winners(state), state.to_act) == ([0], 0)
    state = tricks(state, "7C AD 2H AC")
    assert winners(state) == [0, 0]


def test_st_9_an_unchosen_card_beats_its_own_suit_only() -> None:
    state = chosen(deal(("3S 4H KH", "AD AS", "6S", "KS"), "QH QC 5D"))
    assert winners(tricks(state, "3S AD 6S KS")) == [3]
    assert winners(tricks(state, "4H AS 6S KS")) == [0]
    assert winners(tricks(state, "KH AD 6S KS")) == [0]


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("QS KS 3H 4H", 1), ("QS 3H KS 4H", 1), ("QS 3H 2C KS", 2), ("QS 4H KS 3H", 2), ("JS 4H QS 3H", 3)],
)
def test_st_10_card_by_card(trick: str, winner: int) -> None:
    state = chosen(deal(tuple(trick.split()), "QH QC 5D"))
    for place, card in enumerate(trick.split()[:3], start=1):
        state = run(state, f"play {card}")
        assert state.to_act == place
    assert winners(run(state, f"play {trick.split()[3]}")) == [winner]


# A trick in which one player has four of the rank, and its winner. Seven and five have tests of their own.
FOURS = [
    ("2", "4C 2S 8S 9H", 1),  # four birds
    ("3", "QS 3D KS 4H", 1),
    ("4", "9H 4S 8S AH", 1),  # four fyriks, above ♠8
    ("6", "AS 6D 2C 3H", 1),
    ("8", "9H 8D AC AH", 1),
    ("9", "AH 9S JC 6H", 1),  # four hay-yard mares
    ("J", "6H JS 2C 9C", 1),
    ("Q", "QS KS 4H AS", 0),  # led, only a trist or better beats her
    ("K", "KS AS 3H 4H", 0),
    ("A", "JH AS KD 6H", 1),
]


@pytest.mark.parametrize(("rank", "trick", "winner"), FOURS)
def test_st_11_four_of_a_kind(rank: str, trick: str, winner: int) -> None:
    hands = [" ".join(rank + suit for suit in "CSHD") if card[0] == rank else card for card in trick.split()]
    state = chosen(deal(tuple(hands), "KH KC 5D" if rank == "Q" else "QH QC 5D"))
    holder = next(seat for seat, card in enumerate(trick.split()) if card[0] == rank)
    assert [seen(state, seat).fours for seat in range(4)] == [(rank,) if seat == holder else () for seat in range(4)]
    for place, card in enumerate(trick.split()):
        assert seen(state, None).fours == seen(state, None).announced == ((rank,) if place > holder else ())
        state = run(state, f"play {card}")
    assert winners(state) == [winner]
    assert all(seen(state, seat).fours == (rank,) for seat in (0, 1, 2, 3, None))
    for card in (rank + suit for suit in "CSHD"):
        best = {"2": "2H", "4": "4C", "8": "8S", "9": "9H"}.get(rank, rank + "H")
        others = card_set(parsed([rank + suit for suit in "CSHD"]))
        assert beaters(card, fours=(rank,)) & ~others == beaters(best) & ~others
        assert beaters(card, fours=(rank,)) & others == 0


def test_st_11_four_lambs() -> None:
    state = chosen(deal(("7C 7S 7H 7D AH", "2H KD", "4C QD", "AC JD"), "QH QC 5D"))
    assert refused(state, "play 7S").endswith("ST-8")
    state = tricks(state, "AH KD QD JD", "7S 2H 4C AC")
    assert (winners(state), board(state).announced) == ([0, 0], ("7",))


def test_st_11_fives_have_no_effect() -> None:
    state = tricks(chosen(deal(("5C 5S 5H 5D", "6S", "JD", "KD"), "QH QC QD")), "5S 6S JD KD")
    assert (winners(state), board(state).announced) == ([1], ())


def test_st_11_announced_with_the_first_card_changed() -> None:
    hands = ("9C 9D 9H 9S", "AH 7D", "AC JD", "8H KD")
    state = tricks(chosen(deal(hands, "QH QC 5D")), "9H 7D JD KD")  # a mare it was anyhow
    assert board(state).announced == ()
    state = tricks(state, "9S AH AC 8H")
    assert (winners(state), board(state).announced) == ([0, 0], ("9",))


def test_st_11_it_holds_for_the_rest_of_the_deal() -> None:
    state = tricks(plain("KC 7C", "KD 7H", "QD 7S"), "KH 7D 4H 2S")
    assert (winners(state), board(state).announced) == ([3], ("7",))  # ♦7 is a lamb, though not led
    assert board(tricks(state, "3S 3H 7S 4D")).ranks == ("7",)


def test_st_11_cards_traded_and_picked_up_count() -> None:
    state = plain("6C AC", "KH AD", "QH AS")
    assert board(state).ranks == ()
    state = run(state, "play 5C for AC")
    assert (seen(state, 0).fours, board(state).announced) == (("A",), ())
    state = tricks(state, "KH 4H 2S", "AH KD 5H 4S")
    assert (winners(state), board(state).announced) == ([0, 0], ("A",))
    state = run(plain("2D AH", "KS 8D", "QS 8H", "9S 8S"), "stock")
    assert seen(state, 0).fours == ("8",)
    state = tricks(state, "9C AD 9D 2S", "4H 3S 8D 3D")
    assert winners(state) == [2, 0]


def test_st_11_who_held_a_card_that_was_changed_knows() -> None:
    """Forehand puts one of the four kings away with its hand, which seat 1 takes and puts the king away again."""
    state = run(plain("KC 7C", "KH 8C", "KD 9C"), "stock", "put away KH")
    assert [seen(run(state, "play KD"), seat).fours for seat in (0, 1, 2)] == [("K",)] * 3  # announced
    state = run(state, "play 2C")
    assert [seen(state, seat).fours for seat in (0, 1, 2)] == [("K",), (), ()]
    state = run(state, "stock")
    assert seen(state, 1).fours == ("K",)
    state = run(state, "put away KH")
    assert [seen(state, seat).fours for seat in (0, 1, 2)] == [("K",), ("K",), ()]


@pytest.mark.parametrize("suits", SUIT_PAIRS)
@pytest.mark.parametrize("rank", ["", *"23456789JQKA"])
def test_every_card_against_every_other_as_in_the_oracle(suits: tuple[Suit, Suit], rank: str) -> None:
    letters, fours = [str(suit) for suit in suits], () if rank == "" else (rank,)
    tables = card_tables(suits, fours, "no")
    value = {card: card_value(str(card), letters, rank.replace("5", "")) for card in styrivolt().pack}
    for winning in value:
        better = card_set(card for card in value if beats(value[card], value[winning]))
        assert tables.beaten_by[winning] & ~(1 << winning) == better & ~(1 << winning)


WEAKEST = {
    "stýrivolt": "mare of diamonds",
    "karnifl": "stýrivolt",
    "postman": "karnifl",
    "tvist": "postman",
    "trist": "tvist",
    "unfortunate": "trist",
    "free card": "karnifl",
    "king": "tvist",
    "queen": "trist",
}
"""The weakest named card that beats each by name, where others do besides it."""


def test_st_3_to_st_7_what_is_said_of_a_card_is_so() -> None:
    """Every name has a sentence, which says what beats it, or up to which."""
    tables = card_tables((Suit.CLUBS, Suit.DIAMONDS), (), "no")
    for card in powers.PACK:
        role, beaters = tables.roles[card], [tables.roles[other] for other in cards_in(tables.beaten_by[card])]
        if role in ("", "trader"):
            continue
        said = powers.MEANINGS[role]
        if role in WEAKEST:
            weakest = max(beaters, key=powers.NAMES.index)
            assert (role, weakest) == (role, WEAKEST[role])
            stikkar = powers.NAMES.index(weakest) <= powers.Power.KARNIFL
            assert ("stikkar" if stikkar else weakest) in said.replace("postmen", "postman")
        else:
            assert set(beaters) == {name for name in powers.NAMES if name and name in said}
    assert set(powers.MEANINGS) == set(powers.NAMES) - {""}


def test_st_5_what_a_taking_card_beats_is_said_as_on_the_page() -> None:
    page = rules_page("styrivolt")
    rows = re.findall(r"^\| (?:8|9|10|11) \| chosen \w+ \| (\w+), \w+ \| (.+) \|$", page, re.MULTILINE)
    assert len(rows) == 4
    for role, lower in rows:
        assert powers.MEANINGS[role].startswith(f"It beats {lower}; ")
