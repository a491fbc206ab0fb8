"""What a novice does: it gives up the hopeless, goes on when most of its hand is sure, and gives a partner points."""

import random
from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

import stova
from helpers import run
from stova.bots.judging import elsewhere, friends, masters
from stova.bots.novice import novice
from stova.cards import Card, card_set
from stova.engine.actions import Fold, GoOn, Play, Stay, Stop
from styrivolt_states import five

STRONG, WEAK, MIXED = "QC AC KC JC JS JH", "QS KD 5H QH 5S QD", "JD 5D 5C AS KS AH"


def deciding(hand: str, other: str) -> stova.State:
    """A declarer with this hand, the cat left, who may fold."""
    return run(stova.game("klorsjavs").deal(hands=[hand, other, MIXED], dealer=2), "declare", "leave")


def test_folds_a_hopeless_hand_and_no_other() -> None:
    weak, strong = deciding(WEAK, STRONG), deciding(STRONG, WEAK)
    assert Fold() in weak.legal_actions()
    assert novice(weak.view(0), 0) == Fold()
    assert novice(strong.view(0), 0) == Stay()


def test_goes_on_when_most_of_the_hand_is_sure() -> None:
    state = five()
    while len(state.tricks) < 5:
        state = state.apply(state.legal_actions()[0])
    assert (state.to_act, state.legal_actions()) == (0, (Stop(), GoOn()))
    assert novice(state.view(0), 0) == GoOn()
    own, left, across, right = state.hands
    other_way = replace(state, hands=(across, left, own, right))
    assert novice(other_way.view(0), 0) == Stop()


def against_others(seed: int) -> Iterator[tuple[stova.View, list[Card], list[Card]]]:
    """Views of random deals in which an opponent holds the trick, the cards that may be played, and those that win."""
    rng, game = random.Random(seed), stova.game("sjavs")
    while True:
        state = game.deal(key=rng.randbytes(32))
        while not state.is_over:
            view = state.view(state.to_act)
            if view.trick and (view.leader + view.best) % 4 not in friends(view):
                cards = [action.card for action in view.legal if isinstance(action, Play)]
                beaten_by = game.tables(view).beaten_by[view.trick[view.best]]
                yield view, cards, [card for card in cards if beaten_by >> card & 1]
            state = state.apply(rng.choice(state.legal_actions()))


def test_wins_with_a_card_that_is_sure_rather_than_with_the_lowest() -> None:
    met = 0
    for view, _, winning in against_others(6):
        tables = view.game.tables(view)
        plain = [card for card in winning if not tables.trumps >> card & 1]
        sure = masters(tables, plain, elsewhere(view))
        if len(view.trick) < 3 and sure and min(winning, key=tables.order.__getitem__) not in sure:
            played = novice(view, 1)
            assert isinstance(played, Play)
            assert played.card in sure
            met += 1
            if met == 20:
                return


def test_throws_a_trump_only_where_other_cards_bring_the_others_more_than_a_king() -> None:
    met = Counter[bool]()
    for view, cards, winning in against_others(7):
        tables = view.game.tables(view)
        trumps = [tables.points[card] for card in cards if tables.trumps >> card & 1]
        plain = [tables.points[card] for card in cards if not tables.trumps >> card & 1]
        if not winning and trumps and plain:
            played = novice(view, 1)
            assert isinstance(played, Play)
            dear = min(plain) > min(trumps) + 5
            assert bool(tables.trumps >> played.card & 1) == dear
            met[dear] += min(plain) >= min(trumps)
            if min(met[True], met[False]) >= 5:
                return


def test_gives_points_to_a_partner_nobody_can_beat_any_more() -> None:
    """And to no other; of cards that don't win the trick."""
    rng, game, seen = random.Random(5), stova.game("sjavs"), Counter[bool]()
    while min(seen[True], seen[False]) < 20:
        state = game.deal(key=rng.randbytes(32))
        while not state.is_over:
            view = state.view(state.to_act)
            if len(view.trick) == 2 and view.best == 0:
                tables = game.tables(view)
                beating = tables.beaten_by[view.trick[0]]
                cards = [action.card for action in view.legal if isinstance(action, Play)]
                plain = [card for card in cards if not tables.trumps >> card & 1]
                if len({tables.points[card] for card in plain}) > 1 and not card_set(cards) & beating:
                    sure = not elsewhere(view) & beating
                    played = novice(view, 1)
                    assert isinstance(played, Play)
                    worth = [tables.points[card] for card in plain if not sure or tables.points[card] < 11]
                    assert tables.points[played.card] == (max(worth) if sure else min(worth))
                    seen[sure] += 1
            state = state.apply(rng.choice(state.legal_actions()))
