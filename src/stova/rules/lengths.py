"""The auction of lengths: who has the longest suit names it as trumps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from msgspec.structs import replace

from stova.cards import Card, CardSet, Suit, card_set
from stova.engine.actions import Action, Bid, BidContract, NameTrump, Pass
from stova.engine.state import State
from stova.errors import IllegalAction
from stova.rules.phases import BIDDING, advance, go_to, next_seat, turn

SUITS = tuple(Suit)


@dataclass(frozen=True, kw_only=True)
class Lengths:
    """How long each suit of a hand is, if it were trumps.

    `suits[suit]` is the set of cards that would be trumps. Cards that lie open on covered ones count with `upcards`
    alone, those covered never. With `clubs_first` clubs go before suits of the same length.
    """

    suits: tuple[CardSet, ...]
    upcards: bool
    clubs_first: bool

    def counted(self, state: State, seat: int) -> CardSet:
        """The cards a seat was dealt that count."""
        covers = state.game.covers(state)
        dealt = card_set(state.dealt[seat]) & ~card_set([lower for _, lower in covers])
        return dealt if self.upcards else self.counting(dealt, card_set([upper for upper, _ in covers]))

    def counting(self, dealt: CardSet, up: CardSet) -> CardSet:
        """Those that count of the cards a seat was dealt and sees; of all cards these lie `up`."""
        return dealt if self.upcards else dealt & ~up

    def longest(self, state: State, seat: int) -> tuple[int, tuple[Suit, ...]]:
        """The length of the seat's longest suit, and the suits it may name for it."""
        return self.of(self.counted(state, seat))

    def of(self, cards: CardSet) -> tuple[int, tuple[Suit, ...]]:
        """The length of the longest suit of cards that count, and the suits that may be named for it."""
        lengths = [(cards & suit).bit_count() for suit in self.suits]
        top = max(lengths)
        if self.clubs_first and lengths[Suit.CLUBS] == top:
            return top, (Suit.CLUBS,)
        return top, tuple(suit for suit in SUITS if lengths[suit] == top)


class AuctionRules(NamedTuple):
    """The numbers of the rules of an auction of lengths."""

    length: str
    overcall: str
    opening: str
    longest: str
    naming: str


