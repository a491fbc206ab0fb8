"""The declarer's exchange with the talon."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from msgspec.structs import replace

from stova.cards import Card, card_set, cards_in
from stova.engine.actions import Action, Discard, Exchange, Take
from stova.engine.state import State
from stova.errors import IllegalAction
from stova.rules.phases import advance, in_order, turn


def always(state: State) -> bool:
    """Every deal has an exchange."""
    return True


@dataclass(frozen=True, kw_only=True)
class PutDown:
    """The declarer puts cards face down, in one of the numbers of `sizes`, and takes as many of what the talon holds.

    `form` is the kind of action; where it isn't `needed` it is passed over.
    """

    rule: str
    sizes: tuple[int, ...]
    form: type[Discard] | type[Exchange]
    needed: Callable[[State], bool] = always

    @property
    def doing(self) -> str:
        return "discard or leave the talon" if 0 in self.sizes else "discard"

    @property
    def kinds(self) -> tuple[type, ...]:
        return (self.form,)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return tuple(self.form(cards) for size in self.sizes for cards in combinations(pack, size))

    def enter(self, state: State) -> State:
        return replace(state, to_act=state.declarer) if self.needed(state) else advance(state)

    def legal(self, state: State) -> tuple[Action, ...]:
        return in_order(state, self.actions(cards_in(state.hands[turn(state)])))

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        assert isinstance(action, Discard | Exchange)
        missing = [card for card in action.cards if not state.hands[turn(state)] >> card & 1]
        if missing:
            return IllegalAction(self.rule, f"You don't hold {missing[0].title}.")
        return None

    def apply(self, state: State, action: Action) -> State:
        assert isinstance(action, Discard | Exchange)
        size = len(action.cards)
        state = _change_hand(state, down=action.cards, up=state.talon[:size])
        return advance(replace(state, talon=state.talon[size:], discards=action.cards))


@dataclass(frozen=True, kw_only=True)
class TakeFirst:
    """The declarer takes the talon, to discard as many afterwards, or leaves it."""

    rule: str
    needed: Callable[[State], bool] = always

    doing = "take the talon or leave it"
    kinds = (Take, Exchange)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return (Exchange(()), Take())

    def enter(self, state: State) -> State:
        return replace(state, to_act=state.declarer) if self.needed(state) else advance(state)

    def legal(self, state: State) -> tuple[Action, ...]:
        return (Exchange(()), Take())

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        if action not in self.legal(state):
            return IllegalAction(self.rule, "Take the talon first, and discard then.")
        return None

    def apply(self, state: State, action: Action) -> State:
        if isinstance(action, Take):
            return advance(replace(_change_hand(state, down=(), up=state.talon), talon=()))
        return advance(replace(state, discards=()))


def talon_taken(state: State) -> bool:
    """Whether the talon is in a hand."""
    return not state.talon


def _change_hand(state: State, *, down: Sequence[Card], up: Sequence[Card]) -> State:
    hands = list(state.hands)
    seat = turn(state)
    hands[seat] = hands[seat] & ~card_set(down) | card_set(up)
    return replace(state, hands=tuple(hands))
