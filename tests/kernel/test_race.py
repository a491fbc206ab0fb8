"""The race's search against itself with less, its limits, and what it refuses. Brute force is in `test_racing.py`."""

import random
import threading
import time
from typing import Any

import pytest

from stova import kernel
from stova.cards import Suit, card_set, parse_cards
from stova.games.styrivolt.powers import PACK, card_tables
from stova.playouts import kernel_tables

CHOSEN = (Suit.CLUBS, Suit.SPADES)
WORTH = (1, 2, 3, 6, 12)
SWAPS = [(*parse_cards("5C 6C"), 0, False), (*parse_cards("5S JS"), 0, False), (*parse_cards("KC 6C"), 8, True)]
OPEN = card_set(parse_cards("6C JS"))
SWEEPS = 60
SIXES, LAMBS = card_set(parse_cards("6C 6S 6H 6D")), card_set(parse_cards("7C 7S"))


def race(must_beat: str = "no", *, fours: bool = False, **changes: Any) -> kernel.Race:
    """A race with cards to swap for; with `fours` the sixes can come together."""
    sets = [(), ("6",)] if fours else [()]
    given: dict[str, Any] = {
        "tables": [kernel_tables(card_tables(CHOSEN, ranks, must_beat), 4) for ranks in sets],
        "held_back": [LAMBS] * len(sets),
        "fours": [SIXES] if fours else [],
        "swaps": SWAPS,
        "tricks": 9,
        "enough": 5,
        "worth": WORTH,
    }
    return kernel.Race(**(given | changes))


def position(left: int, rng: random.Random, **changes: Any) -> kernel.RacePosition:
    """Hands of so many cards, nothing played to the trick, the tricks before won at random."""
    won = [0, 0, 0, 0]
    for _ in range(9 - left):
        side = rng.choice([side for side in (0, 1) if won[side] + won[side + 2] < 4])
        won[side + rng.choice((0, 2))] += 1
    cards = rng.sample([card for card in PACK if not OPEN >> card & 1], 4 * left)
    hands = [card_set(cards[seat * left : (seat + 1) * left]) for seat in range(4)]
    leader = rng.choice([seat for seat in range(4) if won[seat]] or [0])
    given: dict[str, Any] = {"hands": hands, "open": OPEN, "won": won, "leader": leader, "trick": []}
    return kernel.RacePosition(**(given | changes))


def search(of: kernel.Race, goal: str = "SCORE", *, side: int = 0, memory: int = 1 << 20, **less: bool) -> Any:
    return kernel.RaceSearch(of, goal=kernel.RaceGoal[goal], side=side, memory=memory, **less)


@pytest.mark.parametrize("goal", ["SCORE", "TRICKS"])
@pytest.mark.parametrize("must_beat", ["no", "yes"])
@pytest.mark.parametrize("fours", [False, True])
def test_nothing_left_out_changes_a_value(goal: str, must_beat: str, fours: bool) -> None:
    rng = random.Random(f"{goal} {must_beat} {fours}")
    own = race(must_beat, fours=fours)
    for left in (1, 2, 3, 4, 4, 4, 5):
        at, side = position(left, rng), rng.randrange(2)
        (found,) = search(own, goal, side=side).values([at])
        assert found[0] == found[1]
        for less in ({"names_as_they_are": True}, {"every_card": True}, {"no_bounds": True}):
            assert search(own, goal, side=side, **less).values([at]) == [found]
        if left < 5:
            assert search(own, goal, side=side, memory=0, every_card=True, no_bounds=True).values([at]) == [found]


def with_pile(left: int, rng: random.Random) -> kernel.RacePosition:
    """The same where some seats may take a pile."""
    cards = rng.sample([card for card in PACK if not OPEN >> card & 1], 4 * left + 4)
    hands = [card_set(cards[seat * left : (seat + 1) * left]) for seat in range(4)]
    pile = card_set(cards[4 * left : 4 * left + rng.choice((left, left + 1, 4))])
    return position(left, rng, hands=hands, pile=pile, takers=rng.randrange(1, 16), whole=rng.random() < 0.5)


