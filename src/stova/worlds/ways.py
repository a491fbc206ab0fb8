"""Ways: how cards that a view hides may have gone from the deal to where they are now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from stova.cards import Card, CardSet, card_set
from stova.engine.actions import Discard, Exchange, FaceDown, Take
from stova.engine.state import State
from stova.engine.tables import CardTables
from stova.engine.view import View

TALON = -1
DOWN = -2
"""Where a route may lead besides to a seat's hand: the talon, and the declarer's discards."""
COVERED = -3
"""On the table, covered."""
NOWHERE = -1
"""The origin of a route that doesn't begin with the deal."""
FIRST_TOKEN = 52
NEVER = 1 << 20
"""Later than any trick."""


class Route(Struct, frozen=True, kw_only=True):
    """A way a number of cards went. What left it by being played or shown is counted with it."""

    origin: int
    """Index into `State.dealt`."""
    slots: tuple[int, ...] = ()
    """Indices into `dealt[origin]` of the places its cards may have lain in; none: those no other route has."""
    room: int
    """How many cards were dealt this way."""
    place: int
    """Where its cards are: a seat, or one of the constants above."""
    gone: bool = False
    """Whether what went this way is known to have been played."""
    shut: bool = False
    """Whether it is known what went this way."""
    token: int | None = None
    """The token of a card that went this way after it had been seen; None for cards from the deal."""
    late: bool = False
    """Whether its card came into the hand after it lay covered, so that earlier plays say nothing of it."""


@dataclass(kw_only=True)
class Walk:
    """What is known of the hidden cards, gathered along a deal.

    `barred[route]` are the cards its seat showed not to hold, which says nothing of those seen before; `never[route]`
    are cards that can't have gone this way at all. `ways[card]` are the routes, by index, that a card seen may have
    gone. A card that is out of sight again after it was seen is a new token, a number from 52 on: `tokens` says which
    card it is, `held` which token a card is. Each of `splits` is pairs of routes (stayed, went) and how many cards went
    in all. `lacks` are the seat, the trick, and the cards it then showed not to hold. Of `covers`, pairs of routes with
    room for one card, the first
    card was played before the second came into the hand: see `kernel.Sampler`.
    """

    view: View
    routes: list[Route]
    barred: list[CardSet] = field(default_factory=list)
    never: list[CardSet] = field(default_factory=list)
    tokens: dict[int, Card] = field(default_factory=dict)
    held: dict[Card, int] = field(default_factory=dict)
    ways: dict[int, list[int]] = field(default_factory=dict)
    splits: list[tuple[list[tuple[int, int]], int]] = field(default_factory=list)
    lacks: list[tuple[int, int, CardSet]] = field(default_factory=list)
    covers: list[tuple[int, int]] = field(default_factory=list)
    since: list[int] = field(default_factory=lambda: [0] * 64)
    played: list[int] = field(default_factory=lambda: [NEVER] * 64)

    def __post_init__(self) -> None:
        self.barred = [0] * len(self.routes)
        self.never = [0] * len(self.routes)

    def leading_to(self, place: int) -> list[int]:
        """The routes that lead to a place, by index."""
        return [index for index, route in enumerate(self.routes) if route.place == place]

    def see(self, card: Card, place: int) -> None:
        """A card was seen in a place, or coming from it."""
        token = self.held.pop(card, None)
        open_to = (index for index in self.leading_to(place) if not self.routes[index].shut)
        mine = (index for index in open_to if self.routes[index].token == token)
        found = [index for index in mine if not self.barred[index] >> card & 1]
        self.ways.setdefault(card if token is None else token, found)

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

    def move(self, index: int, place: int) -> None:
        """All that went this way went on to a place."""
        self.routes[index] = replace(self.routes[index], place=place)

    def split(self, place: int, to: int, count: int) -> list[int]:
        """That many cards, hidden, went from a place to another: the routes that lead there now."""
        pairs = []
        for index in self.leading_to(place):
            went = self.add(replace(self.routes[index], place=to))
            self.barred[went], self.never[went] = self.barred[index], self.never[index]
            pairs.append((index, went))
        self.splits.append((pairs, count))
        return [went for _, went in pairs]

    def bar(self, seat: int, cards: CardSet) -> None:
        """The seat holds none of these cards."""
        for index in self.leading_to(seat):
            if not self.routes[index].late:
                self.barred[index] |= cards


def first_routes(sample: State) -> list[Route]:
    """The routes of a deal just dealt: hands, and each covered card, cover, and card of the talon alone."""
    apart = card_set(card for pair in sample.game.covers(sample) for card in pair)
    routes = []
    for seat, dealt in enumerate(sample.dealt[:-1]):
        lone = [slot for slot, card in enumerate(dealt) if apart >> card & 1]
        routes.append(Route(origin=seat, room=len(dealt) - len(lone), place=seat))
        routes += [Route(origin=seat, slots=(slot,), room=1, place=seat) for slot in lone]
    talon = range(len(sample.dealt[-1]))
    return routes + [Route(origin=len(sample.dealt) - 1, slots=(slot,), room=1, place=TALON) for slot in talon]


