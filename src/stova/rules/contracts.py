"""The auction of contracts: the highest bid names the game that is played."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from stova.cards import Card, Suit
from stova.engine.actions import Action, BidContract, Hold, NameTrump, Pass
from stova.engine.state import State
from stova.errors import IllegalAction
from stova.rules.phases import BIDDING, advance, end, next_seat, turn


@dataclass(frozen=True, kw_only=True)
class ContractAuction:
    """Bids from the lowest of `contracts` up, from forehand. `contracts_rule` says what they promise.

    With `answer` `single` each seat speaks once. With `duel` whoever is outbid answers at once, holding the bid,
    bidding higher or passing, until one of the two passes; then the next seat may challenge the other.
    """

    rule: str
    contracts_rule: str
    contracts: tuple[str, ...]
    answer: Literal["single", "duel"]

    doing = BIDDING
    kinds = (BidContract, Hold, Pass)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return (Pass(), *map(BidContract, self.contracts), Hold())

    def enter(self, state: State) -> State:
        return replace(state, to_act=next_seat(state, state.dealer))

    def legal(self, state: State) -> tuple[Action, ...]:
        higher = tuple(map(BidContract, self.contracts[self._height(state) + 1 :]))
        return (Pass(), *higher, Hold()) if self._challenged(state) else (Pass(), *higher)

    def barred(self, state: State) -> IllegalAction | None:
        """Why the seat to act has to pass; None where it may choose."""
        return self.refusal(state, BidContract(self.contracts[-1])) if self.legal(state) == (Pass(),) else None

    def allowed_by(self, state: State, action: Action) -> str:
        """The rule by which it may be done."""
        return self.contracts_rule if isinstance(action, BidContract) else self.rule

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        if action in self.legal(state):
            return None
        if isinstance(action, Hold):
            return IllegalAction(self.rule, "Only a seat whose own bid has been beaten may hold.")
        return IllegalAction(self.rule, f"A bid must be higher than {self.contracts[self._height(state)]}.")

    def apply(self, state: State, action: Action) -> State:
        assert isinstance(action, BidContract | Hold | Pass)
        seat = turn(state)
        state = replace(state, calls=(*state.calls, (seat, action)))
        if isinstance(action, BidContract):
            state = replace(state, bid=action)
        if not isinstance(action, Pass):
            state = replace(state, declarer=seat)
        rival = self._rival(state, seat)
        if rival is not None and not isinstance(action, Pass):
            return replace(state, to_act=rival)
        return self._next(state)

    def _rival(self, state: State, seat: int) -> int | None:
        """The other seat that has bid and not passed, where it may answer."""
        last = dict(state.calls)
        others = [other for other, call in last.items() if other != seat and not isinstance(call, Pass)]
        return others[0] if others and self.answer == "duel" else None

    def _next(self, state: State) -> State:
        """Whoever hasn't spoken yet speaks; then the auction is over."""
        spoken = len({seat for seat, _ in state.calls})
        if spoken < state.game.seats:
            return replace(state, to_act=(state.dealer + 1 + spoken) % state.game.seats)
        return end(state) if state.bid is None else advance(state)

    def _height(self, state: State) -> int:
        return self.contracts.index(state.bid.contract) if isinstance(state.bid, BidContract) else -1

    def _challenged(self, state: State) -> bool:
        """Whether the seat to act had the standing bid and a later seat has beaten it."""
        return state.declarer is not None and self._order(state, turn(state)) < self._order(state, state.declarer)

    def _order(self, state: State, seat: int) -> int:
        return (seat - state.dealer - 1) % state.game.seats


@dataclass(frozen=True, kw_only=True)
class FreeNaming:
    """The declarer names any suit as trumps."""

    rule: str

    doing = "name trumps"
    kinds = (NameTrump,)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return tuple(map(NameTrump, Suit))

    def enter(self, state: State) -> State:
        return replace(state, to_act=state.declarer)

    def legal(self, state: State) -> tuple[Action, ...]:
        return tuple(map(NameTrump, Suit))

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        return None

    def apply(self, state: State, action: Action) -> State:
        assert isinstance(action, NameTrump)
        return advance(replace(state, trump=action.suit))
