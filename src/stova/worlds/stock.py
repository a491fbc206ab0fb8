"""Going along a deal with a stock: what was laid open, traded, taken, put down and put away."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from stova.cards import RANKS, Card, CardSet, Suit, card_set
from stova.engine.actions import (
    Action,
    Back,
    Both,
    Expose,
    FaceDown,
    LeadTrader,
    Play,
    PutAway,
    Stay,
    TakeExposed,
    TakeStock,
    Trade,
)
from stova.engine.tables import CardTables
from stova.engine.view import View
from stova.games.styrivolt.board import Board
from stova.games.styrivolt.powers import PACK, is_stikkar
from stova.games.styrivolt.stock import left_over
from stova.games.styrivolt.trading import card_of
from stova.worlds.search import EVERY, LAID, STOCK, Search, known_places, routes, searches
from stova.worlds.ways import TALON, Walk, plays

Together = tuple[CardSet, list[tuple[int, CardSet]]]
"""A test of `kernel.Sampler`: these cards were together in one of these hands."""


@dataclass(kw_only=True)
class Along:
    """Where the deal has come to. `away` are the routes of each card put away out of sight, in order."""

    walk: Walk
    search: Search
    exposed: list[list[Card]] = field(default_factory=list)
    taker: int | None = None
    """Who is taking, until that is carried out."""
    along: list[Card] = field(default_factory=list)
    """Which of lamb and stikkar the taker takes along, then all that came so."""
    came: list[int] = field(default_factory=list)
    """The routes the last taker took, but for those of stikkar that lay open."""
    traders: CardSet = 0
    """The cards that one who put them down for the stock can't change back after."""
    stock_lies: bool = True
    of_stock: bool = True
    """Whether it was the stock that was taken last."""
    laid: list[int] = field(default_factory=list)
    """The routes of stikkar that had lain open and went with the stock."""
    king: tuple[int, Trade] | None = None
    """The seat that wants the bird for its king, and how."""
    answers: int = 0
    away: list[list[int]] = field(default_factory=list)
    hands: list[tuple[list[int], CardSet]] = field(default_factory=list)
    """Hands there have been: their routes, and the cards in them that had been seen before."""

    @property
    def stikkar(self) -> CardSet:
        return card_set(card for card in PACK if is_stikkar(card, self.search.chosen))

    def traders_now(self) -> CardSet:
        """The fives for whose suit a stikkar lies open."""
        lying = zip(self.search.chosen, self.exposed, strict=True)
        return card_set(
            card_of("5", suit) for suit, cards in lying if any(is_stikkar(card, self.search.chosen) for card in cards)
        )

    def fate(self, seat: int) -> type | None:
        """What the seat did about what it took: changed back, kept both, or neither."""
        history = self.walk.view.history
        return next((type(own) for other, own in history if other == seat and isinstance(own, Back | Both)), None)

    def note_hand(self, seat: int, *, led: CardSet = 0) -> None:
        """Remembers a hand, for four of a kind; a card it was to lead was in it too."""
        walk = self.walk
        seen = led | card_set(card for card, token in walk.held.items() if self._lies(token, seat))
        self.hands.append(([index for index in walk.leading_to(seat) if walk.routes[index].token is None], seen))

    def _lies(self, token: int, place: int) -> bool:
        return any(route.token == token and route.place == place for route in self.walk.routes)


def walks(view: View) -> Iterator[Along]:
    """All that is known of the hidden cards, for every way the search for suits may have gone."""
    for search in searches(view):
        first, never = routes(view, search)
        walk = Walk(view=view, routes=first)
        walk.never = list(never)
        known_places(walk, search)
        state = Along(walk=walk, search=search)
        _go_along(state)
        yield state