@pytest.mark.parametrize("goal", ["SCORE", "TRICKS"])
@pytest.mark.parametrize("must_beat", ["no", "yes"])
@pytest.mark.parametrize("fours", [False, True])
def test_nothing_left_out_changes_a_value_with_a_pile(goal: str, must_beat: str, fours: bool) -> None:
    rng = random.Random(f"pile {goal} {must_beat} {fours}")
    own = race(must_beat, fours=fours, pairs=[OPEN], binding=card_set(parse_cards("2H 4C 8S 9H 9D AC AS JC JS")))
    for left in (1, 2, 2, 2, 3, 3):
        at, side = with_pile(left, rng), rng.randrange(2)
        (found,) = search(own, goal, side=side).values([at])
        assert found[0] == found[1]
        for less in ({"names_as_they_are": True}, {"every_card": True}, {"no_bounds": True}):
            assert search(own, goal, side=side, **less).values([at]) == [found]
        if left < 3:
            assert search(own, goal, side=side, memory=0, every_card=True, no_bounds=True).values([at]) == [found]


@pytest.mark.parametrize(("held_back", "value"), [(LAMBS, -12), (0, 12)])
def test_a_card_held_back_is_not_led_to_the_first_trick(held_back: int, value: int) -> None:
    hands = [card_set(parse_cards(cards)) for cards in ("7C 3D", "2H", "4D", "6D")]
    at = kernel.RacePosition(hands=hands, open=0, won=[0, 0, 0, 0], leader=0, trick=[])
    own = race(held_back=[held_back], tricks=1, enough=1)
    for no_bounds in (False, True):
        assert search(own, no_bounds=no_bounds).values([at]) == [(value, value)]


def sweeping(rng: random.Random) -> kernel.RacePosition:
    """Five cards a seat, no trick won, the better cards mostly with seats 0 and 2."""
    tables = card_tables(CHOSEN, (), "no")
    spread = rng.choice((3, 10, 20))
    cards = sorted(rng.sample(PACK, 20), key=lambda card: tables.order[card] + rng.gauss(0, spread))
    seats = [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2]
    hands = [card_set([card for card, seat in zip(cards, seats, strict=True) if seat == own]) for own in range(4)]
    return kernel.RacePosition(hands=hands, open=0, won=[0, 0, 0, 0], leader=rng.choice((0, 2)), trick=[])


def test_what_is_remembered_tells_one_seat_from_two() -> None:
    """The same cards may be left when one seat won all tricks before and when its partner won some."""
    rng, worth = random.Random(11), set()
    for _ in range(SWEEPS):
        at, own = sweeping(rng), race(swaps=[], tricks=5, enough=3)
        plain = search(own, memory=0).values([at])
        assert search(own).values([at]) == plain
        assert search(own, no_bounds=True).values([at]) == plain
        worth.add(plain[0])
    assert {(value, value) for value in (1, 3, 6, 12)} <= worth


def test_a_partner_need_not_be_beaten() -> None:
    """Seat 2 keeps the fyrik for the last trick, which its side must win too."""
    hands = [card_set(parse_cards(cards)) for cards in ("3D", "KD", "4C 6D", "7H 8H")]
    at = kernel.RacePosition(hands=hands, open=0, won=[3, 4, 0, 0], leader=0, trick=parse_cards("AH 3H"))
    assert search(race("yes")).values([at]) == [(1, 1)]


@pytest.mark.parametrize(("fours", "value"), [(True, 1), (False, -1)])
@pytest.mark.parametrize("no_bounds", [False, True])
def test_a_swap_brings_four_together(fours: bool, value: int, no_bounds: bool) -> None:
    """Seat 0 needs all four tricks: with the sixes together those of the suits not chosen hold their tricks too."""
    hands = [card_set(parse_cards(cards)) for cards in ("5C 6S 6H 6D", "AH KH AD KD", "2D 3D 3H 8H", "QH JH QD JD")]
    at = kernel.RacePosition(hands=hands, open=OPEN, won=[1, 4, 0, 0], leader=0, trick=[])
    assert search(race(fours=fours), no_bounds=no_bounds).values([at]) == [(value, value)]


