"""What calls tell of the hand they were made with, found by asking the phases of the auction."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from stova.cards import CardSet, Suit, card_set, cards_in
from stova.engine.actions import Action, Bid, FaceDown
from stova.engine.game import Game
from stova.engine.state import State
from stova.engine.view import View
from stova.engine.ways import Route
from stova.rules.lengths import LengthAuction, Lengths, Naming

Test = tuple[tuple[int, ...], tuple[CardSet, ...], tuple[int, ...]]
"""A test of `kernel.Sampler`."""
Auction = LengthAuction | Naming


def tests(view: View, sample: State, routes: Sequence[Route]) -> list[Test]:
    """A test for each seat whose calls tell of the lengths of its suits; `sample` is any deal just dealt."""
    found: dict[int, Test] = {}
    for seat, lengths, own in _told(view):
        before = found[seat][2] if seat in found else own
        both = tuple(a & b for a, b in zip(before, own, strict=True))
        found[seat] = _counted(lengths, sample, seat, routes), lengths.suits, both
    return list(found.values())


def _told(view: View) -> Iterator[tuple[int, Lengths, tuple[int, ...]]]:
    """What each call tells: by whom, how its hand is counted, and what that may be.

    Who exchanged before trumps are named no longer has the hand that counts.
    """
    standing: Bid | None = None
    for seat, action in view.history:
        phase = _auction(view.game, action)
        if phase is not None and not isinstance(action, FaceDown):
            yield seat, phase.lengths, _accepted(phase, standing, action)
        standing = action if isinstance(action, Bid) else standing


def _auction(game: Game, action: Action | FaceDown) -> Auction | None:
    """The phase whose call this is, if such calls tell of lengths."""
    return next((own for own in game.phases if isinstance(own, Auction) and isinstance(action, own.kinds)), None)


@lru_cache(maxsize=1024)
def _accepted(phase: Auction, standing: Bid | None, call: Action) -> tuple[int, ...]:
    """For each length of the longest suit the sets of suits so long, as bits, with which a call is legal."""
    longest = max(suit.bit_count() for suit in phase.lengths.suits)
    return tuple(
        sum(1 << suits for suits in range(1, 16) if _legal(phase, standing, call, length, suits))
        for length in range(longest + 1)
    )


def _legal(phase: Auction, standing: Bid | None, call: Action, length: int, longest: int) -> bool:
    cards = _hand(phase.lengths.suits, length, [suit for suit in Suit if longest >> suit & 1])
    return cards is not None and call in phase.calls(cards, standing)


def _hand(suits: Sequence[CardSet], length: int, longest: Sequence[Suit]) -> CardSet | None:
    """Cards of which the longest suits are these, so long each; None where there are none."""
    common = suits[0] & suits[1] & suits[2] & suits[3]
    if not length:
        return 0 if len(longest) == len(suits) else None
    for shared in (0, common.bit_count()):
        own = [cards_in(suits[suit] & ~common)[: max(length - shared, 0)] for suit in longest]
        if length > shared and all(len(cards) == length - shared for cards in own):
            return card_set(card for cards in own for card in cards) | (common if shared else 0)
    return None


def _counted(lengths: Lengths, sample: State, seat: int, routes: Sequence[Route]) -> tuple[int, ...]:
    """The routes of the cards that count in the seat's bids."""
    cards = lengths.counted(sample, seat)
    slots = {slot for slot, card in enumerate(sample.dealt[seat]) if cards >> card & 1}
    return tuple(index for index, route in enumerate(routes) if route.origin == seat and slots.issuperset(route.slots))
