"""Guessing the hands that can't be seen: deals of the unseen cards that fit what is remembered."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stova.bots.club.memory import Memory
from stova.cards import Card, CardSet, card_set, cards_in

TRIES = 20


@dataclass(frozen=True, kw_only=True)
class Guess:
    """A deal of the unseen cards: `hands` by seat with the viewer's own, pairs (card, card it covers), and the rest."""

    hands: tuple[CardSet, ...]
    covers: tuple[tuple[Card, Card], ...]
    rest: CardSet


def guesses(memory: Memory, count: int, chance: random.Random) -> Iterator[Guess]:
    """So many guesses; none of them breaks what is remembered but where no deal was found that doesn't."""
    for _ in range(count):
        yield next((found for _ in range(TRIES) if (found := _guess(memory, chance))), None) or _blind(memory, chance)


def _blind(memory: Memory, chance: random.Random) -> Guess:
    """A guess that asks for nothing but the numbers of cards."""
    cards = list(cards_in(memory.unseen))
    chance.shuffle(cards)
    hands = list(memory.held)
    for seat, count in enumerate(_room(memory)):
        hands[seat] |= card_set(cards[:count])
        del cards[:count]
    return _laid_out(memory, hands, cards)


def _room(memory: Memory) -> list[int]:
    """How many cards each hand lacks of those it is known to hold."""
    return [max(0, size - held.bit_count()) for size, held in zip(memory.sizes, memory.held, strict=True)]


def _laid_out(memory: Memory, hands: Sequence[CardSet], rest: Sequence[Card]) -> Guess:
    """A guess where the first cards that no hand has, which lie by chance, are the covered ones."""
    covers = tuple(zip(cards_in(memory.covering), rest, strict=False))
    return Guess(hands=tuple(hands), covers=covers, rest=card_set(rest[len(covers) :]))


def _guess(memory: Memory, chance: random.Random) -> Guess | None:
    """A guess, the cards that fewest may hold first; None if it came to nothing."""
    if memory.open_minded:
        return _blind(memory, chance)
    hands, room, rest = list(memory.held), _room(memory), []
    spare = memory.unseen.bit_count() - sum(room)
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
            rest.append(card)
            spare -= 1
    if memory.covering:
        # They came in the order of how few seats may hold them.
        chance.shuffle(rest)
    return _laid_out(memory, hands, rest)