@pytest.mark.parametrize("no_bounds", [False, True])
@pytest.mark.parametrize(("decided", "value"), [(True, 3), (False, 6)])
def test_who_has_said_to_go_on_plays_the_last_trick(decided: bool, value: int, no_bounds: bool) -> None:
    """Five tricks by one player are worth more than nine by two; but the leader may stop with them no more."""
    hands = [card_set(parse_cards(card)) for card in ("JC", "3D", "4D", "6D")]
    at = kernel.RacePosition(
        hands=hands, open=0, won=[7, 0, 1, 0], leader=0, trick=[], opened_alone=True, decided=decided
    )
    assert search(race(), no_bounds=no_bounds).values([at]) == [(value, value)]


def at_the_pile(*hands: str, pile: str, opened: str = "6C", **changes: Any) -> kernel.RacePosition:
    """Seat 0, which may take the pile, leads; with two tricks left its side needs both, with one that one."""
    left = len(hands[0].split())
    given: dict[str, Any] = {
        "hands": [card_set(parse_cards(cards)) for cards in hands],
        "open": card_set(parse_cards(opened)),
        "won": [5 - left, 4, 0, 0],
        "leader": 0,
        "trick": [],
        "pile": card_set(parse_cards(pile)),
        "takers": 1,
    }
    return kernel.RacePosition(**(given | changes))


CLAIM, TRADE = (*parse_cards("KC 6C"), 8, True), (*parse_cards("5C 6C"), 0, False)


@pytest.mark.parametrize(
    ("own", "pile", "binding", "value"),
    [
        ("4C 3D", "2H 4D", "6C", 1),
        ("4C KC", "2H 4D", "6C", 1),  # to be able to claim a card that binds is no hindrance
        ("4C 3D", "2H KC", "6C", 1),
        ("4C 5C", "2H 4D", "6C", -1),
        ("4C 3D", "2H 5C", "6C", -1),
        ("4C 3D", "2H 4D", "6C 2H", -1),
        ("4C 3D", "2H 4D", "6C 4C", -1),
    ],
)
def test_who_may_keep_both(own: str, pile: str, binding: str, value: int) -> None:
    """Seat 0 needs the fyrik of its hand and the bird of the pile; the jack beats whatever else it may get."""
    at = at_the_pile(own, "JC AC", "2D 9C", "6D 7D", pile=pile, lapses=True)
    of = race(swaps=[CLAIM, TRADE], binding=card_set(parse_cards(binding)))
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


PAIR = "6C JC"
RIVALS = [(*parse_cards("5C JC"), 0, False), (*parse_cards("5S JC"), 0, False)]


@pytest.mark.parametrize(
    ("others", "value"),
    [
        (("2D", "6D", "7D"), 1),
        (("5C", "6D", "7D"), -1),
        (("2D", "6D", "5C"), -1),
        (("5C", "5S", "7D"), -1),
        (("2D", "5S", "5C"), 1),
    ],
)
def test_others_are_asked_about_a_pair_the_next_seat_first(others: tuple[str, str, str], value: int) -> None:
    """Whoever gets the jack wins the last trick."""
    at = at_the_pile("3D", *others, pile="4D", opened=PAIR, whole=True)
    of = race(swaps=RIVALS, pairs=[card_set(parse_cards(PAIR))])
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


@pytest.mark.parametrize(
    ("pair", "last", "value"),
    [
        ("6C JC", "JS", 1),  # the higher, as equal cards don't beat it
        ("6C JC", "AC", -1),
        ("2C 6C", "KC", 1),  # who could claim the six isn't asked
        ("2C 6C", "5C", -1),
    ],
)
def test_the_taker_gets_one_of_a_pair_by_choice(pair: str, last: str, value: int) -> None:
    at = at_the_pile("3D", "2D", "6D", last, pile="4D", opened=pair, whole=True)
    of = race(swaps=[CLAIM, TRADE], pairs=[card_set(parse_cards(pair))])
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


