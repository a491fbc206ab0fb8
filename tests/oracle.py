"""The oracle: Faroese Sjavs for four, three and two, written naively from the rule book and from nothing else.

It is the second implementation the real one is tested against, so it shares no code with it and has no tables: cards
are strings ("10H"), hands are lists, and what is legal is worked out afresh each time. Rule numbers (SJ-16) are those
of `faroese-sjavs.md`. A `Deal` is one deal from the cut (or from given hands) to its score; the sheet is in
`oracle_sheet.py`.

Readings taken where neither the rule book nor the house's list of readings decides:

- Every seat speaks exactly once in the auction, even when no bid can be beaten any more (SJ-9, "one round").
- `bid 5` unsaid is legal with clubs as the only longest suit: naming clubs is a "may" (SJ-11).
- A trick is emptied as soon as it is complete; in two-hand a turned downcard moves to its column's place in `upcards`.
- SJ-22 `flat` replaces all three rows of SJ-21, the row without a trick too.
- SJ3-5 `solo_60=loss` concerns a soloist; in a deal without declarer a best seat with exactly 60 is always a tie.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

SEATS = {"sjavs": 4, "sjavs3": 3, "sjavs2": 2}
SUITS = ["C", "S", "H", "D"]
NAMES = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
PACK = [rank + suit for suit in SUITS for rank in ["7", "8", "9", "10", "J", "Q", "K", "A"]]  # SJ-2
PERMANENT = ["QC", "QS", "JC", "JS", "JH", "JD"]  # SJ-3, high to low
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}  # SJ-5
SUIT = ["A", "K", "Q", "10", "9", "8", "7"]  # SJ-4, high to low
REST = {suit: [rank + suit for rank in SUIT if rank + suit not in PERMANENT] for suit in SUITS}

# Every option with the values it can have, the default first. A value list of one stands for any number or None.
OPTIONS: dict[str, list[object]] = {
    "first_dealer": ["draw", "scorer", "given"],
    "cutter": ["right", "left"],
    "cut_packets": [(4, 4), (3, 2, 3)],
    "equal_bid": ["clubs", "any"],
    "clubs_opening": ["yes", "no"],
    "bidding": ["compulsory", "optional"],
    "clubs_when_equal": ["must", "may"],
    "reveal_suit": ["no", "yes"],
    "all_pass": ["redeal", "next_dealer", "play"],
    "overtrump": ["no", "if_trumping", "must"],
    "clubs_61_89": [4, 5],
    "single_player_vol": ["yes", "no"],
    "losing_scale": ["tiered", "flat"],
    "tie": ["plus2", "plus2_clubs4", "suduroy", "double", "quadruple"],
    "tie_accumulates": ["yes", "no"],
    "cross": ["rubber", "double_only"],
    "double_victory": ["yes", "no"],
    "max_deals": [None],
    "rubbers": [1],
    "trump_after_exchange": ["no", "yes"],
    "solo_vol": ["single", "side"],
    "solo_60": ["tie", "loss"],
    "visible_bid": ["hand_and_upcards", "hand"],
    "turn_up": ["trick_end", "at_once"],
}

Result = dict[str, Any]


def complete(game: str, options: dict[str, object]) -> dict[str, Any]:
    """All options, the defaults filled in. Raises ValueError for an unknown name or value."""
    chosen: dict[str, Any] = {name: values[0] for name, values in OPTIONS.items()}
    if game == "sjavs2":
        chosen["solo_vol"] = "side"  # SJ2-5
    for name, value in options.items():
        if name not in OPTIONS or (len(OPTIONS[name]) > 1 and value not in OPTIONS[name]):
            raise ValueError(f"no such option: {name}={value!r}")
        chosen[name] = value
    return chosen


def card_points(cards: Iterable[str]) -> int:
    return sum(POINTS[card[:-1]] for card in cards)


def rest_of_suit(suit: str) -> list[str]:
    """A suit without the permanent trumps, high to low. Rule: SJ-4."""
    return REST[suit]


def trump_cards(trump: str | None) -> list[str]:
    """All trumps, high to low; without a trump suit the permanent ones alone (SJ-14). Rule: SJ-3, SJ-4."""
    return PERMANENT + (rest_of_suit(trump) if trump else [])


def followers(led: str, cards: Iterable[str], trump: str | None) -> list[str]:
    """Those of the cards that are of the suit led. Rule: SJ-3, SJ-15."""
    trumps = trump_cards(trump)
    suit = trumps if led in trumps else rest_of_suit(led[-1])
    return [card for card in cards if card in suit]


def best_card(cards: list[str], trump: str | None) -> str:
    """The card that wins a trick of these cards, the first led. Rule: SJ-17."""
    trumps = [card for card in trump_cards(trump) if card in cards]
    if trumps:
        return trumps[0]
    return next(card for card in rest_of_suit(cards[0][-1]) if card in cards)


def suit_length(cards: list[str], suit: str) -> int:
    """Rule: SJ-9 (permanent trumps count for any suit)."""
    trumps = trump_cards(suit)
    return len([card for card in cards if card in trumps])


def longest_suits(cards: list[str]) -> list[str]:
    lengths = {suit: suit_length(cards, suit) for suit in SUITS}
    return [suit for suit in SUITS if lengths[suit] == max(lengths.values())]


class Deal:
    """One deal. Seats are 0.. clockwise; see the attributes set in `__init__` for what a test may look at."""

    def __init__(
        self,
        game: str,
        options: dict[str, object],
        dealer: int,
        *,
        pack: list[str] | None = None,
        hands: list[list[str]] | None = None,
        talon: list[str] | None = None,
    ) -> None:
        self.game = game
        self.options = complete(game, options)
        self.dealer = dealer
        self.seats = SEATS[game]
        self.forehand = (dealer + 1) % self.seats
        self.pack = list(pack or [])
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]  # what a seat may play now
        self.talon: list[str] = []
        self.discards: list[str] = []
        self.upcards = [["", "", "", ""] for _ in range(self.seats)]
        self.downcards = [["", "", "", ""] for _ in range(self.seats)]
        self.dealt: list[list[str]] = []  # what a seat's bid is counted from
        self.trick: list[tuple[int, str]] = []
        self.history: list[tuple[int, str]] = []
        self.won: list[list[str]] = [[] for _ in range(self.seats)]  # cards taken in tricks
        self.tricks = [0] * self.seats
        self.standing: tuple[int, str | None] | None = None  # (length, suit said) of the highest bid
        self.declarer: int | None = None
        self.trump: str | None = None
        self.passed_out = False
        self.phase = "cut"  # cut, auction, trump, discard, play, over
        self.to_act: int | None = (dealer + 1 if self.options["cutter"] == "left" else dealer - 1) % self.seats
        self._check_cards(pack, hands, talon)
        if hands is not None:
            self._take_hands(hands, talon or [])

    def _check_cards(self, pack: list[str] | None, hands: list[list[str]] | None, talon: list[str] | None) -> None:
        cards = list(pack or []) + [card for hand in hands or [] for card in hand] + list(talon or [])
        sizes = {"sjavs": [8] * 4, "sjavs3": [10] * 3, "sjavs2": [16] * 2}[self.game]
        if sorted(cards) != sorted(PACK) or (hands is not None and [len(hand) for hand in hands] != sizes):
            raise ValueError("not the 32 cards, each once, in a pack or in hands of the right size")

    # -- the cut and the deal ------------------------------------------------------------------------------------

    def _cut(self, action: str) -> None:
        """Rule: SJ-7, SJ3-1, SJ2-1."""
        knocked = action == "knock"
        top = 0 if knocked else int(action.split()[1])
        pack = self.pack[top:] + self.pack[:top]
        self.pack = []
        if self.game == "sjavs3":
            self._deal_three(pack, knocked)
        elif self.game == "sjavs2":
            self._deal_two(pack, knocked)
        else:
            hands: list[list[str]] = [[], [], [], []]
            self._deal_packets(pack, hands, knocked)
            self._take_hands(hands, [])

    def _deal_packets(self, pack: list[str], hands: list[list[str]], knocked: bool) -> None:
        for packet in [8] if knocked else self.options["cut_packets"]:
            self._deal_round(pack, hands, packet)

    def _deal_round(self, pack: list[str], hands: list[list[str]], packet: int) -> None:
        """A packet to each player, forehand first, off the top of the pack."""
        for turn in range(self.seats):
            for _ in range(packet):
                hands[(self.forehand + turn) % self.seats].append(pack.pop(0))

    def _deal_three(self, pack: list[str], knocked: bool) -> None:
        """Rule: SJ3-1."""
        hands: list[list[str]] = [[], [], []]
        talon: list[str] = []
        if knocked:
            for turn in range(3):
                if turn > 0:
                    talon.append(pack.pop(0))
                for _ in range(10):
                    hands[(self.forehand + turn) % 3].append(pack.pop(0))
        else:
            self._deal_round(pack, hands, 3)
            talon.append(pack.pop(0))
            self._deal_round(pack, hands, 4)
            talon.append(pack.pop(0))
            self._deal_round(pack, hands, 3)
        self._take_hands(hands, talon)

    def _deal_two(self, pack: list[str], knocked: bool) -> None:
        """Rule: SJ2-1."""
        down: list[list[str]] = [[], []]
        up: list[list[str]] = [[], []]
        hands: list[list[str]] = [[], []]
        self._deal_round(pack, down, 4)
        self._deal_round(pack, up, 4)
        self._deal_packets(pack, hands, knocked)
        self._take_hands([hands[seat] + up[seat] + down[seat] for seat in range(2)], [])

    def _take_hands(self, hands: list[list[str]], talon: list[str]) -> None:
        if self.game == "sjavs2":
            self.hands = [list(hand[:12]) for hand in hands]  # SJ2-2: hand and face-up cards
            self.upcards = [list(hand[8:12]) for hand in hands]
            self.downcards = [list(hand[12:]) for hand in hands]
        else:
            self.hands = [list(hand) for hand in hands]
        only_hand = self.game == "sjavs2" and self.options["visible_bid"] == "hand"  # SJ2-3
        self.dealt = [list(hand[:8]) if only_hand else list(hand) for hand in self.hands]
        self.talon = list(talon)
        self.phase = "auction"
        self.to_act = self.forehand

    # -- what is legal -------------------------------------------------------------------------------------------

    def legal(self) -> set[str]:
        """The actions of the seat to act; none when the deal is over."""
        if self.to_act is None:
            return set()
        if self.phase == "cut":
            return {"knock"} | {f"cut {n}" for n in range(1, 32)}
        if self.phase == "auction":
            return self._legal_calls(self.to_act)
        if self.phase == "trump":
            return {f"trump {suit}" for suit in self._nameable(self.to_act)}
        if self.phase == "discard":
            return self._legal_discards(self.to_act)
        return {f"play {card}" for card in self._legal_cards(self.hands[self.to_act])}

    def _legal_calls(self, seat: int) -> set[str]:
        """Rule: SJ-9 to SJ-13."""
        suits = longest_suits(self.dealt[seat])
        length = suit_length(self.dealt[seat], suits[0])
        bids = set()
        if length >= 5 and self.options["reveal_suit"] == "yes":
            bids = {f"bid {length} {NAMES[suit]}" for suit in self._nameable(seat) if self._beats(length, suit)}
        elif length >= 5:
            if self._beats(length, None):
                bids.add(f"bid {length}")
            if "C" in suits and self._may_say_clubs(length):
                bids.add(f"bid {length} clubs")
        if not bids or self.options["bidding"] == "optional":
            bids.add("pass")
        return bids

    def _nameable(self, seat: int) -> list[str]:
        """The suits the seat may make trumps: of the length bid, clubs if they are among them. Rule: SJ-12, SJ-13."""
        suits = longest_suits(self.dealt[seat])
        if "C" in suits and self.options["clubs_when_equal"] == "must":
            return ["C"]
        return suits

    def _beats(self, length: int, said: str | None) -> bool:
        """Whether a bid beats the standing one. Rule: SJ-10."""
        if self.standing is None:
            return True
        standing_length, standing_said = self.standing
        if length != standing_length:
            return length > standing_length
        if standing_said == "C":
            return False
        return said == "C" or self.options["equal_bid"] == "any"

    def _may_say_clubs(self, length: int) -> bool:
        """Rule: SJ-10, SJ-11."""
        same_length = self.standing is not None and self.standing[0] == length
        return self._beats(length, "C") and (same_length or self.options["clubs_opening"] == "yes")

    def _legal_discards(self, seat: int) -> set[str]:
        """Rule: SJ3-2."""
        hand = sorted(self.hands[seat], key=PACK.index)
        chosen = [[card] for card in hand] + [list(pair) for pair in combinations(hand, 2)]
        return {"discard none"} | {"discard " + " ".join(cards) for cards in chosen}

    def _legal_cards(self, hand: list[str]) -> list[str]:
        """Rule: SJ-15, SJ-16."""
        if not self.trick:
            return hand
        led = self.trick[0][1]
        trumps = trump_cards(self.trump)
        follow = followers(led, hand, self.trump)
        if follow:
            return follow
        held = [card for card in hand if card in trumps]
        if led in trumps or not held or self.options["overtrump"] == "no":
            return hand
        in_trick = [card for card in trumps if card in [played for _, played in self.trick]]
        better = [card for card in held if not in_trick or trumps.index(card) < trumps.index(in_trick[0])]
        if self.options["overtrump"] == "must":
            return better or held
        plain = [card for card in hand if card not in trumps]
        return plain + (better or held)

    # -- what happens --------------------------------------------------------------------------------------------

    def apply(self, action: str) -> None:
        """Raises ValueError if the action is not legal."""
        if self.to_act is None or action not in self.legal():
            raise ValueError(f"not legal: {action!r}")
        self.do(action)

    def do(self, action: str) -> None:
        """Does an action that is known to be legal."""
        assert self.to_act is not None
        self.history.append((self.to_act, action))
        if self.phase == "cut":
            self._cut(action)
        elif self.phase == "auction":
            self._call(self.to_act, action)
        elif self.phase == "trump":
            self.trump = action.split()[1]
            self._after_auction()
        elif self.phase == "discard":
            self._discard(self.to_act, action.split()[1:])
        else:
            self._play(self.to_act, action.split()[1])

    def _call(self, seat: int, action: str) -> None:
        if action != "pass":
            words = action.split()
            said = next((suit for suit in SUITS if NAMES[suit] in words), None)
            self.standing = (int(words[1]), said)
            self.declarer = seat
            self.trump = said
        if seat == self.dealer:  # SJ-9: one round, the dealer speaks last
            self._after_auction()
        else:
            self.to_act = (seat + 1) % self.seats

    def _after_auction(self) -> None:
        """What follows the last call, the naming of trumps and the exchange, each. Rule: SJ-13, SJ-14, SJ3-2."""
        if self.declarer is None:
            self._all_passed()
            return
        exchanged = any(action.startswith("discard") for _, action in self.history)
        to_do = []
        if self.trump is None:
            to_do.append("trump")
        if self.game == "sjavs3" and not exchanged:
            to_do.append("discard")
        if self.options["trump_after_exchange"] == "yes" and self.game == "sjavs3":
            to_do.reverse()
        self.phase = [*to_do, "play"][0]
        self.to_act = self.declarer if to_do else self.forehand

    def _all_passed(self) -> None:
        """Rule: SJ-14."""
        if self.options["all_pass"] == "play":
            self.phase = "play"
            self.to_act = self.forehand
        else:
            self.passed_out = True
            self.phase = "over"
            self.to_act = None

    def _discard(self, seat: int, cards: list[str]) -> None:
        """Rule: SJ3-2."""
        self.discards = [] if cards == ["none"] else cards
        for card in self.discards:
            self.hands[seat].remove(card)
            self.hands[seat].append(self.talon.pop(0))
        self._after_auction()

    def _play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if card in self.upcards[seat]:
            self.upcards[seat][self.upcards[seat].index(card)] = ""
        if self.options["turn_up"] == "at_once":
            self._turn_up()
        self.to_act = (seat + 1) % self.seats
        if len(self.trick) == self.seats:
            self._end_trick()

    def _end_trick(self) -> None:
        """Rule: SJ-15, SJ-17, SJ2-4."""
        best = best_card([card for _, card in self.trick], self.trump)
        winner = next(seat for seat, card in self.trick if card == best)
        self.won[winner] += [card for _, card in self.trick]
        self.tricks[winner] += 1
        self.trick = []
        self._turn_up()
        self.to_act = winner
        if not any(self.hands):
            self.phase = "over"
            self.to_act = None

    def _turn_up(self) -> None:
        """Turns every downcard that lies uncovered. Rule: SJ2-4."""
        for seat in range(self.seats):
            for column in range(4):
                card = self.downcards[seat][column]
                if card and not self.upcards[seat][column]:
                    self.downcards[seat][column] = ""
                    self.upcards[seat][column] = card
                    self.hands[seat].append(card)

    # -- the score -----------------------------------------------------------------------------------------------

    def result(self) -> Result:
        """Raises ValueError while the deal is not over."""
        if self.to_act is not None:
            raise ValueError("the deal is not over")
        points = [card_points(cards) for cards in self.won]
        if self.game == "sjavs3" and self.declarer is not None:
            points[self.declarer] += card_points(self.discards + self.talon)  # SJ3-3
        score, tie = self._score(points)
        result: Result = {
            "passed_out": self.passed_out,
            "declarer": self.declarer,
            "trump": self.trump,
            "points": points,
            "tricks": list(self.tricks),
            "score": score,
            "tie": tie,
        }
        if self.passed_out:
            result["redeal_by"] = "same" if self.options["all_pass"] == "redeal" else "next"
        return result

    def _side(self, seat: int) -> int:
        return seat % 2 if self.game == "sjavs" else seat

    def _score(self, points: list[int]) -> tuple[list[int], bool]:
        """The score by side, and whether it is a tie."""
        sides = range(3 if self.game == "sjavs3" else 2)
        taken = [sum(points[seat] for seat in range(self.seats) if self._side(seat) == side) for side in sides]
        if self.passed_out:
            return [0 for _ in sides], False
        if self.declarer is None:  # SJ-14, all_pass=play
            return [4 if taken[side] > 60 else 0 for side in sides], max(taken) == 60
        declarers = self._side(self.declarer)
        if taken[declarers] == 60 and not (self.game == "sjavs3" and self.options["solo_60"] == "loss"):
            return [0 for _ in sides], True  # SJ-25, SJ3-5
        if taken[declarers] > 60:
            won = self._winning_score(taken[declarers], declarers)
            return [won if side == declarers else 0 for side in sides], False
        lost = self._losing_score(taken[declarers], declarers)
        return [0 if side == declarers else lost for side in sides], False

    def _winning_score(self, points: int, side: int) -> int:
        """Rule: SJ-18 to SJ-20, SJ3-4, SJ2-5."""
        clubs = self.trump == "C"
        seats = [seat for seat in range(self.seats) if self._side(seat) == side]
        if sum(self.tricks[seat] for seat in seats) == sum(self.tricks):
            alone = any(self.tricks[seat] == sum(self.tricks) for seat in seats)
            if self.game == "sjavs":
                single = alone and self.options["single_player_vol"] == "yes"
            else:
                single = self.options["solo_vol"] == "single"
            if single:
                return 24 if clubs else 16
            return 16 if clubs else 12
        if points >= 90:
            return 8 if clubs else 4
        return int(self.options["clubs_61_89"]) if clubs else 2

    def _losing_score(self, points: int, side: int) -> int:
        """Rule: SJ-21, SJ-22."""
        clubs = self.trump == "C"
        no_trick = all(self.tricks[seat] == 0 for seat in range(self.seats) if self._side(seat) == side)
        if self.options["losing_scale"] == "flat" or (points > 30 and not no_trick):
            return 8 if clubs else 4
        if no_trick:
            return 16
        return 16 if clubs else 8
