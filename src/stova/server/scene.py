"""What a table looks like from a seat, or to an onlooker: made of the View that seat may have and what all know."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import asdict

from stova import fair
from stova.cards import Card, Suit, card_set
from stova.engine.actions import Action, FaceDown, Play
from stova.engine.options import changed, text_of
from stova.engine.plain import plain
from stova.engine.state import State, Trick
from stova.engine.view import View
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


def scene(table: Table, person: str, here: Mapping[str, Presence], identity: str) -> Scene:
    """All that a person sees of a table."""
    you = table.seat_of(person)
    match = table.match
    view = None if match is None else match.state.view(you)
    return Scene(
        you=you,
        standing=_standing(table, person, identity),
        rules=_rules(table),
        chairs=tuple(_chair(chair, person, here) for chair in table.chairs),
        fair=_fair(table),
        deal=None if view is None or match is None else _deal(view, number=len(match.past) + 1),
        hand=() if view is None or match is None else _hand(view, match.state),
        choices=() if view is None else tuple(_choice(action) for action in view.legal if not isinstance(action, Play)),
        trick=None if view is None else _trick(view),
        last=None if view is None or not view.tricks else _taken(view.tricks[-1], len(view.tricks)),
        own=None if view is None or view.own is None else {"kind": type(view.own).__name__, **_own(view.own)},
        story=() if view is None else _story(view),
        sheet=None if match is None else sheet_shown(match.sheet),
        outcome=None if match is None or view is None or view.result is None else _outcome(table, match.state),
        asking=_asking(table),
        talk=tuple(_line(said) for said in table.talk),
    )


def _standing(table: Table, person: str, identity: str) -> messages.Standing:
    return messages.Standing(
        id=identity,
        stage=table.stage,
        turn=table.turn,
        owner="you" if person == table.owner else "other",
        invite=table.invite if table.seat_of(person) is not None or person == table.owner else None,
    )


def _rules(table: Table) -> messages.Rules:
    game = table.game
    differs = changed(game.options, game.base)
    return messages.Rules(
        settings=table.settings,
        title=game.title,
        changed={name: text_of(value) for name, value in differs.items()},
        phrases=phrases(game),
    )


def _chair(chair: Chair, person: str, here: Mapping[str, Presence]) -> messages.Chair:
    presence = here.get(chair.person, Presence(connected=False))
    if chair.by == "nobody" or chair.by == "bot":
        return messages.Chair(who=chair.by, name=chair.name, here="yes")
    who: Literal["you", "person"] = "you" if chair.person == person else "person"
    if chair.by == "stand-in":
        return messages.Chair(who=who, name=chair.name, here="played for")
    return messages.Chair(who=who, name=chair.name, here="yes" if presence.connected else "no", until=presence.until)


def _fair(table: Table) -> messages.FairShown:
    return messages.FairShown(
        commitment=fair.commitment(table.secret).hex(),
        shares=tuple(share.hex() for share in table.shares),
        secret=table.secret.hex() if table.stage == "over" else None,
    )


def _deal(view: View, *, number: int) -> messages.Deal:
    tables = view.game.tables(view)
    return messages.Deal(
        number=number,
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


def _hand(view: View, state: State) -> tuple[messages.Held, ...]:
    """The hand by suits, trumps among them last, and what may be played of it."""
    tables = view.game.tables(view)
    held = sorted(view.hand, key=lambda card: (bool(tables.trumps >> card & 1), *_place(card, tables.order[card])))
    playing = any(isinstance(action, Play) for action in view.legal)
    return tuple(_held(card, state, tables, playing=playing) for card in held)


def _place(card: Card, order: int) -> tuple[int, int]:
    return card.suit, order


def _held(card: Card, state: State, tables: Any, *, playing: bool) -> messages.Held:
    refused = state.refusal(Play(card)) if playing else None
    return messages.Held(
        card=str(card),
        playable="yes" if playing and refused is None else "no",
        trump="yes" if tables.trumps >> card & 1 else "no",
        role=tables.roles[card],
        why="" if refused is None else refused.why,
        rule="" if refused is None else refused.rule,
    )


def _choice(action: Action) -> messages.Choice:
    return messages.Choice(action=str(action), **_told(action))


def _told(action: Action) -> dict[str, Any]:
    """An action's kind, and what is in it."""
    return {"kind": type(action).__name__, "what": {name: plain(value) for name, value in asdict(action).items()}}


def _trick(view: View) -> messages.OnTable:
    cards = view.trick
    winner = (view.leader + view.best) % view.game.seats if cards else None
    return messages.OnTable(number=len(view.tricks) + 1, leader=view.leader, cards=_texts(cards), winner=winner)


def _taken(trick: Trick, number: int) -> messages.OnTable:
    return messages.OnTable(number=number, leader=trick.leader, cards=_texts(trick.cards), winner=trick.winner)


def _own(own: Any) -> dict[str, Any]:
    found = plain(own)
    return found if isinstance(found, dict) else {"seats": found}


def _story(view: View) -> tuple[messages.Happened, ...]:
    """What was done last."""
    first = max(0, len(view.history) - RECENT)
    return tuple(
        messages.Happened(at=at, seat=seat, kind=_kind(action), action=str(action))
        for at, (seat, action) in enumerate(view.history[first:], start=first)
    )


def _kind(action: Action | FaceDown) -> str:
    return type(action).__name__


def _outcome(table: Table, state: State) -> messages.Outcome:
    result = state.result
    return messages.Outcome(
        made=result.made,
        rule=result.rule,
        points=result.points,
        tricks=result.tricks,
        score=result.score,
        redeal=result.redeal,
        own=plain(result.own),
        dealt=tuple(_texts(cards) for cards in state.dealt),
        ready=tuple(sorted(table.ready)),
    )


def _asking(table: Table) -> messages.Asking | None:
    question = table.question
    if question is None:
        return None
    return messages.Asking(about=question.about, seat=question.seat, agreed=tuple(sorted(question.agreed)))


def _line(said: Any) -> messages.Line:
    return messages.Line(at=said.at, name=said.name, seat=said.seat, text=said.text, phrase=said.phrase)


def _texts(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))
