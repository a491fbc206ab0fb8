"""A table without a keeper, for tests: what is asked is decided at once, and what happens is noted."""

import random
from collections.abc import Sequence

import pytest

from helpers import random_options, some_action
from stova import State, fair
from stova.engine.options import text_of
from stova.server import events, messages
from stova.server.deciding import Asker, Refused, decide
from stova.server.messages import Command, Refusal, Settings
from stova.server.table import Table, after, opened

SECRET = "5a" * 32
OWNER, FRIEND, THIRD, STRANGER = (name * 4 for name in ("anna-", "bard-", "cori-", "dora-"))
NAMES = {OWNER: "Anna", FRIEND: "Bárður", THIRD: "Cori", STRANGER: "Dóra"}


class Room:
    """A table and its story."""

    def __init__(self, game: str = "klaverjas", *, secret: str = SECRET, **options: str) -> None:
        settings = Settings(game=game, options=options, bots="beginner", pace="quick")
        first = events.Opened(settings=settings, owner=OWNER, secret=secret, invite="invite")
        self.story: list[events.Any] = [first]
        self.table: Table = opened(first)

    def do(self, person: str, *commands: Command) -> tuple[events.Any, ...]:
        """What the last of some commands brought about."""
        happened: tuple[events.Any, ...] = ()
        for command in commands:
            happened = decide(self.table, Asker(person, at=1.0, secret="a5" * 32), command)
            self.happen(*happened)
        return happened

    def happen(self, *happened: events.Any) -> None:
        self.story += happened
        for event in happened:
            self.table = after(self.table, event)

    def refused(self, person: str, command: Command) -> Refusal:
        """Why a command is refused, once it is checked that it is and that the reason is a sentence."""
        before = self.table
        with pytest.raises(Refused) as caught:
            self.do(person, command)
        refusal = caught.value.refusal
        assert self.table is before
        assert refusal.why[0].isupper() or not refusal.why[0].isalpha()
        assert refusal.why.endswith(".")
        return refusal

    def code(self, person: str, command: Command) -> str:
        """The code of a refusal."""
        return self.refused(person, command).code

    def share(self, digits: str) -> messages.Share:
        """Some digits as a share for the match that is to begin."""
        return messages.Share(digits=digits, commitment=fair.commitment(self.table.secret).hex())

    def sit(self, *people: str) -> "Room":
        """People sit down, from seat 0 on."""
        for seat, person in enumerate(people):
            self.do(person, messages.Sit(seat=seat, name=NAMES[person]))
        return self

    def begin(self, *people: str) -> "Room":
        """People sit down and the match begins."""
        self.sit(*people).do(OWNER, messages.Begin())
        return self

    @property
    def state(self) -> State:
        """The deal in hand."""
        assert self.table.match is not None
        return self.table.match.state

    def play(self, rng: random.Random, actions: int = 1) -> "Room":
        """So many actions by chance, by people and bots alike, and deals as they end."""
        for _ in range(actions):
            if self.table.stage != "playing":
                break
            if self.state.is_over:
                self.happen(events.Dealt())
            else:
                assert self.state.to_act is not None
                seat, action = self.state.to_act, some_action(self.state.legal_actions(), rng)
                self.happen(events.Acted(seat=seat, action=str(action)))
        return self

    def to_cards(self, rng: random.Random, *, turn: int | None = None, tricks: int = 0) -> "Room":
        """Plays on until cards are played, so many tricks are done, and it is a seat's turn."""
        while not (self.state.points and len(self.state.tricks) >= tricks and turn in (None, self.state.to_act)):
            self.play(rng)
        return self

    def over(self, rng: random.Random) -> "Room":
        """Plays the deal in hand to its end."""
        while not self.state.is_over:
            self.play(rng)
        return self


def random_settings(name: str, rng: random.Random) -> dict[str, str]:
    """Some options of a game by chance, as texts."""
    return {option: text_of(value) for option, value in random_options(name, rng).items()}


def acts(room: Room, seat: int) -> Sequence[str]:
    """What a seat may do now, as texts."""
    return [str(action) for action in room.state.view(seat).legal]
