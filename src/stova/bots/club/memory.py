"""What a player with a perfect memory knows: who plays with whom, the cards gone, and who can't hold what."""

from dataclasses import dataclass
from functools import cached_property

from stova.bots.judging import elsewhere, friends
from stova.cards import Card, CardSet, card_set
from stova.engine.tables import CardTables
from stova.engine.view import View


@dataclass(frozen=True, kw_only=True)
class Memory:
    """What the viewer knows of the other hands.

    `held[seat]` are the cards a seat is known to hold, all its hand for the viewer; `unseen` those that others may hold
    or that lie covered, and `may_hold[seat]` those of them that may be in a seat's hand. `sizes[seat]` is how many
    cards of its hand it has still to play, `covering` are the cards that lie on a covered one each. `enough` is how
    many tricks make the deal the viewer's side's, None where card points do.
    """

    tables: CardTables
    friends: frozenset[int]
    held: tuple[CardSet, ...]
    unseen: CardSet
    may_hold: tuple[CardSet, ...]
    sizes: tuple[int, ...]
    covering: CardSet
    enough: int | None

    @cached_property
    def open_minded(self) -> bool:
        """Whether every seat may hold every unseen card."""
        return all(cards == self.unseen for cards in self.may_hold)

    def places(self, card: Card) -> int:
        """How many seats may hold the card."""
        return sum([cards >> card & 1 for cards in self.may_hold])


def remember(view: View) -> Memory:
    """What the viewer can know, once hands are dealt."""
    assert view.seat is not None
    known, others, seats = view.game.known(view), elsewhere(view), range(len(view.counts))
    for cards in known.held:
        others &= ~cards
    played = {(view.leader + place) % len(seats) for place in range(len(view.trick))}
    covered = [cards.bit_count() for cards in known.covering]
    # Who took cards on the way may have more of them than there are tricks left.
    left = min(view.counts[seat] + covered[seat] + (seat in played) for seat in seats)
    return Memory(
        tables=view.game.tables(view),
        friends=friends(view),
        held=tuple([card_set(view.hand) if seat == view.seat else known.held[seat] for seat in seats]),
        unseen=others,
        may_hold=tuple([others & ~cards for cards in view.game.lacking(view)]),
        sizes=tuple([left - covered[seat] - (seat in played) for seat in seats]),
        covering=sum(known.covering),
        enough=_enough(view, len(view.tricks) + left),
    )


def _enough(view: View, tricks: int) -> int | None:
    """How many of all tricks make the deal the viewer's side's, None where card points do."""
    needed = view.game.tricks_needed(view)
    if needed is None or view.declarer is None or view.declarer in friends(view):
        return needed
    return tricks + 1 - needed
