"""What becomes of a command: the events it brings about, or why it is refused. Pure; the journal comes after."""

from collections.abc import Callable, Container
from typing import Any, Literal, NoReturn

from msgspec.structs import replace

import stova
from stova import fair
from stova.engine.options import change, changed, text_of
from stova.errors import IllegalAction, NotationError, RulesError
from stova.server import events, messages
from stova.server.messages import Command, Refusal
from stova.server.phrases import phrases
from stova.server.readable import readable, tidy
from stova.server.table import Table, game_of

ASLEEP = 60.0
"""Seconds the match has waited for somebody when all who sit may have a bot play for them."""
LONGEST_NAME = 20
"""Characters of a player's name."""
UNREADABLE = "There is a sign in it that can't be shown to the others: write it without."
NO_PLAY = {
    "gathering": "The match hasn't begun.",
    "paused": "The table is paused.",
    "over": "The match is over: whoever opened the table can begin another.",
}
"""Why nobody plays, by a table's stage."""
Events = tuple[events.Any, ...]


class Refused(Exception):
    """A command that can't be done."""

    def __init__(self, code: str, why: str, rule: str = "") -> None:
        super().__init__(why)
        self.refusal = Refusal(code=code, why=why, rule=rule)


class Asker:
    """Who gave a command, at what time, what chance is to be had for it, and who is connected.

    `waited` is for how many seconds the match has stood at its turn.
    """

    def __init__(self, person: str, *, at: float, secret: str, here: Container[str] = (), waited: float = 0.0) -> None:
        self.person, self.at, self.secret, self.here, self.waited = person, at, secret, here, waited


def decide(table: Table, asker: Asker, command: Command) -> Events:
    """The events a command brings about, one at least unless nothing is to be done.

    Raises Refused.
    """
    if table.closed == "yes":
        refuse("closed", "This table is closed.")
    return _DECIDE[type(command)](table, asker, command)


def refuse(code: str, why: str, rule: str = "") -> NoReturn:
    """Raises Refused."""
    raise Refused(code, why, rule)


def checked(settings: messages.Settings) -> messages.Settings:
    """Settings a table can be played by, with options in their plain form and only those that differ from the preset.

    Raises Refused.
    """
    try:
        plain = stova.game(settings.game, settings.preset)
        options = change(plain.options, settings.options, game=plain.name)
    except RulesError as error:
        why = str(error)[:400]
        refuse("settings", f"{why[:1].upper()}{why[1:]}.")
    told = {name: text_of(value) for name, value in changed(options, plain.options).items()}
    return replace(settings, preset=plain.preset, options=told)


def named(name: str) -> str:
    """A player's name as it is shown.

    Raises Refused.
    """
    short = tidy(name)
    if not 0 < len(short) <= LONGEST_NAME:
        refuse("name", f"A name has 1 to {LONGEST_NAME} letters, digits or signs.")
    if not readable(short):
        refuse("name", UNREADABLE)
    return short


def _sit(table: Table, asker: Asker, command: messages.Sit) -> Events:
    if not asker.person:
        refuse("nobody", "Load the page first: the card room doesn't know this browser yet.")
    if not 0 <= command.seat < table.game.seats:
        refuse("seat", f"The seats are 0 to {table.game.seats - 1}.")
    chair, name = table.chairs[command.seat], named(command.name)
    if chair.person not in ("", asker.person):
        refuse("taken", "Somebody sits there already.")
    if any(other.name == name and other.person != asker.person for other in table.chairs):
        refuse("name", f"Somebody here is called {name} already: choose another name.")
    if table.held_by(asker.person) not in (None, command.seat):
        refuse("seat", "Seats don't change while a match is being played.")
    return (events.Sat(person=asker.person, name=name, seat=command.seat),)


def _stand(table: Table, asker: Asker, _: messages.Stand) -> Events:
    return (events.Stood(seat=_seat(table, asker)),)


def _agree(table: Table, asker: Asker, command: messages.Agree) -> Events:
    _owner(table, asker)
    if table.match is not None:
        refuse("begun", "The rules don't change while a match is being played.")
    settings = checked(command.settings)
    sitting = sum(chair.by == "person" for chair in table.chairs)
    if sitting > (seats := game_of(settings).seats):
        refuse("seats", f"{sitting} people sit here, and this is a game for {seats}.")
    return (events.Agreed(settings=settings, seat=table.seat_of(asker.person)),)


