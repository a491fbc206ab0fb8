"""What a table looks like from a seat, or to an onlooker: made of the View that seat may have and what all know."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict

from stova import fair
from stova.cards import Card, Suit, card_set
from stova.engine.actions import Action, FaceDown, Play
from stova.engine.options import changed, text_of
from stova.engine.plain import plain
from stova.engine.tables import CardTables
from stova.engine.view import View
from stova.errors import IllegalAction
from stova.server import messages
from stova.server.messages import Scene
from stova.server.phrases import phrases
from stova.server.sheets import shown as sheet_shown
from stova.server.table import Chair, Table

RECENT = 24
"""How many of the last things done in a deal a scene tells."""


class Presence(Struct, frozen=True):
    """Whether somebody is connected, and if not in how many seconds a bot takes over."""

    connected: bool = True
    until: float | None = None


class Seen(Struct, frozen=True, kw_only=True):
    """Who looks at a table: a person, its seat, and the View that seat may have of the deal in hand."""

    table: Table
    person: str
    here: Mapping[str, Presence]
    identity: str
    you: int | None
    view: View | None


def seen(table: Table, person: str, here: Mapping[str, Presence], identity: str) -> Seen:
    """What a person's scene is made of."""
    you = table.seat_of(person)
    view = None if table.match is None else table.match.state.view(you)
    return Seen(table=table, person=person, here=here, identity=identity, you=you, view=view)


def scene(look: Seen) -> Scene:
    """All that a person sees of a table."""
    return Scene(**{name: part.make(look) for name, part in PARTS.items()})


class Part(NamedTuple):
    """A field of a scene: what it is made of, equal only where the field is equal, and how it is made of that.

    `made_of` is a tuple, or None where the field is always made anew.
    """

    made_of: Callable[[Seen], tuple[Any, ...] | None]
    make: Callable[[Seen], Any]


def _standing(look: Seen) -> messages.Standing:
    table, owns = look.table, look.person == look.table.owner
    return messages.Standing(
        id=look.identity,
        stage=table.stage,
        turn=table.turn,
        owner="you" if owns else "other",
        invite=table.invite if look.you is not None or owns else None,
    )


def _rules(look: Seen) -> messages.Rules:
    game = look.table.game
    differs = changed(game.options, game.base)
    return messages.Rules(
        settings=look.table.settings,
        title=game.title,
        changed={name: text_of(value) for name, value in differs.items()},
        phrases=phrases(game),
    )


def _chairs(look: Seen) -> tuple[messages.Chair, ...]:
    return tuple(_chair(chair, look.person, look.here) for chair in look.table.chairs)


def _chair(chair: Chair, person: str, here: Mapping[str, Presence]) -> messages.Chair:
    presence = here.get(chair.person, Presence(connected=False))
    if chair.by == "nobody" or chair.by == "bot":
        return messages.Chair(who=chair.by, name=chair.name, here="yes")
    who: Literal["you", "person"] = "you" if chair.person == person else "person"
    if chair.by == "stand-in":
        return messages.Chair(who=who, name=chair.name, here="played for")
    return messages.Chair(who=who, name=chair.name, here="yes" if presence.connected else "no", until=presence.until)


def _fair(look: Seen) -> messages.FairShown:
    table = look.table
    return messages.FairShown(
        commitment=fair.commitment(table.secret).hex(),
        shares=tuple(share.hex() for share in table.shares),
        secret=table.secret.hex() if table.stage == "over" else None,
    )


def _deal_is_of(look: Seen) -> tuple[Any, ...]:
    view = look.view
    if view is None:
        return ()
    asked = view.game.tables(view), _number(look), view.dealer, view.doing, view.to_act, view.calls
    trumps = view.declarer, view.trump, view.drawn, view.discarded, view.discards, view.talon
    return *asked, *trumps, view.counts, view.points, view.tricks, not view.trick


def _number(look: Seen) -> int:
    """The number of the deal in hand, from 1."""
    return 0 if look.table.match is None else len(look.table.match.past) + 1


