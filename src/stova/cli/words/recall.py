"""What was done with cards that lie open, or was seen of others, to be looked up later."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from stova.cards import Card
from stova.cli import own
from stova.cli.words.people import YOU
from stova.engine.actions import LeadTrader, Play, Trade
from stova.engine.view import View

SAW = f"{YOU} saw"
Line = tuple[str, str]
"""Who, and what."""


def fours(view: View, players: Sequence[str]) -> Iterator[Line]:
    """The ranks of which four are known to have been together: who said so, or holds them, and what they count as."""
    stock = own.stock(view)
    if stock is None:
        return
    roles = view.game.tables(view).roles
    alone = view.game.tables(replace(view, own=replace(view.own, fours=()))).roles
    for rank in stock.fours:
        cards = [card for card in view.game.pack if card.rank == rank]
        changed = frozenset(card for card in cards if roles[card] != alone[card])
        best = next((card for card in cards if card not in changed), None)
        # Until suits are chosen there is no best of aces, of jacks and the like.
        if best is not None:
            yield _who(view, cards, changed, players), f"four {rank}s, as {best.symbol}"


def _who(view: View, cards: Sequence[Card], changed: frozenset[Card], players: Sequence[str]) -> str:
    """Who first played one of the cards changed, which announces them; else you, if you hold them all."""
    for seat, action in view.history:
        if (isinstance(action, Play) and action.card in changed) or (
            isinstance(action, LeadTrader) and action.taken in changed
        ):
            return players[seat]
    return YOU if set(cards) <= set(view.hand) else ""


def trades(view: View, players: Sequence[str]) -> Iterator[Line]:
    """Who traded which card for which."""
    for seat, action in view.history:
        if isinstance(action, Trade | LeadTrader):
            yield players[seat], f"{action.card.symbol} for {action.taken.symbol}"


def looked(view: View) -> Iterator[Line]:
    """The cards the human looked at in cutting. Rule: ST-29."""
    stock = own.stock(view)
    if stock is not None and stock.looked:
        yield SAW, " ".join(card.symbol for card in stock.looked)
