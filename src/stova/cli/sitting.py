"""A sitting: the match on the table, the human's seat, and the bots' moves."""

import secrets
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from stova.bots import Bot, bot
from stova.bots.forfeits import Forfeit
from stova.bots.program import Program
from stova.bots.seeding import seed
from stova.cli import storage, thinking
from stova.cli.lock import Lock, PlayedElsewhereError
from stova.cli.storage import ForcedWay, Manners, PauseWay, StorageError
from stova.cli.words.asking import too_weak
from stova.cli.words.people import seat_names
from stova.engine.actions import Action, Cut, Knock, Play
from stova.engine.game import Game
from stova.engine.match import Match
from stova.engine.shuffle import KEY_BYTES
from stova.engine.view import View
from stova.rules.lengths import LengthAuction

HUMAN = 0
"""The human's seat: player 0 always sits there."""


@dataclass
class Sitting:
    """A match being played and where it is kept. `hurry` leaves out every wait."""

    match: Match
    manners: Manners
    path: Path
    fresh: bool = True
    """Whether the match has only just begun."""
    hurry: bool = False
    lock: Lock | None = None
    """What keeps other processes from the match."""
    met: tuple[str, ...] = ()
    """Whom the human played against before, each once."""
    troubles: dict[Path, StorageError] = field(default_factory=dict)
    """By a match's file, why what was done last in it could not be written."""

    @property
    def trouble(self) -> StorageError | None:
        """Why a match of this sitting is not kept as it stands; None while all is well."""
        return next(reversed(self.troubles.values()), None)

    def view(self) -> View:
        """What the human may know."""
        return self.match.state.view(HUMAN)

    @property
    def untouched(self) -> bool:
        """Whether the human has done nothing yet but cut: nothing is lost by beginning anew."""
        if not self.fresh or self.match.past or self.match.state.is_over:
            return False
        return all(seat != HUMAN or isinstance(action, Cut | Knock) for seat, action in self.match.state.history)

    def asks(self) -> bool:
        """Whether the human is to act, and by hand."""
        state = self.match.state
        if state.to_act != HUMAN:
            return False
        match state.legal_actions():
            case [Cut(), *_]:
                return self.manners.cut == "ask"
            case [Play()]:
                return self.manners.forced == "wait"
            case _:
                return True

    def barred(self) -> str:
        """Why the human's hand can't bid, in an auction of lengths; empty elsewhere."""
        state = self.match.state
        if state.to_act != HUMAN or not isinstance(phase := state.game.phases[state.phase], LengthAuction):
            return ""
        length, _ = phase.lengths.longest(state, HUMAN)
        if length >= phase.least:
            return too_weak(length)
        barred = phase.barred(state)
        return "" if barred is None else barred.why

    def act(self, action: Action) -> None:
        """Play on; a program hears how the deal ended. Raises IllegalAction."""
        self.match = self.match.apply(action)
        state = self.match.state
        if state.is_over and (told := program(self.manners.bots)) is not None:
            for seat in range(state.game.seats):
                told.tell(state.view(seat))

    def next_deal(self) -> None:
        self.match, self.fresh = self.match.next_deal(), False

    def change_pause(self) -> PauseWay:
        """Go on after a trick in the other way, from now on; which way that is."""
        self.manners = replace(self.manners, pause="moment" if self.manners.pause == "key" else "key")
        return self.manners.pause

    def change_forced(self) -> ForcedWay:
        """Wait for the human to play the only card there is to play, or play it, from now on; which of both."""
        self.manners = replace(self.manners, forced="play" if self.manners.forced == "wait" else "wait")
        return self.manners.forced

    def change_bots(self, level: str) -> None:
        """Play against others from now on."""
        self.met = self.opponents()
        self.manners = replace(self.manners, bots=level)

    def forfeits(self) -> tuple[Forfeit, ...]:
        """How outside programs lost their seats, whoever plays now."""
        return tuple(forfeit for level in self.opponents() for forfeit in forfeited(level))

    def opponents(self) -> tuple[str, ...]:
        """Whom the human plays against, and played against before."""
        return tuple(dict.fromkeys([*self.met, self.manners.bots]))

    def keep(self) -> None:
        """Write the match, that nothing is lost; once it is over, to the records. `trouble` is what prevents that."""
        try:
            if self.match.is_over:
                storage.finish(self.path, self.match)
            else:
                storage.keep(self.path, self.match, self.manners)
        except StorageError as error:
            self.troubles[self.path] = error
        else:
            self.troubles.pop(self.path, None)

    def drop(self) -> None:
        """Let go of the match's file. Raises StorageError."""
        storage.drop(self.path)

    def again(self) -> None:
        """Begin another match of the same game; programs have their seats again. Raises PlayedElsewhereError."""
        for level in self.opponents():
            if (found := program(level)) is not None:
                found.forgive()
        dealer = self.match.deals[0].dealer if self.match.draw is None else None
        self.match, self.fresh = sit_down(self.match.game, secrets.token_bytes(KEY_BYTES), dealer=dealer), True
        self.path = storage.new_place(self.match)
        if self.lock is not None:
            _take(self.lock, self.path)