@pytest.mark.parametrize(
    ("pairs", "others", "value"),
    [
        (("6C JC", "6S AS"), ("AC", "6D", "7D"), 1),  # the ace of spades stands
        (("6C JC", "6S AS"), ("5S", "6D", "7D"), -1),
        (("6C AC", "6S AS"), ("5S", "6D", "7D"), 1),
        (("6C AC", "6S AS"), ("5C 5S", "6D", "7D"), -1),  # one seat trades for both
    ],
)
def test_others_are_asked_about_each_of_two_pairs(pairs: tuple[str, str], others: tuple[str, ...], value: int) -> None:
    """Seat 0 gets one of each pair; it leads, so that an ace equal to its own doesn't beat it."""
    at = at_the_pile("3D", *others, pile="4D", opened=" ".join(pairs), whole=True)
    trades = [(*parse_cards(f"5{pair[1]} {pair[3:]}"), 0, False) for pair in pairs]
    of = race(swaps=trades, pairs=[card_set(parse_cards(pair)) for pair in pairs])
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


@pytest.mark.parametrize(
    ("own", "opened", "whole", "value"),
    [
        ("2D 3D", "6C JC", True, 1),
        ("2D 3D", "JC", True, 1),
        ("2D 3D", "6C JC", False, -1),
        ("2D 3D 5D", "6C JC", True, -1),  # two cards are too few for three tricks
    ],
)
def test_one_card_of_a_pair_counts_with_the_stock(own: str, opened: str, whole: bool, value: int) -> None:
    """Seat 0 needs two tricks, jack and lamb led at once; later the jack doesn't beat that of seat 1."""
    left = len(own.split())
    others = [" ".join(cards.split()[:left]) for cards in ("JS KD QD", "6D 7D 8D", "AH KH QH")]
    at = at_the_pile(own, *others, pile="7C", opened=opened, whole=whole, won=[3, 6 - left, 0, 0])
    of = race(swaps=[], pairs=[card_set(parse_cards("6C JC"))])
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


@pytest.mark.parametrize(
    ("pair", "opened", "rival", "value"),
    [
        ("6S AS", "JC 6S AS", "JS", 1),
        ("6S AS", "6S AS", "JS", -1),
        ("6S AS", "JC 6S", "JS", -1),
        ("JS KS", "JC JS KS", "6S", 1),
        ("JS KS", "JS KS", "6S", -1),
        ("JS KS", "JC KS", "6S", -1),
    ],
)
def test_what_is_left_of_one_pair_goes_with_either_card_of_the_other(
    pair: str, opened: str, rival: str, value: int
) -> None:
    """Seat 0 needs the jack of clubs and of the pair the card that the rival doesn't beat, the higher or the lower."""
    at = at_the_pile("2D 4D", f"{rival} AD", "6D 7D", "AH KH", pile="3D 5D", opened=opened, whole=True)
    of = race(swaps=[], pairs=[card_set(parse_cards("6C JC")), card_set(parse_cards(pair))])
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


def led_by_the_last_seat(*hands: str, takers: int, **changes: Any) -> kernel.RacePosition:
    """Seat 3 leads the last trick but one, and side 0 needs both."""
    return at_the_pile(*hands, leader=3, won=[3, 0, 0, 4], takers=takers, **changes)


@pytest.mark.parametrize(("trick", "value"), [(7, 1), (8, -1)])
def test_a_claim_is_made_from_its_trick_on(trick: int, value: int) -> None:
    """Seven tricks are over: seat 0 beats the ace with the six if it may claim it now, and then leads the lamb."""
    at = led_by_the_last_seat("KC 7C", "AD 2D", "6D 7D", "AH KH", takers=0, pile="")
    of = race(swaps=[(*parse_cards("KC 6C"), trick, True)])
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


