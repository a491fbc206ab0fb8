"""What has just been done, told at the table in a line."""

from collections.abc import Iterator, Sequence

from stova.cli import own
from stova.cli.words.buttons import ranks_named
from stova.cli.words.calls import call_text
from stova.cli.words.people import YOU, counted, does, either, within
from stova.engine.actions import (
    Accept,
    Action,
    Back,
    Bid,
    BidContract,
    Both,
    Call,
    Cut,
    Discard,
    Exchange,
    Expose,
    FaceDown,
    Fold,
    GoOn,
    Hold,
    Knock,
    LeadTrader,
    NameTrump,
    NoRoem,
    Pass,
    PutAway,
    Roem,
    Stay,
    Stop,
    Take,
    TakeExposed,
    TakeStock,
    Trade,
)
from stova.engine.view import View


def news(before: View, after: View, players: Sequence[str]) -> str:
    """What was done between two views of a deal, where the table doesn't show it."""
    said = [
        text for seat, action in after.history[len(before.history) :] if (text := done(before, seat, action, players))
    ]
    more = [
        *_came(before, after),
        *_looked(before, after),
        *_left_to_forehand(before, after, players),
        *announcements(before, after, players),
    ]
    return " ".join([*said, *more])


def _came(before: View, after: View) -> Iterator[str]:
    """The cards the human took up from the talon."""
    seat, action = after.history[-1] if after.history else (None, None)
    came = [card.symbol for card in after.hand if card not in before.hand]
    if seat == after.seat and came and isinstance(action, Exchange | Discard | Take):
        yield f"From the {after.game.talon_name}: {' '.join(came)}."


def _looked(before: View, after: View) -> Iterator[str]:
    """The cards the human looked at in cutting. Rule: ST-29."""
    stock, known = own.stock(after), own.stock(before)
    if stock is not None and stock.looked and not (known and known.looked):
        yield f"{YOU} looked at {' '.join(card.symbol for card in stock.looked)}."


def _left_to_forehand(before: View, after: View, players: Sequence[str]) -> Iterator[str]:
    """Why somebody who passed has to play the suit turned. Rule: KJ-3."""
    if before.declarer is not None or after.declarer is None or after.drawn is None:
        return
    if all(call == Pass() for _, call in after.calls):
        who = within(players[after.declarer])
        yield f"All passed, so {who} must play {after.drawn.suit.word}, as forehand. KJ-3"


def done(before: View, seat: int, action: Action | FaceDown, players: Sequence[str]) -> str:
    """What a seat did."""
    who, talon = players[seat], before.game.talon_name
    match action:
        case _ if isinstance(action, Call):
            return _called(before, seat, who, action)
        case Cut():
            return f"{does(who, 'cut')}."
        case Knock():
            return f"{does(who, 'knock')}: the pack stays as it lies."
        case Take():
            return f"{does(who, 'take')} the {talon}."
        case Exchange() | Discard() | PutAway() | FaceDown():
            return _put_down(who, talon, action)
        case Stay() if before.history and before.history[-1][0] == seat and isinstance(before.history[-1][1], Trade):
            return ""  # The trade is what there is to tell.
        case Fold():
            return f"{does(who, 'fold')}: the deal is given up."
        case Stop():
            return f"{does(who, 'stop')} here."
        case GoOn():
            return f"{does(who, 'go')} on for all nine tricks."
        case Roem():
            bonus = own.bonus(before)
            return f"{does(who, 'declare')} roem, {either(bonus.what, 'and')}: {bonus.waiting}." if bonus else ""
        case NoRoem():
            return f"{does(who, 'keep')} quiet about the roem in the trick."
        case _:
            return _open(before, who, action)


def _called(before: View, seat: int, who: str, action: Call) -> str:
    match action:
        case Bid() | BidContract():
            said = call_text((*before.calls, (seat, action)), len(before.calls))
            return f"{does(who, 'bid')} {said}."
        case Hold():
            return f"{does(who, 'hold')} the bid."
        case Pass():
            return f"{does(who, 'pass')}."
        case NameTrump(suit=suit):
            return f"{does(who, 'name')} {suit.word} as trumps."
        case Accept():
            return f"{does(who, 'play')} {before.drawn.suit.word}." if before.drawn else ""
        case _:
            return f"{does(who, 'play')}."


def _put_down(who: str, talon: str, action: Exchange | Discard | PutAway | FaceDown) -> str:
    match action:
        case PutAway() | FaceDown(verb="put away"):
            return f"{does(who, 'put')} one card away."
        case FaceDown(cards=cards):
            number = cards
        case _:
            number = len(action.cards)
    if number:
        return f"{does(who, 'put')} down {counted(number, 'card')}."
    return f"{does(who, 'leave')} the {talon} where it lies."


def _open(before: View, who: str, action: Action) -> str:
    """What was done with a stock and the cards that lie open."""
    stock = own.stock(before)
    match action:
        case Expose(cards=cards):
            return f"{does(who, 'show')} {' and '.join(card.symbol for card in cards)} for {cards[0].suit.word}."
        case Trade(card=card, taken=taken):
            return f"{does(who, 'trade')} {card.symbol} for {taken.symbol}."
        case LeadTrader(card=card, taken=taken):
            return f"{does(who, 'trade')} {card.symbol} for {taken.symbol} and {does(who, 'lead').split()[-1]} that."
        case TakeStock():
            what = f"the {before.game.talon_name}" if stock is None or not stock.takers else "what was put down for it"
            return f"{does(who, 'take')} {what} instead of {'your' if who == YOU else 'the'} hand."
        case TakeExposed(card=card):
            return f"{does(who, 'take')} {card.symbol} along."
        case Back():
            return f"{does(who, 'change')} back to the first hand."
        case Both():
            return f"{does(who, 'keep')} both hands."
        case Stay():
            return f"{does(who, 'play')} on." if stock is None else f"{does(who, 'let')} it be."
        case _:
            return ""


def announcements(before: View, after: View, players: Sequence[str]) -> Iterator[str]:
    """Four of a kind that have just been announced."""
    was, now = own.stock(before), own.stock(after)
    if was is None or now is None:
        return
    seat = after.history[-1][0]
    for rank in now.announced:
        if rank not in was.announced:
            yield f"{players[seat]}: “Hesin er góður”, four {ranks_named(rank)}."


def took(who: str, card: str, points: int, *, counts: bool) -> str:
    """Who took a trick, with what, and what was in it where cards count."""
    worth = f": {counted(points, 'point')}" if counts else ""
    return f"{does(who, 'take')} the trick with {card}{worth}."


def stepped_in(who: str, why: str) -> str:
    """That a program lost its seat to a novice."""
    return f"A novice plays on for {who}: the program {why.rstrip(',')}."
