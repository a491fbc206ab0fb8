"""A table: who sits at it and what they play, as what its events come to. Immutable; nothing here waits or forgets."""

from collections.abc import Callable, Container, Iterable
from datetime import UTC, datetime
from functools import reduce
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

import stova
from stova import fair, records
from stova.engine.game import Game
from stova.engine.match import Match
from stova.server import events
from stova.server.filing import file_name
from stova.server.messages import Settings

MOST_TALK = 50
"""Things said that a table still shows: all of them are sent whenever one more is said."""


class Chair(Struct, frozen=True, kw_only=True):
    """Who has a seat. Somebody a bot plays for has it still. Who sits down accepts the rules there are."""

    by: Literal["nobody", "person", "bot", "stand-in"] = "nobody"
    person: str = ""
    name: str = ""
    accepts: Literal["yes", "no"] = "yes"


class Question(Struct, frozen=True, kw_only=True):
    """Something asked of everybody, and the seats that agreed."""

    about: Literal["undo", "claim"]
    seat: int
    keep: int
    agreed: frozenset[int] = frozenset()


class Answered(Struct, frozen=True, kw_only=True):
    """What became of the last question: granted; declined by a seat, or by none where a claim isn't certain, whoever
    agreed; or passed over by a seat that went on with the deal."""

    about: Literal["undo", "claim"]
    seat: int
    answer: Literal["granted", "declined", "passed over"]
    by: int | None = None
    agreed: frozenset[int] = frozenset()


class Finished(Struct, frozen=True, kw_only=True):
    """A match that is over, when it began, and what its key was made of."""

    match: Match
    began: datetime | None
    secret: bytes
    shares: tuple[bytes, ...]

    def record(self) -> bytes:
        """Its record with the proof of its key, as a line of JSON: it says what everybody held."""
        found = replace(records.record_of(self.match), fair=fair.proof(self.secret, self.shares), began=self.began)
        return msgspec.json.encode(found) + b"\n"

    @property
    def file(self) -> str:
        """What it is called as a file."""
        return file_name(self.match.game.name, self.began)


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
    began: datetime | None = None
    """When the match did, to the second."""
    before: Finished | None = None
    """The match before this one."""
    paused: Literal["yes", "no"] = "no"
    closed: Literal["yes", "no"] = "no"
    question: Question | None = None
    answered: Answered | None = None
    ready: frozenset[int] = frozenset()
    talk: tuple[events.Said, ...] = ()
    held: frozenset[tuple[str, int]] = frozenset()
    """Who has had which seat in this match, and knows the cards dealt there."""
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

    @property
    def played_out(self) -> bool:
        """Whether the match is over, be the table closed or not."""
        return self.match is not None and self.match.is_over

    @property
    def finished(self) -> Finished | None:
        """The last match that is over: the one before until this one is."""
        if self.match is None or not self.match.is_over:
            return self.before
        names = zip(self.chairs, self.match.players, strict=True)
        named = replace(self.match, players=tuple(chair.name or player for chair, player in names))
        return Finished(match=named, began=self.began, secret=self.secret, shares=self.shares)

    def seat_of(self, person: str) -> int | None:
        """The seat a person has, whoever plays for it."""
        return next((seat for seat, chair in enumerate(self.chairs) if person and chair.person == person), None)

    def held_by(self, person: str) -> int | None:
        """The seat a person has or had in this match."""
        return next((seat for somebody, seat in self.held if somebody == person), None)

    def kept_by(self, here: Container[str]) -> str:
        """Who keeps the table: who opened it, or the first of those who sit while that one is away or played for."""
        people = [self.owner, *(chair.person for chair in self.chairs if chair.person)]
        present = [person for person in people if person in here]
        played_for = {chair.person for chair in self.chairs if chair.by == "stand-in"}
        return next((person for person in present if person not in played_for), (present or people)[0])

    def people(self) -> frozenset[int]:
        """The seats whose people play themselves."""
        return frozenset(seat for seat, chair in enumerate(self.chairs) if chair.by == "person")

    def awaited(self) -> frozenset[int]:
        """The seats whose people the match waits for: whose turn it is, or who haven't looked at the deal enough."""
        if self.match is None or self.stage != "playing":
            return frozenset()
        seat = self.match.state.to_act
        return self.people() - self.ready if seat is None else self.people() & {seat}

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
    if replace(event.settings, listed=table.settings.listed) != table.settings:
        by = None if event.seat is None else table.chairs[event.seat]
        chairs = [chair if chair == by or chair.by != "person" else replace(chair, accepts="no") for chair in chairs]
    return replace(table, settings=event.settings, game=game, chairs=tuple(chairs), shares=(b"",) * game.seats)


def _accepted(table: Table, event: events.Accepted) -> Table:
    return _seated(table, event.seat, replace(table.chairs[event.seat], accepts="yes"))