@pytest.mark.parametrize(("takers", "value"), [(4, -1), (5, 1)])
def test_who_takes_and_changes_back_leaves_it_there_for_the_next_trick(takers: int, value: int) -> None:
    """Seat 2 wins with the fyrik, and may then lead the lamb if it can still take it."""
    hands = ("2D 5D", "JC AC", "4C 3D", "AD AH")
    at = led_by_the_last_seat(*hands, takers=takers, pile="7C 3H", lapses=True)
    for plain in (False, True):
        own = race(swaps=[], binding=card_set(parse_cards("4C 2D")))
        assert search(own, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


@pytest.mark.parametrize(
    ("takers", "pile", "whole", "value"),
    [(4, "3H", True, -1), (5, "3H", True, 1), (4, "3H 4H", False, -1), (5, "3H 4H", False, -1)],
)
def test_who_changes_back_leaves_what_lay_open_as_it_lay(takers: int, pile: str, whole: bool, value: int) -> None:
    """Seat 2 wins with the fyrik, and the lamb goes with the stock to it, but with no hand that was put down."""
    hands = ("2D 5D", "JC AC", "4C 3D", "AD AH")
    at = led_by_the_last_seat(*hands, takers=takers, pile=pile, opened="7C", whole=whole, lapses=True)
    of = race(swaps=[], pairs=[card_set(parse_cards("7C JS"))], binding=card_set(parse_cards("4C 2D")))
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


@pytest.mark.parametrize(("whole", "value"), [(True, 1), (False, -1)])
def test_what_lies_open_makes_up_only_for_what_the_stock_lacks(whole: bool, value: int) -> None:
    """Seat 0 wins with fyrik and lamb if it may take the lamb and keep both."""
    at = at_the_pile("4C 3D", "JC AC", "2D 9C", "6D 7D", pile="7C", opened="6C", whole=whole, lapses=True)
    of = race(swaps=[], pairs=[card_set(parse_cards("6C JS"))])
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


@pytest.mark.parametrize("takers", [1, 4, 5])
def test_of_a_pair_a_side_never_gets_both(takers: int) -> None:
    """Neither by changing back nor when the second seat takes what the first put down."""
    hands = ("2D 4D", "8H 7H", "6D 7D", "AH KH")
    at = led_by_the_last_seat(*hands, takers=takers, pile="3H", opened=PAIR, whole=True)
    of = race(swaps=[], pairs=[card_set(parse_cards(PAIR))], binding=card_set(parse_cards("4D 6D")))
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(-1, -1)]


