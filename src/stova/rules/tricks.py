"""The card play, by a game's card tables."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from stova.cards import Card, CardSet
from stova.engine.actions import PLAYS, Action, Play
from stova.engine.state import State, Trick
from stova.engine.tables import CardTables
from stova.errors import IllegalAction
from stova.rules.phases import advance, next_seat, turn


def as_it_is(state: State) -> State:
    """What happens after a card or a trick in games where nothing more does."""
    return state


@dataclass(frozen=True, kw_only=True)
class Tricks:
    """Tricks until the hands are empty; forehand leads, then the winner of each.

    `rule` is about following, `ruff_rule` about what is due without a card of the suit led. `after_card` and
    `after_trick` are what else happens then.
    """

    rule: str
    ruff_rule: str
    after_card: Callable[[State], State] = as_it_is
    after_trick: Callable[[State], State] = as_it_is

    doing = "play a card"
    kinds = (Play,)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return tuple(PLAYS[card] for card in pack)

    def enter(self, state: State) -> State:
        forehand = next_seat(state, state.dealer)
        return replace(state, to_act=forehand, leader=forehand, points=(0,) * state.game.seats)

    def legal(self, state: State) -> tuple[Action, ...]:
        mask = legal_cards(state)
        found = []
        while mask:
            low = mask & -mask
            found.append(PLAYS[low.bit_length() - 1])
            mask ^= low
        return tuple(found)

    def apply(self, state: State, action: Action) -> State:
        assert isinstance(action, Play)
        card, seat, trick = action.card, turn(state), state.trick
        tables = state.game.tables(state)
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
        points[winner] += sum([tables.points[card] for card in state.trick])
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
        return taken if any(taken.hands) else advance(taken)

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        assert isinstance(action, Play)
        if legal_cards(state) >> action.card & 1:
            return None
        hand = state.hands[turn(state)]
        if not hand >> action.card & 1:
            return IllegalAction(self.rule, f"You don't hold {action.card.title}.")
        tables, led = state.game.tables(state), state.trick[0]
        following = hand & tables.follow[led]
        if not following:
            return IllegalAction(self.ruff_rule, _must_ruff(tables, hand, state.trick[state.best]))
        return IllegalAction(self.rule, _must_follow(tables, following, led))


def legal_cards(state: State) -> CardSet:
    """The cards the seat to act may play to the trick."""
    return state.game.tables(state).legal(state.hands[turn(state)], state.trick, state.best)


def _must_follow(tables: CardTables, following: CardSet, led: Card) -> str:
    held = tables.ranked(following)[0]
    if tables.trumps >> led & 1:
        return f"You hold a trump, {held.title}: trumps were led, so you must play a trump."
    suit = led.suit.word
    return f"You hold {_one_of(led)}, {held.title}: {suit} were led, so you must play {_one_of(led)}."


def _one_of(led: Card) -> str:
    return f"a {led.suit.word[:-1]}"


def _must_ruff(tables: CardTables, hand: CardSet, winning: Card) -> str:
    trumps = hand & tables.trumps
    beating = trumps & tables.beaten_by[winning]
    if beating and tables.trumps >> winning & 1:
        least = tables.ranked(beating)[-1]
        return f"A trump played here must beat {winning.title}, and you can: {least.title} does."
    return f"You can't follow and hold a trump, {tables.ranked(trumps)[0].title}, so you must play a trump."
