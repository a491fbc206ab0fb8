"""What a novice does besides playing cards: it gives up the hopeless, and goes on when most of its hand is sure."""

from msgspec.structs import replace

import stova
from helpers import run
from stova.bots.novice import novice
from stova.engine.actions import Fold, GoOn, Stay, Stop
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