@dataclass(frozen=True, kw_only=True)
class LengthAuction:
    """One round of bids: the number of cards of one's longest suit, clubs above the others.

    The fields from `equal_bid` on are options of the game. When all pass the deal is over, or is played
    in the last phase.
    """

    lengths: Lengths
    least: int
    most: int
    """The greatest length there can be."""
    rules: AuctionRules
    equal_bid: Literal["clubs", "any"]
    clubs_opening: Literal["yes", "no"]
    bidding: Literal["compulsory", "optional"]
    reveal_suit: Literal["yes", "no"]
    all_pass: Literal["redeal", "next_dealer", "play"]

    doing = BIDDING
    kinds = (Bid, Pass)

    @property
    def rule(self) -> str:
        return self.rules.length

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        lengths = range(self.least, self.most + 1)
        return (Pass(), *(Bid(length, suit) for length in lengths for suit in (None, *SUITS)))

    def enter(self, state: State) -> State:
        return replace(state, to_act=next_seat(state, state.dealer))

    def legal(self, state: State) -> tuple[Action, ...]:
        return self.calls(self.lengths.counted(state, turn(state)), _standing(state))

    def calls(self, cards: CardSet, standing: Bid | None) -> tuple[Action, ...]:
        """What who has these cards that count may say to the bid that stands."""
        bids = tuple(self._bids(cards, standing))
        return bids if bids and self.bidding == "compulsory" else (Pass(), *bids)

    def apply(self, state: State, action: Action) -> State:
        assert isinstance(action, Bid | Pass)
        seat = turn(state)
        state = replace(state, to_act=next_seat(state, seat), calls=(*state.calls, (seat, action)))
        if isinstance(action, Bid):
            state = replace(state, bid=action, declarer=seat)
        if len(state.calls) < state.game.seats:
            return state
        if state.bid is not None:
            return advance(state)
        phases = len(state.game.phases)
        return go_to(state, phases - 1 if self.all_pass == "play" else phases)

    def barred(self, state: State) -> IllegalAction | None:
        """Why the seat to act has to pass, or mustn't; None where it may choose."""
        legal = self.legal(state)
        if legal == (Pass(),):
            length, suits = self.lengths.longest(state, turn(state))
            *_, best = self._forms(max(length, self.least), suits)
            return self.refusal(state, best)
        return self.refusal(state, Pass())

    def _bids(self, cards: CardSet, standing: Bid | None) -> Iterator[Bid]:
        length, suits = self.lengths.of(cards)
        if length >= self.least:
            yield from (bid for bid in self._forms(length, suits) if self._beats(bid, standing))

    def _forms(self, length: int, suits: Sequence[Suit]) -> Iterator[Bid]:
        if self.reveal_suit == "no":
            yield Bid(length)
        for suit in suits:
            if suit is Suit.CLUBS or self.reveal_suit == "yes":
                yield Bid(length, suit)

    def _beats(self, bid: Bid, standing: Bid | None) -> bool:
        clubs = bid.suit is Suit.CLUBS
        if standing is None or bid.length > standing.length:
            return not clubs or self.clubs_opening == "yes" or self.reveal_suit == "yes"
        if bid.length < standing.length or standing.suit is Suit.CLUBS:
            return False
        return clubs or self.equal_bid == "any"

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        legal = self.legal(state)
        if action in legal:
            return None
        if isinstance(action, Pass):
            return IllegalAction(self.rules.longest, f"You can {legal[0]}, and whoever can bid must.")
        assert isinstance(action, Bid)
        return IllegalAction(*self._why_not(state, action))

    def _why_not(self, state: State, bid: Bid) -> tuple[str, str]:
        rules, standing = self.rules, _standing(state)
        length, suits = self.lengths.longest(state, turn(state))
        if length < self.least:
            return rules.length, f"Your longest suit counts {length} cards; a bid needs {self.least}."
        if bid.length != length:
            return rules.longest, f"Your longest suit counts {length} cards, so {length} is all you may bid."
        if bid.suit is None and self.reveal_suit == "yes":
            return rules.naming, f"The suit is said with the bid: bid {length} {suits[0].word}."
        if bid.suit is not None and self.reveal_suit == "no" and bid.suit is not Suit.CLUBS:
            return rules.naming, f"The suit stays unsaid until the auction ends: bid {length}."
        if bid.suit is not None and bid.suit not in suits:
            return rules.longest, f"With this hand a bid of {length} is in {_either(suits)}."
        if standing is None or length > standing.length:
            return rules.opening, f"Clubs are named only to beat a bid of the same length: bid {length}."
        if length < standing.length:
            return rules.overcall, f"The standing bid is {standing.length}, and your {length} doesn't beat it."
        if standing.suit is Suit.CLUBS:
            return rules.overcall, f"The standing {length} is in clubs, and only a longer suit beats that."
        return rules.overcall, f"Only clubs beat a bid of the same length, and yours would be another {length}."


@dataclass(frozen=True, kw_only=True)
class Naming:
    """The declarer names a suit of the length bid, unless the bid said it."""

    lengths: Lengths
    rule: str

    doing = "name trumps"
    kinds = (NameTrump,)

    def actions(self, pack: Sequence[Card]) -> tuple[Action, ...]:
        return tuple(map(NameTrump, SUITS))

    def enter(self, state: State) -> State:
        bid = _standing(state)
        if bid is not None and bid.suit is not None:
            return advance(replace(state, trump=bid.suit))
        return replace(state, to_act=state.declarer)

    def legal(self, state: State) -> tuple[Action, ...]:
        return self.calls(self.lengths.counted(state, turn(state)), _standing(state))

    def calls(self, cards: CardSet, standing: Bid | None) -> tuple[Action, ...]:
        """What who has these cards that count may name, whose bid stands."""
        return tuple(map(NameTrump, self.lengths.of(cards)[1]))

    def refusal(self, state: State, action: Action) -> IllegalAction | None:
        if action in self.legal(state):
            return None
        length, suits = self.lengths.longest(state, turn(state))
        return IllegalAction(self.rule, f"You bid {length} cards, so trumps must be {_either(suits)}.")

    def apply(self, state: State, action: Action) -> State:
        assert isinstance(action, NameTrump)
        return advance(replace(state, trump=action.suit))


def _standing(state: State) -> Bid | None:
    assert not isinstance(state.bid, BidContract)
    return state.bid


def _either(suits: Sequence[Suit]) -> str:
    return " or ".join(suit.word for suit in suits)