def _go_along(state: Along) -> None:
    walk = state.walk
    view, tables = walk.view, _tables(walk.view)
    played = plays(view)
    for seat in range(4):
        state.note_hand(seat)
    for seat, action in view.history:
        _carry_out_before(state, seat, action)
        _do(state, seat, action)
        if isinstance(action, Play | LeadTrader):
            _, _, card, trick = next(played)
            if not any(own.rank in view.own.fours for own in (card, *trick)):
                walk.bar(seat, _lacking(tables, card, trick))
    if state.taker is not None and view.own.takers.count(state.taker):
        carry_out(state, state.taker)
    for card in view.own.laid:
        walk.see(card, LAID)


def _tables(view: View) -> list[CardTables]:
    """The card tables with and without the fours the view knows of, which may have come together at any time."""
    if len(view.own.chosen) < 2:
        return []
    bare = replace(view, own=replace(view.own, fours=()))
    return [view.game.tables(own) for own in (view, bare)]


def _lacking(tables: list[CardTables], card: Card, trick: Sequence[Card]) -> CardSet:
    cards = card_set(PACK)
    for own in tables:
        cards &= own.lacking(card, trick, cards)
    return cards


def _carry_out_before(state: Along, seat: int, action: Action | FaceDown) -> None:
    """What had to wait for answers has happened once something else is done."""
    taker = state.taker
    answer = isinstance(action, Stay | Trade) and seat != taker
    if taker is not None and not answer and not (isinstance(action, TakeExposed) and seat == taker):
        carry_out(state, taker)


def _do(state: Along, seat: int, action: Action | FaceDown) -> None:
    walk = state.walk
    match action:
        case Expose():
            for card in action.cards:
                _seen_in_stock(state, card)
            state.exposed.append(list(action.cards))
        case Play():
            walk.see(action.card, seat)
        case LeadTrader():
            walk.see(action.card, seat)
            _lay_for(state, action.card, action.taken)
            state.note_hand(seat, led=1 << action.taken)
        case Trade():
            _trade(state, seat, action)
        case Stay():
            _answer(state)
        case TakeStock():
            _dealt_no_stikkar(state, seat)
            state.taker, state.along = seat, []
        case TakeExposed():
            state.along.append(action.card)
        case Back():
            _back(state, seat)
        case Both():
            _both(state, seat)
        case PutAway():
            _bar(walk, _split(state, seat), EVERY & ~(1 << action.card))
            _bar(walk, walk.leading_to(seat), 1 << action.card)
        case FaceDown():
            state.away.append(_split(state, seat))


def _bar(walk: Walk, found: list[int], cards: CardSet) -> None:
    for index in found:
        walk.barred[index] |= cards


def _seen_in_stock(state: Along, card: Card) -> None:
    """A card was among those turned, before one of a third suit."""
    walk, search = state.walk, state.search
    order = [slot for slot in range(STOCK) if slot not in search.laid]
    turned = set(order[: walk.view.own.turned_count - search.third])
    walk.ways[card] = [index for index in walk.leading_to(TALON) if turned.issuperset(walk.routes[index].slots)]


def _lay_for(state: Along, card: Card, taken: Card) -> None:
    """A card takes the place of one that lies open."""
    state.exposed = [[card if own == taken else own for own in cards] for cards in state.exposed]


def _lies_open(state: Along, card: Card) -> bool:
    return any(card in cards for cards in state.exposed)


def _trade(state: Along, seat: int, action: Trade) -> None:
    walk = state.walk
    if action.card.rank == "K" and _lies_open(state, action.taken):
        state.king, state.answers = (seat, action), 0
        elsewhere = [index for index, route in enumerate(walk.routes) if route.place != seat]
        _bar(walk, elsewhere, 1 << action.card)
        return
    if state.king is not None and action.taken == state.king[1].taken:
        state.king = None
    _change(state, seat, action)


def _change(state: Along, seat: int, action: Trade) -> None:
    walk = state.walk
    walk.see(action.card, seat)
    if _lies_open(state, action.taken):
        _lay_for(state, action.card, action.taken)
    else:
        walk.see(action.taken, LAID)
        walk.hide(action.card, TALON)
    walk.hide(action.taken, seat)
    state.note_hand(seat)