@pytest.mark.parametrize(("takers", "value"), [(1, -1), (4, -1), (5, 1)])
def test_what_was_put_down_may_be_taken_in_the_next_trick(takers: int, value: int) -> None:
    """Seat 2 wins with the fyrik, and may then lead the lamb that seat 0 put down."""
    hands = ("7C 2D", "JC AC", "4C 3D", "AD AH")
    at = led_by_the_last_seat(*hands, takers=takers, pile="5D 3H", lapses=True)
    own = race(swaps=[], binding=card_set(parse_cards("4C")))
    for plain in (False, True):
        assert search(own, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


@pytest.mark.parametrize(
    ("pile", "takers", "value"),
    [("3H 4H 7C", 4, -1), ("3H 4H 7C", 5, 1), ("2C 3H 7S", 5, 1), ("2C 3C 7S", 5, 1), ("3H 7C", 5, -1)],
)
def test_a_card_is_put_away_for_the_partner(pile: str, takers: int, value: int) -> None:
    """Seat 2 wins with the fyrik, and may then lead the lamb that seat 0, with three cards for two, put away."""
    hands = ("2D 5D", "JC AC", "4C 3D", "AD AH")
    at = led_by_the_last_seat(*hands, takers=takers, pile=pile, opened="", lapses=True)
    of = race(swaps=[], binding=card_set(parse_cards("3H 3C 4C")))  # seat 0 stays with what it took
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


@pytest.mark.parametrize(
    ("own", "one", "other"),
    [
        ("2D 3D", {"pile": "4C JC"}, {"pile": "4D 5D"}),
        ("2D 3D", {"pile": "4C JC"}, {"pile": "4C JC", "takers": 2}),
        ("2D 3D", {"pile": "4C", "opened": "JC", "whole": True}, {"pile": "4C", "opened": "JC"}),
        ("2D 3D", {"pile": "4C", "opened": "JC", "whole": True}, {"pile": "4C", "opened": "6C", "whole": True}),
        ("JC 3D", {"pile": "4C 5D"}, {"pile": "4C 5D", "lapses": True}),
    ],
    ids=["cards", "takers", "whole", "open", "lapses"],
)
def test_what_is_remembered_tells_piles_apart(own: str, one: dict[str, Any], other: dict[str, Any]) -> None:
    """Seat 0 needs fyrik and jack for the two tricks left: with one pile it gets them, with the other it doesn't."""
    others = ("JS KD", "6D 7D", "AH KH")
    won, lost = (at_the_pile(own, *others, **({"opened": ""} | changes)) for changes in (one, other))
    of = race(swaps=[], pairs=[card_set(parse_cards("6C JC"))], binding=card_set(parse_cards("4C")))
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([won, lost]) == [(1, 1), (-1, -1)]


@pytest.mark.parametrize(("fours", "value"), [(True, 1), (False, -1)])
@pytest.mark.parametrize(
    ("own", "pile"), [("2D 3D 4D 5D", "6C 6S 6H 6D"), ("6C 6H 2D", "6S 6D 3D")], ids=["taken", "kept"]
)
def test_taking_brings_four_together(fours: bool, value: int, own: str, pile: str) -> None:
    """Seat 0 needs all tricks: with the sixes together those of the suits not chosen hold their tricks too."""
    left = len(own.split())
    hands = [" ".join(cards.split()[:left]) for cards in ("AH KH AD KD", "7D 8D 3H 8H", "QH JH QD JD")]
    at = at_the_pile(own, *hands, pile=pile, opened="", lapses=True)
    of = race(swaps=[], fours=fours, binding=card_set(parse_cards("5D")))  # the first hand can't be kept besides
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


def test_one_side_gains_what_the_other_loses() -> None:
    rng = random.Random(3)
    for left in (2, 3, 4, 5):
        at, own = position(left, rng), race()
        ((low, high),) = search(own).values([at])
        assert search(own, side=1).values([at]) == [(-high, -low)]


def test_a_limit_gives_bounds_that_hold_and_the_same_ones_again() -> None:
    rng = random.Random(4)
    at, own = position(6, rng), race()
    ((exact, _),) = search(own).values([at])
    widths = []
    for nodes in (1, 10, 100, 1000, 10_000, 1_000_000):
        ((low, high),) = search(own).values([at], nodes=nodes)
        assert low <= exact <= high
        assert search(own).values([at], nodes=nodes) == [(low, high)]
        widths.append(high - low)
    assert widths[0] > 0
    assert widths[-1] == 0


def test_a_time_limit_is_kept() -> None:
    own = race()
    at = position(9, random.Random(5))
    began = time.monotonic()
    ((low, high),) = search(own, memory=1 << 24).values([at], seconds=0.05)
    assert time.monotonic() - began < 5
    assert low <= high


def test_at_least_is_decided_without_the_value() -> None:
    rng = random.Random(6)
    for left in (3, 4, 5):
        at, own = position(left, rng), race()
        ((value, _),) = search(own, "TRICKS").values([at])
        for target in range(11):
            ((low, high),) = search(own, "TRICKS").values([at], at_least=target)
            assert (low >= target) == (value >= target)
            assert (high >= target) == (value >= target)


def test_other_threads_run_and_calls_of_one_search_wait() -> None:
    own, at = race(), position(9, random.Random(8))
    full = search(own, memory=1 << 24)
    threads = [threading.Thread(target=full.values, args=([at],), kwargs={"seconds": 0.1}) for _ in range(2)]
    for thread in threads:
        thread.start()
    ticks = 0
    while any(thread.is_alive() for thread in threads):
        time.sleep(0.001)
        ticks += 1
    assert ticks > 5


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"tables": []}, "tables must be one for every set of fours"),
    ({"tables": [1]}, "tables must be Tables"),
    ({"held_back": []}, "held_back must be one for every table"),
    ({"held_back": [-1]}, "held_back is not a set of cards"),
    ({"swaps": [(1, 2, 0)]}, "a swap must be"),
    ({"swaps": [(1, 1, 0, False)]}, "a swap must be of two cards"),
    ({"swaps": [(64, 1, 0, False)]}, r"give must be 0\.\.63"),
    ({"swaps": SWAPS * 3}, "swaps must be at most 6"),
    ({"pairs": [1, 2, 4]}, "pairs must be at most 2"),
    ({"pairs": [7]}, "a pair must be at most two cards"),
    ({"pairs": [3, 6]}, "pairs overlap"),
    ({"binding": -1}, "binding is not a set of cards"),
    ({"enough": 0}, r"enough must be 1\.\.7"),
    ({"tricks": 8}, r"tricks must be 9\.\.9"),
    ({"worth": (1, 2, 3)}, "worth must be 5 numbers"),
    ({"worth": (1, 2, 2, 6, 12)}, r"worth\[2\], rising, must be 3\.\.100"),
]


