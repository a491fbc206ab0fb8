"""What goes over a table's WebSocket: JSON, one message a frame. The client's types are generated from these.

A client says `Hello` first and then sends commands; it is answered by an `Answer` to each, and told by `Whole` and
`Change` what the table looks like from where it sits.
"""

from typing import Any, Literal, TypeAlias

from msgspec import Raw, Struct

PROTOCOL: Literal[1] = 1
LONGEST_TALK = 300
"""Characters of one thing said."""


class Wire(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", rename="camel"):
    """A message or a part of one."""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The rules a table plays by and how it is kept. `options` are texts, changed from the preset."""

    game: str
    preset: str | None = None
    options: dict[str, str] = {}
    bots: Literal["beginner", "club", "expert"] = "club"
    pace: Literal["quick", "calm", "slow"] = "calm"
    """How long bots take, and how long a finished trick stays."""
    listed: Literal["yes", "no"] = "no"
    """Whether the lobby shows the table."""


# What a client asks for.


class Sit(Wire, frozen=True, kw_only=True, tag="sit"):
    """Take an empty seat, or move to it, under a name."""

    seat: int
    name: str


class Stand(Wire, frozen=True, kw_only=True, tag="stand"):
    """Leave the seat; a bot plays on in it."""


class Agree(Wire, frozen=True, kw_only=True, tag="agree"):
    """The owner changes the rules, before the match begins. Whoever sits stays seated as far as there are seats.

    The others who sit have to accept them before it can begin.
    """

    settings: Settings


class Accept(Wire, frozen=True, kw_only=True, tag="accept"):
    """Accept the rules after they were changed. Refused unless they are these still."""

    settings: Settings


class Share(Wire, frozen=True, kw_only=True, tag="share"):
    """The random bytes of one's seat, in hexadecimal digits, for the key of the match. Those shared last count.

    `commitment` is the one they are for: the table can't take them for another secret's.
    """

    digits: str
    commitment: str


class Begin(Wire, frozen=True, kw_only=True, tag="begin"):
    """The owner begins the match; bots take the empty seats."""


class Act(Wire, frozen=True, kw_only=True, tag="act"):
    """Do this at one's turn: an action in its text form."""

    action: str


class Ready(Wire, frozen=True, kw_only=True, tag="ready"):
    """Go on to the next deal, as far as one's seat is concerned."""


class Again(Wire, frozen=True, kw_only=True, tag="again"):
    """The owner opens another match at the same table."""


class Ask(Wire, frozen=True, kw_only=True, tag="ask"):
    """Ask everybody to undo one's last action, or claim the rest of the tricks."""

    about: Literal["undo", "claim"]


class Consent(Wire, frozen=True, kw_only=True, tag="consent"):
    """Agree to what was asked, or don't."""

    answer: Literal["yes", "no"]


class Say(Wire, frozen=True, kw_only=True, tag="say"):
    """Say something to the table: text, or one of the game's phrases by its name."""

    text: str = ""
    phrase: str = ""


class Pause(Wire, frozen=True, kw_only=True, tag="pause"):
    """The owner stops the clocks and the bots, or lets them go on."""

    state: Literal["on", "off"]


class Replace(Wire, frozen=True, kw_only=True, tag="replace"):
    """Have a bot play for somebody, who can take the seat back; where one does already, take the seat from them.

    The owner may, and all who sit once the match has waited for somebody for a minute. Before and after a match the
    seat is always taken.
    """

    seat: int


class Return(Wire, frozen=True, kw_only=True, tag="return"):
    """Take one's seat back from the bot that played meanwhile."""


class Close(Wire, frozen=True, kw_only=True, tag="close"):
    """The owner closes the table. A match ends after the last deal that was played; without one it is broken off."""


Command: TypeAlias = (
    Sit
    | Stand
    | Agree
    | Accept
    | Share
    | Begin
    | Act
    | Ready
    | Again
    | Ask
    | Consent
    | Say
    | Pause
    | Replace
    | Return
    | Close
)


class Hello(Wire, frozen=True, kw_only=True, tag="hello"):
    """The first message."""

    protocol: int
    table: str
    client: str
    """An identifier the client drew for itself, 8 to 40 letters and digits: with `sequence` it names a command."""


class Do(Wire, frozen=True, kw_only=True, tag="do"):
    """A command. `turn` is `Standing.turn` as the client saw it: what plays cards is refused if that has changed."""

    sequence: int
    turn: int
    command: Command


Sent: TypeAlias = Hello | Do


# What a client is told.


class Refusal(Struct, frozen=True, kw_only=True, rename="camel"):
    """Why something is not done: a word for programs, a sentence for people, and the rule if there is one."""

    code: str
    why: str
    rule: str = ""


class Answer(Wire, frozen=True, kw_only=True, tag="answer"):
    """What became of a command. What it changed has been told before."""

    sequence: int
    refused: Refusal | None = None


class Whole(Wire, frozen=True, kw_only=True, tag="whole"):
    """All that is to be seen from a seat, as a `Scene`."""

    version: int
    scene: Raw


class Change(Wire, frozen=True, kw_only=True, tag="change"):
    """What of the scene is otherwise than in version `since`: fields of a `Scene` with their new values."""

    since: int
    version: int
    scene: dict[str, Raw]


class Bye(Wire, frozen=True, kw_only=True, tag="bye"):
    """The connection ends; `again` seconds later it may be tried again, or never if None."""

    refused: Refusal
    again: float | None = None


Told: TypeAlias = Answer | Whole | Change | Bye


# The scene. Cards are texts such as `QC`, suits letters, actions their text forms.


class Part(Struct, frozen=True, kw_only=True, rename="camel"):
    """A part of a scene."""


class Standing(Part, frozen=True, kw_only=True):
    """How the table stands."""

    id: str
    stage: Literal["gathering", "playing", "paused", "over", "closed"]
    turn: int
    """Grows whenever the match changes."""
    owner: Literal["you", "other"]
    """Who keeps the table: who opened it, or while that one is away or played for the first who sits and is here."""
    keeper: int | None
    """The seat of that one, if they sit."""
    held: int | None
    """The seat one has or had in this match, and may take again: there is no other for who knows its cards."""
    invite: str | None
    """What others need to come in, for those who sit."""


class Rules(Part, frozen=True, kw_only=True):
    """What is played."""

    settings: Settings
    title: str
    talon: str
    """What players call the cards dealt to the table."""
    changed: dict[str, str]
    """Options that differ from the game's standard, in text form."""
    phrases: tuple[str, ...]
    meanings: dict[str, str]
    """What is to be known of a card, in a sentence, by what players call it."""


class Chair(Part, frozen=True, kw_only=True):
    """A seat.

    `until`: seconds until a bot takes over for who is away, or others may let one for who is slow. `accepts`: no where
    the rules were changed since somebody sat down, who has yet to accept them.
    """

    who: Literal["you", "person", "bot", "nobody"]
    name: str
    here: Literal["yes", "no", "played for"]
    until: float | None = None
    accepts: Literal["yes", "no"] = "yes"


class Held(Part, frozen=True, kw_only=True):
    """A card in one's hand, in the order to be shown; `why` and `rule` say why it can't be played, at one's turn."""

    card: str
    playable: Literal["yes", "no"]
    why: str = ""
    rule: str = ""


class Cards(Part, frozen=True, kw_only=True):
    """What cards are to the game now, wherever they lie: all trumps, and by card what players call it, if anything."""

    trumps: tuple[str, ...]
    roles: dict[str, str]


class Choice(Part, frozen=True, kw_only=True):
    """Something that may be done besides playing a card of the hand: its text form, its kind and what is in it.

    `rule` is the one by which it may be done.
    """

    action: str
    kind: str
    what: dict[str, Any]
    rule: str


class Barred(Part, frozen=True, kw_only=True):
    """Why one can't bid, or can't pass, and the rule that says so."""

    why: str
    rule: str


class SheetShown(Part, frozen=True, kw_only=True):
    """A sheet as it is drawn: `ladder`, `columns` or `chalk`; what is in `what` depends on that."""

    kind: Literal["ladder", "columns", "chalk"]
    what: dict[str, Any]
    over: Literal["yes", "no"]
    early: Literal["yes", "no"]
    """Whether the match was ended before it was over by itself."""
    winners: tuple[int, ...]


class End(Part, frozen=True, kw_only=True):
    """An end that a deal may have where a side says whether to stop or to go on.

    `choice` is the action that may lead there. `when` it comes about: `now`, when `all` the tricks to come are won too,
    `alone` when one player wins them, or when one is `lost`. `made` as in an outcome; `sheet` as it would be then.
    """

    choice: str
    when: Literal["now", "all", "alone", "lost"]
    made: str
    sheet: SheetShown


class Called(Part, frozen=True, kw_only=True):
    """A call as it was made."""

    seat: int
    kind: str
    what: dict[str, Any]


class Deal(Part, frozen=True, kw_only=True):
    """What is known to all of the deal in hand."""

    number: int
    dealer: int
    doing: str | None
    """What the seat to act is asked, to complete `It is time to …`."""
    to_act: int | None
    declarer: int | None
    trump: str | None
    drawn: str | None
    calls: tuple[Called, ...]
    counts: tuple[int, ...]
    tricks: tuple[int, ...]
    """By seat."""
    points: tuple[int, ...] | None
    """By side; None where tricks alone count."""
    discarded: int | None
    lying: int
    """How many cards lie face down: put down, or left of those dealt to the table."""
    put_down: tuple[str, ...]
    """What the declarer put down: for itself while it may look, for all once the deal is over."""
    found: tuple[str, ...]
    """What the viewer took of the talon, as long."""
    talon: tuple[str, ...] | None
    """What is left of the talon, once it has counted to the declarer."""


class OnTable(Part, frozen=True, kw_only=True):
    """A trick: its cards in the order played from `leader`, and the seat that is winning it, or won it.

    `points` are the card points in it, None where tricks alone count.
    """

    number: int
    leader: int
    cards: tuple[str, ...]
    winner: int | None
    points: int | None


class Happened(Part, frozen=True, kw_only=True):
    """What a seat did, in the order of the deal.

    `announced` is the rank of which four were together in a hand, where the card says so first. `points` are those of
    the bonus that was declared.
    """

    at: int
    seat: int
    kind: str
    action: str
    announced: str = ""
    points: int | None = None


class Outcome(Part, frozen=True, kw_only=True):
    """What a finished deal came to, by side, and all hands as they were dealt, trumps first."""

    made: str
    rule: str
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    score: tuple[int, ...]
    redeal: str | None
    own: Any
    dealt: tuple[tuple[str, ...], ...]
    ready: tuple[int, ...]
    """The seats that wait for the next deal."""


class Asking(Part, frozen=True, kw_only=True):
    """Something asked of everybody, or what became of it.

    `by` says who declined or passed it over by going on with the deal, null that a claim isn't certain,
    or though some `agreed` no way was found for it.
    """

    about: Literal["undo", "claim"]
    seat: int
    agreed: tuple[int, ...]
    answer: Literal["waits", "granted", "declined", "passed over"]
    by: int | None


class Line(Part, frozen=True, kw_only=True):
    """Something said."""

    at: float
    """Unix time."""
    name: str
    seat: int
    text: str
    phrase: str


class FairShown(Part, frozen=True, kw_only=True):
    """How the match's key comes about, in hexadecimal digits; the secret once the match is over."""

    commitment: str
    shares: tuple[str, ...]
    secret: str | None
    record: str | None
    """What the record to be had is called: of this match once it is over, of the one before until then; else None."""


class Scene(Part, frozen=True, kw_only=True):
    """All that is to be seen from a seat; fields change one by one."""

    you: int | None
    standing: Standing
    rules: Rules
    chairs: tuple[Chair, ...]
    fair: FairShown
    deal: Deal | None
    cards: Cards | None
    hand: tuple[Held, ...]
    choices: tuple[Choice, ...]
    barred: Barred | None
    """At one's turn in an auction without a choice."""
    ends: tuple[End, ...]
    """While somebody says whether to stop or to go on, for all to see."""
    trick: OnTable | None
    last: OnTable | None
    own: Any
    """What the game keeps on its table besides: rows, stock, roem (see docs/server.md)."""
    story: tuple[Happened, ...]
    """The last things done in the deal, and all trades for cards that lie open."""
    sheet: SheetShown | None
    outcome: Outcome | None
    asks: tuple[Literal["undo", "claim"], ...]
    """What one may ask of everybody now."""
    asking: Asking | None
    talk: tuple[Line, ...]
