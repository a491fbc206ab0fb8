"""The race's search where somebody may take the stock or what was put down for it."""

import random
from typing import Any

import pytest

from kernel.race_positions import CHOSEN, LAMBS, OPEN, position, race, search
from stova import kernel
from stova.cards import Suit, card_set, parse_cards
from stova.games.styrivolt.powers import PACK, card_tables
from stova.playouts import kernel_tables


def with_pile(left: int, rng: random.Random) -> kernel.RacePosition:
    """Such a position in which some seats may take a pile."""
    cards = rng.sample([card for card in PACK if not OPEN >> card & 1], 4 * left + 4)
    hands = [card_set(cards[seat * left : (seat + 1) * left]) for seat in range(4)]
    pile = card_set(cards[4 * left : 4 * left + rng.choice((left, left + 1, 4))])
    return position(left, rng, hands=hands, pile=pile, takers=rng.randrange(1, 16), whole=rng.random() < 0.5)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("goal", ["SCORE", "TRICKS"])
@pytest.mark.parametrize("must_beat", ["no", "yes"])
@pytest.mark.parametrize("fours", [False, True])
def test_nothing_left_out_changes_a_value_with_a_pile(goal: str, must_beat: str, fours: bool) -> None:
    rng = random.Random(f"pile {goal} {must_beat} {fours}")
    own = race(must_beat, fours=fours, pairs=[OPEN], binding=card_set(parse_cards("2H 4C 8S 9H 9D AC AS JC JS")))
    twos, threes = (60, 4) if kernel.SANITIZED else (300, 20)
    for left in (1,) + (2,) * twos + (3,) * threes:
        at, side = with_pile(left, rng), rng.randrange(2)
        (found,) = search(own, goal, side=side).values([at])
        assert found[0] == found[1]
        for less in ({"names_as_they_are": True}, {"every_card": True}, {"no_bounds": True}):
            assert search(own, goal, side=side, **less).values([at]) == [found]
        if left < 3:
            assert search(own, goal, side=side, memory=0, every_card=True, no_bounds=True).values([at]) == [found]


def with_split_four(rank: str, rng: random.Random) -> kernel.RacePosition:
    """One with three tricks left where the four of a rank lie with the pile and with a seat that may take it."""
    four = [card for card in PACK if card.rank == rank and not OPEN >> card & 1]
    others = rng.sample([card for card in PACK if card not in four and not OPEN >> card & 1], 12)
    cards, taker, held = rng.sample(four, len(four)), rng.randrange(4), rng.randrange(4)
    hands = [card_set(others[3 * seat : 3 * seat + 3]) for seat in range(4)]
    own = others[3 * taker : 3 * taker + 3]
    hands[taker] = card_set((*cards[:held], *own[held:]))
    pile = card_set((*cards[held:], *own[:held]))
    takers = 1 << taker | rng.choice((0, rng.randrange(16)))
    return position(3, rng, hands=hands, pile=pile, takers=takers, lapses=rng.random() < 0.2)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("goal", ["SCORE", "TRICKS"])
@pytest.mark.parametrize("rank", ["2", "7", "9", "K"])
def test_nothing_left_out_changes_a_value_where_a_four_may_come_together(goal: str, rank: str) -> None:
    rng, four = random.Random(f"four {goal} {rank}"), card_set(card for card in PACK if card.rank == rank)
    tables = [kernel_tables(card_tables(CHOSEN, ranks, "no"), 4) for ranks in ((), (rank,))]
    for binding in ("2H", "2H 4C 8S 9H 9D AC AS JC JS"):
        of = race(together=[four], tables=tables, held_back=[LAMBS] * 2, binding=card_set(parse_cards(binding)))
        for _ in range(25 if kernel.SANITIZED else 200):
            at, side = with_split_four(rank, rng), rng.randrange(2)
            plain = search(of, goal, side=side, every_card=True, no_bounds=True)
            assert search(of, goal, side=side).values([at]) == plain.values([at])


def test_a_four_changes_nothing_but_its_own_tables() -> None:
    """Of two changes that may come the other is one that no hand brings about, as `solve` gives for another leaf's."""
    chosen = (Suit.DIAMONDS, Suit.SPADES)
    tables = [kernel_tables(card_tables(chosen, ranks, "no"), 4) for ranks in ((), ("9",), ("2",), ("9", "2"))]
    nines = card_set(parse_cards("9C 9S 9H 9D"))
    swaps = [(*parse_cards("5D 9D"), 0, False)]
    held_back = [card_set(parse_cards("7D 7S"))] * len(tables)
    of = race(together=[nines, 2**64 - 1], tables=tables, held_back=held_back, swaps=swaps)
    hands = ("2S 2D JD", "7C QS 7D", "2C 2H 3H 8H JH", "5C 9H 5D")
    at = kernel.RacePosition(
        hands=[card_set(parse_cards(hand)) for hand in hands],
        pile=card_set(parse_cards("9C 3S 9S 4H 6H")),
        open=card_set(parse_cards("9D")),
        won=[2, 1, 1, 2],
        leader=0,
        trick=[],
        takers=8,
    )
    plain = search(of, "TRICKS", every_card=True, no_bounds=True)
    assert search(of, "TRICKS").values([at]) == plain.values([at])