def _sat(table: Table, event: events.Sat) -> Table:
    before = table.seat_of(event.person)
    left = table if before in (None, event.seat) else _stood(table, events.Stood(seat=before))
    accepts = table.chairs[event.seat].accepts if before == event.seat else "yes"
    chair = Chair(by="person", person=event.person, name=event.name, accepts=accepts)
    return _holding(_seated(left, event.seat, chair))


def _stood(table: Table, event: events.Stood) -> Table:
    chair = Chair() if table.match is None else Chair(by="bot")
    question = None if table.question is not None and table.question.seat == event.seat else table.question
    left = replace(_seated(table, event.seat, chair), question=question)
    return _shared(left, events.Shared(seat=event.seat, digits=""))


def _shared(table: Table, event: events.Shared) -> Table:
    if table.match is not None:
        return table
    return replace(table, shares=_with(table.shares, event.seat, bytes.fromhex(event.digits)))


def _began(table: Table, event: events.Began) -> Table:
    key = fair.match_key(table.secret, table.shares)
    chairs = tuple(replace(chair, accepts="yes") if chair.by == "person" else Chair(by="bot") for chair in table.chairs)
    match = table.game.match(key=key, dealer=fair.first_dealer(table.game, key))
    began = None if event.at is None else datetime.fromtimestamp(int(event.at), UTC)
    return _holding(replace(table, chairs=chairs, match=match, began=began, turn=table.turn + 1))


def _acted(table: Table, event: events.Acted) -> Table:
    match, turn = _match(table), table.turn + 1
    match = match.apply(match.game.action(event.action))
    return replace(table, match=match, question=None, answered=_answered(table, event.seat), turn=turn)


def _answered(table: Table, seat: int) -> Answered | None:
    """What became of the last question, once a seat acts: it passes over one that is open. Who asked has seen what was
    answered when they act, and a claim that was granted ends the deal."""
    question, answered = table.question, table.answered
    if question is not None and question.seat != seat:
        return Answered(about=question.about, seat=question.seat, answer="passed over", by=seat)
    if answered is None or answered.seat != seat or (answered.about, answered.answer) == ("claim", "granted"):
        return answered
    return None


def _readied(table: Table, event: events.Readied) -> Table:
    return replace(table, ready=table.ready | {event.seat})


def _dealt(table: Table, _: events.Dealt) -> Table:
    match = _match(table).next_deal()
    return replace(table, match=match, ready=frozenset(), question=None, answered=None, turn=table.turn + 1)


def _asked(table: Table, event: events.Asked) -> Table:
    return replace(table, question=Question(about=event.about, seat=event.seat, keep=event.keep), answered=None)


def _consented(table: Table, event: events.Consented) -> Table:
    question = table.question
    agreed = None if question is None else replace(question, agreed=question.agreed | {event.seat})
    return replace(table, question=agreed)


def _declined(table: Table, event: events.Declined) -> Table:
    question = table.question
    if question is None or (event.by == "seat" and event.seat == question.seat):
        return replace(table, question=None)
    declined = Answered(about=question.about, seat=question.seat, answer="declined")
    if event.by == "seat":
        return replace(table, question=None, answered=replace(declined, by=event.seat))
    return replace(table, question=None, answered=replace(declined, agreed=question.agreed))


def _claimed(table: Table, event: events.Claimed) -> Table:
    return replace(table, question=None, answered=Answered(about="claim", seat=event.seat, answer="granted"))


def _undone(table: Table, event: events.Undone) -> Table:
    match = _match(table)
    state = match.game.deal(key=match.key, number=len(match.past), dealer=match.state.dealer, sheet=match.state.sheet)
    for _, action in match.state.history[: event.keep]:
        state = state.apply(action)
    asked = None if table.question is None else table.question.seat
    answered = None if asked is None else Answered(about="undo", seat=asked, answer="granted")
    return replace(table, match=replace(match, state=state), question=None, answered=answered, turn=table.turn + 1)


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
    fresh = replace(fresh, match=None, began=None, held=frozenset(), ready=frozenset(), question=None, answered=None)
    return replace(fresh, before=table.finished, turn=table.turn + 1)


def _closed(table: Table, _: events.Closed) -> Table:
    match = table.match
    if match is None or not (match.sheet.lines or match.state.is_over):
        return replace(table, closed="yes", question=None)
    return replace(table, match=match.break_off(), closed="yes", question=None, turn=table.turn + 1)


_AFTER: dict[type, Callable[[Table, Any], Table]] = {
    events.Agreed: _agreed,
    events.Accepted: _accepted,
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
    events.Claimed: _claimed,
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


def _holding(table: Table) -> Table:
    """Notes who has which seat of a match."""
    if table.match is None:
        return table
    sitting = {(chair.person, seat) for seat, chair in enumerate(table.chairs) if chair.person}
    return replace(table, held=table.held | sitting)


def _with(items: tuple[Any, ...], place: int, item: object) -> tuple[Any, ...]:
    return (*items[:place], item, *items[place + 1 :])
