"""What a table looks like from a seat, or to an onlooker: made of the View that seat may have and what all know."""

from collections.abc import Mapping
from typing import Any, Literal

from stova import fair
from stova.engine.options import changed, text_of
from stova.server import deals, messages
from stova.server.deciding import askable
from stova.server.messages import Scene
from stova.server.phrases import phrases
from stova.server.seen import Part, Presence, Seen
from stova.server.table import Chair


def scene(look: Seen) -> Scene:
    """All that a person sees of a table."""
    return Scene(**{name: part.make(look) for name, part in PARTS.items()})


def _standing(look: Seen) -> messages.Standing:
    table = look.table
    return messages.Standing(
        id=look.identity,
        stage=table.stage,
        turn=table.turn,
        owner="you" if look.keeps else "other",
        keeper=look.keeper,
        held=look.table.held_by(look.person),
        invite=table.invite if look.you is not None or look.keeps else None,
    )


def _rules(look: Seen) -> messages.Rules:
    game = look.table.game
    differs = changed(game.options, game.base)
    return messages.Rules(
        settings=look.table.settings,
        title=game.title,
        talon=game.talon_name,
        changed={name: text_of(value) for name, value in differs.items()},
        phrases=phrases(game),
        meanings=dict(game.meanings),
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
    return messages.Chair(
        who=who,
        name=chair.name,
        here="yes" if presence.connected else "no",
        until=presence.until,
        accepts=chair.accepts,
    )


def _fair(look: Seen) -> messages.FairShown:
    table = look.table
    return messages.FairShown(
        commitment=fair.commitment(table.secret).hex(),
        shares=tuple(share.hex() for share in table.shares),
        secret=table.secret.hex() if table.played_out else None,
        record=None if table.finished is None else table.finished.file,
    )


def _asks(look: Seen) -> tuple[Literal["undo", "claim"], ...]:
    return () if look.you is None else askable(look.table, look.you)


def _asking(look: Seen) -> messages.Asking | None:
    question, done = look.table.question, look.table.answered
    if question is not None:
        agreed = tuple(sorted(question.agreed))
        return messages.Asking(about=question.about, seat=question.seat, agreed=agreed, answer="waits", by=None)
    if done is None:
        return None
    agreed = tuple(sorted(done.agreed))
    return messages.Asking(about=done.about, seat=done.seat, agreed=agreed, answer=done.answer, by=done.by)


def _line(said: Any) -> messages.Line:
    return messages.Line(at=said.at, name=said.name, seat=said.seat, text=said.text, phrase=said.phrase)


PARTS: dict[str, Part] = {
    "you": Part(lambda look: (look.you,), lambda look: look.you),
    "standing": Part(
        lambda look: (
            look.table.stage,
            look.table.turn,
            look.keeps,
            look.keeper,
            look.you is None,
            look.table.held_by(look.person),
        ),
        _standing,
    ),
    "rules": Part(lambda look: (look.table.settings, look.table.game), _rules, "all"),
    "chairs": Part(lambda look: (look.table.chairs, look.you, look.here), _chairs),
    "fair": Part(
        lambda look: (look.table.secret, look.table.shares, look.table.played_out, look.table.before),
        _fair,
        "all",
    ),
    **deals.PARTS,
    "asks": Part(lambda look: _asks(look), _asks),
    "asking": Part(lambda look: (look.table.question, look.table.answered), _asking, "all"),
    "talk": Part(lambda look: (look.table.talk,), lambda look: tuple(map(_line, look.table.talk)), "all"),
}
"""The fields of a Scene at one table."""
