"""Which card to play: what it comes to when deals that fit are played out a few hundred times, quickly."""

import random
from collections.abc import Sequence

from stova.bots.club.guessing import Guess, guesses
from stova.bots.club.memory import Memory, remember
from stova.bots.club.outcomes import Standing, played_out
from stova.bots.club.trick import ended
from stova.cards import Card, card_set
from stova.engine.state import tricks_by_seat
from stova.engine.view import View
from stova.playouts import turned_up

DEALS = 20
"""How many deals of the unseen cards are thought through, each with every card that may be played."""


def choose(view: View, legal: Sequence[Card], seed: int) -> Card:
    """The card that brings most on the average; the lowest of equals."""
    chance, values = random.Random(seed), dict.fromkeys(legal, 0.0)
    memory, tricks = remember(view), tricks_by_seat(view.tricks, view.game.seats)
    for guess in guesses(memory, DEALS, chance):
        play = chance.getrandbits(64)
        for card in legal:
            values[card] += value(view, memory, tricks, guess, card, play)
    return max(legal, key=lambda card: (values[card], -card))


def value(view: View, memory: Memory, tricks: tuple[int, ...], guess: Guess, card: Card, seed: int) -> float:
    """What the deal so guessed comes to for the viewer's side after the card, with any roem in this trick."""
    trick = (*view.trick, card)
    left = [hand & ~(1 << card) for hand in guess.hands]
    hands, covers = turned_up(left, guess.covers, leader=view.leader, trick=trick)
    standing = Standing(
        hands=tuple(hands),
        leader=view.leader,
        trick=trick,
        points=view.points,
        tricks=tricks,
        covers=tuple(covers),
    )
    come = played_out(memory, standing, seed)
    if not memory.tables.bonuses:
        return come
    whole = ended(memory, left, trick, view.leader)
    friendly = (view.leader + memory.tables.winning(whole)) % len(hands) in memory.friends
    return come + memory.tables.bonus(card_set(whole)) * (0.5 if friendly else -0.5)