@pytest.mark.parametrize(("changes", "why"), WRONG)
def test_a_race_that_cannot_be(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        race(**changes)


def test_tables_with_suits_to_follow_are_no_race() -> None:
    suits = [0x1FFF << 13 * (card // 13) for card in range(52)]
    tables = kernel.Tables(
        seats=4, beaten_by=[0] * 52, follow=suits, points=[0] * 52, trumps=0, policy=kernel.Policy.FOLLOW
    )
    with pytest.raises(ValueError, match="every card must follow every lead"):
        race(tables=[tables])


NOWHERE: list[tuple[dict[str, Any], str]] = [
    ({"hands": [1, 2, 4]}, "hands and won must be 4"),
    ({"hands": [1, 1, 2, 4]}, "hands overlap"),
    ({"hands": [OPEN, 0, 0, 0]}, "cards lie open that are in a hand"),
    ({"won": [1, 2, 3, 14]}, r"won\[3\] must be 0\.\.13"),
    ({"leader": 4}, r"leader must be 0\.\.3"),
    ({"trick": [1, 2, 3, 4]}, "trick must have fewer than 4 cards"),
    ({"trick": [1], "best": 1}, r"best must be 0\.\.0"),
    ({"trick": [1, 1]}, "card 1 in trick is elsewhere too"),
    ({"pile": OPEN, "takers": 1}, "cards lie in the pile that are elsewhere too"),
    ({"takers": 16}, r"takers must be 0\.\.15"),
    ({"tables": 64}, r"tables must be 0\.\.63"),
]


@pytest.mark.parametrize(("changes", "why"), NOWHERE)
def test_a_position_that_cannot_be(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        position(3, random.Random(1), **({"hands": [1 << 11, 1 << 12, 1 << 13, 1 << 14]} | changes))


ELSEWHERE: list[tuple[dict[str, Any], str]] = [
    ({"won": [0, 0, 0, 0]}, "hands are too small to finish the tricks"),
    ({"won": [9, 1, 0, 0]}, "more tricks are won than there are"),
    ({"hands": [1 << 8, 2, 4, 8]}, "cards the tables don't"),
    ({"tables": 1}, "no tables in this race"),
    ({"leader": 2}, "the leader has won no trick"),
]


@pytest.mark.parametrize(("changes", "why"), ELSEWHERE)
def test_a_position_of_another_race(changes: dict[str, Any], why: str) -> None:
    given = {"hands": [1, 2, 4, 32], "won": [4, 4, 0, 0]} | changes
    with pytest.raises(ValueError, match=why):
        search(race()).values([position(1, random.Random(1), **given)])


def test_limits_and_sides_that_cannot_be() -> None:
    at, full = position(2, random.Random(1)), search(race())
    with pytest.raises(TypeError):
        full.values([at], nodes=-1)
    for seconds in (-1, float("nan")):
        with pytest.raises(ValueError, match="seconds must be 0 or more"):
            full.values([at], seconds=seconds)
    for at_least in (101, -101, 2**70, -(2**70)):
        with pytest.raises(ValueError, match=r"at_least must be -100\.\.100"):
            full.values([at], at_least=at_least)
    for nothing in ("5", 5.0):
        with pytest.raises(TypeError):
            full.values([at], at_least=nothing)
    with pytest.raises(ValueError, match="positions must be RacePositions"):
        full.values([5])
    with pytest.raises(ValueError, match=r"side must be 0\.\.1"):
        search(race(), side=2)
