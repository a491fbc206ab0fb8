"""Cutting for stikkar and choosing the suits. Rules: ST-12 to ST-14, ST-29."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from stova.cards import Card, Suit
from stova.engine.actions import Action, Cut, Expose
from stova.engine.state import State
from stova.errors import IllegalAction
from stova.games.styrivolt.board import Board, board_of, see_together, with_board
from stova.games.styrivolt.powers import PACK, PERMANENT, is_stikkar, power
from stova.rules.dealing import Table
from stova.rules.phases import advance, end, in_order

MOST_LOOKED = {"no": 0, "bottom": 1, "to_fourth": 4}
EXPOSING = (("6",), ("8", "9"), ("2",), ("3",), ("K", "4"), ("Q",))
"""What is exposed without trader, lamb and stikkar, best first; ranks named together are equal. Rule: ST-13."""


@dataclass(frozen=True, kw_only=True)
class CutForStikkar:
    """The dealer's right-hand neighbour cuts, looks from the bottom for permanent stikkar and lays them open."""

    rule: str
    table: Table
    most_looked: int
    most_laid: int

    doing = "cut the pack"
    kinds = (Cut,)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return tuple(map(Cut, range(1, len(pack))))

    def enter(self, state: State) -> State:
        return replace(state, to_act=(state.dealer - 1) % state.game.seats)

    def legal(self, state: State) -> tuple[Action, ...]:
        return self.actions(state.pack)

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        return None

    def apply(self, state: State, action: Action) -> State:
        assert isinstance(action, Cut)
        state = self.table.deal(state, state.pack[action.depth :] + state.pack[: action.depth])
        return advance(self._look(state))

    def _look(self, state: State) -> State:
        looked: list[Card] = []
        laid: list[Card] = []
        for card in state.talon[: -self.most_looked - 1 : -1]:
            looked.append(card)
            if card in PERMANENT:
                laid.append(card)
            if len(laid) == self.most_laid:
                break
        talon = tuple(card for card in state.talon if card not in laid)
        open_cards = tuple(laid)
        board = Board(looked=tuple(looked), laid=open_cards, laid_first=open_cards)
        return replace(state, talon=talon, own=board)


def search(stock: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Suit, ...]]:
    """The cards turned until a third suit appears, and the suits chosen. Rule: ST-12."""
    suits: list[Suit] = []
    for number, card in enumerate(stock, start=1):
        if card.suit not in suits:
            suits.append(card.suit)
        if len(suits) == 3:
            return tuple(stock[:number]), tuple(suits[:2])
    return tuple(stock), tuple(suits)


def exposable(turned: Sequence[Card], suit: Suit, chosen: tuple[Suit, ...]) -> tuple[tuple[Card, ...], ...]:
    """What may be exposed for a chosen suit: one choice, or two where cards are equal. Rule: ST-13."""
    own = {card.rank: card for card in turned if card.suit is suit}
    stikkar = sorted((card for card in own.values() if is_stikkar(card, chosen)), key=lambda card: power(card, chosen))
    if "5" in own:
        return ((own["5"],),)
    if "7" in own:
        return ((own["7"], *stikkar[:1]),)
    if stikkar:
        return ((stikkar[0],),)
    return next(found for ranks in EXPOSING if (found := tuple((own[rank],) for rank in ranks if rank in own)))


@dataclass(frozen=True, kw_only=True)
class ChooseSuits:
    """The dealer turns stock cards and exposes the best of each chosen suit.

    The dealer is asked even if there is one answer, so that asking tells nothing. A stock of one suit is dealt again.
    """

    rule: str

    doing = "expose a card for the chosen suit"
    kinds = (Expose,)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        singles = [(card,) for card in PACK]
        pairs = [
            (lamb, stikkar)
            for lamb in PACK
            for stikkar in PACK
            if lamb.rank == "7" and stikkar.suit is lamb.suit and is_stikkar(stikkar, (lamb.suit,))
        ]
        return tuple(Expose(cards) for cards in (*singles, *pairs))

    def enter(self, state: State) -> State:
        turned, chosen = search(state.talon)
        state = see_together(with_board(state, turned=turned, chosen=chosen))
        return end(state) if len(chosen) < 2 else replace(state, to_act=state.dealer)

    def legal(self, state: State) -> tuple[Action, ...]:
        board = board_of(state)
        suit = board.chosen[len(board.exposed)]
        return in_order(state, map(Expose, exposable(board.turned, suit, board.chosen)))

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        legal = self.legal(state)
        if action in legal:
            return None
        return IllegalAction(self.rule, f"Of the cards turned the best is shown: {' or '.join(map(str, legal))}.")

    def apply(self, state: State, action: Action) -> State:
        assert isinstance(action, Expose)
        talon = tuple(card for card in state.talon if card not in action.cards)
        exposed = (*board_of(state).exposed, action.cards)
        state = replace(with_board(state, exposed=exposed), talon=talon)
        return advance(state) if len(exposed) == 2 else state
