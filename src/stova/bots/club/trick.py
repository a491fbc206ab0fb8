"""How a trick may end, when those who are still to play to it do what anybody would."""

from collections.abc import Sequence

from stova.bots.club.memory import Memory
from stova.cards import Card, CardSet, cards_in


def ended(memory: Memory, hands: Sequence[CardSet], trick: Sequence[Card], leader: int) -> tuple[Card, ...]:
    """The whole trick, with a likely card from each of these hands that hasn't played to it."""
    cards = list(trick)
    while len(cards) < len(hands):
        seat = (leader + len(cards)) % len(hands)
        cards.append(_likely(memory, hands[seat], cards, leader))
    return tuple(cards)


def _likely(memory: Memory, hand: CardSet, trick: Sequence[Card], leader: int) -> Card:
    """Points for a partner who holds the trick, else the lowest card that beats it, else the lowest: where there is
    roem, for which this is asked, nobody then has both trumps and other cards to choose from."""
    tables, seats = memory.tables, len(memory.sizes)
    best = tables.winning(trick)
    seat, holder = (leader + len(trick)) % seats, (leader + best) % seats
    legal = cards_in(tables.legal(hand, trick, best))
    beating = [card for card in legal if tables.beaten_by[trick[best]] >> card & 1]
    if (holder in memory.friends) == (seat in memory.friends):
        return max([card for card in legal if card not in beating] or legal, key=tables.points.__getitem__)
    return min(beating or legal, key=tables.order.__getitem__)
