"""What is said in an auction, as people say it."""

from collections.abc import Sequence

from stova.engine.actions import Bid, BidContract, Call, Declare, NameTrump
from stova.engine.view import View


def call_text(calls: Sequence[tuple[int, Call]], place: int) -> str:
    """A call as it was said: `5`, `5, better`, `5, clubs`, `stryger`, `pass`."""
    call = calls[place][1]
    match call:
        case Bid():
            before = next((other for _, other in reversed(calls[:place]) if isinstance(other, Bid)), None)
            return bid_said(call, before)
        case BidContract(contract=contract):
            return contract
        case NameTrump(suit=suit):
            return suit.word
        case Declare():
            return "play"
        case _:
            return str(call)


def bid_text(view: View) -> str:
    """The standing bid as it was said."""
    said = [place for place, (_, call) in enumerate(view.calls) if isinstance(call, Bid | BidContract)]
    return call_text(view.calls, said[-1]) if said else ""


def bid_short(bid: Bid) -> str:
    """A bid where there's little room: `5`, or `5♣`."""
    return f"{bid.length}{'' if bid.suit is None else bid.suit.symbol}"


def bid_said(bid: Bid, before: Bid | None) -> str:
    """A bid of a length after another."""
    if bid.suit is None:
        return str(bid.length)
    overcall = before is not None and before.suit is None and before.length == bid.length
    return f"{bid.length}, {'better' if overcall else bid.suit.word}"
