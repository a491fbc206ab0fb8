"""Endings by chance: every game that can be solved, any options, few tricks left, inside tricks and between them."""

import random
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

import stova
from helpers import hand_size, random_options, some_action
from stova import Action, Card, Game, State, Suit
from stova.bots.novice import novice
from stova.cards import card_set, cards_in
from stova.engine.actions import Fold, Pass, Play

SOLVED = tuple(name for name, game in stova.games().items() if game.stakes is not None)
"""The games that can be solved."""
TRICKS = {2: (1, 2, 3, 4, 4, 5, 5), 3: (1, 2, 2, 3, 3, 3, 4), 4: (1, *3 * (2,), *8 * (3,))}
"""How many tricks are left, by the number of seats: so few that all that can follow is walked in a moment."""
WIDER = {2: (6,), 3: (5,), 4: (4,)}
"""Tricks left of endings that take some ten times as long or more to walk."""
LONGER = {2: (7, 8), 3: (5, 6), 4: (5, 6)}
"""Tricks left of endings for a search without reductions."""
WHOLE = {3: (10,), 4: (8,)}
"""At least as many tricks as a deal has, so that it is left as it was dealt, but for a few cards of its first trick."""
DEALT = tuple(name for name in SOLVED if stova.game(name).seats in WHOLE)
"""The games whose whole deals a search without reductions gets through, or far: two seats have 16 tricks to play."""


def ending(rng: random.Random, names: Sequence[str], tricks: Mapping[int, Sequence[int]] = TRICKS) -> State:
    """An ending by chance of one of the games, and of one of these numbers of tricks for its seats."""
    while True:
        name = rng.choice(names)
        game = stova.game(name, **random_options(name, rng))
        left = rng.choice(tricks[game.seats])
        state = _played(_deal(game, rng), rng, left)
        if not state.is_over:
            return state


def tricks_left(state: State) -> int:
    """Tricks to be finished, the present one included."""
    held = sum(hand.bit_count() for hand in state.hands) + len(state.trick) + len(state.game.covers(state))
    return held // state.game.seats


def _deal(game: Game, rng: random.Random) -> State:
    dealer = rng.randrange(game.seats)
    state = game.deal(key=rng.randbytes(32), dealer=dealer)
    if rng.random() < 0.2:
        drawn = rng.sample(game.pack, 1) if game.draws else None
        state = game.deal(hands=_strong_and_weak(game, rng), dealer=dealer, drawn=drawn)
    bid = rng.choice((_bid_by_chance, _bid_by_chance, _bid_by_novice, _pass_if_possible))
    while not state.is_over and not state.points:
        state = state.apply(bid(state, rng))
    return state


def _strong_and_weak(game: Game, rng: random.Random) -> list[list[Card]]:
    """Hands of which one has mostly the best cards for some trump suit, and so on to the worst."""
    tables = game.tables(replace(State(game=game, dealer=0), trump=rng.choice(list(Suit))))
    cards = sorted(game.pack, key=lambda card: -tables.order[card] - 20 * (tables.trumps >> card & 1) + rng.gauss(0, 2))
    size = hand_size(game.name)
    hands = [rng.sample(cards[seat * size : (seat + 1) * size], size) for seat in range(game.seats)]
    return rng.sample(hands, game.seats)


def _bid_by_chance(state: State, rng: random.Random) -> Action:
    return some_action(state.legal_actions(), rng)


def _bid_by_novice(state: State, rng: random.Random) -> Action:
    return novice(state.view(state.to_act), rng.getrandbits(32))


def _pass_if_possible(state: State, rng: random.Random) -> Action:
    passing = [action for action in state.legal_actions() if isinstance(action, Pass)]
    return passing[0] if passing else _bid_by_chance(state, rng)


def _played(state: State, rng: random.Random, left: int) -> State:
    """The deal played to an ending of `left` tricks, somewhere in the first of them. It may be over before."""
    way = rng.choice((_by_chance, _by_novice, _by_party))
    if rng.random() < 0.5:
        state = slanted(state, rng)
    while not state.is_over and tricks_left(state) > left:
        state = state.apply(way(state, rng))
    if not state.is_over and not state.trick and rng.random() < 0.3:
        state = slanted(state, rng)
    for _ in range(rng.randrange(state.game.seats)):
        if not state.is_over and (tricks_left(state) == left or state.trick):
            state = state.apply(_by_chance(state, rng))
    return state


def _by_chance(state: State, rng: random.Random) -> Action:
    legal = state.legal_actions()
    others = [action for action in legal if not isinstance(action, (Play, Fold))]
    plays = [action for action in legal if isinstance(action, Play)]
    if state.game.covers(state) and rng.random() < 0.7:
        covering = {upper for upper, _ in state.game.covers(state)}
        plays = [action for action in plays if action.card not in covering] or plays
    return rng.choice(others or plays)


def _by_novice(state: State, rng: random.Random) -> Action:
    if state.game.phases[state.phase].doing == "play a card" and rng.random() < 0.9:
        action = novice(state.view(state.to_act), rng.getrandbits(32))
        return _by_chance(state, rng) if isinstance(action, Fold) else action
    return _by_chance(state, rng)


def _by_party(state: State, rng: random.Random) -> Action:
    """The declarers' party takes what it can, the others get rid of their best; or the other way round."""
    plays = [action for action in state.legal_actions() if isinstance(action, Play)]
    if not plays or rng.random() < 0.1:
        return _by_chance(state, rng)
    sides, tables = state.game.sides, state.game.tables(state)
    assert state.to_act is not None
    wants = sides[state.to_act] == sides[state.declarer or 0]
    beats = tables.beaten_by[state.trick[state.best]] if state.trick else tables.trumps

    def merit(play: Play) -> tuple[bool, int]:
        return bool(beats >> play.card & 1) == wants, tables.order[play.card] if wants else -tables.order[play.card]

    return max(plays, key=merit)


def slanted(state: State, rng: random.Random) -> State:
    """The cards in the hands dealt anew, the best mostly to one side, or those of a rank or a suit together."""
    if state.game.covers(state) or state.trick:
        return state
    tables, sides = state.game.tables(state), state.game.sides
    cards = [card for hand in state.hands for card in cards_in(hand)]
    spread = rng.choice([2.0, 8.0, 30.0])
    by_rank = rng.random() < 0.3

    def place(card: Card) -> float:
        strength = 4 * (card % 13) if by_rank else tables.order[card] + 20 * (tables.trumps >> card & 1)
        return strength + rng.gauss(0, spread)

    cards.sort(key=place)
    seats = sorted(range(state.game.seats), key=lambda seat: (sides[seat] == sides[state.declarer or 0], rng.random()))
    if rng.random() < 0.3:
        seats.reverse()
    if by_rank:
        return replace(state, hands=_in_turn(state, cards))
    hands = dict[int, int]()
    for seat in seats:
        size = state.hands[seat].bit_count()
        hands[seat] = card_set(cards[:size])
        cards = cards[size:]
    return replace(state, hands=tuple(hands[seat] for seat in range(state.game.seats)))


def _in_turn(state: State, cards: Sequence[Card]) -> tuple[int, ...]:
    """A card to each in turn, so that cards of a rank lie in different hands."""
    seats = state.game.seats
    sizes = [hand.bit_count() for hand in state.hands]
    hands = [0] * seats
    seat = 0
    for card in cards:
        while hands[seat].bit_count() == sizes[seat]:
            seat = (seat + 1) % seats
        hands[seat] |= 1 << card
        seat = (seat + 1) % seats
    return tuple(hands)
