"""What is asked of a player."""

from collections.abc import Sequence

from stova.cards import Card, Suit, card_set
from stova.cli import own
from stova.cli.words.calls import bid_said, bid_text
from stova.cli.words.people import article, counted, does, either, whose
from stova.engine.actions import (
    PLAYED,
    Accept,
    Bid,
    BidContract,
    Cut,
    Declare,
    Discard,
    Exchange,
    Expose,
    Fold,
    Knock,
    LeadTrader,
    NameTrump,
    Pass,
    Play,
    Roem,
    Stay,
    Stop,
    Take,
    TakeExposed,
    Trade,
)
from stova.engine.tables import CardTables, Policy
from stova.engine.view import View, trump_suit

PUT_AWAY = "Which card do you put away?"


def prompt(view: View, players: Sequence[str], *, barred: str = "") -> str:
    """What is to be done now, and by whom. `barred` says why the hand can't bid, where that is known."""
    if view.to_act is None:
        return "The deal is over."
    if not view.legal:
        # Rooms below know one word for what each game calls by a name of its own.
        doing = (view.doing or "").replace("talon", view.game.talon_name)
        return f"{players[view.to_act]} is to {doing}."
    kinds = {type(action) for action in view.legal}
    if kinds & {Play, LeadTrader}:
        return _to_play(view, players)
    if kinds & {Bid, BidContract, NameTrump, Declare, Accept, Pass}:
        return _to_call(view, kinds, barred)
    if kinds & {Discard, Exchange}:
        return _to_exchange(view, kinds)
    if Cut in kinds:
        return _to_cut(view, players, kinds)
    return _to_choose(view, kinds, players)


def _to_call(view: View, kinds: set[type], barred: str) -> str:
    if Declare in kinds:
        trump = trump_suit(view)
        return f"Your turn. Do you play{'' if trump is None else f', with {trump.word} as trumps'}, or pass?"
    if Accept in kinds:
        drawn = view.drawn
        return f"{drawn.suit.word.capitalize() if drawn else 'A suit'} were turned. Do you play them, or pass?"
    if NameTrump in kinds:
        passing = " Or pass." if Pass in kinds else ""
        return f"{'The bidding is yours. ' if view.bid is not None else ''}Which suit is trumps?{passing}"
    best = f"The best bid is {bid_text(view)}." if view.bid is not None else "Nobody has bid yet."
    if kinds == {Bid}:
        return f"{best} {_must_bid(view)}"
    return f"Your bid. {best} {_may_bid(view, kinds, barred)}".strip()


def _must_bid(view: View) -> str:
    """What can be bid by who can't pass."""
    before = view.bid if isinstance(view.bid, Bid) else None
    said = [f"“{bid_said(bid, before)}”" for bid in view.legal if isinstance(bid, Bid)]
    return f"You must bid your longest suit with permanent trumps: {either(said)}."


def _may_bid(view: View, kinds: set[type], barred: str) -> str:
    """Whether a bid can be made."""
    if kinds & {Bid, BidContract}:
        return ""
    return barred or f"You can't bid {'higher' if view.bid is not None else 'with this hand'}."


def too_weak(length: int) -> str:
    """Of a bid that doesn't beat the standing one."""
    return f"Your {length} doesn't beat it."


def _to_exchange(view: View, kinds: set[type]) -> str:
    talon = view.game.talon_name
    if Take in kinds:
        return f"Take the {talon} and put as many cards down, or leave it; then it counts for you."
    sizes = {len(action.cards) for action in view.legal if isinstance(action, Discard | Exchange)}
    most = counted(max(sizes), "card")
    if Exchange in kinds:
        return f"Choose {most} to put down for the {talon}, or leave it; then it counts for you."
    if 0 in sizes:
        return f"Put down up to {most}; you take as many from the {talon}, unseen."
    return f"You have taken the {talon}. Put down {most}."


def _to_cut(view: View, players: Sequence[str], kinds: set[type]) -> str:
    dealing = f"{does(players[view.dealer], 'deal')}."
    if Knock in kinds:
        return f"{dealing} Cut the pack, or knock and leave it as it lies."
    return f"{dealing} Cut the pack."


