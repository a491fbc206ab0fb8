"""The race's search where partners may take the pile one after the other, and four of a kind may come together."""

import random
from typing import Any

import pytest

from kernel.race_positions import CHOSEN, LAMBS, OPEN, position, race, search
from stova import kernel
from stova.cards import card_set, parse_cards
from stova.games.styrivolt.powers import PACK, card_tables
from stova.playouts import kernel_tables

STIKKAR = "2H 4C 8S 9H 9D AC AS JC JS"


def race_with_four(rank: str, must_beat: str, binding: str = STIKKAR, **changes: Any) -> kernel.Race:
    tables = [kernel_tables(card_tables(CHOSEN, ranks, must_beat), 4) for ranks in ((), (rank,))]
    four = card_set(card for card in PACK if card.rank == rank)
    bound = card_set(parse_cards(binding))
    return race(must_beat, together=[four], tables=tables, held_back=[LAMBS] * 2, binding=bound, **changes)


def among_partners(rank: str, rng: random.Random) -> kernel.RacePosition:
    """Three tricks are left, and the four of a rank lie in the hands of partners, who may take, and with the pile."""
    four = [card for card in PACK if card.rank == rank]
    others = [card for card in PACK if card.rank != rank and not OPEN >> card & 1]
    rng.shuffle(others)
    lots = [rng.randrange(3)] * 4 if rng.random() < 0.4 else [rng.randrange(3) for _ in four]
    own = [[card for card, lot in zip(four, lots, strict=True) if lot == place] for place in range(3)]
    for cards in own:
        cards += [others.pop() for _ in range(rng.randrange(3, 6) - len(cards))]
    side, (one, other, pile) = rng.randrange(2), map(card_set, own)
    hands = [one, card_set(others[:3]), other, card_set(others[3:6])]
    takers = rng.choice((5 << side, 5 << side, 5 << side, 1 << side, 15, rng.randrange(1, 16)))
    whole, lapses = rng.random() < 0.5, rng.random() < 0.1
    return position(3, rng, hands=hands[-side:] + hands[:-side], pile=pile, takers=takers, whole=whole, lapses=lapses)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("must_beat", ["no", "yes"])
@pytest.mark.parametrize("rank", ["4", "7", "8", "9", "K"])
def test_no_bound_changes_a_value_where_four_lie_among_partners(rank: str, must_beat: str) -> None:
    rng, of = random.Random(f"partners {rank} {must_beat}"), race_with_four(rank, must_beat)
    for _ in range(20 if kernel.SANITIZED else 300):
        at, side, goal = among_partners(rank, rng), rng.randrange(2), rng.choice(("SCORE", "TRICKS"))
        assert search(of, goal, side=side).values([at]) == search(of, goal, side=side, no_bounds=True).values([at])


@pytest.mark.parametrize(
    ("rank", "must_beat", "binding", "side", "hands", "won", "leader", "lying"),
    [
        (
            "8",
            "no",
            "5C QC JC 2S 3S 5S KS JS 4H 3C 9D JD",
            0,
            ("8S 2H 3H QH 2D", "4S 4H 9D", "8C KH 8D", "9S KS KD"),
            (1, 2, 1, 2),
            2,
            {"pile": "8H 3D JD", "takers": 0b101},
        ),
        (
            "4",
            "no",
            STIKKAR,
            0,
            ("QC 4S 4H 7H 5D", "9C 8S AD", "7C AC QS QH AH", "2S 2H 3D"),
            (4, 1, 0, 1),
            1,
            {"pile": "4C 5H JH KH 4D", "takers": 0b1100, "whole": True},
        ),
        (
            "9",
            "yes",
            STIKKAR,
            1,
            ("7C 6D AD", "KC 9H 9D", "JC 8S AS", "9C 6S 9S QS KH"),
            (1, 1, 2, 2),
            1,
            {"pile": "7S 4H 2D 4D", "takers": 0b1111, "lapses": True, "whole": True},
        ),
    ],
    ids=["a card that binds", "what a side with more puts down", "all that could be put away"],
)
def test_a_bound_holds_whatever_lies_with_the_pile(
    rank: str,
    must_beat: str,
    binding: str,
    side: int,
    hands: tuple[str, ...],
    won: tuple[int, ...],
    leader: int,
    lying: dict[str, Any],
) -> None:
    """More there would keep the partner from having both hands, or an opponent could take it."""
    of = race_with_four(rank, must_beat, binding, pairs=[OPEN] if rank == "4" else [])
    held = [card_set(parse_cards(hand)) for hand in hands]
    lying = lying | {"pile": card_set(parse_cards(lying["pile"]))}
    at = kernel.RacePosition(hands=held, open=OPEN, won=won, leader=leader, trick=[], **lying)
    for plain in (False, True):
        assert search(of, side=side, every_card=plain, no_bounds=plain).values([at]) == [(1, 1)]


