"""What is asked of a player, and what players say and do."""

from collections.abc import Sequence

from stova.cards import Suit
from stova.cli.words.people import counted, does
from stova.engine.actions import Action, Bid, Cut, Discard, Knock, NameTrump, Pass, Play
from stova.engine.view import View


def prompt(view: View, players: Sequence[str]) -> str:
    """What is to be done now, and by whom."""
    if view.to_act is None:
        return "The deal is over."
    if not view.legal:
        return f"{players[view.to_act]} is to {view.doing}."
    match view.legal[0]:
        case Play():
            return _to_play(view)
        case Discard():
            most = max(len(action.cards) for action in view.legal if isinstance(action, Discard))
            return f"Put down up to {counted(most, 'card')}; you take as many from the talon, unseen."
        case Cut():
            return f"{does(players[view.dealer], 'deal')}. Cut the pack, or knock and get your cards all at once."
        case NameTrump():
            return "The bidding is yours. Which suit is trumps?"
        case Bid() | Pass():
            return _to_bid(view)
        case _:
            return f"Your turn to {view.doing}."


def _to_bid(view: View) -> str:
    best = f"The best bid is {bid_text(view)}." if view.bid is not None else "Nobody has bid yet."
    can = any(isinstance(action, Bid) for action in view.legal)
    return f"Your bid. {best}" if can else f"Your bid. {best} You can't bid with this hand."


def _to_play(view: View) -> str:
    if not view.trick:
        return "Your lead. Play any card."
    tables, led = view.game.tables(view), view.trick[0]
    trumps = bool(tables.trumps >> led & 1)
    what = "Trumps" if trumps else led.suit.word.capitalize()
    if any(tables.follow[led] >> card & 1 for card in view.hand):
        return f"{what} were led. Play {'a trump' if trumps else _one(led.suit)}."
    if len(view.legal) == len(view.hand):
        return f"{what} were led, and you have none. Play any card."
    return f"{what} were led, and you have none. Play a marked card."


def _one(suit: Suit) -> str:
    return f"a {suit.word[:-1]}"


def call_text(calls: Sequence[tuple[int, Bid | Pass]], place: int) -> str:
    """A call as it was said: `5`, `5, better`, `5, clubs`, `pass`."""
    call = calls[place][1]
    if isinstance(call, Pass):
        return "pass"
    before = next((other for _, other in reversed(calls[:place]) if isinstance(other, Bid)), None)
    return _bid(call, before)


def bid_text(view: View) -> str:
    """The standing bid as it was said."""
    said = [place for place, (_, call) in enumerate(view.calls) if isinstance(call, Bid)]
    return call_text(view.calls, said[-1]) if said else ""


def _bid(bid: Bid, before: Bid | None) -> str:
    if bid.suit is None:
        return str(bid.length)
    overcall = before is not None and before.suit is None and before.length == bid.length
    return f"{bid.length}, {'better' if overcall else bid.suit.word}"


def choice(action: Action, view: View) -> tuple[str, str]:
    """The key for an action offered on a button, and what the button says."""
    match action:
        case Pass():
            return "p", "Pass"
        case Knock():
            return "k", "Knock"
        case NameTrump():
            return action.suit.word[0], action.suit.word.capitalize()
        case Bid(length=length, suit=suit):
            return (str(length)[-1] if suit is None else suit.word[0]), _bid(action, view.bid).capitalize()
        case _:
            return str(action)[0], str(action).capitalize()


def permanent_only(*, playing: bool) -> str:
    """What is trumps while no suit is."""
    return "the permanent" if playing else "not named yet"


def put_down(number: int) -> str:
    """What the button for the exchange says."""
    return "Keep your hand" if number == 0 else f"Put down {counted(number, 'card')}"


def news(who: str, action: Action, said: str) -> str:
    """What a seat has just done, where the table doesn't show it."""
    match action:
        case Cut():
            return f"{does(who, 'cut')}."
        case Knock():
            return f"{does(who, 'knock')}: each gets the whole hand at once."
        case NameTrump():
            return f"{does(who, 'name')} {action.suit.word} trumps."
        case Discard():
            return f"{does(who, 'put')} down {counted(len(action.cards), 'card')}."
        case Bid():
            return f"{does(who, 'bid')} {said}."
        case Pass():
            return f"{does(who, 'pass')}."
        case _:
            return ""


def took(who: str, card: str, points: int) -> str:
    """Who took a trick, with what, and what was in it."""
    return f"{does(who, 'take')} the trick with {card}: {counted(points, 'point')}."
