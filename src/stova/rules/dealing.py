"""The cut and the deal, with the packets as data."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from stova.cards import Card, card_set
from stova.engine.actions import Action, Cut, Knock
from stova.engine.state import State
from stova.errors import IllegalAction, RulesError
from stova.rules.phases import advance

Packet = tuple[int | Literal["talon"], int]
"""Whom a packet goes to, counted clockwise from forehand, and its number of cards."""

Spread = Callable[[State, Sequence[Sequence[Card]]], State]
"""Puts the cards dealt to each seat, in the order dealt, on the table."""


def rounds(seats: int, sizes: Iterable[int]) -> tuple[Packet, ...]:
    """Packets for every seat in turn, a round for each size."""
    return tuple((seat, size) for size in sizes for seat in range(seats))


def into_hands(state: State, dealt: Sequence[Sequence[Card]]) -> State:
    """All cards dealt to a seat are its hand."""
    return replace(state, hands=tuple(map(card_set, dealt)))


@dataclass(frozen=True, kw_only=True)
class Table:
    """Where the cards of a deal go."""

    packets: tuple[Packet, ...]
    spread: Spread = into_hands

    def deal(self, state: State, pack: Sequence[Card]) -> State:
        """The state after the deal of a pack, top card first."""
        hands, talon = _packets(state, pack, self.packets)
        return self._put(state, hands, talon)

    def lay(self, state: State, hands: Sequence[Sequence[Card]], talon: Sequence[Card] | None) -> State:
        """The state after the deal, from given hands in the order dealt.

        Raises RulesError unless they and the talon are the pack, each card once, in the right numbers.
        """
        held = [card for hand in hands for card in hand]
        rest = tuple(talon) if talon is not None else tuple(card for card in state.game.pack if card not in held)
        self._check(state, hands, rest)
        return self._put(state, hands, rest)

    def _put(self, state: State, hands: Sequence[Sequence[Card]], talon: tuple[Card, ...]) -> State:
        dealt = (*map(tuple, hands), talon)
        return self.spread(replace(state, dealt=dealt, talon=talon), hands)

    def _check(self, state: State, hands: Sequence[Sequence[Card]], talon: Sequence[Card]) -> None:
        game = state.game
        size = sum(count for place, count in self.packets if place == 0)
        cards = [*(card for hand in hands for card in hand), *talon]
        game.require_cards(cards)
        sizes = [len(hand) for hand in hands]
        if sizes != [size] * game.seats:
            raise RulesError(f"{game.name} needs {game.seats} hands of {size} cards, not {sizes}")
        if len(cards) != len(game.pack):
            raise RulesError(f"the talon has {len(game.pack) - size * game.seats} cards, not {len(talon)}")


@dataclass(frozen=True, kw_only=True)
class DealOut:
    """The cards are dealt without a cut: nobody is asked anything."""

    rule: str
    table: Table

    doing = "deal"
    kinds = ()

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return ()

    def enter(self, state: State) -> State:
        return advance(self.table.deal(state, state.pack))

    def legal(self, state: State) -> tuple[Action, ...]:
        return ()

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        return None

    def apply(self, state: State, action: Action) -> State:
        return state

    def lay(self, state: State, hands: Sequence[Sequence[Card]], talon: Sequence[Card] | None) -> State:
        """The state after the deal, from given hands. Raises RulesError as `Table.lay` does."""
        return advance(self.table.lay(state, hands, talon))


@dataclass(frozen=True, kw_only=True)
class CutAndDeal:
    """A neighbour of the dealer cuts or knocks; the packets may depend on which."""

    rule: str
    cutter: Literal["right", "left"]
    after_cut: Table
    after_knock: Table

    doing = "cut the pack or knock"
    kinds = (Cut, Knock)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return (*map(Cut, range(1, len(pack))), Knock())

    def enter(self, state: State) -> State:
        step = -1 if self.cutter == "right" else 1
        return replace(state, to_act=(state.dealer + step) % state.game.seats)

    def legal(self, state: State) -> tuple[Action, ...]:
        return self.actions(state.pack)

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        return None

    def apply(self, state: State, action: Action) -> State:
        depth = action.depth if isinstance(action, Cut) else 0
        table = self.after_cut if isinstance(action, Cut) else self.after_knock
        return advance(table.deal(state, state.pack[depth:] + state.pack[:depth]))

    def lay(self, state: State, hands: Sequence[Sequence[Card]], talon: Sequence[Card] | None) -> State:
        """The state after the deal, from given hands. Raises RulesError as `Table.lay` does."""
        return advance(self.after_knock.lay(state, hands, talon))


def _packets(
    state: State, pack: Sequence[Card], packets: Iterable[Packet]
) -> tuple[list[list[Card]], tuple[Card, ...]]:
    seats = state.game.seats
    dealt: list[list[Card]] = [[] for _ in range(seats)]
    talon: list[Card] = []
    top = 0
    for place, size in packets:
        pile = talon if place == "talon" else dealt[(state.dealer + 1 + place) % seats]
        pile += pack[top : top + size]
        top += size
    return dealt, tuple(talon)