def _accept(table: Table, asker: Asker, command: messages.Accept) -> Events:
    seat = _seat(table, asker)
    if command.settings != table.settings:
        refuse("changed", "The rules were changed again: look at them once more.")
    return (events.Accepted(seat=seat),) if table.chairs[seat].accepts == "no" else ()


def _share(table: Table, asker: Asker, command: messages.Share) -> Events:
    seat = _seat(table, asker)
    if table.match is not None:
        refuse("begun", "The key of this match is made already.")
    if command.commitment != fair.commitment(table.secret).hex():
        refuse("commitment", "The table commits itself to another secret now: look again before you share.")
    try:
        share = bytes.fromhex(command.digits)
    except ValueError:
        refuse("share", "A share is hexadecimal digits.")
    if len(share) > fair.MOST_SHARED:
        refuse("share", f"A share has at most {fair.MOST_SHARED} bytes.")
    return (events.Shared(seat=seat, digits=share.hex()),)


def _begin(table: Table, asker: Asker, _: messages.Begin) -> Events:
    _owner(table, asker)
    if table.match is not None:
        refuse("begun", "The match has begun.")
    waiting = [chair.name for chair in table.chairs if chair.accepts == "no" and chair.person in asker.here]
    if waiting:
        refuse("changed", f"The rules were changed, and {' and '.join(waiting)} must accept them first.")
    return (events.Began(at=asker.at),)


def _act(table: Table, asker: Asker, command: messages.Act) -> Events:
    seat, match = _playing(table, asker), table.match
    assert match is not None
    if match.state.to_act != seat:
        refuse("turn", "It isn't your turn." if match.state.to_act is not None else "The deal is over.")
    try:
        action = match.game.action(command.action)
    except NotationError as error:
        refuse("action", f"{error.what}.")
    illegal = match.state.refusal(action)
    if isinstance(illegal, IllegalAction):
        refuse("illegal", illegal.why, illegal.rule)
    return (events.Acted(seat=seat, action=str(action)),)


def _ready(table: Table, asker: Asker, _: messages.Ready) -> Events:
    seat, match = _playing(table, asker), table.match
    if match is None or not match.state.is_over:
        refuse("dealing", "The deal isn't over yet.")
    if match.is_over:
        refuse("over", NO_PLAY["over"])
    if seat in table.ready:
        return ()
    all_ready = table.people() <= table.ready | {seat}
    return (events.Readied(seat=seat), *((events.Dealt(),) if all_ready else ()))


def _again(table: Table, asker: Asker, _: messages.Again) -> Events:
    _owner(table, asker)
    if table.stage != "over":
        refuse("begun", "The match isn't over.")
    return (events.Reopened(secret=asker.secret),)


def _ask(table: Table, asker: Asker, command: messages.Ask) -> Events:
    seat, match = _playing(table, asker), table.match
    assert match is not None
    if match.state.is_over:
        refuse("dealing", "The deal is over.")
    if table.question is not None:
        refuse("asked", "Something is being asked already.")
    may = askable(table, seat)
    if command.about == "undo" and "undo" not in may:
        refuse("undo", "You haven't done anything in this deal that could be undone.")
    if command.about == "claim" and "claim" not in may:
        refuse("claim", "Tricks can be claimed while cards are being played.")
    asked = events.Asked(about=command.about, seat=seat, keep=_kept(table, seat) if command.about == "undo" else 0)
    return (asked, *_granted(table, asked))


def askable(table: Table, seat: int) -> tuple[Literal["undo", "claim"], ...]:
    """What a seat may ask of everybody now."""
    match = table.match
    asks = table.stage == "playing" and table.question is None and table.chairs[seat].by == "person"
    if not asks or match is None or match.state.is_over:
        return ()
    state = match.state
    undo: tuple[Literal["undo"], ...] = ("undo",) if any(actor == seat for actor, _ in state.history) else ()
    return (*undo, "claim") if state.points and (any(state.hands) or state.trick) else undo


def _kept(table: Table, seat: int) -> int:
    """How many actions are left when a seat's last one is undone."""
    assert table.match is not None
    return max(at for at, (actor, _) in enumerate(table.match.state.history) if actor == seat)


