"""The declarer's exchange with the talon."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from msgspec.structs import replace

from stova.cards import Card, card_set, cards_in
from stova.engine.actions import Action, Discard
from stova.engine.state import State
from stova.errors import IllegalAction
from stova.rules.phases import advance, turn


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """The declarer puts cards face down, in one of the numbers of `sizes`, and takes as many from the talon unseen."""

    rule: str
    sizes: tuple[int, ...]

    doing = "discard for the talon"
    kinds = (Discard,)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return tuple(Discard(cards) for size in self.sizes for cards in combinations(pack, size))

    def enter(self, state: State) -> State:
        return replace(state, to_act=state.declarer)

    def legal(self, state: State) -> tuple[Action, ...]:
        return self.actions(cards_in(state.hands[turn(state)]))

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        assert isinstance(action, Discard)
        missing = [card for card in action.cards if not state.hands[turn(state)] >> card & 1]
        if missing:
            return IllegalAction(self.rule, f"You don't hold {missing[0].title}.")
        if len(action.cards) not in self.sizes or list(action.cards) != sorted(set(action.cards)):
            sizes = ", ".join(map(str, self.sizes))
            return IllegalAction(self.rule, f"You may discard {sizes} different cards, not {len(action.cards)}.")
        return None

    def apply(self, state: State, action: Action) -> State:
        assert isinstance(action, Discard)
        seat, size = turn(state), len(action.cards)
        hands = list(state.hands)
        hands[seat] = hands[seat] & ~card_set(action.cards) | card_set(state.talon[:size])
        return advance(
            replace(
                state,
                hands=tuple(hands),
                talon=state.talon[size:],
                discards=action.cards,
            )
        )