def _deal(look: Seen) -> messages.Deal | None:
    view = look.view
    if view is None:
        return None
    tables = view.game.tables(view)
    return messages.Deal(
        number=_number(look),
        dealer=view.dealer,
        doing=view.doing,
        to_act=view.to_act,
        declarer=view.declarer,
        trump=_trump(view),
        drawn=None if view.drawn is None else str(view.drawn),
        calls=tuple(messages.Called(seat=seat, **_told(call)) for seat, call in view.calls),
        counts=view.counts,
        tricks=tuple(sum(trick.winner == seat for trick in view.tricks) for seat in range(view.game.seats)),
        points=_by_side(view, view.points) if any(tables.points) else None,
        discarded=view.discarded,
        put_down=_texts(view.discards or ()) if not view.tricks and not view.trick else (),
        talon=None if view.talon is None else _texts(view.talon),
    )


def _trump(view: View) -> str | None:
    """The trump suit: the one named, or the one that is always trumps."""
    if view.trump is not None:
        return str(view.trump)
    trumps, pack = view.game.tables(view).trumps, card_set(view.game.pack)
    return next((str(suit) for suit in Suit if suit.cards & pack and not suit.cards & pack & ~trumps), None)


def _by_side(view: View, seats: Sequence[int]) -> tuple[int, ...]:
    sides = view.game.sides
    return tuple(sum(number for seat, number in enumerate(seats) if sides[seat] == side) for side in sorted(set(sides)))


def _hand_is_of(look: Seen) -> tuple[Any, ...] | None:
    """At one's turn the reasons why cards can't be played depend on much else."""
    view = look.view
    return () if view is None else None if _plays(view) else (view.hand, view.game.tables(view))


def _plays(view: View) -> bool:
    return any(isinstance(action, Play) for action in view.legal)


def _hand(look: Seen) -> tuple[messages.Held, ...]:
    """The hand by suits, trumps among them last, and what may be played of it."""
    view, match = look.view, look.table.match
    if view is None or match is None:
        return ()
    tables = view.game.tables(view)
    held = sorted(view.hand, key=lambda card: (bool(tables.trumps >> card & 1), *_place(card, tables.order[card])))
    legal = {action.card for action in view.legal if isinstance(action, Play)}
    refused = {card: match.state.refusal(Play(card)) for card in held if legal and card not in legal}
    return tuple(_held(card, tables, playable=card in legal, refused=refused.get(card)) for card in held)


def _place(card: Card, order: int) -> tuple[int, int]:
    return card.suit, order


def _held(card: Card, tables: CardTables, *, playable: bool, refused: IllegalAction | None) -> messages.Held:
    return messages.Held(
        card=str(card),
        playable="yes" if playable else "no",
        trump="yes" if tables.trumps >> card & 1 else "no",
        role=tables.roles[card],
        why="" if refused is None else refused.why,
        rule="" if refused is None else refused.rule,
    )


def _choices(look: Seen) -> tuple[messages.Choice, ...]:
    legal = () if look.view is None else look.view.legal
    return tuple(messages.Choice(action=str(act), **_told(act)) for act in legal if not isinstance(act, Play))


def _told(action: Action) -> dict[str, Any]:
    """An action's kind, and what is in it."""
    return {"kind": type(action).__name__, "what": {name: plain(value) for name, value in asdict(action).items()}}


def _trick_is_of(look: Seen) -> tuple[Any, ...]:
    view = look.view
    return () if view is None else (view.trick, view.leader, view.best, len(view.tricks))


def _trick(look: Seen) -> messages.OnTable | None:
    view = look.view
    if view is None:
        return None
    winner = (view.leader + view.best) % view.game.seats if view.trick else None
    return messages.OnTable(number=len(view.tricks) + 1, leader=view.leader, cards=_texts(view.trick), winner=winner)


