"""The race's search against itself with less, its limits, and what it refuses. Brute force is in `test_racing.py`."""

import random
import threading
import time

import pytest

from kernel.race_positions import CHOSEN, LAMBS, OPEN, SIXES, position, race, search
from stova import kernel
from stova.cards import Suit, card_set, parse_cards
from stova.games.styrivolt.powers import PACK, card_tables
from stova.playouts import kernel_tables

SWEEPS = 60


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


@pytest.mark.parametrize("number", [1260, 3269, 11258, 15978])
def test_what_decided_before_is_tried_first_only_if_it_may_be_played(number: int) -> None:
    """Positions in which a card that decided once would decide wrongly where its seat has to beat."""
    rng, own = random.Random(number), race("yes")
    at, side = position(4, rng), rng.randrange(2)
    plain = search(own, "TRICKS", side=side, memory=0, every_card=True, no_bounds=True).values([at])
    assert search(own, "TRICKS", side=side).values([at]) == plain


@pytest.mark.parametrize(
    ("hands", "won", "leader", "side", "value"),
    [
        (("6C 2D 7D 4D", "KD 9C 3D 6H 8C", "9H 3C 5S 8D 4H", "4C AH 7H 8H"), (3, 1, 0, 1), 1, 0, 1),
        (("4C 3H 3D 5C", "2C QC 8D 7D 6D", "9D JS 7C QS 5H 5D", "2H 8S 4H 5S"), (3, 2, 0, 0), 1, 1, -1),
        (("8S 4S 8C 9C QS", "4C 8H 7H", "6S 5D 7D", "QH QD 6D 2D"), (3, 0, 0, 3), 3, 0, 1),
    ],
)
def test_a_bound_holds_where_one_must_beat_with_what_need_not_be_thrown_away(
    hands: tuple[str, ...], won: tuple[int, ...], leader: int, side: int, value: int
) -> None:
    """Who keeps a card that it would throw away needn't beat with it later."""
    of = race("yes", swaps=[])
    at = kernel.RacePosition(
        hands=[card_set(parse_cards(hand)) for hand in hands], open=0, won=won, leader=leader, trick=[]
    )
    for plain in (False, True):
        assert search(of, side=side, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


@pytest.mark.parametrize(
    ("rank", "goal", "hands", "won", "value"),
    [
        ("K", "TRICKS", ("5C KS KH KD QD", "7C QS 7H JD", "5D JS 9C QH", "2S 8H AS JH"), (2, 1, 0, 2), 4),
        (
            "K",
            "TRICKS",
            ("5C KS KH KD 8D 5S", "3D 6H 9C 2D 8C 7D", "AD 4S 3H 4H 9S QC", "JD 6S 4D QH 7H"),
            (1, 2, 0, 1),
            3,
        ),
        ("Q", "SCORE", ("5C QS QH QD KD", "AD 3D 4D 6D 9C", "8C 8D 5H JH 2S", "7H 3S 2H 4H"), (2, 1, 0, 2), 1),
    ],
)
def test_a_bound_holds_where_a_four_would_no_longer_have_to_beat(
    rank: str, goal: str, hands: tuple[str, ...], won: tuple[int, ...], value: int
) -> None:
    """Seat 0 swaps for the fourth of a rank, whose cards then beat less: none of them has to beat a card any more."""
    four = parse_cards(f"{rank}C {rank}S {rank}H {rank}D")
    tables = [kernel_tables(card_tables(CHOSEN, ranks, "yes"), 4) for ranks in ((), (rank,))]
    swaps = [(*parse_cards("5C"), four[0], 0, False)]
    of = race(together=[card_set(four)], tables=tables, held_back=[LAMBS] * 2, swaps=swaps)
    held = [card_set(parse_cards(hand)) for hand in hands]
    at = kernel.RacePosition(hands=held, open=card_set(four[:1]), won=won, leader=3, trick=[])
    for plain in (False, True):
        assert search(of, goal, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


def richly(left: int, rng: random.Random) -> kernel.RacePosition:
    """Some hands, as after taking, have more cards than there are tricks left."""
    cards = rng.sample([card for card in PACK if not OPEN >> card & 1], len(PACK) - 2)
    sizes = [left + rng.choice((0, 0, 1, 2, 4)) for _ in range(4)]
    hands = [card_set([cards.pop() for _ in range(size)]) for size in sizes]
    return position(left, rng, hands=hands)


@pytest.mark.parametrize("must_beat", ["no", "yes"])
@pytest.mark.parametrize("goal", ["SCORE", "TRICKS"])
def test_nothing_left_out_changes_a_value_where_hands_are_larger_than_they_need_be(goal: str, must_beat: str) -> None:
    rng, own = random.Random(f"rich {goal} {must_beat}"), race(must_beat)
    for left in (2,) * 200 + (3,) * 150 + (4,) * 10:
        at, side = richly(left, rng), rng.randrange(2)
        plain = search(own, goal, side=side, memory=0, every_card=True, no_bounds=True).values([at])
        for less in ({}, {"names_as_they_are": True}, {"every_card": True}, {"no_bounds": True}):
            assert search(own, goal, side=side, **less).values([at]) == plain


@pytest.mark.parametrize("goal", ["SCORE", "TRICKS"])
def test_nothing_left_out_changes_a_value_where_two_may_take_and_fours_come_together(goal: str) -> None:
    rng, own = random.Random(f"takers {goal}"), race(fours=True, swaps=[], binding=SIXES)
    for _ in range(800):
        rest = rng.sample([card for card in PACK if not SIXES >> card & 1], 7)
        cards = rng.sample([*rest, *parse_cards("6C 6S 6H 6D")], 11)
        hands = [card_set(cards[first : first + 2]) for first in (0, 2, 4, 6)]
        takers = rng.choice([3, 5, 6, 7, 9, 10, 12])
        at = position(2, rng, hands=hands, open=0, pile=card_set(cards[8:]), takers=takers)
        side = rng.randrange(2)
        plain = search(own, goal, side=side, memory=0, every_card=True, no_bounds=True).values([at])
        assert search(own, goal, side=side).values([at]) == plain


@pytest.mark.parametrize("count", [1, 2])
def test_cards_are_alike_only_if_no_four_to_come_tells_them_apart(count: int) -> None:
    """Here fours that come together by a swap choose other suits."""
    rng = random.Random(f"apart {count}")
    fours = [SIXES, card_set(parse_cards("3C 3S 3H 3D"))][:count]
    swaps = [(*parse_cards("5C 6C"), 0, False), (*parse_cards("5S 3S"), 0, False)][:count]
    chosen = [CHOSEN, (Suit.HEARTS, Suit.DIAMONDS), (Suit.CLUBS, Suit.HEARTS), (Suit.SPADES, Suit.DIAMONDS)]
    tables = [kernel_tables(card_tables(suits, (), "no"), 4) for suits in chosen[: 2**count]]
    own = race(tables=tables, held_back=[0] * len(tables), swaps=swaps, together=fours)
    opened, kept = (card_set(parse_cards(cards)) for cards in ("6C 3S", "5C 5S 6S 6H 6D 3C 3H 3D"))
    for _ in range(150):
        cards = rng.sample([card for card in PACK if not (opened | kept) >> card & 1], 20)
        hands = [card_set(cards[first : first + 4]) for first in (0, 4, 8, 12)]
        hands[0] = card_set([*parse_cards("5C 6S 6H 6D"), cards[16]])
        hands[1:] = [hand | 1 << card for hand, card in zip(hands[1:], cards[17:], strict=True)]
        if count == 2:
            hands[2] = card_set([*parse_cards("5S 3C 3H 3D"), cards[18]])
        at = position(5, rng, hands=hands, open=opened, won=[1, 1, 1, 1], leader=rng.randrange(4))
        plain = search(own, every_card=True, no_bounds=True).values([at])
        assert search(own).values([at]) == plain
        assert search(own, no_bounds=True).values([at]) == plain


@pytest.mark.parametrize("no_bounds", [False, True])
def test_who_has_only_cards_above_the_partners_takes_its_tricks(no_bounds: bool) -> None:
    """Seat 2 had better stop: one card more than it needs doesn't let seat 0 hold back."""
    hands = [card_set(parse_cards(cards)) for cards in ("2H 4C 8S", "3D 4D", "AC AS", "6D 8D")]
    at = kernel.RacePosition(hands=hands, open=0, won=[0, 0, 7, 0], leader=2, trick=[], opened_alone=True)
    assert search(race(), no_bounds=no_bounds).values([at, at]) == [(6, 6)] * 2


@pytest.mark.parametrize(
    ("hand", "less"), [("2H 4C 3D", "2H 3D"), ("KC KS 4D", "KC 4D")], ids=["two stikkar", "two to lead"]
)
def test_what_is_remembered_tells_one_of_equal_cards_from_two(hand: str, less: str) -> None:
    others = ["3C 6D", "3H 7H", "6H 8H"]
    at = [
        kernel.RacePosition(
            hands=[card_set(parse_cards(cards)) for cards in (own, *others)],
            open=0,
            won=[3, 4, 0, 0],
            leader=0,
            trick=[],
        )
        for own in (hand, less)
    ]
    for no_bounds in (False, True):
        assert search(race(), no_bounds=no_bounds).values(at) == [(1, 1), (-1, -1)]
        assert search(race(), no_bounds=no_bounds).values(at[::-1]) == [(-1, -1), (1, 1)]


@pytest.mark.parametrize(("held_back", "value"), [(LAMBS, -12), (0, 12)])
def test_a_card_held_back_is_not_led_to_the_first_trick(held_back: int, value: int) -> None:
    hands = [card_set(parse_cards(cards)) for cards in ("7C 3D", "2H", "4D", "6D")]
    at = kernel.RacePosition(hands=hands, open=0, won=[0, 0, 0, 0], leader=0, trick=[])
    own = race(held_back=[held_back], enough=1)
    for no_bounds in (False, True):
        assert search(own, no_bounds=no_bounds).values([at]) == [(value, value)]


def test_what_is_remembered_tells_a_card_held_back_from_one_that_is_not() -> None:
    """Only that tells ♣7 from ♣8 here; both are had when led later."""
    hands = [[f"{card} 4H QH", "6D 8H KH", "5D AH 6C", "KS 6S 9C"] for card in ("8C", "7C")]
    at = [
        kernel.RacePosition(
            hands=[card_set(parse_cards(hand)) for hand in own], open=0, won=[0, 0, 0, 0], leader=0, trick=[]
        )
        for own in hands
    ]
    of = race(swaps=[], enough=2)
    assert search(of, "TRICKS").values(at) == [(2, 2), (1, 1)]
    assert search(of, "TRICKS").values(at[::-1]) == [(1, 1), (2, 2)]


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
        at, own = sweeping(rng), race(swaps=[], enough=3)
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
            assert search(own, "TRICKS").search.reaches(at, target) == (value >= target)
            assert search(own, "TRICKS").search.reaches(at, target, nodes=0) in (value >= target, None)
    assert search(race()).search.reaches(position(9, rng), 1, nodes=0) is None


def test_other_threads_run_and_a_search_is_asked_one_thing_at_a_time() -> None:
    own, at = race(), position(9, random.Random(8))
    full = search(own, memory=1 << 24)
    thread = threading.Thread(target=full.values, args=([at],), kwargs={"seconds": 0.1})
    thread.start()
    refused: list[str] = []
    while thread.is_alive():
        try:
            full.search.reaches(at, 1, nodes=1)
        except ValueError as error:
            refused.append(str(error))
        time.sleep(0.001)
    assert len(refused) > 5
    assert set(refused) == {"this search is at work already"}
    full.search.reaches(at, 1, nodes=1)


def test_who_has_said_to_go_on_may_yet_lose_a_trick() -> None:
    """All tricks are one side's, enough of them, and its leader has decided; what the others take, and what it does."""
    rng, own = random.Random("decided"), race()
    for left in (2,) * 60 + (3,) * 60 + (4,) * 20:
        ahead = rng.randrange(2)
        won = [0, 0, 0, 0]
        for _ in range(9 - left):
            won[ahead + rng.choice((0, 2))] += 1
        leader = rng.choice([seat for seat in range(4) if won[seat]])
        at = position(left, rng, won=won, leader=leader, decided=True)
        for side in (0, 1):
            for goal in ("SCORE", "TRICKS"):
                plain = search(own, goal, side=side, memory=0, every_card=True, no_bounds=True).values([at])
                assert search(own, goal, side=side).values([at]) == plain


@pytest.mark.skipif(kernel.SANITIZED, reason="the sanitizer ends the program where memory can't be had")
def test_a_table_that_cannot_be_had() -> None:
    with pytest.raises(MemoryError):
        search(race(), memory=1 << 40)


def test_tables_are_gone_through_once() -> None:
    """Else what is gone through twice may give other things the second time."""
    tables = [kernel_tables(card_tables(CHOSEN, ranks, "no"), 4) for ranks in ((), ("6",))]
    assert race(fours=True, tables=iter(tables)) is not None
