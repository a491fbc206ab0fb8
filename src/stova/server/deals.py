"""The deal in hand as it is seen from a seat, or by an onlooker."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from msgspec.structs import asdict

from stova.cards import Card, card_set
from stova.engine.actions import Action, Call, Play
from stova.engine.game import nothing_covered
from stova.engine.plain import plain
from stova.engine.state import State, tricks_by_seat
from stova.engine.tables import CardTables
from stova.engine.view import View, trump_suit
from stova.errors import IllegalAction
from stova.games.sjavs2 import COVERED_RULE
from stova.games.styrivolt.ending import StopOrGoOn, ends
from stova.rules.allowing import allowed_by
from stova.rules.contracts import ContractAuction
from stova.rules.lengths import LengthAuction
from stova.server import messages
from stova.server.seen import Part, Seen
from stova.server.sheets import shown as sheet_shown
from stova.server.story import story, story_is_of


def _deal_is_of(look: Seen) -> tuple[Any, ...]:
    view = look.view
    if view is None:
        return ()
    asked = view.game.tables(view), _number(look), view.dealer, view.doing, view.to_act, view.calls
    trumps = view.declarer, view.trump, view.drawn, view.discarded, view.talon
    aside = _lying(look), _put_down(view), _found(look)
    return *asked, *trumps, *aside, view.counts, view.points, view.tricks


def _number(look: Seen) -> int:
    """The number of the deal in hand, from 1."""
    return 0 if look.table.match is None else len(look.table.match.past) + 1


def _deal(look: Seen) -> messages.Deal | None:
    view = look.view
    if view is None:
        return None
    return messages.Deal(
        number=_number(look),
        dealer=view.dealer,
        doing=view.doing,
        to_act=view.to_act,
        declarer=view.declarer,
        trump=None if (suit := trump_suit(view)) is None else str(suit),
        drawn=None if view.drawn is None else str(view.drawn),
        calls=tuple(messages.Called(seat=seat, **_told(call)) for seat, call in view.calls),
        counts=view.counts,
        tricks=tricks_by_seat(view.tricks, view.game.seats),
        points=view.game.by_side(view.points) if view.game.tricks_needed(view) is None else None,
        discarded=view.discarded,
        lying=_lying(look),
        put_down=_texts(_put_down(view)),
        found=_texts(_found(look)),
        talon=None if view.talon is None else _texts(view.talon),
    )


def _lying(look: Seen) -> int:
    """How many cards lie face down: put down, or left of those dealt to the table."""
    view, match = look.view, look.table.match
    return 0 if view is None or match is None else len(match.state.talon) + (view.discarded or 0)


def _put_down(view: View) -> Sequence[Card]:
    """The discards: for who put them down until the first card is led, for all once the deal is over."""
    begun = bool(view.tricks or view.trick)
    return () if begun and view.result is None else view.discards or ()


def _found(look: Seen) -> Sequence[Card]:
    """What the declarer took of the talon, for itself until the first card is led."""
    view = look.view
    if view is None or view.seat is None or view.seat != view.declarer or view.tricks or view.trick:
        return ()
    return sorted({*view.hand, *(view.discards or ())}.difference(view.was_dealt))


def _cards(look: Seen) -> messages.Cards | None:
    """Of all cards, so that nothing is told of where they are."""
    if look.view is None:
        return None
    tables, pack = look.view.game.tables(look.view), look.view.game.pack
    return messages.Cards(
        trumps=tuple(str(card) for card in pack if tables.trumps >> card & 1),
        roles={str(card): tables.roles[card] for card in pack if tables.roles[card]},
    )


def _hand_is_of(look: Seen) -> tuple[Any, ...] | None:
    """At one's turn the reasons why cards can't be played depend on much else."""
    view = look.view
    return () if view is None else None if _plays(view) else (view.hand, view.game.tables(view))


def _plays(view: View) -> bool:
    return any(isinstance(action, Play) for action in view.legal)


def _hand(look: Seen) -> tuple[messages.Held, ...]:
    """The hand as people hold it, and what may be played of it."""
    view, match = look.view, look.table.match
    if view is None or match is None:
        return ()
    tables = view.game.tables(view)
    held = _in_order(view.hand, tables)
    legal = {action.card for action in view.legal if isinstance(action, Play)}
    refused = {card: match.state.refusal(Play(card)) for card in held if legal and card not in legal}
    return tuple(_held(card, playable=card in legal, refused=refused.get(card)) for card in held)


def _in_order(cards: Iterable[Card], tables: CardTables) -> tuple[Card, ...]:
    return tuple(chain.from_iterable(tables.as_held(card_set(cards))))


def _held(card: Card, *, playable: bool, refused: IllegalAction | None) -> messages.Held:
    return messages.Held(
        card=str(card),
        playable="yes" if playable else "no",
        why="" if refused is None else refused.why,
        rule="" if refused is None else refused.rule,
    )


def _choices_are_of(look: Seen) -> tuple[Any, ...]:
    """What may be done, with the rule of each."""
    view, match = look.view, look.table.match
    if view is None or match is None:
        return ()
    return tuple((action, allowed_by(match.state, action)) for action in view.legal if not isinstance(action, Play))


def _choices(look: Seen) -> tuple[messages.Choice, ...]:
    offered = _choices_are_of(look)
    return tuple(messages.Choice(action=str(action), rule=rule, **_told(action)) for action, rule in offered)


def _barred_is_of(look: Seen) -> tuple[Any, ...] | None:
    """At one's turn to bid it depends on much else."""
    return None if look.view is not None and any(isinstance(action, Call) for action in look.view.legal) else ()


