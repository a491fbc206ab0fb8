"""How a stock may have lain that a dealer searched for suits, after a cutter looked at its bottom."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from msgspec import Struct

from stova.cards import Card, CardSet, Suit, card_set
from stova.engine.actions import Expose, Trade
from stova.engine.view import View
from stova.games.styrivolt.choosing import CutForStikkar, exposable
from stova.games.styrivolt.powers import PACK, PERMANENT
from stova.worlds.ways import TALON, Route, Walk

LAID = -4
"""Open beside the stock, as the cutter laid it."""
EVERY = (1 << 52) - 1
STOCK = 12


class Search(Struct, frozen=True, kw_only=True):
    """One way the cut and the search may have gone."""

    laid: tuple[int, ...]
    """The slots of the stock from which the cutter laid stikkar open."""
    chosen: tuple[Suit, ...]
    third: bool
    """Whether the last card turned was of a third suit."""


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


def looked_at(view: View) -> list[int]:
    """The slots of the stock that the cutter looked at, in that order."""
    return list(range(STOCK - 1, STOCK - 1 - view.own.looked_count, -1))


def laid_cards(view: View) -> set[Card]:
    """The stikkar known to have been laid open by the cutter."""
    exposed = {card for _, action in view.history if isinstance(action, Expose) for card in action.cards}
    claims = (action for _, action in view.history if isinstance(action, Trade) and action.card.rank in ("K", "Q"))
    traded = {action.taken for _, action in view.history if isinstance(action, Trade) and action.card.rank == "5"}
    return {*view.own.laid, *(claim.taken for claim in claims if claim.taken not in exposed | traded)}


def _laid(view: View) -> Iterator[tuple[int, ...]]:
    cut, looked = view.game.phases[0], looked_at(view)
    if not isinstance(cut, CutForStikkar):
        yield ()
        return
    for count in range(len(laid_cards(view)), cut.most_laid + 1):
        for laid in combinations(looked, count):
            stopped = count == cut.most_laid and laid[-1] == looked[-1]
            whole = count < cut.most_laid and len(looked) == cut.most_looked
            if stopped or whole or (len(looked) == cut.most_looked and count < cut.most_laid):
                yield laid


def routes(walk_view: View, search: Search) -> tuple[list[Route], list[CardSet]]:
    """The routes of the deal, and the cards that can't have gone each of them."""
    view = walk_view
    fits = {slot: _fits(view, search, slot) for slot in range(STOCK)}
    looked = set(looked_at(view))
    piles: dict[tuple[CardSet, int], list[int]] = {}
    for slot, cards in fits.items():
        piles.setdefault((cards, slot if slot in looked else STOCK), []).append(slot)
    found = [Route(origin=seat, room=9, place=seat) for seat in range(4)]
    never = [0] * 4
    for (cards, _), slots in piles.items():
        place = LAID if slots[0] in search.laid else TALON
        found.append(Route(origin=4, slots=tuple(slots), room=len(slots), place=place))
        never.append(EVERY & ~cards)
    return found, never


def _fits(view: View, search: Search, slot: int) -> CardSet:
    """The cards that may have lain in a slot of the stock."""
    order = [own for own in range(STOCK) if own not in search.laid]
    own, looked = view.own, looked_at(view)
    fits = EVERY
    if slot in looked:
        fits &= card_set(PERMANENT) if slot in search.laid else ~card_set(PERMANENT)
        fits &= 1 << own.looked[looked.index(slot)] if own.looked else EVERY
    if slot in search.laid:
        return fits
    place = order.index(slot)
    if place < own.turned_count:
        fits &= 1 << own.turned[place] if own.turned else _turned(view, search, place)
    return fits


def _turned(view: View, search: Search, place: int) -> CardSet:
    """The cards that may have been turned as this one of them."""
    chosen = search.chosen
    if search.third and place == view.own.turned_count - 1:
        return sum(suit.cards for suit in Suit if suit not in chosen)
    suits = chosen[:1] if place == 0 else chosen
    better = 0
    for suit, cards in zip(chosen, exposed_first(view), strict=False):
        better |= _better(cards, suit, chosen)
    return sum(suit.cards for suit in suits) & ~better


def exposed_first(view: View) -> list[tuple[Card, ...]]:
    """What the dealer exposed for each suit."""
    return [action.cards for _, action in view.history if isinstance(action, Expose)]


def _better(cards: Sequence[Card], suit: Suit, chosen: tuple[Suit, ...]) -> CardSet:
    """The cards of a suit beside which these wouldn't have been exposed."""
    others = (card for card in PACK if card.suit is suit and card not in cards)
    return card_set(card for card in others if cards not in exposable((*cards, card), suit, chosen))


def known_places(walk: Walk, search: Search) -> None:
    """Cards whose place in the stock is known lay nowhere else."""
    view = walk.view
    order = [slot for slot in range(STOCK) if slot not in search.laid]
    known = {slot: card for slot, card in zip(order, view.own.turned, strict=False)}
    known |= dict(zip(looked_at(view), view.own.looked, strict=False))
    for slot, card in known.items():
        for index, route in enumerate(walk.routes):
            if route.origin != 4 or slot not in route.slots:
                walk.never[index] |= 1 << card