def _answer(state: Along) -> None:
    """A seat lets things be; once all three have, the king takes the bird."""
    state.answers += 1
    if state.king is not None and state.answers == 3:
        _change(state, *state.king)
        state.king = None


def _dealt_no_stikkar(state: Along, seat: int) -> None:
    for index, route in enumerate(state.walk.routes):
        if route.origin == seat:
            state.walk.never[index] |= state.stikkar


def _put_down_cards(state: Along, seat: int) -> CardSet:
    """What the viewer itself put down in one piece."""
    view = state.walk.view
    away = {action.card for own, action in view.history if own == seat and isinstance(action, PutAway)}
    return card_set(card for card in view.own.put_down if card not in away)


def carry_out(state: Along, seat: int) -> None:
    """The hand goes down in the stock's place, and what lay there is the hand."""
    walk = state.walk
    hand, came = walk.leading_to(seat), walk.leading_to(TALON)
    laid = walk.leading_to(LAID) if state.stock_lies else []
    if walk.view.seat == seat and state.fate(seat) is None:
        _bar(walk, hand, EVERY & ~_put_down_cards(state, seat))
    state.traders = state.traders_now()
    if state.stock_lies:
        board = Board(chosen=state.search.chosen, exposed=tuple(map(tuple, state.exposed)))
        state.along += left_over(board)
    for index in hand:
        walk.move(index, TALON)
    for index in (*came, *laid):
        walk.move(index, seat)
    for card in state.along:
        walk.hide(card, seat)
    state.exposed = [[card for card in cards if card not in state.along] for cards in state.exposed]
    state.came, state.taker, state.of_stock, state.stock_lies = came, None, state.stock_lies, False
    state.laid = laid
    state.note_hand(seat)


def _back(state: Along, seat: int) -> None:
    """The hand put down is the hand again, and what came for it lies where it lay."""
    walk = state.walk
    _bar(walk, state.came, state.stikkar)
    _bar(walk, walk.leading_to(TALON), state.traders)
    for card in state.along:
        walk.see(card, seat)
        place = state.search.chosen.index(card.suit)
        state.exposed[place] = sorted((*state.exposed[place], card), key=lambda own: own.rank != "7")
    pile = [index for index in walk.leading_to(seat) if index not in state.laid and not _left(walk, index)]
    if walk.view.seat == seat:
        _bar(walk, pile, EVERY & ~_put_down_cards(state, seat))
    hand = walk.leading_to(TALON)
    for index in pile:
        walk.move(index, TALON)
    for index in hand:
        walk.move(index, seat)
    for index in state.laid:
        walk.move(index, LAID)
    state.stock_lies = state.of_stock
    state.note_hand(seat)


def _left(walk: Walk, index: int) -> bool:
    """Whether the card that went this way has been seen since."""
    token = walk.routes[index].token
    return token is not None and token in walk.ways


def _both(state: Along, seat: int) -> None:
    """The hand put down is taken too."""
    walk = state.walk
    _bar(walk, state.came, state.stikkar | state.traders_now())
    down = walk.leading_to(TALON)
    _bar(walk, down, state.stikkar | state.traders)
    for index in down:
        walk.move(index, seat)
    state.note_hand(seat)


def _split(state: Along, seat: int) -> list[int]:
    """One card, out of sight, went from the hand to the stock's place."""
    went = state.walk.split(seat, TALON, 1)
    pairs = dict(state.walk.splits[-1][0])
    for found in (*(own for own, _ in state.hands), *state.away):
        found += [pairs[index] for index in found if index in pairs]
    return went


def together(state: Along) -> list[Together]:
    """For each rank of which four are known to have been together, the hands they may have been in."""
    hands = [(sum(1 << index for index in found), seen) for found, seen in state.hands]
    ranks = [RANKS.index(rank) for rank in state.walk.view.own.fours]
    return [(card_set(Card(13 * suit + rank) for suit in Suit), hands) for rank in ranks]