def _barred(look: Seen) -> messages.Barred | None:
    """Why there is nothing to choose at one's turn in an auction."""
    view, match = look.view, look.table.match
    if view is None or match is None or not view.legal:
        return None
    phase = view.game.phases[match.state.phase]
    barred = phase.barred(match.state) if isinstance(phase, LengthAuction | ContractAuction) else None
    return None if barred is None else messages.Barred(why=barred.why, rule=barred.rule)


def _ends_are_of(look: Seen) -> tuple[Any, ...]:
    """Tricks and the sheet, where it is asked."""
    match, view = look.table.match, look.view
    if match is None or view is None or not _asks_for_more(match.state):
        return ()
    return view.tricks, match.sheet


def _asks_for_more(state: State) -> bool:
    return state.to_act is not None and isinstance(state.game.phases[state.phase], StopOrGoOn)


def _ends(look: Seen) -> tuple[messages.End, ...]:
    match = look.table.match
    if match is None or not _asks_for_more(match.state):
        return ()
    return tuple(
        messages.End(
            choice=str(end.choice),
            when=end.when,
            made=end.result.made,
            sheet=sheet_shown(match.sheet.enter(end.result)),
        )
        for end in ends(match.state)
    )


def _told(action: Action) -> dict[str, Any]:
    """An action's kind, and what is in it."""
    return {"kind": type(action).__name__, "what": {name: plain(value) for name, value in asdict(action).items()}}


def _trick_is_of(look: Seen) -> tuple[Any, ...]:
    view = look.view
    return () if view is None else (view.trick, view.leader, view.best, len(view.tricks), _points(view, view.trick))


def _trick(look: Seen) -> messages.OnTable | None:
    view = look.view
    if view is None:
        return None
    winner = (view.leader + view.best) % view.game.seats if view.trick else None
    return messages.OnTable(
        number=len(view.tricks) + 1,
        leader=view.leader,
        cards=_texts(view.trick),
        winner=winner,
        points=_points(view, view.trick),
    )


def _last_is_of(look: Seen) -> tuple[Any, ...]:
    view = look.view
    if view is None:
        return ()
    return view.tricks[-1:], len(view.tricks), any(view.counts), view.game.tables(view), view.game.tricks_needed(view)


def _last(look: Seen) -> messages.OnTable | None:
    view = look.view
    if view is None or not view.tricks:
        return None
    trick = view.tricks[-1]
    return messages.OnTable(
        number=len(view.tricks),
        leader=trick.leader,
        cards=_texts(trick.cards),
        winner=trick.winner,
        points=_points(view, trick.cards, last=not any(view.counts)),
    )


def _points(view: View, cards: Sequence[Card], *, last: bool = False) -> int | None:
    """What a trick is worth in card points, those for the last one besides; None where tricks alone count."""
    if view.game.tricks_needed(view) is not None:
        return None
    return view.game.tables(view).points_of(cards, last=last)


def _own_is_of(look: Seen) -> tuple[Any, ...]:
    return () if look.view is None else (type(look.view.own), look.view.own)


def _own(look: Seen) -> dict[str, Any] | None:
    own = None if look.view is None else look.view.own
    if look.view is None or own is None:
        return None
    found = plain(own)
    rule = {} if look.view.game.covers is nothing_covered else {"rule": COVERED_RULE}
    return {"kind": type(own).__name__, **rule, **(found if isinstance(found, dict) else {"seats": found})}


def _sheet(look: Seen) -> messages.SheetShown | None:
    return None if look.table.match is None else sheet_shown(look.table.match.sheet)


def _outcome_is_of(look: Seen) -> tuple[Any, ...]:
    view, match = look.view, look.table.match
    if view is None or match is None or view.result is None:
        return ()
    return view.result, match.state.dealt, look.table.ready


def _outcome(look: Seen) -> messages.Outcome | None:
    view, match = look.view, look.table.match
    if view is None or match is None or not match.state.is_over:
        return None
    result, tables = match.state.result, view.game.tables(view)
    return messages.Outcome(
        made=result.made,
        rule=result.rule,
        points=result.points,
        tricks=result.tricks,
        score=result.score,
        redeal=result.redeal,
        own=plain(result.own),
        dealt=tuple(_texts(_in_order(cards, tables)) for cards in match.state.dealt),
        ready=tuple(sorted(look.table.ready)),
    )


def _texts(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))


PARTS: dict[str, Part] = {
    "deal": Part(_deal_is_of, _deal),
    "cards": Part(lambda look: () if look.view is None else (look.view.game.tables(look.view),), _cards),
    "hand": Part(_hand_is_of, _hand),
    "choices": Part(_choices_are_of, _choices),
    "barred": Part(_barred_is_of, _barred),
    "ends": Part(_ends_are_of, _ends, "all"),
    "trick": Part(_trick_is_of, _trick, "all"),
    "last": Part(_last_is_of, _last, "all"),
    "own": Part(_own_is_of, _own),
    "story": Part(story_is_of, story),
    "sheet": Part(lambda look: () if look.table.match is None else (look.table.match.sheet,), _sheet, "all"),
    "outcome": Part(_outcome_is_of, _outcome, "all"),
}
"""The fields of a Scene that show the deal."""
