"""Estimates of races against rules of thumb written again naively, and against perfect play where nothing is open."""

import random
from typing import Any

import pytest

from kernel.race_positions import search
from stova import kernel
from stova.cards import Suit, card_set, parse_cards
from stova.games.styrivolt.powers import PACK, card_tables
from stova.playouts import kernel_tables

TABLES = card_tables((Suit.CLUBS, Suit.SPADES), (), "no")
LAMBS = card_set(parse_cards("7C 7S"))
STRENGTH: dict[int, int] = {
    card: sum(TABLES.beaten_by[other] >> card & 1 for other in PACK)
    - sum(TABLES.beaten_by[card] >> other & 1 for other in PACK)
    for card in PACK
}
ROUNDS = 200
FIVE_EACH = ("KC 3D 7H 6S 5C", "QC 4D 8H 9C 5S", "JC 6D 2C 3S 8C", "AS KD QD 3C 4S")


def race() -> kernel.Race:
    return kernel.Race(
        tables=[kernel_tables(TABLES, 4)],
        held_back=[LAMBS],
        fours=[],
        swaps=[],
        enough=5,
        worth=(1, 2, 3, 6, 12),
    )


def dealt(rng: random.Random, left: int, won: list[int]) -> dict[str, Any]:
    cards = rng.sample(PACK, 4 * left)
    leader = rng.choice([seat for seat in range(4) if won[seat]])
    return {"hands": [cards[seat * left : (seat + 1) * left] for seat in range(4)], "won": won, "leader": leader}


def position(hands: list[list[int]], won: list[int], leader: int) -> kernel.RacePosition:
    masks = [sum(1 << card for card in hand) for hand in hands]
    return kernel.RacePosition(hands=masks, open=0, won=won, leader=leader, trick=[])


def estimate(given: dict[str, Any], *, side: int = 0, chance: int = 1, repeats: int = 1, seed: int = 0) -> float:
    (mean,) = kernel.race_estimates(race(), [position(**given)], side=side, chance=chance, repeats=repeats, seed=seed)
    return mean


def beats(card: int, winning: int) -> bool:
    return bool(TABLES.beaten_by[winning] >> card & 1)


def wanted(hand: list[int], trick: list[tuple[int, int]], hands: list[list[int]], seat: int) -> int:
    """The card that the rules of thumb play; of cards that come to the same the lowest."""
    to_come = [card for step in range(1, 4 - len(trick), 2) for card in hands[place(seat, step)]]
    if not trick:
        dangers = {card: sum(beats(other, card) for other in to_come) for card in hand}
        return max(hand, key=lambda card: (not dangers[card], -4 * dangers[card] - STRENGTH[card]))
    best, holder = winner(trick)
    partner = hands[place(seat, 2)] if len(trick) == 1 else []
    if any(beats(card, best) and not any(beats(other, card) for other in to_come) for card in partner):
        return min(hand, key=STRENGTH.__getitem__)
    ours = (holder - seat) % 2 == 0
    safe = ours and not any(beats(other, best) for other in to_come)
    winning = [] if safe else [card for card in hand if beats(card, best)]
    sure = [card for card in winning if not any(beats(other, card) for other in to_come)]
    return min(sure or (hand if ours else winning) or hand, key=STRENGTH.__getitem__)


def place(seat: int, step: int) -> int:
    return (seat + step) % 4


def winner(trick: list[tuple[int, int]]) -> tuple[int, int]:
    best, holder = trick[0][1], trick[0][0]
    for seat, card in trick[1:]:
        if beats(card, best):
            best, holder = card, seat
    return best, holder


def distinct(hand: list[int], hands: list[list[int]], seat: int, trick: list[tuple[int, int]]) -> list[int]:
    """Of cards that no card of others tells apart the lowest."""
    others = [card for step in (1, 2, 3) for card in hands[place(seat, step)]] + ([winner(trick)[0]] if trick else [])
    signs: dict[tuple[tuple[bool, bool], ...], int] = {}
    for card in sorted(hand):
        sign = tuple((beats(other, card), beats(card, other)) for other in others)
        signs.setdefault(sign, card)
    return list(signs.values())


