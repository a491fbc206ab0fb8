"""How a stock may lie that was searched for suits, once a cutter had looked at its bottom. Rules: ST-12, ST-29."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from msgspec import Struct

from stova.cards import Card, CardSet, Suit, card_set
from stova.engine.actions import Expose
from stova.engine.view import View
from stova.engine.ways import TALON, Route, Walk
from stova.games.styrivolt.choosing import CutForStikkar, exposable
from stova.games.styrivolt.powers import PACK, PERMANENT
from stova.games.styrivolt.stock import STOCK, TRICKS

LAID = -4
"""The place from which the cutter laid stikkar open."""


class Search(Struct, frozen=True, kw_only=True):
    """One way the cut and the search may have gone."""

    laid: tuple[int, ...]
    """The slots of the stock from which the cutter laid stikkar open."""
    chosen: tuple[Suit, ...]
    third: bool
    """Whether the last card turned was of a third suit."""

    @property
    def slots(self) -> list[int]:
        """The slots that the dealer turned, from the first on."""
        return [slot for slot in range(STOCK) if slot not in self.laid]


def searches(view: View) -> Iterator[Search]:
    """Every way it may have gone, as far as a view tells."""
    known = view.own.chosen
    for laid in _laid(view):
        if view.to_act is None and not view.tricks:
            yield from (Search(laid=laid, chosen=(suit,), third=False) for suit in Suit if known in ((), (suit,)))
            continue
        thirds = (True, False) if view.own.turned_count == STOCK - len(laid) else (True,)
        for pair in permutations(Suit, 2):
            if pair[: len(known)] == known:
                yield from (Search(laid=laid, chosen=pair, third=third) for third in thirds)


def _laid(view: View) -> Iterator[tuple[int, ...]]:
    """The slots the cutter may have laid stikkar from: all that may be laid, the last card seen the last, or fewer."""
    cut, looked, count = view.game.phases[0], _looked_at(view), len(view.own.laid_first)
    if not isinstance(cut, CutForStikkar) or not looked:
        yield ()
        return
    for laid in combinations(looked, count):
        if laid[-1] == looked[-1] if count == cut.most_laid else len(looked) == cut.most_looked:
            yield laid


def _looked_at(view: View) -> list[int]:
    """The slots of the stock that the cutter looked at, in that order."""
    return list(range(STOCK - 1, STOCK - 1 - view.own.looked_count, -1))


def begin(view: View, search: Search) -> Walk:
    """What is known of hands and stock before anything is done with them."""
    walk = Walk(view=view, routes=[Route(origin=seat, room=TRICKS, place=seat) for seat in range(4)])
    for slots, cards in _piles(view, search):
        place = LAID if slots[0] in search.laid else TALON
        index = walk.add(Route(origin=4, slots=slots, room=len(slots), place=place))
        walk.never[index] = ~cards
    for slot, card in zip(search.laid, view.own.laid_first, strict=True):
        walk.settle(card, next(index for index, route in enumerate(walk.routes) if slot in route.slots))
    known = dict(zip(search.slots, view.own.turned, strict=False))
    known |= dict(zip(_looked_at(view), view.own.looked, strict=False))
    for slot, card in known.items():
        for index, route in enumerate(walk.routes):
            if slot not in route.slots:
                walk.never[index] |= 1 << card
    walk.know_hand_dealt()
    return walk


def _piles(view: View, search: Search) -> Iterator[tuple[tuple[int, ...], CardSet]]:
    """The slots of the stock that are alike, with the cards that may have lain in them; those looked at stand alone."""
    looked = _looked_at(view)
    piles: dict[tuple[CardSet, int], list[int]] = {}
    for slot in range(STOCK):
        piles.setdefault((_fits(view, search, slot), slot if slot in looked else STOCK), []).append(slot)
    yield from ((tuple(slots), cards) for (cards, _), slots in piles.items())


def _fits(view: View, search: Search, slot: int) -> CardSet:
    """The cards that may have lain in a slot of the stock."""
    own, looked, fits = view.own, _looked_at(view), card_set(PACK)
    if slot in search.laid:
        return card_set([own.laid_first[search.laid.index(slot)]])
    if slot in looked:
        fits &= ~card_set(PERMANENT)
        if own.looked:
            fits &= 1 << own.looked[looked.index(slot)]
    place = search.slots.index(slot)
    if place < own.turned_count:
        fits &= 1 << own.turned[place] if own.turned else _turned(view, search, place)
    return fits


def _turned(view: View, search: Search, place: int) -> CardSet:
    """The cards that may have been turned as this one of them."""
    chosen = search.chosen
    if search.third and place == view.own.turned_count - 1:
        return sum(suit.cards for suit in Suit if suit not in chosen)
    suits = chosen[:1] if place == 0 else chosen
    exposed = (action.cards for _, action in view.history if isinstance(action, Expose))
    better = 0
    for suit, cards in zip(chosen, exposed, strict=False):
        better |= _better(cards, suit, chosen)
    return sum(suit.cards for suit in suits) & ~better


def _better(cards: Sequence[Card], suit: Suit, chosen: tuple[Suit, ...]) -> CardSet:
    """The cards of a suit beside which these wouldn't have been exposed. Rule: ST-13."""
    others = (card for card in PACK if card.suit is suit and card not in cards)
    return card_set(card for card in others if cards not in exposable((*cards, card), suit, chosen))
