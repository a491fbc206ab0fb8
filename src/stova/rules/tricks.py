"""The card play, by a game's card tables."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from msgspec.structs import replace

from stova.cards import Card, CardSet, card_set, cards_in
from stova.engine.actions import PLAYS, Action, Play
from stova.engine.state import State, Trick
from stova.engine.tables import CardTables, Policy
from stova.errors import IllegalAction
from stova.rules.phases import advance, go_to, in_order, next_seat, turn


def as_it_is(state: State) -> State:
    """What happens after a card or a trick in games where nothing more does."""
    return state


class Aside(Protocol):
    """What may be done at one's own turn instead of playing a card; the methods are those of a phase."""

    @property
    def kinds(self) -> tuple[type, ...]: ...

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]: ...

    def legal(self, state: State) -> tuple[Action, ...]: ...

    def refusal(self, state: State, action: Action) -> IllegalAction | None: ...

    def apply(self, state: State, action: Action) -> State: ...

    def allowed_by(self, state: State, action: Action) -> str:
        """The rule by which it may be done."""


def forehand(state: State) -> int:
    """The seat left of the dealer."""
    return next_seat(state, state.dealer)


@dataclass(frozen=True, kw_only=True)
class Tricks:
    """Tricks until the hands are empty; forehand leads, then the winner of each.

    `rule` is about following, `ruff_rule` about what is due without a card of the suit led. `first_lead` says who leads
    first. `after_card` and `after_trick` are what else happens then; `between` is the phase to go to after a trick,
    from where it comes back here. `barred` says why a card may not be led, if so. `asides` are offered among the plays
    at one's own turn.
    """

    rule: str
    ruff_rule: str
    first_lead: Callable[[State], int] = forehand
    after_card: Callable[[State], State] = as_it_is
    after_trick: Callable[[State], State] = as_it_is
    between: int | None = None
    barred: Callable[[State, Card], IllegalAction | None] | None = None
    asides: tuple[Aside, ...] = ()

    doing = "play a card"

    @cached_property
    def kinds(self) -> tuple[type, ...]:
        return (Play, *(kind for aside in self.asides for kind in aside.kinds))

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        others = (action for aside in self.asides for action in aside.actions(pack))
        return (*(PLAYS[card] for card in pack), *others)

    def enter(self, state: State) -> State:
        if not state.points:
            leader = self.first_lead(state)
            return replace(state, to_act=leader, leader=leader, points=(0,) * state.game.seats)
        if not any(state.hands):
            return advance(state)
        return replace(state, to_act=(state.leader + len(state.trick)) % state.game.seats)

    def legal(self, state: State) -> tuple[Action, ...]:
        plays = self._plays(state)
        if not self.asides:
            return plays
        asides = [action for aside in self.asides for action in aside.legal(state)]
        return in_order(state, (*plays, *asides)) if asides else plays

    def _plays(self, state: State) -> tuple[Action, ...]:
        mask = self.cards(state)
        found = []
        while mask:
            low = mask & -mask
            found.append(PLAYS[low.bit_length() - 1])
            mask ^= low
        return tuple(found)

    def apply(self, state: State, action: Action) -> State:
        if not isinstance(action, Play):
            return self.aside(action).apply(state, action)
        card, seat, trick = action.card, turn(state), state.trick
        tables = state.game.tables_of(state)
        hands = state.hands
        better = not trick or tables.beaten_by[trick[state.best]] >> card & 1
        played = replace(
            state,
            to_act=(seat + 1) % len(hands),
            hands=(*hands[:seat], hands[seat] ^ 1 << card, *hands[seat + 1 :]),
            trick=(*trick, card),
            best=len(trick) if better else state.best,
        )
        if self.after_card is not as_it_is:
            played = self.after_card(played)
        return played if len(played.trick) < len(hands) else self._take(played, tables)

    def _take(self, state: State, tables: CardTables) -> State:
        winner = (state.leader + state.best) % len(state.hands)
        points = list(state.points)
        points[winner] += tables.points_of(state.trick, last=not any(state.hands))
        taken = replace(
            state,
            to_act=winner,
            leader=winner,
            trick=(),
            best=0,
            points=tuple(points),
            tricks=(*state.tricks, Trick(state.leader, state.trick, winner)),
        )
        taken = self.after_trick(taken)
        if self.between is not None:
            return go_to(taken, self.between)
        return taken if any(taken.hands) else advance(taken)

    def cards(self, state: State) -> CardSet:
        """The cards the seat to act may play to the trick."""
        if self.barred is None or state.trick:
            return legal_cards(state)
        hand = state.hands[turn(state)]
        return card_set(card for card in cards_in(hand) if self.barred(state, card) is None)

    def allowed_by(self, state: State, action: Action) -> str:
        """The rule by which it may be done: that of whatever offers it."""
        return self.rule if isinstance(action, Play) else self.aside(action).allowed_by(state, action)

    def aside(self, action: Action) -> Aside:
        """What offers an action that is no play."""
        return next(aside for aside in self.asides if isinstance(action, aside.kinds))

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        if not isinstance(action, Play):
            return self.aside(action).refusal(state, action)
        if self.cards(state) >> action.card & 1:
            return None
        hand = state.hands[turn(state)]
        if not hand >> action.card & 1:
            return IllegalAction(self.rule, f"You don't hold {action.card.title}.")
        if not state.trick:
            return self.barred(state, action.card) if self.barred is not None else None
        tables, led = state.game.tables_of(state), state.trick[0]
        following = hand & tables.follow[led]
        winning = state.trick[state.best]
        if not following:
            return IllegalAction(self.ruff_rule, _must_ruff(tables, hand, winning, action.card))
        if following >> action.card & 1:
            return IllegalAction(self.rule, _must_beat(tables, following, winning))
        return IllegalAction(self.rule, _must_follow(state, tables, following))


