"""States of Stýrivolt from cards given by hand, and play in text form, for the tests of its rules."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import stova
from helpers import names, refusal, run, texts, tricks
from stova import Card, Game, State, Suit
from stova.cards import RANKS, cards_in, parse_cards
from stova.engine.actions import Expose
from stova.games.styrivolt.board import Board, SeenBoard

PERMANENT = ("2H", "4C", "8S", "9H", "9D")

# Chosen: clubs and spades, the sixes lying open. Forehand (seat 0), seat 1 and the stock have no stikkar; seat 2 has
# all the permanent ones, the dealer (seat 3) all the others.
PLAIN = (
    "AH KH QH JH 8H 7H 6H 3H 5C",
    "AD KD QD JD 8D 7D 6D 3D KC",
    "2H 4C 8S 9H 9D 4H 4D 5H 5D",
    "AC AS JC JS 2S 3S 4S 5S QC",
)
STOCK = "6C 6S 2D 7C 7S 8C 9C KS QS 9S 3C 2C"


CHANGED: dict[str, tuple[Any, ...]] = {
    "open_search": ("no", "no", "yes"),
    "must_beat": ("no", "no", "yes"),
    "late_stock": ("no", "yes"),
    "cut_for_stikkar": ("no", "bottom", "to_fourth"),
    "cut_exposes": (1, 2),
    "queen_if_king_in_stock": ("no", "yes"),
    "king_takes_bird": ("no", "yes"),
}
"""Options that change what players know or do, with the values that games by chance have."""


def styrivolt(**options: Any) -> Game:
    return stova.game("styrivolt", **options)


def chosen(state: State) -> State:
    """The state once the dealer has exposed the first card offered for each suit."""
    while not state.is_over and isinstance(action := state.legal_actions()[0], Expose):
        state = state.apply(action)
    return state


def deal(hands: tuple[str, ...], stock: str = "", **options: Any) -> State:
    """A deal by seat 3, the suits yet to choose. Gaps are filled with what is left, low cards first, a card a pile."""
    piles = [list(parse_cards(cards)) for cards in (*hands, stock)]
    game = styrivolt(**options)
    rest = [card for card in game.pack if not any(card in pile for pile in piles)]
    rest.sort(key=lambda card: "23456789JQKA".index(card.rank))
    while rest:
        for pile, size in zip(piles, (9, 9, 9, 9, 12), strict=True):
            if len(pile) < size:
                pile.append(rest.pop(0))
    return game.deal(hands=piles[:4], talon=piles[4], dealer=3)


def plain(*swaps: str, **options: Any) -> State:
    """The deal of PLAIN with pairs of cards ("AH 7C") changing places, the suits chosen."""
    places: dict[str, str] = {}
    for swap in swaps:
        one, other = swap.split()
        places[one], places[other] = places.get(other, other), places.get(one, one)
    hands = [" ".join(places.get(card, card) for card in hand.split()) for hand in (*PLAIN, STOCK)]
    return chosen(deal(tuple(hands[:4]), hands[4], **options))


def from_pack(bottom: str, hands: tuple[str, ...] = ("",) * 4, **options: Any) -> State:
    """A deal by seat 3 before the cut: after `cut 11` these are the hands, and the bottom of the stock.

    Gaps are filled without stikkar as long as there are other cards.
    """
    game, below = styrivolt(**options), parse_cards(bottom)
    held = [list(parse_cards(hand)) for hand in hands]
    rest = [card for card in game.pack if card not in below and not any(card in hand for hand in held)]
    rest.sort(key=lambda card: str(card) in PERMANENT)
    for hand in held:
        while len(hand) < 9:
            hand.append(rest.pop(0))
    pack = [card for packet in range(3) for hand in held for card in hand[3 * packet : 3 * packet + 3]]
    pack += [*rest, *below]
    return game.phases[0].enter(State(game=game, dealer=3, pack=tuple(pack[-11:] + pack[:-11])))


def a_pack(game: Game, rng: random.Random) -> tuple[Card, ...]:
    """A pack to be cut, if it is, and dealt by seat 3.

    Most often it is badly shuffled, so that equal ranks come into one hand, or so that all stikkar but one, which lies
    on top of the stock beneath the lamb of its suit, come into two hands and the other two may take the stock.
    """
    cards = rng.sample(game.pack, 48)
    kind = rng.choice(["well", "by rank", "by rank", "by power", "by power", "by power"])
    if kind == "by rank":
        spread = rng.choice([2, 6, 12])
        cards.sort(key=lambda card: RANKS.index(card.rank) + spread * rng.random())
    if kind == "by power":
        cards.sort(key=lambda card: str(card) in PERMANENT or card.rank in ("A", "J"), reverse=True)
        suit = rng.choice(list(Suit))
        top = [card for card in cards if card.suit is suit and card.rank in ("7", "J")]
        rest = [card for card in cards if card not in top]
        cards = [*rest[:36], *top, *rest[36:]]
    hands = [cards[9 * seat : 9 * seat + 9] for seat in rng.sample(range(4), 4)]
    return stacked(hands, cards[36:])


def stacked(hands: Sequence[Sequence[Card]], stock: Sequence[Card]) -> tuple[Card, ...]:
    """The pack from which, uncut, seat 3 deals these hands."""
    return (*(card for place in (0, 3, 6) for hand in hands for card in hand[place : place + 3]), *stock)


def begun(game: Game, pack: Sequence[Card]) -> State:
    return game.phases[0].enter(State(game=game, dealer=3, pack=tuple(pack)))


def states(state: State, rng: random.Random) -> Iterator[State]:
    """The state and all that follow, played by chance; whatever isn't the play of a card is done more often."""
    yield state
    while not state.is_over:
        actions = state.legal_actions()
        rare = [action for action in actions if not str(action).startswith("play")]
        state = state.apply(rng.choice(rare if rare and rng.random() < 0.5 else actions))
        yield state