def _granted(table: Table, asked: events.Asked) -> Events:
    """Who plays with bots alone needs nobody's consent to undo."""
    alone = table.people() <= {asked.seat}
    return (events.Undone(keep=asked.keep),) if alone and asked.about == "undo" else ()


def _consent(table: Table, asker: Asker, command: messages.Consent) -> Events:
    seat, question = _seat(table, asker), table.question
    if question is None:
        refuse("asked", "Nothing is being asked.")
    if command.answer == "no":
        return (events.Declined(seat=seat),)
    if seat == question.seat or seat in question.agreed:
        return ()
    consented = events.Consented(seat=seat)
    if not table.people() <= question.agreed | {seat, question.seat}:
        return (consented,)
    return (consented, events.Undone(keep=question.keep)) if question.about == "undo" else (consented,)


def _say(table: Table, asker: Asker, command: messages.Say) -> Events:
    seat = table.seat_of(asker.person)
    if seat is None:
        refuse("seat", "Onlookers keep quiet: sit down to talk.")
    text = tidy(command.text)
    if not text and command.phrase not in phrases(table.game):
        refuse("say", "There is nothing to say.")
    if len(text) > messages.LONGEST_TALK:
        refuse("say", f"What is said has at most {messages.LONGEST_TALK} letters or signs.")
    if not readable(text):
        refuse("say", UNREADABLE)
    name = table.chairs[seat].name
    return (events.Said(at=asker.at, name=name, seat=seat, text=text, phrase="" if text else command.phrase),)


def _pause(table: Table, asker: Asker, command: messages.Pause) -> Events:
    _owner(table, asker)
    if (command.state == "on") == (table.paused == "yes"):
        return ()
    if command.state == "off":
        return (events.Resumed(),)
    if table.stage != "playing":
        refuse(table.stage, NO_PLAY[table.stage])
    return (events.Paused(),)


def _replace(table: Table, asker: Asker, command: messages.Replace) -> Events:
    if not 0 <= command.seat < table.game.seats or not table.chairs[command.seat].person:
        refuse("seat", "Nobody sits there.")
    asleep = asker.waited >= ASLEEP and command.seat in table.awaited()
    if not asleep or table.seat_of(asker.person) is None:
        _owner(table, asker, f"That is for who keeps the table, until you have waited {ASLEEP:.0f} seconds for them.")
    going = table.match is not None and not table.played_out
    if going and table.chairs[command.seat].by == "person":
        return (events.SteppedIn(seat=command.seat),)
    return (events.Stood(seat=command.seat),)


def _return(table: Table, asker: Asker, _: messages.Return) -> Events:
    seat = _seat(table, asker)
    return (events.CameBack(seat=seat),) if table.chairs[seat].by == "stand-in" else ()


def _close(table: Table, asker: Asker, _: messages.Close) -> Events:
    _owner(table, asker)
    return (events.Closed(),)


_DECIDE: dict[type, Callable[[Table, Asker, Any], Events]] = {
    messages.Sit: _sit,
    messages.Stand: _stand,
    messages.Agree: _agree,
    messages.Accept: _accept,
    messages.Share: _share,
    messages.Begin: _begin,
    messages.Act: _act,
    messages.Ready: _ready,
    messages.Again: _again,
    messages.Ask: _ask,
    messages.Consent: _consent,
    messages.Say: _say,
    messages.Pause: _pause,
    messages.Replace: _replace,
    messages.Return: _return,
    messages.Close: _close,
}

PLAYS: tuple[type, ...] = (messages.Act, messages.Ready, messages.Ask, messages.Consent, messages.Begin, messages.Again)
"""Commands that mean the match as it was seen: refused once it has gone on."""


def _owner(
    table: Table, asker: Asker, why: str = "That is for who keeps the table: who opened it, as long as they are here."
) -> None:
    if asker.person != table.kept_by(asker.here):
        refuse("owner", why)


def _seat(table: Table, asker: Asker) -> int:
    seat = table.seat_of(asker.person)
    return refuse("seat", "You don't sit at this table.") if seat is None else seat


def _playing(table: Table, asker: Asker) -> int:
    """The seat of somebody who may play now."""
    seat = _seat(table, asker)
    if table.stage in ("gathering", "paused"):
        refuse(table.stage, NO_PLAY[table.stage])
    if table.chairs[seat].by != "person":
        refuse("stand-in", "A bot plays for you: take your seat back first.")
    return seat