def begin(
    game: Game,
    key: bytes | None,
    manners: Manners,
    *,
    hurry: bool,
    dealer: int | None = None,
    lock: Lock | None = None,
) -> Sitting:
    """A sitting with a new match, kept from the start; what prevents that is the sitting's first trouble.

    Raises PlayedElsewhereError, and RulesError if it needs a dealer.
    """
    match = sit_down(game, secrets.token_bytes(KEY_BYTES) if key is None else key, dealer=dealer)
    new = Sitting(match, manners, storage.new_place(match), hurry=hurry, lock=lock)
    if lock is not None:
        _take(lock, new.path)
    new.keep()
    return new


def _take(lock: Lock, path: Path) -> None:
    """Keep others from a new match, unless there is no place for that: then it goes on without.

    Raises PlayedElsewhereError.
    """
    try:
        lock.take(path)
    except PlayedElsewhereError:
        raise
    except StorageError:
        return


def sit_down(game: Game, key: bytes, *, dealer: int | None = None) -> Match:
    """A new match in which the seats are named as the human sees them. Without a dealer the game finds one."""
    names = seat_names(game)
    match = game.match(key=key, players=names, dealer=dealer)
    if match.draw is None:
        return match
    came = {player: names[seat] for seat, player in enumerate(match.draw.seating)}
    return game.match(key=key, players=[came[player] for player in range(game.seats)])


def think(match: Match, level: str) -> Action:
    """What a bot does on the seat to act. It sees what the seat sees."""
    seat = match.state.to_act
    assert seat is not None
    return player(level)(match.state.view(seat), seed(match))


@cache
def player(level: str) -> Bot:
    """The bot of a level, always the same: an outside program lives through the match.

    Raises RulesError.
    """
    return bot(level)


def program(level: str) -> Program | None:
    """The outside program a level stands for, if it does."""
    found = player(level)
    return found if isinstance(found, Program) else None


def dismiss(level: str) -> None:
    """End the processes of an outside program, and with them what it was still asked."""
    if (found := program(level)) is not None:
        found.close()


def lost(level: str) -> frozenset[int]:
    """The seats at which a novice plays for an outside program now."""
    found = program(level)
    return frozenset() if found is None else found.lost


def forfeited(level: str) -> tuple[Forfeit, ...]:
    """How an outside program lost its seats so far."""
    found = program(level)
    return () if found is None else tuple(found.forfeits)


def leave(sitting: Sitting) -> None:
    """What is to be done when the table was left: nobody waits for a bot that still thinks."""
    for level in sitting.opponents():
        dismiss(level)
    thinking.leave()