def played(hands: list[list[int]], won: list[int], leader: int) -> int:
    """The score of side 0 when both sides have a trick."""
    hands, won = [list(hand) for hand in hands], list(won)
    while max(won[0] + won[2], won[1] + won[3]) < 5:
        trick: list[tuple[int, int]] = []
        for step in range(4):
            seat = place(leader, step)
            hand = [card for card in hands[seat] if trick or won[seat] or not LAMBS >> card & 1]
            card = wanted(distinct(hand, hands, seat, trick), trick, hands, seat)
            hands[seat].remove(card)
            trick.append((seat, card))
        leader = winner(trick)[1]
        won[leader] += 1
    return 1 if won[0] + won[2] > won[1] + won[3] else -1


def test_without_chance_rules_of_thumb_play_on() -> None:
    rng = random.Random("thumb")
    results = set()
    for _ in range(ROUNDS):
        given = dealt(rng, 7, rng.choice(([1, 1, 0, 0], [0, 0, 1, 1], [0, 1, 1, 0])))
        assert estimate(given) == played(**given)
        results.add(played(**given))
    assert results == {1, -1}


def test_the_last_trick_is_what_it_is_worth() -> None:
    rng = random.Random("last")
    for won in ([8, 0, 0, 0], [5, 0, 3, 0], [0, 8, 0, 0], [0, 4, 0, 4], [4, 4, 0, 0], [2, 3, 2, 1]):
        for _ in range(20):
            given = dealt(rng, 1, won)
            ((low, high),) = search(race(), side=1, memory=0).values([position(**given)])
            assert low == high == estimate(given, side=1)


def test_the_sides_sum_to_nothing_and_chance_comes_from_the_seed() -> None:
    rng = random.Random("sides")
    given = [dealt(rng, 8, [0, 1, 0, 0]) for _ in range(20)]
    for seed in (0, 2**64 - 1):
        rows = [[estimate(one, side=side, chance=16, repeats=50, seed=seed) for one in given] for side in (0, 1)]
        assert rows[0] == [-mean for mean in rows[1]]
        assert any(-1 < mean < 1 for mean in rows[0])
    assert rows[0] != [estimate(one, chance=16, repeats=50, seed=1) for one in given]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("side", 2, "side must be 0..1"),
        ("chance", 0, "chance must be 1.."),
        ("repeats", 0, "repeats must be 1.."),
        ("repeats", 1 << 21, "repeats must be 1.."),
        ("seed", -1, "seed must be 0.."),
    ],
)
def test_what_is_refused(name: str, value: int, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        estimate(dealt(random.Random("refused"), 3, [2, 2, 1, 1]), **{name: value})


def test_piles_are_refused() -> None:
    """Estimates don't take them, and a hand may have nothing else to do."""
    given = dealt(random.Random("pile"), 3, [2, 2, 1, 1])
    masks = [sum(1 << card for card in hand) for hand in given["hands"]]
    free = next(card for card in PACK if not any(mask >> card & 1 for mask in masks))
    at = kernel.RacePosition(**(given | {"hands": masks}), open=0, trick=[], pile=1 << free, takers=1)
    with pytest.raises(ValueError, match="estimates don't take piles"):
        kernel.race_estimates(race(), [at], side=0, chance=1, repeats=1, seed=0)


def test_the_first_of_several_is_in_the_mean() -> None:
    """Without chance all are alike."""
    given = {"hands": [parse_cards(hand) for hand in FIVE_EACH], "won": [1] * 4, "leader": 0}
    assert estimate(given, repeats=5) == estimate(given)


def test_all_of_a_seed_counts() -> None:
    hands = ("8C JC AS 6H 2D", "4C 3S 6S 9H QD", "9S 2H 4H 5H JH", "9C 8S KS AH KD")
    given = {"hands": [parse_cards(hand) for hand in hands], "won": [1] * 4, "leader": 0}
    first, other = (estimate(given, chance=16, repeats=50, seed=seed) for seed in (1, 1 + 2**32))
    assert first != other


def test_a_card_that_is_swapped_for_is_played_too() -> None:
    """Rules of thumb would rather play what they can get than what they have."""
    hands = [card_set(parse_cards(hand)) for hand in ("2C 6D", "7S JH", "5S 3D", "3S QD")]
    swaps: Any = [(*parse_cards("5C 6C"), 0, False), (*parse_cards("5S JS"), 0, False)]
    of = kernel.Race(
        tables=[kernel_tables(TABLES, 4)], held_back=[LAMBS], fours=[], swaps=swaps, enough=5, worth=(1, 2, 3, 6, 12)
    )
    at = kernel.RacePosition(hands=hands, open=card_set(parse_cards("6C JS")), won=[2, 2, 1, 2], leader=3, trick=[])
    assert kernel.race_estimates(of, [at], side=0, chance=1, repeats=1, seed=0) == [1]