def _to_choose(view: View, kinds: set[type], players: Sequence[str]) -> str:
    bonus, stock = own.bonus(view), own.stock(view)
    if Roem in kinds and bonus is not None:
        return f"There is roem in the trick, {either(bonus.what, 'and')}: {bonus.waiting}. Do you declare it?"
    if Stop in kinds:
        return "You have lost no trick. Stop here, or go on for all nine?"
    if Expose in kinds and stock is not None:
        suit = stock.chosen[len(stock.exposed)]
        return f"{suit.word.capitalize()} are chosen. Show the best card you turned."
    if TakeExposed in kinds:
        return f"Which of the two do you take with the {view.game.talon_name}?"
    if Stay in kinds and Fold in kinds:
        return "Play on, or fold and give the deal up?"
    if Stay in kinds and Trade in kinds:
        return "Before more is done: do you trade for a card that lies open?"
    if Stay in kinds:
        return "Before more is done all are asked whether they trade; you can't."
    return f"Your turn to {view.doing}."


def _to_play(view: View, players: Sequence[str]) -> str:
    if not view.trick:
        return f"Your lead. {_any_or_some(view)}"
    tables, led = view.game.tables(view), view.trick[0]
    if not card_set(view.game.pack) & ~tables.follow[led]:
        return _to_beat(view, tables, players)
    trumps = bool(tables.trumps >> led & 1)
    what = f"{players[view.leader]} led {'trumps' if trumps else led.suit.word}"
    following = [card for card in view.hand if tables.follow[led] >> card & 1]
    if following:
        higher = "higher " if len(_playable(view)) < len(following) else ""
        return f"{what}. Play a {higher}{'trump' if trumps else _one(led.suit)}."
    return f"{what}, and you have none. {_trump_or_not(view, tables)}"


def _trump_or_not(view: View, tables: CardTables) -> str:
    """What may be played by who has none of the suit led."""
    held, may = card_set(view.hand), card_set(_playable(view))
    trumps = held & tables.trumps
    if may != held and not may & ~trumps:
        return "Play a trump." if may == trumps else "Play a higher trump."
    if may != held and may == held & ~trumps:
        return "Play any card but a trump."
    return _any_or_some(view)


def _to_beat(view: View, tables: CardTables, players: Sequence[str]) -> str:
    """Where suits needn't be followed."""
    winning = view.trick[view.best]
    role = tables.roles[winning]
    who = players[(view.leader + view.best) % view.game.seats]
    what = f"{whose(who)} {winning.symbol}{role and f', {_one_or_only(role, tables)},'} is winning."
    beat = tables.policy is Policy.BEAT and len(_playable(view)) < len(view.hand)
    return f"{what} {'Beat it with a card that has a [key].' if beat else 'Play any card.'}"


def called(card: Card | None, view: View) -> str:
    """A card and what players call it for what it can do; nothing for none, or for one without such a name."""
    tables = view.game.tables(view)
    if card is None or not (role := tables.roles[card]):
        return ""
    return f"{card.symbol}, {_one_or_only(role, tables)}"


def _one_or_only(role: str, tables: CardTables) -> str:
    """`the bird`, `a postman`."""
    return f"the {role}" if tables.roles.count(role) == 1 else article(role)


def _any_or_some(view: View) -> str:
    return "Play any card." if len(_playable(view)) == len(view.hand) else "Play a card that has a [key]."


def _playable(view: View) -> set[Card]:
    """The cards that may be played, in whatever way."""
    return {action.card for action in view.legal if isinstance(action, PLAYED)}


def lead_as(card: Card) -> str:
    """Of a trader that two cards can be had for."""
    return f"Which card do you lead {card.symbol} for?"


def _one(suit: Suit) -> str:
    return suit.word[:-1]


def permanent_only(*, playing: bool) -> str:
    """What is trumps while no suit is."""
    return "the permanent" if playing else "not named yet"
