"""Legal cards and winners, against the naive game."""

import random

import pytest

from naive_play import Naive, deal, mask, rows
from stova import kernel

SEATS = (2, 3, 4)


def random_game(policy: kernel.Policy, seats: int, rng: random.Random) -> Naive:
    return Naive(seats=seats, policy=policy, trump_suit=rng.randrange(4), anything_goes=rng.random() < 0.1)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("policy", kernel.Policy)
def test_legal_cards_through_random_deals(policy: kernel.Policy, seats: int) -> None:
    rng = random.Random(f"{policy} {seats}")
    for _ in range(20):
        game = random_game(policy, seats, rng)
        tables, play = game.tables(), deal(game, 8, rng)
        while cards := play.hands[play.seat]:
            legal = game.legal(cards, play.trick)
            assert kernel.legal(tables, play.position()) == mask(legal)
            play = play.after(game, rng.choice(legal))
        assert kernel.legal(tables, play.position()) == 0


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("policy", kernel.Policy)
def test_legal_cards_in_any_position(policy: kernel.Policy, seats: int) -> None:
    """Tricks here are of any cards, so hands meet leads and ruffs that are rare in real play."""
    rng = random.Random(f"{policy} {seats} any")
    for _ in range(20):
        game = random_game(policy, seats, rng)
        tables = game.tables()
        for _ in range(50):
            play = deal(game, rng.randint(1, 4), rng)
            for _ in range(rng.randrange(seats)):
                play = play.after(game, rng.choice(play.hands[play.seat]))
            legal = game.legal(play.hands[play.seat], play.trick)
            assert kernel.legal(tables, play.position()) == mask(legal)


def test_a_covered_card_is_not_in_hand_yet() -> None:
    game = Naive(seats=2, policy=kernel.Policy.FOLLOW)
    play = deal(game, 3, random.Random(1), covered=2)
    assert kernel.legal(game.tables(), play.position()) == mask(play.hands[play.seat])


def test_cards_up_to_63() -> None:
    """No suits here: the higher card wins, and the last of 64 cards is as good as any."""
    above = [-1 << card + 1 & 2**64 - 1 for card in range(64)]
    tables = kernel.Tables(
        seats=2, beaten_by=above, follow=[2**64 - 1] * 64, points=[1] * 64, trumps=0, policy=kernel.Policy.FOLLOW
    )
    evens = sum(1 << card for card in range(0, 64, 2))
    position = kernel.Position(hands=[evens, evens << 1], leader=1, trick=[], points=[0, 0], tricks=[0, 0])
    assert kernel.legal(tables, position) == evens << 1
    assert all(sum(points) == 64 for points, _ in rows(kernel.playouts(tables, position, 100, 1)))
