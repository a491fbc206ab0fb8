"""What happens at a table. The journal is a list of these, and a table is what they come to."""

from typing import Literal, TypeAlias

from msgspec import Struct

from stova.server.messages import Settings


class Event(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """Something that happened."""


class Opened(Event, frozen=True, kw_only=True, tag="opened"):
    """The table was opened by a person, who owns it. `secret` is in hexadecimal digits."""

    settings: Settings
    owner: str
    secret: str
    invite: str


class Agreed(Event, frozen=True, kw_only=True, tag="agreed"):
    """Other rules were proposed by who has a seat, or by an onlooker; all others who sit have yet to accept them."""

    settings: Settings
    seat: int | None = None


class Accepted(Event, frozen=True, kw_only=True, tag="accepted"):
    """A seat accepted the rules as they are."""

    seat: int


class Sat(Event, frozen=True, kw_only=True, tag="sat"):
    """A person took a seat under a name, leaving the one it had."""

    person: str
    name: str
    seat: int


class Stood(Event, frozen=True, kw_only=True, tag="stood"):
    """A seat was left; a bot has it if a match is going on."""

    seat: int


class Shared(Event, frozen=True, kw_only=True, tag="shared"):
    """A seat shared random bytes, in hexadecimal digits."""

    seat: int
    digits: str


class Began(Event, frozen=True, kw_only=True, tag="began"):
    """The match began, with bots in the empty seats. `at` is Unix time; journals from before it was noted have none."""

    at: float | None = None


class Acted(Event, frozen=True, kw_only=True, tag="acted"):
    """The seat to act did something, in its text form."""

    seat: int
    action: str


class Readied(Event, frozen=True, kw_only=True, tag="readied"):
    """A seat waits for the next deal."""

    seat: int


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """The next deal began."""


class Asked(Event, frozen=True, kw_only=True, tag="asked"):
    """A seat asked everybody for something. To undo is to keep so many actions of the deal."""

    about: Literal["undo", "claim"]
    seat: int
    keep: int = 0


class Consented(Event, frozen=True, kw_only=True, tag="consented"):
    """A seat agreed to what was asked."""

    seat: int


class Declined(Event, frozen=True, kw_only=True, tag="declined"):
    """A seat didn't agree, or who had asked thought better of it; or the table found that a claim isn't certain."""

    seat: int
    by: Literal["seat", "table"] = "seat"


class Claimed(Event, frozen=True, kw_only=True, tag="claimed"):
    """A seat has the rest of the tricks it claimed: what is done next ends the deal so."""

    seat: int


class Undone(Event, frozen=True, kw_only=True, tag="undone"):
    """The deal went back to so many actions."""

    keep: int


class Said(Event, frozen=True, kw_only=True, tag="said"):
    """Somebody said something: text, or a phrase by its name."""

    at: float
    name: str
    seat: int
    text: str = ""
    phrase: str = ""


class Paused(Event, frozen=True, kw_only=True, tag="paused"):
    """Clocks and bots stopped."""


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    """They went on."""


class SteppedIn(Event, frozen=True, kw_only=True, tag="stepped in"):
    """A bot plays for somebody who is away."""

    seat: int


class CameBack(Event, frozen=True, kw_only=True, tag="came back"):
    """Somebody plays again for whom a bot had stepped in."""

    seat: int


class Reopened(Event, frozen=True, kw_only=True, tag="reopened"):
    """The match being over, another may begin at the table. `secret` is its own."""

    secret: str


class Closed(Event, frozen=True, kw_only=True, tag="closed"):
    """The table was closed."""


Any: TypeAlias = (
    Opened
    | Agreed
    | Accepted
    | Sat
    | Stood
    | Shared
    | Began
    | Acted
    | Readied
    | Dealt
    | Asked
    | Consented
    | Declined
    | Claimed
    | Undone
    | Said
    | Paused
    | Resumed
    | SteppedIn
    | CameBack
    | Reopened
    | Closed
)