def test_cards_to_put_away_are_alike_only_if_no_four_they_may_bring_together_tells_them_apart() -> None:
    """Whose four it would be has one of them in hand, and may no longer take the pile."""
    of = race_with_four("8", "no", swaps=[])
    hands = [card_set(parse_cards(hand)) for hand in ("6C 6H KH KD", "4S KS 5H 9H", "8C 8S AS 8H", "5C QC QS 2H")]
    pile = card_set(parse_cards("2S JH AH 3D 4D 8D"))
    at = kernel.RacePosition(hands=hands, open=0, won=(1, 1, 1, 2), leader=2, trick=[], pile=pile, takers=0b101)
    for every_card in (False, True):
        for plain in (False, True):
            assert search(of, every_card=every_card, no_bounds=plain).values([at]) == [(1, 1)]


@pytest.mark.parametrize("binding", ["", STIKKAR])
@pytest.mark.parametrize(
    ("hands", "won"),
    [
        (("KC QS 4H", "4S 9S AH", "6H JD KD", "6C 8C 6D"), (2, 1, 0, 3)),
        (("5C QH AD", "6S AH 3D", "QC 4D KD", "2C KS 5H"), (1, 1, 1, 3)),
    ],
)
def test_who_changes_back_leaves_a_changed_four_parted(
    binding: str, hands: tuple[str, ...], won: tuple[int, ...]
) -> None:
    """Seat 0 takes the pile with one of a pair, so that it has four sevens, and leaves three to its partner."""
    pair = card_set(parse_cards("7C JC"))
    of = race_with_four("7", "yes", binding, swaps=[], pairs=[pair])
    held, pile = [card_set(parse_cards(hand)) for hand in hands], card_set(parse_cards("7S 7H 7D"))
    at = kernel.RacePosition(hands=held, open=pair, won=won, leader=3, trick=[], pile=pile, takers=0b101, whole=True)
    for plain in (False, True):
        assert search(of, every_card=plain, no_bounds=plain).values([at]) == [(1, 1)]


@pytest.mark.parametrize("binding", ["8C", "8H", "8D", STIKKAR])
@pytest.mark.parametrize("lying", ["8S", "8H"])
@pytest.mark.parametrize("takers", [0b001, 0b101])
def test_a_card_of_a_changed_four_is_thrown_away_if_it_binds(binding: str, lying: str, takers: int) -> None:
    (own,) = {"8S", "8H"} - {lying}
    open_card = parse_cards(lying)[0]
    of = race_with_four("8", "yes", binding, swaps=[(*parse_cards("5S"), open_card, 0, False)])
    hands = (f"8C {own} 8D 5S", "JC 9S 5D", "QS 7C 2H", "2S 4C 7D")
    held, pile = [card_set(parse_cards(hand)) for hand in hands], card_set(parse_cards("3D 9C 4H"))
    won = (0, 2, 2, 2)
    at = kernel.RacePosition(hands=held, open=1 << open_card, won=won, leader=2, trick=[], pile=pile, takers=takers)
    assert search(of).values([at]) == search(of, every_card=True, no_bounds=True).values([at])
