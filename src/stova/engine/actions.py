"""Actions: what a seat does. Each has one text form, `str(action)`, which `Game.action` reads back."""

from typing import TypeAlias

from msgspec import Struct

from stova.cards import CARDS, Card, Suit


class Cut(Struct, frozen=True, gc=False):
    """Put the top `depth` cards of the pack beneath the rest."""

    depth: int

    def __str__(self) -> str:
        return f"cut {self.depth}"


class Knock(Struct, frozen=True, gc=False):
    """Leave the pack as it is."""

    def __str__(self) -> str:
        return "knock"


class Pass(Struct, frozen=True, gc=False):
    """Make no bid."""

    def __str__(self) -> str:
        return "pass"


class Bid(Struct, frozen=True, gc=False):
    """Bid a number of cards of one suit; `suit` is None while it stays unsaid."""

    length: int
    suit: Suit | None = None

    def __str__(self) -> str:
        return f"bid {self.length}" if self.suit is None else f"bid {self.length} {self.suit.word}"


class BidContract(Struct, frozen=True, gc=False):
    """Bid one of the game's contracts, by its name."""

    contract: str

    def __str__(self) -> str:
        return f"bid {self.contract}"


class Hold(Struct, frozen=True, gc=False):
    """Take the bid just made against one's own for oneself."""

    def __str__(self) -> str:
        return "hold"


class Declare(Struct, frozen=True, gc=False):
    """Be the declarer."""

    def __str__(self) -> str:
        return "declare"


class Accept(Struct, frozen=True, gc=False):
    """Be the declarer in the suit that was turned."""

    def __str__(self) -> str:
        return "accept"


class NameTrump(Struct, frozen=True, gc=False):
    """Name the trump suit."""

    suit: Suit

    def __str__(self) -> str:
        return f"trump {self.suit}"


class Discard(Struct, frozen=True, gc=False):
    """Put cards, ascending, face down and take as many from the talon; none of them leaves it alone."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return "discard " + (" ".join(map(str, self.cards)) or "none")


class Exchange(Struct, frozen=True, gc=False):
    """Put cards, ascending, face down and then take the talon; none of them leaves it alone."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"exchange {' '.join(map(str, self.cards))}" if self.cards else "leave"


class Take(Struct, frozen=True, gc=False):
    """Take the talon, to discard afterwards."""

    def __str__(self) -> str:
        return "take"


class Fold(Struct, frozen=True, gc=False):
    """Give the deal up."""

    def __str__(self) -> str:
        return "fold"


class Stay(Struct, frozen=True, gc=False):
    """Let things be."""

    def __str__(self) -> str:
        return "stay"


class Expose(Struct, frozen=True, gc=False):
    """Lay cards open to show a chosen suit: one, or the lamb and the highest stikkar."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return "expose " + " ".join(map(str, self.cards))


class Trade(Struct, frozen=True, gc=False):
    """Put a card of the hand in the place of one that lies open, and take that."""

    card: Card
    taken: Card

    def __str__(self) -> str:
        return f"trade {self.card} for {self.taken}"


class TakeStock(Struct, frozen=True, gc=False):
    """Take what lies in the stock's place instead of the hand."""

    def __str__(self) -> str:
        return "stock"


class TakeExposed(Struct, frozen=True, gc=False):
    """Of two cards that lie open for a suit, take this one along with the stock."""

    card: Card

    def __str__(self) -> str:
        return f"take {self.card}"


class PutAway(Struct, frozen=True, gc=False):
    """Put a card too many away, face down."""

    card: Card

    def __str__(self) -> str:
        return f"put away {self.card}"


class Back(Struct, frozen=True, gc=False):
    """Change back to the hand put down for the stock."""

    def __str__(self) -> str:
        return "back"


class Both(Struct, frozen=True, gc=False):
    """Keep the stock and the hand put down for it."""

    def __str__(self) -> str:
        return "both"


class Stop(Struct, frozen=True, gc=False):
    """Be content with the first five tricks, or those after them."""

    def __str__(self) -> str:
        return "stop"


class GoOn(Struct, frozen=True, gc=False):
    """Play on for all nine tricks."""

    def __str__(self) -> str:
        return "go on"


class Roem(Struct, frozen=True, gc=False):
    """Declare the bonus in the trick just won."""

    def __str__(self) -> str:
        return "roem"


class NoRoem(Struct, frozen=True, gc=False):
    """Keep quiet about the bonus in the trick just won."""

    def __str__(self) -> str:
        return "no roem"


class LeadTrader(Struct, frozen=True, gc=False):
    """Lead a trader: trade it for a card that lies open, and lead that."""

    card: Card
    taken: Card

    def __str__(self) -> str:
        return f"play {self.card} for {self.taken}"


class Play(Struct, frozen=True, gc=False):
    """Play a card to the trick."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


Call: TypeAlias = Pass | Bid | BidContract | Hold | Declare | Accept | NameTrump
"""What is said in an auction."""

Action: TypeAlias = (
    Cut
    | Knock
    | Call
    | Discard
    | Exchange
    | Take
    | Fold
    | Stay
    | Expose
    | Trade
    | TakeStock
    | TakeExposed
    | PutAway
    | Back
    | Both
    | Stop
    | GoOn
    | Roem
    | NoRoem
    | LeadTrader
    | Play
)


class FaceDown(Struct, frozen=True, gc=False):
    """An action with cards others don't see, as they see it: what was done, and with how many cards."""

    verb: str
    cards: int

    def __str__(self) -> str:
        return f"{self.verb} {self.cards} face down"


PUTTING_DOWN = (Discard, Exchange, PutAway)
"""The kinds of actions that others may see otherwise than who does them."""


def told(action: Action) -> Action | FaceDown:
    """The action as the other seats see it."""
    match action:
        case Discard() | Exchange() if action.cards:
            return FaceDown(str(action).split()[0], len(action.cards))
        case PutAway():
            return FaceDown("put away", 1)
        case _:
            return action


def face_up(action: FaceDown, cards: tuple[Card, ...]) -> Action:
    """The action that others see so, if these were its cards, ascending."""
    match action.verb:
        case "discard":
            return Discard(cards)
        case "exchange":
            return Exchange(cards)
        case _:
            return PutAway(*cards)


PLAYS = tuple(Play(card) for card in CARDS)
"""The action of playing each card, at the card's number."""
PLAYED = (Play, LeadTrader)
"""The actions by which a card comes to a trick."""
AFTER_TRICK = (Stop, GoOn, Roem, NoRoem)
"""The actions about the trick just played."""