def legal_cards(state: State) -> CardSet:
    """The cards the tables let the seat to act play to the trick."""
    return state.game.tables_of(state).legal(state.hands[turn(state)], state.trick, state.best)


def _must_follow(state: State, tables: CardTables, following: CardSet) -> str:
    held, led = tables.ranked(following)[0], state.trick[0]
    if tables.trumps >> led & 1:
        permanent = card_set([card for card in state.game.pack if card.suit is led.suit]) & ~tables.trumps
        what = f"{led.title} is a trump too" if permanent else "trumps were led"
        return f"You hold a trump, {held.title}: {what}, so you must play a trump."
    suit = led.suit.word
    return f"You hold {_one_of(led)}, {held.title}: {suit} were led, so you must play {_one_of(led)}."


def _one_of(led: Card) -> str:
    return f"a {led.suit.word[:-1]}"


def _must_beat(tables: CardTables, cards: CardSet, winning: Card) -> str:
    least = _least_higher(tables, cards, winning)
    if tables.policy is Policy.BEAT:
        return f"You hold {least.title}, which beats {winning.title}, so you must beat it."
    return f"A trump played here must beat {winning.title}, and you can: {least.title} does."


def _must_ruff(tables: CardTables, hand: CardSet, winning: Card, chosen: Card) -> str:
    trumps = hand & tables.trumps
    higher = bool(trumps & tables.beaten_by[winning])
    if tables.trumps >> chosen & 1:
        if higher:
            return _must_beat(tables, trumps, winning)
        return f"You can't beat {winning.title}, and a lower trump may be played only by who holds nothing else."
    if higher and tables.trumps >> winning & 1:
        least = _least_higher(tables, trumps, winning)
        return f"You can't follow and hold {least.title}, which beats {winning.title}, so you must beat it."
    return f"You can't follow and hold a trump, {tables.ranked(trumps)[0].title}, so you must play a trump."


def _least_higher(tables: CardTables, cards: CardSet, winning: Card) -> Card:
    return tables.ranked(cards & tables.beaten_by[winning])[-1]