def exchange(walk: Walk) -> None:
    """Goes along what was put down and taken."""
    for seat, action in walk.view.history:
        match action:
            case Take():
                _take(walk, seat, len(walk.routes))
            case Discard() | Exchange() if action.cards:
                _put_down(walk, seat, len(action.cards))
            case FaceDown():
                _put_down(walk, seat, action.cards)


def _put_down(walk: Walk, seat: int, count: int) -> None:
    walk.split(seat, DOWN, count)
    _take(walk, seat, count)


def _take(walk: Walk, seat: int, count: int) -> None:
    for index in walk.leading_to(TALON)[:count]:
        walk.move(index, seat)


def plays(view: View) -> Iterator[tuple[int, int, Card, Sequence[Card]]]:
    """Each card played: the number of its trick, the seat, the card, and the trick before it."""
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    for number, (leader, cards) in enumerate((*tricks, (view.leader, view.trick))):
        for place, card in enumerate(cards):
            yield number, (leader + place) % view.game.seats, card, cards[:place]


def play(walk: Walk, tables: CardTables) -> None:
    """Goes along the plays: each shows a card, and may show what its seat didn't hold."""
    pack = card_set(walk.view.game.pack)
    for number, seat, card, trick in plays(walk.view):
        walk.played[card] = number
        walk.see(card, seat)
        lacked = tables.lacking(card, trick, pack)
        if lacked:
            walk.lacks.append((seat, number, lacked))
            walk.bar(seat, lacked)


def known_now(walk: Walk) -> None:
    """Goes on to what lies open at the end: the seat's own hand, discards, what is left of the talon."""
    view = walk.view
    for card in view.discards or ():
        walk.see(card, DOWN)
    for index, card in zip(walk.leading_to(TALON), view.talon or (), strict=False):
        walk.settle(card, index)


def allowed(walk: Walk) -> list[CardSet]:
    """The cards, and tokens, that may have gone each way, by route."""
    found = [0] * len(walk.routes)
    for card in walk.view.game.pack:
        for index in walk.ways[card] if card in walk.ways else _hidden(walk, card, None):
            found[index] |= 1 << card & ~walk.never[index]
    for token, card in walk.tokens.items():
        for index in walk.ways[token] if token in walk.ways else _hidden(walk, card, token):
            found[index] |= 1 << token
    return found


def tokens(walk: Walk) -> CardSet:
    """All cards and tokens there are."""
    return card_set(walk.view.game.pack) | sum(1 << token for token in walk.tokens)


def _hidden(walk: Walk, card: Card, token: int | None) -> list[int]:
    """The routes by which a card may have gone to where it is now, if it isn't in sight."""
    view = walk.view
    places = walk.leading_to(view.seat or 0) if card in view.hand else _out_of_sight(walk)
    mine = (index for index in places if walk.routes[index].token == token and not _closed(walk.routes[index]))
    return [index for index in mine if not walk.barred[index] >> card & 1]


def _out_of_sight(walk: Walk) -> list[int]:
    """The routes to places whose cards the seat doesn't see."""
    view = walk.view
    shown = {view.seat: True, DOWN: view.discards is not None, TALON: view.talon is not None}
    return [index for index, route in enumerate(walk.routes) if not shown.get(route.place, False)]


def _closed(route: Route) -> bool:
    return route.gone or route.shut


def cases(walk: Walk) -> list[list[int]]:
    """How many cards may have gone each way, by route: one case for each way the splits may have fallen out."""
    new = {went for pairs, _ in walk.splits for _, went in pairs}
    found = [[0 if index in new else route.room for index, route in enumerate(walk.routes)]]
    for pairs, count in walk.splits:
        found = [after for case in found for after in _after(case, pairs, count)]
    return found


def _after(case: list[int], pairs: list[tuple[int, int]], count: int) -> Iterator[list[int]]:
    for counts in _shares([case[stayed] for stayed, _ in pairs], count):
        after = list(case)
        for (stayed, went), own in zip(pairs, counts, strict=True):
            after[stayed], after[went] = case[stayed] - own, own
        yield after


def _shares(rooms: list[int], count: int) -> Iterator[tuple[int, ...]]:
    """The ways to take a number from piles of these sizes, by pile."""
    if not rooms:
        if not count:
            yield ()
        return
    for own in range(min(count, rooms[0]) + 1):
        yield from ((own, *rest) for rest in _shares(rooms[1:], count - own))
