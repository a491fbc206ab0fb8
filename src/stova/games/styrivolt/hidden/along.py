"""Where a deal has come to as it is gone along, for what can be told of its hidden cards."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from stova.cards import Card, CardSet, card_set
from stova.engine.actions import Trade
from stova.engine.ways import TALON, Walk
from stova.games.styrivolt.board import Board
from stova.games.styrivolt.hidden.search import Search
from stova.games.styrivolt.powers import PACK, is_stikkar


@dataclass(kw_only=True)
class Along:
    """Where the deal has come to, if the search for suits went so."""

    walk: Walk
    search: Search
    laid: tuple[Card, ...]
    """The stikkar that lie open beside the stock."""
    exposed: list[tuple[Card, ...]] = field(default_factory=list)
    """The cards lying open for each chosen suit."""
    taker: int | None = None
    """Who is taking, until that is carried out."""
    along: list[Card] = field(default_factory=list)
    """Which of lamb and stikkar the taker takes along, then all that came so."""
    came: list[int] = field(default_factory=list)
    """The routes the last taker took."""
    traders: CardSet = 0
    """The cards that one who put them down for the stock can't change back after."""
    stock_lies: bool = True
    of_stock: bool = True
    """Whether it was the stock that was taken last."""
    king: tuple[int, Trade] | None = None
    """The seat that wants the bird for its king, and how."""
    answers: int = 0

    @property
    def stikkar(self) -> CardSet:
        """All stikkar there are."""
        return card_set(card for card in PACK if is_stikkar(card, self.search.chosen))

    @property
    def board(self) -> Board:
        """What lies open of the stock."""
        return Board(chosen=self.search.chosen, exposed=tuple(self.exposed), laid=self.laid)

    def lies_open(self, card: Card) -> bool:
        """Whether a card lies open for a chosen suit."""
        return any(card in cards for cards in self.exposed)

    def expose(self, cards: Sequence[Card]) -> None:
        """Cards turned before the last one of a third suit are laid open for the next suit."""
        walk, search = self.walk, self.search
        turned = set(search.slots[: walk.view.own.turned_count - search.third])
        open_to = [index for index in walk.leading_to(TALON) if turned.issuperset(walk.routes[index].slots)]
        for card in cards:
            walk.ways[card] = list(open_to)
        self.exposed.append(tuple(cards))

    def lay_for(self, card: Card, taken: Card) -> None:
        """A card takes the place of one that lies open."""
        self.exposed = [tuple(card if own == taken else own for own in cards) for cards in self.exposed]

    def change(self, seat: int, trade: Trade) -> None:
        """A seat trades: for a card laid open by the cutter what it gives goes to the stock."""
        walk = self.walk
        walk.see(trade.card, seat)
        if self.lies_open(trade.taken):
            self.lay_for(trade.card, trade.taken)
        else:
            self.laid = tuple(card for card in self.laid if card != trade.taken)
            walk.hide(trade.card, TALON)
        walk.hide(trade.taken, seat)
        walk.note_hand(seat)
