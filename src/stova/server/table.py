"""A table: who sits at it and what they play, as what its events come to. Immutable; nothing here waits or forgets."""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

import stova
from stova import fair
from stova.engine.game import Game
from stova.engine.match import Match
from stova.engine.seating import draw
from stova.server import events
from stova.server.messages import Settings

MOST_TALK = 100
"""Things said that a table still shows."""


class Chair(Struct, frozen=True, kw_only=True):
    """Who has a seat. Somebody a bot plays for has it still."""

    by: Literal["nobody", "person", "bot", "stand-in"] = "nobody"
    person: str = ""
    name: str = ""


class Question(Struct, frozen=True, kw_only=True):
    """Something asked of everybody, and the seats that agreed."""

    about: Literal["undo", "claim"]
    seat: int
    keep: int
    agreed: frozenset[int] = frozenset()


class Table(Struct, frozen=True, kw_only=True):
    """A table as it stands. `turn` grows whenever the match changes."""

    settings: Settings
    game: Game
    owner: str
    invite: str
    secret: bytes
    chairs: tuple[Chair, ...]
    shares: tuple[bytes, ...]
    match: Match | None = None
    paused: Literal["yes", "no"] = "no"
    closed: Literal["yes", "no"] = "no"
    question: Question | None = None
    ready: frozenset[int] = frozenset()
    talk: tuple[events.Said, ...] = ()
    turn: int = 0

    @property
    def stage(self) -> Literal["gathering", "playing", "paused", "over", "closed"]:
        if self.closed == "yes":
            return "closed"
        if self.match is None:
            return "gathering"
        if self.match.is_over:
            return "over"
        return "paused" if self.paused == "yes" else "playing"

    def seat_of(self, person: str) -> int | None:
        """The seat a person has, whoever plays for it."""
        return next((seat for seat, chair in enumerate(self.chairs) if person and chair.person == person), None)

    def people(self) -> frozenset[int]:
        """The seats whose people play themselves."""
        return frozenset(seat for seat, chair in enumerate(self.chairs) if chair.by == "person")

    @property
    def unanimous(self) -> bool:
        """Whether something is asked and nobody who plays has yet to answer."""
        question = self.question
        return question is not None and self.people() <= question.agreed | {question.seat}


def game_of(settings: Settings) -> Game:
    """The game a table's settings say.

    Raises RulesError.
    """
    return stova.game(settings.game, settings.preset, **settings.options)


def opened(event: events.Opened) -> Table:
    """A new table."""
    game = game_of(event.settings)
    return Table(
        settings=event.settings,
        game=game,
        owner=event.owner,
        invite=event.invite,
        secret=bytes.fromhex(event.secret),
        chairs=(Chair(),) * game.seats,
        shares=(b"",) * game.seats,
    )


def replayed(story: Iterable[events.Any]) -> Table:
    """The table a journal comes to; its first event is Opened."""
    first, *rest = story
    assert isinstance(first, events.Opened)
    return reduce(after, rest, opened(first))


def after(table: Table, event: events.Any) -> Table:
    """The table after something happened."""
    return _AFTER[type(event)](table, event)


def _agreed(table: Table, event: events.Agreed) -> Table:
    game = game_of(event.settings)
    sitting = [chair for chair in table.chairs if chair.by == "person"][: game.seats]
    places = {seat: chair for seat, chair in enumerate(table.chairs) if chair.by == "person" and seat < game.seats}
    moved = [chair for chair in sitting if chair not in places.values()]
    chairs = [places.get(seat) or (moved.pop(0) if moved else Chair()) for seat in range(game.seats)]
    return replace(table, settings=event.settings, game=game, chairs=tuple(chairs), shares=(b"",) * game.seats)


def _sat(table: Table, event: events.Sat) -> Table:
    before = table.seat_of(event.person)
    left = table if before is None else _stood(table, events.Stood(seat=before))
    return _seated(left, event.seat, Chair(by="person", person=event.person, name=event.name))


def _stood(table: Table, event: events.Stood) -> Table:
    chair = Chair() if table.match is None else Chair(by="bot")
    return _shared(_seated(table, event.seat, chair), events.Shared(seat=event.seat, digits=""))