@pytest.mark.parametrize(
    ("hands", "pile", "binding", "takers", "won", "leader", "value"),
    [
        (("2H 8D QC", "8C 2C AH", "4C 3D 6H", "3S QH 9D"), "AS JS 5H", "QC", 1, (2, 4), 1, 1),
        (("2H 5H 6H", "AS 3S 9S", "9H QS 2D", "3C 6S 4C"), "JS KH", "5H", 1, (3, 3), 1, 1),
        (("2H 9H 4S", "KS 2D 9D", "7H JS 3C", "2C KH AD"), "QC AH JH", "4S 9D", 5, (2, 4), 0, 1),
        (("2H 4C QH", "9H 6S 7D", "6H KH AH", "KS 9C 2S"), "JH 2C AC", "4C 9H", 5, (2, 4), 0, 1),
        (("2H AS 8H", "QD JS 6H", "QS 6S QC", "7C 6D 6C"), "JC 8C", "8C", 7, (2, 4), 0, -1),
        (("2H 2D 8H", "KC 3S JC", "2S 3D 8S", "8D QS 9D"), "JS 5D 9H", "9H 3S", 9, (2, 4), 0, -1),
    ],
    ids=["bound", "bound for two", "partner", "partner takes", "other side", "other side alone"],
)
def test_a_bound_holds_where_cards_that_need_not_be_thrown_away_do_harm(
    hands: tuple[str, ...], pile: str, binding: str, takers: int, won: tuple[int, int], leader: int, value: int
) -> None:
    """A side is no worse off for keeping cards, if it still may be rid of those that would bind it when it takes.

    Nor does a partner's larger hand keep a taker from putting a card away; what may come to an opponent isn't kept.
    """
    of = race(swaps=[], binding=card_set(parse_cards(binding)))
    at = at_the_pile(*hands, pile=pile, opened="", takers=takers, won=[*won, 0, 0], leader=leader)
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


def test_a_bound_holds_where_who_has_hand_and_pile_must_beat() -> None:
    """With both it is free to play what it would have put down, though it could beat."""
    hands = ("2H 9D 6D", "QH 3D 4S", "3C AC JC", "KS 8S 8C")
    at = at_the_pile(*hands, pile="9H 6S 8H 5H", opened="", takers=3, won=[3, 3, 0, 0])
    of = race("yes", swaps=[], binding=card_set(parse_cards("5H")))
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(-1, -1)]


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


def test_both_are_not_kept_where_that_brings_four_together() -> None:
    """Seat 0 has taken no trick, and its partner wins all alone unless the sixes beat its cards."""
    at = at_the_pile("6S 6D", "QC 8D", "AC KS", "3S 3H", pile="6C 6H", opened="", won=[0, 0, 7, 0], leader=2)
    of = race(fours=True, swaps=[])
    for plain in (False, True):
        assert search(of, side=1, every_card=plain, no_bounds=plain).values([at]) == [(-12, -12)]


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


@pytest.mark.parametrize("whole", [False, True])
def test_one_of_a_pair_goes_with_a_pile_that_is_no_longer_whole_too(whole: bool) -> None:
    """Without the ace of clubs seat 0 can't win its last trick, whatever else of the pile it has."""
    hands = [card_set(parse_cards(cards)) for cards in ("3D 4D", "AD KD", "2D 8D", "QD JD")]
    pair, pile = (card_set(parse_cards(cards)) for cards in ("AC JC", "6D 7D"))
    changes: dict[str, Any] = {"pile": pile, "takers": 1, "whole": whole}
    at = kernel.RacePosition(hands=hands, open=pair, won=[4, 3, 0, 0], leader=0, trick=[], **changes)
    for plain in (False, True):
        assert search(race(swaps=[], pairs=[pair]), every_card=plain, no_bounds=plain).values([at]) == [(1, 1)]


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


@pytest.mark.parametrize(("pile", "value"), [("AS AH AD", 1), ("AS AH", -1)])
def test_a_card_that_binds_is_put_away_for_an_opponent(pile: str, value: int) -> None:
    """Seat 1 must not keep both of what seat 0 puts down; with two cards for two tricks nothing is put away."""
    at = at_the_pile("QC JS", "4C KC", "5C 2D", "3C 8D", pile=pile, opened="", takers=3, won=[4, 3, 0, 0])
    of = race(swaps=[], binding=card_set(parse_cards("AH")))
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