def _last_is_of(look: Seen) -> tuple[Any, ...]:
    return () if look.view is None else (look.view.tricks[-1:], len(look.view.tricks))


def _last(look: Seen) -> messages.OnTable | None:
    if look.view is None or not look.view.tricks:
        return None
    number, trick = len(look.view.tricks), look.view.tricks[-1]
    return messages.OnTable(number=number, leader=trick.leader, cards=_texts(trick.cards), winner=trick.winner)


def _own_is_of(look: Seen) -> tuple[Any, ...]:
    return () if look.view is None else (type(look.view.own), look.view.own)


def _own(look: Seen) -> dict[str, Any] | None:
    own = None if look.view is None else look.view.own
    if own is None:
        return None
    found = plain(own)
    return {"kind": type(own).__name__, **(found if isinstance(found, dict) else {"seats": found})}


def _story_is_of(look: Seen) -> tuple[Any, ...]:
    return () if look.view is None else (len(look.view.history), look.view.history[-RECENT:])


def _story(look: Seen) -> tuple[messages.Happened, ...]:
    """What was done last."""
    history = () if look.view is None else look.view.history
    first = max(0, len(history) - RECENT)
    return tuple(
        messages.Happened(at=at, seat=seat, kind=_kind(action), action=str(action))
        for at, (seat, action) in enumerate(history[first:], start=first)
    )


def _kind(action: Action | FaceDown) -> str:
    return type(action).__name__


def _sheet(look: Seen) -> messages.SheetShown | None:
    return None if look.table.match is None else sheet_shown(look.table.match.sheet)


def _outcome_is_of(look: Seen) -> tuple[Any, ...]:
    view, match = look.view, look.table.match
    if view is None or match is None or view.result is None:
        return ()
    return view.result, match.state.dealt, look.table.ready


def _outcome(look: Seen) -> messages.Outcome | None:
    match = look.table.match
    if match is None or not match.state.is_over:
        return None
    result = match.state.result
    return messages.Outcome(
        made=result.made,
        rule=result.rule,
        points=result.points,
        tricks=result.tricks,
        score=result.score,
        redeal=result.redeal,
        own=plain(result.own),
        dealt=tuple(_texts(cards) for cards in match.state.dealt),
        ready=tuple(sorted(look.table.ready)),
    )


def _asking(look: Seen) -> messages.Asking | None:
    question = look.table.question
    if question is None:
        return None
    return messages.Asking(about=question.about, seat=question.seat, agreed=tuple(sorted(question.agreed)))


def _line(said: Any) -> messages.Line:
    return messages.Line(at=said.at, name=said.name, seat=said.seat, text=said.text, phrase=said.phrase)


def _texts(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))


PARTS: dict[str, Part] = {
    "you": Part(lambda look: (look.you,), lambda look: look.you),
    "standing": Part(
        lambda look: (look.table.stage, look.table.turn, look.person == look.table.owner, look.you is None), _standing
    ),
    "rules": Part(lambda look: (look.table.settings, look.table.game), _rules),
    "chairs": Part(lambda look: (look.table.chairs, look.you, look.here), _chairs),
    "fair": Part(lambda look: (look.table.secret, look.table.shares, look.table.stage == "over"), _fair),
    "deal": Part(_deal_is_of, _deal),
    "hand": Part(_hand_is_of, _hand),
    "choices": Part(lambda look: () if look.view is None else (look.view.legal,), _choices),
    "trick": Part(_trick_is_of, _trick),
    "last": Part(_last_is_of, _last),
    "own": Part(_own_is_of, _own),
    "story": Part(_story_is_of, _story),
    "sheet": Part(lambda look: () if look.table.match is None else (look.table.match.sheet,), _sheet),
    "outcome": Part(_outcome_is_of, _outcome),
    "asking": Part(lambda look: (look.table.question,), _asking),
    "talk": Part(lambda look: (look.table.talk,), lambda look: tuple(_line(said) for said in look.table.talk)),
}
"""The fields of a Scene at one table."""
