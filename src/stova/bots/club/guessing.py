"""Guessing the hands that can't be seen: deals of the unseen cards that fit what is remembered."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from stova.bots.club.memory import Memory
from stova.cards import CardSet, card_set, cards_in

TRIES = 20


@dataclass(frozen=True, kw_only=True)
class Guess:
    """A deal of the unseen cards: `hands` by seat with the viewer's own, and what lies in nobody's."""

    hands: tuple[CardSet, ...]
    rest: CardSet


def guesses(memory: Memory, count: int, chance: random.Random) -> Iterator[Guess]:
    """So many guesses; none of them breaks what is remembered but where no deal was found that doesn't."""
    for _ in range(count):
        yield next((found for _ in range(TRIES) if (found := _guess(memory, chance))), None) or _blind(memory, chance)


def _blind(memory: Memory, chance: random.Random) -> Guess:
    """A guess that asks for nothing but the numbers of cards."""
    cards = list(cards_in(memory.unseen))
    chance.shuffle(cards)
    hands = []
    for seat, size in enumerate(memory.sizes):
        own = memory.hand if seat == memory.seat else 0
        taken = max(0, size - own.bit_count())
        hands.append(own | card_set(cards[:taken]))
        del cards[:taken]
    return Guess(hands=tuple(hands), rest=card_set(cards))


def _guess(memory: Memory, chance: random.Random) -> Guess | None:
    """A guess, the cards that fewest may hold first; None if it came to nothing."""
    if memory.open_minded:
        return _blind(memory, chance)
    hands = [memory.hand if seat == memory.seat else 0 for seat in range(len(memory.sizes))]
    room = [max(0, size - hand.bit_count()) for size, hand in zip(memory.sizes, hands, strict=True)]
    rest, spare = 0, memory.unseen.bit_count() - sum(room)
    cards = list(cards_in(memory.unseen))
    chance.shuffle(cards)
    for card in sorted(cards, key=memory.places):
        free = [left if may >> card & 1 else 0 for left, may in zip(room, memory.may_hold, strict=True)]
        at = chance.random() * (sum(free) + spare)
        for seat, left in enumerate(free):
            at -= left
            if at < 0:
                hands[seat] |= 1 << card
                room[seat] -= 1
                break
        else:
            if not spare:
                return None
            rest |= 1 << card
            spare -= 1
    return None if any(room) else Guess(hands=tuple(hands), rest=rest)