@pytest.mark.parametrize("pile", ["5C 9S 9D", "2C 5C 9S 9D"])
def test_a_card_that_can_be_swapped_for_one_that_binds_is_put_away_for_an_opponent(pile: str) -> None:
    """Seat 2 takes the pile and puts the five away, so seat 3 can't keep both."""
    at = at_the_pile("8D AD", "QC KC", "AC KS", "9C 9H", pile=pile, opened="JC", takers=12, won=[4, 3, 0, 0])
    of = race(swaps=[(*parse_cards("5C JC"), 0, False)], binding=card_set(parse_cards("JC")))
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(1, 1)]


@pytest.mark.parametrize(
    ("hands", "pile", "pair", "binding"),
    [
        (("8D AD", "3C 5C", "JS KS", "KC 3H"), "7C 7H 7D", "QC AC", "JS"),
        (("8H KH", "5C QS", "JC AD", "KS JH"), "4S 5S", "6C AC", "AD"),
    ],
)
def test_the_pile_is_taken_and_given_back_for_what_others_swap_for_then(
    hands: tuple[str, ...], pile: str, pair: str, binding: str
) -> None:
    """Seat 1 has the trader for a pair of which seat 2 would get one."""
    at = at_the_pile(*hands, pile=pile, opened=pair, takers=12, won=[4, 3, 0, 0])
    one, other = parse_cards(pair)
    (trader,) = parse_cards("5C")
    swaps = [(trader, one, 0, False), (trader, other, 0, False)]
    of = race(swaps=swaps, pairs=[card_set((one, other))], binding=card_set(parse_cards(binding)))
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(1, 1)]


@pytest.mark.parametrize(
    ("rank", "hands", "pile", "takers", "value"),
    [
        ("Q", ("8D 4D", "JD 6H", "QS 5C", "JC JH"), "QD QH QC", 4, 1),
        ("K", ("6D 9H 7S", "KS 5D 8C", "8H 3H JD", "4H 5S 9S"), "KC KH KD", 2, -1),
    ],
)
def test_a_four_that_makes_cards_worse_is_not_brought_together(
    rank: str, hands: tuple[str, ...], pile: str, takers: int, value: int
) -> None:
    """Of the suits not chosen king and queen beat what is below them; together they beat nothing but when led."""
    won = [2, 2, 2, 1] if rank == "Q" else [2, 1, 0, 3]
    at = at_the_pile(*hands, pile=pile, opened="", takers=takers, won=won)
    four = card_set(card for card in PACK if card.rank == rank)
    tables = [kernel_tables(card_tables(CHOSEN, ranks, "no"), 4) for ranks in ((), (rank,))]
    of = race(swaps=[], together=[four], tables=tables, held_back=[LAMBS] * 2)
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(value, value)]


def test_a_card_is_put_away_so_that_an_opponent_who_took_would_have_four_together() -> None:
    """Seat 3 takes the fourth queen and puts one away: with the pile seat 0 can't keep them apart for it."""
    hands = ("KS 6H 7H", "9S JS 5D", "AS 5H KD", "QC QS QH")
    at = at_the_pile(*hands, pile="8S 8H 2D QD", opened="JC", won=[0, 2, 4, 0], leader=2, takers=9)
    queens = card_set(card for card in PACK if card.rank == "Q")
    tables = [kernel_tables(card_tables(CHOSEN, ranks, "no"), 4) for ranks in ((), ("Q",))]
    binding = card_set(parse_cards("QC"))
    of = race(swaps=[], together=[queens], tables=tables, held_back=[LAMBS] * 2, binding=binding)
    for plain in (False, True):
        assert search(of, "TRICKS", side=1, every_card=plain, no_bounds=plain).values([at]) == [(5, 5)]


@pytest.mark.parametrize(
    ("hands", "pile", "trader", "binding", "changes", "side"),
    [
        (
            ("3D 9D", "KS QH", "4S QD", "2H 9H"),
            "4C 9C AH",
            "4C",
            "KS 9H",
            {"won": [1, 1, 3, 2], "leader": 3, "takers": 13},
            1,
        ),
        (("AS AD", "3C 5S", "JS 8H", "9S 3D"), "2S 9H", "9H", "AD", {"won": [2, 2, 1, 2], "takers": 9}, 0),
    ],
)
def test_who_swaps_and_then_changes_back_leaves_the_other_card_there(
    hands: tuple[str, ...], pile: str, trader: str, binding: str, changes: dict[str, Any], side: int
) -> None:
    """Of the pile the taker trades for the jack, which the others mustn't have, and goes back to its own hand."""
    at = at_the_pile(*hands, pile=pile, opened="JC", **changes)
    of = race(swaps=[(*parse_cards(f"{trader} JC"), 0, False)], binding=card_set(parse_cards(binding)))
    for plain in (False, True):
        assert search(of, side=side, every_card=plain, no_bounds=plain).values([at]) == [(1, 1)]
