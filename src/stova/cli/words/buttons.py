"""What buttons say, and their keys."""

from stova.cards import RANK_NAMES, RANKS, Card
from stova.cli import own
from stova.cli.words.calls import bid_said
from stova.cli.words.people import counted
from stova.engine.actions import (
    Accept,
    Action,
    Back,
    Bid,
    BidContract,
    Both,
    Call,
    Exchange,
    Expose,
    Fold,
    GoOn,
    Hold,
    Knock,
    LeadTrader,
    NameTrump,
    NoRoem,
    Pass,
    Roem,
    Stay,
    Stop,
    Take,
    TakeExposed,
    TakeStock,
    Trade,
)
from stova.engine.view import View

PUT_AWAY = ("a", "Put one card away")
NEVER_MIND = ("escape", "Never mind")
LEAD_AS = "Lead it for {card}"


def choice(action: Action, view: View) -> tuple[str, str]:
    """The key for an action offered on a button, and what the button says."""
    match action:
        case _ if isinstance(action, Call):
            return _call(action, view)
        case Knock():
            return "k", "Knock"
        case Take():
            return "k", f"Take the {view.game.talon_name}"
        case Exchange():
            return "v", f"Leave the {view.game.talon_name}"
        case Fold():
            return "f", "Fold"
        case Roem():
            return "d", f"Declare roem: {own.waiting(view)}"
        case NoRoem():
            return "n", "Keep quiet"
        case Stop():
            return "p", "Stop here"
        case GoOn():
            return "g", "Go on for all nine"
        case _:
            return _open(action, view)


def _call(action: Action, view: View) -> tuple[str, str]:
    match action:
        case Pass():
            return "p", "Pass"
        case NameTrump(suit=suit):
            return suit.word[0], suit.word.capitalize()
        case Bid(length=length, suit=suit):
            before = view.bid if isinstance(view.bid, Bid) else None
            return (str(length)[-1] if suit is None else suit.word[0]), bid_said(action, before).capitalize()
        case BidContract(contract=contract):
            contracts = [other for other in view.game.actions if isinstance(other, BidContract)]
            return str(contracts.index(action) + 1), contract.capitalize()
        case Accept() if view.drawn is not None:
            return "a", f"Play {view.drawn.suit.word}"
        case Hold():
            return "h", "Hold"
        case _:
            return "y", "Play"


def _open(action: Action, view: View) -> tuple[str, str]:
    """What is done with a stock and the cards that lie open."""
    match action:
        case Expose(cards=cards):
            return rank_key(cards[0]), f"Show {' and '.join(card.symbol for card in cards)}"
        case Trade(card=card, taken=taken):
            return "e", f"Trade {card.symbol} for {taken.symbol}"
        case LeadTrader(taken=taken):
            return rank_key(taken), LEAD_AS.format(card=taken.symbol)
        case TakeStock():
            return "k", f"Take the {view.game.talon_name}" if not _takers(view) else "Take what was put down"
        case TakeExposed(card=card):
            return rank_key(card), f"Take {card.symbol}"
        case Stay():
            return ("g", "Play on") if Fold() in view.legal else ("n", "Let it be")
        case Back():
            return "b", "Back to your hand"
        case Both():
            return "k", "Keep both"
        case _:
            return str(action)[0], str(action).capitalize()


def rank_key(card: Card) -> str:
    """The key for a card on a button: its rank, but `d`, for dame, of a queen, since `q` leaves the table."""
    return "d" if card.rank == "Q" else card.rank[-1].lower()


def ranks_named(rank: str) -> str:
    """Cards of a rank: `deuces` are `twos` here."""
    name = RANK_NAMES[RANKS.index(rank)]
    return f"{name}es" if name == "six" else f"{name}s"


def _takers(view: View) -> tuple[int, ...]:
    stock = own.stock(view)
    return () if stock is None else stock.takers


def put_down(number: int, sizes: frozenset[int], view: View, form: type) -> tuple[str, str]:
    """The key and the words for an exchange while so many cards are chosen. Who presses Enter once too often mustn't
    have left the talon."""
    if number == 0 and 0 in sizes:
        return choice(Exchange(()), view) if form is Exchange else ("v", "Keep your hand")
    most = max(sizes)
    said = f"Put down {counted(number or most, 'card')}" if number in sizes else f"Choose {counted(most, 'card')}"
    return "enter", said