def plays(state: State) -> set[str]:
    """The legal plays, without the word."""
    return {text.removeprefix("play ") for text in texts(state) if text.startswith("play")}


def others(state: State) -> set[str]:
    """What may be done besides playing a card and putting one away."""
    return {text for text in texts(state) if not text.startswith(("play", "put"))}


def refused(state: State, action: str) -> str:
    """How an action is refused, which isn't offered either: a whole sentence and the rule."""
    assert action not in texts(state)
    return str(refusal(state, action))


def board(state: State) -> Board:
    assert isinstance(state.own, Board)
    return state.own


def seen(state: State, seat: int | None) -> SeenBoard:
    """The board as a seat sees it."""
    own = state.view(seat).own
    assert isinstance(own, SeenBoard)
    return own


def exposed(state: State) -> list[str]:
    """What lies open for each chosen suit."""
    return [names(cards) for cards in board(state).exposed]


def hand(state: State, seat: int) -> set[str]:
    return {str(card) for card in cards_in(state.hands[seat])}


def winners(state: State) -> list[int]:
    return [trick.winner for trick in state.tricks]


# Forehand has the nine stikkar but for the jack of spades, and a heart that loses.
HANDS = ("2H 4C 8S 9H 9D AC AS JC 3H", "AH KH QH JH 8H 7H 6H KC QC", "AD JS 4D 5D 6D 7D 8D 4H KD", "")
FIVE = ("2H AH 4D 2S", "4C KH 5D 3S", "8S QH 6D 4S", "9H 7H 7D 5S")


def five(*last: str) -> State:
    """Forehand's side has won as many tricks as there are; the dealer holds the spades and diamonds that are left."""
    hands = (*HANDS[:3], "2S 3S 4S 5S JD QD 2D 3D 5H")
    return tricks(chosen(deal(hands, "6C 6S 9S")), *FIVE, *last)


FOUR_EACH = ("4C 5C 5D 3H", "8S 6C 6D 4H", "9H JC 7D 6H", "9D QC 8D 7H")
FOUR_MORE = ("3C AH JD 8H", "AS AD QH 7C", "JH QD 2S 8C", "JS KC 3S 9C")


def last_trick(*last: str, **options: Any) -> State:
    """♥2 lies open for hearts and four tricks a side are over; these are the last cards, by seat. Seat 1 is to lead."""
    rest = (
        "4C 8S 9H 9D 3C 7C 8C 9C",
        "5C 6C JC QC AH AS JH JS",
        "5D 6D 7D 8D JD AD QD KC",
        "3H 4H 6H 7H 8H QH 2S 3S",
    )
    hands = tuple(f"{cards} {card}" for cards, card in zip(rest, last, strict=True))
    state = run(deal(hands, "2H 6S KD", **options), "expose 2H", "expose 6S")
    state = tricks(state, *FOUR_EACH, *FOUR_MORE[:3])
    assert state.to_act == 1
    assert not [text for text in texts(state) if text.startswith("trade KH")]  # the last trick hasn't begun
    return tricks(state, FOUR_MORE[3])
