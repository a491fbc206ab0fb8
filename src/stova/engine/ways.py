"""Ways: how cards that a view hides may have gone from the deal to where they are now."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from stova.cards import Card, CardSet, card_set
from stova.engine.state import State
from stova.engine.view import View

TALON = -1
DOWN = -2
"""Where a route may lead besides to a seat's hand: the talon, and the declarer's discards."""
COVERED = -3
"""On the table, covered."""
NOWHERE = -1
"""The origin of a route that doesn't begin with the deal."""
FIRST_TOKEN = 52


class Route(Struct, frozen=True, kw_only=True):
    """A way a number of cards went. What left it by being played or shown is counted with it."""

    origin: int
    """Index into `State.dealt`."""
    slots: tuple[int, ...] = ()
    """Indices into `dealt[origin]` of the places its cards may have lain in; none: those no other route has."""
    room: int
    """How many cards were dealt this way."""
    place: int
    """Where its cards are: a seat, one of the constants above, or a place of the game's own, a number below those."""
    shut: bool = False
    """Whether it is known what went this way."""
    token: int | None = None
    """The token of a card that went this way after it had been seen; None for cards from the deal."""


def dealt_routes(sample: State, *, alone: Iterable[int] = ()) -> list[Route]:
    """The routes of a deal just dealt: of each hand its slots that stand alone and the rest, and the talon's slots."""
    *hands, talon = [len(cards) for cards in sample.dealt]
    lone = tuple(alone)
    routes = []
    for seat, size in enumerate(hands):
        routes.append(Route(origin=seat, room=size - len(lone), place=seat))
        routes += [Route(origin=seat, slots=(slot,), room=1, place=seat) for slot in lone]
    return routes + [Route(origin=len(hands), slots=(slot,), room=1, place=TALON) for slot in range(talon)]


@dataclass(kw_only=True)
class Walk:
    """What is known of the hidden cards, gathered along a deal. A route is known by its index in `routes`.

    A card that is out of sight again after it was seen is a new token, a number from 52 on.
    """

    view: View
    routes: list[Route]
    barred: list[CardSet] = field(init=False)
    """By route, the cards its seat showed not to hold, which says nothing of those seen before."""
    never: list[CardSet] = field(init=False)
    """By route, the cards that can't have gone this way at all."""
    tokens: dict[int, Card] = field(default_factory=dict)
    """Which card each token is."""
    held: dict[Card, int] = field(default_factory=dict)
    """Which token each card is that is out of sight again."""
    ways: dict[int, list[int]] = field(default_factory=dict)
    """The routes that a card seen, or a token, may have gone."""
    splits: list[tuple[list[tuple[int, int]], int]] = field(default_factory=list)
    """Pairs of routes (stayed, went), and how many cards went in all."""
    down: list[list[int]] = field(default_factory=list)
    """The routes of what was put face down, for each such action of the history."""
    hands: list[tuple[list[int], CardSet]] = field(default_factory=list)
    """Hands there have been: their routes, and the cards in them that had been seen before."""
    together: list[CardSet] = field(default_factory=list)
    """Cards that have been together in one of `hands`."""

    def __post_init__(self) -> None:
        self.barred = [0] * len(self.routes)
        self.never = [0] * len(self.routes)

    def know_hand_dealt(self) -> None:
        """The seat has seen which cards it was dealt, and so that nobody else was dealt them."""
        dealt = card_set(self.view.was_dealt)
        for index, route in enumerate(self.routes):
            self.never[index] |= ~dealt if route.origin == self.view.seat else dealt

    def leading_to(self, place: int) -> list[int]:
        """The routes that lead to a place."""
        return [index for index, route in enumerate(self.routes) if route.place == place]

    def see(self, card: Card, place: int) -> None:
        """A card was seen in a place, or coming from it."""
        token = self.held.pop(card, None)
        self.ways.setdefault(card if token is None else token, self.open_to(card, token, self.leading_to(place)))

    def open_to(self, card: Card, token: int | None, indices: Iterable[int]) -> list[int]:
        """Those of the routes by which a card, or its token, may have gone."""
        mine = (index for index in indices if self.routes[index].token == token and not self.routes[index].shut)
        return [index for index in mine if not self.barred[index] >> card & 1]

    def hide(self, card: Card, place: int) -> None:
        """A card that was seen goes to a place, where it is out of sight."""
        token = FIRST_TOKEN + len(self.tokens)
        self.tokens[token] = card
        self.held[card] = token
        self.add(Route(origin=NOWHERE, room=1, place=place, token=token))

    def add(self, route: Route) -> int:
        """One route more; its index."""
        self.routes.append(route)
        self.barred.append(0)
        self.never.append(0)
        return len(self.routes) - 1

    def settle(self, card: Card, index: int) -> None:
        """A card is known to have gone this way, alone."""
        self.ways[card] = [index]
        self.routes[index] = replace(self.routes[index], shut=True)

    def move(self, indices: Iterable[int], place: int) -> None:
        """All that went these ways went on to a place."""
        for index in indices:
            self.routes[index] = replace(self.routes[index], place=place)

    def split(self, place: int, to: int, count: int) -> list[int]:
        """That many cards, hidden, went from a place to another: the routes that lead there now."""
        pairs = {}
        for index in self.leading_to(place):
            went = pairs[index] = self.add(replace(self.routes[index], place=to))
            self.barred[went], self.never[went] = self.barred[index], self.never[index]
        for found in (*self.down, *(hand for hand, _ in self.hands)):
            found += [pairs[index] for index in found if index in pairs]
        self.splits.append((list(pairs.items()), count))
        return list(pairs.values())

    def bar(self, indices: Iterable[int], cards: CardSet) -> None:
        """None of these cards went these ways, unless it had been seen before."""
        for index in indices:
            self.barred[index] |= cards

    def note_hand(self, seat: int, *, besides: CardSet = 0) -> None:
        """A seat has a hand that may be one of those where cards were together; cards `besides` are in it too."""
        found = self.leading_to(seat)
        tokens = {self.routes[index].token for index in found}
        seen = card_set(card for card, token in self.held.items() if token in tokens)
        self.hands.append(([index for index in found if self.routes[index].token is None], seen | besides))