def _shared(table: Table, event: events.Shared) -> Table:
    if table.match is not None:
        return table
    return replace(table, shares=_with(table.shares, event.seat, bytes.fromhex(event.digits)))


def _began(table: Table, _: events.Began) -> Table:
    key = fair.match_key(table.secret, table.shares)
    chairs = tuple(chair if chair.by == "person" else Chair(by="bot") for chair in table.chairs)
    first = None if table.game.first_dealer == "scorer" else _first_dealer(table.game, key)
    match = table.game.match(key=key, dealer=first)
    return replace(table, chairs=chairs, match=match, turn=table.turn + 1)


def _first_dealer(game: Game, key: bytes) -> int:
    """Seats are chosen at a table, so that the draw is for the first deal alone."""
    return draw(game.pack, key, players=game.seats, partners=False).dealer


def _acted(table: Table, event: events.Acted) -> Table:
    match = _match(table)
    return replace(table, match=match.apply(match.game.action(event.action)), question=None, turn=table.turn + 1)


def _readied(table: Table, event: events.Readied) -> Table:
    return replace(table, ready=table.ready | {event.seat})


def _dealt(table: Table, _: events.Dealt) -> Table:
    return replace(table, match=_match(table).next_deal(), ready=frozenset(), question=None, turn=table.turn + 1)


def _asked(table: Table, event: events.Asked) -> Table:
    return replace(table, question=Question(about=event.about, seat=event.seat, keep=event.keep))


def _consented(table: Table, event: events.Consented) -> Table:
    question = table.question
    agreed = None if question is None else replace(question, agreed=question.agreed | {event.seat})
    return replace(table, question=agreed)


def _declined(table: Table, _: events.Declined) -> Table:
    return replace(table, question=None)


def _undone(table: Table, event: events.Undone) -> Table:
    match = _match(table)
    state = match.game.deal(key=match.key, number=len(match.past), dealer=match.state.dealer, sheet=match.state.sheet)
    for _, action in match.state.history[: event.keep]:
        state = state.apply(action)
    return replace(table, match=replace(match, state=state), question=None, turn=table.turn + 1)


def _said(table: Table, event: events.Said) -> Table:
    return replace(table, talk=(*table.talk, event)[-MOST_TALK:])


def _paused(table: Table, _: events.Paused) -> Table:
    return replace(table, paused="yes")


def _resumed(table: Table, _: events.Resumed) -> Table:
    return replace(table, paused="no")


def _stepped_in(table: Table, event: events.SteppedIn) -> Table:
    return _seated(table, event.seat, replace(table.chairs[event.seat], by="stand-in"))


def _came_back(table: Table, event: events.CameBack) -> Table:
    return _seated(table, event.seat, replace(table.chairs[event.seat], by="person"))


def _reopened(table: Table, event: events.Reopened) -> Table:
    chairs = tuple(replace(chair, by="person") if chair.person else Chair() for chair in table.chairs)
    fresh = replace(table, secret=bytes.fromhex(event.secret), chairs=chairs, shares=(b"",) * table.game.seats)
    return replace(fresh, match=None, ready=frozenset(), question=None, turn=table.turn + 1)


def _closed(table: Table, _: events.Closed) -> Table:
    return replace(table, closed="yes", question=None)


_AFTER: dict[type, Callable[[Table, Any], Table]] = {
    events.Agreed: _agreed,
    events.Sat: _sat,
    events.Stood: _stood,
    events.Shared: _shared,
    events.Began: _began,
    events.Acted: _acted,
    events.Readied: _readied,
    events.Dealt: _dealt,
    events.Asked: _asked,
    events.Consented: _consented,
    events.Declined: _declined,
    events.Undone: _undone,
    events.Said: _said,
    events.Paused: _paused,
    events.Resumed: _resumed,
    events.SteppedIn: _stepped_in,
    events.CameBack: _came_back,
    events.Reopened: _reopened,
    events.Closed: _closed,
}


def _match(table: Table) -> Match:
    assert table.match is not None
    return table.match


def _seated(table: Table, seat: int, chair: Chair) -> Table:
    return replace(table, chairs=_with(table.chairs, seat, chair))


def _with(items: tuple[Any, ...], place: int, item: object) -> tuple[Any, ...]:
    return (*items[:place], item, *items[place + 1 :])
